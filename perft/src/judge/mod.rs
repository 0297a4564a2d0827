//! Determines from an engine's counts where its moves differ from a ruleset and which reading it follows.
//!
//! The judge divides every position at depths 1, 2, 3 …. Where a count differs, it descends to a position in
//! which the sets of moves differ. It looks for the flips that give exactly the engine's moves there and in
//! all positions found before, adopts them, and starts again, until the engine agrees with the adopted rules
//! everywhere or no known reading explains a difference.

mod descent;
mod evidence;
mod finding;
mod neighbourhood;
mod opponent;
mod readings;
mod test_position;
mod verdict;

pub use evidence::Moves;
pub use finding::{Difference, Finding, Shown};
pub use neighbourhood::reachable;
pub use opponent::Opponent;
pub use test_position::TestPosition;
pub use verdict::{JudgeError, Verdict};

use crate::engine::{EngineError, EngineErrorKind};
use crate::{Counter, Variant};
use descent::{Descent, agree};
use evidence::{Evidence, start_text};
use neighbourhood::singles;
use readings::{explaining, readings};
use rules_core::{Knobs, Override};
use std::collections::BTreeMap;
use std::fmt;

/// A judge of one engine.
pub struct Judge<'a, V: Variant> {
    intended: V::Rules,
    descent: Descent<'a>,
    evidence: Vec<Evidence>,
    /// Called with the index of each position before it is compared.
    progress: Box<dyn Fn(usize) + 'a>,
}

impl<V: Variant> fmt::Debug for Judge<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("positions", &self.descent.positions).finish_non_exhaustive()
    }
}

/// What is known about each position.
struct Compared {
    /// The engine's message for each position that it refuses.
    refusals: BTreeMap<usize, String>,
    /// For each test position, whether any reading differed from the engine.
    differs: Vec<bool>,
    /// For each test position, whether there is a difference that no known reading explains.
    is_unexplained: Vec<bool>,
}

impl<'a, V: Variant> Judge<'a, V> {
    /// Creates a judge that compares an engine with these rules.
    pub fn new(
        intended: V::Rules,
        positions: &'a [TestPosition],
        opponent: &'a mut dyn Opponent,
        counter: &'a Counter,
    ) -> Self {
        Self {
            intended,
            descent: Descent::new(positions, opponent, counter),
            evidence: Vec::new(),
            progress: Box::new(|_| ()),
        }
    }

