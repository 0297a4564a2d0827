//! `conformance mutate`: checks that the cases detect a changed rule or a changed expectation.

use super::suite_folder::SuiteFolder;
use crate::generator::Tested;
use crate::mutation::{Fate, corrupted, mutants};
use perft::shell::{Failure, Format, conclude};
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;

const ABOUT: &str = "\
Sets every knob of every preset to every other value in the generator (a set of files counts as one knob per file) \
and runs the cases of the preset: some case must fail. A mutant that is the same game as the preset is equivalent. \
The command then alters every detail of every expectation, one at a time; the case must fail each time.

Exit codes: 0 every mutant is killed or equivalent, 1 a mutant survived or an altered expectation still passed, 2 \
files that cannot be read.";

/// The arguments of `conformance mutate`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    #[command(flatten)]
    folder: SuiteFolder,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Default, Serialize)]
struct MutationReport {
    killed: usize,
    equivalent: usize,
    alive: usize,
    /// The number of expectations with one detail changed.
    corrupted: usize,
    /// The alterations that no case detected.
    unnoticed: Vec<String>,
    mutants: Vec<MutantRow>,
}

#[derive(Serialize)]
struct MutantRow {
    game: &'static str,
    preset: &'static str,
    knob: String,
    from: &'static str,
    to: &'static str,
    fate: &'static str,
    cases: Vec<String>,
}

/// Runs the mutants of both games and prints the result for each.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut report = MutationReport::default();
    report.add::<chaturanga::Rules>(&args.folder)?;
    report.add::<chaturaji::Rules>(&args.folder)?;
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(std::io::Error::from)? + "\n",
        Format::Text => text(&report),
    };
    conclude(&text, report.alive == 0 && report.unnoticed.is_empty())
}

impl MutationReport {
    fn add<R: Tested>(&mut self, folder: &SuiteFolder) -> Result<(), Failure> {
        let suite = folder.load::<R>()?;
        let (count, unnoticed) = corrupted(&suite);
        self.corrupted += count;
        self.unnoticed.extend(unnoticed);
        for mutant in mutants(&suite) {
            let (fate, cases, count) = match mutant.fate {
                Fate::Killed(cases) => ("killed", cases, &mut self.killed),
                Fate::Equivalent => ("equivalent", Vec::new(), &mut self.equivalent),
                Fate::Alive => ("ALIVE", Vec::new(), &mut self.alive),
            };
            *count += 1;
            self.mutants.push(MutantRow {
                game: R::GAME,
                preset: mutant.preset,
                knob: mutant.axis.to_string(),
                from: mutant.from,
                to: mutant.to,
                fate,
                cases,
            });
        }
        Ok(())
    }
}

fn text(report: &MutationReport) -> String {
    let mut text = String::new();
    for MutantRow { preset, knob, from, to, fate, cases, .. } in &report.mutants {
        let flip = format!("{from} -> {to}");
        text += &format!("{preset:12}{knob:26}{flip:32}{fate:12}");
        text += &match cases.as_slice() {
            [] => "\n".to_owned(),
            [only] => format!("{only}\n"),
            [first, others @ ..] => format!("{first} and {} more\n", others.len()),
        };
    }
    let MutationReport { killed, equivalent, alive, corrupted, unnoticed, .. } = report;
    text += &unnoticed.iter().map(|one| format!("UNNOTICED {one}\n")).collect::<String>();
    text + &format!(
        "{} mutants: {killed} killed, {equivalent} equivalent, {alive} alive; {corrupted} expectations \
         corrupted, {} unnoticed\n",
        report.mutants.len(),
        unnoticed.len()
    )
}
