//! Moves one by one: listed, tested and played.
//!
//! Each method chooses the code path for the side to move and calls the generator once.

use super::{Game, Move, MoveSet, Mover, Moves, Operation, Position};
use crate::Square;
use core::fmt;

impl Game {
    /// Calls `visit` with each legal move and the position after it; never when the game is over. The order
    /// of the moves is that of [`Game::moves`].
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::NL);
    /// let mut replies = 0;
    /// game.visit(&game.start(), |_, next| replies += game.count(&next));
    /// assert_eq!(replies, 324);
    /// ```
    pub fn visit(&self, position: &Position, visit: impl FnMut(Move, Position)) {
        struct Visit<'a, F>(&'a Game, &'a Position, F);
        impl<F: FnMut(Move, Position)> Operation for Visit<'_, F> {
            type Output = ();
            fn run<M: Mover>(self) {
                self.0.children::<M>(self.1, self.2);
            }
        }
        self.dispatch(position.side, Visit(self, position, visit));
    }

    /// Does the same as [`Game::visit`] on the code path of the side `M`, which must be the side to move.
    #[inline(always)]
    pub fn children<M: Mover>(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        self.generate::<M>(position, &mut |moves: MoveSet| {
            for mv in moves.moves(self, M::COLOR) {
                visit(mv, self.make::<M>(position, &moves, mv));
            }
        });
    }

    /// Returns the number of legal moves, 0 when the game is over. No move is listed.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::TR_LITERAL);
    /// assert_eq!(game.count(&game.start()), 14);
    /// ```
    pub fn count(&self, position: &Position) -> u64 {
        struct Count<'a>(&'a Game, &'a Position);
        impl Operation for Count<'_> {
            type Output = u64;
            fn run<M: Mover>(self) -> u64 {
                let mut count = 0;
                self.0.generate::<M>(self.1, &mut |moves: MoveSet| count += u64::from(moves.len()));
                count
            }
        }
        self.dispatch(position.side, Count(self, position))
    }

    /// Returns the legal moves, in the order in which the generator finds them; none when the game is over.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::CHESSCOM);
    /// let position = game.read("4r2k/8/8/8/8/8/4R3/4K3 w").unwrap();
    /// let moves = game.moves(&position);
    /// // The ratha is pinned: it moves along its line only.
    /// assert!(moves.contains(&"e2e8".parse().unwrap()));
    /// assert!(!moves.contains(&"e2d2".parse().unwrap()));
    /// ```
    pub fn moves(&self, position: &Position) -> Moves {
        struct List<'a>(&'a Game, &'a Position);
        impl Operation for List<'_> {
            type Output = Moves;
            fn run<M: Mover>(self) -> Moves {
                let mut list = Moves::new();
                self.0.generate::<M>(self.1, &mut |moves: MoveSet| {
                    moves.moves(self.0, M::COLOR).for_each(|mv| list.push(mv));
                });
                list
            }
        }
        self.dispatch(position.side, List(self, position))
    }

    /// Returns the legal moves of the piece on a square; none when no piece of the side to move stands there.
    ///
    /// ```
    /// use rules_core::{Square, chaturanga::{Game, Rules}};
    /// let game = Game::new(Rules::NL);
    /// let moves: Vec<String> =
    ///     game.moves_from(&game.start(), Square::G1).map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["g1f3", "g1h3"]);
    /// ```
    pub fn moves_from(&self, position: &Position, from: Square) -> impl Iterator<Item = Move> {
        self.moves(position).filter(move |mv| mv.from == from)
    }

    /// Returns whether a move is legal. A padati that must promote makes no legal move without the promotion.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.moves(position).contains(&mv)
    }

    /// Returns the position after a move. Clocks are not part of a position; a caller that keeps them updates
    /// them.
    ///
    /// # Errors
    /// [`IllegalMove`] when the move is not legal.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, IllegalMove, Rules};
    /// let game = Game::new(Rules::NL);
    /// let next = game.play(&game.start(), "b1c3".parse()?)?;
    /// assert_eq!(next.to_string(), "rnbkqbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b Kk -");
    /// // No double step.
    /// assert_eq!(game.play(&game.start(), "e2e4".parse()?), Err(IllegalMove));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, position: &Position, mv: Move) -> Result<Position, IllegalMove> {
        let mut next = None;
        self.visit(position, |other, child| {
            if other == mv {
                next = Some(child);
            }
        });
        next.ok_or(IllegalMove)
    }
}

/// The error of a move that is not legal in the position: [`Game::moves`] lists those that are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl core::error::Error for IllegalMove {}
