//! What is known of a program: where it disagrees with the cases of a ruleset, and why.

use super::judge::{Status, Verdict, applying};
use super::program::Identity;
use crate::generator::Tested;
use crate::suite::Case;
use crate::yaml;
use rules_core::AnyRules;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A program, and what is known of it under some rulesets: a file of `expectations/`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// What the program calls itself.
    pub program: String,
    /// The version that was judged.
    pub version: String,
    /// What it is and where it is to be had.
    pub about: String,
    /// How it is started.
    pub engine: String,
    /// The name of the protocol or dialect that it speaks.
    pub protocol: String,
    /// What is known, ruleset by ruleset.
    pub runs: Vec<Run>,
}

/// What is known of a program under a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The ruleset, as a text.
    pub ruleset: String,
    /// What an engine is told to play.
    #[serde(default)]
    pub variant: Option<String>,
    /// The file of definitions that it reads before, next to this file.
    #[serde(default)]
    pub definitions: Option<String>,
    /// How many cases came out in which way.
    pub totals: Totals,
    /// Where it differs.
    #[serde(default)]
    pub differs: Vec<Disagreement>,
}

/// Cases in which a program is known to differ, for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disagreement {
    /// Why it differs.
    pub reason: String,
    /// The names of the cases.
    pub cases: Vec<String>,
}

/// How many cases came out in which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Cases in which the program agrees.
    pub agrees: usize,
    /// How many of these it answered in part only.
    pub partial: usize,
    /// Cases in which it differs.
    pub differs: usize,
    /// Cases of which it could answer nothing.
    pub cannot: usize,
    /// Cases at which it failed; none in a file.
    #[serde(default, skip_deserializing)]
    pub failed: usize,
}

impl Totals {
    /// Adds up verdicts.
    pub fn of(verdicts: &[Verdict]) -> Self {
        let count = |status| verdicts.iter().filter(|verdict| verdict.status == status).count();
        Self {
            agrees: count(Status::Agrees),
            partial: verdicts.iter().filter(|verdict| verdict.is_partial()).count(),
            differs: count(Status::Differs),
            cannot: count(Status::Cannot),
            failed: count(Status::Failed),
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agrees, partial, differs, cannot, failed } = self;
        write!(f, "{agrees} agree")?;
        if *partial > 0 {
            write!(f, " ({partial} of them in part)")?;
        }
        write!(f, ", {differs} differ, {cannot} cannot be answered, {failed} failed")
    }
}

/// What is not as the file says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Surprise {
    /// The case.
    pub case: String,
    /// The reason why it should differ.
    pub reason: String,
    /// What became of it instead.
    pub status: Status,
}

impl Known {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong, with file and line.
    pub fn load(path: &Path) -> Result<Self, String> {
        yaml::read(path)
    }

    /// Reads `expectations/*.yaml` in the folder of a suite, with the paths, in the order of their names.
    ///
    /// # Errors
    /// What is wrong, with file and line.
    pub fn load_all(suite: &Path) -> Result<Vec<(PathBuf, Self)>, String> {
        let folder = suite.join("expectations");
        let entries = match std::fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries,
        };
        let mut paths = entries
            .and_then(|entries| {
                entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>()
            })
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
        paths.sort();
        paths.into_iter().map(|path| Ok((path.clone(), Self::load(&path)?))).collect()
    }

    /// What is known under these rules of what an engine plays as `variant`, by definitions of a file or its own.
    pub fn run<R: Tested>(&self, rules: &R, variant: Option<&str>, has_definitions: bool) -> Option<&Run> {
        self.runs.iter().find(|run| {
            run.ruleset.parse().ok().as_ref() == Some(rules)
                && run.variant.as_deref() == variant
                && run.definitions.is_some() == has_definitions
        })
    }

    /// What is wrong with what it says of a game, beyond its form: unknown cases, cases that say nothing of the ruleset
    /// or stand there twice, missing reasons, rulesets that stand there twice.
    pub fn faults<R: Tested>(&self, cases: &[Case<R>]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = Vec::new();
        for run in &self.runs {
            let Ok(rules) = run.ruleset.parse::<R>() else { continue };
            let mut fault = |what: String| faults.push(format!("{}: {what}", run.ruleset));
            let played = (rules, &run.variant, &run.definitions);
            if seen.contains(&played) {
                fault("the ruleset stands there twice for one variant".to_owned());
            }
            let told: Vec<&str> = applying(cases, &rules).map(|case| case.name.as_str()).collect();
            let mut named: Vec<&str> = Vec::new();
            for Disagreement { reason, cases: names } in &run.differs {
                if reason.trim().is_empty() {
                    fault(format!("no reason why {} differ", names.join(", ")));
                }
                if names.is_empty() {
                    fault(format!("no case differs for the reason {reason:?}"));
                }
                for name in names {
                    if !cases.iter().any(|case| case.name == *name) {
                        fault(format!("there is no case {name}"));
                    } else if !told.contains(&name.as_str()) {
                        fault(format!("the case {name} says nothing of this ruleset"));
                    }
                    if named.contains(&name.as_str()) {
                        fault(format!("the case {name} stands there twice"));
                    }
                    named.push(name);
                }
            }
            if named.len() != run.totals.differs {
                fault(format!(
                    "{} cases are named, the totals say that {} differ",
                    named.len(),
                    run.totals.differs
                ));
            }
            seen.push(played);
        }
        faults
    }

    /// The rulesets of it that no game has.
    pub fn strangers(&self) -> Vec<String> {
        let fault = |run: &Run| Some(format!("{}: {}", run.ruleset, run.ruleset.parse::<AnyRules>().err()?));
        self.runs.iter().filter_map(fault).collect()
    }

    /// Whether this is the program that the file is about.
    pub fn is_about(&self, identity: &Identity) -> bool {
        identity.name == self.program && identity.version == self.version
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.ruleset)?;
        self.variant.iter().try_for_each(|variant| write!(f, " --variant {variant}"))?;
        self.definitions.iter().try_for_each(|file| write!(f, " --variants-ini {file}"))
    }
}

impl Run {
    /// Why this case should differ, if it should.
    pub fn reason(&self, case: &str) -> Option<&str> {
        let entry = self.differs.iter().find(|entry| entry.cases.iter().any(|name| name == case));
        entry.map(|entry| entry.reason.as_str())
    }

    /// The cases that should differ and do not. A case that failed tells nothing.
    pub fn vanished(&self, verdicts: &[Verdict]) -> Vec<Surprise> {
        let gone = verdicts.iter().filter(|it| !matches!(it.status, Status::Differs | Status::Failed));
        gone.filter_map(|verdict| {
            let reason = self.reason(&verdict.case)?.to_owned();
            Some(Surprise { case: verdict.case.clone(), reason, status: verdict.status })
        })
        .collect()
    }
}
