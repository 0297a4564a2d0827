//! The report of `perft against`, as text and as JSON.

use crate::judge::{Difference, Explanation, Group, Reading, Shown, Start, Verdict};
use crate::knob_values;
use crate::shell::arguments::Against;
use crate::shell::output::plural;
use rules_core::notation::Diagram;
use rules_core::{Knobs, Override};
use serde_json::{Value, json};
use std::fmt::Display;

/// The maximum number of positions that a sentence names.
const MOST_NAMES: usize = 5;

/// The report on an engine.
pub(super) struct AgainstReport<'a, R> {
    pub(super) job: &'a Against,
    pub(super) dialect: &'a str,
    pub(super) confirms: bool,
    /// Whether everything was compared.
    pub(super) is_complete: bool,
    pub(super) verdict: &'a Verdict<R>,
}

impl<R: Knobs + Display> AgainstReport<'_, R> {
    /// Returns the report as text: what was measured, then what explains it.
    pub(super) fn text(&self) -> String {
        let mut text = self.measurement() + "\n" + &self.notes();
        if !self.is_complete {
            return text + &self.groups();
        }
        text += &match &self.verdict.explanation {
            Explanation::None => self.agreement(),
            Explanation::Reading { reading, others } => self.reading(reading, others),
            Explanation::Unknown { nearest } => self.unknown(nearest.as_ref()),
        };
        text
    }

    /// One line with what was measured against the ruleset.
    fn measurement(&self) -> String {
        let Self { job, verdict, .. } = self;
        let measured = &verdict.measured;
        let counts = measured.counts - measured.agreeing_counts;
        let (verb, positions, counts) = if measured.differing() == 0 {
            ("agrees", measured.agreeing, measured.counts)
        } else {
            ("differs", measured.differing(), counts)
        };
        let mut text = format!(
            "{} {verb} {} {} in {positions} of {} ({counts} of {})",
            job.engine,
            if verb == "agrees" { "with" } else { "from" },
            verdict.intended,
            plural(measured.compared, "position"),
            plural(measured.counts, "count"),
        );
        let left = measured.positions - measured.compared;
        if left > 0 {
            text += &format!("; {} not compared", plural(left, "position"));
        }
        text
    }

    /// What else there is to know about the comparison.
    fn notes(&self) -> String {
        let verdict = self.verdict;
        let mut text = String::new();
        match &verdict.start {
            Start::Mirrored(theirs) => {
                text += &format!(
                    "note: its own game starts from the mirror image, {theirs}: {}, which no count of a given \
                     position shows\n",
                    R::REFLECTION
                );
            }
            Start::Different(theirs) => {
                text += &format!("its own game starts from another position: {theirs}\n")
            }
            Start::Unknown | Start::Same => {}
        }
        if !self.confirms {
            text += "note: the engine cannot report its current position, so positions are not verified\n";
        }
        if verdict.measured.unlisted > 0 {
            let unlisted = plural(verdict.measured.unlisted, "position");
            text += &format!(
                "note: the engine lists no moves in {unlisted}, so only totals are compared there\n"
            );
        }
        if let Some((name, words)) = verdict.measured.refused.first() {
            let names: Vec<_> = verdict.measured.refused.iter().map(|one| one.0.clone()).collect();
            text += &format!("refused by the engine: {}\n  {name}: {words}\n", shortened(&names));
        }
        text
    }

    fn agreement(&self) -> String {
        format!("nothing found under {}; {}", self.verdict.intended, self.not_tested())
    }

    /// What the compared counts do not distinguish.
    fn not_tested(&self) -> String {
        let verdict = self.verdict;
        let mut text = match verdict.untested.as_slice() {
            [] => "tested: every other value of every knob that counts can show\n".to_owned(),
            flips => format!("not tested: {}\n", grouped(flips)),
        };
        if !verdict.uncountable.is_empty() {
            text += &format!("no count can show: {}\n", grouped(&verdict.uncountable));
        }
        text
    }

    fn reading(&self, reading: &Reading<R>, others: &[R]) -> String {
        let verdict = self.verdict;
        let mut text = String::new();
        for finding in &verdict.findings {
            text += "\n";
            text += &self.difference(&finding.difference);
            let knobs: Vec<_> = finding.knobs.iter().map(|flip| format!("`{flip}`")).collect();
            text += &match knobs.as_slice() {
                [] => "  no change of one knob alone gives this\n".to_owned(),
                knobs => format!("  this is right under {}\n", knobs.join(", or ")),
            };
        }
        let flips = |rules: &R| listed(&rules.overrides(&verdict.intended).collect::<Vec<_>>());
        let distance = |rules: &R| verdict.intended.distance(rules);
        let other = |rules: &R| match R::PRESETS.contains(rules) {
            true => format!(", or the preset {rules}"),
            false if distance(rules) > distance(&reading.rules) => {
                format!(", or with more changes {}", flips(rules))
            }
            false => format!(", or equally well {}", flips(rules)),
        };
        let others: Vec<_> = others.iter().map(other).collect();
        text += &format!(
            "\nthe engine plays {}{}: {} agrees in {} of {}\n",
            flips(&reading.rules),
            others.concat(),
            reading.rules,
            reading.agreeing,
            plural(reading.compared, "position"),
        );
        if !reading.refused.is_empty() {
            text += &format!(
                "refused under {} and not compared: {}\n",
                reading.rules,
                shortened(&reading.refused)
            );
        }
        text + &self.not_tested()
    }

    fn unknown(&self, nearest: Option<&Reading<R>>) -> String {
        let verdict = self.verdict;
        let mut text = self.groups();
        let traceable = verdict.measured.differing() - verdict.measured.refused.len();
        if verdict.differences.len() < traceable {
            text += &format!("\n{} of {traceable} differing positions traced\n", verdict.differences.len());
        }
        text += "\nno known reading explains this";
        text + &match nearest {
            Some(Reading { rules, agreeing, differing, compared, .. }) => {
                let positions = plural(*compared, "position");
                let mut text =
                    format!("; the nearest is {rules}, whose counts agree in {agreeing} of {positions}");
                if !differing.is_empty() {
                    text += &format!(", but not in {}", shortened(differing));
                }
                text + "\n"
            }
            None => format!(", and none agrees in more positions than {}\n", verdict.intended),
        }
    }

    /// Formats the groups of differences, each with the smallest one.
    fn groups(&self) -> String {
        let verdict = self.verdict;
        let group = |group: &Group| {
            format!("\nthe engine {group}\n{}", self.difference(&verdict.differences[group.smallest]))
        };
        verdict.groups.iter().map(group).collect()
    }

    /// Formats a difference: where it is, the board, and the moves.
    fn difference(&self, difference: &Difference) -> String {
        let Difference { name, line, position, totals, shown, .. } = difference;
        let place = if line.is_empty() { name.clone() } else { format!("{name}, after {}", line.join(" ")) };
        let mut text = format!("{place}\n  {position}\n");
        text +=
            &Diagram::of(position).to_string().lines().map(|row| format!("  {row}\n")).collect::<String>();
        if let Some((ours, theirs)) = totals {
            text += &format!("  {} here, {theirs} by the engine\n", plural(*ours, "sequence"));
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
            Shown::Held(held) => text += &format!("  the engine reports the position {held}\n"),
            Shown::Start(start) => text += &format!("  {} starts from {start}\n", self.job.engine),
        }
        text
    }

    /// Returns the report as JSON.
    pub(super) fn json(&self) -> Value {
        let Self { job, verdict, .. } = self;
        let measured = &verdict.measured;
        let outcome = match &verdict.explanation {
            _ if !self.is_complete => "incomplete",
            Explanation::Reading { .. } => "reading",
            Explanation::None => "agrees",
            Explanation::Unknown { .. } if measured.differing() == measured.refused.len() => "refused",
            Explanation::Unknown { .. } => "unexplained",
        };
        let (nearest, others) = match &verdict.explanation {
            Explanation::Reading { reading, others } => (Some(reading), others.as_slice()),
            Explanation::Unknown { nearest } => (nearest.as_ref(), &[][..]),
            Explanation::None => (None, &[][..]),
        };
        let plays = match outcome {
            "agrees" => Some(&verdict.intended),
            _ => verdict.reading(),
        };
        let (start, their_start) = match &verdict.start {
            Start::Unknown => (None, None),
            Start::Same => (Some("same"), None),
            Start::Mirrored(theirs) => (Some("mirrored"), Some(theirs)),
            Start::Different(theirs) => (Some("different"), Some(theirs)),
        };
        let findings = verdict.findings.iter().map(|finding| {
            let mut value = difference_json(&finding.difference);
            value["knobs"] = texts(&finding.knobs).into();
            value["explained"] = finding.is_explained.into();
            value
        });
        json!({
            "game": R::GAME,
            "ruleset": verdict.intended.to_string(),
            "engine": job.engine,
            "variant": job.told.variant,
            "dialect": self.dialect,
            "positions_confirmed": self.confirms,
            "complete": self.is_complete,
            "positions": measured.positions,
            "compared": measured.compared,
            "agreeing": measured.agreeing,
            "differing": measured.differing(),
            "counts": measured.counts,
            "agreeing_counts": measured.agreeing_counts,
            "positions_without_lists": measured.unlisted,
            "outcome": outcome,
            "start": start,
            "engine_start": their_start,
            "plays": plays.map(R::to_string),
            "rules": plays.map(knob_values),
            "flips": texts(&verdict.flips()),
            "or": others.iter().map(R::to_string).collect::<Vec<_>>(),
            "nearest": nearest.map(|reading| json!({
                "ruleset": reading.rules.to_string(),
                "agreeing": reading.agreeing,
                "differing": reading.differing,
                "compared": reading.compared,
                "refused": reading.refused,
            })),
            "refused_by_engine": measured.refused.iter().map(|one| &one.0).collect::<Vec<_>>(),
            "untested": texts(&verdict.untested),
            "uncountable": texts(&verdict.uncountable),
            "findings": findings.collect::<Vec<_>>(),
            "groups": verdict.groups.iter().map(|group| json!({
                "kind": group.kind.id(),
                "what": group.what,
                "count": group.count,
                "such": group.such,
                "differences": group.differences,
                "smallest": group.smallest,
            })).collect::<Vec<_>>(),
            "differences": verdict.differences.iter().map(difference_json).collect::<Vec<_>>(),
        })
    }
}

fn difference_json(difference: &Difference) -> Value {
    let Difference { name, line, position, totals, shown, .. } = difference;
    let shown = match shown {
        Shown::Moves { missing, extra, ways } => json!({ "missing": missing, "extra": extra, "ways": ways }),
        Shown::Totals(totals) => {
            let totals = totals.iter().map(|(depth, nodes)| json!({ "depth": depth, "nodes": nodes }));
            json!({ "counts": totals.collect::<Vec<_>>() })
        }
        Shown::Start(text) => json!({ "start": text }),
        Shown::Held(text) => json!({ "position": text }),
    };
    json!({
        "from": name,
        "line": line,
        "position": position,
        "nodes": totals.map(|totals| totals.0),
        "engine_nodes": totals.map(|totals| totals.1),
        "engine": shown,
    })
}

/// Lists the first few names, and says how many more there are.
fn shortened(names: &[String]) -> String {
    match names.split_at_checked(MOST_NAMES) {
        Some((first, rest)) if !rest.is_empty() => format!("{} and {} more", first.join(", "), rest.len()),
        _ => names.join(", "),
    }
}

fn texts(flips: &[Override]) -> Vec<String> {
    flips.iter().map(Override::to_string).collect()
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
