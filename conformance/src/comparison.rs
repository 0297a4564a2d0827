//! Two readings side by side: the knobs on which they differ, the statements behind each side, and for each knob a
//! position in which they part.

use crate::generator::{Generator, Tested};
use crate::point::Point;
use crate::sources::How;
use crate::suite::{Case, Suite};
use perft::{Counter, Variant};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet, VecDeque};

/// Two readings side by side.
pub struct Comparison<R: 'static> {
    /// The rulesets.
    pub rules: [R; 2],
    /// The knobs on which they differ.
    pub knobs: Vec<Difference<R>>,
    /// Where their counts from the start part: the depth, and both counts; `None` when they do not as far as was
    /// counted.
    pub parting: Option<(u32, [u128; 2])>,
    /// How deep was counted.
    pub counted: u32,
}

/// A knob on which two readings differ.
pub struct Difference<R: 'static> {
    /// The knob, or one file of it.
    pub point: Point<R>,
    /// Its values.
    pub values: [&'static str; 2],
    /// The statements behind each value, by their ids; the source where it is silent and its readings assume the value.
    pub statements: [Vec<(String, How)>; 2],
    /// A position in which the values part; `None` when they are the same game beside the other values of both.
    pub witness: Option<Witness>,
}

/// A position in which two values part.
#[derive(Clone, Debug)]
pub struct Witness {
    /// How it comes about.
    pub origin: Origin,
    /// Its text under either value, or why it is refused.
    pub texts: [String; 2],
    /// The plies that are legal under this value only.
    pub only: [Vec<String>; 2],
    /// How the game ended under either.
    pub outcomes: [String; 2],
}

/// How a position comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// By these plies from the start, legal under both values; no line is shorter.
    Line(Vec<String>),
    /// It is that of a case, because no line was found; and the ruleset near the first reading under which the case
    /// says something.
    Case(String, String),
}

/// How many plies are tried for each knob in search of a line.
const PLIES: usize = 60_000;
/// Counts from the start go on until one is above this.
const NODES: u128 = 100_000_000;

/// The depth at which counts part and both counts, `None` when they do not as far as was counted; and how deep that was.
pub type Parting = (Option<(u32, [u128; 2])>, u32);

/// Compares two rulesets.
pub fn compare<V: Variant<Rules: Tested>>(
    suite: &Suite<V::Rules>,
    rules: [V::Rules; 2],
) -> Comparison<V::Rules> {
    let [first, second] = &rules;
    let differing: Vec<Point<V::Rules>> =
        Point::all().filter(|point| point.get(first) != point.get(second)).collect();
    let knobs = differing
        .into_par_iter()
        .map(|point| {
            let values = [first, second].map(|rules| point.values()[point.get(rules)]);
            let statements = values.map(|value| statements(suite, point, value));
            Difference { point, values, statements, witness: witness(suite, &rules, point) }
        })
        .collect();
    let (parting, counted) = parting::<V>(&rules);
    Comparison { rules, knobs, parting, counted }
}

fn statements<R: Tested>(suite: &Suite<R>, point: Point<R>, value: &str) -> Vec<(String, How)> {
    let mut behind = Vec::new();
    for source in &suite.sources {
        behind
            .extend(source.on(point, value).map(|(statement, support)| (statement.id.clone(), support.how)));
        behind.extend(source.silence(point, value).map(|_| (source.id.clone(), How::Assumed)));
    }
    behind
}

/// Where the counts of two rulesets from the start part: the depth, and both counts; and how deep was counted.
pub fn parting<V: Variant<Rules: Tested>>(rules: &[V::Rules; 2]) -> Parting {
    let Ok(counter) = Counter::new(0) else { return (None, 0) };
    let count = |rules: V::Rules, depth| {
        let game = V::new(rules);
        let (node, ..) = game.read("startpos").ok()?;
        counter.count(&game, &node, depth).ok()
    };
    for depth in 1.. {
        let (Some(one), Some(other)) = (count(rules[0], depth), count(rules[1], depth)) else {
            return (None, depth - 1);
        };
        if one != other {
            return (Some((depth, [one, other])), depth);
        }
        if one > NODES || one == 0 {
            return (None, depth);
        }
    }
    (None, 0)
}

