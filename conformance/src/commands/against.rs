//! `conformance against`: the suite through a program of somebody else.

use super::run::Folder;
use conformance::against::expectations::{Known, Run, Surprise, Totals};
use conformance::against::judge::applying;
use conformance::against::lines::Lines;
use conformance::against::{Fault, Identity, Program, Status, Verdict, judge};
use conformance::check::board;
use conformance::generator::Tested;
use conformance::suite::Case;
use perft::cli::{Failure, Format, conclude, read_rules};
use rules_core::{AnyRules, chaturaji, chaturanga};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ABOUT: &str = "\
Puts every case that says something of RULES to a program, by a line protocol that PROTOCOL.md describes, and holds
its answers against what the case expects; the program is never told what that is.

Each case agrees, differs, cannot be answered (the program says why), or fails (the program died, came late, or gave
no proper answer; it is started again, three times at most). FILE names the cases that are known to differ, with
reasons: these are no fault, but one of them that does not differ any more is.

Examples:
  conformance against nl 'conformance serve --generator slow'
  conformance against chesscom 'python3 conformance/examples/adapter.py'
  conformance against nl './my-engine --quiet' --filter elephant --format json

Exit codes: 0 the program agrees, but for what FILE says; 1 it differs, or is not as FILE says; 2 misuse; 3 it failed,
or could answer nothing.";

/// The arguments of `conformance against`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    /// A preset and its overrides: nl, tr+elephant-move=lame-alfil, ar
    rules: String,
    /// The program and its arguments, as one word of the shell
    engine: String,
    /// Only cases whose name contains this
    #[arg(long, value_name = "F")]
    filter: Option<String>,
    /// The known disagreements, such as conformance/expectations/sjaakii.yaml
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// How long the program may take for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    #[command(flatten)]
    folder: Folder,
    /// A report, or one JSON object
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Runs the cases of the game that the rules pick.
pub fn run(args: &Args) -> Result<(), Failure> {
    match read_rules(&args.rules)? {
        AnyRules::Chaturanga(rules) => against(args, &rules),
        AnyRules::Chaturaji(rules) => against(args, &rules),
    }
}

fn against<R: Tested>(args: &Args, rules: &R) -> Result<(), Failure> {
    let cases = args.folder.load::<R>()?.cases;
    let known = args.expect.as_ref().map(|path| known(args, path, &cases)).transpose()?;
    let expected = match &known {
        Some(known) => Some(known.run(rules).ok_or_else(|| nothing_known(args, known))?),
        None => None,
    };
    let filter = args.filter.as_deref().unwrap_or_default();
    let chosen: Vec<&Case<R>> = applying(&cases, rules).filter(|case| case.name.contains(filter)).collect();
    if chosen.is_empty() {
        return Err(Failure::Misuse(format!(
            "no case that says something of {rules} has {filter:?} in its name; `conformance list` lists all"
        )));
    }
    let command = shlex::split(&args.engine).filter(|words| !words.is_empty()).ok_or_else(|| {
        Failure::Misuse(format!("ENGINE has to be a program and its arguments, not {:?}", args.engine))
    })?;
    let mut program = start::<R>(args, &command).map_err(|fault| failed(args, &fault))?;
    let verdicts = judge(program.as_mut(), rules, chosen, |_| ());
    let outcome = Outcome {
        args,
        game: R::GAME,
        ruleset: rules.to_string(),
        identity: program.identity().clone(),
        totals: Totals::of(&verdicts),
        vanished: expected.map(|run| run.vanished(&verdicts)).unwrap_or_default(),
        verdicts,
        known: known.as_ref().zip(expected),
    };
    drop(program);
    outcome.conclude()
}

fn known<R: Tested>(args: &Args, path: &PathBuf, cases: &[Case<R>]) -> Result<Known, Failure> {
    let known = Known::load(path).map_err(Failure::Misuse)?;
    let mut faults = known.strangers::<chaturanga::Rules, chaturaji::Rules>();
    faults.extend(known.faults(cases));
    if faults.is_empty() {
        return Ok(known);
    }
    let place = args.expect.as_ref().unwrap_or(path).display().to_string();
    let faults: Vec<String> = faults.into_iter().map(|fault| format!("{place}: {fault}")).collect();
    Err(Failure::Misuse(faults.join("\nerror: ")))
}

fn nothing_known(args: &Args, known: &Known) -> Failure {
    let rulesets: Vec<&str> = known.runs.iter().map(|run| run.ruleset.as_str()).collect();
    Failure::Misuse(format!(
        "the file of --expect says nothing of {}; it knows of {} under {}",
        args.rules,
        known.program,
        rulesets.join(", ")
    ))
}

fn start<R: Tested>(args: &Args, command: &[String]) -> Result<Box<dyn Program<R>>, Fault> {
    let wait = Duration::from_secs(args.timeout);
    let stop = Arc::new(AtomicBool::new(false));
    Ok(Box::new(Lines::start(command, wait, stop)?))
}

fn failed(args: &Args, fault: &Fault) -> Failure {
    Failure::Outside(format!("{}: {fault}", args.engine))
}

/// All that came out.
struct Outcome<'a> {
    args: &'a Args,
    game: &'static str,
    ruleset: String,
    identity: Identity,
    verdicts: Vec<Verdict>,
    totals: Totals,
    known: Option<(&'a Known, &'a Run)>,
    vanished: Vec<Surprise>,
}

