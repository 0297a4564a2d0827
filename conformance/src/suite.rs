//! The cases of a game with the sources and rules that they refer to.

use crate::case::{self, Case};
use crate::load_error::{LoadError, LoadErrors};
use crate::sources::{self, Reading, Rule, Source};
use crate::suite_files::SuiteFiles;
use crate::yaml::has_yaml_name;
use rules_core::{Knobs, chaturaji, chaturanga};
use std::path::{Path, PathBuf};

/// The names of the games.
const GAMES: [&str; 2] = [chaturanga::Rules::GAME, chaturaji::Rules::GAME];

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
    /// Reads `cases/<game>/*.yaml`, `cases/<game>.txt`, `sources/*.yaml` and `rules/<game>.yaml` of a suite.
    ///
    /// # Errors
    /// Everything that cannot be read, with file and line.
    pub fn load(files: impl Into<SuiteFiles>) -> Result<Self, LoadErrors> {
        let files = files.into();
        let mut errors = Vec::new();
        refuse_strangers(&files, &mut errors);
        let mut cases = Vec::new();
        for path in yaml_files(&files, &format!("cases/{}", R::GAME), &mut errors) {
            match case::load(&files, &path) {
                Ok(more) => cases.extend(more),
                Err(more) => errors.extend(more),
            }
        }
        let mut sources: Vec<Source> = Vec::new();
        for path in yaml_files(&files, "sources", &mut errors) {
            match files.read(&path) {
                Ok(source) => sources.push(source),
                Err(error) => errors.push(error.into()),
            }
        }
        sources.retain(|source| source.game == R::GAME);
        let rules = files.read(Path::new(&format!("rules/{}.yaml", R::GAME)));
        let index = files.text(Path::new(&format!("cases/{}.txt", R::GAME)));
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
fn yaml_files(files: &SuiteFiles, folder: &str, errors: &mut Vec<LoadError>) -> Vec<PathBuf> {
    let paths = files.in_folder(folder).unwrap_or_else(|error| {
        errors.push(error.into());
        Vec::new()
    });
    let others = paths.iter().filter(|path| !has_yaml_name(path));
    errors.extend(others.map(|path| LoadError::NotYaml(files.place(path))));
    paths
}

/// Refuses anything in `cases/` and `rules/` that belongs to no game, because nothing would read it.
fn refuse_strangers(files: &SuiteFiles, errors: &mut Vec<LoadError>) {
    for (folder, endings) in [("cases", &["", ".txt"][..]), ("rules", &[".yaml"])] {
        let allowed: Vec<String> = GAMES
            .iter()
            .flat_map(|game| endings.iter().map(move |ending| format!("{game}{ending}")))
            .collect();
        // A folder that cannot be read is reported where its files are read.
        for path in files.in_folder(folder).unwrap_or_default() {
            let name = path.file_name().unwrap_or_default();
            if !allowed.iter().any(|allowed| name == allowed.as_str()) {
                errors.push(LoadError::Stranger { path: files.place(&path), allowed: allowed.clone() });
            }
        }
    }
}
