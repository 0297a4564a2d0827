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

/// Returns rounds of candidates, to be tried in this order: one knob; the adopted rules with one more knob; two
/// knobs; the adopted rules with two more; every preset with up to one knob; three knobs.
pub(super) fn rounds<R: Knobs>(intended: &R, adopted: &R) -> [Box<dyn Fn() -> Vec<R>>; 6] {
    let (intended, adopted) = (*intended, *adopted);
    let presets = || R::PRESETS.iter().flat_map(|rules| [vec![*rules], singles(rules)].concat());
    [
        Box::new(move || singles(&intended)),
        Box::new(move || [vec![adopted], singles(&adopted)].concat()),
        Box::new(move || reachable(&intended, 2)),
        Box::new(move || reachable(&adopted, 2)),
        Box::new(move || presets().collect()),
        Box::new(move || reachable(&intended, 3)),
    ]
}
