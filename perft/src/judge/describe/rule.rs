//! Finds a short conjunction of facts that is true of differing moves and of few others.

use super::facts::Facts;

/// The maximum number of facts in a rule: more would describe single moves.
const MOST_FACTS: usize = 3;

/// Facts that are true together of some differing moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    /// The facts, in the order in which they were found.
    pub(super) facts: Facts,
    /// The differing moves of which all facts are true.
    pub(super) covered: Vec<usize>,
    /// The number of other moves of which all facts are true.
    pub(super) others: usize,
}

/// Returns whether all of some facts are true of a move.
fn holds(facts: &[String], of: &Facts) -> bool {
    facts.iter().all(|fact| of.contains(fact))
}

/// Returns a rule for the differing moves, of which there is at least one: facts are added, that of the
/// greatest gain first, while they exclude other moves.
pub(super) fn rule(differing: &[(usize, &Facts)], others: &[&Facts]) -> Rule {
    let mut facts = Facts::new();
    let mut covered = differing.to_vec();
    let mut left = others.to_vec();
    while !left.is_empty() && facts.len() < MOST_FACTS {
        let Some(fact) = best(&covered, &left) else { break };
        covered.retain(|(_, of)| of.contains(&fact));
        left.retain(|of| of.contains(&fact));
        facts.push(fact);
    }
    // A fact may have become superfluous through later ones.
    for index in (0..facts.len()).rev() {
        let mut fewer = facts.clone();
        fewer.remove(index);
        if others.iter().filter(|of| holds(&fewer, of)).count() == left.len() {
            facts = fewer;
        }
    }
    let covered = differing.iter().filter(|(_, of)| holds(&facts, of)).map(|(index, _)| *index).collect();
    Rule { facts, covered, others: left.len() }
}

/// Returns the fact with the greatest gain of information, the first of several; `None` if no fact has any.
fn best(covered: &[(usize, &Facts)], others: &[&Facts]) -> Option<String> {
    let bits = |yes: usize, no: usize| (yes as f64 / (yes + no) as f64).log2();
    let now = bits(covered.len(), others.len());
    let mut best: Option<(f64, &String)> = None;
    let mut seen: Vec<&String> = Vec::new();
    for fact in covered.iter().flat_map(|(_, of)| of.iter()) {
        if seen.contains(&fact) {
            continue;
        }
        seen.push(fact);
        let yes = covered.iter().filter(|(_, of)| of.contains(fact)).count();
        let no = others.iter().filter(|of| of.contains(fact)).count();
        let gain = yes as f64 * (bits(yes, no) - now);
        let (lost, excluded) = (covered.len() - yes, others.len() - no);
        // A fact that costs more than it excludes describes single moves.
        if lost < excluded && gain > best.map_or(1e-9, |(most, _)| most + 1e-9) {
            best = Some((gain, fact));
        }
    }
    best.map(|(_, fact)| fact.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(text: &str) -> Facts {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_rule_has_the_facts_that_exclude_the_other_moves() {
        for (differing, others, expected) in [
            (&["long file", "long rank"][..], &["short file", "short rank"][..], "long"),
            (&["long file", "long file"], &["short file", "long rank"], "long file"),
            // Both facts exclude as much: the first is kept.
            (&["long over"], &["short through"], "long"),
        ] {
            let differing: Vec<_> = differing.iter().map(|text| facts(text)).collect();
            let others: Vec<_> = others.iter().map(|text| facts(text)).collect();
            let found =
                rule(&differing.iter().enumerate().collect::<Vec<_>>(), &others.iter().collect::<Vec<_>>());
            assert_eq!(
                (found.facts, found.covered.len(), found.others),
                (facts(expected), differing.len(), 0)
            );
        }
    }

    #[test]
    fn moves_that_nothing_tells_apart_are_counted() {
        let (one, other) = (facts("long"), facts("long"));
        let found = rule(&[(0, &one)], &[&other]);
        assert_eq!((found.facts.len(), found.others), (0, 1));
    }
}
