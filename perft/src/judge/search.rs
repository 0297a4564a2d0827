//! Looks for the reading that the engine plays.

use super::descent::Descent;
use super::evidence::{Evidence, Observed, start_text};
use super::finding::{Difference, Finding};
use super::fit::Fit;
use super::neighbourhood::singles;
use super::readings::{explaining, rounds};
use super::verdict::JudgeError;
use crate::Variant;
use rules_core::{Knobs, Override};

/// What the search has found.
pub(super) struct Found<R> {
    /// The rules that fit best among those that explain every difference found.
    pub(super) rules: R,
    /// How they fit.
    pub(super) fit: Fit,
    /// The differences found on the way, from the intended rules or from those adopted meanwhile.
    pub(super) findings: Vec<Finding>,
    /// Other rulesets that explain the same differences, are as near to the intended rules and fit as well.
    pub(super) others: Vec<R>,
}

/// The search for the reading behind differences.
///
/// A reading is adopted only if it explains every difference found so far, and if strictly fewer positions
/// differ under it than under the rules adopted before, checked on all of them.
pub(super) struct Search<'s, 'a, V: Variant> {
    pub(super) intended: V::Rules,
    pub(super) descent: &'s mut Descent<'a>,
    /// What a reading has to explain.
    pub(super) evidence: Vec<Evidence>,
}

impl<V: Variant> Search<'_, '_, V> {
    /// Adopts readings, beginning with the intended rules and how they fit, until one fits everything or no
    /// reading is better.
    pub(super) fn run(
        &mut self,
        intended: &Fit,
        start: Option<Difference>,
    ) -> Result<Found<V::Rules>, JudgeError> {
        let mut found =
            Found { rules: self.intended, fit: intended.clone(), findings: Vec::new(), others: Vec::new() };
        let mut start = start;
        while found.fit.differences() > 0 {
            let difference = match start.take() {
                Some(difference) => Some(difference),
                None => self.next_difference(&found)?,
            };
            let mut finding = None;
            // Where only the engine refuses positions, no moves can be compared.
            if let Some(difference) = difference {
                self.evidence.push(difference.evidence.clone());
                let knobs = self.single_flips(&difference)?;
                finding = Some(Finding { difference, knobs, is_explained: false });
            }
            let best = self.best(&found)?;
            found.findings.extend(finding.map(|finding| Finding { is_explained: best.is_some(), ..finding }));
            match best {
                Some((rules, fit, others)) => (found.rules, found.fit, found.others) = (rules, fit, others),
                None => break,
            }
        }
        Ok(found)
    }

    /// Traces the shallowest difference from the rules adopted so far, and repeats it in a fresh process.
    fn next_difference(&mut self, found: &Found<V::Rules>) -> Result<Option<Difference>, JudgeError> {
        let Some(index) = found.fit.first() else { return Ok(None) };
        let difference = self.descent.difference(&V::new(found.rules), index)?;
        if let Some(difference) = &difference {
            self.descent.reproduce(difference)?;
        }
        Ok(difference)
    }

    /// Returns the changes of one knob of the intended rules that give exactly the engine's moves.
    fn single_flips(&self, difference: &Difference) -> Result<Vec<Override>, JudgeError> {
        let Descent { positions, counter, .. } = &*self.descent;
        let evidence = std::slice::from_ref(&difference.evidence);
        let local = explaining::<V>(&singles(&self.intended), evidence, positions, counter)?;
        let least = local.iter().map(|rules| self.intended.distance(rules)).min();
        let nearest = local.iter().filter(|rules| Some(self.intended.distance(rules)) == least);
        Ok(nearest.flat_map(|rules| rules.overrides(&self.intended)).collect())
    }

