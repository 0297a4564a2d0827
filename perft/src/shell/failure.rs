//! The reasons why a command fails, each with its exit code.

use crate::Fault;
use crate::engine::EngineError;
use crate::judge::JudgeError;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Why a command failed. Typed errors become text here, and each kind has its own exit code.
#[derive(Debug)]
pub enum Failure {
    /// The command found a difference and has reported it: exit code 1.
    Difference,
    /// The request cannot be carried out: exit code 2.
    Misuse(String),
    /// An outside program failed or misbehaved: exit code 3.
    Outside(String),
    /// Standard output could not be written: exit code 74.
    Output(io::Error),
    /// A signal ended the command: exit code 130.
    Interrupted(String),
}

impl Failure {
    /// Returns a misuse, with the argument or the file at fault in front of the error.
    pub fn misuse(place: impl Display, error: impl Display) -> Self {
        Self::Misuse(format!("{place}: {error}"))
    }

    /// Returns the failure of a count; `what` names the count.
    pub(super) fn of_count(fault: Fault, what: impl Display) -> Self {
        match fault {
            Fault::Stopped => Self::Interrupted(format!("{what} did not finish")),
            fault => Self::misuse(what, fault),
        }
    }

    /// Returns the exit code. A reader that closes the pipe early, as `head` does, is no failure.
    fn code(&self) -> u8 {
        match self {
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => 0,
            Self::Difference => 1,
            Self::Misuse(_) => 2,
            Self::Outside(_) => 3,
            Self::Output(_) => 74,
            Self::Interrupted(_) => 130,
        }
    }

    /// Returns the message for standard error, unless the output has said everything.
    fn message(&self) -> Option<String> {
        match self {
            Self::Difference => None,
            Self::Misuse(message) | Self::Outside(message) => Some(format!("error: {message}")),
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => None,
            Self::Output(error) => Some(format!("error: cannot write the output: {error}")),
            Self::Interrupted(message) => Some(format!("interrupted: {message}")),
        }
    }
}

/// Reports a failure on standard error and returns the exit code of the program.
pub fn finish(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else { return ExitCode::SUCCESS };
    if let Some(message) = failure.message() {
        // If standard error is closed, only the exit code can report the failure.
        let _ = writeln!(io::stderr(), "{message}");
    }
    ExitCode::from(failure.code())
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::of_count(fault, "the count")
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            error if error.is_interruption() => Self::Interrupted(error.to_string()),
            error if error.is_misuse() => Self::Misuse(error.to_string()),
            error => Self::Outside(error.to_string()),
        }
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Engine { error, place: None } => error.into(),
            error @ JudgeError::Engine { .. } if error.is_interruption() => {
                Self::Interrupted(error.to_string())
            }
            error @ JudgeError::Engine { .. } => Self::Outside(error.to_string()),
            JudgeError::Count(fault) => fault.into(),
            error @ JudgeError::Position { .. } => Self::Misuse(error.to_string()),
        }
    }
}
