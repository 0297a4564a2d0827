//! Counts move sequences (perft) of chaturanga and chaturaji, the usual way to verify and time a move
//! generator.
//!
//! `perft(0) = 1`, and `perft(n)` is the number of sequences of `n` legal moves from a position. A position
//! in which the game is over has no continuations. Totals are exact, never wrap, and do not depend on the
//! number of threads.
//!
//! [`Counter`] counts any game that implements [`Tree`]; both games of [`rules_core`] do.
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
//!
//! In chaturaji, the four-player game with dice, a ply is a turn under an ordered roll. A turn counts once for
//! every roll that allows it, so the total divided by [`Variant::rolls`] is the expected number of sequences:
//! `16^n` for `n` plies with two dice of four sides.
//!
//! ```
//! use perft::Counter;
//! use rules_core::chaturaji::{Game, Rules};
//!
//! let game = Game::new(Rules::AR);
//! assert_eq!(Counter::new(1)?.count(&game, &game.start(), 2)?, 48_040);
//! # Ok::<(), perft::Fault>(())
//! ```
//!
//! [`Counter::divide`] splits a count by the first move, to find the move below which two programs differ:
//!
//! ```
//! use perft::{Counter, Variant};
//! use rules_core::chaturanga::{Game, Rules};
//!
//! let game: Game = Variant::new(Rules::TR);
//! let (node, ..) = Variant::read(&game, "7k/4P3/8/8/8/8/8/K7 w - Q 0 1")?;
//! let parts = Counter::new(1)?.divide(&game, &node, 2)?;
//! let lines: Vec<_> = parts.iter().map(|part| format!("{}: {}", part.step, part.nodes)).collect();
//! assert_eq!(lines, ["a1b1: 3", "a1a2: 3", "a1b2: 3", "e7e8: 3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The progress of a count can be observed from another thread, which can also stop the count:
//!
//! ```
//! use perft::{Counter, Fault};
//! use rules_core::chaturanga::{Game, Rules};
//!
//! let (game, counter) = (Game::new(Rules::NL), Counter::new(1)?);
//! counter.watch().stop();
//! assert!(matches!(counter.count(&game, &game.start(), 20), Err(Fault::Stopped)));
//! # Ok::<(), Fault>(())
//! ```
//!
//! # Modules
//!
//! - [`engine`] drives other programs that count, over UCI or a console.
//! - [`judge`] compares the counts of an engine with a ruleset, and names the reading that the engine plays.
//! - [`uci`] runs this crate as a UCI engine that only counts.
//! - [`file`](mod@file) reads text files of a bounded size.
//! - [`suite`] reads files of positions with known counts, and [`bench`](mod@bench) measures speed.
//! - `shell` is the command line, behind the feature `cli`, which is on by default.
//!
//! # Sister crates
//!
//! `rules-core` holds the rules of both games and the move generator. `conformance` holds the rules as test
//! positions and a slow generator that verifies the fast one. `fuzz` runs both generators on arbitrary input.

pub mod bench;
pub mod engine;
pub mod file;
pub mod judge;
#[cfg(feature = "cli")]
pub mod shell;
pub mod suite;
pub mod uci;

mod count;
mod knobs;

pub use count::{
    Bulk, Counter, Divided, Fault, MAX_DEPTH, Part, RollError, Stats, Tree, Variant, Watch, count_serially,
    total,
};
pub use knobs::knob_values;
