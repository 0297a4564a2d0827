//! The verdict on an engine, or why there is none.

use super::finding::Finding;
use crate::Fault;
use crate::engine::EngineError;
use rules_core::{Knobs, Override};
use std::fmt;

/// The verdict on an engine.
#[derive(Clone, Debug)]
pub struct Verdict<R> {
    /// The rules that the engine was compared with.
    pub intended: R,
    /// The intended rules with every adopted flip.
    pub adopted: R,
    /// Other rulesets that explain the same findings with the same number of changes.
    pub others: Vec<R>,
    /// The findings, in the order of discovery.
    pub findings: Vec<Finding>,
    /// The number of positions whose counts all agree with the intended rules.
    pub agreeing: usize,
    /// The number of positions whose differences no known reading explains.
    pub unexplained: usize,
    /// The names of the positions that the adopted rules refuse; they were not compared.
    pub refused: Vec<String>,
    /// The names of the positions that only the engine refuses, with its words.
    pub refused_there: Vec<(String, String)>,
    /// The number of compared counts.
    pub counts: usize,
    /// The flips of the adopted rules that change no compared count: the engine may play either value.
    pub untested: Vec<Override>,
}

impl<R: Knobs> Verdict<R> {
    /// Creates a verdict on `positions` positions before any is compared.
    pub(super) fn new(intended: R, positions: usize) -> Self {
        Self {
            intended,
            adopted: intended,
            others: Vec::new(),
            findings: Vec::new(),
            agreeing: positions,
            unexplained: 0,
            refused: Vec::new(),
            refused_there: Vec::new(),
            counts: 0,
            untested: Vec::new(),
        }
    }

    /// Returns whether the engine agrees with the intended rules in everything that was compared.
    pub fn agrees(&self) -> bool {
        self.findings.is_empty() && self.refused_there.is_empty()
    }

    /// Returns the adopted flips.
    pub fn flips(&self) -> Vec<Override> {
        self.adopted.overrides(&self.intended).collect()
    }
}

/// Why there is no verdict.
#[derive(Debug)]
pub enum JudgeError {
    /// The engine failed.
    Engine(EngineError),
    /// One of our own counts failed.
    Count(Fault),
    /// The intended rules refuse a position.
    Position {
        /// The name of the position.
        name: String,
        /// All reasons.
        reasons: String,
    },
}

impl From<EngineError> for JudgeError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Fault> for JudgeError {
    fn from(fault: Fault) -> Self {
        Self::Count(fault)
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Count(fault) => fault.fmt(f),
            Self::Position { name, reasons } => write!(f, "{name}: {reasons}"),
        }
    }
}

impl std::error::Error for JudgeError {}
