//! Measures where an engine's counts differ from a ruleset, and looks for the reading that it plays.
//!
//! The judge first asks for every count of every position and compares it with the intended rules. Where counts
//! differ, it descends to a position in which the sets of moves differ, and looks for the readings that give
//! exactly the engine's moves there and in all positions found before. A reading is adopted only if strictly
//! fewer positions differ under it, checked on all of them. If no known reading fits everything, the judge
//! traces every difference from the intended rules and groups the moves by what they have in common.

mod descent;
mod describe;
mod evidence;
mod finding;
mod fit;
mod neighbourhood;
mod opponent;
mod readings;
mod search;
mod test_position;
mod untested;
mod verdict;

pub use describe::{Group, GroupKind};
pub use evidence::Moves;
pub use finding::{Difference, Finding, Shown};
pub use neighbourhood::reachable;
pub use opponent::Opponent;
pub use test_position::TestPosition;
pub use verdict::{Explanation, JudgeError, Measurement, Reading, Start, Verdict};

use crate::{Counter, Variant};
use descent::Descent;
use describe::{Scene, describe};
use evidence::{Evidence, Observed, start_text};
use fit::Fit;
use neighbourhood::singles;
use rules_core::Knobs;
use search::{Found, Search};
use std::fmt;

/// A judge of one engine.
pub struct Judge<'a, V: Variant> {
    intended: V::Rules,
    descent: Descent<'a>,
    /// The maximum number of differences to trace that no known reading explains.
    most_traced: usize,
    /// Called with the number of positions compared so far, and how many of them differ.
    progress: Box<dyn Fn(usize, usize) + 'a>,
}

