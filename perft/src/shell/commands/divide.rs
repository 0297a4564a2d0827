//! `perft divide`: the count below each move.

use super::root::Root;
use crate::shell::arguments::Job;
use crate::shell::failure::Failure;
use crate::shell::output::{Format, json_text, say};
use crate::shell::progress::watched;
use crate::shell::rows::Header;
use crate::{Divided, Part, Variant, total};
use serde::Serialize;
use std::fmt::Display;

/// Runs `perft divide`.
pub(super) fn run(job: &Job, depth: u32) -> Result<(), Failure> {
    in_game!(&job.rules, game => divide(&Root::new(game, job)?, job.output.format, depth))
}

/// The JSON form of a division.
#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    header: Header,
    depth: u32,
    /// The total, unless the count was interrupted.
    nodes: Option<u128>,
    /// In a game with dice, the number of ordered rolls of the first ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    rolls: Option<u128>,
    moves: Vec<MoveCount>,
    complete: bool,
}

/// The count below one move.
#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    step: String,
    /// In a game with dice, how many of the ordered rolls allow the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    rolls: Option<u32>,
    nodes: u128,
}

fn divide<V: Variant>(root: &Root<V>, format: Format, depth: u32) -> Result<(), Failure> {
    let Root { game, node, counter, .. } = root;
    let what = format!("depth {depth}");
    let divided = watched(counter, &what, || counter.divide_until_stopped(game, node, depth));
    let Divided { parts, unfinished } = divided.map_err(|fault| Failure::of_count(fault, &what))?;
    let sum = total(parts.iter().map(|part| part.nodes)).map_err(|fault| Failure::of_count(fault, &what))?;
    // Before a roll, each ply counts once for every roll that allows it.
    let rolls = game.rolls(node, 1).filter(|&rolls| rolls > 1);
    let complete = unfinished.is_empty();
    let document = Document {
        header: root.header(),
        depth,
        nodes: complete.then_some(sum),
        rolls,
        moves: parts.iter().map(|part| move_count(part, rolls.is_some())).collect(),
        complete,
    };
    match format {
        Format::Text => say(&document.text())?,
        Format::Json => say(&json_text(&document)?)?,
    }
    if complete {
        return Ok(());
    }
    Err(Failure::Interrupted(format!(
        "{what} did not finish: {} moves have no complete count",
        unfinished.len()
    )))
}

fn move_count<S: Display>(part: &Part<S>, is_unrolled: bool) -> MoveCount {
    MoveCount { step: part.step.to_string(), rolls: is_unrolled.then_some(part.ways), nodes: part.nodes }
}

impl Document {
    fn text(&self) -> String {
        let mut text = String::new();
        for MoveCount { step, rolls, nodes } in &self.moves {
            text += &format!("{step}: {nodes}");
            if let Some(rolls) = rolls {
                text += &format!(" ({rolls} of {} rolls)", self.rolls.unwrap_or_default());
            }
            text += "\n";
        }
        if let Some(nodes) = self.nodes {
            text += &format!("\ntotal: {nodes}\n");
        }
        text
    }
}
