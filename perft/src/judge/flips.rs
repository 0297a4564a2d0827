//! Rulesets near another one, and the flips between them.

use rules_core::{Domain, Knob, Knobs};
use std::collections::HashSet;
use std::fmt;

/// A knob with another value. Displays in the text form, `raja-jump=none`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Flip {
    /// The knob.
    pub knob: &'static str,
    /// The value.
    pub value: String,
}

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.knob, self.value)
    }
}

/// The knobs on which the two rulesets differ, with the values of the second.
pub(super) fn flips_between<R: Knobs>(from: &R, to: &R) -> Vec<Flip> {
    let differing = R::KNOBS.iter().filter(|knob| (knob.get)(from) != (knob.get)(to));
    differing
        .map(|knob| Flip { knob: knob.id, value: knob.domain.text((knob.get)(to)).to_string() })
        .collect()
}

/// The distance of two rulesets: the number of differing knobs, where a set of files counts each differing
/// file.
pub(super) fn distance<R: Knobs>(one: &R, other: &R) -> u32 {
    let apart = |knob: &Knob<R>| {
        let (one, other) = ((knob.get)(one), (knob.get)(other));
        match knob.domain {
            Domain::Choice(_) => u32::from(one != other),
            Domain::Files => (one ^ other).count_ones(),
        }
    };
    R::KNOBS.iter().map(apart).sum()
}

/// All rulesets at distance 1.
pub(super) fn neighbours<R: Knobs>(rules: &R) -> Vec<R> {
    let flips = |knob: &'static Knob<R>| {
        knob.domain.flips((knob.get)(rules)).map(move |value| {
            let mut flipped = *rules;
            (knob.set)(&mut flipped, value);
            flipped
        })
    };
    R::KNOBS.iter().flat_map(flips).collect()
}

/// All rulesets that differ in one knob, nearest first. A set of files may differ in several files.
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
    singles.sort_by_key(|other| distance(rules, other));
    singles
}

/// All rulesets within `flips` single-knob changes of the first one, nearest first. Each game appears once,
/// and the game of the first ruleset is left out.
pub fn reachable<R: Knobs>(first: &R, flips: u32) -> Vec<R> {
    let mut all = vec![*first];
    let mut seen = HashSet::from([values(&first.canonical())]);
    let mut from = 0;
    for _ in 0..flips {
        let to = all.len();
        for place in from..to {
            for flipped in neighbours(&all[place]) {
                if seen.insert(values(&flipped.canonical())) {
                    all.push(flipped);
                }
            }
        }
        from = to;
    }
    all.split_off(1)
}

/// The value of each knob.
fn values<R: Knobs>(rules: &R) -> Vec<u8> {
    R::KNOBS.iter().map(|knob| (knob.get)(rules)).collect()
}
