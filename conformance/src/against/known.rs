//! The known results of a program: the rulesets tested, where it differs from the cases, and why.

use super::judge::{Status, Verdict, VerdictTotals, applying};
use super::program::Identity;
use crate::case::Case;
use crate::generator::Tested;
use crate::suite_files::{SuiteFiles, read_text};
use crate::yaml::{self, FileError, FileErrorKind};
use rules_core::AnyRules;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The known results of a program: a file of `expectations/`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownProgram {
    /// The name that the program reports.
    pub program: String,
    /// The version that was tested.
    pub version: String,
    /// What the program is and where to get it.
    pub about: String,
    /// The command that starts the program.
    pub engine: String,
    /// The name of the protocol or dialect that it speaks.
    pub protocol: String,
    /// The rulesets under which it was tested.
    pub runs: Vec<KnownRun>,
}

/// The known results of a program under one ruleset. Displays as the ruleset with the options of `conformance
/// against`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownRun {
    /// The ruleset as text.
    pub ruleset: String,
    /// The variant that the engine is set to.
    #[serde(default)]
    pub variant: Option<String>,
    /// The file of definitions that the engine reads, relative to this file.
    #[serde(default)]
    pub definitions: Option<String>,
    /// The number of cases with each status.
    pub totals: VerdictTotals,
    /// The cases in which the program differs.
    #[serde(default)]
    pub differs: Vec<Disagreement>,
}

/// Cases in which a program differs for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disagreement {
    /// Why the program differs.
    pub reason: String,
    /// The names of the cases.
    pub cases: Vec<String>,
}

/// A known disagreement that did not occur.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vanished {
    /// The name of the case.
    pub case: String,
    /// The reason why the program was expected to differ.
    pub reason: String,
    /// The actual result of the case.
    pub status: Status,
}

impl KnownProgram {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or does not have the form of such a file.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let kind = |error| FileError { path: path.to_owned(), kind: FileErrorKind::Yaml(error) };
        yaml::parse(&read_text(path)?).map_err(kind)
    }

    /// Reads `expectations/*.yaml` of a suite, sorted by path. A missing folder has no files.
    ///
    /// # Errors
    /// As [`KnownProgram::load`], or the folder cannot be read.
    pub fn load_all(files: impl Into<SuiteFiles>) -> Result<Vec<(PathBuf, Self)>, FileError> {
        let files = files.into();
        let paths = match files.in_folder("expectations") {
            Err(FileError { kind: FileErrorKind::Io(error), .. }) if error.kind() == ErrorKind::NotFound => {
                Vec::new()
            }
            paths => paths?,
        };
        let paths = paths.into_iter().filter(|path| yaml::has_yaml_name(path));
        paths.map(|path| Ok((files.place(&path), files.read(&path)?))).collect()
    }

    /// Returns the known results under these rules of an engine that plays `variant`, with or without a file
    /// of definitions.
    pub fn run<R: Tested>(
        &self,
        rules: &R,
        variant: Option<&str>,
        has_definitions: bool,
    ) -> Option<&KnownRun> {
        self.runs.iter().find(|run| {
            run.ruleset.parse().ok().as_ref() == Some(rules)
                && run.variant.as_deref() == variant
                && run.definitions.is_some() == has_definitions
        })
    }

    /// Returns the file's faults concerning one game: cases that do not exist or do not cover the ruleset,
    /// duplicates, missing reasons, and totals that do not match.
    pub fn faults<R: Tested>(&self, cases: &[Case<R>]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = Vec::new();
        for run in &self.runs {
            let Ok(rules) = run.ruleset.parse::<R>() else { continue };
            let mut faults_of_run = Vec::new();
            let played = (rules, &run.variant, &run.definitions);
            if seen.contains(&played) {
                faults_of_run.push("this ruleset, variant and definitions appear twice".to_owned());
            }
            seen.push(played);
            faults_of_run.extend(run.faults(cases, &rules));
            faults.extend(faults_of_run.into_iter().map(|fault| format!("{}: {fault}", run.ruleset)));
        }
        faults
    }

    /// Returns a fault for each unknown ruleset.
    pub fn unknown_rulesets(&self) -> Vec<String> {
        let fault =
            |run: &KnownRun| Some(format!("{}: {}", run.ruleset, run.ruleset.parse::<AnyRules>().err()?));
        self.runs.iter().filter_map(fault).collect()
    }

    /// Returns whether a program reports the name and version of this file.
    pub fn is_about(&self, identity: &Identity) -> bool {
        identity.name == self.program && identity.version == self.version
    }
}

impl fmt::Display for KnownRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.ruleset)?;
        self.variant.iter().try_for_each(|variant| write!(f, " --variant {variant}"))?;
        self.definitions.iter().try_for_each(|file| write!(f, " --variants-ini {file}"))
    }
}

impl KnownRun {
    /// Returns why the program is expected to differ in a case, if it is.
    pub fn reason(&self, case: &str) -> Option<&str> {
        let entry = self.differs.iter().find(|entry| entry.cases.iter().any(|name| name == case));
        entry.map(|entry| entry.reason.as_str())
    }

    /// Returns the cases in which the program is expected to differ but does not. Cases in which it failed
    /// or was not asked do not count.
    pub fn vanished(&self, verdicts: &[Verdict]) -> Vec<Vanished> {
        let gone = verdicts.iter().filter(|it| matches!(it.status, Status::Agrees | Status::Cannot));
        gone.filter_map(|verdict| {
            let reason = self.reason(&verdict.case)?.to_owned();
            Some(Vanished { case: verdict.case.clone(), reason, status: verdict.status })
        })
        .collect()
    }

    fn faults<R: Tested>(&self, cases: &[Case<R>], rules: &R) -> Vec<String> {
        let mut faults = Vec::new();
        let covering: Vec<&str> = applying(cases, rules).map(|case| case.name.as_str()).collect();
        let mut named: Vec<&str> = Vec::new();
        for Disagreement { reason, cases: names } in &self.differs {
            if reason.trim().is_empty() {
                faults.push(format!("no reason why {} differ", names.join(", ")));
            }
            if names.is_empty() {
                faults.push(format!("no cases are listed for the reason {reason:?}"));
            }
            for name in names {
                if !cases.iter().any(|case| case.name == *name) {
                    faults.push(format!("there is no case {name}"));
                } else if !covering.contains(&name.as_str()) {
                    faults.push(format!("the case {name} does not cover this ruleset"));
                }
                if named.contains(&name.as_str()) {
                    faults.push(format!("the case {name} is repeated"));
                }
                named.push(name);
            }
        }
        if named.len() != self.totals.differs {
            let (count, differs) = (named.len(), self.totals.differs);
            faults.push(format!("{count} cases are listed, but the totals say {differs}"));
        }
        faults
    }
}