/// A position in which the values of a point part, beside the other values of the first reading, or of the second
/// where they do not matter beside those of the first.
///
/// The lines are searched by breadth, a bounded number of positions; where none is found the case is one that tells the
/// values apart. `None` when the values are the same game beside the others.
pub fn witness<R: Tested>(suite: &Suite<R>, rules: &[R; 2], point: Point<R>) -> Option<Witness> {
    let pair = |base: &R| {
        rules.map(|side| {
            let mut rules = *base;
            point.set(&mut rules, point.get(&side));
            rules
        })
    };
    let pairs = rules.iter().map(pair).filter(|[one, other]| one.canonical() != other.canonical());
    let pair = pairs.into_iter().next()?;
    by_line(&pair).or_else(|| by_case(suite, &pair, point))
}

/// The first position on the way from the start, by breadth, at which two rulesets part.
fn by_line<R: Tested>(rules: &[R; 2]) -> Option<Witness> {
    let generators = [R::Fast::new(&rules[0]), R::Fast::new(&rules[1])];
    let start = || Some([generators[0].read("startpos").ok()?, generators[1].read("startpos").ok()?]);
    let mut queue = VecDeque::from([(start()?, Vec::new())]);
    let mut seen = HashSet::new();
    let mut tried = 0;
    while let Some((positions, line)) = queue.pop_front() {
        if let Some((texts, only, outcomes)) = part(&generators, &positions) {
            return Some(Witness { origin: Origin::Line(line), texts, only, outcomes });
        }
        for (ply, _) in generators[0].moves(&positions[0]) {
            // From then on nothing is added, so that what stands in the queue stands there by length.
            if tried >= PLIES {
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

/// Texts, plies of one side only, and outcomes, where the sides differ in plies or outcome.
type Parts = ([String; 2], [Vec<String>; 2], [String; 2]);

fn part<G: Generator>(generators: &[G; 2], positions: &[G::Position; 2]) -> Option<Parts> {
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

/// The position of a case that tells the values apart, best under the rulesets themselves.
fn by_case<R: Tested>(suite: &Suite<R>, rules: &[R; 2], point: Point<R>) -> Option<Witness> {
    let values = [0, 1].map(|side| point.get(&rules[side]));
    let apart =
        |case: &&Case<R>| case.vary == Some(point) && case.expect[values[0]] != case.expect[values[1]];
    let mut cases: Vec<&Case<R>> = suite.cases.iter().filter(apart).collect();
    cases.sort_by_key(|case| (case.rule != point.knob(), !case.applies(&rules[0])));
    let witnesses = || cases.iter().filter_map(|case| in_case(case, rules, values));
    // Best is a ply that only one side has, then an outcome, then a text.
    let has_ply = |witness: &Witness| witness.only.iter().any(|plies| !plies.is_empty());
    let has_outcome = |witness: &Witness| witness.outcomes[0] != witness.outcomes[1];
    witnesses().find(has_ply).or_else(|| witnesses().find(has_outcome)).or_else(|| witnesses().next())
}

fn in_case<R: Tested>(case: &Case<R>, rules: &[R; 2], values: [usize; 2]) -> Option<Witness> {
    let pinned = values.map(|value| {
        let mut rules = rules[0];
        case.pin(&mut rules, value);
        rules
    });
    let origin = Origin::Case(case.name.clone(), pinned[0].to_string());
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
            let differs = texts[0] != texts[1];
            let parts = part(&generators, &[one, other]);
            let (texts, only, outcomes) = match parts {
                Some(parts) => parts,
                None if differs => {
                    (texts, [Vec::new(), Vec::new()], ["ongoing", "ongoing"].map(str::to_owned))
                }
                None => return None,
            };
            Some(Witness { origin, texts, only, outcomes })
        }
        (one, other) => {
            let text = |generator: &R::Fast, side: Result<_, String>| {
                side.map_or_else(|fault| fault, |it| generator.text(&it))
            };
            let texts = [text(&generators[0], one), text(&generators[1], other)];
            Some(Witness { origin, texts, only: Default::default(), outcomes: Default::default() })
        }
    }
}
