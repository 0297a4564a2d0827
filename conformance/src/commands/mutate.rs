//! `conformance mutate`: would the cases notice another rule?

use super::run::Folder;
use conformance::generator::Tested;
use conformance::mutation::{Fate, corrupted, mutants};
use perft::cli::{Failure, Format, conclude};
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;

const ABOUT: &str = "\
Turns every knob of every preset to every other value (files one by one) in the generator and runs the cases of the
preset: some case has to fail. A mutant that is the same game as the preset is equivalent. Then every single thing that
the cases expect is changed in turn: that has to be noticed, too.

Exit codes: 0 every mutant is killed or equivalent, 1 one is alive, 2 files that cannot be read.";

/// The arguments of `conformance mutate`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    /// A table, or one JSON object
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Default, Serialize)]
struct Report {
    killed: usize,
    equivalent: usize,
    alive: usize,
    /// Expectations with one thing changed, and those that no case noticed.
    corrupted: usize,
    unnoticed: Vec<String>,
    mutants: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    game: &'static str,
    preset: &'static str,
    knob: String,
    from: &'static str,
    to: &'static str,
    fate: &'static str,
    cases: Vec<String>,
}

/// Runs the mutants of both games and prints the table of kills.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut report = Report::default();
    report.add::<chaturanga::Rules>(&args.folder)?;
    report.add::<chaturaji::Rules>(&args.folder)?;
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(std::io::Error::from)? + "\n",
        Format::Text => text(&report),
    };
    conclude(&text, report.alive == 0 && report.unnoticed.is_empty())
}

impl Report {
    fn add<R: Tested>(&mut self, folder: &Folder) -> Result<(), Failure> {
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
            let knob = mutant.point.to_string();
            self.mutants.push(Line {
                game: R::GAME,
                preset: mutant.preset,
                knob,
                from: mutant.from,
                to: mutant.to,
                fate,
                cases,
            });
        }
        Ok(())
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for Line { preset, knob, from, to, fate, cases, .. } in &report.mutants {
        let turn = format!("{from} -> {to}");
        text += &format!("{preset:12}{knob:26}{turn:32}{fate:12}");
        text += &match cases.as_slice() {
            [] => "\n".to_owned(),
            [only] => format!("{only}\n"),
            [first, others @ ..] => format!("{first} and {} more\n", others.len()),
        };
    }
    let Report { killed, equivalent, alive, corrupted, unnoticed, .. } = report;
    text += &unnoticed.iter().map(|one| format!("UNNOTICED {one}\n")).collect::<String>();
    text + &format!(
        "{} mutants: {killed} killed, {equivalent} equivalent, {alive} alive; {corrupted} expectations corrupted, {} unnoticed\n",
        report.mutants.len(),
        unnoticed.len()
    )
}
