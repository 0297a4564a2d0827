//! The sources, statement by statement: what each says, where, and which reading it supports.

use crate::point::Point;
use rules_core::Knobs;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// One source: a text, or a program that plays the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its id, such as `nl`; its statements begin with it.
    pub id: String,
    /// What it is.
    pub title: String,
    /// The language in which it is written.
    pub language: String,
    /// The game that it is about.
    pub game: String,
    /// Where it can be found.
    pub found: Option<String>,
    /// Whether it is one of the texts that the project rests on, or known from extracts only.
    #[serde(default)]
    pub secondary: bool,
    /// The rulesets that it supports.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// What it says, one by one, in its own order.
    pub statements: Vec<Statement>,
    /// Knobs on which it is silent, and what its readings take.
    #[serde(default)]
    pub silent: Vec<Silence>,
    /// Rules of its own that no knob has.
    #[serde(default, rename = "not-modelled")]
    pub not_modelled: Vec<NotModelled>,
}

/// A ruleset that a source supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its name: that of a preset, or of its own.
    pub id: String,
    /// The ruleset in its text form.
    pub rules: String,
}

/// One statement of a source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its id, such as `nl.elephant.leap`.
    pub id: String,
    /// Where it stands in the source.
    pub place: String,
    /// What it says, in other words.
    pub says: String,
    /// A few words of the original, where the wording is what is disputed.
    pub quote: Option<String>,
    /// The values of knobs that it supports.
    #[serde(default)]
    pub supports: Vec<Support>,
    /// Other statements of the same source with which it does not agree.
    #[serde(default)]
    pub contradicts: Vec<String>,
    /// Why no position can test it.
    pub untestable: Option<String>,
}

/// A value that a statement supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// The knob, or one file of a set of files, such as `promotion-barred-files.e`.
    pub knob: String,
    /// Its value.
    pub value: String,
    /// How it does.
    pub how: How,
    /// How the statement leads to the value, where that is not plain.
    pub why: Option<String>,
}

/// How a statement supports a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It says so.
    Explicit,
    /// It follows from what it says.
    Inferred,
    /// The source is silent; its readings take this value.
    Assumed,
    /// It speaks against it.
    Contradicts,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Explicit => "explicit",
            Self::Inferred => "inferred",
            Self::Assumed => "assumed",
            Self::Contradicts => "contradicts",
        })
    }
}

/// A knob on which a source is silent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Silence {
    /// The knob, or one file of a set of files.
    pub knob: String,
    /// The value that its readings take.
    pub value: String,
    /// Why this one.
    pub why: String,
}

/// A rule of a source that no knob has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotModelled {
    /// The rule.
    pub what: String,
    /// Why it is left out.
    pub why: String,
}

/// A rule of a game: a knob, or what all readings share.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id: that of the knob, or its own.
    pub id: String,
    /// What it says.
    pub says: String,
    /// Values of the knob that no statement supports, and why there are such.
    #[serde(default)]
    pub unsupported: Vec<Unsupported>,
}

/// A value that no statement supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsupported {
    /// The value.
    pub value: String,
    /// Why there is such a value.
    pub why: String,
}

/// What is not in order in the sources and rules of a game, given the rules that cases are about.
pub fn faults<R: Knobs + FromStr>(sources: &[Source], rules: &[Rule], used: &BTreeSet<&str>) -> Vec<String> {
    let mut faults = Vec::new();
    repeated("statement", statements(sources).map(|statement| statement.id.as_str()), &mut faults);
    let readings = || sources.iter().flat_map(|source| &source.readings);
    repeated("reading", readings().map(|reading| reading.id.as_str()), &mut faults);
    repeated("rule", rules.iter().map(|rule| rule.id.as_str()), &mut faults);
    for source in sources {
        faults.extend(source_faults::<R>(source));
    }
    for (preset, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        if !readings().any(|reading| reading.id == *preset && reading.rules.parse().ok() == Some(*rules)) {
            faults.push(format!("sources: no source has the preset {preset} as its reading"));
        }
    }
    faults.extend(rule_faults::<R>(sources, rules, used));
    faults
}

/// Every statement of some sources.
pub fn statements(sources: &[Source]) -> impl Iterator<Item = &Statement> {
    sources.iter().flat_map(|source| &source.statements)
}

