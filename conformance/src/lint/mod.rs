//! Checks of the suite itself: checks on each case, and checks on the suite as a whole.

mod cases;
mod knobs;
mod sources;

use crate::generator::Tested;
use crate::sources::statements;
use crate::suite::Suite;
use knobs::KnobFaults;
use serde::Serialize;
use std::collections::BTreeSet;

/// What the checks of a suite found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LintReport {
    /// The faults, each with its place.
    pub faults: Vec<String>,
    /// The number of times that a case was run with an unmentioned knob flipped.
    pub flips: usize,
    /// The number of pairs of values of all knobs.
    pub pairs: usize,
    /// The number of pairs that some case distinguishes.
    pub told_apart: usize,
    /// The number of statements of the sources.
    pub statements: usize,
    /// The number of statements with a case.
    pub covered: usize,
    /// The number of statements that say why no position can test them.
    pub untestable: usize,
}

/// Checks a suite; the same seed flips the same knobs.
///
/// If the suite as it is written has faults, the report holds nothing else: the other checks are slow and
/// assume valid cases.
pub fn lint<R: Tested>(suite: &Suite<R>, seed: u64) -> LintReport {
    let mut faults = cases::faults(suite);
    faults.extend(sources::faults(suite));
    if !faults.is_empty() {
        return LintReport { faults, ..LintReport::default() };
    }
    let KnobFaults { faults, flips, pairs, told_apart } = knobs::faults(suite, seed);
    let mut report = LintReport { faults, flips, pairs, told_apart, ..LintReport::default() };
    add_coverage(suite, &mut report);
    report
}

/// Checks that each statement either has a case or says why it has none.
fn add_coverage<R>(suite: &Suite<R>, report: &mut LintReport) {
    let cited: BTreeSet<&str> =
        suite.cases.iter().flat_map(|case| &case.sources).map(String::as_str).collect();
    let (untestable, testable): (Vec<_>, Vec<_>) =
        statements(&suite.sources).partition(|statement| statement.untestable.is_some());
    let uncovered: Vec<_> =
        testable.iter().filter(|statement| !cited.contains(statement.id.as_str())).collect();
    report.statements = untestable.len() + testable.len();
    report.untestable = untestable.len();
    report.covered = testable.len() - uncovered.len();
    let refuted = untestable.iter().filter(|statement| cited.contains(statement.id.as_str()));
    report.faults.extend(
        refuted.map(|statement| format!("sources: {} is declared untestable, but has a case", statement.id)),
    );
    report.faults.extend(
        uncovered
            .iter()
            .map(|statement| format!("sources: no case cites {}: {}", statement.id, statement.says)),
    );
}
