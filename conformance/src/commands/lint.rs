//! `conformance lint`: checks of the suite itself.

use super::suite_folder::{SuiteFolder, misuse};
use crate::against::KnownProgram;
use crate::generator::Tested;
use crate::lint::{LintReport, lint};
use crate::suite::Suite;
use perft::shell::{Failure, Format, conclude, json_text, plural};
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;

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
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What was found, as a JSON object.
#[derive(Serialize)]
struct LintJson {
    seed: u64,
    games: [GameReport; 2],
    /// The faults of the expectation files.
    expectations: Vec<String>,
}

/// What was found in the suite of one game.
#[derive(Serialize)]
struct GameReport {
    game: &'static str,
    cases: usize,
    #[serde(flatten)]
    report: LintReport,
}

/// Checks both games and the expectation files, and prints the faults.
pub fn run(args: &Args) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let (two, four) = (args.folder.load::<chaturanga::Rules>()?, args.folder.load::<chaturaji::Rules>()?);
    let found = LintJson {
        seed,
        games: [GameReport::of(&two, seed), GameReport::of(&four, seed)],
        expectations: faults_of_known(args, &two, &four)?,
    };
    let is_sound =
        found.expectations.is_empty() && found.games.iter().all(|game| game.report.faults.is_empty());
    let text = match args.format {
        Format::Json => json_text(&found)?,
        Format::Text => found.text(),
    };
    conclude(&text, is_sound)
}

/// Returns the faults of the expectation files.
fn faults_of_known(
    args: &Args,
    two: &Suite<chaturanga::Rules>,
    four: &Suite<chaturaji::Rules>,
) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for (path, known) in KnownProgram::load_all(args.folder.files()).map_err(|error| misuse([error]))? {
        let faults = [known.unknown_rulesets(), known.faults(&two.cases), known.faults(&four.cases)].concat();
        all.extend(faults.iter().map(|fault| format!("{}: {fault}", path.display())));
    }
    Ok(all)
}

impl LintJson {
    fn text(&self) -> String {
        let games = self.games.iter().map(|game| game.text(self.seed));
        games.chain(self.expectations.iter().map(|fault| format!("{fault}\n"))).collect()
    }
}

impl GameReport {
    fn of<R: Tested>(suite: &Suite<R>, seed: u64) -> Self {
        Self { game: R::GAME, cases: suite.cases.len(), report: lint(suite, seed) }
    }

    fn text(&self, seed: u64) -> String {
        let Self { game, cases, report } = self;
        let LintReport { faults, flips, pairs, told_apart, statements, covered, untestable } = report;
        let count = faults.len();
        let text: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
        if *flips == 0 {
            return text
                + &format!("{game}: {}; fix them to run the remaining checks\n", plural(count, "fault"));
        }
        let verdict = if count == 0 { "no faults".to_owned() } else { plural(count, "fault") };
        text + &format!(
            "{game}: {}; {flips} runs with an unmentioned knob flipped (--seed {seed}); {told_apart} \
             of {pairs} pairs of values distinguished; of {statements} statements {covered} covered and \
             {untestable} untestable: {verdict}\n",
            plural(cases, "case")
        )
    }
}
