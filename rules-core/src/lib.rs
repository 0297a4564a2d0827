//! The rules of two old chess games under every documented reading: chaturanga for two players, and
//! chaturaji for four players with dice.
//!
//! The sources on these games contradict each other, and each leaves questions open. This crate treats every
//! such point as data. [`chaturanga::Rules`] and [`chaturaji::Rules`] give each point a value; a `Game`
//! checks positions under those values, generates legal moves, plays them, tells outcomes, and reads and
//! writes the notation. There are no dependencies, no unsafe code and no allocation. Reading a text never
//! panics.
//!
//! # What this crate does not do
//!
//! It is not an engine: it does not search, evaluate or keep time. It has no rule on repetitions, because no
//! source has one, and no limit on the number of moves. It keeps no history: a `Position` is
//! everything that decides the moves, and nothing else.
//!
//! # The parts
//!
//! Both games have the same parts under the same names, one module for each game:
//!
//! | type | what it is |
//! |---|---|
//! | `Rules` | a value for every knob: plain data, `Copy`, with a text form |
//! | `Game` | a ruleset and the tables computed from it; answers every question about a position |
//! | `Setup` | any placement that a text can describe, legal or not, with public fields |
//! | `Position` | a placement that the rules accept: 64 bytes, `Copy`, `Eq` and `Hash` |
//! | `Move`, `Turn` | a move of one piece; in chaturaji, what a seat does with its dice |
//! | `Outcome` | the end of a game, with its reason |
//! | `Refusals` | all reasons why a text or a placement is refused |
//!
//! # Generate moves
//!
//! A `Game` holds a ruleset and the tables that follow from it. Create it once; then ask it about positions.
//!
//! ```
//! use rules_core::chaturanga::{Game, Rules};
//!
//! let game = Game::new(Rules::NL);
//! let start = game.start();
//! assert_eq!(game.count(&start), 18);
//! // The raja may jump as the horse moves, once, until it is attacked.
//! assert!(game.moves(&start).any(|mv| mv.to_string() == "e1f3"));
//! ```
//!
//! # Play a game
//!
//! ```
//! use rules_core::chaturanga::{Color, Game, Outcome, Reason, Rules};
//!
//! let game = Game::new(Rules::NL);
//! let mut position = game.read("k7/8/K7/8/8/8/8/7R w")?;
//! // The ratha checks along the eighth rank, and the raja guards a7, b7 and b6.
//! position = game.play(&position, "h1h8".parse()?)?;
//! let mate = Outcome { winner: Some(Color::White), reason: Reason::Mate };
//! assert_eq!(game.outcome(&position), Some(mate));
//! assert!(game.is_over(&position) && game.moves(&position).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Roll dice
//!
//! In chaturaji a ply is a turn: a move for each die, one move, or none. Before the dice are rolled, every
//! turn comes with the number of ordered rolls that allow it: of 16 with two dice.
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
//! After a roll, only the turns of that roll are legal. The points are kept apart from the position:
//!
//! ```
//! use rules_core::chaturaji::{Game, Rules, Seat, Tally};
//!
//! let game = Game::new(Rules::AR);
//! // A 3 moves a horse, a 5 moves a pawn or the king.
//! let rolled = game.roll(&game.start(), "35".parse()?)?;
//! let turn = "a2c3+b2c2".parse()?;
//! let tally = game.score(&rolled, &Tally::default(), turn)?;
//! let next = game.play(&rolled, turn)?;
//! assert_eq!((next.seat(), tally.scores), (Seat::Black, [0; 4]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Change a rule
//!
//! Each point on which the sources differ is a *knob*. The text form of a ruleset is a preset and overrides.
//! [`Knobs`] lists the knobs and presets of a game, [`Axis`] changes one thing in a ruleset, and [`AnyRules`]
//! reads the rules of either game.
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
//! [`notation`] describes the texts.
//!
//! # Count fast
//!
//! The generator hands out *sets* of moves, such as all moves of one piece. A caller that only counts adds up
//! the sizes of the sets and lists no move. A [`Visitor`] receives the sets; the `Mover` of each game chooses
//! a code path once, outside the recursion. [`chaturanga::Mover`] has an example.
//!
//! # Sources
//!
//! Where an item is a rule, its documentation cites the source by its id and section: `tr` and `nl` are the
//! Turkish and the Dutch text on chaturanga, `ar` is the Arabic text on chaturaji. Where a value of a knob
//! follows a program and not a text, the documentation names the program.
//!
//! # Sister crates
//!
//! Three more crates of the same workspace build on this one:
//!
//! - `perft` counts move sequences fast, in parallel and exactly, and compares other programs with this
//!   crate;
//! - `conformance` holds the rules as test positions, each with the statements of the sources behind it, and
//!   a second, slow generator that shares no code with this one;
//! - `fuzz` holds fuzz targets over the readers, the generators and the laws that connect them.
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
