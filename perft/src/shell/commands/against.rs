//! `perft against`: compares an engine with a ruleset.

use crate::judge::{Difference, Finding, Judge, Shown, TestPosition, Verdict};
use crate::shell::arguments::Against;
use crate::shell::failure::Failure;
use crate::shell::input::{read_position, read_suite};
use crate::shell::output::{Format, conclude, json_text};
use crate::shell::progress;
use crate::shell::signals::{end_engines_on_panic, stop_on_every_signal};
use crate::{Counter, Variant, knob_values};
use rules_core::notation::Diagram;
use rules_core::{Knobs, Override};
use serde_json::{Value, json};
use std::fmt::Display;

/// The maximum depth without `--depth`.
const USUAL_DEPTH: u32 = 4;
/// How many unexplained findings the text shows; JSON has them all.
const UNEXPLAINED_SHOWN: usize = 3;

/// Runs `perft against`.
pub(super) fn run(job: &Against) -> Result<(), Failure> {
    in_game!(&job.rules, game => against(&game, job))
}

fn against<V: Variant>(game: &V, job: &Against) -> Result<(), Failure> {
    let positions = test_positions(game, job)?;
    let counter = Counter::new(0)?;
    let stop = counter.watch().stop_flag();
    stop_on_every_signal(&stop)?;
    end_engines_on_panic();
    let mut engine = job.told.start(&job.engine, V::Rules::GAME, job.dialect.as_deref(), stop)?;
    let (dialect, confirms) = (engine.dialect().id.clone(), engine.confirms_positions());
    let is_from_start = job.suite.is_none() && job.fen == "startpos";
    let bar = progress::bar(positions.len() as u64, "position {pos} of {len} {bar:30} {elapsed}");
    let judge = Judge::<V>::new(*game.rules(), &positions, &mut engine, &counter)
        .with_progress(|index| bar.set_position(index as u64));
    let verdict = judge.verdict(is_from_start);
    bar.finish_and_clear();
    let verdict = verdict?;
    let report =
        AgainstReport { job, dialect: &dialect, confirms, positions: positions.len(), verdict: &verdict };
    let text = match job.output.format {
        Format::Text => report.text(),
        Format::Json => json_text(&report.json())?,
    };
    conclude(&text, verdict.agrees())
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

/// The report on an engine.
struct AgainstReport<'a, R> {
    job: &'a Against,
    dialect: &'a str,
    confirms: bool,
    positions: usize,
    verdict: &'a Verdict<R>,
}

