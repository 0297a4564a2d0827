//! The rules of the oldest chess games under every documented reading: chaturanga for two players and
//! chaturaji for four, with dice.
//!
//! This crate holds the rules as data ([`chaturanga::Rules`], [`chaturaji::Rules`]), checks positions against
//! them, generates legal moves, tells outcomes, and reads and writes the notation of both games. It has no
//! dependencies, no unsafe code, and allocates nothing.
//!
//! It is not an engine: it does not search, evaluate or keep time. It has no rule on repetitions, because no
//! source has one.
//!
//! # Generate moves
//!
//! A `Game` holds a ruleset and the tables that follow from it. Everything about a position is asked there.
//!
//! ```
//! use rules_core::chaturanga::{Game, Rules};
//!
//! let game = Game::new(Rules::NL);
//! let start = game.start();
//! assert_eq!(game.count(&start), 18);
//! // The raja's first move may be the leap of a horse, where the source grants it.
//! assert!(game.moves(&start).any(|mv| mv.to_string() == "e1f3"));
//! ```
//!
//! # Roll dice
//!
//! In chaturaji a ply is a turn: a move for each die, one move, or none. Without a roll, every turn comes
//! with the number of the 16 ordered rolls that allow it.
//!
//! ```
//! use rules_core::chaturaji::{Game, Rules};
//!
//! let game = Game::new(Rules::AR);
//! let mut total = 0;
//! game.visit(&game.start(), |_turn, _next, rolls| total += u64::from(rolls));
//! assert_eq!(total, game.count(&game.start()));
//! ```
//!
//! # Change a rule
//!
//! Each point on which the sources differ is a knob; a ruleset gives every knob a value. Its text form is a
//! preset and overrides. [`Knobs`] lists the knobs and presets of a game, [`Axis`] changes one thing in a
//! ruleset, and [`AnyRules`] reads the rules of either game.
//!
//! ```
//! use rules_core::{Knobs, chaturanga::Rules};
//!
//! let rules: Rules = "tr+elephant-move=lame-alfil+raja-jump=none".parse()?;
//! assert_eq!(rules.distance(&Rules::TR), 2);
//! for knob in Rules::KNOBS {
//!     println!("{}: {}", knob.id, knob.domain.text((knob.get)(&rules)));
//! }
//! # Ok::<(), rules_core::RulesError>(())
//! ```
//!
//! # Read a position
//!
//! A `Setup` is any placement that a text describes; a `Position` is one that the rules accept. All reasons
//! against a text or placement are reported at once.
//!
//! ```
//! use rules_core::chaturanga::{Game, Rules, Setup};
//!
//! let setup: Setup = "7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1".parse()?;
//! let position = Game::new(Rules::NL).position(&setup)?;
//! assert!(position.diagram().to_string().starts_with("8 . . . . . . . k\n"));
//!
//! let refusals = Game::new(Rules::NL).position(&"K7/8/8/8/8/8/8/8 w".parse()?).unwrap_err();
//! assert_eq!(refusals.to_string(), "ranks: the raja of Black is missing");
//! # Ok::<(), rules_core::chaturanga::Refusals>(())
//! ```
//!
//! # Sources
//!
//! Where an item is a rule, its documentation cites the source by its id and section: `tr` and `nl` are the
//! Turkish and the Dutch text on chaturanga, `ar` is the Arabic text on chaturaji.
//!
//! # Sister crates
//!
//! In the same workspace, `perft` counts move sequences fast, in parallel and exactly, and compares other
//! programs with this crate; `conformance` holds the rules as test positions, each with the statements of the
//! sources behind it, and a second, slow generator that shares no code with this one; `fuzz` holds fuzz
//! targets over both.
#![no_std]
#![forbid(unsafe_code)]

pub mod attacks;
pub mod chaturaji;
pub mod chaturanga;
pub mod notation;

mod any_rules;
mod axis;
mod bitboard;
mod files;
mod hash;
mod knob;
mod pawn_targets;
mod role;
mod square;
mod visitor;

pub use any_rules::AnyRules;
pub use axis::Axis;
pub use bitboard::{Bitboard, Squares};
pub use files::{FileSet, ParseFileSetError};
pub use knob::{Domain, Knob, Knobs, Override, RulesError, RulesErrorKind, Value};
pub use notation::Refusals;
pub use pawn_targets::PawnTargets;
pub use role::{Move, ParseMoveError, ParsePieceError, RoleSet, Roles};
pub use square::{ParseSquareError, Square};
pub use visitor::Visitor;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
