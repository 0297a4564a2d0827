//! Judging an engine by its counts: where its moves differ from those of a ruleset, and which other reading they are.
//!
//! Every position is divided at depths 1, 2, 3 …; where a count differs, the judge follows it down to a position in which
//! the sets of moves differ. It looks for the knobs whose flip gives exactly the moves of the engine there and in all
//! positions found before, adopts them, and begins again, until the engine agrees with the adopted rules everywhere,
//! or no known reading explains what it does.

mod evidence;
mod opponent;
mod search;

pub use evidence::{Difference, Finding, Moves, Shown};
pub use opponent::Opponent;
pub use search::reachable;

use crate::engine::{Answer, EngineError, EngineErrorKind};
use crate::{Counter, Fault, Variant};
use evidence::{Evidence, Theirs};
use rules_core::{Knobs, Override};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A position to be counted from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What it is called in the report.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The deepest count, in plies.
    pub depth: u32,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Verdict<R> {
    /// The rules that the engine was held against.
    pub intended: R,
    /// The rules with every adopted flip.
    pub adopted: R,
    /// Rulesets that explain as much with as few flips.
    pub others: Vec<R>,
    /// What was found, in the order in which it was found.
    pub findings: Vec<Finding>,
    /// How many positions agree in all counts with the intended rules.
    pub agreeing: usize,
    /// How many positions differ in a way that no known reading explains.
    pub unexplained: usize,
    /// Positions that the adopted rules refuse, so that nothing could be compared there.
    pub refused: Vec<String>,
    /// Positions that the engine refuses though the adopted rules do not, with its words.
    pub refused_there: Vec<(String, String)>,
    /// How many counts were compared.
    pub counts: usize,
    /// The flips of the adopted rules that change no count of these positions: nothing is known of them.
    pub untested: Vec<Override>,
}

impl<R: Knobs> Verdict<R> {
    /// Whether the engine agrees with the intended rules in everything that was compared.
    pub fn agrees(&self) -> bool {
        self.findings.is_empty() && self.refused_there.is_empty()
    }

    /// The flips that were adopted.
    pub fn flips(&self) -> Vec<Override> {
        self.adopted.overrides(&self.intended).collect()
    }
}

/// Why there is no verdict.
#[derive(Debug)]
pub enum JudgeError {
    /// The engine failed.
    Engine(EngineError),
    /// A count of ours failed.
    Count(Fault),
    /// A position is refused under the intended rules.
    Position {
        /// The position.
        name: String,
        /// All reasons.
        reasons: String,
    },
}

impl From<EngineError> for JudgeError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Fault> for JudgeError {
    fn from(fault: Fault) -> Self {
        Self::Count(fault)
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Count(fault) => fault.fmt(f),
            Self::Position { name, reasons } => write!(f, "{name}: {reasons}"),
        }
    }
}

impl std::error::Error for JudgeError {}

/// A judge of one engine.
pub struct Judge<'a, V: Variant> {
    intended: V::Rules,
    questions: &'a [Question],
    opponent: &'a mut dyn Opponent,
    counter: &'a Counter,
    /// What the engine has answered: it is asked nothing twice.
    answers: HashMap<(usize, Vec<String>, u32), Answer>,
    evidence: Vec<Evidence>,
    /// Called before each position with its number.
    progress: Box<dyn Fn(usize) + 'a>,
}

impl<V: Variant> fmt::Debug for Judge<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("questions", &self.questions).finish_non_exhaustive()
    }
}

/// A position reached by a line from that of a question.
struct Place<V: Variant> {
    question: usize,
    line: Vec<String>,
    node: V::Node,
    record: V::Record,
}

impl<V: Variant> Place<V> {
    fn after(&self, game: &V, step: V::Step, node: V::Node) -> Self {
        let mut record = self.record;
        game.events(&self.node, &mut record, step, &node);
        let line = self.line.iter().cloned().chain([step.to_string()]).collect();
        Self { question: self.question, line, node, record }
    }
}

