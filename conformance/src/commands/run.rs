//! `conformance run`: every case through both generators.

use conformance::generator::Tested;
use conformance::run;
use conformance::suite::{Case, Suite};
use perft::cli::{Failure, Format, conclude};
use rules_core::notation::Diagram;
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  conformance run                    all cases
  conformance run elephant           the cases whose name contains \"elephant\"
  conformance run --format json      for a program to read

Exit codes: 0 all hold, 1 something differs, 2 misuse (a filter that matches nothing, files that cannot be read).";

/// The arguments of `conformance run`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only cases whose name contains this
    filter: Option<String>,
    #[command(flatten)]
    folder: Folder,
    /// A report, or one JSON object
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Where the suite is.
#[derive(clap::Args)]
pub struct Folder {
    /// The folder with cases/, sources/ and rules/
    #[arg(long, value_name = "FOLDER", default_value = env!("CARGO_MANIFEST_DIR"), hide_default_value = true)]
    pub suite: PathBuf,
}

impl Folder {
    /// Reads the suite of one game.
    pub fn load<R: Tested>(&self) -> Result<Suite<R>, Failure> {
        Suite::load(&self.suite).map_err(|faults| Failure::Misuse(faults.join("\nerror: ")))
    }
}

#[derive(Default, Serialize)]
struct Report {
    cases: usize,
    expectations: usize,
    runs: usize,
    failures: Vec<Failed>,
}

/// A case that does not hold, in the same way under some rules in some generators.
#[derive(Serialize)]
struct Failed {
    case: String,
    file: String,
    line: usize,
    title: String,
    /// The value of the knob that the case is about, or `always`.
    value: &'static str,
    position: String,
    differences: Vec<String>,
    /// Where it does not hold: rulesets, and the generators of each.
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    rules: String,
    generator: &'static str,
}

/// Runs the cases of both games and reports.
pub fn run(args: &Args) -> Result<(), Failure> {
    let filter = args.filter.as_deref().unwrap_or_default();
    let mut report = Report::default();
    report.add::<chaturanga::Rules>(&args.folder, filter)?;
    report.add::<chaturaji::Rules>(&args.folder, filter)?;
    if report.cases == 0 {
        return Err(Failure::Misuse(format!("no case has {filter:?} in its name")));
    }
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(std::io::Error::from)? + "\n",
        Format::Text => text(&report),
    };
    conclude(&text, report.failures.is_empty())
}

impl Report {
    /// Runs the cases of one game whose names contain the filter.
    fn add<R: Tested>(&mut self, folder: &Folder, filter: &str) -> Result<(), Failure> {
        let mut cases = folder.load::<R>()?.cases;
        cases.retain(|case| case.name.contains(filter));
        let ran = run::run(&cases);
        self.runs += ran.iter().map(|ran| ran.runs).sum::<usize>();
        let failures = ran.iter().flat_map(|ran| ran.failed.iter().map(|failed| describe(ran.case, failed)));
        for failed in failures {
            let same = |other: &&mut Failed| {
                (&other.case, &other.position, &other.differences)
                    == (&failed.case, &failed.position, &failed.differences)
            };
            match self.failures.iter_mut().find(same) {
                Some(other) => other.runs.extend(failed.runs),
                None => self.failures.push(failed),
            }
        }
        self.cases += cases.len();
        self.expectations +=
            cases.iter().flat_map(|case| &case.expect).map(|expected| expected.len()).sum::<usize>();
        Ok(())
    }
}

fn describe<R: Tested>(case: &Case<R>, failed: &run::Failed<R>) -> Failed {
    let run::Failed { varied, rules, generator, failure } = failed;
    Failed {
        case: case.name.clone(),
        file: case.file.display().to_string(),
        line: case.line_number,
        title: case.title.clone(),
        value: case.value_name(*varied),
        position: failure.position.clone(),
        differences: failure.differences.clone(),
        runs: vec![Run { rules: rules.to_string(), generator }],
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for failed in &report.failures {
        let Failed { case, file, line, title, value, position, differences, runs } = failed;
        text += &format!("FAILED {case}, {value}: {title}\n  {file}:{line}\n  {position}\n");
        for row in Diagram::of(position).to_string().lines() {
            text += &format!("    {row}\n");
        }
        for difference in differences {
            text += &format!("  {difference}\n");
        }
        for Run { rules, generator } in runs {
            text += &format!("  under {rules} by the {generator} generator\n");
        }
        text += "\n";
    }
    let Report { cases, expectations, runs, failures } = report;
    let verdict = match failures.iter().map(|failed| failed.runs.len()).sum() {
        0 => "all hold".to_owned(),
        count => format!("{count} runs differ"),
    };
    text + &format!(
        "{cases} cases, {expectations} expectations, {runs} runs through two generators: {verdict}\n"
    )
}
