//! Two readings side by side: the knobs on which they differ, how each value stands in its source, the
//! statements behind it, and for each knob a position that distinguishes the values.

use crate::case::Case;
use crate::generator::{Generator, Tested};
use crate::sources::{How, Reading, Source};
use crate::suite::Suite;
use perft::{Counter, Variant};
use rayon::prelude::*;
use rules_core::{Axis, Knob, Knobs};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt;

/// One side of a comparison: a reading of a source, or a ruleset by itself.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a, R> {
    /// The name of the reading, or the text of the ruleset.
    pub name: &'a str,
    /// The ruleset.
    pub rules: R,
    /// The source and its reading; `None` for a ruleset by itself.
    pub origin: Option<(&'a Source, &'a Reading)>,
}

impl<R: Tested> Side<'_, R> {
    /// Returns the text of the ruleset: as the source writes it for a reading, which shows what is inherited.
    pub fn written(&self) -> String {
        self.origin.map_or_else(|| self.rules.to_string(), |(_, reading)| reading.rules.clone())
    }
}

/// How a value of a reading stands in its source, from the most explicit on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing<'a> {
    /// A statement says it, or it follows from one.
    Stated(How),
    /// The source leaves the knob open, and declares which value its readings take.
    Assumed,
    /// The source neither states nor declares it: it is the value of this preset, in which the reading is
    /// written.
    Inherited(&'a str),
    /// The source neither states nor declares it, and the reading changes the value of its preset.
    NotStated,
}

impl fmt::Display for Standing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stated(how) => how.fmt(f),
            Self::Assumed => How::Assumed.fmt(f),
            Self::Inherited(preset) => write!(f, "inherited from {preset}"),
            Self::NotStated => f.write_str("not stated"),
        }
    }
}

impl<'a, R: Tested> Side<'a, R> {
    /// Returns the reading with this name, or the ruleset with this text; `None` if it is neither.
    pub fn named(suite: &'a Suite<R>, name: &'a str) -> Option<Self> {
        let readings = suite
            .sources
            .iter()
            .flat_map(|source| source.readings.iter().map(move |reading| (source, reading)));
        let origin = readings.into_iter().find(|(_, reading)| reading.id == name);
        let text = origin.map_or(name, |(_, reading)| &reading.rules);
        Some(Self { name, rules: text.parse().ok()?, origin })
    }

    /// Returns how the value of an axis stands in the source; `None` for a ruleset by itself.
    pub fn standing(&self, axis: Axis<R>) -> Option<Standing<'a>> {
        let (source, reading) = self.origin?;
        let value = axis.values()[axis.get(&self.rules)].id;
        let hows = source.bearing_on(axis, value).map(|(_, support)| support.how);
        Some(match hows.filter(|&how| how != How::Contradicts).min() {
            Some(how @ (How::Explicit | How::Inferred)) => Standing::Stated(how),
            Some(_) => Standing::Assumed,
            None if source.silence(axis, value).is_some() => Standing::Assumed,
            None => {
                let preset = reading.rules.split('+').next().unwrap_or_default();
                let inherited =
                    R::preset(preset).is_some_and(|rules| axis.get(&rules) == axis.get(&self.rules));
                if inherited { Standing::Inherited(preset) } else { Standing::NotStated }
            }
        })
    }

    /// Returns how the value of a knob stands in the source. A set of files stands as its best stated file.
    fn standing_of_knob(&self, knob: &Knob<R>) -> Option<Standing<'a>> {
        axes_of(knob).filter_map(|axis| self.standing(axis)).min()
    }
}

/// Returns the axes of a knob: one, or one for each file.
fn axes_of<R: Knobs>(knob: &Knob<R>) -> impl Iterator<Item = Axis<R>> + use<R> {
    let id = knob.id;
    Axis::all().filter(move |axis| axis.knob() == id)
}

/// Two readings side by side.
pub struct Comparison<'a, R: 'static> {
    /// The sides.
    pub sides: [Side<'a, R>; 2],
    /// Whether they are the same game.
    pub relation: Relation,
    /// The knobs on which the first side differs from the mirror image of the second, if these are fewer than
    /// those on which the sides differ.
    pub up_to_reflection: Option<Vec<&'static str>>,
    /// The knobs on which they differ.
    pub differences: Vec<KnobDifference<'a, R>>,
    /// Every knob, in the order of the table of knobs.
    pub knobs: Vec<KnobValues<'a>>,
    /// Where their counts diverge.
    pub parting: Parting,
}

/// Whether two rulesets are the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Different games.
    Different,
    /// Different games at most by name: their canonical forms are equal.
    Same,
    /// One is the mirror image of the other ([`Knobs::reflected`]).
    Reflected,
}

