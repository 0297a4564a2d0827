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
pub mod engine;
pub mod judge;
pub mod shell;
pub mod suite;
pub mod uci;

mod count;

pub use count::{
    Bulk, Counter, Divided, Fault, MAX_DEPTH, Part, Stats, Tree, Variant, Watch, count_serially, total,
};
pub use shell as cli;
