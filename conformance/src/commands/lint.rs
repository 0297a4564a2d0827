//! `conformance lint`: is the suite itself in order?

use super::run::Folder;
use conformance::against::known::Known;
use conformance::generator::Tested;
use conformance::lint::lint;
use perft::cli::{Failure, conclude};
use rules_core::{chaturaji, chaturanga};

const ABOUT: &str = "\
Checks that ids, rules and sources exist and titles state facts; that a knob which a case does not name never matters
to it, turned alone and with others at random; that nothing is given without need and no case stands there twice; that every pair of values of every knob is told apart by some case; and
that every statement of the sources has a case or a reason why it has none; that what expectations/ says of other
programs names cases and rulesets that there are, with reasons.

Exit codes: 0 in order, 1 something is not, 2 files that cannot be read.";

/// The arguments of `conformance lint`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Turn the same knobs at random as the run that printed this seed
    #[arg(long)]
    seed: Option<u64>,
}

/// Runs the lints of both games and reports.
pub fn run(args: &Args) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let faults = one::<chaturanga::Rules>(args, seed)? + one::<chaturaji::Rules>(args, seed)? + known(args)?;
    if faults == 0 { Ok(()) } else { Err(Failure::Difference) }
}

/// What is written down of other programs.
fn known(args: &Args) -> Result<usize, Failure> {
    let (two, four) =
        (args.folder.load::<chaturanga::Rules>()?.cases, args.folder.load::<chaturaji::Rules>()?.cases);
    let mut text = String::new();
    let mut count = 0;
    for (path, known) in Known::load_all(&args.folder.suite).map_err(Failure::Misuse)? {
        let faults = [known.strangers(), known.faults(&two), known.faults(&four)].concat();
        count += faults.len();
        text += &faults.iter().map(|fault| format!("{}: {fault}\n", path.display())).collect::<String>();
    }
    conclude(&text, true)?;
    Ok(count)
}

fn one<R: Tested>(args: &Args, seed: u64) -> Result<usize, Failure> {
    let suite = args.folder.load::<R>()?;
    let report = lint(&suite, seed);
    let mut text: String = report.faults.iter().map(|fault| format!("{fault}\n")).collect();
    if report.turns == 0 {
        // What follows takes longer and is about suites that are in order so far.
        let faults = report.faults.len();
        text += &format!(
            "{}: {faults} faults; the cases are looked at more closely when these are mended\n",
            R::GAME
        );
        conclude(&text, true)?;
        return Ok(faults);
    }
    text += &format!(
        "{}: {} cases; {} runs with a knob turned that the case does not name (--seed {seed}); {} of {} pairs of \
         values told apart; of {} statements {} covered \
         and {} untestable: {}\n",
        R::GAME,
        suite.cases.len(),
        report.turns,
        report.told_apart,
        report.pairs,
        report.statements,
        report.covered,
        report.untestable,
        if report.faults.is_empty() {
            "in order".to_owned()
        } else {
            format!("{} faults", report.faults.len())
        },
    );
    conclude(&text, true)?;
    Ok(report.faults.len())
}
