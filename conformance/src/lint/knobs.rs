//! Checks the cases against the generator: unmentioned knobs have no effect, pinned knobs do, and every pair
//! of values is distinguished.

use crate::case::Case;
use crate::check::{Mismatch, check};
use crate::generator::{Generator, Tested};
use crate::random;
use crate::suite::Suite;
use fastrand::Rng;
use rayon::prelude::*;
use rules_core::Axis;
use std::fmt::Display;

/// The number of random rulesets under which each expectation is checked.
const RANDOM_RULESETS: usize = 150;

/// What the checks of a suite against the generator found.
pub struct KnobFaults {
    /// The faults, each with its place.
    pub faults: Vec<String>,
    /// The number of times that a case was run with an unmentioned knob flipped.
    pub flips: usize,
    /// The number of pairs of values of all knobs.
    pub pairs: usize,
    /// The number of pairs that some case distinguishes.
    pub told_apart: usize,
}

/// Checks every case of a suite; the same seed flips the same knobs.
pub fn faults<R: Tested>(suite: &Suite<R>, seed: u64) -> KnobFaults {
    let flipped: Vec<(usize, Option<String>)> = suite
        .cases
        .par_iter()
        .enumerate()
        .map(|(index, case)| flip_unnamed(case, &mut Rng::with_seed(seed.wrapping_add(index as u64))))
        .collect();
    let flips = flipped.iter().map(|(count, _)| count).sum();
    let mut faults: Vec<String> = flipped.into_iter().filter_map(|(_, fault)| fault).collect();
    faults.extend(suite.cases.par_iter().flat_map_iter(|case| needless(case, seed)).collect::<Vec<_>>());
    let (pairs, same) = pairs(suite);
    let told_apart = pairs - same.len();
    faults.extend(same);
    KnobFaults { faults, flips, pairs, told_apart }
}

/// Runs a case with each unmentioned knob flipped, alone and together with random others. Returns the number
/// of runs and the first fault, which is enough to show what is wrong with the case.
fn flip_unnamed<R: Tested>(case: &Case<R>, rng: &mut Rng) -> (usize, Option<String>) {
    let is_named =
        |axis: &Axis<R>| case.vary == Some(*axis) || case.given.iter().any(|given| given.0 == *axis);
    let free: Vec<Axis<R>> = Axis::all().filter(|axis| !is_named(axis)).collect();
    let mut runs = 0;
    let mut fault = None;
    let mut run = |varied: usize, rules: &R, what: &dyn Display| {
        runs += 1;
        if fault.is_none()
            && let Err(mismatch) = check(&R::Fast::new(rules), case, &case.expect[varied])
        {
            fault = Some(described(case, varied, rules, &format!("{what} affects this case,"), &mismatch));
        }
    };
    for (varied, rules) in case.rulesets() {
        if let Err(mismatch) = check(&R::Fast::new(&rules), case, &case.expect[varied]) {
            return (1, Some(described(case, varied, &rules, "does not hold", &mismatch)));
        }
        for axis in &free {
            for value in axis.others(&rules) {
                run(varied, &axis.with(&rules, value), axis);
            }
        }
    }
    for varied in 0..case.expect.len() {
        for _ in 0..RANDOM_RULESETS {
            run(varied, &random_rules(case, varied, rng), &"some unmentioned knob");
        }
    }
    (runs, fault)
}

/// Describes a mismatch with its place and rules.
fn described<R: Tested>(case: &Case<R>, varied: usize, rules: &R, what: &str, mismatch: &Mismatch) -> String {
    let (place, name, value) = (case.place(), &case.name, case.value_name(varied));
    format!("{place}: {name}: {what} at {value} ({rules}): {}", mismatch.differences.join("; "))
}

/// Finds knobs that are pinned although the case holds for all of their values.
fn needless<R: Tested>(case: &Case<R>, seed: u64) -> Vec<String> {
    let is_needless = |index: usize| {
        let (axis, allowed) = &case.given[index];
        let others: Vec<usize> = (0..axis.values().len()).filter(|value| !allowed.contains(value)).collect();
        let mut rng = Rng::with_seed(seed);
        let mut rulesets = case.rulesets();
        for varied in 0..case.expect.len() {
            rulesets.extend((0..RANDOM_RULESETS).map(|_| (varied, random_rules(case, varied, &mut rng))));
        }
        rulesets.iter().all(|&(varied, rules)| {
            others.iter().all(|&value| {
                let other = axis.with(&rules, value);
                check(&R::Fast::new(&other), case, &case.expect[varied]).is_ok()
            })
        })
    };
    let needless = (0..case.given.len()).filter(|&index| is_needless(index));
    needless
        .map(|index| {
            let axis = case.given[index].0;
            format!("{}: {}: {axis} is pinned but has no effect", case.place(), case.name)
        })
        .collect()
}

/// Returns a random ruleset that the case covers with this value.
fn random_rules<R: Tested>(case: &Case<R>, varied: usize, rng: &mut Rng) -> R {
    let mut rules = random::any_rules::<R>(rng);
    for (axis, values) in &case.given {
        axis.set(&mut rules, values[rng.usize(..values.len())]);
    }
    case.pin(&mut rules, varied);
    rules
}

/// Returns the number of pairs of values, and a fault for each pair that no case distinguishes.
fn pairs<R: Tested>(suite: &Suite<R>) -> (usize, Vec<String>) {
    let mut count = 0;
    let mut same = Vec::new();
    for axis in Axis::<R>::all() {
        let cases: Vec<&Case<R>> = suite.cases.iter().filter(|case| case.vary == Some(axis)).collect();
        let values: Vec<&str> = axis.names().collect();
        for one in 0..values.len() {
            for other in one + 1..values.len() {
                count += 1;
                if !cases.iter().any(|case| tells_apart(case, one, other) && tells_apart(case, other, one)) {
                    same.push(format!(
                        "cases: no case distinguishes {axis}={} from {axis}={}",
                        values[one], values[other]
                    ));
                }
            }
        }
    }
    (count, same)
}

/// Returns whether the expectation of a case for one value fails under another.
fn tells_apart<R: Tested>(case: &Case<R>, expected: usize, actual: usize) -> bool {
    let rulesets = case.rulesets().into_iter().filter(|(varied, _)| *varied == actual);
    rulesets.into_iter().all(|(_, rules)| check(&R::Fast::new(&rules), case, &case.expect[expected]).is_err())
}
