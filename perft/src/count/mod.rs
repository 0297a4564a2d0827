//! Counts sequences of plies: the trees, the recursion, the table of subtrees and the parallel driver.

mod chaturaji;
mod chaturanga;
mod counter;
mod fault;
mod pawns;
mod recursion;
mod slides;
mod subtree;
mod table;
mod tree;

pub use counter::{Counter, Divided, Part, Stats, Watch, total};
pub(crate) use counter::{MAX_HASH, MAX_THREADS};
pub use fault::{Fault, MAX_DEPTH};
pub use subtree::Bulk;
pub use tree::{RollError, Tree, Variant};

use rules_core::Bitboard;
use std::sync::atomic::AtomicBool;

/// Returns the number of sequences of `depth` plies from a position, counted on the calling thread only,
/// without a table of subtrees. The number saturates at `u128::MAX`. [`Counter`] is faster on all but shallow
/// counts.
///
/// ```
/// use perft::{Bulk, count_serially};
/// use rules_core::chaturanga::{Game, Rules};
/// let game = Game::new(Rules::NL);
/// assert_eq!(count_serially(&game, &game.start(), 2, Bulk::Two), 324);
/// ```
pub fn count_serially<T: Tree>(tree: &T, node: &T::Node, depth: u32, bulk: Bulk) -> u128 {
    tree.leaves(&subtree::Subtree { node, depth, bulk, table: None, stop: &AtomicBool::new(false) })
}

/// Returns the number of squares, signed, because changes of counts are.
#[inline(always)]
fn size(set: Bitboard) -> i64 {
    i64::from(set.len())
}