    /// Calls `progress` with the index of each position before it is compared.
    #[must_use]
    pub fn with_progress(mut self, progress: impl Fn(usize) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Compares everything; with `compares_start`, also the start of the engine's own game.
    ///
    /// # Errors
    /// When the engine fails, one of our counts has no total, or the intended rules refuse a position.
    pub fn verdict(mut self, compares_start: bool) -> Result<Verdict<V::Rules>, JudgeError> {
        let game = V::new(self.intended);
        for position in self.descent.positions {
            game.read(&position.text).map_err(|refusals| JudgeError::Position {
                name: position.name.clone(),
                reasons: refusals.to_string(),
            })?;
        }
        let mut verdict = Verdict::new(self.intended, self.descent.positions.len());
        if compares_start && self.descent.opponent.own_start().is_some() {
            match self.compare_starts() {
                Some(difference) => {
                    self.explain(difference, &mut verdict)?;
                }
                // A reading with a different start explains nothing.
                None => self.evidence.push(Evidence::same_start(&game)),
            }
        }
        let compared = self.compare_positions(&mut verdict)?;
        self.conclude(compared, &mut verdict)?;
        Ok(verdict)
    }

    /// Compares every position, and begins again whenever a flip is adopted.
    fn compare_positions(&mut self, verdict: &mut Verdict<V::Rules>) -> Result<Compared, JudgeError> {
        let count = self.descent.positions.len();
        let mut compared = Compared {
            refusals: BTreeMap::new(),
            differs: vec![false; count],
            is_unexplained: vec![false; count],
        };
        let mut index = 0;
        while index < count {
            (self.progress)(index);
            if compared.is_unexplained[index] {
                index += 1;
                continue;
            }
            let found = match self.descent.difference(&V::new(verdict.adopted), index) {
                Err(JudgeError::Engine(error)) if self.is_refusal_of(index, &error) => {
                    compared.refusals.insert(index, error.kind.to_string());
                    None
                }
                found => found?,
            };
            let Some(difference) = found else {
                index += 1;
                continue;
            };
            self.descent.reproduce(&difference)?;
            compared.differs[index] = true;
            if self.explain(difference, verdict)? {
                // These results were relative to the previously adopted rules.
                index = 0;
                compared.is_unexplained.fill(false);
                verdict.findings.retain(|finding| {
                    finding.adopted.is_some() || finding.difference.evidence.source.is_none()
                });
            } else {
                compared.is_unexplained[index] = true;
            }
        }
        Ok(compared)
    }

    /// Fills in the parts of the verdict that concern all positions together.
    fn conclude(&self, compared: Compared, verdict: &mut Verdict<V::Rules>) -> Result<(), JudgeError> {
        let Compared { refusals, differs, is_unexplained } = compared;
        let is_unexplained_start =
            |one: &&Finding| one.difference.evidence.source.is_none() && one.adopted.is_none();
        let unexplained = is_unexplained.iter().filter(|one| **one).count();
        verdict.unexplained = unexplained + verdict.findings.iter().filter(is_unexplained_start).count();
        verdict.counts = self.descent.counts();
        let game = V::new(verdict.adopted);
        for (index, position) in self.descent.positions.iter().enumerate() {
            if game.read(&position.text).is_err() {
                verdict.refused.push(position.name.clone());
            } else if let Some(words) = refusals.get(&index) {
                verdict.refused_there.push((position.name.clone(), words.clone()));
            }
        }
        verdict.agreeing -= differs.iter().filter(|differs| **differs).count() + verdict.refused_there.len();
        verdict.others = self.equals(verdict, unexplained)?;
        verdict.untested = self.untested(&verdict.adopted)?;
        Ok(())
    }

    /// Returns whether the engine refuses a test position.
    fn is_refusal_of(&self, index: usize, error: &EngineError) -> bool {
        matches!(error.kind, EngineErrorKind::Refused { .. }) && self.descent.answer(index, 1).is_none()
    }

    /// Looks for the reading behind a difference, adopts it, and returns whether there is one.
    fn explain(
        &mut self,
        difference: Difference,
        verdict: &mut Verdict<V::Rules>,
    ) -> Result<bool, JudgeError> {
        let Descent { positions, counter, .. } = self.descent;
        let evidence = difference.evidence.clone();
        let candidates = singles(&verdict.adopted);
        let local = explaining::<V>(&candidates, std::slice::from_ref(&evidence), positions, counter)?;
        let least = local.iter().map(|rules| verdict.adopted.distance(rules)).min();
        let nearest = local.iter().filter(|rules| Some(verdict.adopted.distance(rules)) == least);
        let knobs = nearest.flat_map(|rules| rules.overrides(&verdict.adopted)).collect();
        self.evidence.push(evidence);
        let found = self.readings(&verdict.adopted)?;
        let best = self.fittest(found)?;
        match best {
            Some(rules) => verdict.adopted = rules,
            None => {
                self.evidence.pop();
            }
        }
        let adopted = best.map(|rules| rules.overrides(&self.intended).collect());
        verdict.findings.push(Finding { difference, knobs, adopted });
        Ok(best.is_some())
    }

    /// Returns the nearest readings that explain all evidence.
    fn readings(&self, adopted: &V::Rules) -> Result<Vec<V::Rules>, JudgeError> {
        let Descent { positions, counter, .. } = self.descent;
        Ok(readings::<V>(&self.intended, adopted, &self.evidence, positions, counter)?)
    }

    /// Returns, among the readings that explain every difference so far, the first one that also fits the
    /// most other answers.
    fn fittest(&self, found: Vec<V::Rules>) -> Result<Option<V::Rules>, JudgeError> {
        if found.len() < 2 {
            return Ok(found.into_iter().next());
        }
        let mut best: Option<(usize, V::Rules)> = None;
        for rules in found {
            let misfits = self.misfits(&rules)?;
            if best.as_ref().is_none_or(|(fewest, _)| misfits < *fewest) {
                best = Some((misfits, rules));
            }
        }
        Ok(best.map(|(_, rules)| rules))
    }

    /// Returns the number of test positions at which the engine's answers differ from these rules.
    fn misfits(&self, rules: &V::Rules) -> Result<usize, JudgeError> {
        let game = V::new(*rules);
        let mut misfits = 0;
        for (index, position) in self.descent.positions.iter().enumerate() {
            let Ok((node, ..)) = game.read(&position.text) else { continue };
            for depth in 1..=position.depth {
                let Some(theirs) = self.descent.answer(index, depth) else { break };
                let ours = self.descent.ours(&game, &node, depth)?;
                if !agree(&ours, theirs, depth) {
                    misfits += 1;
                    break;
                }
            }
        }
        Ok(misfits)
    }

    /// Returns the other rulesets that explain as much as the adopted one with the same number of flips.
    fn equals(&self, verdict: &Verdict<V::Rules>, unexplained: usize) -> Result<Vec<V::Rules>, JudgeError> {
        if verdict.findings.is_empty() {
            return Ok(Vec::new());
        }
        let least = self.intended.distance(&verdict.adopted);
        let mut equals = Vec::new();
        for rules in self.readings(&verdict.adopted)? {
            let is_equal = self.intended.distance(&rules) == least
                && rules.canonical() != verdict.adopted.canonical()
                && self.misfits(&rules)? <= unexplained;
            if is_equal {
                equals.push(rules);
            }
        }
        Ok(equals)
    }

    /// Returns the flips that change no compared count.
    fn untested(&self, adopted: &V::Rules) -> Result<Vec<Override>, JudgeError> {
        let game = V::new(*adopted);
        let mut flips = Vec::new();
        for rules in adopted.neighbours() {
            if rules.canonical() != adopted.canonical() && !self.is_tested(&game, &V::new(rules))? {
                flips.extend(rules.overrides(adopted));
            }
        }
        Ok(flips)
    }

    /// Returns whether any compared count distinguishes the two games.
    fn is_tested(&self, game: &V, other: &V) -> Result<bool, JudgeError> {
        for position in self.descent.positions {
            let (Ok((before, ..)), Ok((after, ..))) = (game.read(&position.text), other.read(&position.text))
            else {
                continue;
            };
            for depth in 1..=position.depth {
                if self.descent.ours(game, &before, depth)? != self.descent.ours(other, &after, depth)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the difference between the start of the engine's own game and the intended one, if any.
    fn compare_starts(&self) -> Option<Difference> {
        let opponent = &*self.descent.opponent;
        let theirs = opponent.own_start()?;
        let ours = start_text(&V::new(self.intended));
        if opponent.ranks_and_side(&ours) == theirs {
            return None;
        }
        let mut starts = singles(&self.intended).into_iter().map(|rules| start_text(&V::new(rules)));
        let known = starts.find(|start| opponent.ranks_and_side(start) == theirs);
        Some(Difference::of_starts(ours, theirs, known))
    }
}
