//! What was found where the moves differ.

use super::evidence::{Evidence, Moves, Observed};
use rules_core::Override;

/// What the engine has shown of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Its set of moves, compared with ours.
    Moves {
        /// Moves that the engine lacks.
        missing: Vec<String>,
        /// Moves that only the engine has.
        extra: Vec<String>,
        /// Moves that both have, for different numbers of rolls.
        ways: Vec<String>,
    },
    /// Its totals by depth; it lists no moves.
    Totals(Vec<(u32, u128)>),
    /// The start of its own game, as the engine writes it.
    Start(String),
    /// The ranks and the side of the position that it reports after the line, as the engine writes them.
    Held(String),
}

/// A position in which the moves differ, or the start of the engine's own game when that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the test position.
    pub name: String,
    /// The moves that lead from the test position to the difference.
    pub line: Vec<String>,
    /// The position text, under the intended rules or a reading that explains the differences found before.
    pub position: String,
    /// Our count and the engine's count.
    pub totals: Option<(u128, u128)>,
    /// What differs.
    pub shown: Shown,
    /// What a reading has to explain.
    pub(super) evidence: Evidence,
}

/// A difference that the search for a reading used.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What differs.
    pub difference: Difference,
    /// The changes of one knob of the intended rules that give exactly the engine's moves there.
    pub knobs: Vec<Override>,
    /// Whether a known reading explains it together with all differences found before.
    pub is_explained: bool,
}

impl Difference {
    /// Creates a difference between our moves and the observed behaviour of the engine.
    pub(super) fn new(
        name: String,
        position: String,
        ours: &Moves,
        evidence: Evidence,
        totals: (u128, u128),
    ) -> Self {
        let shown = match &evidence.observed {
            Observed::Moves(theirs) => {
                let only = |one: &Moves, other: &Moves| {
                    one.keys().filter(|mv| !other.contains_key(*mv)).cloned().collect::<Vec<_>>()
                };
                let ways =
                    ours.iter().filter(|(mv, ways)| theirs.get(*mv).is_some_and(|other| other != *ways));
                Shown::Moves {
                    missing: only(ours, theirs),
                    extra: only(theirs, ours),
                    ways: ways.map(|(mv, _)| mv.clone()).collect(),
                }
            }
            Observed::Totals(totals) => Shown::Totals(totals.clone()),
            Observed::Start(text) => Shown::Start(text.clone()),
            Observed::Held(text) => Shown::Held(text.clone()),
        };
        Self { name, line: evidence.line.clone(), position, totals: Some(totals), shown, evidence }
    }

    /// Creates a difference between the position after a line and the one that the engine reports: `theirs` as
    /// the engine writes it, `known` as this crate writes that of a ruleset that holds the same.
    pub(super) fn of_positions(
        name: String,
        position: String,
        (source, line): (usize, Vec<String>),
        theirs: String,
        known: Option<String>,
    ) -> Self {
        let observed = Observed::Held(known.unwrap_or_else(|| theirs.clone()));
        Self {
            name,
            line: line.clone(),
            position,
            totals: None,
            shown: Shown::Held(theirs),
            evidence: Evidence { source: Some(source), line, observed },
        }
    }

    /// Creates a difference between the starts: `ours` as this crate writes it, `theirs` as the engine writes
    /// it, and `known` as this crate writes the start of a ruleset that begins like the engine's game.
    pub(super) fn of_starts(ours: String, theirs: String, known: String) -> Self {
        Self {
            name: "the start of the engine's own game".to_owned(),
            line: Vec::new(),
            position: ours,
            totals: None,
            shown: Shown::Start(theirs),
            evidence: Evidence { source: None, line: Vec::new(), observed: Observed::Start(known) },
        }
    }
}
