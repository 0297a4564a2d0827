//! A case: a position and what holds in it, about at most one knob.

use crate::expectation::Expectation;
use crate::id;
use crate::load_error::{CaseError, KnobError, LoadError};
use crate::suite_files::SuiteFiles;
use crate::yaml::{self, Entries, FileError, FileErrorKind, OneOrMore, YamlError};
use rules_core::Axis;
use rules_core::Knobs;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A position and what holds in it, about at most one knob. `conformance/README.md` describes each key of the
/// file.
#[derive(Clone, Debug)]
pub struct Case<R: 'static> {
    /// The full name: `<game>/<file>/<id>`.
    pub name: String,
    /// The file that holds the case.
    pub file: PathBuf,
    /// The line of the file on which the case begins, from 1.
    pub line_number: usize,
    /// The fact that the case states.
    pub title: String,
    /// The knob or other rule that the case is about.
    pub rule: String,
    /// The ids of the statements behind the case.
    pub sources: Vec<String>,
    /// The position text, or `startpos`.
    pub position: String,
    /// Knobs that must have one of these values, as indices into [`Axis::values`].
    pub given: Vec<(Axis<R>, Vec<usize>)>,
    /// The plies that lead from the position to the one that the expectations are about.
    pub line: Vec<String>,
    /// The knob that the case varies.
    pub vary: Option<Axis<R>>,
    /// The expectation for each value of the varied knob; a single one if no knob is varied.
    pub expect: Vec<Expectation>,
}

/// A case as it is written in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCase {
    #[serde(deserialize_with = "id::of_case")]
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

/// Reads the cases of a file.
///
/// # Errors
/// Everything that is wrong with the file.
pub(crate) fn load<R: Knobs>(files: &SuiteFiles, path: &Path) -> Result<Vec<Case<R>>, Vec<LoadError>> {
    let text = files.text(path).map_err(|error| vec![error.into()])?;
    let path = &files.place(path);
    let written: Vec<WrittenCase> = yaml::parse(&text).map_err(|error| {
        vec![LoadError::File(FileError { path: path.clone(), kind: FileErrorKind::Yaml(error) })]
    })?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if let Err(reason) = id::check(&stem, id::CASE) {
        let error = YamlError { line: 1, reason: format!("the name of the file: {reason}") };
        return Err(vec![LoadError::File(FileError {
            path: path.clone(),
            kind: FileErrorKind::Yaml(error),
        })]);
    }
    let starts: Vec<usize> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.starts_with("- id:"))
        .map(|(number, _)| number)
        .collect();
    if written.is_empty() || starts.len() != written.len() {
        let (cases, starts) = (written.len(), starts.len());
        return Err(vec![LoadError::CaseStarts { path: path.clone(), cases, starts }]);
    }
    let mut cases = Vec::new();
    let mut errors = Vec::new();
    for (written, line) in written.into_iter().zip(starts) {
        let id = written.id.clone();
        match resolve(written, path, line) {
            Ok(case) => cases.push(case),
            Err(more) => errors.extend(more.into_iter().map(|error| LoadError::Case {
                path: path.clone(),
                line,
                id: id.clone(),
                error,
            })),
        }
    }
    if errors.is_empty() { Ok(cases) } else { Err(errors) }
}

/// Resolves the names of knobs and values.
fn resolve<R: Knobs>(
    written: WrittenCase,
    path: &Path,
    line_number: usize,
) -> Result<Case<R>, Vec<CaseError>> {
    let mut errors = Vec::new();
    let mut given = Vec::new();
    for (name, OneOrMore(values)) in written.given.0 {
        match given_values(&name, &values) {
            Ok(entry) => given.push(entry),
            Err(error) => errors.push(CaseError::In("given", error)),
        }
    }
    let vary: Option<Axis<R>> = match written.vary.as_deref().map(axis_named).transpose() {
        Ok(vary) => vary,
        Err(error) => {
            errors.push(CaseError::In("vary", error));
            None
        }
    };
    if let Some(vary) = vary
        && given.iter().any(|(axis, _)| *axis == vary)
    {
        errors.push(CaseError::GivenAndVaried(vary.to_string()));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let expect = expectations(written.expect, vary, !written.line.is_empty())?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Case {
        name: format!("{}/{stem}/{}", R::GAME, written.id),
        file: path.to_owned(),
        line_number,
        title: written.title,
        rule: written.rule,
        sources: written.sources,
        position: written.position,
        given,
        line: written.line,
        vary,
        expect,
    })
}

