//! Checks of the cases as they are written: names, titles, references, notation, duplicates, and the index.

use crate::case::Case;
use crate::generator::Tested;
use crate::suite::Suite;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the faults of the cases of a suite.
pub fn faults<R: Tested>(suite: &Suite<R>) -> Vec<String> {
    let mut faults: Vec<String> = suite.cases.iter().flat_map(|case| faults_of_case(case, suite)).collect();
    faults.extend(faults_of_index(suite));
    faults.extend(duplicates(suite));
    faults
}

/// Checks a case by itself.
fn faults_of_case<R: Tested>(case: &Case<R>, suite: &Suite<R>) -> Vec<String> {
    let mut faults = faults_of_head(case);
    faults.extend(faults_of_rule(case, suite));
    for cited in &case.sources {
        let mut statements = suite.sources.iter().flat_map(|source| &source.statements);
        if !statements.any(|statement| statement.id == *cited) {
            faults.push(format!("unknown statement {cited}"));
        }
    }
    faults.extend(
        case.expect.iter().flat_map(|expected| expected.claims()).flat_map(|claim| claim.faults(R::is_ply)),
    );
    let strangers = case.line.iter().filter(|ply| !R::is_ply(ply));
    faults.extend(strangers.map(|ply| format!("{ply} is not a valid ply")));
    faults.into_iter().map(|fault| format!("{}: {}: {fault}", case.place(), case.name)).collect()
}

/// Checks the title of a case, and that it cites a source.
fn faults_of_head<R>(case: &Case<R>) -> Vec<String> {
    let mut faults = Vec::new();
    let words: Vec<&str> = case.title.split_whitespace().collect();
    let is_demand = words.iter().any(|word| ["should", "must"].contains(word));
    if words.len() < 2 || case.title.ends_with('.') || is_demand {
        faults.push(format!(
            "the title {:?} does not state a fact; write one without \"should\", \"must\" and a full stop",
            case.title
        ));
    }
    if case.sources.is_empty() {
        faults.push("no source".to_owned());
    }
    faults
}

/// Checks that the rule of a case exists, and that the case varies the knob of its rule.
fn faults_of_rule<R: Tested>(case: &Case<R>, suite: &Suite<R>) -> Option<String> {
    let is_knob = R::KNOB_IDS.contains(&case.rule.as_str());
    if !is_knob && !suite.rules.iter().any(|rule| rule.id == case.rule) {
        return Some(format!("unknown rule {}", case.rule));
    }
    let vary = case.vary.filter(|vary| is_knob && case.rule != vary.knob())?;
    Some(format!("the rule is {}, but the case varies {vary}", case.rule))
}

/// Finds duplicate cases: same position, rules and expectations.
fn duplicates<R: Tested>(suite: &Suite<R>) -> Vec<String> {
    let mut seen = BTreeMap::new();
    let mut faults = Vec::new();
    for case in &suite.cases {
        let given: BTreeSet<String> = case.given.iter().map(|given| format!("{given:?}")).collect();
        let key = (&case.position, &case.line, given, case.vary.map(|vary| vary.to_string()));
        let others: &mut Vec<&Case<R>> = seen.entry(key).or_default();
        if let Some(twin) = others.iter().find(|other| other.expect == case.expect) {
            let (place, name, twin) = (case.place(), &case.name, &twin.name);
            faults.push(format!("{place}: {name} duplicates {twin}; remove one of them"));
        }
        others.push(case);
    }
    faults
}

/// Checks that names are unique and that the index lists exactly what the suite has.
fn faults_of_index<R: Tested>(suite: &Suite<R>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let repeated = suite.cases.iter().filter(|case| !seen.insert(case.name.as_str()));
    let mut faults: Vec<String> =
        repeated.map(|case| format!("{}: the name {} is repeated", case.place(), case.name)).collect();
    let (listed, found) = (BTreeSet::from_iter(suite.index.clone()), BTreeSet::from_iter(suite.names()));
    let game = R::GAME;
    let lost = listed.difference(&found);
    faults.extend(lost.map(|name| format!("cases/{game}.txt: {name} is listed but does not exist")));
    let new = found.difference(&listed);
    faults.extend(new.map(|name| {
        format!("cases/{game}.txt: {name} is not listed; `conformance list --write` updates the list")
    }));
    faults
}
