//! Moves of pawns counted as sets: pieces that step straight ahead and capture diagonally ahead.

use rules_core::Bitboard;

/// The squares to which pawns could step if they were empty, or capture if they held an enemy. In each of the
/// three directions no two pawns go to the same square.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves {
    steps: Bitboard,
    captures: [Bitboard; 2],
}

impl PawnMoves {
    /// The moves of no pawn.
    pub(super) const NONE: Self = Self { steps: Bitboard::EMPTY, captures: [Bitboard::EMPTY; 2] };

    /// Returns the moves of `pawns` to allowed squares. `files` and `ranks` are the offset of a step, to the
    /// right and up.
    #[inline(always)]
    pub(super) fn new(pawns: Bitboard, (files, ranks): (i8, i8), allowed: Bitboard) -> Self {
        // The two capture directions: diagonally forward on either side.
        let to = |files, ranks| pawns.shift(files, ranks) & allowed;
        Self {
            steps: to(files, ranks),
            captures: [to(files + ranks, ranks + files), to(files - ranks, ranks - files)],
        }
    }

    /// Returns the union of the target squares.
    #[inline(always)]
    pub(super) fn squares(&self) -> Bitboard {
        let [left, right] = self.captures;
        self.steps | left | right
    }

    /// Returns the target squares on a board.
    #[inline(always)]
    pub(super) fn targets(&self, enemies: Bitboard, occupied: Bitboard) -> Bitboard {
        let [left, right] = self.captures;
        self.steps.without(occupied) | ((left | right) & enemies)
    }

    /// Returns the number of moves on a board.
    #[inline(always)]
    pub(super) fn count(&self, enemies: Bitboard, occupied: Bitboard) -> i64 {
        let [left, right] = self.captures;
        (self.steps.without(occupied).len() + (left & enemies).len() + (right & enemies).len()).into()
    }

    /// Returns how many more moves there are when enemies enter these empty squares.
    #[inline(always)]
    pub(super) fn gain(&self, entered: Bitboard) -> i64 {
        let [left, right] = self.captures;
        i64::from((left & entered).len() + (right & entered).len()) - i64::from((self.steps & entered).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::Square;

    #[test]
    fn pawns_step_ahead_and_capture_diagonally_ahead() {
        let pawns: Bitboard = [Square::A2, Square::D2].into_iter().collect();
        let up = PawnMoves::new(pawns, (0, 1), Bitboard::FULL);
        let squares = [Square::A3, Square::B3, Square::C3, Square::D3, Square::E3];
        assert_eq!(up.squares(), squares.into_iter().collect());
        let blocked = Bitboard::of(Square::A3);
        assert_eq!(up.count(Bitboard::EMPTY, blocked), 1);
        let enemies: Bitboard = [Square::B3, Square::C3, Square::D3].into_iter().collect();
        assert_eq!(up.count(enemies, enemies), 3);
        assert_eq!(up.count(Bitboard::EMPTY, Bitboard::EMPTY) + up.gain(enemies), 3);
        let right = PawnMoves::new(pawns, (1, 0), Bitboard::rank(2));
        assert_eq!(right.squares(), [Square::B3, Square::E3].into_iter().collect());
        assert_eq!(PawnMoves::NONE.squares(), Bitboard::EMPTY);
    }
}
