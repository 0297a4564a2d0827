//! Checks of the sources and rules: ids, references, readings, and the support of every value.

use crate::sources::{Rule, Source, statements};
use crate::suite::Suite;
use rules_core::Axis;
use rules_core::Knobs;
use std::collections::BTreeSet;
use std::str::FromStr;

/// Returns the faults of the sources and rules of a game.
pub fn faults<R: Knobs + FromStr>(suite: &Suite<R>) -> Vec<String> {
    let Suite { cases, sources, rules, .. } = suite;
    let mut faults = Vec::new();
    faults.extend(repeated("statement", statements(sources).map(|statement| statement.id.as_str())));
    faults.extend(repeated("reading", suite.readings().map(|reading| reading.id.as_str())));
    faults.extend(repeated("rule", rules.iter().map(|rule| rule.id.as_str())));
    for source in sources {
        faults.extend(faults_of_references::<R>(source));
        faults.extend(faults_of_readings::<R>(source));
    }
    for (preset, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        let mut readings = suite.readings().filter(|reading| reading.id == *preset);
        if !readings.any(|reading| reading.rules.parse().ok() == Some(*rules)) {
            faults.push(format!("sources: no source lists the preset {preset} as a reading"));
        }
    }
    let used: BTreeSet<&str> = cases.iter().map(|case| case.rule.as_str()).collect();
    faults.extend(faults_of_rules::<R>(rules, &used));
    faults.extend(faults_of_support::<R>(sources, rules));
    faults
}

fn repeated<'a>(what: &str, ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let again = ids.filter(|id| !seen.insert(*id));
    again.map(|id| format!("sources: the {what} {id} is repeated")).collect()
}

/// Returns whether a knob, or one file of it, has a value.
fn is_value<R: Knobs>(knob: &str, value: &str) -> bool {
    Axis::<R>::named(knob).is_some_and(|axis| axis.value_named(value).is_some())
}

/// Checks the values and the contradictions that the statements of a source name.
fn faults_of_references<R: Knobs>(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let supports = source.statements.iter().flat_map(|statement| &statement.supports);
    let named = supports.map(|one| (&one.knob, &one.value));
    let named = named.chain(source.silent.iter().map(|one| (&one.knob, &one.value)));
    for (knob, value) in named.filter(|(knob, value)| !is_value::<R>(knob, value)) {
        faults.push(format!("sources: {}: {knob}={value} is not a value of a knob", source.id));
    }
    for statement in &source.statements {
        for other in &statement.contradicts {
            let mut others = source.statements.iter().filter(|one| one.id == *other);
            if !others.any(|one| one.contradicts.contains(&statement.id)) {
                faults.push(format!(
                    "sources: {} contradicts {other}, but {other} does not contradict it",
                    statement.id
                ));
            }
        }
    }
    faults
}

/// Checks that the readings of a source are rulesets, and that something stands behind each of their values.
fn faults_of_readings<R: Knobs + FromStr>(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    for reading in &source.readings {
        let Ok(rules) = reading.rules.parse::<R>() else {
            let (id, name, text) = (&source.id, &reading.id, &reading.rules);
            faults.push(format!("sources: {id}: the reading {name} is not a ruleset: {text}"));
            continue;
        };
        if source.secondary {
            continue;
        }
        for axis in Axis::<R>::all() {
            let value = axis.values()[axis.get(&rules)].id;
            if !source.supports(axis, value) && source.silence(axis, value).is_none() {
                let (id, reading) = (&source.id, &reading.id);
                faults
                    .push(format!("sources: {id}: nothing supports {axis}={value} of the reading {reading}"));
            }
        }
    }
    faults
}

/// Checks that every rule has a case and every knob has a rule.
fn faults_of_rules<R: Knobs>(rules: &[Rule], used: &BTreeSet<&str>) -> Vec<String> {
    let mut faults = Vec::new();
    for rule in rules {
        let is_knob = R::KNOB_IDS.contains(&rule.id.as_str()) || Axis::<R>::named(&rule.id).is_some();
        if !is_knob && !used.contains(rule.id.as_str()) {
            faults.push(format!("rules: no case is about {}", rule.id));
        }
        for unsupported in rule.unsupported.iter().filter(|one| !is_value::<R>(&rule.id, &one.value)) {
            faults.push(format!("rules: {}={} is not a value of a knob", rule.id, unsupported.value));
        }
    }
    let missing = R::KNOB_IDS.iter().filter(|id| !rules.iter().any(|rule| rule.id == **id));
    faults.extend(missing.map(|id| format!("rules: the knob {id} has no entry")));
    faults
}

/// Checks that each value of each knob either has support or is declared unsupported.
fn faults_of_support<R: Knobs>(sources: &[Source], rules: &[Rule]) -> Vec<String> {
    let mut faults = Vec::new();
    for axis in Axis::<R>::all() {
        let entry = rules.iter().find(|rule| rule.id == axis.to_string());
        for value in axis.names() {
            let supported = sources.iter().any(|source| source.supports(axis, value));
            let unsupported = entry.is_some_and(|rule| rule.unsupported.iter().any(|one| one.value == value));
            match (supported, unsupported) {
                (false, false) => faults.push(format!("rules: no statement supports {axis}={value}")),
                (true, true) => faults.push(format!(
                    "rules: {axis}={value} is declared unsupported, but a statement supports it"
                )),
                _ => {}
            }
        }
    }
    faults
}