/// Resolves an entry of `given`.
fn given_values<R: Knobs>(name: &str, values: &[String]) -> Result<(Axis<R>, Vec<usize>), KnobError> {
    let axis = axis_named(name)?;
    let values: Vec<usize> = values.iter().map(|id| value(axis, id)).collect::<Result<_, _>>()?;
    if values.is_empty() {
        return Err(KnobError::NoValue(name.to_owned()));
    }
    let is_repeated = (1..values.len()).any(|index| values[..index].contains(&values[index]));
    if is_repeated || values.len() == axis.values().len() {
        return Err(KnobError::RepeatedOrAll(name.to_owned()));
    }
    Ok((axis, values))
}

/// Resolves `expect`: one expectation for each value of the varied knob, or a single one under `always`.
fn expectations<R: Knobs>(
    written: Entries<Expectation>,
    vary: Option<Axis<R>>,
    has_line: bool,
) -> Result<Vec<Expectation>, Vec<CaseError>> {
    let allowed = vary.map_or_else(|| vec!["always"], |vary| vary.names().collect());
    let mut errors = Vec::new();
    let mut slots: Vec<Option<Expectation>> = vec![None; allowed.len()];
    for (keys, expectation) in written.0 {
        if expectation.is_empty() {
            errors.push(CaseError::ClaimsNothing(keys.clone()));
        }
        if expectation.stands_alone() && (expectation.len() > 1 || has_line) {
            errors.push(CaseError::RefusedAndMore(keys.clone()));
        }
        for key in keys.split(", ") {
            match allowed.iter().position(|value| *value == key) {
                None => {
                    errors.push(CaseError::UnknownKey { key: key.to_owned(), allowed: allowed.clone() });
                }
                Some(index) if slots[index].is_some() => errors.push(CaseError::RepeatedKey(key.to_owned())),
                Some(index) => slots[index] = Some(expectation.clone()),
            }
        }
    }
    for (key, slot) in allowed.iter().zip(&slots) {
        if slot.is_none() {
            errors.push(CaseError::MissingKey { key, allowed: allowed.clone() });
        }
    }
    if errors.is_empty() { Ok(slots.into_iter().flatten().collect()) } else { Err(errors) }
}

fn axis_named<R: Knobs>(name: &str) -> Result<Axis<R>, KnobError> {
    Axis::named(name).ok_or_else(|| KnobError::Unknown {
        name: name.to_owned(),
        knobs: Axis::<R>::all().map(|axis| axis.to_string()).collect(),
    })
}

fn value<R: Knobs>(axis: Axis<R>, id: &str) -> Result<usize, KnobError> {
    axis.value_named(id).ok_or_else(|| KnobError::UnknownValue {
        knob: axis.to_string(),
        value: id.to_owned(),
        values: axis.names().collect(),
    })
}

impl<R> Case<R> {
    /// Returns `file:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line_number)
    }
}

impl<R: Knobs> Case<R> {
    /// Sets the varied knob to a value, and each given knob that does not have an allowed value to the first
    /// of them.
    pub fn pin(&self, rules: &mut R, varied: usize) {
        for (axis, values) in &self.given {
            if !values.contains(&axis.get(rules)) {
                axis.set(rules, values[0]);
            }
        }
        if let Some(vary) = self.vary {
            vary.set(rules, varied);
        }
    }

    /// Returns whether the case covers a ruleset: its given knobs have allowed values.
    pub fn applies(&self, rules: &R) -> bool {
        self.given.iter().all(|(axis, values)| values.contains(&axis.get(rules)))
    }

    /// Returns the index of the expectation for a ruleset that the case covers.
    pub fn varied(&self, rules: &R) -> usize {
        self.vary.map_or(0, |vary| vary.get(rules))
    }

    /// Returns each index into [`Case::expect`] with a ruleset near each preset that the case covers.
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

    /// Returns the name of a value of the varied knob; `always` if no knob is varied.
    pub fn value_name(&self, varied: usize) -> &'static str {
        self.vary.map_or("always", |vary| vary.values()[varied].id)
    }
}
