//! Asks the engine for counts, and traces a difference to a position in which the moves differ.

use super::evidence::{Evidence, Moves, Observed, reach};
use super::finding::{Difference, Shown};
use super::neighbourhood::singles;
use super::opponent::Opponent;
use super::test_position::TestPosition;
use super::verdict::JudgeError;
use crate::engine::{Answer, EngineError, EngineErrorKind};
use crate::{Counter, Fault, Variant, total};
use rules_core::Knobs;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A position that a line of moves reaches from a test position.
struct Place<V: Variant> {
    source: usize,
    line: Vec<String>,
    node: V::Node,
    record: V::Record,
}

impl<V: Variant> Place<V> {
    fn after(&self, game: &V, step: V::Step, node: V::Node) -> Self {
        let mut record = self.record;
        game.events(&self.node, &mut record, step, &node);
        let line = self.line.iter().cloned().chain([step.to_string()]).collect();
        Self { source: self.source, line, node, record }
    }
}

/// Both sides of a comparison, and the answers of the engine.
pub(super) struct Descent<'a> {
    pub(super) positions: &'a [TestPosition],
    pub(super) opponent: &'a mut dyn Opponent,
    pub(super) counter: &'a Counter,
    /// The answers by test position, line and depth: no request is sent twice.
    answers: HashMap<(usize, Vec<String>, u32), Answer>,
    /// The engine's message for each test position that it refuses.
    pub(super) refusals: BTreeMap<usize, String>,
    /// The position of the last question, for the report of a failure.
    pub(super) asked: Option<String>,
}

impl<'a> Descent<'a> {
    pub(super) fn new(
        positions: &'a [TestPosition],
        opponent: &'a mut dyn Opponent,
        counter: &'a Counter,
    ) -> Self {
        Self { positions, opponent, counter, answers: HashMap::new(), refusals: BTreeMap::new(), asked: None }
    }

    /// Returns the engine's answer at the test position itself, if it was asked.
    pub(super) fn answer(&self, source: usize, depth: u32) -> Option<&Answer> {
        self.answers.get(&(source, Vec::new(), depth))
    }

    /// Asks for every count of a test position and returns how many there are, and how many of them agree with
    /// a game; a position that the engine refuses has none.
    pub(super) fn measure<V: Variant>(
        &mut self,
        game: &V,
        source: usize,
    ) -> Result<(usize, usize), JudgeError> {
        let TestPosition { text, depth, .. } = &self.positions[source];
        let Ok((node, record, _)) = game.read(text) else { return Ok((0, 0)) };
        let place = Place { source, line: Vec::new(), node, record };
        let mut agreeing = 0;
        for ply in 1..=*depth {
            let theirs = match self.theirs(game, &place, ply) {
                Err(JudgeError::Engine { error, .. }) if ply == 1 && error.is_refusal() => {
                    self.refusals.insert(source, error.kind.to_string());
                    return Ok((0, 0));
                }
                theirs => theirs?,
            };
            agreeing += usize::from(agree(&self.ours(game, &node, ply)?, &theirs, ply));
        }
        Ok((*depth as usize, agreeing))
    }

    /// Returns the difference of the moves at a test position, from the answers that the engine has given; `None`
    /// if there is none, or it lists no moves.
    pub(super) fn known_difference<V: Variant>(
        &mut self,
        game: &V,
        source: usize,
    ) -> Result<Option<Difference>, JudgeError> {
        let Ok((node, record, _)) = game.read(&self.positions[source].text) else { return Ok(None) };
        let Some(theirs) = self.answer(source, 1).filter(|answer| answer.parts.is_some()).cloned() else {
            return Ok(None);
        };
        let ours = self.ours(game, &node, 1)?;
        if agree(&ours, &theirs, 1) {
            return Ok(None);
        }
        let place = Place { source, line: Vec::new(), node, record };
        self.differing_moves(game, &place, &ours, &theirs).map(Some)
    }

    /// Returns the shallowest difference from a test position; `None` if there is none, or the rules refuse
    /// the position.
    pub(super) fn difference<V: Variant>(
        &mut self,
        game: &V,
        source: usize,
    ) -> Result<Option<Difference>, JudgeError> {
        let TestPosition { text, depth, .. } = &self.positions[source];
        let Ok((node, record, _)) = game.read(text) else { return Ok(None) };
        self.descend(game, &Place { source, line: Vec::new(), node, record }, *depth)
    }

    fn descend<V: Variant>(
        &mut self,
        game: &V,
        place: &Place<V>,
        last: u32,
    ) -> Result<Option<Difference>, JudgeError> {
        for depth in 1..=last {
            let ours = self.ours(game, &place.node, depth)?;
            let theirs = match self.theirs(game, place, depth) {
                Err(JudgeError::Engine {
                    error: EngineError { kind: EngineErrorKind::OtherPosition { held, .. }, .. },
                    ..
                }) if !place.line.is_empty() => return Ok(Some(self.differing_positions(game, place, held))),
                theirs => theirs?,
            };
            if agree(&ours, &theirs, depth) {
                continue;
            }
            if depth > 1 {
                return self.below(game, place, &ours, &theirs, depth).map(Some);
            }
            return self.differing_moves(game, place, &ours, &theirs).map(Some);
        }
        Ok(None)
    }

