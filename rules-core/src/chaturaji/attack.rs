//! Attack: which squares the officers can capture on. The knobs `boat-move` and `elephant-move` say which of
//! them slide, and how.
//!
//! Sources: ar § movement of the pieces; chesscom4.

use super::{BoatMove, Game, Mover, Role};
use crate::attacks::{KING, diagonal, leaps, oblique, rook, slides};
use crate::{Bitboard, Square};

static BOAT: [Bitboard; 64] = leaps(&diagonal(2));
static HORSE: [Bitboard; 64] = leaps(&oblique(2, 1));

impl Game {
    /// Returns the squares that an officer attacks, whatever stands there; no squares for the pawn, which
    /// depends on its seat (ar § movement of the pieces; chesscom4). Where boat or elephant slide, the first
    /// occupied square in each direction is the last one attacked. The seat of `M` makes no difference.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Mover, Operation, Role, Rules};
    /// use rules_core::{Bitboard, Square};
    ///
    /// /// The attacks of a boat on a1 while a3 and c1 are occupied.
    /// struct Boat<'a>(&'a Game);
    ///
    /// impl Operation for Boat<'_> {
    ///     type Output = Bitboard;
    ///     fn run<M: Mover>(self) -> Bitboard {
    ///         let occupied = [Square::A3, Square::C1].into_iter().collect();
    ///         self.0.attacks::<M>(Role::Boat, Square::A1, occupied)
    ///     }
    /// }
    ///
    /// let boat = |rules| {
    ///     let game = Game::new(rules);
    ///     game.dispatch(game.start().seat(), Boat(&game))
    /// };
    /// assert_eq!(boat(Rules::AR), Bitboard::of(Square::C3));
    /// let slides = [Square::A2, Square::A3, Square::B1, Square::C1].into_iter().collect();
    /// assert_eq!(boat(Rules::CHESSCOM4), slides);
    /// ```
    #[inline(always)]
    pub fn attacks<M: Mover>(&self, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
        match (role, M::BOAT) {
            (Role::Boat, BoatMove::Rook) => rook(from, occupied),
            (Role::Elephant, _) => slides(self.elephant_lines, from, occupied),
            _ => self.leaps::<M>(role, from),
        }
    }

    /// Returns the squares that a piece attacks if it steps or leaps, whatever stands there; no squares for
    /// pieces that slide, and for the pawn, which depends on its seat.
    ///
    /// For callers that count without [`Game::generate`]: what stands on other squares makes no difference to
    /// these attacks.
    #[inline(always)]
    pub fn leaps<M: Mover>(&self, role: Role, from: Square) -> Bitboard {
        match (role, M::BOAT) {
            (Role::Boat, BoatMove::Alfil) => BOAT[from.index()],
            (Role::Horse, _) => HORSE[from.index()],
            (Role::King, _) => KING[from.index()],
            (Role::Boat | Role::Elephant | Role::Pawn, _) => Bitboard::EMPTY,
        }
    }
}
