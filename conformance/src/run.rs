//! Runs cases through both generators.

use crate::case::Case;
use crate::check::{Mismatch, check};
use crate::generator::{Generator, Tested};
use rayon::prelude::*;

/// The runs of a case: under every ruleset near a preset that it covers, in both generators.
#[derive(Clone, Debug)]
pub struct CaseRuns<'a, R: 'static> {
    /// The case.
    pub case: &'a Case<R>,
    /// The number of runs.
    pub count: usize,
    /// The runs in which something differs.
    pub failed: Vec<FailedRun<R>>,
}

/// A run in which something differs.
#[derive(Clone, Debug)]
pub struct FailedRun<R> {
    /// The value of the varied knob, as an index into [`Case::expect`].
    pub varied: usize,
    /// The rules.
    pub rules: R,
    /// The name of the generator.
    pub generator: &'static str,
    /// What differs.
    pub mismatch: Mismatch,
}

/// Runs cases under every ruleset near a preset that they cover, through both generators.
pub fn run<R: Tested>(cases: &[Case<R>]) -> Vec<CaseRuns<'_, R>> {
    cases.par_iter().map(run_case).collect()
}

fn run_case<R: Tested>(case: &Case<R>) -> CaseRuns<'_, R> {
    let rulesets = case.rulesets();
    let failed = rulesets.iter().flat_map(|&(varied, rules)| {
        let runs = [run_in::<R::Fast>(case, varied, rules), run_in::<R::Slow>(case, varied, rules)];
        runs.into_iter().flatten()
    });
    CaseRuns { case, count: 2 * rulesets.len(), failed: failed.collect() }
}

fn run_in<G: Generator>(
    case: &Case<G::Rules>,
    varied: usize,
    rules: G::Rules,
) -> Option<FailedRun<G::Rules>> {
    let mismatch = check(&G::new(&rules), case, &case.expect[varied]).err()?;
    Some(FailedRun { varied, rules, generator: G::NAME, mismatch })
}