    /// Returns the best-fitting reading that explains all evidence and is better than the one found so far,
    /// with those that are as good.
    #[expect(clippy::type_complexity, reason = "a reading, its fit and its equals, used once")]
    fn best(&self, found: &Found<V::Rules>) -> Result<Option<(V::Rules, Fit, Vec<V::Rules>)>, JudgeError> {
        let Descent { positions, counter, .. } = &*self.descent;
        for round in rounds(&self.intended, &found.rules) {
            let mut explaining = explaining::<V>(&round(), &self.evidence, positions, counter)?;
            explaining.sort_by_key(|rules| self.intended.distance(rules));
            let mut best: Option<(V::Rules, Fit, Vec<V::Rules>)> = None;
            for rules in explaining {
                let most = match &best {
                    Some((_, fit, _)) => fit.differences(),
                    None => found.fit.differences().saturating_sub(1),
                };
                let Some(fit) = self.fit(&rules, &found.fit.differing, most)? else { continue };
                let distance = self.intended.distance(&rules);
                if let Some((nearest, _, others)) =
                    best.as_mut().filter(|best| best.1.differences() == fit.differences())
                {
                    // The first one is the nearest.
                    others.extend((self.intended.distance(nearest) == distance).then_some(rules));
                } else if fit.is_better_than(&found.fit) {
                    best = Some((rules, fit, Vec::new()));
                }
            }
            if best.is_some() {
                return Ok(best);
            }
        }
        Ok(None)
    }

    /// Returns how a ruleset fits, or `None` if more than `most` positions differ.
    fn fit(&self, rules: &V::Rules, first: &[(usize, u32)], most: usize) -> Result<Option<Fit>, JudgeError> {
        let fit = self.descent.fit::<V>(rules, first, most)?;
        Ok(fit.map(|fit| Fit { start_differs: self.start_differs(rules), ..fit }))
    }

    /// Returns whether a ruleset starts from another position than the engine's own game, as far as known.
    fn start_differs(&self, rules: &V::Rules) -> bool {
        self.evidence.iter().any(|one| {
            matches!(&one.observed, Observed::Start(_)) && !one.has_start(&start_text(&V::new(*rules)))
        })
    }

    /// Undoes every change of a reading that is not needed to agree everywhere.
    pub(super) fn simplest(&self, rules: V::Rules, fit: Fit) -> Result<(V::Rules, Fit), JudgeError> {
        let mut best = (rules, fit);
        for knob in V::Rules::KNOBS {
            let mut simpler = best.0;
            (knob.set)(&mut simpler, (knob.get)(&self.intended));
            if simpler != best.0
                && let Some(fit) = self.agreeing(&simpler)?
            {
                best = (simpler, fit);
            }
        }
        Ok(best)
    }

    /// Returns the presets that agree everywhere and are another game than these rules.
    pub(super) fn presets(&self, rules: &V::Rules) -> Result<Vec<V::Rules>, JudgeError> {
        let mut found = Vec::new();
        for preset in V::Rules::PRESETS {
            if preset.canonical() != rules.canonical() && self.agreeing(preset)?.is_some() {
                found.push(*preset);
            }
        }
        Ok(found)
    }

    /// Returns how a ruleset fits if it agrees everywhere and refuses no position.
    fn agreeing(&self, rules: &V::Rules) -> Result<Option<Fit>, JudgeError> {
        let fit = self.fit(rules, &[], 0)?;
        Ok(fit.filter(|fit| fit.differences() == 0 && fit.refused.is_empty()))
    }

    /// Returns the ruleset that fits best among the presets, those one knob away from the intended rules and
    /// the one found, with its fit; `None` if none fits better than the intended rules.
    pub(super) fn nearest(
        &self,
        intended: &Fit,
        found: &V::Rules,
    ) -> Result<Option<(V::Rules, Fit)>, JudgeError> {
        let mut best: Option<(V::Rules, Fit)> = None;
        let candidates = std::iter::once(*found)
            .chain(self.intended.neighbours())
            .chain(V::Rules::PRESETS.iter().copied());
        for rules in candidates.filter(|rules| rules.canonical() != self.intended.canonical()) {
            let least = best.as_ref().map_or(intended, |(_, fit)| fit);
            let most = least.differences().saturating_sub(1);
            let Some(fit) = self.fit(&rules, &intended.differing, most)? else { continue };
            if fit.is_better_than(least) {
                best = Some((rules, fit));
            }
        }
        Ok(best)
    }
}
