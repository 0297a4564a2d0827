//! `perft against`: compares an engine with a ruleset.

use super::against_report::AgainstReport;
use crate::judge::{Judge, TestPosition};
use crate::shell::arguments::Against;
use crate::shell::failure::Failure;
use crate::shell::input::{read_position, read_suite};
use crate::shell::output::{Format, conclude, json_text};
use crate::shell::progress::Steps;
use crate::shell::signals::{end_engines_on_panic, stop_on_every_signal};
use crate::{Counter, Variant};

/// The maximum depth without `--depth`.
const USUAL_DEPTH: u32 = 4;

/// Runs `perft against`.
pub(super) fn run(job: &Against) -> Result<(), Failure> {
    in_game!(&job.rules, game => against(&game, job))
}

fn against<V: Variant>(game: &V, job: &Against) -> Result<(), Failure> {
    let mut positions = test_positions(game, job)?;
    let counter = Counter::new(0)?;
    let stop = counter.watch().stop_flag();
    stop_on_every_signal(&stop)?;
    end_engines_on_panic();
    let mut engine = job.told.open(&job.engine, game, job.dialect.as_deref(), stop)?;
    let (dialect, confirms) = (engine.dialect(), engine.confirms_positions());
    if let Some(depth) = engine.max_depth() {
        positions.iter_mut().for_each(|position| position.depth = position.depth.min(depth));
    }
    let is_from_start = job.suite.is_none() && job.fen == "startpos";
    let steps = Steps::new(positions.len() as u64, "positions");
    let judge = Judge::<V>::new(*game.rules(), &positions, engine.opponent(), &counter)
        .tracing_at_most(job.max_unexplained.map_or(usize::MAX, |most| most as usize))
        .with_progress(|compared, differing| steps.show(compared as u64, &format!("{differing} differ")));
    let verdict = judge.verdict(is_from_start);
    steps.finish();
    let mut verdict = verdict?;
    let ended = verdict.ended.take();
    let report =
        AgainstReport { job, dialect: &dialect, confirms, is_complete: ended.is_none(), verdict: &verdict };
    let text = match job.output.format {
        Format::Text => report.text() + &engine.notes(),
        Format::Json => {
            let mut object = report.json();
            object["notes"] = engine.notes().lines().collect();
            json_text(&object)?
        }
    };
    let is_right = verdict.agrees() && (!job.strict || verdict.untested.is_empty());
    match ended {
        Some(error) => {
            conclude(&text, true)?;
            Err(error.into())
        }
        None => conclude(&text, is_right),
    }
}

fn test_positions<V: Variant>(game: &V, job: &Against) -> Result<Vec<TestPosition>, Failure> {
    let Some(file) = &job.suite else {
        let (.., text) = read_position(game, &job.fen)?;
        // Another reading may be recognisable only by rights that normalisation under the intended rules
        // removes.
        let text = if job.fen == "startpos" { text } else { job.fen.clone() };
        let depth = job.depth.unwrap_or(USUAL_DEPTH);
        return Ok(vec![TestPosition { name: job.fen.clone(), text, depth }]);
    };
    let entries = read_suite(game, file, &format!("--suite {}", file.display()))?;
    let position = |(entry, _): (crate::suite::Entry, V::Node)| {
        let deepest = entry.counts.last().map_or(1, |count| count.0);
        let depth = deepest.min(job.depth.unwrap_or(USUAL_DEPTH)).max(1);
        TestPosition { name: format!("line {}", entry.line), text: entry.fen, depth }
    };
    Ok(entries.into_iter().map(position).collect())
}
