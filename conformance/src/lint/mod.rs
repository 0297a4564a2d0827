//! Is a suite itself in order? What each case must have, and what only all cases together can show.

use crate::check::check;
use crate::generator::{Generator, Tested};
use crate::point::Point;
use crate::sources;
use crate::suite::{Case, Suite};
use fastrand::Rng;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What the lints found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What is not in order, each with its place.
    pub faults: Vec<String>,
    /// How many times a case was run with a knob turned that it does not name.
    pub turns: usize,
    /// How many pairs of values of all knobs are told apart.
    pub told_apart: usize,
    /// How many there are.
    pub pairs: usize,
    /// How many statements of the sources have a case.
    pub covered: usize,
    /// How many say why they have none.
    pub untestable: usize,
    /// How many there are.
    pub statements: usize,
}

/// How many random rulesets each expectation is tried under.
const RANDOM_RULESETS: usize = 150;

/// Runs every lint; the same seed turns the same knobs.
pub fn lint<R: Tested>(suite: &Suite<R>, seed: u64) -> Report {
    let mut faults: Vec<String> = suite.cases.iter().flat_map(|case| form(case, suite)).collect();
    faults.extend(names(suite));
    faults.extend(twins(suite));
    let used = suite.cases.iter().map(|case| case.rule.as_str()).collect();
    faults.extend(sources::faults::<R>(&suite.sources, &suite.rules, &used));
    if !faults.is_empty() {
        // What follows takes longer, and is about cases that are in order themselves.
        return Report { faults, ..Report::default() };
    }
    let turned: Vec<(usize, Vec<String>)> = suite
        .cases
        .par_iter()
        .enumerate()
        .map(|(index, case)| turn_unnamed(case, &mut Rng::with_seed(seed.wrapping_add(index as u64))))
        .collect();
    let turns = turned.iter().map(|turned| turned.0).sum();
    faults.extend(turned.into_iter().flat_map(|turned| turned.1));
    faults.extend(suite.cases.par_iter().flat_map_iter(|case| needless(case, seed)).collect::<Vec<_>>());
    let (pairs, same) = pairs(suite);
    let told_apart = pairs - same.len();
    faults.extend(same);
    let cited: BTreeSet<&str> =
        suite.cases.iter().flat_map(|case| &case.sources).map(String::as_str).collect();
    let statements: Vec<_> = suite.sources.iter().flat_map(|source| &source.statements).collect();
    let uncovered: Vec<String> = statements
        .iter()
        .filter(|statement| statement.untestable.is_none() && !cited.contains(statement.id.as_str()))
        .map(|statement| format!("sources: no case is behind {}: {}", statement.id, statement.says))
        .collect();
    let untestable = statements.iter().filter(|statement| statement.untestable.is_some());
    let cited_all_the_same = untestable.clone().filter(|statement| cited.contains(statement.id.as_str()));
    faults.extend(
        cited_all_the_same.map(|one| format!("sources: {} has a case and is called untestable", one.id)),
    );
    let untestable = untestable.count();
    let covered = statements.len() - untestable - uncovered.len();
    faults.extend(uncovered);
    Report { faults, turns, told_apart, pairs, covered, untestable, statements: statements.len() }
}

/// What can be seen of a case by itself.
fn form<R: Tested>(case: &Case<R>, suite: &Suite<R>) -> Vec<String> {
    let mut faults = Vec::new();
    let id = case.name.rsplit('/').next().unwrap_or_default();
    if id.is_empty()
        || !id.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    {
        faults.push(format!("id {id:?} is not made of lower-case letters, digits and hyphens"));
    }
    let words: Vec<&str> = case.title.split_whitespace().collect();
    if words.len() < 2
        || case.title.ends_with('.')
        || words.iter().any(|word| ["should", "must"].contains(word))
    {
        faults.push(format!(
            "the title {:?} does not state a fact in some words, without a full stop",
            case.title
        ));
    }
    let knows_rule =
        R::KNOB_IDS.contains(&case.rule.as_str()) || suite.rules.iter().any(|rule| rule.id == case.rule);
    if !knows_rule {
        faults.push(format!("unknown rule {}", case.rule));
    }
    if let Some(vary) = case.vary
        && R::KNOB_IDS.contains(&case.rule.as_str())
        && case.rule != vary.knob()
    {
        faults.push(format!("it is about {} but varies {vary}", case.rule));
    }
    if case.sources.is_empty() {
        faults.push("no source".to_owned());
    }
    for cited in &case.sources {
        let knows = suite.sources.iter().flat_map(|source| &source.statements).any(|one| one.id == *cited);
        if !knows {
            faults.push(format!("unknown statement {cited}"));
        }
    }
    for expected in &case.expect {
        faults.extend(expected.claims().flat_map(|claim| claim.faults(R::is_ply)));
    }
    faults.extend(case.line.iter().filter_map(|ply| bad_ply::<R>(ply)));
    faults.into_iter().map(|fault| format!("{}: {}: {fault}", case.place(), case.name)).collect()
}

fn bad_ply<R: Tested>(text: &str) -> Option<String> {
    (!R::is_ply(text)).then(|| format!("{text} is not a move"))
}

/// Cases that expect the same of the same position under the same rules.
fn twins<R: Tested>(suite: &Suite<R>) -> Vec<String> {
    let mut seen = BTreeMap::new();
    let mut faults = Vec::new();
    for case in &suite.cases {
        let given: BTreeSet<String> = case.given.iter().map(|given| format!("{given:?}")).collect();
        let key = (&case.position, &case.line, given, case.vary.map(|vary| vary.to_string()));
        let others: &mut Vec<&Case<R>> = seen.entry(key).or_default();
        if let Some(twin) = others.iter().find(|other| other.expect == case.expect) {
            faults.push(format!(
                "{}: {} says what {} says: one of them will do",
                case.place(),
                case.name,
                twin.name
            ));
        }
        others.push(case);
    }
    faults
}

