//! What can go wrong with a program.

use perft::engine::EngineErrorKind;
use perft::engine::lines::{LinesFault, LinesFaultKind};
use std::fmt;

/// A program failed: it crashed, timed out or violated the protocol.
#[derive(Debug)]
pub struct ProgramFault {
    /// What went wrong.
    pub kind: ProgramFaultKind,
    /// The last lines that the program wrote to standard error.
    pub stderr: Vec<String>,
}

/// What went wrong with a program.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProgramFaultKind {
    /// A program that should speak the line protocol failed.
    Lines(LinesFaultKind),
    /// The engine failed.
    Engine(EngineErrorKind),
}

impl From<LinesFault> for ProgramFault {
    fn from(LinesFault { kind, stderr }: LinesFault) -> Self {
        Self { kind: ProgramFaultKind::Lines(kind), stderr }
    }
}

impl fmt::Display for ProgramFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.stderr.is_empty() {
            f.write_str("; its standard error:")?;
        }
        self.stderr.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl std::error::Error for ProgramFault {}

impl fmt::Display for ProgramFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lines(kind) => write!(f, "{kind}"),
            Self::Engine(kind) => write!(f, "{kind}"),
        }
    }
}
