//! A game as a counter sees it.

use super::subtree::Subtree;
use rules_core::Knobs;
use std::fmt::Display;

/// A game whose sequences of plies can be counted.
///
/// The trait is sealed: [`Tree::leaves`] takes a type that has no public name, so only this crate implements it.
pub trait Tree: Sync + Sized {
    /// A position.
    type Node: Copy + Send + Sync;
    /// A ply.
    type Step: Copy + Send + Sync + Ord + Display;
    /// What the statistics of a ply depend on besides the position before it; no ply depends on it.
    type Record: Copy + Send + Sync;

    /// A position as a key: equal keys mean equal positions, and no more than the position is in it.
    fn key(node: &Self::Node) -> [u64; 6];

    /// What can be said of a leaf, for tables of statistics; at most 32.
    const EVENTS: &'static [&'static str];

    /// Each ply, the position after it, and how often it counts: once, unless dice allow it in several ways.
    fn children(&self, node: &Self::Node) -> Vec<(Self::Step, Self::Node, u32)>;

    /// The number of leaves, `u128::MAX` when there are that many or more; anything once the count is stopped.
    ///
    /// Like [`Tree::children`] it is written down for each game, and not here for all, so that the generator is compiled
    /// with the game and not again in every crate that counts.
    #[doc(hidden)]
    fn leaves(&self, subtree: &Subtree<'_, Self::Node>) -> u128;

    /// Which of [`Tree::EVENTS`] the ply from `before` to `after` makes happen: a bit for each. The record is that
    /// before the ply, and becomes that after it.
    fn events(
        &self,
        before: &Self::Node,
        record: &mut Self::Record,
        step: Self::Step,
        after: &Self::Node,
    ) -> u32;
}

/// A game whose code depends on who is to move.
pub(crate) trait Sides: Tree {
    /// Runs `visit` under the code path of the side to move.
    ///
    /// Called once at the root of whatever is to be counted, never on the way.
    fn dispatch<V: Visit<Self>>(&self, node: &Self::Node, visit: V) -> V::Output;
}

/// The code path of one side to move.
pub(crate) trait Side<T: Tree>: 'static {
    /// The code path after a ply.
    type Next: Side<T>;

    /// The number of plies, none of them listed, each as often as it counts.
    fn leaves(tree: &T, node: &T::Node) -> u64;

    /// The number of sequences of two plies, each as often as it counts. Where a ply has to be made, `leaves` counts
    /// from the position after it, as [`Side::leaves`] of the code path after it does.
    fn pairs(tree: &T, node: &T::Node, leaves: impl Fn(&T::Node) -> u64) -> u64;

    /// Each ply, the position after it, and how often it counts: once, unless dice allow it in several ways.
    fn children(tree: &T, node: &T::Node, visit: impl FnMut(T::Step, T::Node, u32));
}

/// Something to do from a position, for [`Tree::dispatch`].
pub(crate) trait Visit<T: Tree> {
    /// What it gives.
    type Output;

    /// Does it, with the side to move known at compile time.
    fn visit<S: Side<T>>(self) -> Self::Output;
}

/// A game that the command line knows.
pub trait Variant: Tree {
    /// Its rules.
    type Rules: Knobs + Display;

    /// The game under these rules.
    fn new(rules: Self::Rules) -> Self;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// Reads a position text, or `startpos`: the position, its record, and the text normalised.
    ///
    /// # Errors
    /// All reasons why it is refused, one a line.
    fn read(&self, text: &str) -> Result<(Self::Node, Self::Record, String), String>;

    /// The text of a position.
    fn write(&self, node: &Self::Node, record: &Self::Record) -> String;

    /// The same position with the dice that were rolled.
    ///
    /// # Errors
    /// When this is no roll, the game has no dice, or the position is none that they can be rolled in.
    fn roll(&self, node: &Self::Node, roll: &str) -> Result<Self::Node, String>;

    /// In a game with dice: how many of so many plies begin without a roll, so that each has 16 ordered rolls.
    fn unrolled_plies(&self, node: &Self::Node, depth: u32) -> Option<u32>;
}
