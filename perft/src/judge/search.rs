//! Readings that explain what was found: rulesets that differ on a few axes.

use super::Question;
use super::evidence::Evidence;
use crate::{Counter, Fault, Variant};
use rules_core::{Knob, Knobs};
use std::collections::HashSet;

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
    singles.sort_by_key(|other| rules.distance(other));
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

/// Returns all rulesets at most `distance` axes away from the first, nearest first, without it. No two of them are the
/// same game, and none is the game of the first.
pub fn reachable<R: Knobs>(first: &R, distance: u32) -> Vec<R> {
    let mut all = vec![*first];
    let mut seen = HashSet::from([values(&first.canonical())]);
    let mut from = 0;
    for _ in 0..distance {
        let to = all.len();
        for place in from..to {
            for neighbour in all[place].neighbours().collect::<Vec<_>>() {
                if seen.insert(values(&neighbour.canonical())) {
                    all.push(neighbour);
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
        if let Some(least) = found.iter().map(|rules| intended.distance(rules)).min() {
            return Ok(found.into_iter().filter(|rules| intended.distance(rules) == least).collect());
        }
    }
    Ok(Vec::new())
}
