//! `perft count`: one row for each depth.

use super::root::Root;
use crate::shell::arguments::Job;
use crate::shell::failure::Failure;
use crate::shell::output::Format;
use crate::shell::progress::watched;
use crate::shell::rows::{CountTable, Row};
use crate::{Fault, Variant};
use std::time::Instant;

/// Runs `perft count`.
pub(super) fn run(job: &Job, last: u32, with_stats: bool) -> Result<(), Failure> {
    in_game!(&job.rules, game => count(&Root::new(game, job)?, job.output.format, last, with_stats))
}

fn count<V: Variant>(root: &Root<V>, format: Format, last: u32, with_stats: bool) -> Result<(), Failure> {
    let table = CountTable {
        header: root.header(),
        events: if with_stats { V::EVENTS } else { &[] },
        has_dice: root.game.rolls(&root.node, 0).is_some(),
    };
    table.print(format, (0..=last).map(|depth| row(root, depth, with_stats)))
}

fn row<V: Variant>(root: &Root<V>, depth: u32, with_stats: bool) -> Result<Row, Failure> {
    let Root { game, node, record, counter, .. } = root;
    let started = Instant::now();
    let what = format!("depth {depth}");
    let counted = watched(counter, &what, || -> Result<(u128, Vec<u128>), Fault> {
        if with_stats {
            let stats = counter.stats(game, node, *record, depth)?;
            Ok((stats.nodes, stats.events))
        } else {
            Ok((counter.count(game, node, depth)?, Vec::new()))
        }
    });
    let (nodes, events) = counted.map_err(|fault| Failure::of_count(fault, what))?;
    let (rolls, time) = (game.rolls(node, depth), started.elapsed());
    // Statistics visit every leaf.
    let is_effective = !with_stats && counter.is_effective();
    Ok(Row { depth, nodes, rolls, events, time, is_effective })
}
