//! One code path for each seat, so that directions are constants while moves are generated.
//!
//! The generator is compiled four times. The rules choose no code path: they are looked up in tables or
//! tested at run time.

use super::{Game, Seat};

/// A seat to move, known at compile time.
///
/// The generator is compiled once for each implementing type. [`Game::dispatch`] chooses the type at run
/// time. No other type can implement this trait.
pub trait Mover: sealed::Sealed + 'static {
    /// The seat to move.
    const SEAT: Seat;
}

/// An operation for the seat to move, with the seat known at compile time.
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

enum Army<const SEAT: u8> {}

impl<const SEAT: u8> sealed::Sealed for Army<SEAT> {}

impl<const SEAT: u8> Mover for Army<SEAT> {
    const SEAT: Seat = Seat::ALL[SEAT as usize];
}

impl Game {
    /// Runs an operation on the code path of a seat.
    #[inline(always)]
    pub fn dispatch<O: Operation>(&self, seat: Seat, operation: O) -> O::Output {
        match seat {
            Seat::Red => operation.run::<Army<0>>(),
            Seat::Black => operation.run::<Army<1>>(),
            Seat::Yellow => operation.run::<Army<2>>(),
            Seat::Green => operation.run::<Army<3>>(),
        }
    }
}
