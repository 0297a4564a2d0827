//! The readings that explain the evidence.

use super::evidence::Evidence;
use super::neighbourhood::{reachable, singles};
use super::test_position::TestPosition;
use crate::{Counter, Fault, Variant};
use rules_core::Knobs;

/// Returns the candidates that explain all evidence, each game once.
pub(super) fn explaining<V: Variant>(
    candidates: &[V::Rules],
    evidence: &[Evidence],
    positions: &[TestPosition],
    counter: &Counter,
) -> Result<Vec<V::Rules>, Fault> {
    let mut found: Vec<V::Rules> = Vec::new();
    'candidates: for rules in candidates {
        let game = V::new(*rules);
        // Check the latest evidence first: most candidates fail on it.
        for one in evidence.iter().rev() {
            if !one.is_explained(&game, positions, counter)? {
                continue 'candidates;
            }
        }
        if !found.iter().any(|other| other.canonical() == rules.canonical()) {
            found.push(*rules);
        }
    }
    Ok(found)
}

/// Returns the readings that explain all evidence, as close as possible to the intended rules.
///
/// Tries rounds of candidates until one has a reading: one knob; the adopted rules with one more knob; two
/// knobs; the adopted rules with two more; every preset with up to one knob; three knobs.
pub(super) fn readings<V: Variant>(
    intended: &V::Rules,
    adopted: &V::Rules,
    evidence: &[Evidence],
    positions: &[TestPosition],
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
        let found = explaining::<V>(&candidates(), evidence, positions, counter)?;
        if let Some(least) = found.iter().map(|rules| intended.distance(rules)).min() {
            return Ok(found.into_iter().filter(|rules| intended.distance(rules) == least).collect());
        }
    }
    Ok(Vec::new())
}
