//! One code path for each seat under each class of rules, so that neither directions nor whether boats slide
//! are tested while moves are generated.
//!
//! The two values of `boat-move` make two classes of rules; with four seats the generator is compiled eight
//! times. The other knobs are looked up in tables or tested at run time.

use super::{BoatMove, Game, Seat};

/// A seat to move under a class of rules, known at compile time.
///
/// The generator is compiled once for each implementing type. [`Game::dispatch`] chooses the type at run
/// time. No other type can implement this trait.
pub trait Mover: sealed::Sealed + 'static {
    /// The seat to move.
    const SEAT: Seat;
    /// The value of the knob `boat-move`.
    const BOAT: BoatMove;
}

/// An operation for the seat to move, with the seat and the class of rules known at compile time.
///
/// It stands in for a closure that is generic over [`Mover`], which the language does not have. Its fields
/// hold the arguments.
///
/// ```
/// use rules_core::chaturaji::{Game, MoveSet, Mover, Operation, Position, Rules};
///
/// /// Counts the moves of the pieces, whatever the dice allow.
/// struct Count<'a>(&'a Game, &'a Position);
///
/// impl Operation for Count<'_> {
///     type Output = u32;
///     fn run<M: Mover>(self) -> u32 {
///         let mut count = 0;
///         self.0.generate::<M>(self.1, &mut |moves: MoveSet| count += moves.len());
///         count
///     }
/// }
///
/// let game = Game::new(Rules::AR);
/// let start = game.start();
/// assert_eq!(game.dispatch(start.seat(), Count(&game, &start)), 9);
/// ```
pub trait Operation {
    /// The result of the operation.
    type Output;
    /// Runs the operation on the chosen code path.
    fn run<M: Mover>(self) -> Self::Output;
}

mod sealed {
    pub trait Sealed {}
}

enum Army<const SEAT: u8, const BOAT: u8> {}

impl<const SEAT: u8, const BOAT: u8> sealed::Sealed for Army<SEAT, BOAT> {}

impl<const SEAT: u8, const BOAT: u8> Mover for Army<SEAT, BOAT> {
    const SEAT: Seat = Seat::ALL[SEAT as usize];
    const BOAT: BoatMove = BoatMove::ALL[BOAT as usize];
}

impl Game {
    /// Runs an operation on the code path of a seat under these rules.
    #[inline(always)]
    pub fn dispatch<O: Operation>(&self, seat: Seat, operation: O) -> O::Output {
        const ALFIL: u8 = BoatMove::Alfil as u8;
        const ROOK: u8 = BoatMove::Rook as u8;
        match self.rules.boat_move {
            BoatMove::Alfil => dispatch_seat::<ALFIL, _>(seat, operation),
            BoatMove::Rook => dispatch_seat::<ROOK, _>(seat, operation),
        }
    }
}

#[inline(always)]
fn dispatch_seat<const BOAT: u8, O: Operation>(seat: Seat, operation: O) -> O::Output {
    match seat {
        Seat::Red => operation.run::<Army<0, BOAT>>(),
        Seat::Black => operation.run::<Army<1, BOAT>>(),
        Seat::Yellow => operation.run::<Army<2, BOAT>>(),
        Seat::Green => operation.run::<Army<3, BOAT>>(),
    }
}
