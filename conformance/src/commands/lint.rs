//! `conformance lint`: checks of the suite itself.

use super::suite_folder::{SuiteFolder, misuse};
use crate::against::KnownProgram;
use crate::generator::Tested;
use crate::lint::lint;
use perft::shell::{Failure, conclude};
use rules_core::{chaturaji, chaturanga};

const ABOUT: &str = "\
Checks the suite itself:
- Ids, rules and sources exist, and titles state facts.
- Knobs that a case does not mention never affect it, whether flipped alone or together with random others.
- Every pinned knob has an effect, and no case is repeated.
- Some case distinguishes every pair of values of every knob.
- Every statement of the sources has a case, or a reason why it has none.
- expectations/ names cases and rulesets that exist, with reasons.

Exit codes: 0 no faults, 1 faults, 2 files that cannot be read.";

/// The arguments of `conformance lint`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    #[command(flatten)]
    folder: SuiteFolder,
    /// Use this seed, to repeat the random flips of an earlier run
    #[arg(long)]
    seed: Option<u64>,
}

/// Checks both games and the expectation files, and prints the faults.
pub fn run(args: &Args) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let faults = lint_game::<chaturanga::Rules>(args, seed)?
        + lint_game::<chaturaji::Rules>(args, seed)?
        + lint_known(args)?;
    if faults == 0 { Ok(()) } else { Err(Failure::Difference) }
}

/// Prints the faults of the expectation files, and returns their number.
fn lint_known(args: &Args) -> Result<usize, Failure> {
    let two = args.folder.load::<chaturanga::Rules>()?.cases;
    let four = args.folder.load::<chaturaji::Rules>()?.cases;
    let mut text = String::new();
    let mut count = 0;
    for (path, known) in KnownProgram::load_all(args.folder.files()).map_err(|error| misuse([error]))? {
        let faults = [known.unknown_rulesets(), known.faults(&two), known.faults(&four)].concat();
        count += faults.len();
        text += &faults.iter().map(|fault| format!("{}: {fault}\n", path.display())).collect::<String>();
    }
    conclude(&text, true)?;
    Ok(count)
}

/// Prints the faults of the suite of one game, and returns their number.
fn lint_game<R: Tested>(args: &Args, seed: u64) -> Result<usize, Failure> {
    let suite = args.folder.load::<R>()?;
    let report = lint(&suite, seed);
    let count = report.faults.len();
    let mut text: String = report.faults.iter().map(|fault| format!("{fault}\n")).collect();
    if report.flips == 0 {
        text += &format!("{}: {count} faults; fix them to run the remaining checks\n", R::GAME);
        conclude(&text, true)?;
        return Ok(count);
    }
    text += &format!(
        "{}: {} cases; {} runs with an unmentioned knob flipped (--seed {seed}); {} of {} pairs of \
         values distinguished; of {} statements {} covered and {} untestable: {}\n",
        R::GAME,
        suite.cases.len(),
        report.flips,
        report.told_apart,
        report.pairs,
        report.statements,
        report.covered,
        report.untestable,
        if count == 0 { "no faults".to_owned() } else { format!("{count} faults") },
    );
    conclude(&text, true)?;
    Ok(count)
}
