//! Two readings side by side: the knobs on which they differ, the statements behind each value, and for each
//! knob a position that distinguishes the values.

use crate::case::Case;
use crate::generator::{Generator, Tested};
use crate::sources::How;
use crate::suite::Suite;
use perft::{Counter, Variant};
use rayon::prelude::*;
use rules_core::Axis;
use std::collections::{BTreeSet, HashSet, VecDeque};

/// Two readings side by side.
pub struct Comparison<R: 'static> {
    /// The rulesets.
    pub rules: [R; 2],
    /// The knobs on which they differ.
    pub knobs: Vec<KnobDifference<R>>,
    /// Where their counts diverge.
    pub parting: Parting,
}

/// A knob on which two readings differ.
pub struct KnobDifference<R: 'static> {
    /// The knob, or one file of it.
    pub axis: Axis<R>,
    /// The value in each reading.
    pub values: [&'static str; 2],
    /// The ids of the statements behind each value, or of the source that is silent and whose readings assume
    /// the value.
    pub statements: [Vec<(String, How)>; 2],
    /// A position that distinguishes the values, or `None` if the knob has no effect given the other knobs.
    pub witness: Option<Witness>,
}

/// A position that distinguishes two values of a knob.
#[derive(Clone, Debug)]
pub struct Witness {
    /// How the position is reached.
    pub origin: Origin,
    /// The text of the position under each value, or why it is refused.
    pub texts: [String; 2],
    /// For each value, the plies that are legal only under it.
    pub only: [Vec<String>; 2],
    /// The outcome under each value.
    pub outcomes: [String; 2],
}

/// How a position is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// By these plies from the starting position, legal under both values. No shorter line exists.
    Line(Vec<String>),
    /// It is the position of a case, because no line was found.
    Case {
        /// The name of the case.
        name: String,
        /// The ruleset: the first reading, with the knob values of the case.
        rules: String,
    },
}

/// Where the counts of two rulesets from the starting position diverge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The depth, and both counts at that depth; `None` if the counts agree at every depth that was counted.
    pub counts: Option<(u32, [u128; 2])>,
    /// The deepest depth that was counted.
    pub counted: u32,
}

/// The maximum number of plies that the search plays for each knob.
const MAX_PLIES: usize = 60_000;
/// Counting from the starting position goes on until a count exceeds this.
const MIN_NODES: u128 = 100_000_000;

/// Compares two rulesets.
pub fn compare<V: Variant<Rules: Tested>>(
    suite: &Suite<V::Rules>,
    rules: [V::Rules; 2],
) -> Comparison<V::Rules> {
    let [first, second] = &rules;
    let differing: Vec<Axis<V::Rules>> =
        Axis::all().filter(|axis| axis.get(first) != axis.get(second)).collect();
    let knobs = differing
        .into_par_iter()
        .map(|axis| {
            let values = [first, second].map(|rules| axis.values()[axis.get(rules)].id);
            let statements = values.map(|value| statements(suite, axis, value));
            KnobDifference { axis, values, statements, witness: witness(suite, &rules, axis) }
        })
        .collect();
    let parting = parting::<V>(&rules);
    Comparison { rules, knobs, parting }
}

fn statements<R: Tested>(suite: &Suite<R>, axis: Axis<R>, value: &str) -> Vec<(String, How)> {
    let mut behind = Vec::new();
    for source in &suite.sources {
        let bearing = source.bearing_on(axis, value);
        behind.extend(bearing.map(|(statement, support)| (statement.id.clone(), support.how)));
        behind.extend(source.silence(axis, value).map(|_| (source.id.clone(), How::Assumed)));
    }
    behind
}

/// Counts from the starting position under both rulesets until the counts diverge, grow large, or overflow.
pub fn parting<V: Variant<Rules: Tested>>(rules: &[V::Rules; 2]) -> Parting {
    let Ok(counter) = Counter::new(0) else { return Parting { counts: None, counted: 0 } };
    let count = |rules: V::Rules, depth| {
        let game = V::new(rules);
        let (node, ..) = game.read("startpos").ok()?;
        counter.count(&game, &node, depth).ok()
    };
    for depth in 1.. {
        let (Some(one), Some(other)) = (count(rules[0], depth), count(rules[1], depth)) else {
            return Parting { counts: None, counted: depth - 1 };
        };
        if one != other {
            return Parting { counts: Some((depth, [one, other])), counted: depth };
        }
        if one > MIN_NODES || one == 0 {
            return Parting { counts: None, counted: depth };
        }
    }
    Parting { counts: None, counted: 0 }
}

/// Returns a position that distinguishes the values of a knob, given the other knobs of the first reading, or
/// those of the second if the knob has no effect given those of the first. Returns `None` if the knob has no
/// effect in either.
///
/// Searches a bounded number of lines, the shortest first, and then the cases that distinguish the values.
pub fn witness<R: Tested>(suite: &Suite<R>, rules: &[R; 2], axis: Axis<R>) -> Option<Witness> {
    let pair = |base: &R| rules.map(|side| axis.with(base, axis.get(&side)));
    let mut pairs = rules.iter().map(pair).filter(|[one, other]| one.canonical() != other.canonical());
    let pair = pairs.next()?;
    witness_by_line(&pair).or_else(|| witness_by_case(suite, &pair, axis))
}