impl<'a, V: Variant> Judge<'a, V> {
    /// A judge that holds an engine against these rules.
    pub fn new(
        intended: V::Rules,
        questions: &'a [Question],
        opponent: &'a mut dyn Opponent,
        counter: &'a Counter,
    ) -> Self {
        Self {
            intended,
            questions,
            opponent,
            counter,
            answers: HashMap::new(),
            evidence: Vec::new(),
            progress: Box::new(|_| ()),
        }
    }

    /// Tells how far it has come: the number of the position that is begun, from 0.
    #[must_use]
    pub fn with_progress(mut self, progress: impl Fn(usize) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Compares everything. `compares_start` says that the position with which the engine's own game begins is part of
    /// what is compared.
    ///
    /// # Errors
    /// When the engine or a count of ours fails, or a position is refused under the intended rules.
    pub fn verdict(mut self, compares_start: bool) -> Result<Verdict<V::Rules>, JudgeError> {
        let game = V::new(self.intended);
        for question in self.questions {
            game.read(&question.text).map_err(|reasons| JudgeError::Position {
                name: question.name.clone(),
                reasons: reasons.replace('\n', "; "),
            })?;
        }
        let mut verdict = Verdict {
            intended: self.intended,
            adopted: self.intended,
            others: Vec::new(),
            findings: Vec::new(),
            agreeing: self.questions.len(),
            unexplained: 0,
            refused: Vec::new(),
            refused_there: Vec::new(),
            counts: 0,
            untested: Vec::new(),
        };
        if compares_start && self.opponent.own_start().is_some() {
            match self.compare_start(&verdict.adopted) {
                Some(difference) => {
                    self.weigh(difference, &mut verdict)?;
                }
                // A reading that begins otherwise explains nothing.
                None => self.evidence.push(Evidence::same_start(&game)),
            }
        }
        let mut refusals = BTreeMap::new();
        let mut differing = vec![false; self.questions.len()];
        let mut unexplained = vec![false; self.questions.len()];
        let mut index = 0;
        while index < self.questions.len() {
            (self.progress)(index);
            if unexplained[index] {
                index += 1;
                continue;
            }
            let game = V::new(verdict.adopted);
            let found = match self.difference(&game, index) {
                Err(JudgeError::Engine(error)) if self.is_refusal_of(index, &error) => {
                    refusals.insert(index, error.kind.to_string());
                    Ok(None)
                }
                found => found,
            };
            match found? {
                None => index += 1,
                Some(difference) => {
                    self.reproduce(&difference)?;
                    differing[index] = true;
                    if self.weigh(difference, &mut verdict)? {
                        // What agreed under the rules before need not agree under the new ones, and what was not
                        // explained may be.
                        index = 0;
                        unexplained.fill(false);
                        verdict.findings.retain(|finding| {
                            finding.adopted.is_some() || finding.difference.question.is_none()
                        });
                    } else {
                        unexplained[index] = true;
                    }
                }
            }
        }
        verdict.agreeing -= differing.iter().filter(|differs| **differs).count();
        verdict.unexplained = unexplained.iter().filter(|one| **one).count()
            + verdict
                .findings
                .iter()
                .filter(|one| one.difference.question.is_none() && one.adopted.is_none())
                .count();
        verdict.counts = self.answers.keys().filter(|key| key.1.is_empty()).count();
        let game = V::new(verdict.adopted);
        let refused = self.questions.iter().filter(|question| game.read(&question.text).is_err());
        verdict.refused = refused.map(|question| question.name.clone()).collect();
        for (index, words) in refusals {
            let question = &self.questions[index];
            if game.read(&question.text).is_ok() {
                verdict.refused_there.push((question.name.clone(), words));
            }
        }
        verdict.agreeing -= verdict.refused_there.len();
        verdict.others = self.equals(&verdict, &unexplained)?;
        verdict.untested = self.untested(&verdict.adopted)?;
        Ok(verdict)
    }

    /// Whether the engine will not hold the position of a question.
    fn is_refusal_of(&self, question: usize, error: &EngineError) -> bool {
        matches!(error.kind, EngineErrorKind::Refused { .. })
            && !self.answers.contains_key(&(question, Vec::new(), 1))
    }

    /// Looks for the reading behind a difference, and adopts it; says whether there is one.
    fn weigh(&mut self, difference: Difference, verdict: &mut Verdict<V::Rules>) -> Result<bool, JudgeError> {
        let evidence = difference.evidence();
        let here = search::explaining::<V>(
            &search::singles(&verdict.adopted),
            std::slice::from_ref(&evidence),
            self.questions,
            self.counter,
        )?;
        let least = here.iter().map(|rules| verdict.adopted.distance(rules)).min();
        let nearest = here.iter().filter(|rules| Some(verdict.adopted.distance(rules)) == least);
        let knobs: Vec<_> = nearest.flat_map(|rules| rules.overrides(&verdict.adopted)).collect();
        self.evidence.push(evidence);
        let found = search::readings::<V>(
            &self.intended,
            &verdict.adopted,
            &self.evidence,
            self.questions,
            self.counter,
        )?;
        let best = self.fittest(found)?;
        let is_explained = best.is_some();
        if let Some(rules) = best {
            verdict.adopted = rules;
        } else {
            self.evidence.pop();
        }
        let adopted = is_explained.then(|| verdict.adopted.overrides(&self.intended).collect());
        verdict.findings.push(Finding { difference, knobs, adopted });
        Ok(is_explained)
    }

    /// Of readings that explain all differences found so far, that which fits the other answers best.
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

    /// How many questions were answered otherwise than these rules would have it.
    fn misfits(&self, rules: &V::Rules) -> Result<usize, JudgeError> {
        let game = V::new(*rules);
        let mut misfits = 0;
        for (index, question) in self.questions.iter().enumerate() {
            let Ok((node, ..)) = game.read(&question.text) else { continue };
            for depth in 1..=question.depth {
                let Some(theirs) = self.answers.get(&(index, Vec::new(), depth)) else { break };
                let ours = self.ours(&game, &node, depth)?;
                if !agree(&ours, theirs, depth) {
                    misfits += 1;
                    break;
                }
            }
        }
        Ok(misfits)
    }

    /// Rulesets that explain all that the adopted ones do, with as few flips.
    fn equals(&self, verdict: &Verdict<V::Rules>, unexplained: &[bool]) -> Result<Vec<V::Rules>, JudgeError> {
        if verdict.findings.is_empty() {
            return Ok(Vec::new());
        }
        let distance = self.intended.distance(&verdict.adopted);
        let found = search::readings::<V>(
            &self.intended,
            &verdict.adopted,
            &self.evidence,
            self.questions,
            self.counter,
        )?;
        let misfits = unexplained.iter().filter(|one| **one).count();
        let mut equals = Vec::new();
        for rules in found {
            let is_equal = self.intended.distance(&rules) == distance
                && rules.canonical() != verdict.adopted.canonical()
                && self.misfits(&rules)? <= misfits;
            if is_equal {
                equals.push(rules);
            }
        }
        Ok(equals)
    }

    /// The flips that change no count that was compared.
    fn untested(&self, adopted: &V::Rules) -> Result<Vec<Override>, JudgeError> {
        let game = V::new(*adopted);
        let mut flips = Vec::new();
        'flips: for rules in adopted.neighbours() {
            if rules.canonical() == adopted.canonical() {
                continue;
            }
            let other = V::new(rules);
            for question in self.questions {
                let (Ok((before, ..)), Ok((after, ..))) =
                    (game.read(&question.text), other.read(&question.text))
                else {
                    continue;
                };
                for depth in 1..=question.depth {
                    if self.ours(&game, &before, depth)? != self.ours(&other, &after, depth)? {
                        continue 'flips;
                    }
                }
            }
            flips.extend(rules.overrides(adopted));
        }
        Ok(flips)
    }