impl Source {
    /// The statements that support or contradict a value of a point, with how they do.
    pub fn on<R: Knobs>(&self, point: Point<R>, value: &str) -> impl Iterator<Item = (&Statement, &Support)> {
        let knob = point.to_string();
        self.statements.iter().flat_map(move |statement| {
            let knob = knob.clone();
            let supports = statement.supports.iter();
            supports
                .filter(move |support| support.knob == knob && support.value == value)
                .map(move |one| (statement, one))
        })
    }

    /// Whether one of its statements supports a value of a point.
    pub fn supports<R: Knobs>(&self, point: Point<R>, value: &str) -> bool {
        self.on(point, value).any(|(_, support)| support.how < How::Assumed)
    }

    /// Why its readings take a value of a point on which it is silent.
    pub fn silence<R: Knobs>(&self, point: Point<R>, value: &str) -> Option<&Silence> {
        let knob = point.to_string();
        self.silent.iter().find(|silence| silence.knob == knob && silence.value == value)
    }
}

fn repeated<'a>(what: &str, ids: impl Iterator<Item = &'a str>, faults: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    faults.extend(
        ids.filter(|id| !seen.insert(*id)).map(|id| format!("catalogue: the {what} {id} stands there twice")),
    );
}

fn source_faults<R: Knobs + FromStr>(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let id = &source.id;
    let known = |knob: &str, value: &str| {
        Point::<R>::named(knob).is_some_and(|point| point.values().contains(&value))
    };
    let supports = source.statements.iter().flat_map(|statement| &statement.supports);
    let named = supports
        .map(|one| (&one.knob, &one.value))
        .chain(source.silent.iter().map(|one| (&one.knob, &one.value)));
    for (knob, value) in named.filter(|(knob, value)| !known(knob, value)) {
        faults.push(format!("sources: {id}: {knob}={value} is no value of a knob"));
    }
    for statement in &source.statements {
        for other in &statement.contradicts {
            if !source
                .statements
                .iter()
                .any(|one| one.id == *other && one.contradicts.contains(&statement.id))
            {
                faults.push(format!("sources: {} contradicts {other}, which does not say so", statement.id));
            }
        }
    }
    for reading in &source.readings {
        let Ok(rules) = reading.rules.parse::<R>() else {
            faults.push(format!("sources: {id}: {} is no ruleset: {}", reading.id, reading.rules));
            continue;
        };
        if source.secondary {
            continue;
        }
        for point in Point::<R>::all() {
            let value = point.values()[point.get(&rules)];
            if !source.supports(point, value) && source.silence(point, value).is_none() {
                let reading = &reading.id;
                faults.push(format!(
                    "sources: {id}: nothing supports {point}={value} of the reading {reading}"
                ));
            }
        }
    }
    faults
}

fn rule_faults<R: Knobs>(sources: &[Source], rules: &[Rule], used: &BTreeSet<&str>) -> Vec<String> {
    let mut faults = Vec::new();
    for rule in rules {
        let is_knob = R::KNOB_IDS.contains(&rule.id.as_str()) || Point::<R>::named(&rule.id).is_some();
        if !is_knob && !used.contains(rule.id.as_str()) {
            faults.push(format!("rules: no case is about {}", rule.id));
        }
        for value in &rule.unsupported {
            if !Point::<R>::named(&rule.id)
                .is_some_and(|point| point.values().contains(&value.value.as_str()))
            {
                faults.push(format!("rules: {}={} is no value of a knob", rule.id, value.value));
            }
        }
    }
    for id in R::KNOB_IDS {
        if !rules.iter().any(|rule| rule.id == *id) {
            faults.push(format!("rules: nothing is said of the knob {id}"));
        }
    }
    for point in Point::<R>::all() {
        let entry = rules.iter().find(|rule| rule.id == point.to_string());
        for value in point.values() {
            let supported = sources.iter().any(|source| source.supports(point, value));
            let unsupported = entry.is_some_and(|rule| rule.unsupported.iter().any(|one| one.value == value));
            match (supported, unsupported) {
                (false, false) => faults.push(format!("rules: no statement supports {point}={value}")),
                (true, true) => {
                    faults.push(format!("rules: {point}={value} has support and is called unsupported"))
                }
                _ => {}
            }
        }
    }
    faults
}
