//! The report of `conformance against`: which verdicts were expected, as text and as JSON.

use super::board_text::indented;
use crate::against::{Identity, KnownProgram, KnownRun, RuleFit, Status, Vanished, Verdict, VerdictTotals};
use perft::shell::{Failure, Format, conclude, plural};
use serde::Serialize;
use std::collections::BTreeMap;

/// The verdicts on a program, with its known results.
pub struct AgainstReport<'a> {
    /// The name of the game.
    pub game: &'static str,
    /// The ruleset as text.
    pub ruleset: String,
    /// The name and version that the program reports.
    pub identity: Identity,
    /// The verdict on each case.
    pub verdicts: Vec<Verdict>,
    /// The verdicts by status.
    pub totals: VerdictTotals,
    /// Which value of each rule the answers fit.
    pub fits: Vec<RuleFit>,
    /// How many cases must be answered for a verdict.
    pub min_answered: usize,
    /// The known results of the program under these rules.
    pub known: Option<(&'a KnownProgram, &'a KnownRun)>,
    /// The known disagreements that did not occur.
    pub vanished: Vec<Vanished>,
    /// Whether every case was run, so that the totals can be compared.
    pub is_whole: bool,
}

/// The report as a JSON object.
#[derive(Serialize)]
struct AgainstJson<'a> {
    game: &'static str,
    ruleset: &'a str,
    program: &'a str,
    version: &'a str,
    verdict: &'static str,
    totals: VerdictTotals,
    expected_totals: Option<VerdictTotals>,
    vanished: &'a [Vanished],
    rules: Vec<RuleJson<'a>>,
    cases: Vec<CaseJson<'a>>,
}

/// Which value of a rule the answers fit.
#[derive(Serialize)]
struct RuleJson<'a> {
    #[serde(flatten)]
    fit: &'a RuleFit,
    best: Vec<&'static str>,
}

/// A verdict, and why it was expected.
#[derive(Serialize)]
struct CaseJson<'a> {
    #[serde(flatten)]
    verdict: &'a Verdict,
    expected: Option<&'a str>,
}