    /// Descends into the first ply whose counts differ.
    fn below<V: Variant>(
        &mut self,
        game: &V,
        place: &Place<V>,
        ours: &Moves,
        theirs: &Answer,
        depth: u32,
    ) -> Result<Difference, JudgeError> {
        for (step, node, ways) in game.children(&place.node) {
            let child = place.after(game, step, node);
            let name = step.to_string();
            let our_count = ours.get(&name).copied().unwrap_or(0);
            let their_count = match &theirs.parts {
                Some(parts) => parts.iter().find(|part| part.0 == name).map_or(0, |part| part.1),
                None => match self.theirs(game, &child, depth - 1) {
                    Ok(answer) => answer.total.saturating_mul(ways.into()),
                    // The engine does not play the move.
                    Err(JudgeError::Engine { error, .. }) if error.is_about_position() => break,
                    Err(error) => return Err(error),
                },
            };
            if our_count == their_count {
                continue;
            }
            if let Some(difference) = self.descend(game, &child, depth - 1)? {
                return Ok(difference);
            }
            return Err(contradiction(format!(
                "the engine counts {their_count} sequences of {depth} plies that begin with {name} in `{}`, but after \
                 {name} its counts agree with the {our_count} counted here: does it count from the position that it was given?",
                game.write(&place.node, &place.record)
            )));
        }
        // An engine that lists no moves may have as many moves as we have, but different ones.
        if theirs.parts.is_none() {
            let first = self.theirs(game, place, 1)?;
            let moves = self.ours(game, &place.node, 1)?;
            return self.differing_moves(game, place, &moves, &first);
        }
        Err(contradiction(format!(
            "in `{}` the engine lists the same moves at depth 1 and different ones at depth {depth}",
            game.write(&place.node, &place.record)
        )))
    }

    /// Returns the difference at a place where the moves differ; both counts are those of depth 1.
    fn differing_moves<V: Variant>(
        &mut self,
        game: &V,
        place: &Place<V>,
        ours: &Moves,
        theirs: &Answer,
    ) -> Result<Difference, JudgeError> {
        let totals = (total(ours.values().copied())?, theirs.total);
        let listed = match &theirs.parts {
            Some(parts) => Some(parts.iter().cloned().collect()),
            None => self.list_by_playing(game, place, theirs.total)?,
        };
        let observed = match listed {
            Some(moves) => Observed::Moves(moves),
            None => {
                let rest = self.positions[place.source].depth.saturating_sub(place.line.len() as u32);
                let depths = 1..=rest.clamp(1, 2);
                let totals = depths.map(|depth| Ok((depth, self.theirs(game, place, depth)?.total)));
                Observed::Totals(totals.collect::<Result<_, JudgeError>>()?)
            }
        };
        let evidence = Evidence { source: Some(place.source), line: place.line.clone(), observed };
        let position = game.write(&place.node, &place.record);
        Ok(Difference::new(self.positions[place.source].name.clone(), position, ours, evidence, totals))
    }

    /// Returns the difference at a place where the engine reports another position, `theirs`. A known reading one
    /// knob away, or a preset, says how this crate writes it.
    fn differing_positions<V: Variant>(&self, game: &V, place: &Place<V>, theirs: String) -> Difference {
        let TestPosition { name, text, .. } = &self.positions[place.source];
        let readings = singles(game.rules()).into_iter().chain(V::Rules::PRESETS.iter().copied());
        let mut held = readings.filter_map(|rules| {
            let other = V::new(rules);
            let (node, record) = reach(&other, text, &place.line)?;
            Some(other.write(&node, &record))
        });
        let known = held.find(|held| self.opponent.ranks_and_side(held) == theirs);
        let position = game.write(&place.node, &place.record);
        Difference::of_positions(name.clone(), position, (place.source, place.line.clone()), theirs, known)
    }

    /// Finds the moves of an engine that lists none, by playing every move of every reading one knob away.
    /// Returns `None` if the engine cannot report its current position, or has a move that no reading has.
    fn list_by_playing<V: Variant>(
        &mut self,
        game: &V,
        place: &Place<V>,
        total: u128,
    ) -> Result<Option<Moves>, JudgeError> {
        let root = &self.positions[place.source].text;
        let mut tried = HashMap::new();
        for rules in [*game.rules()].into_iter().chain(singles(game.rules())) {
            let other = V::new(rules);
            let Some((node, record)) = reach(&other, root, &place.line) else { continue };
            for (step, child, ways) in other.children(&node) {
                let name = step.to_string();
                if tried.contains_key(&name) {
                    continue;
                }
                let mut record = record;
                other.events(&node, &mut record, step, &child);
                let held = other.write(&child, &record);
                match self.opponent.plays(root, &place.line, &name, &held)? {
                    None => return Ok(None),
                    Some(plays) => tried.insert(name, plays.then_some(u128::from(ways))),
                };
            }
        }
        let moves: Moves = tried.into_iter().filter_map(|(name, ways)| Some((name, ways?))).collect();
        Ok((moves.values().sum::<u128>() == total).then_some(moves))
    }

