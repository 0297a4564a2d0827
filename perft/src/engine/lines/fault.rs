//! What can go wrong with a program that speaks the line protocol, and with its answers.

use crate::engine::Silence;
use std::fmt;
use std::io;
use std::time::Duration;

/// A program failed: it crashed, timed out or violated the protocol.
#[derive(Debug)]
pub struct LinesFault {
    /// What went wrong.
    pub kind: LinesFaultKind,
    /// The last lines that the program wrote to standard error.
    pub stderr: Vec<String>,
}

/// What went wrong with a program.
#[derive(Debug)]
#[non_exhaustive]
pub enum LinesFaultKind {
    /// The command names no program.
    NoProgram,
    /// The program cannot be started.
    Start {
        /// The program.
        program: String,
        /// The cause.
        error: io::Error,
    },
    /// A question cannot be written as JSON.
    Unwritten(serde_json::Error),
    /// The program wrote this line before anything was asked.
    Unasked(String),
    /// No line came in answer to a question.
    Silent {
        /// The question, as it was sent.
        question: String,
        /// The longest wait.
        patience: Duration,
        /// Why no line came.
        silence: Silence,
        /// Which process of the program it was: 1 for the first, 2 after a restart.
        process: u32,
    },
    /// A line is not an answer.
    NotAnAnswer(LineError),
    /// The answer has the number of another question.
    OtherQuestion {
        /// The number in the answer.
        found: u64,
        /// The number of the question.
        asked: u64,
    },
    /// The answer to the first question is not a greeting.
    Greeting(GreetingError),
    /// The answer does not have the form that its question requires.
    WrongAnswer {
        /// The question, in words.
        question: String,
        /// What is wrong with the answer.
        error: AnswerError,
    },
}

/// What is wrong with the answer to the first question.
#[derive(Debug)]
pub enum GreetingError {
    /// It has a field other than `answer`.
    NotAnswer,
    /// Its `answer` does not have the form of a greeting.
    Form(serde_json::Error),
    /// The program speaks another version of the protocol.
    Version {
        /// The version of the program.
        found: u32,
        /// The version that is needed.
        needed: u32,
    },
}

/// What is wrong with the form of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerError {
    /// It does not have exactly one of the four fields.
    Fields,
    /// Its `answer` does not have the form that the question requires.
    Form {
        /// The name of the question.
        ask: &'static str,
        /// The form.
        expected: &'static str,
    },
    /// It lists a text that is not a ply.
    NotAPly {
        /// The name of the question.
        ask: &'static str,
        /// The text.
        text: String,
        /// Examples of plies.
        examples: &'static str,
    },
    /// `illegal` contains a ply that is not in the line.
    NotInLine(String),
    /// `cannot` gives no reason.
    NoReason,
}

/// A line that is not a JSON object of the expected form.
#[derive(Debug)]
pub struct LineError {
    /// The error of the parser.
    pub error: serde_json::Error,
    /// The line.
    pub line: String,
}

/// The beginning of a line, quoted, for a message.
struct Excerpt<'a>(&'a str);

impl fmt::Display for LinesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.stderr.is_empty() {
            f.write_str("; its standard error:")?;
        }
        self.stderr.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl std::error::Error for LinesFault {}

impl LinesFaultKind {
    /// Returns whether the wait was interrupted.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Self::Silent { silence: Silence::Interrupted, .. })
    }
}

impl fmt::Display for LinesFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProgram => f.write_str("the command names no program"),
            Self::Start { program, error } => write!(f, "cannot start {program}: {error}"),
            Self::Unwritten(error) => write!(f, "the question cannot be written: {error}"),
            Self::Unasked(line) => write!(f, "it wrote a line before anything was asked: {}", Excerpt(line)),
            Self::Silent { silence: Silence::Endless, .. } => {
                f.write_str("it wrote a line that is longer than any answer")
            }
            Self::Silent { silence: Silence::Interrupted, .. } => f.write_str("interrupted"),
            Self::Silent { question, patience, silence, process } => {
                if *process > 1 {
                    write!(f, "restarted (process {process}), ")?;
                }
                match silence {
                    Silence::Ended(Some(status)) => {
                        write!(f, "it ended ({status}) instead of answering {question}")
                    }
                    Silence::Ended(None) => {
                        write!(f, "it closed its output instead of answering {question}")
                    }
                    _ => write!(
                        f,
                        "it gave no answer within {} seconds to {question}; use --timeout to wait longer",
                        patience.as_secs_f64()
                    ),
                }
            }
            Self::NotAnAnswer(error) => write!(f, "it wrote an invalid answer: {error}"),
            Self::OtherQuestion { found, asked } => {
                write!(f, "it answered question {found} when asked question {asked}")
            }
            Self::Greeting(error) => write!(f, "{error}"),
            Self::WrongAnswer { question, error } => write!(f, "wrong answer to {question}: {error}"),
        }
    }
}

impl fmt::Display for GreetingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnswer => f.write_str("its answer to `hello` must have `answer` and nothing else"),
            Self::Form(error) => {
                write!(f, "its answer to `hello` must be an object with protocol, name and version: {error}")
            }
            Self::Version { found, needed } => {
                write!(f, "it speaks version {found} of the line protocol; {needed} is needed")
            }
        }
    }
}

impl std::error::Error for GreetingError {}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => {
                f.write_str("it must have exactly one of `answer`, `refused`, `illegal` and `cannot`")
            }
            Self::Form { ask, expected } => {
                write!(f, "the answer to `{ask}` must be {expected}")
            }
            Self::NotAPly { ask, text, examples } => {
                write!(f, "the answer to `{ask}` must consist of plies such as {examples}, but has {text:?}")
            }
            Self::NotInLine(ply) => write!(f, "`illegal` contains {ply:?}, which is not in the line"),
            Self::NoReason => f.write_str("`cannot` gives no reason"),
        }
    }
}

impl std::error::Error for AnswerError {}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.error, Excerpt(&self.line))
    }
}

impl std::error::Error for LineError {}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_CHARS: usize = 120;
        let start: String = self.0.chars().take(MAX_CHARS).collect();
        let rest = if self.0.chars().count() > MAX_CHARS { " …" } else { "" };
        write!(f, "{start:?}{rest}")
    }
}
