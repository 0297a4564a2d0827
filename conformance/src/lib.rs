//! The rules of chaturanga and chaturaji as test positions, and the means to check any move generator against
//! them.
//!
//! - [`Suite`] holds the cases of a game with the statements of the sources behind them; [`lint`](lint())
//!   checks the suite itself.
//! - [`check`](check()) compares a [`Generator`] with a case, and [`run`](run()) both generators of this
//!   project with all.
//! - [`against`] tests external programs with the cases.
//! - [`reference`](mod@reference) is a second move generator, written from the source texts alone. It is
//!   slow, and simple enough to be checked by eye.
//! - [`fen4`] reads and writes positions of chess.com's Chaturaji.
//! - [`random`] makes random positions and rulesets, on which generators can be compared.
//!
//! This crate is not fast. The fast generator is `rules-core`, and `perft` counts with it; this crate says
//! whether their numbers are right.
//!
//! # Examples
//!
//! Counting with the slow generator:
//!
//! ```
//! use conformance::reference::chaturanga::State;
//! use rules_core::chaturanga::Rules;
//!
//! let start = State::start(&Rules::NL);
//! assert_eq!(start.perft(&Rules::NL, 2), 324);
//! ```
//!
//! Checking a generator against a case, under a ruleset that the case covers:
//!
//! ```
//! use conformance::{Generator, Suite, SuiteFiles, Tested, check};
//! use rules_core::chaturanga::Rules;
//!
//! let suite: Suite<Rules> = Suite::load(SuiteFiles::BuiltIn)?;
//! let case = suite.cases.iter().find(|case| case.name == "chaturanga/elephant/centre").expect("the case");
//! let generator = <Rules as Tested>::Fast::new(&Rules::NL);
//! assert!(check(&generator, case, &case.expect[case.varied(&Rules::NL)]).is_ok());
//! # Ok::<(), conformance::LoadErrors>(())
//! ```
#![forbid(unsafe_code)]

pub mod against;
pub mod fen4;
pub mod random;
pub mod reference;

mod case;
mod check;
mod claim;
#[cfg(feature = "cli")]
mod commands;
#[cfg(feature = "cli")]
mod comparison;
mod expectation;
mod generator;
mod id;
mod lint;
mod load_error;
mod mutation;
mod query;
#[cfg(feature = "cli")]
mod report;
mod run;
mod sources;
mod suite;
mod suite_files;
mod yaml;

pub use case::Case;
pub use check::{Mismatch, check};
pub use claim::{Description, Entry, Kind, Vector};
#[cfg(feature = "cli")]
pub use commands::run_command_line;
pub use expectation::Expectation;
pub use generator::{Generator, Tested};
pub use lint::{LintReport, lint};
pub use load_error::{CaseError, KnobError, LoadError, LoadErrors};
pub use mutation::{Fate, Mutant, corrupted, mutants};
pub use query::{Answer, Query};
pub use run::{CaseRuns, FailedRun, run};
pub use sources::{How, NotModelled, Reading, Rule, Silence, Source, Statement, Support, Unsupported};
pub use suite::Suite;
pub use suite_files::SuiteFiles;
pub use yaml::{FileError, FileErrorKind, YamlError};
