//! A subtree to count, and how its last plies are counted.

use super::table::Table;
use std::sync::atomic::AtomicBool;

/// How the last plies are counted. All methods give the same total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bulk {
    /// Plays every move, including those of the last ply. Use this for a fair comparison with programs that
    /// count in the same way.
    None,
    /// Counts the moves of the last ply without making them.
    One,
    /// Counts the last two plies together from their parent position, where a move affects few replies.
    Two,
}

impl Bulk {
    /// Returns its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::One => "one",
            Self::Two => "two",
        }
    }
}

/// A subtree to count.
pub struct Subtree<'a, N> {
    /// Its root.
    pub(super) node: &'a N,
    /// Its depth, in plies.
    pub(super) depth: u32,
    /// How its last plies are counted.
    pub(super) bulk: Bulk,
    /// The table that keeps the sizes of subtrees, if there is one.
    pub(super) table: Option<&'a Table>,
    /// Ends the count when it is set.
    pub(super) stop: &'a AtomicBool,
}
