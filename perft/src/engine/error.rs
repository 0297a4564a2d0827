//! Why a program could not be asked.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// Why a program could not be asked, and what it said on standard error.
#[derive(Debug)]
pub struct EngineError {
    /// What went wrong.
    pub kind: EngineErrorKind,
    /// The last lines of the answer that mean nothing in its dialect.
    pub unread: Vec<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}

/// Of what means nothing, so many lines are shown.
const UNREAD_SHOWN: usize = 3;

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineErrorKind {
    /// The command is no program with arguments.
    Command {
        /// The command.
        command: String,
    },
    /// The program cannot be started.
    Start {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// The dialect has no way of saying this.
    Dialect {
        /// The dialect.
        dialect: String,
        /// What it cannot say.
        what: &'static str,
    },
    /// The program offers nothing of this name.
    NotOffered {
        /// What was to be chosen: a variant or an option.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that it offers.
        offered: Vec<String>,
    },
    /// The program ended.
    Ended {
        /// What was asked.
        question: String,
        /// How it ended; `None` where it closed its output and runs on.
        status: Option<ExitStatus>,
    },
    /// The program did not answer in time.
    Late {
        /// What was asked.
        question: String,
        /// How long it was waited for.
        patience: Duration,
    },
    /// The program wrote more than any answer has.
    Endless {
        /// What was asked.
        question: String,
    },
    /// The program refused.
    Refused {
        /// What was asked.
        question: String,
        /// Its words.
        line: String,
    },
    /// The program does not say which position it holds.
    Mute {
        /// How it was asked.
        question: String,
        /// The line that was expected.
        expected: String,
    },
    /// The program holds another position than the one it was given.
    OtherPosition {
        /// What it was told.
        said: String,
        /// What it should hold.
        expected: String,
        /// What it says it holds.
        held: String,
    },
    /// The program plays another game.
    OtherGame {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// The move that gives it away.
        mv: String,
    },
    /// The answers contradict themselves or each other.
    Contradiction {
        /// How.
        how: String,
    },
    /// Interrupted from outside.
    Interrupted,
}

impl EngineError {
    /// The same beside the lines of the answer that could not be read.
    pub(crate) fn with(mut self, unread: &[String]) -> Self {
        self.unread = unread[unread.len().saturating_sub(UNREAD_SHOWN)..].to_vec();
        self
    }

    /// Whether the command asks for what cannot be, rather than the program failing.
    pub fn is_misuse(&self) -> bool {
        use EngineErrorKind::{Command, Dialect, NotOffered};
        matches!(self.kind, Command { .. } | Dialect { .. } | NotOffered { .. })
    }

    /// Whether the program does not hold the position that it was given.
    pub fn is_about_position(&self) -> bool {
        matches!(self.kind, EngineErrorKind::Refused { .. } | EngineErrorKind::OtherPosition { .. })
    }

    /// Whether it was interrupted.
    pub fn is_interruption(&self) -> bool {
        matches!(self.kind, EngineErrorKind::Interrupted)
    }
}

impl fmt::Display for EngineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { command } => {
                write!(f, "`{command}` is no program with arguments: is a quote left open?")
            }
            Self::Start { program, error } => write!(f, "`{program}` cannot be started: {error}"),
            Self::Dialect { dialect, what } => write!(f, "the dialect {dialect} has no way to {what}"),
            Self::NotOffered { what, name, offered } if offered.is_empty() => {
                write!(f, "the engine offers no {what}s, so {name:?} cannot be chosen")
            }
            Self::NotOffered { what, name, offered } => {
                write!(f, "the engine offers no {what} {name:?}; it offers {}", offered.join(", "))
            }
            Self::Ended { question, status: Some(status) } => {
                write!(f, "the engine ended ({status}) instead of answering `{question}`")
            }
            Self::Ended { question, status: None } => {
                write!(f, "the engine closed its output instead of answering `{question}`")
            }
            Self::Late { question, patience } => write!(
                f,
                "the engine did not answer `{question}` within {patience:?}; --timeout gives it longer"
            ),
            Self::Endless { question } => write!(f, "the engine answered `{question}` without end"),
            Self::Refused { question, line } => write!(f, "the engine answered `{question}` with `{line}`"),
            Self::Mute { question, expected } => write!(
                f,
                "asked which position it holds (`{question}`), the engine wrote no line such as `{expected}`; \
                 nothing counted by it would mean anything. A dialect without `held` does without"
            ),
            Self::OtherPosition { said, expected, held } => {
                write!(
                    f,
                    "told `{said}`, the engine should hold `{expected}` and says that it holds `{held}`"
                )
            }
            Self::OtherGame { game, position, mv } => write!(
                f,
                "the engine plays {game}: from `{position}` it has {mv}, a move of no reading here; \
                 was the variant chosen (--variant)?"
            ),
            Self::Contradiction { how } => f.write_str(how),
            Self::Interrupted => f.write_str("the engine was being waited for"),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if !self.unread.is_empty() {
            f.write_str("\nits answer has what means nothing in this dialect (--dialect chooses another):")?;
            self.unread.iter().try_for_each(|line| write!(f, "\n    {line}"))?;
        }
        if !self.stderr.is_empty() {
            f.write_str("\nits standard error ends with:")?;
            self.stderr.iter().try_for_each(|line| write!(f, "\n    {line}"))?;
        }
        Ok(())
    }
}

impl std::error::Error for EngineError {}
