//! How well a ruleset fits the engine's answers.

use super::descent::{Descent, agree};
use crate::{Fault, Variant};

/// How a ruleset compares with the engine's answers at the test positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fit {
    /// The number of positions in which all answers agree; a position that both refuse is one of them.
    pub(super) agreeing: usize,
    /// The positions with a different answer, each with the first depth at which it differs; 0 where only the
    /// engine refuses the position.
    pub(super) differing: Vec<(usize, u32)>,
    /// The positions that only the ruleset refuses. They are not compared.
    pub(super) refused: Vec<usize>,
    /// Whether the engine's own game starts from another position.
    pub(super) start_differs: bool,
}

impl Fit {
    /// Returns the number of differences: the positions, and the start.
    pub(super) fn differences(&self) -> usize {
        self.differing.len() + usize::from(self.start_differs)
    }

    /// Returns whether this fit is better than another: fewer positions differ, and more agree.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let agreeing = |fit: &Self| fit.agreeing + usize::from(!fit.start_differs);
        self.differences() < other.differences() && agreeing(self) > agreeing(other)
    }

    /// Returns the differing position that differs at the least depth.
    pub(super) fn first(&self) -> Option<usize> {
        let traceable = self.differing.iter().filter(|(_, depth)| *depth > 0);
        traceable.min_by_key(|(index, depth)| (*depth, *index)).map(|(index, _)| *index)
    }
}

impl Descent<'_> {
    /// Compares a ruleset with every answer at the test positions, those of `first` before the others.
    /// Returns `None` as soon as more than `most` positions differ.
    pub(super) fn fit<V: Variant>(
        &self,
        rules: &V::Rules,
        first: &[(usize, u32)],
        most: usize,
    ) -> Result<Option<Fit>, Fault> {
        let game = V::new(*rules);
        let mut fit = Fit::default();
        let rest = (0..self.positions.len()).filter(|index| first.iter().all(|(other, _)| other != index));
        for index in first.iter().map(|(index, _)| *index).chain(rest) {
            let is_refused_there = self.refusals.contains_key(&index);
            match game.read(&self.positions[index].text) {
                Err(_) if is_refused_there => fit.agreeing += 1,
                Err(_) => fit.refused.push(index),
                Ok(_) if is_refused_there => fit.differing.push((index, 0)),
                Ok((node, ..)) => match self.first_difference(&game, &node, index)? {
                    Some(depth) => fit.differing.push((index, depth)),
                    None => fit.agreeing += 1,
                },
            }
            if fit.differing.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(fit))
    }

    /// Returns the first depth at which the engine's answer at a test position differs.
    fn first_difference<V: Variant>(
        &self,
        game: &V,
        node: &V::Node,
        index: usize,
    ) -> Result<Option<u32>, Fault> {
        for depth in 1..=self.positions[index].depth {
            let Some(theirs) = self.answer(index, depth) else { break };
            if !agree(&self.ours(game, node, depth)?, theirs, depth) {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }
}