    /// The start of the engine's own game, if it is another.
    fn compare_start(&mut self, rules: &V::Rules) -> Option<Difference> {
        let theirs = self.opponent.own_start()?;
        let game = V::new(*rules);
        let (node, record, _) = game.read("startpos").ok()?;
        let text = game.write(&node, &record);
        let ours = self.opponent.ranks_and_side(&text);
        (ours != theirs).then(|| {
            let every = search::singles(rules).into_iter().filter(|other| {
                let game = V::new(*other);
                game.read("startpos").is_ok_and(|(node, record, _)| {
                    self.opponent.ranks_and_side(&game.write(&node, &record)) == theirs
                })
            });
            let starts: Vec<_> = every
                .filter_map(|rules| V::new(rules).read("startpos").ok().map(|(.., text)| text))
                .take(1)
                .collect();
            Difference::start(text, theirs, starts.into_iter().next())
        })
    }

    /// The shallowest difference below a question; `None` where the rules refuse the position.
    fn difference(&mut self, game: &V, question: usize) -> Result<Option<Difference>, JudgeError> {
        let Question { text, depth, .. } = &self.questions[question];
        let Ok((node, record, _)) = game.read(text) else { return Ok(None) };
        let place = Place { question, line: Vec::new(), node, record };
        self.descend(game, &place, *depth)
    }

