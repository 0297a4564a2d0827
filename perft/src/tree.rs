//! A game as a counter sees it.

use std::fmt::Display;

/// A game whose move sequences can be counted.
pub trait Tree: Sync + Sized {
    /// A position.
    type Node: Copy + Send + Sync;
    /// A ply.
    type Step: Copy + Send + Sync + Ord + Display;

    /// What can be said of a leaf, for tables of statistics; at most 32.
    const EVENTS: &'static [&'static str];

    /// Runs `visit` under the code path of the side to move.
    ///
    /// Called once at the root of whatever is to be counted, never on the way.
    fn dispatch<V: Visit<Self>>(&self, node: &Self::Node, visit: V) -> V::Output;

    /// Which of [`Tree::EVENTS`] the ply from `before` to `after` makes happen: a bit for each.
    fn events(&self, before: &Self::Node, step: Self::Step, after: &Self::Node) -> u32;
}

/// The code path of one side to move.
pub trait Side<T: Tree>: 'static {
    /// The code path after a ply.
    type Next: Side<T>;

    /// The number of plies, none of them listed.
    fn leaves(tree: &T, node: &T::Node) -> u64;

    /// Each ply and the position after it.
    fn children(tree: &T, node: &T::Node, visit: impl FnMut(T::Step, T::Node));
}

/// Something to do from a position, for [`Tree::dispatch`].
pub trait Visit<T: Tree> {
    /// What it gives.
    type Output;

    /// Does it, with the side to move known at compile time.
    fn visit<S: Side<T>>(self) -> Self::Output;
}