impl Relation {
    /// Returns the relation of two rulesets.
    pub fn of<R: Knobs>([first, second]: &[R; 2]) -> Self {
        if first.canonical() == second.canonical() {
            Self::Same
        } else if first.canonical() == second.reflected().canonical() {
            Self::Reflected
        } else {
            Self::Different
        }
    }
}

/// The values of a knob in two readings.
#[derive(Clone, Debug)]
pub struct KnobValues<'a> {
    /// The knob.
    pub id: &'static str,
    /// The value in each reading.
    pub values: [String; 2],
    /// How each value stands in its source; `None` where a side is a ruleset by itself.
    pub standings: Option<[Standing<'a>; 2]>,
}

/// What the sources of two readings say on a knob, together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accord {
    /// The values are equal, and both sources state them, or a side has no source.
    Agreed,
    /// The values are equal, and only the source of this side states them.
    StatedBy(usize),
    /// Neither source states anything, whether the values are equal or not.
    Open,
    /// The values differ, and a source states one.
    Disputed,
}

impl KnobValues<'_> {
    /// Returns what the sources say on the knob, together.
    pub fn accord(&self) -> Accord {
        let is_equal = self.values[0] == self.values[1];
        let stated = self.standings.map(|both| both.map(|one| matches!(one, Standing::Stated(_))));
        match stated {
            Some([false, false]) => Accord::Open,
            _ if !is_equal => Accord::Disputed,
            None | Some([true, true]) => Accord::Agreed,
            Some([true, false]) => Accord::StatedBy(0),
            Some([false, true]) => Accord::StatedBy(1),
        }
    }
}

impl<'a, R> Comparison<'a, R> {
    /// Returns the knobs with this accord.
    pub fn with_accord(&self, accord: Accord) -> impl Iterator<Item = &KnobValues<'a>> {
        self.knobs.iter().filter(move |knob| knob.accord() == accord)
    }
}

/// A knob on which two readings differ.
pub struct KnobDifference<'a, R: 'static> {
    /// The knob.
    pub knob: &'static Knob<R>,
    /// The value in each reading.
    pub values: [String; 2],
    /// The knob itself, or each file on which the sets of files differ.
    pub parts: Vec<Part<'a, R>>,
    /// What follows from the difference.
    pub effect: Effect,
}

