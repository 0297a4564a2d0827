//! `conformance against`: tests another program with the cases.

use super::against_report::AgainstReport;
use super::suite_folder::{SuiteFolder, misuse};
use crate::against::{
    EngineLaunch, EngineProgram, KnownProgram, KnownRun, LineProgram, NOTATION, Program, RuleFit,
    VerdictTotals, applying, judge,
};
use crate::case::Case;
use crate::generator::Tested;
use perft::engine::Phrasebook;
use perft::shell::{EngineArgs, Failure, Format, LINES, read_rules, stop_on_every_signal};
use rules_core::AnyRules;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const ABOUT: &str = "\
Asks a program the questions of every case that covers RULES and compares its answers with the expectations, which \
the program never sees. It speaks the line protocol of conformance/PROTOCOL.md (--protocol lines), or a dialect of \
perft/engines.yaml (uci, fairy-stockfish, sjaak). A program that speaks a dialect must be told to play RULES, and \
cannot be asked what its dialect cannot express.

Each case agrees, differs, cannot be answered (the program says why), or fails (the program crashed, timed out or \
violated the protocol; it is restarted, up to three times). FILE names the cases that are known to differ, with \
reasons: these do not count as failures, but a listed case that does not differ counts as one.

For each rule, the report says which of its values the answers fit. Questions about notation come last. A case about a \
capture or a triumph that the program cannot write as a text is judged by its board, if the program answers `board`.

Examples:
  conformance against nl 'conformance serve --generator slow'
  conformance against chesscom 'python3 conformance/examples/adapter.py'
  conformance against nl './my-library --quiet' --filter elephant --format json
  conformance against nl './my-library' --without notation --min-answered 80%
  conformance against nl './my-engine' --protocol uci --option 'Threads=1'
  conformance against shatranj fairy-stockfish --variant shatranj
  conformance against sjaak sjaakii --variant chaturanga --expect conformance/expectations/sjaakii.yaml

Exit codes: 0 the program agrees, or differs only as FILE says; 1 it differs otherwise; 2 misuse; 3 it failed, could \
not answer any question, or answered fewer cases than --min-answered; 130 interrupted.";

/// What a user can do about a program that fails at the start, if nobody said what it speaks.
const TAKEN_FOR_LINES: &str =
    "\nIt was taken for a program that speaks the line protocol; for an engine, add --protocol uci";

/// The arguments of `conformance against`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    /// A preset and its overrides: nl, tr+elephant-move=lame-alfil, ar
    rules: String,
    /// The program and its arguments, quoted as for a shell
    engine: String,
    /// The protocol: lines, or a dialect [default: the dialect that lists the program, or else lines]
    #[arg(long, value_name = "NAME")]
    protocol: Option<String>,
    #[command(flatten)]
    told: EngineArgs,
    /// Run only cases whose name contains this text
    #[arg(long, value_name = "F")]
    filter: Option<String>,
    /// Leave out the cases about this rule, such as notation; can be given several times
    #[arg(long, value_name = "RULE")]
    without: Vec<String>,
    /// How many of the cases must be answered for a verdict: a number, or a share such as 80%
    #[arg(long, value_name = "N", value_parser = min_answered, allow_negative_numbers = true)]
    min_answered: Option<MinAnswered>,
    /// The known disagreements, such as conformance/expectations/sjaakii.yaml
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    #[command(flatten)]
    folder: SuiteFolder,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How many cases must be answered.
#[derive(Clone, Copy, Debug)]
enum MinAnswered {
    Cases(usize),
    /// Of a hundred.
    Share(usize),
}

impl MinAnswered {
    /// Returns the number of cases of this many, rounded up.
    fn of(self, cases: usize) -> usize {
        match self {
            Self::Cases(count) => count,
            Self::Share(percent) => (cases * percent).div_ceil(100),
        }
    }
}

fn min_answered(text: &str) -> Result<MinAnswered, String> {
    let number = |text: &str| text.parse().ok();
    let read = match text.strip_suffix('%') {
        Some(share) => number(share).filter(|share| *share <= 100).map(MinAnswered::Share),
        None => number(text).map(MinAnswered::Cases),
    };
    read.ok_or_else(|| "expected a number of cases such as 300, or a share from 0% to 100%".to_owned())
}

/// Runs the cases of the game that the rules belong to.
pub fn run(args: &Args) -> Result<(), Failure> {
    match read_rules(&args.rules)? {
        AnyRules::Chaturanga(rules) => against(args, &rules),
        AnyRules::Chaturaji(rules) => against(args, &rules),
    }
}