impl<R: Knobs + Display> AgainstReport<'_, R> {
    fn text(&self) -> String {
        let Self { job, verdict, positions, .. } = self;
        let mut text = String::new();
        let (known, unknown): (Vec<_>, Vec<_>) =
            verdict.findings.iter().partition(|finding| finding.adopted.is_some());
        for finding in known.iter().chain(unknown.iter().take(UNEXPLAINED_SHOWN)) {
            text += &shown(finding, job);
            text += "\n";
        }
        if let Some(more) = unknown.len().checked_sub(UNEXPLAINED_SHOWN).filter(|more| *more > 0) {
            let rest: Vec<_> =
                unknown[UNEXPLAINED_SHOWN..].iter().map(|finding| finding.difference.name.as_str()).collect();
            text += &format!(
                "{more} further differences that no known reading explains: {}\n\n",
                rest.join(", ")
            );
        }
        if !self.confirms {
            text += "The engine cannot report its current position, so positions are not verified.\n";
        }
        if !verdict.refused.is_empty() {
            text += &format!(
                "Refused under {} and not compared: {}\n",
                verdict.adopted,
                verdict.refused.join(", ")
            );
        }
        if let Some((name, words)) = verdict.refused_there.first() {
            let names: Vec<_> = verdict.refused_there.iter().map(|one| one.0.as_str()).collect();
            text +=
                &format!("Refused by the engine and not compared: {}\n  {name}: {words}\n", names.join(", "));
        }
        if !verdict.untested.is_empty() {
            text += &format!("Not distinguished by these positions: {}\n", grouped(&verdict.untested));
        }
        text += &format!(
            "{} against {}: {positions} positions, {} counts, {} positions agree\n",
            job.engine, verdict.intended, verdict.counts, verdict.agreeing
        );
        text + &self.conclusion()
    }

    /// One line that says what the engine plays.
    fn conclusion(&self) -> String {
        let verdict = self.verdict;
        let flips = verdict.flips();
        if verdict.agrees() {
            return format!("the engine plays {}\n", verdict.intended);
        }
        if verdict.findings.is_empty() {
            return "the engine refuses positions that the rules allow\n".to_owned();
        }
        let named = listed(&flips);
        let others: Vec<_> = verdict
            .others
            .iter()
            .map(|rules| {
                let differing =
                    R::KNOBS.iter().filter(|knob| (knob.get)(rules) != (knob.get)(&verdict.intended));
                let named: Vec<_> = differing
                    .map(|knob| format!("`{}={}`", knob.id, knob.domain.text((knob.get)(rules))))
                    .collect();
                named.join(", ")
            })
            .collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!(", or equally well {}", others.join(", or "))
        };
        match (flips.is_empty(), verdict.unexplained) {
            (_, 0) => format!("the engine plays {named}{others}: {}\n", verdict.adopted),
            (true, _) => "no known reading explains this\n".to_owned(),
            (false, count) => format!(
                "the engine plays {named}{others}, except in {count} positions: no known reading explains this\n"
            ),
        }
    }

    fn json(&self) -> Value {
        let Self { job, verdict, .. } = self;
        let outcome = match (verdict.agrees(), verdict.unexplained) {
            (true, _) => "agrees",
            (false, 0) if verdict.findings.is_empty() => "refused",
            (_, 0) => "reading",
            _ => "unexplained",
        };
        let texts = |flips: &[Override]| flips.iter().map(Override::to_string).collect::<Vec<_>>();
        let findings = verdict.findings.iter().map(|finding| {
            let Difference { name, line, position, totals, shown, .. } = &finding.difference;
            let shown = match shown {
                Shown::Moves { missing, extra, ways } => {
                    json!({ "missing": missing, "extra": extra, "ways": ways })
                }
                Shown::Totals(totals) => {
                    let totals =
                        totals.iter().map(|(depth, nodes)| json!({ "depth": depth, "nodes": nodes }));
                    json!({ "counts": totals.collect::<Vec<_>>() })
                }
                Shown::Start(text) => json!({ "start": text }),
            };
            json!({
                "from": name,
                "line": line,
                "position": position,
                "nodes": totals.map(|totals| totals.0),
                "engine_nodes": totals.map(|totals| totals.1),
                "engine": shown,
                "knobs": texts(&finding.knobs),
                "adopted": finding.adopted.as_deref().map(texts),
            })
        });
        json!({
            "game": R::GAME,
            "ruleset": verdict.intended.to_string(),
            "engine": job.engine,
            "variant": job.told.variant,
            "dialect": self.dialect,
            "positions_confirmed": self.confirms,
            "positions": self.positions,
            "counts": verdict.counts,
            "agreeing": verdict.agreeing,
            "outcome": outcome,
            "plays": matches!(outcome, "agrees" | "reading").then(|| verdict.adopted.to_string()),
            "rules": knob_values(&verdict.adopted),
            "flips": texts(&verdict.flips()),
            "or": verdict.others.iter().map(R::to_string).collect::<Vec<_>>(),
            "unexplained": verdict.unexplained,
            "refused": verdict.refused,
            "refused_by_engine": verdict.refused_there.iter().map(|one| &one.0).collect::<Vec<_>>(),
            "untested": texts(&verdict.untested),
            "differences": findings.collect::<Vec<_>>(),
        })
    }
}

/// Formats a finding as text.
fn shown(finding: &Finding, job: &Against) -> String {
    let Difference { name, line, position, totals, shown, .. } = &finding.difference;
    let place = if line.is_empty() { name.clone() } else { format!("{name}, after {}", line.join(" ")) };
    let mut text = format!("{place}\n  {position}\n");
    text += &Diagram::of(position).to_string().lines().map(|row| format!("  {row}\n")).collect::<String>();
    if let Some((ours, theirs)) = totals {
        text += &format!("  {ours} sequences under the ruleset, {theirs} from the engine\n");
    }
    let list = |what: &str, moves: &[String]| match moves {
        [] => String::new(),
        moves => format!("  {what}: {}\n", moves.join(" ")),
    };
    match shown {
        Shown::Moves { missing, extra, ways } => {
            text += &list("missing from the engine", missing);
            text += &list("extra in the engine", extra);
            text += &list("allowed by a different number of rolls according to the engine", ways);
        }
        Shown::Totals(totals) => {
            let totals: Vec<_> =
                totals.iter().map(|(depth, nodes)| format!("{nodes} at depth {depth}")).collect();
            text += &format!("  the engine lists no moves; it counts {}\n", totals.join(", "));
        }
        Shown::Start(start) => text += &format!("  {} starts from {start}\n", job.engine),
    }
    text += &match finding.knobs.as_slice() {
        [] => "  no single knob explains this\n".to_owned(),
        knobs => {
            let knobs: Vec<_> = knobs.iter().map(|flip| format!("`{flip}`")).collect();
            format!("  explained by {}\n", knobs.join(", or "))
        }
    };
    match &finding.adopted {
        Some(flips) => text += &format!("  adopted: {}\n", listed(flips)),
        None => text += "  no known reading explains this\n",
    }
    text
}

/// Returns the flips, each as code.
fn listed(flips: &[Override]) -> String {
    flips.iter().map(|flip| format!("`{flip}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the flips, with the values of each knob together.
fn grouped(flips: &[Override]) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for flip in flips {
        match groups.last_mut().filter(|group| group.0 == flip.knob) {
            Some((_, values)) => values.push(flip.value().to_string()),
            None => groups.push((flip.knob, vec![flip.value().to_string()])),
        }
    }
    groups.iter().map(|(knob, values)| format!("{knob}={}", values.join("|"))).collect::<Vec<_>>().join(", ")
}
