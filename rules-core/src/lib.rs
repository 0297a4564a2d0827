//! The rules of the oldest chess games under every documented reading: chaturanga for two, chaturaji for four.
//!
//! What this crate is: the rules as data ([`chaturanga::Rules`], [`chaturaji::Rules`]), positions checked against them, legal
//! moves, outcomes, and the notation of both. It has no dependencies, allocates nothing while generating
//! moves, and holds no unsafe code.
//!
//! What it is not: an engine. It does not search, evaluate, keep time, or judge repetitions (no source
//! has a rule on them).
//!
//! ```
//! use rules_core::chaturanga::{Game, Rules};
//!
//! let game = Game::new(Rules::NL);
//! let start = game.start();
//! assert_eq!(game.count(&start), 18);
//! // The raja's first move may be a horse's leap, where the source grants it.
//! assert!(game.moves(&start).any(|mv| mv.to_string() == "e1f3"));
//! ```
#![no_std]
#![forbid(unsafe_code)]

pub mod chaturaji;
pub mod chaturanga;
pub mod notation;

mod any;
mod attacks;
mod axis;
mod bitboard;
mod files;
mod knob;
mod role;
mod sink;
mod square;
mod walkers;

pub use any::AnyRules;
pub use axis::Axis;
pub use bitboard::{Bitboard, Squares};
pub use files::{FileSet, ParseFileSetError};
pub use knob::{Domain, Knob, Knobs, Override, RulesError, RulesErrorKind, Value};
pub use notation::Refusals;
pub use role::{Move, ParseMoveError, ParsePieceError, RoleSet, Roles};
pub use square::{ParseSquareError, Square};