    /// Repeats the question in a fresh process; a difference that does not reproduce is an engine fault.
    pub(super) fn reproduce(&mut self, difference: &Difference) -> Result<(), JudgeError> {
        let Some(source) = difference.evidence.source else { return Ok(()) };
        self.note(source, &difference.line, &difference.position);
        let first = match &difference.shown {
            Shown::Held(held) => Repeated::Held(held.clone()),
            _ => Repeated::of(&self.answers[&(source, difference.line.clone(), 1)]),
        };
        let again = self.repeat(source, difference)?;
        if again == first {
            return Ok(());
        }
        let how = if self.repeat(source, difference)? == again {
            "its answers depend on earlier questions"
        } else {
            "its answers cannot be reproduced"
        };
        Err(contradiction(format!(
            "in `{}` the engine answered {first}, but after a restart {again}: {how}",
            difference.position
        )))
    }

    /// Asks for the moves of a difference in a fresh process.
    fn repeat(&mut self, source: usize, difference: &Difference) -> Result<Repeated, JudgeError> {
        let root = &self.positions[source].text;
        match self.opponent.afresh(root, &difference.line, &difference.position) {
            Ok(answer) => Ok(Repeated::of(&answer)),
            Err(EngineError { kind: EngineErrorKind::OtherPosition { held, .. }, .. }) => {
                Ok(Repeated::Held(held))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Notes the position of a question.
    fn note(&mut self, source: usize, line: &[String], held: &str) {
        let name = &self.positions[source].name;
        self.asked = Some(match line {
            [] => format!("{name}: {held}"),
            line => format!("{name}, after {}: {held}", line.join(" ")),
        });
    }

    /// Returns our counts below each move.
    pub(super) fn ours<V: Variant>(&self, game: &V, node: &V::Node, depth: u32) -> Result<Moves, Fault> {
        let parts = self.counter.divide(game, node, depth)?;
        Ok(parts.into_iter().map(|part| (part.step.to_string(), part.nodes)).collect())
    }

    /// Returns the engine's answer, asked once.
    fn theirs<V: Variant>(&mut self, game: &V, place: &Place<V>, depth: u32) -> Result<Answer, JudgeError> {
        let key = (place.source, place.line.clone(), depth);
        if let Some(answer) = self.answers.get(&key) {
            return Ok(answer.clone());
        }
        let root = &self.positions[place.source].text;
        let held = game.write(&place.node, &place.record);
        self.note(place.source, &place.line, &held);
        let answer = self.opponent.answer(root, &place.line, &held, depth)?;
        self.answers.insert(key, answer.clone());
        Ok(answer)
    }
}

fn contradiction(how: String) -> JudgeError {
    let kind = EngineErrorKind::Contradiction { how };
    EngineError { kind, unread: Vec::new(), stderr: Vec::new() }.into()
}

/// What an engine answers to a question that is repeated.
#[derive(PartialEq, Eq)]
enum Repeated {
    /// The total, and the moves in order.
    Moves(u128, Vec<(String, u128)>),
    /// No count, because it reports this position.
    Held(String),
}

impl Repeated {
    fn of(answer: &Answer) -> Self {
        let mut parts = answer.parts.clone().unwrap_or_default();
        parts.sort_unstable();
        Self::Moves(answer.total, parts)
    }
}

impl fmt::Display for Repeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(total, _) => write!(f, "with {total} moves"),
            Self::Held(held) => write!(f, "with the position `{held}`"),
        }
    }
}

/// Returns whether two divisions agree. A move with a count of zero counts as unlisted, except at depth 1,
/// where the moves themselves are compared.
pub(super) fn agree(ours: &Moves, theirs: &Answer, depth: u32) -> bool {
    let Some(parts) = &theirs.parts else {
        return ours.values().try_fold(0u128, |sum, nodes| sum.checked_add(*nodes)) == Some(theirs.total);
    };
    let counted = |nodes: u128| depth == 1 || nodes > 0;
    let theirs: HashMap<_, _> =
        parts.iter().filter(|part| counted(part.1)).map(|part| (part.0.as_str(), part.1)).collect();
    let ours: HashMap<_, _> =
        ours.iter().filter(|part| counted(*part.1)).map(|part| (part.0.as_str(), *part.1)).collect();
    ours == theirs
}
