//! A program that answers what cases ask, whatever the way in which it is talked to.

use crate::query::{Answer, Query};
use std::fmt;

/// What a case asks of a program: never what it expects.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, R> {
    /// The rules.
    pub rules: &'a R,
    /// The position text, or `startpos`.
    pub position: &'a str,
    /// The plies that lead from there to the position that is looked at.
    pub line: &'a [String],
    /// What is asked of it.
    pub query: Query,
}

/// What a program says to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// What was asked for.
    Answer(Answer),
    /// The text is no position, for reasons of these kinds; none where the program does not tell.
    Refused(Vec<String>),
    /// This ply of the line is not legal.
    Illegal(String),
    /// It is not made to answer this, and why.
    Cannot(String),
}

/// What a program calls itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version; empty where it does not tell.
    pub version: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version } = self;
        f.write_str(name)?;
        if version.is_empty() { Ok(()) } else { write!(f, " {version}") }
    }
}

/// Why a program did not answer as it has to: it died, came late, or said what is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What went wrong.
    pub what: String,
    /// Its last lines on standard error.
    pub errors: Vec<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if !self.errors.is_empty() {
            write!(f, "; on standard error it said:")?;
        }
        self.errors.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl std::error::Error for Fault {}

/// A program that answers questions on the game with these rules.
pub trait Program<R> {
    /// What it calls itself.
    fn identity(&self) -> &Identity;

    /// Asks one question.
    ///
    /// # Errors
    /// When the program did not answer as it has to; then it has to be started again before the next question.
    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, Fault>;

    /// Ends it, and starts it again.
    ///
    /// # Errors
    /// When it does not start.
    fn restart(&mut self) -> Result<(), Fault>;
}
