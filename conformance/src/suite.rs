//! The cases as data, read and resolved.

use crate::expectation::Expectation;
use crate::point::Point;
use crate::sources::{self, Rule, Source};
use crate::yaml::{self, Entries, OneOrMore};
use rules_core::Knobs;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A position and what holds in it, about at most one knob. `conformance/README.md` tells what each key means.
#[derive(Clone, Debug)]
pub struct Case<R: 'static> {
    /// `<game>/<file>/<id>`.
    pub name: String,
    /// The file it stands in.
    pub file: PathBuf,
    /// The line at which it begins there.
    pub line_number: usize,
    /// The fact that it states.
    pub title: String,
    /// The knob or other rule it is about.
    pub rule: String,
    /// The statements behind it.
    pub sources: Vec<String>,
    /// The position text.
    pub position: String,
    /// Points that must have one of these values, given as indices.
    pub given: Vec<(Point<R>, Vec<usize>)>,
    /// Moves played before anything is looked at.
    pub line: Vec<String>,
    /// The point that it is about.
    pub vary: Option<Point<R>>,
    /// What holds: for each value of the point, or once.
    pub expect: Vec<Expectation>,
}

/// A case as it stands in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    id: String,
    title: String,
    rule: String,
    sources: Vec<String>,
    #[serde(default, rename = "note")]
    _note: Option<String>,
    position: String,
    #[serde(default)]
    given: Entries<OneOrMore>,
    #[serde(default)]
    line: Vec<String>,
    vary: Option<String>,
    expect: Entries<Expectation>,
}

/// The cases of one game and what they refer to.
#[derive(Clone, Debug)]
pub struct Suite<R: 'static> {
    /// The cases, file by file.
    pub cases: Vec<Case<R>>,
    /// The sources of the game.
    pub sources: Vec<Source>,
    /// The rules that are no knobs.
    pub rules: Vec<Rule>,
    /// What there has to be, as [`Suite::names`] lists it, so that nothing is lost unnoticed.
    pub index: Vec<String>,
}

impl<R> Suite<R> {
    /// The names of the cases, and the ids of the statements and readings, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.cases.iter().map(|case| case.name.clone()).collect();
        names.extend(
            sources::statements(&self.sources).map(|statement| format!("statement {}", statement.id)),
        );
        let readings = self.sources.iter().flat_map(|source| &source.readings);
        names.extend(readings.map(|reading| format!("reading {}", reading.id)));
        names.sort();
        names
    }
}

impl<R: Knobs> Suite<R> {
    /// Reads `cases/<game>/*.yaml`, `cases/<game>.txt`, `sources/*.yaml` and `rules/<game>.yaml` in a folder.
    ///
    /// # Errors
    /// Everything that cannot be read, with file and line.
    pub fn load(folder: &Path) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut cases = Vec::new();
        for path in yaml_files(&folder.join("cases").join(R::GAME), &mut faults) {
            match load_cases(&path) {
                Ok(more) => cases.extend(more),
                Err(more) => faults.extend(more),
            }
        }
        let mut sources: Vec<Source> = Vec::new();
        for path in yaml_files(&folder.join("sources"), &mut faults) {
            match yaml::read(&path) {
                Ok(source) => sources.push(source),
                Err(fault) => faults.push(fault),
            }
        }
        sources.retain(|source| source.game == R::GAME);
        let rules = yaml::read(&folder.join("rules").join(format!("{}.yaml", R::GAME)));
        let index = yaml::text(&folder.join("cases").join(format!("{}.txt", R::GAME)));
        match (rules, index) {
            (Ok(rules), Ok(index)) if faults.is_empty() => {
                Ok(Self { cases, sources, rules, index: index.lines().map(str::to_owned).collect() })
            }
            (rules, index) => {
                faults.extend(rules.err());
                faults.extend(index.err());
                Err(faults)
            }
        }
    }
}

/// The YAML files of a folder, in the order of their names; other files have no business there.
fn yaml_files(folder: &Path, faults: &mut Vec<String>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>()
    });
    let mut files = entries.unwrap_or_else(|error| {
        faults.push(format!("{}: {error}", folder.display()));
        Vec::new()
    });
    files.sort();
    for file in &files {
        if file.extension().is_none_or(|extension| extension != "yaml") {
            faults.push(format!("{}: only .yaml files belong here", file.display()));
        }
    }
    files
}

fn load_cases<R: Knobs>(path: &Path) -> Result<Vec<Case<R>>, Vec<String>> {
    let text = yaml::text(path).map_err(|fault| vec![fault])?;
    let raw: Vec<RawCase> =
        yaml::parse(&text).map_err(|fault| vec![format!("{}:{fault}", path.display())])?;
    let starts: Vec<usize> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.starts_with("- id:"))
        .map(|(number, _)| number)
        .collect();
    if raw.is_empty() || starts.len() != raw.len() {
        let (found, begun) = (raw.len(), starts.len());
        return Err(vec![format!(
            "{}:1: {found} cases, of which {begun} begin with `- id:` at the start of a line, as each has to",
            path.display()
        )]);
    }
    let mut cases = Vec::new();
    let mut faults = Vec::new();
    for (raw, line_number) in raw.into_iter().zip(starts) {
        let id = raw.id.clone();
        match resolve(raw, path, line_number) {
            Ok(case) => cases.push(case),
            Err(more) => faults.extend(
                more.into_iter().map(|fault| format!("{}:{line_number}: {id}: {fault}", path.display())),
            ),
        }
    }
    if faults.is_empty() { Ok(cases) } else { Err(faults) }
}

