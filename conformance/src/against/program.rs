//! A program under test, independent of the protocol that it uses.

use super::fault::ProgramFault;
use crate::query::{Answer, Query};
use std::fmt;

/// A question from a case. It never contains the expectation.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, R> {
    /// The rules.
    pub rules: &'a R,
    /// The position text, or `startpos`.
    pub position: &'a str,
    /// The plies that lead from there to the position in question.
    pub line: &'a [String],
    /// The query about that position.
    pub query: Query,
}

/// The reply of a program to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The answer.
    Answer(Answer),
    /// The text is not a position. Holds the refusal kinds; empty if the program does not report any.
    Refused(Vec<String>),
    /// This ply of the line is not legal.
    Illegal(String),
    /// The program does not support the question, for this reason.
    Cannot(String),
}

/// The name and version that a program reports. Displays as `name version`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// The name.
    pub name: String,
    /// The version; empty if the program does not report it.
    pub version: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version } = self;
        f.write_str(name)?;
        if version.is_empty() { Ok(()) } else { write!(f, " {version}") }
    }
}

/// A program that answers questions about the game with rules `R`.
pub trait Program<R> {
    /// Returns the name and version that the program reports.
    fn identity(&self) -> &Identity;

    /// Asks a question.
    ///
    /// # Errors
    /// The program failed; restart it before the next question.
    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, ProgramFault>;

    /// Ends the program and starts it again.
    ///
    /// # Errors
    /// The program cannot be started.
    fn restart(&mut self) -> Result<(), ProgramFault>;
}
