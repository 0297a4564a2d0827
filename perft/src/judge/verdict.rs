//! The verdict on an engine, or why there is none.

use super::describe::Group;
use super::finding::{Difference, Finding};
use crate::Fault;
use crate::engine::EngineError;
use rules_core::{Knobs, Override};
use std::fmt;

/// What was measured of an engine against the intended rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measurement {
    /// The number of test positions.
    pub positions: usize,
    /// The number of positions that were compared; all unless the comparison ended early.
    pub compared: usize,
    /// The number of compared positions in which every count agrees.
    pub agreeing: usize,
    /// The number of counts that the engine was asked for.
    pub counts: usize,
    /// The number of them that agree.
    pub agreeing_counts: usize,
    /// The number of positions in which the engine lists no moves, so that only totals are compared.
    pub unlisted: usize,
    /// The positions that only the engine refuses, with its words.
    pub refused: Vec<(String, String)>,
}

impl Measurement {
    /// Returns the number of positions in which a count differs, or which only the engine refuses.
    pub fn differing(&self) -> usize {
        self.compared - self.agreeing
    }
}

/// How the start of the engine's own game compares with the start of the intended rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// It was not compared.
    Unknown,
    /// It is the same.
    Same,
    /// It is the mirror image, as the engine writes it. No count of a position shows that.
    Mirrored(String),
    /// It is another position, as the engine writes it.
    Different(String),
}

/// A ruleset other than the intended one, with what was measured of the engine against it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading<R> {
    /// The ruleset.
    pub rules: R,
    /// The number of positions in which every answer agrees with it.
    pub agreeing: usize,
    /// The positions in which some answer differs from it.
    pub differing: Vec<String>,
    /// The number of positions that the ruleset accepts, or refuses as the engine does.
    pub compared: usize,
    /// The positions that the ruleset refuses and the engine does not; they are not compared.
    pub refused: Vec<String>,
}

/// What explains the differences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explanation<R> {
    /// Nothing differs, or the comparison ended before anything was looked for.
    None,
    /// The engine agrees everywhere with this reading, and with `others`.
    Reading {
        /// The reading, none of whose changes can be undone.
        reading: Reading<R>,
        /// Other rulesets that agree everywhere, those with the fewest changes first.
        others: Vec<R>,
    },
    /// No known reading agrees everywhere. `nearest` agrees in more positions than the intended rules.
    Unknown {
        /// The ruleset that agrees in the most positions.
        nearest: Option<Reading<R>>,
    },
}

/// The verdict on an engine.
#[derive(Debug)]
pub struct Verdict<R> {
    /// The rules that the engine was compared with.
    pub intended: R,
    /// What was measured against them.
    pub measured: Measurement,
    /// The start of the engine's own game.
    pub start: Start,
    /// What explains the differences.
    pub explanation: Explanation<R>,
    /// The differences that the search for a reading used, in the order of discovery.
    pub findings: Vec<Finding>,
    /// The traced differences from the intended rules, where no known reading explains them all.
    pub differences: Vec<Difference>,
    /// The same in groups.
    pub groups: Vec<Group>,
    /// The knob values, other than those of the rules that the engine agrees with, that change no compared
    /// count: the engine may play any of them.
    pub untested: Vec<Override>,
    /// The knob values that change no count in any position, only results or points.
    pub uncountable: Vec<Override>,
    /// Why the comparison ended early.
    pub ended: Option<JudgeError>,
}

impl<R: Knobs> Verdict<R> {
    /// Creates a verdict before anything is compared.
    pub(super) fn new(intended: R, positions: usize) -> Self {
        Self {
            intended,
            measured: Measurement { positions, ..Measurement::default() },
            start: Start::Unknown,
            explanation: Explanation::None,
            findings: Vec::new(),
            differences: Vec::new(),
            groups: Vec::new(),
            untested: Vec::new(),
            uncountable: Vec::new(),
            ended: None,
        }
    }

    /// Puts the reading with the fewest changes first, and adds presets that agree everywhere as well.
    pub(super) fn sort_readings(&mut self, presets: Vec<R>) {
        let Explanation::Reading { others, .. } = &mut self.explanation else { return };
        for preset in presets {
            others.retain(|other| other.canonical() != preset.canonical());
            others.push(preset);
        }
        others.sort_by_key(|rules| self.intended.distance(rules));
        // What some explanation changes is no longer open.
        let is_changed = |flip: &Override| {
            others.iter().any(|rules| rules.overrides(&self.intended).any(|one| one.knob == flip.knob))
        };
        self.untested.retain(|flip| !is_changed(flip));
        self.uncountable.retain(|flip| !is_changed(flip));
    }

    /// Returns whether the engine agrees with the intended rules in everything that was compared. A mirrored
    /// start is no difference.
    pub fn agrees(&self) -> bool {
        self.measured.differing() == 0 && !matches!(self.start, Start::Different(_)) && self.ended.is_none()
    }

    /// Returns the reading that explains everything.
    pub fn reading(&self) -> Option<&R> {
        match &self.explanation {
            Explanation::Reading { reading, .. } => Some(&reading.rules),
            _ => None,
        }
    }

    /// Returns the values in which the reading that explains everything differs from the intended rules.
    pub fn flips(&self) -> Vec<Override> {
        self.reading().map(|rules| rules.overrides(&self.intended).collect()).unwrap_or_default()
    }
}

/// Why there is no verdict.
#[derive(Debug)]
pub enum JudgeError {
    /// The engine failed.
    Engine {
        /// Its error.
        error: EngineError,
        /// The position that it was asked about, and the moves that lead to it.
        place: Option<String>,
    },
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

impl JudgeError {
    /// Returns the error with the place that an engine was asked about.
    pub(super) fn asked(self, asked: Option<&str>) -> Self {
        match self {
            Self::Engine { error, place: None } => Self::Engine { error, place: asked.map(str::to_owned) },
            other => other,
        }
    }

    /// Returns whether one of our own counts failed, so that nothing else can be counted.
    pub(super) fn is_count(&self) -> bool {
        matches!(self, Self::Count(_))
    }

    /// Returns whether an interruption ended the comparison.
    pub(crate) fn is_interruption(&self) -> bool {
        match self {
            Self::Engine { error, .. } => error.is_interruption(),
            Self::Count(fault) => matches!(fault, Fault::Stopped),
            Self::Position { .. } => false,
        }
    }
}

impl From<EngineError> for JudgeError {
    fn from(error: EngineError) -> Self {
        Self::Engine { error, place: None }
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
            Self::Engine { error, place: None } => error.fmt(f),
            Self::Engine { error, place: Some(place) } => write!(f, "{error}\n  asked about {place}"),
            Self::Count(fault) => fault.fmt(f),
            Self::Position { name, reasons } => write!(f, "{name}: {reasons}"),
        }
    }
}

impl std::error::Error for JudgeError {}
