//! Readings that explain what was found: rulesets a few flips away.

use super::Question;
use super::evidence::Evidence;
use crate::{Counter, Fault, Variant};
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

/// The knobs on which the second ruleset differs from the first, with its values.
pub(super) fn flips_between<R: Knobs>(from: &R, to: &R) -> Vec<Flip> {
    let differing = R::KNOBS.iter().filter(|knob| (knob.get)(from) != (knob.get)(to));
    differing
        .map(|knob| Flip { knob: knob.id, value: knob.domain.text((knob.get)(to)).to_string() })
        .collect()
}

/// How far apart two rulesets are: knobs, and in sets of files the files.
pub(super) fn cost<R: Knobs>(one: &R, other: &R) -> u32 {
    let apart = |knob: &Knob<R>| {
        let (one, other) = ((knob.get)(one), (knob.get)(other));
        match knob.domain {
            Domain::Choice(_) => u32::from(one != other),
            Domain::Files => (one ^ other).count_ones(),
        }
    };
    R::KNOBS.iter().map(apart).sum()
}

/// The rulesets one flip away.
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

/// The rulesets that differ in one knob, whatever its value: a set of files may differ in several.
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
    singles.sort_by_key(|other| cost(rules, other));
    singles
}

/// Those of some rulesets that explain all evidence, without repeating the same game.
pub(super) fn explaining<V: Variant>(
    candidates: &[V::Rules],
    evidence: &[Evidence],
    questions: &[Question],
    counter: &Counter,
) -> Result<Vec<V::Rules>, Fault> {
    let mut found: Vec<V::Rules> = Vec::new();
    'candidates: for rules in candidates {
        let game = V::new(*rules);
        // What was found last is what most candidates fail to explain.
        for one in evidence.iter().rev() {
            if !one.is_explained(&game, questions, counter)? {
                continue 'candidates;
            }
        }
        if !found.iter().any(|other| other.canonical() == rules.canonical()) {
            found.push(*rules);
        }
    }
    Ok(found)
}

/// The rulesets that so many flips of one knob, or fewer, make, those with fewer flips first; none is the same game as
/// another, or as the first one, which is left out.
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

/// The readings nearest to the intended rules that explain all evidence: single knobs first, then what was adopted with
/// one more, then pairs, the presets with a knob turned, and three knobs.
pub(super) fn readings<V: Variant>(
    intended: &V::Rules,
    adopted: &V::Rules,
    evidence: &[Evidence],
    questions: &[Question],
    counter: &Counter,
) -> Result<Vec<V::Rules>, Fault> {
    let presets = || V::Rules::PRESETS.iter().flat_map(|rules| [vec![*rules], singles(rules)].concat());
    let rounds: [&dyn Fn() -> Vec<V::Rules>; 6] = [
        &|| singles(intended),
        &|| [vec![*adopted], singles(adopted)].concat(),
        &|| reachable(intended, 2),
        &|| reachable(adopted, 2),
        &|| presets().collect(),
        &|| reachable(intended, 3),
    ];
    for candidates in rounds {
        let found = explaining::<V>(&candidates(), evidence, questions, counter)?;
        if let Some(least) = found.iter().map(|rules| cost(intended, rules)).min() {
            return Ok(found.into_iter().filter(|rules| cost(intended, rules) == least).collect());
        }
    }
    Ok(Vec::new())
}
