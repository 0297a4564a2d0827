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
use descent::{Descent, agree};
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
            Err(error) if verdict.measured.compared == 0 => {
                return Err(error.asked(self.descent.asked.as_deref()));
            }
            Err(error) => {
                let error = error.asked(self.descent.asked.as_deref());
                if verdict.groups.is_empty() && !error.is_count() {
                    self.describe_known(&mut verdict)?;
                }
                verdict.ended = Some(error);
            }
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
            let (rules, fit) = search.simplest(rules, fit)?;
            let presets = search.presets(&rules)?;
            let reading = self.reading(rules, &fit);
            verdict.explanation = Explanation::Reading { reading, others };
            self.tell_untested(verdict, &rules)?;
            verdict.sort_readings(presets);
            return Ok(());
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
            measured.unlisted +=
                usize::from(self.descent.answer(index, 1).is_some_and(|answer| answer.parts.is_none()));
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
        for &(index, _) in intended.differing.iter().filter(|(_, depth)| *depth > 0).take(self.most_traced) {
            let difference = self.descent.difference(&game, index)?;
            verdict.differences.extend(difference);
        }
        self.group(verdict)?;
        for group in &verdict.groups {
            self.descent.reproduce(&verdict.differences[group.smallest])?;
        }
        Ok(())
    }

    /// Describes what is known of the differences after the comparison has ended early. The engine is not asked
    /// again.
    fn describe_known(&mut self, verdict: &mut Verdict<V::Rules>) -> Result<(), JudgeError> {
        let game = V::new(self.intended);
        verdict.differences.clear();
        for index in (0..self.descent.positions.len()).take(verdict.measured.compared) {
            if verdict.differences.len() < self.most_traced {
                let difference = self.descent.known_difference(&game, index)?;
                verdict.differences.extend(difference);
            }
        }
        self.group(verdict)
    }

    /// Groups the traced differences.
    fn group(&self, verdict: &mut Verdict<V::Rules>) -> Result<(), JudgeError> {
        let game = V::new(self.intended);
        let mut scenes = Vec::new();
        let mut is_seen = vec![false; self.descent.positions.len()];
        let mut held = Vec::new();
        for (place, difference) in verdict.differences.iter().enumerate() {
            if let (Some(source), []) = (difference.evidence.source, difference.line.as_slice()) {
                is_seen[source] = true;
            }
            let theirs = match &difference.evidence.observed {
                Observed::Moves(moves) => Some(moves.clone()),
                Observed::Held(_) => {
                    held.push(place);
                    continue;
                }
                Observed::Totals(_) | Observed::Start(_) => None,
            };
            scenes.push(Scene { position: difference.position.clone(), theirs, difference: Some(place) });
        }
        // The moves of the test positions that agree show what the engine does right.
        for (index, position) in
            self.descent.positions.iter().enumerate().filter(|(index, _)| !is_seen[*index])
        {
            let Some(answer) = self.descent.answer(index, 1) else { continue };
            let Ok((node, ..)) = game.read(&position.text) else { continue };
            if let (Some(parts), true) =
                (&answer.parts, agree(&self.descent.ours(&game, &node, 1)?, answer, 1))
            {
                let theirs = Some(parts.iter().cloned().collect());
                scenes.push(Scene { position: position.text.clone(), theirs, difference: None });
            }
        }
        verdict.groups = describe::<V>(&self.intended, &scenes);
        let pieces = |place: &usize| {
            let ranks = verdict.differences[*place].position.split(' ').next().unwrap_or_default();
            ranks.chars().filter(|letter| letter.is_alphabetic()).count()
        };
        if let Some(smallest) = held.iter().copied().min_by_key(pieces) {
            verdict.groups.push(Group::of_positions(held, smallest));
        }
        Ok(())
    }

    /// Returns a ruleset with what was measured against it.
    fn reading(&self, rules: V::Rules, fit: &Fit) -> Reading<V::Rules> {
        let compared = self.descent.positions.len() - fit.refused.len();
        let name = |index: &usize| self.descent.positions[*index].name.clone();
        Reading {
            rules,
            agreeing: fit.agreeing,
            differing: fit.differing.iter().map(|(index, _)| name(index)).collect(),
            compared,
            refused: fit.refused.iter().map(name).collect(),
        }
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
