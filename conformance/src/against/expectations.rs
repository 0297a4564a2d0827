//! What is known of a program: where it disagrees with the cases of a ruleset, and why.

use super::judge::{Status, Verdict, applying};
use super::program::Identity;
use crate::generator::Tested;
use crate::suite::Case;
use crate::yaml;
use rules_core::Knobs;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// A program, and what is known of it under some rulesets: a file of `expectations/`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// What the program calls itself.
    pub program: String,
    /// The version that was judged.
    pub version: String,
    /// Who wrote it and where it is to be had.
    pub about: String,
    /// What is known, ruleset by ruleset.
    pub runs: Vec<Run>,
}

/// What is known of a program under a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The ruleset, as a text.
    pub ruleset: String,
    /// How the program is started, and what tells it to play these rules.
    pub engine: String,
    /// The name of the protocol or dialect.
    pub protocol: String,
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

    /// What is known under these rules.
    pub fn run<R: Tested>(&self, rules: &R) -> Option<&Run> {
        self.runs.iter().find(|run| run.ruleset.parse().ok().as_ref() == Some(rules))
    }

    /// What is wrong with what it says of a game, beyond its form: unknown cases, cases that say nothing of the ruleset
    /// or stand there twice, missing reasons, rulesets that stand there twice.
    pub fn faults<R: Tested>(&self, cases: &[Case<R>]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen: Vec<R> = Vec::new();
        for run in &self.runs {
            let Ok(rules) = run.ruleset.parse::<R>() else { continue };
            let mut fault = |what: String| faults.push(format!("{}: {what}", run.ruleset));
            if seen.contains(&rules) {
                fault("the ruleset stands there twice".to_owned());
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
            seen.push(rules);
        }
        faults
    }

    /// The rulesets that are those of no game.
    pub fn strangers<A: Knobs + std::str::FromStr, B: Knobs + std::str::FromStr>(&self) -> Vec<String> {
        let is_strange = |run: &&Run| run.ruleset.parse::<A>().is_err() && run.ruleset.parse::<B>().is_err();
        self.runs.iter().filter(is_strange).map(|run| format!("{} is no ruleset", run.ruleset)).collect()
    }

    /// Whether this is the program that the file is about.
    pub fn is_about(&self, identity: &Identity) -> bool {
        identity.name == self.program && identity.version == self.version
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