/// A knob, or one file of it, on which two readings differ.
pub struct Part<'a, R: 'static> {
    /// The knob, or one file of it.
    pub axis: Axis<R>,
    /// The value in each reading.
    pub values: [&'static str; 2],
    /// How each value stands in the source of its reading; `None` for a ruleset by itself.
    pub standings: [Option<Standing<'a>>; 2],
    /// The ids of the statements of all sources behind each value, or of the source that is silent and whose
    /// readings assume the value.
    pub statements: [Vec<(&'a str, How)>; 2],
}

/// What follows from a difference on a knob.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Nothing, given the other knobs.
    None,
    /// The games are mirror images of each other.
    Reflection,
    /// A position distinguishes the values.
    Shown(Box<Witness>),
    /// The values make different games, but neither a line nor a case was found that shows it.
    NotFound,
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

/// Compares two readings or rulesets.
pub fn compare<'a, V: Variant<Rules: Tested>>(
    suite: &'a Suite<V::Rules>,
    sides: [Side<'a, V::Rules>; 2],
) -> Comparison<'a, V::Rules> {
    let rules = sides.map(|side| side.rules);
    let [first, second] = &rules;
    let relation = Relation::of(&rules);
    let knobs: Vec<KnobValues<'a>> = V::Rules::KNOBS
        .iter()
        .map(|knob| {
            let standings = [0, 1].map(|side| sides[side].standing_of_knob(knob));
            KnobValues {
                id: knob.id,
                values: values(knob, &rules),
                standings: standings[0].zip(standings[1]).map(Into::into),
            }
        })
        .collect();
    let differing: Vec<&'static Knob<V::Rules>> = first.differences(second).collect();
    let mirrored: Vec<&'static str> = first.differences(&second.reflected()).map(|knob| knob.id).collect();
    let up_to_reflection =
        (relation == Relation::Different && mirrored.len() < differing.len()).then_some(mirrored);
    let differences = differing
        .into_par_iter()
        .map(|knob| KnobDifference {
            knob,
            values: values(knob, &rules),
            parts: parts_of(suite, &sides, knob),
            effect: match effect(suite, &rules, knob) {
                // Each knob alone may make a difference, but together they make none.
                Effect::Shown(_) | Effect::NotFound if relation == Relation::Reflected => Effect::Reflection,
                effect => effect,
            },
        })
        .collect();
    let parting = parting::<V>(&rules);
    Comparison { sides, relation, up_to_reflection, differences, knobs, parting }
}

fn values<R>(knob: &Knob<R>, rules: &[R; 2]) -> [String; 2] {
    rules.each_ref().map(|rules| knob.domain.text((knob.get)(rules)).to_string())
}

/// Returns the axes of a knob on which two sides differ, with what stands behind each value.
fn parts_of<'a, R: Tested>(
    suite: &'a Suite<R>,
    sides: &[Side<'a, R>; 2],
    knob: &Knob<R>,
) -> Vec<Part<'a, R>> {
    let [first, second] = sides;
    axes_of(knob)
        .filter(|axis| axis.get(&first.rules) != axis.get(&second.rules))
        .map(|axis| {
            let values = [first, second].map(|side| axis.values()[axis.get(&side.rules)].id);
            Part {
                axis,
                values,
                standings: [first, second].map(|side| side.standing(axis)),
                statements: values.map(|value| statements(suite, axis, value)),
            }
        })
        .collect()
}

fn statements<'a, R: Tested>(suite: &'a Suite<R>, axis: Axis<R>, value: &str) -> Vec<(&'a str, How)> {
    let mut behind = Vec::new();
    for source in &suite.sources {
        let bearing = source.bearing_on(axis, value);
        behind.extend(bearing.map(|(statement, support)| (statement.id.as_str(), support.how)));
        behind.extend(source.silence(axis, value).map(|_| (source.id.as_str(), How::Assumed)));
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

/// Returns what follows from a difference on a knob, given the other knobs of the first ruleset, or those of
/// the second if nothing follows given those of the first.
///
/// Searches a bounded number of lines for a position that distinguishes the values, the shortest first, and
/// then the cases that distinguish them.
fn effect<R: Tested>(suite: &Suite<R>, rules: &[R; 2], knob: &'static Knob<R>) -> Effect {
    let mut effect = Effect::None;
    for base in rules {
        let pair = rules.map(|side| {
            let mut rules = *base;
            (knob.set)(&mut rules, (knob.get)(&side));
            rules
        });
        match Relation::of(&pair) {
            Relation::Same => {}
            Relation::Reflected => effect = Effect::Reflection,
            Relation::Different => {
                let witness = witness_by_line(&pair).or_else(|| witness_by_case(suite, &pair, knob));
                return witness.map_or(Effect::NotFound, |witness| Effect::Shown(Box::new(witness)));
            }
        }
    }
    effect
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

/// Returns how two positions differ, or `None` if they have the same plies, as often, and the same outcome.
/// Where only the rolls that allow a ply differ in number, the ply is listed on both sides with its number.
fn parts<G: Generator>(generators: &[G; 2], positions: &[G::Position; 2]) -> Option<Parts> {
    let side = |index: usize| {
        let (generator, position) = (&generators[index], &positions[index]);
        let plies: BTreeMap<String, u32> = generator.moves(position).into_iter().collect();
        (generator.text(position), plies, generator.outcome(position))
    };
    let ((one, plies, outcome), (other, other_plies, other_outcome)) = (side(0), side(1));
    if plies == other_plies && outcome == other_outcome {
        return None;
    }
    let only = |plies: &BTreeMap<String, u32>, others: &BTreeMap<String, u32>| {
        let only = plies.keys().filter(|ply| !others.contains_key(*ply));
        only.cloned().collect::<Vec<_>>()
    };
    let mut only = [only(&plies, &other_plies), only(&other_plies, &plies)];
    if only.iter().all(Vec::is_empty) && outcome == other_outcome {
        let numbered = |plies: &BTreeMap<String, u32>, others: &BTreeMap<String, u32>| {
            let differing = plies.iter().filter(|&(ply, rolls)| others.get(ply) != Some(rolls));
            differing.map(|(ply, rolls)| format!("{ply} (by {rolls} rolls)")).collect()
        };
        only = [numbered(&plies, &other_plies), numbered(&other_plies, &plies)];
    }
    Some(([one, other], only, [outcome, other_outcome]))
}

/// Returns the position of a case that distinguishes the values, preferably under the rulesets themselves.
fn witness_by_case<R: Tested>(suite: &Suite<R>, rules: &[R; 2], knob: &Knob<R>) -> Option<Witness> {
    let values = |axis: Axis<R>| [0, 1].map(|side| axis.get(&rules[side]));
    let tells_apart = |case: &&Case<R>| {
        case.vary.is_some_and(|axis| {
            let [one, other] = values(axis);
            axis.knob() == knob.id && case.expect[one] != case.expect[other]
        })
    };
    let mut cases: Vec<&Case<R>> = suite.cases.iter().filter(tells_apart).collect();
    cases.sort_by_key(|case| (case.rule.split('.').next() != Some(knob.id), !case.applies(&rules[0])));
    let witnesses = || cases.iter().filter_map(|case| witness_in_case(case, rules, case.vary.map(values)?));
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
