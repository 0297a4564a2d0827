//! The legal turns of a position, as an iterator.

use super::{DiceRule, Face, FaceSet, Game, Move, Mover, Operation, Position, RollCounts, Turn};
use crate::Square;

impl Game {
    /// Returns the legal turns, each once, however many rolls allow it; no turn when the game is over. The order is
    /// that of [`Game::visit`], which also gives the positions after the turns.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Turn};
    /// let game = Game::new(Rules::AR);
    /// let rolled = game.roll(&game.start(), "33".parse()?)?;
    /// // The horse moves not at all, once, or twice.
    /// assert_eq!(game.turns(&rolled).count(), 12);
    /// assert_eq!(game.turns(&rolled).next(), Some(Turn::Pass));
    /// assert_eq!(Game::new(Rules::AR_DICELESS).turns(&game.start()).count(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turns(&self, position: &Position) -> Turns<'_> {
        let has_dice = self.rules.dice != DiceRule::None;
        let is_over = self.is_over(position);
        let firsts = if is_over { MoveList::EMPTY } else { self.move_list(position) };
        let counts = self.roll_counts(position);
        // Without dice a seat passes only where it has no move.
        let passes = !is_over && if has_dice { counts.pass > 0 } else { firsts.len == 0 };
        Turns {
            game: self,
            position: *position,
            has_dice,
            counts,
            passes,
            first: None,
            firsts,
            seconds: MoveList::EMPTY,
        }
    }

    /// Lists the moves of the pieces of the seat to move, whatever the dice allow.
    fn move_list(&self, position: &Position) -> MoveList {
        struct List<'a>(&'a Game, &'a Position);
        impl Operation for List<'_> {
            type Output = MoveList;
            fn run<M: Mover>(self) -> MoveList {
                let mut list = MoveList::EMPTY;
                for moves in self.0.move_sets::<M>(self.1).iter() {
                    moves.moves(self.0, M::SEAT).for_each(|mv| list.push(mv, moves.face()));
                }
                list
            }
        }
        self.dispatch(position.seat, List(self, position))
    }
}

/// The legal turns of a position: see [`Game::turns`].
#[derive(Clone, Debug)]
pub struct Turns<'a> {
    game: &'a Game,
    position: Position,
    has_dice: bool,
    counts: RollCounts,
    /// Whether the empty turn is still to come.
    passes: bool,
    /// The first move of the turns of two moves that are due, and its face.
    first: Option<(Move, Face)>,
    firsts: MoveList,
    seconds: MoveList,
}

impl Iterator for Turns<'_> {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        if self.passes {
            self.passes = false;
            return Some(Turn::Pass);
        }
        if !self.has_dice {
            return self.firsts.next().map(|(mv, _)| Turn::One(mv));
        }
        loop {
            if let Some((first, face)) = self.first {
                let pairs = self.counts.pair[face as usize];
                let mut seconds = core::iter::from_fn(|| self.seconds.next());
                if let Some((second, _)) = seconds.find(|(_, other)| pairs[*other as usize] > 0) {
                    return Some(Turn::Two(first, second));
                }
            }
            let (first, face) = self.firsts.next()?;
            if !self.counts.allow(face) {
                continue;
            }
            let (_, board) = self.game.board_after(&self.position, first)?;
            self.first = Some((first, face));
            self.seconds = self.game.move_list(&board);
            if self.counts.single_after(face, || self.seconds.faces()) > 0 {
                return Some(Turn::One(first));
            }
        }
    }
}

/// Moves with the faces that allow them, held in place.
#[derive(Clone, Debug)]
struct MoveList {
    list: [(Move, Face); Self::CAPACITY],
    len: usize,
    next: usize,
}

impl MoveList {
    /// More than a seat has: at most eight pieces have at most 14 moves each.
    const CAPACITY: usize = 128;

    const EMPTY: Self = {
        let none = (Move { from: Square::A1, to: Square::A1, promotion: None }, Face::Two);
        Self { list: [none; Self::CAPACITY], len: 0, next: 0 }
    };

    fn push(&mut self, mv: Move, face: Face) {
        self.list[self.len] = (mv, face);
        self.len += 1;
    }

    /// Returns the faces of the moves.
    fn faces(&self) -> FaceSet {
        self.list[..self.len].iter().map(|&(_, face)| face).collect()
    }

    fn next(&mut self) -> Option<(Move, Face)> {
        let next = *self.list[..self.len].get(self.next)?;
        self.next += 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaturaji::Rules;
    extern crate std;
    use std::vec::Vec;

    #[test]
    fn turns_are_those_that_are_visited() {
        let texts = [
            "startpos",
            "7,rK/6,rP,1/8/8/8/8/8/yK,7 r",
            "8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b",
            "rK,7/8/8/8/8/8/8/8 r",
            "rK,rP,bB,5/1,rP,bB,5/8/8/8/8/8/7,yK r",
        ];
        for rules in [
            "ar",
            "ar-diceless",
            "ar+dice-order=fixed",
            "ar+promotion-choice=optional",
            "ar+dice=one",
            "ar+dice=one+dice-use=must",
            "al-biruni+dice-use=must",
            "ar+dice-use=must+dice-order=fixed",
            "chesscom4",
        ] {
            let game = Game::new(rules.parse::<Rules>().unwrap());
            for text in texts {
                let unrolled = game.read(text).unwrap();
                let rolled = ["35", "33", "5"].map(|dice| game.roll(&unrolled, dice.parse().unwrap()).ok());
                for position in rolled.into_iter().flatten().chain([unrolled]) {
                    let mut visited = Vec::new();
                    game.visit(&position, |turn, _, _| visited.push(turn));
                    assert_eq!(game.turns(&position).collect::<Vec<_>>(), visited, "{rules} {text}");
                }
            }
        }
    }
}