    fn descend(&mut self, game: &V, place: &Place<V>, last: u32) -> Result<Option<Difference>, JudgeError> {
        for depth in 1..=last {
            let ours = self.ours(game, &place.node, depth)?;
            let theirs = self.theirs(game, place, depth)?;
            if agree(&ours, &theirs, depth) {
                continue;
            }
            let total = (crate::total(ours.values().copied())?, theirs.total);
            if depth == 1 {
                return Ok(Some(self.differing_moves(game, place, &ours, &theirs, total)?));
            }
            return self.below(game, place, &ours, &theirs, depth).map(Some);
        }
        Ok(None)
    }

    /// Goes on at the first ply below which the counts differ.
    fn below(
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
                    // It does not play the move.
                    Err(JudgeError::Engine(error)) if error.is_about_position() => break,
                    Err(error) => return Err(error),
                },
            };
            if our_count == their_count {
                continue;
            }
            if let Some(difference) = self.descend(game, &child, depth - 1)? {
                return Ok(difference);
            }
            return Err(self.contradiction(format!(
                "the engine counts {their_count} sequences of {depth} plies that begin with {name} in `{}`, but after \
                 {name} it counts as is counted here, {our_count}: does it answer for the position it was given?",
                game.write(&place.node, &place.record)
            )));
        }
        // Only a program that lists no moves comes here: as many moves as ours, but not the same.
        if theirs.parts.is_none() {
            let first = self.theirs(game, place, 1)?;
            let moves = self.ours(game, &place.node, 1)?;
            let total = (crate::total(ours.values().copied())?, theirs.total);
            return self.differing_moves(game, place, &moves, &first, total);
        }
        Err(self.contradiction(format!(
            "in `{}` the engine lists the same moves at depth 1, and others at depth {depth}",
            game.write(&place.node, &place.record)
        )))
    }

    /// A position in which the moves differ.
    fn differing_moves(
        &mut self,
        game: &V,
        place: &Place<V>,
        ours: &Moves,
        theirs: &Answer,
        total: (u128, u128),
    ) -> Result<Difference, JudgeError> {
        let listed = match &theirs.parts {
            Some(parts) => Some(parts.iter().cloned().collect()),
            None => self.list_by_playing(game, place, theirs.total)?,
        };
        let position = game.write(&place.node, &place.record);
        let theirs = match listed {
            Some(moves) => Theirs::Moves(moves),
            None => {
                let rest = self.questions[place.question].depth.saturating_sub(place.line.len() as u32);
                let depths = 1..=rest.clamp(1, 2);
                let totals = depths.map(|depth| Ok((depth, self.theirs(game, place, depth)?.total)));
                Theirs::Totals(totals.collect::<Result<_, JudgeError>>()?)
            }
        };
        let question = &self.questions[place.question];
        Ok(Difference::new(
            place.question,
            &question.name,
            &place.line,
            position,
            ours.clone(),
            theirs,
            total,
        ))
    }

    /// The moves of an engine that lists none, found by playing: those of any reading are tried. `None` where it cannot
    /// say which position it holds, or has a move that no reading has.
    fn list_by_playing(
        &mut self,
        game: &V,
        place: &Place<V>,
        total: u128,
    ) -> Result<Option<Moves>, JudgeError> {
        let root = self.questions[place.question].text.clone();
        let mut tried = HashMap::new();
        for rules in [*game.rules()].into_iter().chain(search::singles(game.rules())) {
            let other = V::new(rules);
            let Some((node, record)) = evidence::reach(&other, &root, &place.line) else { continue };
            for (step, child, ways) in other.children(&node) {
                let name = step.to_string();
                if tried.contains_key(&name) {
                    continue;
                }
                let mut record = record;
                other.events(&node, &mut record, step, &child);
                let held = other.write(&child, &record);
                match self.opponent.plays(&root, &place.line, &name, &held)? {
                    None => return Ok(None),
                    Some(plays) => tried.insert(name, plays.then_some(u128::from(ways))),
                };
            }
        }
        let moves: Moves = tried.into_iter().filter_map(|(name, ways)| Some((name, ways?))).collect();
        Ok((moves.values().sum::<u128>() == total).then_some(moves))
    }

    /// A difference that is not there when a new process is asked is none.
    fn reproduce(&mut self, difference: &Difference) -> Result<(), JudgeError> {
        let Some(question) = difference.question else { return Ok(()) };
        let root = &self.questions[question].text;
        let first = &self.answers[&(question, difference.line.clone(), 1)];
        let again = self.opponent.afresh(root, &difference.line, &difference.position)?;
        let sorted = |answer: &Answer| {
            let mut parts = answer.parts.clone().unwrap_or_default();
            parts.sort_unstable();
            (answer.total, parts)
        };
        if sorted(first) == sorted(&again) {
            return Ok(());
        }
        Err(self.contradiction(format!(
            "in `{}` the engine counted {} moves, and started anew it counts {}: its answers depend on what it was asked \
             before",
            difference.position, first.total, again.total
        )))
    }

    fn ours(&self, game: &V, node: &V::Node, depth: u32) -> Result<Moves, JudgeError> {
        let parts = self.counter.divide(game, node, depth)?;
        Ok(parts.into_iter().map(|part| (part.step.to_string(), part.nodes)).collect())
    }

    fn theirs(&mut self, game: &V, place: &Place<V>, depth: u32) -> Result<Answer, JudgeError> {
        let key = (place.question, place.line.clone(), depth);
        if let Some(answer) = self.answers.get(&key) {
            return Ok(answer.clone());
        }
        let root = &self.questions[place.question].text;
        let held = game.write(&place.node, &place.record);
        let answer = self.opponent.answer(root, &place.line, &held, depth)?;
        self.answers.insert(key, answer.clone());
        Ok(answer)
    }

    fn contradiction(&self, how: String) -> JudgeError {
        let kind = EngineErrorKind::Contradiction { how };
        JudgeError::Engine(EngineError { kind, unread: Vec::new(), stderr: Vec::new() })
    }
}

/// Whether two divisions say the same. A move with no sequences behind it counts as one that is not listed, except at
/// depth 1, where the moves themselves are compared.
fn agree(ours: &Moves, theirs: &Answer, depth: u32) -> bool {
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
