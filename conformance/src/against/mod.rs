//! The suite through programs of others.
//!
//! A [`Program`] is asked what a case asks, in a way of its own: [`line_program`] is for libraries behind a page of adapter,
//! [`engine_program`] for programs that speak UCI or have a console. [`judge`](judge()) holds its answers against the cases that a ruleset is told by, and [`known`]
//! against what is known of the program. [`respond`](respond()) is the other end of the line protocol, in which the
//! generators of this crate answer.

pub mod engine_program;
pub mod judge;
pub mod known;
pub mod line_program;
pub mod program;
pub mod protocol;
pub mod serve;

pub use judge::{Status, Verdict, judge};
pub use program::{Fault, Identity, Program, Question, Reply};
pub use serve::respond;