/// Searches breadth-first from the starting position for a position that distinguishes two rulesets.
fn witness_by_line<R: Tested>(rules: &[R; 2]) -> Option<Witness> {
    let generators = [R::Fast::new(&rules[0]), R::Fast::new(&rules[1])];
    let start = || Some([generators[0].read("startpos").ok()?, generators[1].read("startpos").ok()?]);
    let mut queue = VecDeque::from([(start()?, Vec::new())]);
    let mut seen = HashSet::new();
    let mut tried = 0;
    while let Some((positions, line)) = queue.pop_front() {
        if let Some((texts, only, outcomes)) = parts(&generators, &positions) {
            return Some(Witness { origin: Origin::Line(line), texts, only, outcomes });
        }
        for (ply, _) in generators[0].moves(&positions[0]) {
            // The rest of the queue is still searched, so that the shortest line is found.
            if tried >= MAX_PLIES {
                break;
            }
            tried += 1;
            let next = generators[0].play(&positions[0], &ply).zip(generators[1].play(&positions[1], &ply));
            let Some((one, other)) = next else { continue };
            if seen.insert((generators[0].text(&one), generators[1].text(&other))) {
                queue.push_back(([one, other], [&line[..], &[ply]].concat()));
            }
        }
    }
    None
}

/// The texts, the plies of each side only, and the outcomes of a [`Witness`].
type Parts = ([String; 2], [Vec<String>; 2], [String; 2]);

/// Returns how two positions differ, or `None` if they have the same plies and outcome.
fn parts<G: Generator>(generators: &[G; 2], positions: &[G::Position; 2]) -> Option<Parts> {
    let side = |index: usize| {
        let (generator, position) = (&generators[index], &positions[index]);
        let plies: BTreeSet<String> = generator.moves(position).into_iter().map(|ply| ply.0).collect();
        (generator.text(position), plies, generator.outcome(position))
    };
    let ((one, plies, outcome), (other, other_plies, other_outcome)) = (side(0), side(1));
    if plies == other_plies && outcome == other_outcome {
        return None;
    }
    let only = [&plies - &other_plies, &other_plies - &plies].map(|plies| plies.into_iter().collect());
    Some(([one, other], only, [outcome, other_outcome]))
}

/// Returns the position of a case that distinguishes the values, preferably under the rulesets themselves.
fn witness_by_case<R: Tested>(suite: &Suite<R>, rules: &[R; 2], axis: Axis<R>) -> Option<Witness> {
    let values = [0, 1].map(|side| axis.get(&rules[side]));
    let tells_apart =
        |case: &&Case<R>| case.vary == Some(axis) && case.expect[values[0]] != case.expect[values[1]];
    let mut cases: Vec<&Case<R>> = suite.cases.iter().filter(tells_apart).collect();
    cases.sort_by_key(|case| (case.rule != axis.knob(), !case.applies(&rules[0])));
    let witnesses = || cases.iter().filter_map(|case| witness_in_case(case, rules, values));
    // Prefer a position where a move differs, then one where the outcome differs, then one where only the
    // text differs.
    let has_ply = |witness: &Witness| witness.only.iter().any(|plies| !plies.is_empty());
    let has_outcome = |witness: &Witness| witness.outcomes[0] != witness.outcomes[1];
    witnesses().find(has_ply).or_else(|| witnesses().find(has_outcome)).or_else(|| witnesses().next())
}

fn witness_in_case<R: Tested>(case: &Case<R>, rules: &[R; 2], values: [usize; 2]) -> Option<Witness> {
    let pinned = values.map(|value| {
        let mut rules = rules[0];
        case.pin(&mut rules, value);
        rules
    });
    let origin = Origin::Case { name: case.name.clone(), rules: pinned[0].to_string() };
    let generators = [R::Fast::new(&pinned[0]), R::Fast::new(&pinned[1])];
    let reach = |generator: &R::Fast| {
        let read =
            generator.read(&case.position).map_err(|kinds| format!("refused for {}", kinds.join(" ")))?;
        case.line.iter().try_fold(read, |position, ply| {
            generator.play(&position, ply).ok_or_else(|| format!("{ply} of the line is not legal"))
        })
    };
    match (reach(&generators[0]), reach(&generators[1])) {
        (Ok(one), Ok(other)) => {
            let texts = [generators[0].text(&one), generators[1].text(&other)];
            let (texts, only, outcomes) = match parts(&generators, &[one, other]) {
                Some(parts) => parts,
                None if texts[0] != texts[1] => {
                    (texts, Default::default(), ["ongoing", "ongoing"].map(str::to_owned))
                }
                None => return None,
            };
            Some(Witness { origin, texts, only, outcomes })
        }
        (one, other) => {
            let text = |generator: &R::Fast, side: Result<_, String>| {
                side.map_or_else(|fault| fault, |position| generator.text(&position))
            };
            let texts = [text(&generators[0], one), text(&generators[1], other)];
            Some(Witness { origin, texts, only: Default::default(), outcomes: Default::default() })
        }
    }
}
