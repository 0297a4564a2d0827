//! The interface between a game and the counter.

use super::subtree::Subtree;
use rules_core::Knobs;
use rules_core::chaturaji::{IllegalRoll, ParseDiceError};
use std::error::Error;
use std::fmt::{self, Display};

/// A game whose sequences of plies can be counted.
///
/// The trait is sealed: [`Tree::leaves`] takes a type that has no public name, so only this crate implements
/// it.
pub trait Tree: Sync + Sized {
    /// A position.
    type Node: Copy + Send + Sync;
    /// A ply.
    type Step: Copy + Send + Sync + Ord + Display;
    /// State that the statistics need in addition to the position; it never affects which plies are legal.
    type Record: Copy + Send + Sync;

    /// Returns the position as a key. Keys are equal if and only if the positions are.
    fn key(node: &Self::Node) -> [u64; 6];

    /// The names of the events that the statistics count at the leaves; at most 32.
    const EVENTS: &'static [&'static str];

    /// Returns each ply, the position after it, and its weight: 1, or the number of rolls that allow the ply.
    fn children(&self, node: &Self::Node) -> Vec<(Self::Step, Self::Node, u32)>;

    /// Returns the number of leaves of a subtree, `u128::MAX` when there are that many or more. The number is
    /// meaningless once the count is stopped.
    ///
    /// Each game implements this and [`Tree::children`] with the same one-line call; a default method would
    /// recompile the whole generator in every dependent crate.
    #[doc(hidden)]
    fn leaves(&self, subtree: &Subtree<'_, Self::Node>) -> u128;

    /// Returns which of [`Tree::EVENTS`] happen at the ply from `before` to `after`, one bit for each, and
    /// updates the record.
    fn events(
        &self,
        before: &Self::Node,
        record: &mut Self::Record,
        step: Self::Step,
        after: &Self::Node,
    ) -> u32;
}

/// A game with one code path for each side to move.
pub(crate) trait Sides: Tree {
    /// Runs `visit` on the code path of the side to move. It is called once, at the root of a subtree.
    fn dispatch<V: Visit<Self>>(&self, node: &Self::Node, visit: V) -> V::Output;
}

/// The code path of one side to move.
pub(crate) trait Side<T: Tree>: 'static {
    /// The code path after a ply.
    type Next: Side<T>;

    /// Returns the sum of the weights of all plies. No ply is listed.
    fn leaves(tree: &T, node: &T::Node) -> u64;

    /// Returns the sum of the weights of all sequences of two plies. Where a ply has to be played, `leaves`
    /// counts from the position after it, as [`Side::leaves`] of the next code path does.
    fn pairs(tree: &T, node: &T::Node, leaves: impl Fn(&T::Node) -> u64) -> u64;

    /// Calls `visit` with each ply, the position after it, and its weight, as [`Tree::children`] returns
    /// them.
    fn children(tree: &T, node: &T::Node, visit: impl FnMut(T::Step, T::Node, u32));
}

/// An operation on a position, for [`Sides::dispatch`].
pub(crate) trait Visit<T: Tree> {
    /// The result of the operation.
    type Output;

    /// Runs the operation with the side to move known at compile time.
    fn visit<S: Side<T>>(self) -> Self::Output;
}

/// A game supported by the command line.
pub trait Variant: Tree {
    /// Its rules.
    type Rules: Knobs + Display;
    /// All reasons why a position is refused; `{:#}` writes one on each line.
    type Refusals: Error;

    /// Returns the game under these rules.
    fn new(rules: Self::Rules) -> Self;

    /// Returns the rules.
    fn rules(&self) -> &Self::Rules;

    /// Returns the start position and its record.
    fn start(&self) -> (Self::Node, Self::Record);

    /// Reads a position text or `startpos`. Returns the position, its record, and the normalised text.
    ///
    /// # Errors
    /// All reasons why the position is refused.
    fn read(&self, text: &str) -> Result<(Self::Node, Self::Record, String), Self::Refusals>;

    /// Returns the text of a position.
    fn write(&self, node: &Self::Node, record: &Self::Record) -> String;

    /// Returns the position with these dice rolled, such as `35`.
    ///
    /// # Errors
    /// When the text is not a roll, or the rules have no dice, or the position has dice already.
    fn roll(&self, node: &Self::Node, roll: &str) -> Result<Self::Node, RollError>;

    /// Returns the number of sequences of ordered rolls in `depth` plies: a power of 4, 16 or 36, and 1 where
    /// every ply has its roll already. `None` for rules without dice, and when the number exceeds the type.
    fn rolls(&self, node: &Self::Node, depth: u32) -> Option<u128>;
}

/// Why a roll is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RollError {
    /// The text is not a roll.
    Text(ParseDiceError),
    /// The rules, or the position, do not allow the roll.
    Illegal(IllegalRoll),
}

impl Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for RollError {}
