//! Rulesets near another one.

use rules_core::{Knob, Knobs};
use std::collections::HashSet;

/// Returns all rulesets that differ in one knob, nearest first. A set of files may differ in several files.
pub(super) fn singles<R: Knobs>(rules: &R) -> Vec<R> {
    let values = |knob: &'static Knob<R>| {
        let own = (knob.get)(rules);
        knob.domain.values().filter(move |value| *value != own).map(move |value| {
            let mut flipped = *rules;
            (knob.set)(&mut flipped, value);
            flipped
        })
    };
    let mut singles: Vec<_> = R::KNOBS.iter().flat_map(values).collect();
    singles.sort_by_key(|other| rules.distance(other));
    singles
}

/// Returns all rulesets within `flips` single-knob changes of the first one, nearest first. Each game appears
/// once, and the game of the first ruleset is left out.
pub fn reachable<R: Knobs>(first: &R, flips: u32) -> Vec<R> {
    let mut all = vec![*first];
    let mut seen = HashSet::from([values(&first.canonical())]);
    let mut from = 0;
    for _ in 0..flips {
        let to = all.len();
        for place in from..to {
            for flipped in all[place].neighbours().collect::<Vec<_>>() {
                if seen.insert(values(&flipped.canonical())) {
                    all.push(flipped);
                }
            }
        }
        from = to;
    }
    all.split_off(1)
}

/// Returns the value of each knob.
fn values<R: Knobs>(rules: &R) -> Vec<u8> {
    R::KNOBS.iter().map(|knob| (knob.get)(rules)).collect()
}
