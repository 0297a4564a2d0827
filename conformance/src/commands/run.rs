//! `conformance run`: every case through both generators.

use conformance::check::{board, check};
use conformance::generator::{Fast, Generator, Slow};
use conformance::suite::{Case, Suite};
use perft::cli::{Failure, Format, say};
use rayon::prelude::*;
use rules_core::chaturanga::Rules;
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
    suite: PathBuf,
}

impl Folder {
    /// Reads the suite.
    pub fn load(&self) -> Result<Suite<Rules>, Failure> {
        Suite::load(&self.suite).map_err(|faults| Failure::Misuse(faults.join("\nerror: ")))
    }
}

#[derive(Serialize)]
struct Report {
    cases: usize,
    expectations: usize,
    runs: usize,
    failures: Vec<Failed>,
}

/// A case that does not hold under some rules in some generators.
#[derive(Serialize)]
struct Failed {
    case: String,
    file: String,
    line: usize,
    title: String,
    rules: String,
    generator: &'static str,
    position: String,
    differences: Vec<String>,
}

/// Runs the cases and reports.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut cases = args.folder.load()?.cases;
    let filter = args.filter.as_deref().unwrap_or_default();
    cases.retain(|case| case.name.contains(filter));
    if cases.is_empty() {
        return Err(Failure::Misuse(format!("no case has {filter:?} in its name")));
    }
    let jobs: Vec<(&Case<Rules>, usize, Rules)> = cases
        .iter()
        .flat_map(|case| case.rulesets().into_iter().map(move |(varied, rules)| (case, varied, rules)))
        .collect();
    let failures: Vec<Failed> = jobs
        .par_iter()
        .flat_map_iter(|&(case, varied, rules)| {
            [one::<Fast>(case, varied, rules), one::<Slow>(case, varied, rules)].into_iter().flatten()
        })
        .collect();
    let expectations = cases.iter().flat_map(|case| &case.expect).map(|expected| expected.len()).sum();
    let report = Report { cases: cases.len(), expectations, runs: 2 * jobs.len(), failures };
    match args.format {
        Format::Json => {
            say(&(serde_json::to_string_pretty(&report).map_err(std::io::Error::from)? + "\n"))?;
        }
        Format::Text => say(&text(&report))?,
    }
    if report.failures.is_empty() { Ok(()) } else { Err(Failure::Difference) }
}

fn one<G: Generator<Rules = Rules>>(case: &Case<Rules>, varied: usize, rules: Rules) -> Option<Failed> {
    let failure = check(&G::new(&rules), case, &case.expect[varied]).err()?;
    Some(Failed {
        case: case.name.clone(),
        file: case.file.display().to_string(),
        line: case.line_number,
        title: case.title.clone(),
        rules: rules.to_string(),
        generator: G::NAME,
        position: failure.position,
        differences: failure.differences,
    })
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for failed in &report.failures {
        let Failed { case, file, line, title, rules, generator, position, differences } = failed;
        text += &format!(
            "FAILED {case}: {title}\n  {file}:{line}\n  {rules}, {generator} generator\n  {position}\n"
        );
        for row in board(position).lines() {
            text += &format!("    {row}\n");
        }
        for difference in differences {
            text += &format!("  {difference}\n");
        }
        text += "\n";
    }
    let Report { cases, expectations, runs, failures } = report;
    let verdict = match failures.len() {
        0 => "all hold".to_owned(),
        count => format!("{count} runs differ"),
    };
    text + &format!(
        "{cases} cases, {expectations} expectations, {runs} runs through two generators: {verdict}\n"
    )
}
