//! Counting sequences of moves (perft), the way move generators are proved and timed.
//!
//! `perft(0) = 1`; `perft(n)` is the number of sequences of `n` legal moves from a position, and a position that
//! is over adds nothing deeper. The totals are exact, do not depend on the number of
//! threads, and never wrap.
//!
//! A game takes part by implementing [`Tree`]; whoever counts knows nothing but that trait.
//!
//! ```
//! use perft::Counter;
//! use rules_core::chaturanga::{Game, Rules};
//!
//! let game = Game::new(Rules::NL);
//! let counter = Counter::new(2)?;
//! assert_eq!(counter.count(&game, &game.start(), 4)?, 107_539);
//! # Ok::<(), perft::Fault>(())
//! ```

pub mod bench;
pub mod cli;
pub mod engine;
pub mod judge;
pub mod suite;
pub mod uci;

mod chaturaji;
mod chaturanga;
mod counter;
mod fault;
mod recursion;
mod table;
mod tree;

pub use counter::{Bulk, Counter, Divided, Part, Stats, Watch, total};
pub use fault::Fault;
pub use recursion::Subtree;
pub use tree::{Tree, Variant};

/// The deepest count that is taken on, in plies. A count beyond half of it would outlast anyone who asks.
pub const MAX_DEPTH: u32 = 30;
