//! `conformance against`: the suite through a program of somebody else.

use super::run::Folder;
use conformance::against::engine_program::{Launch, Player};
use conformance::against::judge::applying;
use conformance::against::known::{Known, Run, Surprise, Totals};
use conformance::against::line_program::Lines;
use conformance::against::{Identity, Program, Status, Verdict, judge};
use conformance::check::board;
use conformance::generator::Tested;
use conformance::suite::Case;
use perft::cli::{EngineArgs, Failure, Format, conclude, read_rules};
use perft::engine::Phrasebook;
use rules_core::AnyRules;
use serde_json::{Value, json};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const ABOUT: &str = "\
Puts every case that says something of RULES to a program and holds its answers against what the case expects; the \
program is never told what that is. It speaks the line protocol that conformance/PROTOCOL.md describes (--protocol \
lines), or a dialect of perft/engines.yaml (uci, fairy-stockfish, sjaak): then it has to be told to play RULES, and what \
its dialect has no words for cannot be answered.

Each case agrees, differs, cannot be answered (the program says why), or fails (the program died, came late, or gave \
no proper answer; it is started again, three times at most). FILE names the cases that are known to differ, with \
reasons: these are no fault, but one of them that does not differ any more is.

Examples:
  conformance against nl 'conformance serve --generator slow'
  conformance against chesscom 'python3 conformance/examples/adapter.py'
  conformance against nl './my-library --quiet' --filter elephant --format json
  conformance against nl './my-engine' --protocol uci --option 'Threads=1'
  conformance against shatranj fairy-stockfish --variant shatranj
  conformance against sjaak sjaakii --variant chaturanga --expect conformance/expectations/sjaakii.yaml

Exit codes: 0 the program agrees, but for what FILE says; 1 it differs, or is not as FILE says; 2 misuse; 3 it failed, \
or could answer nothing; 130 interrupted.";

/// The arguments of `conformance against`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    /// A preset and its overrides: nl, tr+elephant-move=lame-alfil, ar
    rules: String,
    /// The program and its arguments, as one word of the shell
    engine: String,
    /// How it is spoken to: lines, or a dialect [default: the dialect that names the program, else lines]
    #[arg(long, value_name = "NAME")]
    protocol: Option<String>,
    #[command(flatten)]
    told: EngineArgs,
    /// Only cases whose name contains this
    #[arg(long, value_name = "F")]
    filter: Option<String>,
    /// The known disagreements, such as conformance/expectations/sjaakii.yaml
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
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
    let known = args.expect.as_deref().map(|path| known(path, &cases)).transpose()?;
    let expected = match &known {
        Some(known) => {
            let run = known.run(rules, args.told.variant.as_deref(), args.told.variants_ini.is_some());
            Some(run.ok_or_else(|| nothing_known(known))?)
        }
        None => None,
    };
    let filter = args.filter.as_deref().unwrap_or_default();
    let chosen: Vec<&Case<R>> = applying(&cases, rules).filter(|case| case.name.contains(filter)).collect();
    if chosen.is_empty() {
        return Err(Failure::Misuse(format!(
            "no case that says something of {rules} has {filter:?} in its name; `conformance list` lists all"
        )));
    }
    let stop = stop_flag()?;
    let interrupted = || Failure::Interrupted(format!("{} was not asked all", args.engine));
    let mut program = start::<R>(args, Arc::clone(&stop))
        .map_err(|failure| if stop.load(Relaxed) { interrupted() } else { failure })?;
    let verdicts = judge(program.as_mut(), rules, chosen);
    if stop.load(Relaxed) {
        return Err(interrupted());
    }
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

fn known<R: Tested>(path: &Path, cases: &[Case<R>]) -> Result<Known, Failure> {
    let known = Known::load(path).map_err(Failure::Misuse)?;
    let mut faults = known.strangers();
    faults.extend(known.faults(cases));
    if faults.is_empty() {
        return Ok(known);
    }
    let faults: Vec<String> =
        faults.into_iter().map(|fault| format!("{}: {fault}", path.display())).collect();
    Err(Failure::Misuse(faults.join("\nerror: ")))
}

fn nothing_known(known: &Known) -> Failure {
    let runs: Vec<String> = known.runs.iter().map(ToString::to_string).collect();
    Failure::Misuse(format!(
        "the file of --expect says nothing of these rules, variant and definitions; it knows of {} under\n  {}",
        known.program,
        runs.join("\n  ")
    ))
}

/// The name of the line protocol among the dialects.
const LINES: &str = "lines";

/// A flag that is set by Ctrl-C, or the order to end: then every wait ends, and the program with it.
fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        register(signal, Arc::clone(&stop))
            .map_err(|error| Failure::Misuse(format!("signals cannot be handled here: {error}")))?;
    }
    Ok(stop)
}

fn start<R: Tested>(args: &Args, stop: Arc<AtomicBool>) -> Result<Box<dyn Program<R>>, Failure> {
    let command = shlex::split(&args.engine).filter(|words| !words.is_empty()).ok_or_else(|| {
        Failure::Misuse(format!("ENGINE has to be a program and its arguments, not {:?}", args.engine))
    })?;
    let book = args.told.phrasebook()?;
    let dialect = protocol(args, &book, &command[0])?;
    if dialect == LINES {
        if args.told.has_settings() {
            return Err(Failure::Misuse(
                "--variant, --option and --variants-ini are for engines; over the line protocol each question has \
                 its ruleset. Is --protocol missing?"
                    .to_owned(),
            ));
        }
        let lines = Lines::start(&command, args.told.patience(), stop)
            .map_err(|fault| Failure::Outside(format!("{}: {fault}", args.engine)))?;
        return Ok(Box::new(lines));
    }
    let settings = args.told.settings(stop)?;
    let launch = Launch { command: args.engine.clone(), book, dialect, settings };
    let player = Player::<R>::start(launch).map_err(|error| {
        let what = format!("{}: {error}", args.engine);
        if error.is_misuse() { Failure::Misuse(what) } else { Failure::Outside(what) }
    })?;
    Ok(Box::new(player))
}

/// The protocol that is asked for, or the dialect that names the program, or the line protocol.
fn protocol(args: &Args, book: &Phrasebook, program: &str) -> Result<String, Failure> {
    let known = |name: &str| name == LINES || book.dialect(name).is_some();
    match &args.protocol {
        Some(name) if known(name) => Ok(name.clone()),
        Some(name) => {
            let dialects: Vec<&str> = book.dialects.iter().map(|dialect| dialect.id.as_str()).collect();
            Err(Failure::Misuse(format!(
                "--protocol: there is no {name:?}; there are {LINES}, {}",
                dialects.join(", ")
            )))
        }
        None => {
            let stem = Path::new(program).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let named = book.dialects.iter().find(|dialect| dialect.programs.iter().any(|name| name == stem));
            Ok(named.map_or(LINES, |dialect| &dialect.id).to_owned())
        }
    }
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
            let Totals { agrees, partial, differs, cannot, .. } = self.totals;
            text += &format!(
                "OTHER TOTALS: expected are {totals}; if the cases have changed, the file has to say\n    \
                 totals: {{ agrees: {agrees}, partial: {partial}, differs: {differs}, cannot: {cannot} }}\n"
            );
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
