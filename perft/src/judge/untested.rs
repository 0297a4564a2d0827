//! Which values of the knobs the compared counts do not distinguish.

use super::evidence::start_text;
use super::verdict::{Explanation, JudgeError, Start, Verdict};
use super::{Judge, Variant};
use crate::Part;
use rules_core::Knobs;

/// Our counts of one position, by depth.
type Counts<S> = Vec<Vec<Part<S>>>;

impl<V: Variant> Judge<'_, V> {
    /// Notes the values that no compared count distinguishes from those of the rules with which the engine
    /// agrees. An undistinguished value of a knob that is part of the explanation explains as much.
    pub(super) fn tell_untested(
        &self,
        verdict: &mut Verdict<V::Rules>,
        agreed: &V::Rules,
    ) -> Result<(), JudgeError> {
        let base = self.counts(agreed)?;
        let start = start_text(&V::new(*agreed));
        for rules in agreed.neighbours() {
            let Some(flip) = rules.overrides(agreed).next() else { continue };
            if rules.canonical() == agreed.canonical() {
                continue;
            }
            if rules.without_results().canonical() == agreed.without_results().canonical() {
                verdict.uncountable.push(flip);
            } else if !self.starts_otherwise(verdict, &start, &rules) && !self.is_tested(&base, &rules)? {
                let is_explanation = agreed.differences(&verdict.intended).any(|knob| knob.id == flip.knob);
                match &mut verdict.explanation {
                    Explanation::Reading { others, .. } if is_explanation => {
                        if others.iter().all(|other| other.canonical() != rules.canonical()) {
                            others.push(rules);
                        }
                    }
                    _ => verdict.untested.push(flip),
                }
            }
        }
        Ok(())
    }

    /// Returns whether the start of the engine's own game tells a ruleset from the one with this start.
    fn starts_otherwise(&self, verdict: &Verdict<V::Rules>, start: &str, rules: &V::Rules) -> bool {
        let opponent = &*self.descent.opponent;
        let text = |rules: &V::Rules| opponent.ranks_and_side(&start_text(&V::new(*rules)));
        let is_other = text(rules) != opponent.ranks_and_side(start);
        match &verdict.start {
            Start::Unknown => false,
            Start::Same | Start::Different(_) => is_other,
            Start::Mirrored(theirs) => is_other && text(rules) != *theirs,
        }
    }

    /// Returns our counts of every test position; empty where the rules refuse it.
    fn counts(&self, rules: &V::Rules) -> Result<Vec<Counts<V::Step>>, JudgeError> {
        let game = V::new(*rules);
        let count = |index: usize| {
            let position = &self.descent.positions[index];
            let Ok((node, ..)) = game.read(&position.text) else { return Ok(Vec::new()) };
            let depths = (1..=position.depth).filter(|depth| self.descent.answer(index, *depth).is_some());
            depths.map(|depth| Ok(self.descent.counter.divide(&game, &node, depth)?)).collect()
        };
        (0..self.descent.positions.len()).map(count).collect()
    }

    /// Returns whether any count distinguishes a ruleset from the one with these counts, looking at small
    /// depths first.
    fn is_tested(&self, base: &[Counts<V::Step>], rules: &V::Rules) -> Result<bool, JudgeError> {
        let game = V::new(*rules);
        let deepest = base.iter().map(Vec::len).max().unwrap_or(0);
        for depth in 0..deepest {
            for (position, counts) in self.descent.positions.iter().zip(base) {
                let Some(before) = counts.get(depth) else { continue };
                let Ok((node, ..)) = game.read(&position.text) else { continue };
                if self.descent.counter.divide(&game, &node, depth as u32 + 1)? != *before {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
