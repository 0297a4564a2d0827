//! A program that answers the questions of cases, however it is spoken to.

use super::fault::ProgramFault;
use crate::query::{Answer, Query};
use std::fmt;

/// What a case asks a program; never what the case expects.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, R> {
    /// The rules.
    pub rules: &'a R,
    /// The position text, or `startpos`.
    pub position: &'a str,
    /// The plies that lead from there to the position that is asked about.
    pub line: &'a [String],
    /// What is asked about that position.
    pub query: Query,
}

/// The reply of a program to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The answer.
    Answer(Answer),
    /// The text is not a position. Holds the kinds of reasons; empty if the program does not give any.
    Refused(Vec<String>),
    /// This ply of the line is not legal.
    Illegal(String),
    /// The program is not made to answer the question, for this reason.
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
    /// The program did not answer as it must. It must be restarted before the next question.
    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, ProgramFault>;

    /// Ends the program and starts it again.
    ///
    /// # Errors
    /// The program does not start.
    fn restart(&mut self) -> Result<(), ProgramFault>;
}
