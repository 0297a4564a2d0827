//! Finds a short conjunction of facts that is true of differing moves and of few others.

use super::facts::{Fact, FactKind, Facts};

/// The maximum number of facts that are weighed together: more would describe single moves.
const MOST_FACTS: usize = 4;
/// How many differing moves one other move outweighs.
const WEIGHT_OF_OTHERS: i64 = 2;
/// The share of the differing moves that a fact has to gain for the description: one in so many.
const WEIGHT_OF_FACTS: i64 = 16;
/// How many facts one about squares outweighs: a file or a rank is seldom what a fault is about.
const WEIGHT_OF_SQUARES: i64 = 3;

/// Facts that are true together of some differing moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    /// The facts.
    pub(super) facts: Facts,
    /// The differing moves of which all facts are true.
    pub(super) covered: Vec<usize>,
}

/// Returns whether all of some facts are true of a move.
pub(super) fn holds(facts: &[Fact], of: &Facts) -> bool {
    facts.iter().all(|fact| of.contains(fact))
}

/// Returns the rule that describes the differing moves best, of which there is at least one: it covers many of
/// them and few of the others with few facts. Facts that exclude others without losing a differing move are then
/// added.
pub(super) fn rule(differing: &[(usize, &Facts)], others: &[&Facts]) -> Rule {
    let mut known: Vec<&Fact> = Vec::new();
    for fact in differing.iter().flat_map(|(_, of)| of.iter()) {
        if !known.contains(&fact) {
            known.push(fact);
        }
    }
    let truth = |fact: &&Fact| Truth {
        differing: Bits::of(differing.iter().map(|(_, of)| of.contains(fact))),
        others: Bits::of(others.iter().map(|of| of.contains(fact))),
        cost: match fact.kind {
            // The noun says it in any case.
            FactKind::Role => 0,
            FactKind::Square => WEIGHT_OF_SQUARES,
            _ => 1,
        },
    };
    let truths: Vec<_> = known.iter().map(truth).collect();
    let all = Truth {
        differing: Bits::of(differing.iter().map(|_| true)),
        others: Bits::of(others.iter().map(|_| true)),
        cost: 0,
    };
    let unit = (differing.len() as i64 / WEIGHT_OF_FACTS).max(1);
    let mut search = Search { truths: &truths, unit, best: i64::MIN, chosen: Vec::new() };
    search.extend(&mut Vec::new(), &all, 0);
    let chosen = search.refined(search.chosen.clone(), &all);
    let facts: Facts = chosen.iter().map(|&index| known[index].clone()).collect();
    let covered = differing.iter().filter(|(_, of)| holds(&facts, of)).map(|(index, _)| *index).collect();
    Rule { facts, covered }
}

/// A set of moves, one bit for each.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl Bits {
    fn of(members: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (index, is_member) in members.enumerate() {
            if index % 64 == 0 {
                words.push(0);
            }
            words[index / 64] |= u64::from(is_member) << (index % 64);
        }
        Self(words)
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    fn len(&self) -> i64 {
        self.0.iter().map(|word| i64::from(word.count_ones())).sum()
    }
}

/// The moves of which a fact, or several, are true, and what they cost a description.
#[derive(Clone)]
struct Truth {
    differing: Bits,
    others: Bits,
    cost: i64,
}

impl Truth {
    fn and(&self, other: &Self) -> Self {
        Self {
            differing: self.differing.and(&other.differing),
            others: self.others.and(&other.others),
            cost: self.cost + other.cost,
        }
    }
}

/// A search for the conjunction of the greatest value.
struct Search<'a> {
    truths: &'a [Truth],
    /// What a fact costs, in differing moves.
    unit: i64,
    best: i64,
    chosen: Vec<usize>,
}

impl Search<'_> {
    /// Tries every conjunction that extends `chosen` with facts from `next` on. The first of the best is kept.
    fn extend(&mut self, chosen: &mut Vec<usize>, truth: &Truth, next: usize) {
        let covered = truth.differing.len();
        let value = covered - WEIGHT_OF_OTHERS * truth.others.len() - self.unit * truth.cost;
        if covered > 0 && value > self.best {
            self.best = value;
            self.chosen.clone_from(chosen);
        }
        if chosen.len() == MOST_FACTS || truth.others.len() == 0 {
            return;
        }
        for index in next..self.truths.len() {
            let longer = truth.and(&self.truths[index]);
            // No longer conjunction is worth more than this.
            if longer.differing.len() - self.unit * longer.cost > self.best {
                chosen.push(index);
                self.extend(chosen, &longer, index + 1);
                chosen.pop();
            }
        }
    }

    /// Adds facts that are true of every covered move and exclude others, that which excludes most first.
    fn refined(&self, mut chosen: Vec<usize>, all: &Truth) -> Vec<usize> {
        let mut truth = chosen.iter().fold(all.clone(), |truth, &index| truth.and(&self.truths[index]));
        loop {
            let longer = (0..self.truths.len()).map(|index| (index, truth.and(&self.truths[index])));
            let lossless = longer.filter(|(_, longer)| longer.differing.len() == truth.differing.len());
            let best = lossless.min_by_key(|(_, longer)| longer.others.len());
            match best {
                Some((index, longer)) if longer.others.len() < truth.others.len() => {
                    chosen.push(index);
                    truth = longer;
                }
                _ => return chosen,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(text: &str) -> Facts {
        text.split(' ').map(|text| Fact::new(FactKind::Move, text)).collect()
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
            assert_eq!((found.facts, found.covered.len()), (facts(expected), differing.len()));
        }
    }

    #[test]
    fn a_fact_that_loses_no_move_is_added() {
        // Of forty moves that differ, none is short; one of the others is.
        let differing = vec![facts("ratha long"); 40];
        let others = [facts("ratha short"), facts("ashva long")];
        let differing: Vec<_> = differing.iter().enumerate().collect();
        assert_eq!(rule(&differing, &[&others[0]]).facts, facts("long"));
        assert_eq!(rule(&differing, &[&others[0], &others[1]]).facts, facts("ratha long"));
    }

    #[test]
    fn moves_that_nothing_tells_apart_are_counted() {
        let (one, other) = (facts("long"), facts("long"));
        let found = rule(&[(0, &one)], &[&other]);
        assert_eq!((found.facts.len(), found.covered), (0, vec![0]));
    }
}