fn against<R: Tested>(args: &Args, rules: &R) -> Result<(), Failure> {
    let cases = args.folder.load::<R>()?.cases;
    let known = args.expect.as_deref().map(|path| known_program(path, &cases)).transpose()?;
    let known = match &known {
        Some(known) => Some((known, known_run(args, known, rules)?)),
        None => None,
    };
    let filter = args.filter.as_deref().unwrap_or_default();
    if let Some(rule) = args.without.iter().find(|rule| cases.iter().all(|case| case.rule != **rule)) {
        return Err(Failure::Misuse(format!("--without: no case of {} is about {rule:?}", R::GAME)));
    }
    let mut chosen: Vec<&Case<R>> = applying(&cases, rules)
        .filter(|case| case.name.contains(filter) && !args.without.contains(&case.rule))
        .collect();
    // How texts are written is of interest after the moves.
    chosen.sort_by_key(|case| case.rule == NOTATION);
    if chosen.is_empty() {
        return Err(Failure::Misuse(format!(
            "no case that covers {rules} has {filter:?} in its name; `conformance list` lists all"
        )));
    }
    let stop = stop_flag()?;
    let interrupted =
        || Failure::Interrupted(format!("the run stopped before {} had answered every case", args.engine));
    let mut program = start::<R>(args, Arc::clone(&stop))
        .map_err(|failure| if stop.load(Relaxed) { interrupted() } else { failure })?;
    let verdicts = judge(program.as_mut(), rules, chosen.iter().copied());
    if stop.load(Relaxed) {
        return Err(interrupted());
    }
    let report = AgainstReport {
        game: R::GAME,
        ruleset: rules.to_string(),
        identity: program.identity().clone(),
        totals: VerdictTotals::of(&verdicts),
        fits: RuleFit::measure(&chosen, &verdicts, rules),
        min_answered: args.min_answered.map_or(0, |least| least.of(verdicts.len())),
        vanished: known.map(|(_, run)| run.vanished(&verdicts)).unwrap_or_default(),
        verdicts,
        known,
        is_whole: args.filter.is_none() && args.without.is_empty(),
    };
    drop(program);
    report.conclude(args.format)
}

/// Loads the `--expect` file and refuses it if it has faults.
fn known_program<R: Tested>(path: &Path, cases: &[Case<R>]) -> Result<KnownProgram, Failure> {
    let known = KnownProgram::load(path).map_err(|error| misuse([error]))?;
    let mut faults = known.unknown_rulesets();
    faults.extend(known.faults(cases));
    if faults.is_empty() {
        return Ok(known);
    }
    Err(misuse(faults.into_iter().map(|fault| format!("{}: {fault}", path.display()))))
}

/// Returns the run of the `--expect` file that has these rules, variant and definitions.
fn known_run<'a, R: Tested>(
    args: &Args,
    known: &'a KnownProgram,
    rules: &R,
) -> Result<&'a KnownRun, Failure> {
    let run = known.run(rules, args.told.variant.as_deref(), args.told.variants_ini.is_some());
    run.ok_or_else(|| {
        let runs: Vec<String> = known.runs.iter().map(ToString::to_string).collect();
        Failure::Misuse(format!(
            "the --expect file has no entry for these rules, variant and definitions; it has entries for \
             {} under\n  {}",
            known.program,
            runs.join("\n  ")
        ))
    })
}

/// Returns a flag that an interrupt or a termination signal sets. The flag ends every wait.
fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_every_signal(&stop)?;
    Ok(stop)
}

fn start<R: Tested>(args: &Args, stop: Arc<AtomicBool>) -> Result<Box<dyn Program<R>>, Failure> {
    let command = shlex::split(&args.engine).filter(|words| !words.is_empty()).ok_or_else(|| {
        Failure::Misuse(format!("ENGINE must be a program and its arguments, not {:?}", args.engine))
    })?;
    let book = args.told.phrasebook()?;
    let dialect = protocol(args, &book, &command[0])?;
    if dialect == LINES {
        if args.told.has_settings() {
            return Err(Failure::Misuse(
                "--variant, --option, --variants-ini and --letters are for engines; over the line protocol, every \
                 question carries its ruleset. For an engine, add --protocol"
                    .to_owned(),
            ));
        }
        let hint = if args.protocol.is_some() { "" } else { TAKEN_FOR_LINES };
        let program = LineProgram::start(&command, args.told.patience(), stop)
            .map_err(|fault| Failure::Outside(format!("{}: {fault}{hint}", args.engine)))?;
        return Ok(Box::new(program));
    }
    let settings = args.told.settings(stop)?;
    let launch = EngineLaunch { command: args.engine.clone(), book, dialect, settings };
    let program = EngineProgram::<R>::start(launch).map_err(|error| {
        let what = format!("{}: {error}", args.engine);
        if error.is_misuse() { Failure::Misuse(what) } else { Failure::Outside(what) }
    })?;
    Ok(Box::new(program))
}

/// Returns the protocol given by `--protocol`, or else the dialect that lists the program, or else the line
/// protocol.
fn protocol(args: &Args, book: &Phrasebook, program: &str) -> Result<String, Failure> {
    let is_known = |name: &str| name == LINES || book.dialect(name).is_some();
    match &args.protocol {
        Some(name) if is_known(name) => Ok(name.clone()),
        Some(name) => {
            let dialects: Vec<&str> = book.dialects.iter().map(|dialect| dialect.id.as_str()).collect();
            Err(Failure::Misuse(format!(
                "--protocol: unknown {name:?}; expected one of {LINES}, {}",
                dialects.join(", ")
            )))
        }
        None => {
            let named = book.dialects.iter().find(|dialect| dialect.lists(program));
            Ok(named.map_or(LINES, |dialect| &dialect.id).to_owned())
        }
    }
}
