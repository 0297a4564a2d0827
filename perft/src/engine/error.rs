//! Why a program could not answer a question.

use super::lines::LinesFaultKind;
use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// Why a program could not answer a question.
#[derive(Debug)]
pub struct EngineError {
    /// What went wrong.
    pub kind: EngineErrorKind,
    /// The last lines of the answer that its dialect cannot parse.
    pub unread: Vec<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}

/// How many unparsed lines an error quotes, and how many letters of each.
const UNREAD_SHOWN: usize = 3;
const UNREAD_LETTERS: usize = 300;
/// How many offered names an error lists.
const OFFERED_SHOWN: usize = 100;

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineErrorKind {
    /// The command cannot be split into a program and its arguments.
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
    /// The dialect lacks something that was asked for.
    Dialect {
        /// The dialect.
        dialect: String,
        /// What it lacks.
        what: &'static str,
    },
    /// The program does not offer this name.
    NotOffered {
        /// The kind of choice: a dialect, a variant or an option.
        what: &'static str,
        /// The name.
        name: String,
        /// The offered names.
        offered: Vec<String>,
    },
    /// The program exited or closed its output.
    Ended {
        /// What was asked.
        question: String,
        /// The exit status; `None` if it is still running.
        status: Option<ExitStatus>,
        /// Which process of the program it was: 1 for the first, 2 after a restart.
        process: u32,
    },
    /// The program did not answer in time.
    Late {
        /// What was asked.
        question: String,
        /// The length of the wait.
        patience: Duration,
        /// Which process of the program it was: 1 for the first, 2 after a restart.
        process: u32,
    },
    /// The program's answer is too long.
    Endless {
        /// What was asked.
        question: String,
        /// Which process of the program it was: 1 for the first, 2 after a restart.
        process: u32,
    },
    /// The program refused a request.
    Refused {
        /// What was asked.
        question: String,
        /// Its answer.
        line: String,
    },
    /// The program does not report its current position.
    Mute {
        /// The question.
        question: String,
        /// The line that was expected.
        expected: String,
    },
    /// The program's current position is not the one it was given.
    OtherPosition {
        /// What was sent.
        said: String,
        /// The position that was expected.
        expected: String,
        /// The position that it reports.
        held: String,
    },
    /// The program plays another game.
    OtherGame {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// A move of that game.
        mv: String,
    },
    /// The answers contradict each other.
    Contradiction {
        /// The contradiction.
        how: String,
    },
    /// The program does not speak the line protocol as it must.
    Lines(LinesFaultKind),
    /// The stop flag was set during a wait.
    Interrupted,
}

/// Returns the beginning of a line.
fn excerpt(line: &str) -> String {
    match line.char_indices().nth(UNREAD_LETTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Names a process of the program by its number.
struct Which(u32);

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 | 1 => f.write_str("the engine"),
            number => write!(f, "the restarted engine (process {number})"),
        }
    }
}

impl EngineError {
    /// Adds the lines of the answer that could not be parsed.
    pub(crate) fn with(mut self, unread: &[String]) -> Self {
        let last = &unread[unread.len().saturating_sub(UNREAD_SHOWN)..];
        self.unread = last.iter().map(|line| excerpt(line)).collect();
        self
    }

    /// Returns whether the request is at fault rather than the program.
    pub fn is_misuse(&self) -> bool {
        use EngineErrorKind::{Command, Dialect, NotOffered};
        matches!(self.kind, Command { .. } | Dialect { .. } | NotOffered { .. })
    }

    /// Returns whether the program failed to set up the position it was given.
    pub fn is_about_position(&self) -> bool {
        matches!(self.kind, EngineErrorKind::Refused { .. } | EngineErrorKind::OtherPosition { .. })
    }

    /// Returns whether the program refused a request.
    pub fn is_refusal(&self) -> bool {
        matches!(self.kind, EngineErrorKind::Refused { .. })
    }

    /// Returns whether the wait was interrupted.
    pub fn is_interruption(&self) -> bool {
        matches!(self.kind, EngineErrorKind::Interrupted)
    }
}

impl fmt::Display for EngineErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { command } => {
                write!(
                    f,
                    "`{command}` cannot be split into a program and arguments; is there an unclosed quote?"
                )
            }
            Self::Start { program, error } => write!(f, "cannot start `{program}`: {error}"),
            Self::Dialect { dialect, what } => write!(f, "dialect {dialect} cannot {what}"),
            Self::NotOffered { what, name, offered } if offered.is_empty() => {
                write!(f, "the engine offers no {what}s, so {name:?} is not available")
            }
            Self::NotOffered { what, name, offered } => {
                let shown = offered[..offered.len().min(OFFERED_SHOWN)].join(", ");
                write!(f, "the engine offers no {what} {name:?}; it offers {shown}")?;
                match offered.len().checked_sub(OFFERED_SHOWN).filter(|more| *more > 0) {
                    Some(more) => write!(f, " and {more} more"),
                    None => Ok(()),
                }
            }
            Self::Ended { question, status: Some(status), process } => {
                write!(f, "{} ended ({status}) instead of answering `{question}`", Which(*process))
            }
            Self::Ended { question, status: None, process } => {
                write!(f, "{} closed its output instead of answering `{question}`", Which(*process))
            }
            Self::Late { question, patience, process } => write!(
                f,
                "{} did not answer `{question}` within {patience:?}; --timeout allows more time",
                Which(*process)
            ),
            Self::Endless { question, process } => {
                write!(f, "the answer of {} to `{question}` is too long", Which(*process))
            }
            Self::Refused { question, line } => write!(f, "the engine answered `{question}` with `{line}`"),
            Self::Mute { question, expected } => write!(
                f,
                "the engine did not report its current position: it answered `{question}` without a line like `{expected}`, \
                 so its counts cannot be trusted; a dialect without `held` skips this check"
            ),
            Self::OtherPosition { said, expected, held } => {
                write!(f, "after `{said}`, the engine reports the position `{held}`; expected `{expected}`")
            }
            Self::OtherGame { game, position, mv } => write!(
                f,
                "the engine plays {game}: in `{position}` it lists the move {mv}, which no known reading allows; \
                 does --variant name the right variant?"
            ),
            Self::Contradiction { how } => f.write_str(how),
            Self::Lines(kind) => write!(f, "{kind}"),
            Self::Interrupted => f.write_str("stopped while waiting for the engine"),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if !self.unread.is_empty() {
            f.write_str(
                "\nthis dialect cannot parse these lines of its answer (--dialect chooses another):",
            )?;
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
