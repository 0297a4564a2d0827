//! Tests external programs with the cases.
//!
//! A [`Program`] answers the questions of cases in its own way: [`LineProgram`] is for libraries behind an
//! adapter that speaks the line protocol, [`EngineProgram`] for engines that speak UCI or have a console.
//! [`judge`](judge()) compares the answers with the cases that cover a ruleset, and [`KnownProgram`] holds
//! the known results of a program. [`respond`] implements the program side of the line protocol with the
//! generators of this crate.

mod engine_program;
mod fault;
mod fit;
mod judge;
mod known;
mod line_program;
mod program;
mod protocol;
mod serve;

pub use engine_program::{EngineLaunch, EngineProgram};
pub use fault::{ProgramFault, ProgramFaultKind};
pub use fit::{RuleFit, ValueFit};
pub use judge::{NOTATION, Status, Unanswered, Verdict, VerdictTotals, applying, judge};
pub use known::{Disagreement, KnownProgram, KnownRun, Vanished};
pub use line_program::LineProgram;
pub use perft::engine::lines::{AnswerError, GreetingError, LineError};
pub use program::{Identity, Program, Question, Reply};
pub use protocol::AnswerLine;
pub use serve::{FlippedKnob, GeneratorChoice, respond};
