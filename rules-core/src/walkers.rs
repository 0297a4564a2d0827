//! Men that step straight ahead and capture diagonally ahead, as sets: what several of them can do together.

use crate::Bitboard;

/// Where such men go: each set holds the squares that they would step or capture to, were they empty or held by an
/// enemy. In each of the three directions no two men go to the same square.
#[derive(Clone, Copy)]
pub(crate) struct Walkers {
    step: Bitboard,
    captures: [Bitboard; 2],
}

impl Walkers {
    /// Of no men.
    pub(crate) const NONE: Self = Self { step: Bitboard::EMPTY, captures: [Bitboard::EMPTY; 2] };

    /// Of these men, whose step ahead is so many files to the right and ranks up, as far as they go to allowed squares.
    #[inline(always)]
    pub(crate) fn new(men: Bitboard, (files, ranks): (i8, i8), allowed: Bitboard) -> Self {
        // Ahead to either side: a step and half a turn of it.
        let to = |files, ranks| men.shift(files, ranks) & allowed;
        Self {
            step: to(files, ranks),
            captures: [to(files + ranks, ranks + files), to(files - ranks, ranks - files)],
        }
    }

    /// All these squares.
    #[inline(always)]
    pub(crate) fn all(&self) -> Bitboard {
        let [left, right] = self.captures;
        self.step | left | right
    }

    /// Where they can go.
    #[inline(always)]
    pub(crate) fn targets(&self, enemies: Bitboard, occupied: Bitboard) -> Bitboard {
        let [left, right] = self.captures;
        self.step.without(occupied) | ((left | right) & enemies)
    }

    /// How many moves they have.
    #[inline(always)]
    pub(crate) fn moves(&self, enemies: Bitboard, occupied: Bitboard) -> i64 {
        let [left, right] = self.captures;
        (self.step.without(occupied).len() + (left & enemies).len() + (right & enemies).len()).into()
    }

    /// How many more moves they have when enemies enter these empty squares.
    #[inline(always)]
    pub(crate) fn gain(&self, entered: Bitboard) -> i64 {
        let [left, right] = self.captures;
        i64::from((left & entered).len() + (right & entered).len()) - i64::from((self.step & entered).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn men_step_ahead_and_capture_diagonally_ahead() {
        let men: Bitboard = [Square::A2, Square::D2].into_iter().collect();
        let up = Walkers::new(men, (0, 1), Bitboard::FULL);
        let squares = [Square::A3, Square::B3, Square::C3, Square::D3, Square::E3];
        assert_eq!(up.all(), squares.into_iter().collect());
        let blocked = Bitboard::of(Square::A3);
        assert_eq!(up.moves(Bitboard::EMPTY, blocked), 1);
        let enemies: Bitboard = [Square::B3, Square::C3, Square::D3].into_iter().collect();
        assert_eq!(up.moves(enemies, enemies), 3);
        assert_eq!(up.moves(Bitboard::EMPTY, Bitboard::EMPTY) + up.gain(enemies), 3);
        let right = Walkers::new(men, (1, 0), Bitboard::rank(2));
        assert_eq!(right.all(), [Square::B3, Square::E3].into_iter().collect());
        assert_eq!(Walkers::NONE.all(), Bitboard::EMPTY);
    }
}
