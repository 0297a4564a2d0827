//! The cases through both generators.

use crate::check::{Failure, check};
use crate::generator::{Generator, Tested};
use crate::suite::Case;
use rayon::prelude::*;

/// What became of a case under every ruleset near a preset.
#[derive(Clone, Debug)]
pub struct Ran<'a, R: 'static> {
    /// The case.
    pub case: &'a Case<R>,
    /// How many times it was run: under each ruleset, in each generator.
    pub runs: usize,
    /// The runs in which something differs.
    pub failed: Vec<Failed<R>>,
}

/// A run in which something differs.
#[derive(Clone, Debug)]
pub struct Failed<R> {
    /// The value of the knob that the case is about, as an index.
    pub varied: usize,
    /// The rules.
    pub rules: R,
    /// The name of the generator.
    pub generator: &'static str,
    /// What differs.
    pub failure: Failure,
}

/// Runs every case under the presets, with its knobs set, through both generators.
pub fn run<R: Tested>(cases: &[Case<R>]) -> Vec<Ran<'_, R>> {
    cases.par_iter().map(one).collect()
}

fn one<R: Tested>(case: &Case<R>) -> Ran<'_, R> {
    let rulesets = case.rulesets();
    let failed = rulesets.iter().flat_map(|&(varied, rules)| {
        [by::<R::Fast>(case, varied, rules), by::<R::Slow>(case, varied, rules)].into_iter().flatten()
    });
    Ran { case, runs: 2 * rulesets.len(), failed: failed.collect() }
}

fn by<G: Generator>(case: &Case<G::Rules>, varied: usize, rules: G::Rules) -> Option<Failed<G::Rules>>
where
    G::Rules: Tested,
{
    let failure = check(&G::new(&rules), case, &case.expect[varied]).err()?;
    Some(Failed { varied, rules, generator: G::NAME, failure })
}