impl<V: Variant> fmt::Debug for Judge<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("positions", &self.descent.positions).finish_non_exhaustive()
    }
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
            most_traced: usize::MAX,
            progress: Box::new(|_, _| ()),
        }
    }

    /// Calls `progress` after each position with the number of positions compared so far, and with the number
    /// of them that differ.
    #[must_use]
    pub fn with_progress(mut self, progress: impl Fn(usize, usize) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Traces at most this many of the differences that no known reading explains. All are counted.
    #[must_use]
    pub fn tracing_at_most(mut self, most: usize) -> Self {
        self.most_traced = most;
        self
    }

    /// Compares everything; with `compares_start`, also the start of the engine's own game.
    ///
    /// A comparison that fails after the first position returns what was found until then, with the reason in
    /// [`Verdict::ended`].
    ///
    /// # Errors
    /// When the intended rules refuse a position, or the engine or one of our counts fails in the first one.
    pub fn verdict(mut self, compares_start: bool) -> Result<Verdict<V::Rules>, JudgeError> {
        let game = V::new(self.intended);
        for position in self.descent.positions {
            game.read(&position.text).map_err(|refusals| JudgeError::Position {
                name: position.name.clone(),
                reasons: refusals.to_string(),
            })?;
        }
        let mut verdict = Verdict::new(self.intended, self.descent.positions.len());
        match self.fill(&mut verdict, compares_start) {
            Err(error) if verdict.measured.compared == 0 => return Err(error),
            Err(error) => verdict.ended = Some(error),
            Ok(()) => {}
        }
        Ok(verdict)
    }

    fn fill(&mut self, verdict: &mut Verdict<V::Rules>, compares_start: bool) -> Result<(), JudgeError> {
        if compares_start {
            verdict.start = self.compare_starts();
        }
        self.measure(verdict)?;
        if verdict.agrees() {
            return self.tell_untested(verdict, &self.intended.clone());
        }
        let (evidence, start) = self.evidence_of_start(&verdict.start);
        let intended = self
            .descent
            .fit::<V>(&self.intended, &[], usize::MAX)?
            .map(|fit| Fit { start_differs: start.is_some(), ..fit })
            .unwrap_or_default();
        let mut search = Search::<V> { intended: self.intended, descent: &mut self.descent, evidence };
        let Found { rules, fit, findings, others } = search.run(&intended, start)?;
        verdict.findings = findings;
        let is_unknown_start = matches!(verdict.start, Start::Different(_)) && !intended.start_differs;
        if fit.differences() == 0 && !is_unknown_start {
            let reading = self.reading(rules, &fit);
            verdict.explanation = Explanation::Reading { reading, others };
            return self.tell_untested(verdict, &rules);
        }
        let nearest = search.nearest(&intended, &rules)?;
        verdict.explanation =
            Explanation::Unknown { nearest: nearest.map(|(rules, fit)| self.reading(rules, &fit)) };
        self.describe(verdict, &intended)
    }

    /// Compares every count of every position with the intended rules.
    fn measure(&mut self, verdict: &mut Verdict<V::Rules>) -> Result<(), JudgeError> {
        let game = V::new(self.intended);
        for (index, position) in self.descent.positions.iter().enumerate() {
            let (counts, agreeing) = self.descent.measure(&game, index)?;
            let measured = &mut verdict.measured;
            measured.compared += 1;
            measured.counts += counts;
            measured.agreeing_counts += agreeing;
            match self.descent.refusals.get(&index) {
                Some(words) => measured.refused.push((position.name.clone(), words.clone())),
                None => measured.agreeing += usize::from(counts == agreeing),
            }
            (self.progress)(measured.compared, measured.differing());
        }
        Ok(())
    }

    /// Traces the differences from the intended rules, and describes them in groups.
    fn describe(&mut self, verdict: &mut Verdict<V::Rules>, intended: &Fit) -> Result<(), JudgeError> {
        let game = V::new(self.intended);
        let mut scenes = Vec::new();
        for &(index, _) in intended.differing.iter().filter(|(_, depth)| *depth > 0).take(self.most_traced) {
            let Some(difference) = self.descent.difference(&game, index)? else { continue };
            let theirs = match &difference.evidence.observed {
                Observed::Moves(moves) => Some(moves.clone()),
                Observed::Totals(_) | Observed::Start(_) => None,
            };
            let position = difference.position.clone();
            scenes.push(Scene { position, theirs, difference: Some(verdict.differences.len()) });
            verdict.differences.push(difference);
        }
        // The moves of the test positions themselves show what the engine does right.
        for (index, position) in self.descent.positions.iter().enumerate() {
            let is_seen = verdict
                .differences
                .iter()
                .any(|one| one.line.is_empty() && one.evidence.source == Some(index));
            let parts = self.descent.answer(index, 1).and_then(|answer| answer.parts.as_ref());
            if let (false, Some(parts)) = (is_seen, parts) {
                let theirs = Some(parts.iter().cloned().collect());
                scenes.push(Scene { position: position.text.clone(), theirs, difference: None });
            }
        }
        verdict.groups = describe::<V>(&self.intended, &scenes);
        for group in &verdict.groups {
            self.descent.reproduce(&verdict.differences[group.smallest])?;
        }
        Ok(())
    }

    /// Returns a ruleset with what was measured against it.
    fn reading(&self, rules: V::Rules, fit: &Fit) -> Reading<V::Rules> {
        let compared = self.descent.positions.len() - fit.refused.len();
        let name = |index: &usize| self.descent.positions[*index].name.clone();
        Reading { rules, agreeing: fit.agreeing, compared, refused: fit.refused.iter().map(name).collect() }
    }

    /// Compares the start of the engine's own game with the intended one.
    fn compare_starts(&self) -> Start {
        let opponent = &*self.descent.opponent;
        let Some(theirs) = opponent.own_start() else { return Start::Unknown };
        let is_theirs = |rules: &V::Rules| opponent.ranks_and_side(&start_text(&V::new(*rules))) == theirs;
        if is_theirs(&self.intended) {
            Start::Same
        } else if is_theirs(&self.intended.reflected()) {
            Start::Mirrored(theirs)
        } else {
            Start::Different(theirs)
        }
    }

    /// Returns what a reading has to explain about the start, and the difference if there is one with a known
    /// reading.
    fn evidence_of_start(&self, start: &Start) -> (Vec<Evidence>, Option<Difference>) {
        let game = V::new(self.intended);
        match start {
            // A reading with a different start explains nothing.
            Start::Same => (vec![Evidence::same_start(&game)], None),
            Start::Different(theirs) => {
                let opponent = &*self.descent.opponent;
                let mut starts = singles(&self.intended).into_iter().map(|rules| start_text(&V::new(rules)));
                let known = starts.find(|start| opponent.ranks_and_side(start) == *theirs);
                let difference =
                    known.map(|known| Difference::of_starts(start_text(&game), theirs.clone(), known));
                (Vec::new(), difference)
            }
            Start::Unknown | Start::Mirrored(_) => (Vec::new(), None),
        }
    }
}
