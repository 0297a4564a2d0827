//! `perft suite`: recounts positions with known counts.

use super::root::counter;
use crate::shell::arguments::Counting;
use crate::shell::failure::Failure;
use crate::shell::input::{read_built_in_suite, read_suite};
use crate::shell::output::{Format, conclude, json_text, plural};
use crate::shell::progress::watched;
use crate::suite::Entry;
use crate::{Fault, Variant};
use serde::Serialize;
use std::path::Path;

/// Runs `perft suite`.
pub(super) fn run(
    rules: &str,
    file: Option<&Path>,
    counting: &Counting,
    format: Format,
) -> Result<(), Failure> {
    in_game!(rules, game => {
        let entries = match file {
            Some(file) => read_suite(&game, file, &file.display().to_string())?,
            None => read_built_in_suite(&game, rules)?,
        };
        recount(&game, &entries, counting, format)
    })
}

/// What a recount found.
#[derive(Serialize)]
struct Recount {
    positions: usize,
    counts: usize,
    nodes: u128,
    differences: Vec<WrongCount>,
    complete: bool,
}

/// A count that differs from the known one.
#[derive(Serialize)]
struct WrongCount {
    line: usize,
    fen: String,
    depth: u32,
    known: u128,
    counted: u128,
}

fn recount<V: Variant>(
    game: &V,
    entries: &[(Entry, V::Node)],
    counting: &Counting,
    format: Format,
) -> Result<(), Failure> {
    let counter = counter(counting)?;
    let mut found =
        Recount { positions: entries.len(), counts: 0, nodes: 0, differences: Vec::new(), complete: true };
    let mut interrupted = Ok(());
    'entries: for (entry, node) in entries {
        for &(depth, known) in &entry.counts {
            let what = format!("line {}, depth {depth}", entry.line);
            let counted = match watched(&counter, &what, || counter.count(game, node, depth)) {
                Ok(counted) => counted,
                Err(fault) => {
                    let is_stop = matches!(fault, Fault::Stopped);
                    let failure = Err(Failure::of_count(fault, what));
                    if !is_stop {
                        return failure;
                    }
                    found.complete = false;
                    interrupted = failure;
                    break 'entries;
                }
            };
            found.counts += 1;
            found.nodes = found.nodes.saturating_add(counted);
            if counted != known {
                let (line, fen) = (entry.line, entry.fen.clone());
                found.differences.push(WrongCount { line, fen, depth, known, counted });
            }
        }
    }
    let text = match format {
        Format::Json => json_text(&found)?,
        Format::Text => found.text(),
    };
    conclude(&text, found.differences.is_empty())?;
    interrupted
}

impl Recount {
    fn text(&self) -> String {
        let mut text = String::new();
        for WrongCount { line, fen, depth, known, counted } in &self.differences {
            text += &format!("line {line}: {fen}: depth {depth} has {counted} nodes, expected {known}\n");
        }
        let Self { positions, counts, nodes, .. } = self;
        let verdict = match self.differences.len() {
            0 if self.complete => "all agree".to_owned(),
            0 => "all agree so far".to_owned(),
            count => format!("{count} differ"),
        };
        let [positions, counts] = [plural(positions, "position"), plural(counts, "count")];
        text + &format!("{positions}, {counts}, {}: {verdict}\n", plural(nodes, "node"))
    }
}
