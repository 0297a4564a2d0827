//! The cases of a game with the sources and rules that they refer to.

use crate::case::{self, Case};
use crate::load_error::{LoadError, LoadErrors};
use crate::sources::{self, Reading, Rule, Source};
use crate::yaml::{self, FileError};
use rules_core::Knobs;
use std::path::{Path, PathBuf};

/// The cases of one game with the sources and rules that they refer to.
#[derive(Clone, Debug)]
pub struct Suite<R: 'static> {
    /// The cases, file by file.
    pub cases: Vec<Case<R>>,
    /// The sources of the game.
    pub sources: Vec<Source>,
    /// The statement of each rule: the knobs, and the rules that all readings share.
    pub rules: Vec<Rule>,
    /// The lines of `cases/<game>.txt`, which must equal [`Suite::names`], so that no case can disappear
    /// unnoticed.
    pub index: Vec<String>,
}

impl<R> Suite<R> {
    /// Returns the names of the cases, and the ids of the statements and readings, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.cases.iter().map(|case| case.name.clone()).collect();
        let statements = sources::statements(&self.sources);
        names.extend(statements.map(|statement| format!("statement {}", statement.id)));
        names.extend(self.readings().map(|reading| format!("reading {}", reading.id)));
        names.sort();
        names
    }

    /// Returns the readings of all sources.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.sources.iter().flat_map(|source| &source.readings)
    }
}

impl<R: Knobs> Suite<R> {
    /// Reads `cases/<game>/*.yaml`, `cases/<game>.txt`, `sources/*.yaml` and `rules/<game>.yaml` in a folder.
    ///
    /// # Errors
    /// Everything that cannot be read, with file and line.
    pub fn load(folder: &Path) -> Result<Self, LoadErrors> {
        let mut errors = Vec::new();
        let mut cases = Vec::new();
        for path in yaml_files(&folder.join("cases").join(R::GAME), &mut errors) {
            match case::load(&path) {
                Ok(more) => cases.extend(more),
                Err(more) => errors.extend(more),
            }
        }
        let mut sources: Vec<Source> = Vec::new();
        for path in yaml_files(&folder.join("sources"), &mut errors) {
            match yaml::read(&path) {
                Ok(source) => sources.push(source),
                Err(error) => errors.push(error.into()),
            }
        }
        sources.retain(|source| source.game == R::GAME);
        let rules = yaml::read(&folder.join("rules").join(format!("{}.yaml", R::GAME)));
        let index = yaml::text(&folder.join("cases").join(format!("{}.txt", R::GAME)));
        match (rules, index) {
            (Ok(rules), Ok(index)) if errors.is_empty() => {
                Ok(Self { cases, sources, rules, index: index.lines().map(str::to_owned).collect() })
            }
            (rules, index) => {
                errors.extend(rules.err().into_iter().chain(index.err()).map(LoadError::File));
                Err(LoadErrors(errors))
            }
        }
    }
}

/// Returns the YAML files of a folder, sorted by name. Any other file is an error.
fn yaml_files(folder: &Path, errors: &mut Vec<LoadError>) -> Vec<PathBuf> {
    let files = yaml::files_in(folder).unwrap_or_else(|error| {
        errors.push(FileError::io(folder, error).into());
        Vec::new()
    });
    let others = files.iter().filter(|file| !yaml::has_yaml_name(file));
    errors.extend(others.map(|file| LoadError::NotYaml(file.clone())));
    files
}