/// Names that several cases have, and what only the suite or only its index has.
fn names<R: Tested>(suite: &Suite<R>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let repeated = suite.cases.iter().filter(|case| !seen.insert(case.name.as_str()));
    let mut faults: Vec<String> =
        repeated.map(|case| format!("{}: {} stands there twice", case.place(), case.name)).collect();
    let (index, there) = (BTreeSet::from_iter(suite.index.clone()), BTreeSet::from_iter(suite.names()));
    let game = R::GAME;
    faults.extend(
        index.difference(&there).map(|name| format!("cases/{game}.txt: {name} is listed and not there")),
    );
    faults.extend(there.difference(&index).map(|name| {
        format!(
            "cases/{game}.txt: {name} is not listed; `conformance list --write` writes what belongs there"
        )
    }));
    faults
}

/// Runs a case with each knob turned that it does not name, alone and with others at random: the answer must stay.
fn turn_unnamed<R: Tested>(case: &Case<R>, rng: &mut Rng) -> (usize, Vec<String>) {
    let named =
        |point: &Point<R>| case.vary == Some(*point) || case.given.iter().any(|given| given.0 == *point);
    let free: Vec<Point<R>> = Point::all().filter(|point| !named(point)).collect();
    let mut tried = 0;
    let mut faults = Vec::new();
    let mut look = |varied: usize, rules: &R, what: &dyn std::fmt::Display| {
        tried += 1;
        // One fault a case is enough to see what is wrong with it.
        if faults.is_empty()
            && let Err(failure) = check(&R::Fast::new(rules), case, &case.expect[varied])
        {
            let (place, name, value) = (case.place(), &case.name, case.value_name(varied));
            let differences = failure.differences.join("; ");
            faults.push(format!("{place}: {name}: {what} matters, at {value} ({rules}): {differences}"));
        }
    };
    for (varied, rules) in case.rulesets() {
        if let Err(failure) = check(&R::Fast::new(&rules), case, &case.expect[varied]) {
            let (place, name, value) = (case.place(), &case.name, case.value_name(varied));
            let differences = failure.differences.join("; ");
            return (1, vec![format!("{place}: {name}: does not hold at {value} ({rules}): {differences}")]);
        }
        for point in &free {
            for value in (0..point.values().len()).filter(|&value| value != point.get(&rules)) {
                let mut other = rules;
                point.set(&mut other, value);
                look(varied, &other, point);
            }
        }
    }
    for varied in 0..case.expect.len() {
        for _ in 0..RANDOM_RULESETS {
            look(varied, &random(case, varied, rng), &"an unnamed knob");
        }
    }
    (tried, faults)
}

/// What is given although the case holds without it: then it could be turned unnoticed.
fn needless<R: Tested>(case: &Case<R>, seed: u64) -> Vec<String> {
    let is_needless = |index: usize| {
        let (point, allowed) = &case.given[index];
        let others: Vec<usize> = (0..point.values().len()).filter(|value| !allowed.contains(value)).collect();
        let mut rng = Rng::with_seed(seed);
        let mut rulesets = case.rulesets();
        for varied in 0..case.expect.len() {
            rulesets.extend((0..RANDOM_RULESETS).map(|_| (varied, random(case, varied, &mut rng))));
        }
        rulesets.iter().all(|&(varied, rules)| {
            others.iter().all(|&value| {
                let mut other = rules;
                point.set(&mut other, value);
                check(&R::Fast::new(&other), case, &case.expect[varied]).is_ok()
            })
        })
    };
    let needless = (0..case.given.len()).filter(|&index| is_needless(index));
    needless
        .map(|index| {
            format!("{}: {}: {} is given and does not matter", case.place(), case.name, case.given[index].0)
        })
        .collect()
}

/// Any ruleset under which a case says something of a value.
fn random<R: Tested>(case: &Case<R>, varied: usize, rng: &mut Rng) -> R {
    let mut rules = crate::random::any::<R>(rng);
    for (point, values) in &case.given {
        point.set(&mut rules, values[rng.usize(..values.len())]);
    }
    case.pin(&mut rules, varied);
    rules
}

/// How many pairs of values there are, and those that no case tells apart.
fn pairs<R: Tested>(suite: &Suite<R>) -> (usize, Vec<String>) {
    let mut count = 0;
    let mut same = Vec::new();
    for point in Point::<R>::all() {
        let cases: Vec<&Case<R>> = suite.cases.iter().filter(|case| case.vary == Some(point)).collect();
        let values = point.values();
        for one in 0..values.len() {
            for other in one + 1..values.len() {
                count += 1;
                if !cases.iter().any(|case| tells_apart(case, one, other) && tells_apart(case, other, one)) {
                    same.push(format!(
                        "cases: no case tells {point}={} from {point}={}",
                        values[one], values[other]
                    ));
                }
            }
        }
    }
    (count, same)
}

/// Whether what a case expects of one value fails under another.
fn tells_apart<R: Tested>(case: &Case<R>, expected: usize, actual: usize) -> bool {
    let rulesets = case.rulesets().into_iter().filter(|(varied, _)| *varied == actual);
    rulesets.into_iter().all(|(_, rules)| check(&R::Fast::new(&rules), case, &case.expect[expected]).is_err())
}