impl Outcome<'_> {
    fn conclude(&self) -> Result<(), Failure> {
        let text = match self.args.format {
            Format::Json => format!("{:#}\n", self.object()),
            Format::Text => self.text(),
        };
        conclude(&text, self.is_as_expected() || self.failure().is_some())?;
        self.failure().map_or(Ok(()), |what| Err(Failure::Outside(what)))
    }

    fn reason(&self, verdict: &Verdict) -> Option<&str> {
        self.known?.1.reason(&verdict.case)
    }

    /// Whether this is a difference that nobody knew of.
    fn is_news(&self, verdict: &&Verdict) -> bool {
        verdict.status == Status::Differs && self.reason(verdict).is_none()
    }

    /// The totals that the file has, where they are others and all cases were run.
    fn other_totals(&self) -> Option<Totals> {
        let totals = self.known?.1.totals;
        (self.args.filter.is_none() && totals != self.totals).then_some(totals)
    }

    fn is_as_expected(&self) -> bool {
        let is_news = self.verdicts.iter().any(|verdict| self.is_news(&verdict));
        !is_news && self.vanished.is_empty() && self.other_totals().is_none()
    }

    /// Why the program cannot be judged.
    fn failure(&self) -> Option<String> {
        let Totals { agrees, differs, failed, .. } = self.totals;
        let count = self.verdicts.len();
        match (failed, agrees + differs) {
            (0, 0) => Some(format!("{} could answer none of {count} cases", self.identity)),
            (0, _) => None,
            _ => Some(format!("{} failed at {failed} of {count} cases", self.identity)),
        }
    }

    fn word(&self) -> &'static str {
        match (self.failure(), self.is_as_expected(), self.totals.differs) {
            (Some(_), ..) => "failed",
            (None, false, _) => "differs",
            (None, true, 0) => "agrees",
            (None, true, _) => "differs as expected",
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let failed = self.verdicts.iter().filter(|verdict| verdict.status == Status::Failed);
        for verdict in self.verdicts.iter().filter(|verdict| self.is_news(verdict)).chain(failed) {
            text += &full(verdict);
        }
        text += &self.expected_text();
        for Surprise { case, reason, status } in &self.vanished {
            let now = match status {
                Status::Cannot => "cannot be answered",
                _ => "agrees",
            };
            text += &format!("VANISHED {case} {now}, though it is expected to differ: {reason}\n");
        }
        text += &self.rules_text();
        text += &self.unanswered_text();
        if let Some(totals) = self.other_totals() {
            text += &format!("the totals are not those expected: {totals}\n");
        }
        if let Some((known, _)) = self.known.filter(|(known, _)| !known.is_about(&self.identity)) {
            let made_for = Identity { name: known.program.clone(), version: known.version.clone() };
            text += &format!(
                "note: what is expected was written down for {made_for}, this is {}\n",
                self.identity
            );
        }
        let Self { identity, ruleset, verdicts, totals, .. } = self;
        text + &format!("{identity} under {ruleset}, {} cases: {totals}: {}\n", verdicts.len(), self.word())
    }

    /// The known disagreements, reason by reason.
    fn expected_text(&self) -> String {
        let Some((_, run)) = self.known else { return String::new() };
        let mut text = String::new();
        for entry in &run.differs {
            let is_here =
                |verdict: &&Verdict| verdict.status == Status::Differs && entry.cases.contains(&verdict.case);
            let count = self.verdicts.iter().filter(is_here).count();
            if count > 0 {
                text += &format!("expected: {count} differ, because {}\n", entry.reason);
            }
        }
        text
    }

    /// The rules in whose cases something differs.
    fn rules_text(&self) -> String {
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for verdict in self.verdicts.iter().filter(|verdict| self.is_news(verdict)) {
            *rules.entry(&verdict.rule).or_default() += 1;
        }
        if rules.is_empty() {
            return String::new();
        }
        let listed: Vec<String> = rules.iter().map(|(rule, count)| format!("{rule} ({count})")).collect();
        format!("differs in cases about {}\n", listed.join(", "))
    }

    /// What was not answered, reason by reason.
    fn unanswered_text(&self) -> String {
        let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for unanswered in self.verdicts.iter().flat_map(|verdict| &verdict.unanswered) {
            *reasons.entry((unanswered.ask, &unanswered.reason)).or_default() += 1;
        }
        let line = |((ask, reason), count)| format!("cannot answer `{ask}` ({count}): {reason}\n");
        reasons.into_iter().map(line).collect()
    }

    fn object(&self) -> Value {
        let verdicts: Vec<Value> = self
            .verdicts
            .iter()
            .map(|verdict| {
                let mut object = json!(verdict);
                object["expected"] = json!(self.reason(verdict));
                object
            })
            .collect();
        json!({
            "game": self.game,
            "ruleset": self.ruleset,
            "program": self.identity.name,
            "version": self.identity.version,
            "verdict": self.word(),
            "totals": self.totals,
            "expected_totals": self.known.map(|(_, run)| run.totals),
            "vanished": self.vanished,
            "cases": verdicts,
        })
    }
}

/// A case in full.
fn full(verdict: &Verdict) -> String {
    let Verdict { case, title, rule, value, place, position, line, differences, failure, .. } = verdict;
    let head = if failure.is_some() { "FAILED" } else { "DIFFERS" };
    let mut text = format!("{head} {case}, {value}: {title}\n  rule {rule}, {place}\n  {position}\n");
    text += &board(position).lines().map(|row| format!("    {row}\n")).collect::<String>();
    if !line.is_empty() {
        text += &format!("  after {}\n", line.join(" "));
    }
    for what in differences.iter().chain(failure) {
        text += &format!("  {what}\n");
    }
    text + "\n"
}
