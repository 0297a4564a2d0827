//! One code path for each side under each class of rules, so that neither is tested while moves are
//! generated.
//!
//! The three values of `raja-safety`, and whether the gaja can be blocked, make six classes of rules; with
//! two sides the generator is compiled twelve times. The other knobs are looked up in tables or tested at run
//! time.

use super::{Color, ElephantMove, Game, RajaSafety};

/// A side to move under a class of rules, known at compile time.
///
/// The generator is compiled once for each implementing type. [`Game::dispatch`] chooses the type at run
/// time; call it once, outside any recursion, and go on with [`Mover::Opponent`] after a move. No other type
/// can implement this trait.
///
/// ```
/// use rules_core::chaturanga::{Game, Mover, Operation, Position, Rules};
///
/// /// Counts the sequences of `depth` moves.
/// fn perft<M: Mover>(game: &Game, position: &Position, depth: u32) -> u64 {
///     if depth == 0 {
///         return 1;
///     }
///     let mut total = 0;
///     game.children::<M>(position, |_, next| total += perft::<M::Opponent>(game, &next, depth - 1));
///     total
/// }
///
/// struct Perft<'a>(&'a Game, &'a Position, u32);
///
/// impl Operation for Perft<'_> {
///     type Output = u64;
///     fn run<M: Mover>(self) -> u64 {
///         perft::<M>(self.0, self.1, self.2)
///     }
/// }
///
/// let game = Game::new(Rules::NL);
/// let start = game.start();
/// assert_eq!(game.dispatch(start.side(), Perft(&game, &start, 3)), 5912);
/// ```
pub trait Mover: sealed::Sealed + Sized + 'static {
    /// The other side under the same rules.
    type Opponent: Mover<Opponent = Self>;
    /// The side to move.
    const COLOR: Color;
    /// The value of the knob `raja-safety`.
    const SAFETY: RajaSafety;
    /// Whether an occupied square in between stops the gaja: `elephant-move=lame-alfil`.
    const LAME: bool;
}

/// An operation for the side to move, with the side and the class of rules known at compile time.
///
/// It stands in for a closure that is generic over [`Mover`], which the language does not have. Its fields
/// hold the arguments.
///
/// ```
/// use rules_core::chaturanga::{Game, MoveSet, Mover, Operation, Position, Rules};
///
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
/// let game = Game::new(Rules::NL);
/// let start = game.start();
/// assert_eq!(game.dispatch(start.side(), Count(&game, &start)), 18);
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

enum Side<const WHITE: bool, const SAFETY: u8, const LAME: bool> {}

impl<const WHITE: bool, const SAFETY: u8, const LAME: bool> sealed::Sealed for Side<WHITE, SAFETY, LAME> {}

impl<const SAFETY: u8, const LAME: bool> Mover for Side<true, SAFETY, LAME> {
    type Opponent = Side<false, SAFETY, LAME>;
    const COLOR: Color = Color::White;
    const SAFETY: RajaSafety = RajaSafety::ALL[SAFETY as usize];
    const LAME: bool = LAME;
}

impl<const SAFETY: u8, const LAME: bool> Mover for Side<false, SAFETY, LAME> {
    type Opponent = Side<true, SAFETY, LAME>;
    const COLOR: Color = Color::Black;
    const SAFETY: RajaSafety = RajaSafety::ALL[SAFETY as usize];
    const LAME: bool = LAME;
}

impl Game {
    /// Runs an operation on the code path of `side` under these rules. For moves, `side` must be the side to
    /// move.
    pub fn dispatch<O: Operation>(&self, side: Color, operation: O) -> O::Output {
        const ALL_MOVES: u8 = RajaSafety::AllMoves as u8;
        const OWN_MOVES: u8 = RajaSafety::OwnMoves as u8;
        const NONE: u8 = RajaSafety::None as u8;
        let lame = self.rules.elephant_move == ElephantMove::LameAlfil;
        match (self.rules.raja_safety, lame) {
            (RajaSafety::AllMoves, false) => dispatch_side::<ALL_MOVES, false, _>(side, operation),
            (RajaSafety::AllMoves, true) => dispatch_side::<ALL_MOVES, true, _>(side, operation),
            (RajaSafety::OwnMoves, false) => dispatch_side::<OWN_MOVES, false, _>(side, operation),
            (RajaSafety::OwnMoves, true) => dispatch_side::<OWN_MOVES, true, _>(side, operation),
            (RajaSafety::None, false) => dispatch_side::<NONE, false, _>(side, operation),
            (RajaSafety::None, true) => dispatch_side::<NONE, true, _>(side, operation),
        }
    }
}

#[inline(always)]
fn dispatch_side<const SAFETY: u8, const LAME: bool, O: Operation>(side: Color, operation: O) -> O::Output {
    match side {
        Color::White => operation.run::<Side<true, SAFETY, LAME>>(),
        Color::Black => operation.run::<Side<false, SAFETY, LAME>>(),
    }
}
