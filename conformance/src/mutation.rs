//! Would the cases notice a generator that plays by another rule? Each knob of each preset is turned to each other
//! value, and some case has to fail.

use crate::check::check;
use crate::generator::{Generator, Tested};
use crate::point::Point;
use crate::suite::{Case, Suite};
use rayon::prelude::*;

/// What became of a preset with one knob turned.
pub struct Mutant<R: 'static> {
    /// The name of the preset.
    pub preset: &'static str,
    /// What was turned.
    pub point: Point<R>,
    /// From this value.
    pub from: &'static str,
    /// To this one.
    pub to: &'static str,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// These cases fail, by their names.
    Killed(Vec<String>),
    /// It is the same game as the preset.
    Equivalent,
    /// No case notices.
    Alive,
}

/// Turns every knob of every preset to every other value, files one by one.
pub fn mutants<R: Tested>(suite: &Suite<R>) -> Vec<Mutant<R>> {
    let mut jobs = Vec::new();
    for (preset, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        for point in Point::<R>::all() {
            let from = point.get(rules);
            jobs.extend(
                (0..point.values().len()).filter(|&to| to != from).map(|to| (*preset, *rules, point, to)),
            );
        }
    }
    jobs.into_par_iter()
        .map(|(preset, rules, point, to)| {
            let values = point.values();
            let (from, to_name) = (values[point.get(&rules)], values[to]);
            Mutant { preset, point, from, to: to_name, fate: fate(suite, &rules, point, to) }
        })
        .collect()
}

fn fate<R: Tested>(suite: &Suite<R>, rules: &R, point: Point<R>, to: usize) -> Fate {
    let mut mutant = *rules;
    point.set(&mut mutant, to);
    if mutant.canonical() == rules.canonical() {
        return Fate::Equivalent;
    }
    let (preset, generator) = (R::Fast::new(rules), R::Fast::new(&mutant));
    let notices = |case: &&Case<R>| {
        // What the case expects of the preset, asked of the mutant.
        let varied = case.vary.map_or(0, |vary| vary.get(rules));
        case.applies(rules)
            && check(&generator, case, &case.expect[varied]).is_err()
            // A case that does not hold anyway notices nothing.
            && check(&preset, case, &case.expect[varied]).is_ok()
    };
    let killers: Vec<String> = suite.cases.iter().filter(notices).map(|case| case.name.clone()).collect();
    if killers.is_empty() { Fate::Alive } else { Fate::Killed(killers) }
}

/// How many things the cases say, and the names of cases that would not notice if one of them were different.
pub fn corrupted<R: Tested>(suite: &Suite<R>) -> (usize, Vec<String>) {
    let each = suite.cases.par_iter().map(|case| {
        let (mut count, mut unnoticed) = (0, Vec::new());
        for (varied, rules) in case.rulesets() {
            let generator = R::Fast::new(&rules);
            for wrong in case.expect[varied].corruptions() {
                count += 1;
                if check(&generator, case, &wrong).is_ok() {
                    unnoticed.push(format!("{} under {rules}: {}", case.name, wrong.lines().join("; ")));
                }
            }
        }
        (count, unnoticed)
    });
    let parts: Vec<(usize, Vec<String>)> = each.collect();
    (parts.iter().map(|part| part.0).sum(), parts.into_iter().flat_map(|part| part.1).collect())
}