/// Turns the names of points and values into what they stand for.
fn resolve<R: Knobs>(raw: RawCase, path: &Path, line_number: usize) -> Result<Case<R>, Vec<String>> {
    let mut faults = Vec::new();
    let mut given = Vec::new();
    for (name, OneOrMore(values)) in raw.given.0 {
        match point(&name) {
            Ok(point) => {
                let values: Result<Vec<usize>, String> = values.iter().map(|id| value(point, id)).collect();
                match values {
                    Ok(values) if values.is_empty() => faults.push(format!("given: {name} has no value")),
                    Ok(values) if repeats(&values) || values.len() == point.values().len() => {
                        faults.push(format!("given: {name} has a value twice, or all there are"));
                    }
                    Ok(values) => given.push((point, values)),
                    Err(fault) => faults.push(format!("given: {fault}")),
                }
            }
            Err(fault) => faults.push(format!("given: {fault}")),
        }
    }
    let vary: Option<Point<R>> = match raw.vary.as_deref().map(point).transpose() {
        Ok(vary) => vary,
        Err(fault) => {
            faults.push(format!("vary: {fault}"));
            None
        }
    };
    if let Some(vary) = vary
        && given.iter().any(|(point, _)| *point == vary)
    {
        faults.push(format!("{vary} is given and varied"));
    }
    let mut expect = Vec::new();
    if faults.is_empty() {
        let values = vary.map_or_else(|| vec!["always"], Point::values);
        let mut slots: Vec<Option<Expectation>> = vec![None; values.len()];
        for (key, expectation) in raw.expect.0 {
            if expectation.is_empty() {
                faults.push(format!("expect: {key} checks nothing"));
            }
            if expectation.stands_alone() && (expectation.len() > 1 || !raw.line.is_empty()) {
                faults.push(format!("expect: {key}: a text that is refused has nothing else, and no line"));
            }
            for id in key.split(", ") {
                match values.iter().position(|value| *value == id) {
                    None => {
                        faults.push(format!("expect: unknown value {id}; expected are {}", values.join(", ")))
                    }
                    Some(index) if slots[index].is_some() => {
                        faults.push(format!("expect: {id} stands there twice"))
                    }
                    Some(index) => slots[index] = Some(expectation.clone()),
                }
            }
        }
        for (value, slot) in values.iter().zip(&slots) {
            if slot.is_none() {
                faults.push(format!("expect: nothing for {value}; expected are {}", values.join(", ")));
            }
        }
        expect = slots.into_iter().flatten().collect();
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Case {
        name: format!("{}/{stem}/{}", R::GAME, raw.id),
        file: path.to_owned(),
        line_number,
        title: raw.title,
        rule: raw.rule,
        sources: raw.sources,
        position: raw.position,
        given,
        line: raw.line,
        vary,
        expect,
    })
}

fn repeats(values: &[usize]) -> bool {
    (1..values.len()).any(|index| values[..index].contains(&values[index]))
}

fn point<R: Knobs>(name: &str) -> Result<Point<R>, String> {
    Point::named(name).ok_or_else(|| {
        let names: Vec<String> = Point::<R>::all().map(|point| point.to_string()).collect();
        format!("unknown knob {name}; the knobs are {}", names.join(", "))
    })
}

fn value<R: Knobs>(point: Point<R>, id: &str) -> Result<usize, String> {
    let values = point.values();
    values
        .iter()
        .position(|value| *value == id)
        .ok_or_else(|| format!("unknown value {id} of {point}; its values are {}", values.join(", ")))
}

impl<R: Knobs> Case<R> {
    /// Sets the points that are given, and the varied one; a value that is allowed already stays.
    pub fn pin(&self, rules: &mut R, varied: usize) {
        for (point, values) in &self.given {
            if !values.contains(&point.get(rules)) {
                point.set(rules, values[0]);
            }
        }
        if let Some(vary) = self.vary {
            vary.set(rules, varied);
        }
    }

    /// Whether a ruleset has what is given.
    pub fn applies(&self, rules: &R) -> bool {
        self.given.iter().all(|(point, values)| values.contains(&point.get(rules)))
    }

    /// Each value of the varied point with a ruleset near each preset under which the case says something.
    pub fn rulesets(&self) -> Vec<(usize, R)> {
        let mut all: Vec<(usize, R)> = Vec::new();
        for varied in 0..self.expect.len() {
            for preset in R::PRESETS {
                let mut rules = *preset;
                self.pin(&mut rules, varied);
                if !all.iter().any(|(_, other)| *other == rules) {
                    all.push((varied, rules));
                }
            }
        }
        all
    }

    /// The name of a value of the varied point, `always` where there is none.
    pub fn value_name(&self, varied: usize) -> &'static str {
        self.vary.map_or("always", |vary| vary.values()[varied])
    }

    /// `file:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line_number)
    }
}
