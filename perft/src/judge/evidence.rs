//! The evidence that a reading must explain.

use super::test_position::TestPosition;
use crate::{Counter, Fault, Variant, total};
use std::collections::BTreeMap;

/// Moves, each with its weight: 1, or with dice the number of ordered rolls that allow it.
pub type Moves = BTreeMap<String, u128>;

/// What was observed of the engine in one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Observed {
    /// Its moves.
    Moves(Moves),
    /// Its totals by depth; it lists no moves.
    Totals(Vec<(u32, u128)>),
    /// The start of its own game as this crate writes it.
    Start(String),
    /// The position that it reports after the line, as this crate writes it if a known reading holds it.
    Held(String),
}

/// What the engine has shown, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Evidence {
    /// The index of the test position; `None` for the start of the engine's own game.
    pub(super) source: Option<usize>,
    /// The moves that lead from the test position to the place.
    pub(super) line: Vec<String>,
    pub(super) observed: Observed,
}

impl Evidence {
    /// Creates the evidence that the engine's own game starts from the same position as this game.
    pub(super) fn same_start<V: Variant>(game: &V) -> Self {
        Self { source: None, line: Vec::new(), observed: Observed::Start(start_text(game)) }
    }

    /// Returns whether this is the start of the engine's own game, and it is this position.
    pub(super) fn has_start(&self, start: &str) -> bool {
        let is_same = |text: &String| board_and_side(text).eq(board_and_side(start));
        matches!(&self.observed, Observed::Start(text) if is_same(text))
    }

    /// Returns whether this game reproduces the observation exactly.
    pub(super) fn is_explained<V: Variant>(
        &self,
        game: &V,
        positions: &[TestPosition],
        counter: &Counter,
    ) -> Result<bool, Fault> {
        let (node, record) = match self.source {
            None => return Ok(self.has_start(&start_text(game))),
            Some(source) => match reach(game, &positions[source].text, &self.line) {
                Some(reached) => reached,
                None => return Ok(false),
            },
        };
        match &self.observed {
            Observed::Start(_) => Ok(false),
            Observed::Held(theirs) => {
                Ok(board_and_side(theirs).eq(board_and_side(&game.write(&node, &record))))
            }
            Observed::Moves(theirs) => {
                let ours = game.children(&node);
                Ok(ours.len() == theirs.len()
                    && ours.iter().all(|(step, _, ways)| {
                        theirs.get(&step.to_string()).is_some_and(|other| *other == u128::from(*ways))
                    }))
            }
            Observed::Totals(totals) => {
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

/// Returns the text of the starting position.
pub(super) fn start_text<V: Variant>(game: &V) -> String {
    let (node, record) = game.start();
    game.write(&node, &record)
}

/// Returns the first two fields of a position text.
fn board_and_side(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().take(2)
}

/// Returns the position that a line of moves reaches, if this game allows them.
pub(super) fn reach<V: Variant>(game: &V, root: &str, line: &[String]) -> Option<(V::Node, V::Record)> {
    let (mut node, mut record, _) = game.read(root).ok()?;
    for mv in line {
        let (step, next, _) = game.children(&node).into_iter().find(|child| child.0.to_string() == *mv)?;
        game.events(&node, &mut record, step, &next);
        node = next;
    }
    Some((node, record))
}
