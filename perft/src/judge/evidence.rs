//! What was found where the moves differ.

use super::Question;
use crate::{Counter, Fault, Variant, total};
use rules_core::Override;
use std::collections::BTreeMap;

/// Moves, and how often each counts: once, unless dice allow it in several ways.
pub type Moves = BTreeMap<String, u128>;

/// What the engine has shown of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Both sets, compared.
    Moves {
        /// Moves that the engine lacks.
        missing: Vec<String>,
        /// Moves that only the engine has.
        extra: Vec<String>,
        /// Moves that both have, but not for as many rolls.
        ways: Vec<String>,
    },
    /// It lists no moves: depths, and counts here and there.
    Totals(Vec<(u32, u128)>),
    /// The position with which its own game begins, as it writes it.
    Start(String),
}

/// A position in which the moves differ, or the start of the game where that does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the question from which it was found; `None` for the start of the engine's own game.
    pub question: Option<usize>,
    /// Where it was found.
    pub name: String,
    /// The line that leads there.
    pub line: Vec<String>,
    /// The position, under the rules that were adopted before.
    pub position: String,
    /// The count here, and there.
    pub totals: Option<(u128, u128)>,
    /// What differs.
    pub shown: Shown,
    theirs: Theirs,
}

/// A difference, and what is made of it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What differs.
    pub difference: Difference,
    /// The single flips of the rules adopted before that give exactly the engine's moves there.
    pub knobs: Vec<Override>,
    /// All flips that were adopted after it; `None` where no known reading explains it.
    pub adopted: Option<Vec<Override>>,
}

/// What a reading has to explain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Theirs {
    Moves(Moves),
    Totals(Vec<(u32, u128)>),
    /// The start, as it is written here; `None` where it is that of no ruleset.
    Start(Option<String>),
}

/// What a reading has to explain, and where.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    question: Option<usize>,
    line: Vec<String>,
    theirs: Theirs,
}

impl Difference {
    pub(super) fn new(
        question: usize,
        name: &str,
        line: &[String],
        position: String,
        ours: Moves,
        theirs: Theirs,
        totals: (u128, u128),
    ) -> Self {
        let shown = match &theirs {
            Theirs::Moves(theirs) => {
                let only = |one: &Moves, other: &Moves| {
                    one.keys().filter(|mv| !other.contains_key(*mv)).cloned().collect::<Vec<_>>()
                };
                let ways =
                    ours.iter().filter(|(mv, ways)| theirs.get(*mv).is_some_and(|other| other != *ways));
                Shown::Moves {
                    missing: only(&ours, theirs),
                    extra: only(theirs, &ours),
                    ways: ways.map(|(mv, _)| mv.clone()).collect(),
                }
            }
            Theirs::Totals(totals) => Shown::Totals(totals.clone()),
            Theirs::Start(text) => Shown::Start(text.clone().unwrap_or_default()),
        };
        Self {
            question: Some(question),
            name: name.to_owned(),
            line: line.to_vec(),
            position,
            totals: Some(totals),
            shown,
            theirs,
        }
    }

    /// Another start: `ours` as it is written here, `theirs` as the engine writes it, `known` the text here of a
    /// ruleset that begins so.
    pub(super) fn start(ours: String, theirs: String, known: Option<String>) -> Self {
        Self {
            question: None,
            name: "the start of the engine's own game".to_owned(),
            line: Vec::new(),
            position: ours,
            totals: None,
            shown: Shown::Start(theirs),
            theirs: Theirs::Start(known),
        }
    }

    pub(super) fn evidence(&self) -> Evidence {
        Evidence { question: self.question, line: self.line.clone(), theirs: self.theirs.clone() }
    }
}

impl Evidence {
    /// That the engine's own game begins as this one.
    pub(super) fn same_start<V: Variant>(game: &V) -> Self {
        let start = game.read("startpos").map(|(.., text)| text).ok();
        Self { question: None, line: Vec::new(), theirs: Theirs::Start(start) }
    }

    /// Whether this game has exactly the moves of the engine there.
    pub(super) fn is_explained<V: Variant>(
        &self,
        game: &V,
        questions: &[Question],
        counter: &Counter,
    ) -> Result<bool, Fault> {
        let Some(question) = self.question else {
            let start = game.read("startpos").map(|(.., text)| text).ok();
            let is_same = |text: &String| {
                let board = |text: &str| text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
                start.as_ref().is_some_and(|start| board(start) == board(text))
            };
            return Ok(matches!(&self.theirs, Theirs::Start(Some(text)) if is_same(text)));
        };
        let Some((node, _)) = reach(game, &questions[question].text, &self.line) else { return Ok(false) };
        match &self.theirs {
            Theirs::Start(_) => Ok(false),
            Theirs::Moves(theirs) => {
                let ours = game.children(&node);
                Ok(ours.len() == theirs.len()
                    && ours.iter().all(|(step, _, ways)| {
                        theirs.get(&step.to_string()).is_some_and(|other| *other == u128::from(*ways))
                    }))
            }
            Theirs::Totals(totals) => {
                for (depth, theirs) in totals {
                    let parts = counter.divide(game, &node, *depth)?;
                    if total(parts.iter().map(|part| part.nodes))? != *theirs {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

/// The position that a line reaches under these rules, if they allow it.
pub(super) fn reach<V: Variant>(game: &V, root: &str, line: &[String]) -> Option<(V::Node, V::Record)> {
    let (mut node, mut record, _) = game.read(root).ok()?;
    for mv in line {
        let (step, next, _) = game.children(&node).into_iter().find(|child| child.0.to_string() == *mv)?;
        game.events(&node, &mut record, step, &next);
        node = next;
    }
    Some((node, record))
}
