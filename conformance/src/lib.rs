//! What the rules say, held against the programs that play by them.
//!
//! What this crate is: a second move generator ([`mod@reference`]), written from the source texts without a look
//! at the first one, slow and plain enough to be checked by eye; and random positions and rulesets
//! ([`random`]) on which the two can be compared.
//!
//! It holds the rules as test positions ([`suite`]), checks both generators against them ([`mod@check`]), programs of
//! others, too ([`against`]), and the positions against each other ([`mod@lint`]).
//!
//! What it is not: fast. To count positions by the million, take the other generator; this one says
//! whether its numbers are right.
//!
//! Comments cite the two texts on chaturanga by their ids, `tr` (Turkish) and `nl` (Dutch), and a section
//! (§) of the text.
//!
//! ```
//! use conformance::reference::chaturanga::State;
//! use rules_core::chaturanga::Rules;
//!
//! let start = State::start(&Rules::NL);
//! assert_eq!(start.perft(&Rules::NL, 2), 324);
//! ```
#![forbid(unsafe_code)]

pub mod against;
pub mod check;
pub mod claim;
pub mod comparison;
pub mod expectation;
pub mod generator;
pub mod lint;
pub mod mutation;
pub mod point;
pub mod query;
pub mod random;
pub mod reference;
pub mod report;
pub mod run;
pub mod sources;
pub mod suite;

mod yaml;
