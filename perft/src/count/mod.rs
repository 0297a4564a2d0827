//! Counts sequences of plies: the trees, the recursion, the table of subtrees and the parallel driver.

mod chaturaji;
mod chaturanga;
mod counter;
mod fault;
mod recursion;
mod subtree;
mod table;
mod tree;

pub use counter::{Counter, Divided, Part, Stats, Watch, total};
pub use fault::{Fault, MAX_DEPTH};
pub use subtree::Bulk;
pub use tree::{Tree, Variant};
