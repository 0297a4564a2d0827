//! `conformance run`: runs every case through both generators.

use super::board_text::indented;
use super::suite_folder::SuiteFolder;
use crate::case::Case;
use crate::generator::Tested;
use crate::run::{FailedRun, run as run_cases};
use perft::shell::{Failure, Format, conclude, plural};
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  conformance run                    all cases
  conformance run elephant           the cases whose name contains \"elephant\"
  conformance run --format json      as one JSON object

Exit codes: 0 all cases hold, 1 some case fails, 2 misuse (a filter that matches no case, files that cannot be read).";

/// The arguments of `conformance run`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Run only cases whose name contains this text
    filter: Option<String>,
    #[command(flatten)]
    folder: SuiteFolder,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Default, Serialize)]
struct RunReport {
    cases: usize,
    expectations: usize,
    runs: usize,
    failures: Vec<FailedCase>,
}

/// A case that fails in the same way under some rules in some generators.
#[derive(Serialize)]
struct FailedCase {
    case: String,
    file: String,
    line: usize,
    title: String,
    /// The value of the varied knob; `always` if no knob is varied.
    value: &'static str,
    position: String,
    differences: Vec<String>,
    runs: Vec<RunSetting>,
}

/// The rules and the generator of a run.
#[derive(Serialize)]
struct RunSetting {
    rules: String,
    generator: &'static str,
}

/// Runs the cases of both games and prints the report.
pub fn run(args: &Args) -> Result<(), Failure> {
    let filter = args.filter.as_deref().unwrap_or_default();
    let mut report = RunReport::default();
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

impl RunReport {
    /// Runs the cases of one game whose names contain the filter.
    fn add<R: Tested>(&mut self, folder: &SuiteFolder, filter: &str) -> Result<(), Failure> {
        let mut cases = folder.load::<R>()?.cases;
        cases.retain(|case| case.name.contains(filter));
        for runs in run_cases(&cases) {
            self.runs += runs.count;
            for failed in &runs.failed {
                self.add_failure(failed_case(runs.case, failed));
            }
        }
        self.cases += cases.len();
        self.expectations +=
            cases.iter().flat_map(|case| &case.expect).map(|expected| expected.len()).sum::<usize>();
        Ok(())
    }

    /// Merges a failure with identical failures under other rules or in the other generator.
    fn add_failure(&mut self, failed: FailedCase) {
        let is_same = |other: &&mut FailedCase| {
            (&other.case, &other.position, &other.differences)
                == (&failed.case, &failed.position, &failed.differences)
        };
        match self.failures.iter_mut().find(is_same) {
            Some(other) => other.runs.extend(failed.runs),
            None => self.failures.push(failed),
        }
    }
}

fn failed_case<R: Tested>(case: &Case<R>, failed: &FailedRun<R>) -> FailedCase {
    let FailedRun { varied, rules, generator, mismatch } = failed;
    FailedCase {
        case: case.name.clone(),
        file: case.file.display().to_string(),
        line: case.line_number,
        title: case.title.clone(),
        value: case.value_name(*varied),
        position: mismatch.position.clone(),
        differences: mismatch.differences.clone(),
        runs: vec![RunSetting { rules: rules.to_string(), generator }],
    }
}

fn text(report: &RunReport) -> String {
    let mut text = String::new();
    for failed in &report.failures {
        let FailedCase { case, file, line, title, value, position, differences, runs } = failed;
        text += &format!("FAILED {case}, {value}: {title}\n  {file}:{line}\n  {position}\n");
        text += &indented(position, 4);
        for difference in differences {
            text += &format!("  {difference}\n");
        }
        for RunSetting { rules, generator } in runs {
            text += &format!("  under {rules} by the {generator} generator\n");
        }
        text += "\n";
    }
    let RunReport { cases, expectations, runs, failures } = report;
    let verdict = match failures.iter().map(|failed| failed.runs.len()).sum() {
        0 => "all hold".to_owned(),
        count => format!("{} failed", plural(count, "run")),
    };
    let [cases, expectations, runs] =
        [plural(cases, "case"), plural(expectations, "expectation"), plural(runs, "run")];
    text + &format!("{cases}, {expectations}, {runs} through two generators: {verdict}\n")
}