impl AgainstReport<'_> {
    /// Prints the report, and fails if the program differs unexpectedly or cannot be tested.
    pub fn conclude(&self, format: Format) -> Result<(), Failure> {
        let text = match format {
            Format::Json => serde_json::to_string_pretty(&self.json()).map_err(std::io::Error::from)? + "\n",
            Format::Text => self.text(),
        };
        conclude(&text, self.is_as_expected() || self.failure().is_some())?;
        self.failure().map_or(Ok(()), |what| Err(Failure::Outside(what)))
    }

    /// Returns why the program is expected to differ in a case, if it is.
    fn reason(&self, verdict: &Verdict) -> Option<&str> {
        self.known?.1.reason(&verdict.case)
    }

    /// Returns whether a verdict is an unexpected difference.
    fn is_unexpected(&self, verdict: &Verdict) -> bool {
        verdict.status == Status::Differs && self.reason(verdict).is_none()
    }

    fn unexpected(&self) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().filter(|verdict| self.is_unexpected(verdict))
    }

    /// Returns the known totals if they differ from those of this run.
    fn other_totals(&self) -> Option<VerdictTotals> {
        let totals = self.known?.1.totals;
        (self.is_whole && totals != self.totals).then_some(totals)
    }

    fn is_as_expected(&self) -> bool {
        self.unexpected().next().is_none() && self.vanished.is_empty() && self.other_totals().is_none()
    }

    /// Returns why the program cannot be tested, if it cannot.
    fn failure(&self) -> Option<String> {
        let VerdictTotals { agrees, differs, failed, .. } = self.totals;
        let (count, answered) = (self.verdicts.len(), agrees + differs);
        match (failed, answered) {
            (0, 0) => Some(format!("{} could not answer any of {}", self.identity, plural(count, "case"))),
            (0, _) if answered < self.min_answered && self.is_as_expected() => Some(format!(
                "{} answered {answered} of {}; --min-answered requires {}",
                self.identity,
                plural(count, "case"),
                self.min_answered
            )),
            (0, _) => None,
            _ => Some(format!("{} failed in {failed} of {}", self.identity, plural(count, "case"))),
        }
    }

    fn word(&self) -> &'static str {
        match (self.failure(), self.is_as_expected(), self.totals.differs) {
            (Some(_), ..) => "failed",
            (None, false, _) => "differs",
            (None, true, 0) => "agrees",
            (None, true, _) => "differs as expected",
        }
    }

    fn text(&self) -> String {
        let failed = self.verdicts.iter().filter(|verdict| verdict.status == Status::Failed);
        let mut text: String = self.unexpected().chain(failed).map(verdict_text).collect();
        text += &self.expected_text();
        for Vanished { case, reason, status } in &self.vanished {
            let what = if *status == Status::Cannot { "cannot be answered" } else { "agrees" };
            text += &format!("NO LONGER DIFFERS {case}: {what}; expected to differ because {reason}\n");
        }
        text += &self.skipped_text();
        text += &self.rules_text();
        text += &self.unanswered_text();
        text += &self.fits_text();
        if let Some(totals) = self.other_totals() {
            let VerdictTotals { agrees, partial, differs, cannot, .. } = self.totals;
            text += &format!(
                "TOTALS CHANGED: expected {totals}; if cases were added or changed, update the file with\n    \
                 totals: {{ agrees: {agrees}, partial: {partial}, differs: {differs}, cannot: {cannot} }}\n"
            );
        }
        let Self { identity, ruleset, verdicts, totals, .. } = self;
        if let Some((known, _)) = self.known.filter(|(known, _)| !known.is_about(identity)) {
            let judged = Identity { name: known.program.clone(), version: known.version.clone() };
            text +=
                &format!("note: the expectations were recorded for {judged}; this program is {identity}\n");
        }
        text + &format!(
            "{identity} under {ruleset}, {}: {totals}: {}\n",
            plural(verdicts.len(), "case"),
            self.word()
        )
    }

    /// Returns the number of known disagreements that occurred, for each reason.
    fn expected_text(&self) -> String {
        let Some((_, run)) = self.known else { return String::new() };
        let mut text = String::new();
        for entry in &run.differs {
            let appeared =
                |verdict: &&Verdict| verdict.status == Status::Differs && entry.cases.contains(&verdict.case);
            let count = self.verdicts.iter().filter(appeared).count();
            if count > 0 {
                text += &format!("expected: {count} differ, because {}\n", entry.reason);
            }
        }
        text
    }

    /// Returns the number of cases that were not asked, and why.
    fn skipped_text(&self) -> String {
        let mut skipped = self.verdicts.iter().filter(|verdict| verdict.status == Status::Skipped);
        let Some(why) = skipped.next().and_then(|verdict| verdict.failure.as_ref()) else {
            return String::new();
        };
        format!("NOT ASKED {}, {why}\n\n", plural(skipped.count() + 1, "case"))
    }

    /// Returns which value of each rule the answers fit: a line for each rule whose value they contradict, and
    /// one line for all others.
    fn fits_text(&self) -> String {
        let (against, agreeing): (Vec<_>, Vec<_>) = self.fits.iter().partition(|fit| fit.contradicts());
        let mut text: String = against.iter().map(|fit| format!("{fit}\n")).collect();
        let fit = |fit: &&RuleFit| {
            let best = fit.best();
            let cases = best.iter().find(|value| value.value == fit.asked)?.cases;
            let values: Vec<_> = best.iter().map(|value| value.value).collect();
            Some(format!("{}={} ({cases})", fit.rule, values.join("|")))
        };
        let fitting: Vec<String> = agreeing.iter().filter_map(fit).collect();
        if !fitting.is_empty() {
            text += &format!("the answers fit, with the number of cases: {}\n", fitting.join(", "));
        }
        text
    }

    /// Returns the rules of the cases that differ unexpectedly.
    fn rules_text(&self) -> String {
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for verdict in self.unexpected() {
            *rules.entry(&verdict.rule).or_default() += 1;
        }
        if rules.is_empty() {
            return String::new();
        }
        let listed: Vec<String> = rules.iter().map(|(rule, count)| format!("{rule} ({count})")).collect();
        format!("differs in cases about {}\n", listed.join(", "))
    }

    /// Returns the number of queries without an answer, for each reason.
    fn unanswered_text(&self) -> String {
        let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for unanswered in self.verdicts.iter().flat_map(|verdict| &verdict.unanswered) {
            *reasons.entry((unanswered.query, &unanswered.reason)).or_default() += 1;
        }
        let line = |((query, reason), count)| format!("cannot answer `{query}` ({count}): {reason}\n");
        reasons.into_iter().map(line).collect()
    }

    fn json(&self) -> AgainstJson<'_> {
        let case = |verdict| CaseJson { verdict, expected: self.reason(verdict) };
        AgainstJson {
            game: self.game,
            ruleset: &self.ruleset,
            program: &self.identity.name,
            version: &self.identity.version,
            verdict: self.word(),
            totals: self.totals,
            expected_totals: self.known.map(|(_, run)| run.totals),
            vanished: &self.vanished,
            rules: self.fits.iter().map(rule_json).collect(),
            cases: self.verdicts.iter().map(case).collect(),
        }
    }
}

fn rule_json(fit: &RuleFit) -> RuleJson<'_> {
    RuleJson { fit, best: fit.best().iter().map(|value| value.value).collect() }
}

/// Returns a case with its board and what differs or failed.
fn verdict_text(verdict: &Verdict) -> String {
    let Verdict { case, title, rule, value, place, position, line, differences, failure, .. } = verdict;
    let head = if failure.is_some() { "FAILED" } else { "DIFFERS" };
    let mut text = format!("{head} {case}, {value}: {title}\n  rule {rule}, {place}\n  {position}\n");
    text += &indented(position, 4);
    if !line.is_empty() {
        text += &format!("  after {}\n", line.join(" "));
    }
    for what in differences.iter().chain(failure) {
        text += &format!("  {what}\n");
    }
    text + "\n"
}
