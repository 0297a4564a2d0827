//! Mutation of rules and of expectations: do the cases detect a changed rule or a changed expectation?

use crate::case::Case;
use crate::check::check;
use crate::generator::{Generator, Tested};
use crate::suite::Suite;
use rayon::prelude::*;
use rules_core::Axis;

/// A preset with one knob flipped.
pub struct Mutant<R: 'static> {
    /// The name of the preset.
    pub preset: &'static str,
    /// The knob, or one file of it.
    pub axis: Axis<R>,
    /// The value in the preset.
    pub from: &'static str,
    /// The value in the mutant.
    pub to: &'static str,
    /// The result for the mutant.
    pub fate: Fate,
}

/// The result for a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The cases with these names fail.
    Killed(Vec<String>),
    /// The mutant is the same game as the preset.
    Equivalent,
    /// No case fails.
    Alive,
}

/// Runs the cases with each knob of each preset flipped to each other value. A set of files counts as one
/// knob per file.
pub fn mutants<R: Tested>(suite: &Suite<R>) -> Vec<Mutant<R>> {
    let mut flips = Vec::new();
    for (preset, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        for axis in Axis::<R>::all() {
            flips.extend(axis.others(rules).map(|to| (*preset, *rules, axis, to)));
        }
    }
    flips
        .into_par_iter()
        .map(|(preset, rules, axis, to)| {
            let values = axis.values();
            let (from, to_name) = (values[axis.get(&rules)].id, values[to].id);
            Mutant { preset, axis, from, to: to_name, fate: fate(suite, &rules, axis, to) }
        })
        .collect()
}

fn fate<R: Tested>(suite: &Suite<R>, rules: &R, axis: Axis<R>, to: usize) -> Fate {
    let mutant = axis.with(rules, to);
    if mutant.canonical() == rules.canonical() {
        return Fate::Equivalent;
    }
    let (preset, generator) = (R::Fast::new(rules), R::Fast::new(&mutant));
    let notices = |case: &&Case<R>| {
        // The mutant is checked against the expectation for the preset.
        let expected = &case.expect[case.varied(rules)];
        case.applies(rules)
            && check(&generator, case, expected).is_err()
            // A case that fails even without the mutation does not count.
            && check(&preset, case, expected).is_ok()
    };
    let killers: Vec<String> = suite.cases.iter().filter(notices).map(|case| case.name.clone()).collect();
    if killers.is_empty() { Fate::Alive } else { Fate::Killed(killers) }
}

/// Runs every case with each detail of its expectations altered, one at a time. Returns the number of
/// alterations, and a description of each alteration that no case detected.
pub fn corrupted<R: Tested>(suite: &Suite<R>) -> (usize, Vec<String>) {
    let each = suite.cases.par_iter().map(|case| {
        let (mut count, mut unnoticed) = (0, Vec::new());
        for (varied, rules) in case.rulesets() {
            let generator = R::Fast::new(&rules);
            for wrong in case.expect[varied].corruptions() {
                count += 1;
                if check(&generator, case, &wrong).is_ok() {
                    unnoticed.push(format!("{} under {rules}: {}", case.name, wrong.lines().join("; ")));
                }
            }
        }
        (count, unnoticed)
    });
    let parts: Vec<(usize, Vec<String>)> = each.collect();
    (parts.iter().map(|part| part.0).sum(), parts.into_iter().flat_map(|part| part.1).collect())
}
