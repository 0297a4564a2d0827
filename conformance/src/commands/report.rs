//! `conformance report`: the suite as a static site.

use super::run::Folder;
use conformance::against::known::Known;
use conformance::report::{Totals, WriteError, permit, site, write};
use perft::cli::{Failure, conclude};
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  conformance report --out report    pages to be opened from report/index.html

Exit codes: 0 written and all cases hold, 1 written and some differ, 2 misuse (files that cannot be read, a folder \
that holds something else), 74 the pages could not be written.";

/// The arguments of `conformance report`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder to write: a new or empty one, or a report to be replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Runs all cases, builds the pages and writes them.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.out.file_name().is_none() {
        return Err(Failure::Misuse(format!("{} is no name for a folder of its own", args.out.display())));
    }
    permit(&args.out).map_err(refusal)?;
    let known = Known::load_all(&args.folder.suite).map_err(Failure::Misuse)?;
    let known: Vec<Known> = known.into_iter().map(|(_, known)| known).collect();
    let site = site(&args.folder.load()?, &args.folder.load()?, &known);
    write(&site.files, &args.out).map_err(refusal)?;
    let Totals { cases, expectations, runs, failures } = site.totals;
    let verdict = if failures == 0 { "all hold".to_owned() } else { format!("{failures} runs differ") };
    let text = format!(
        "{} pages in {}\n{cases} cases, {expectations} expectations, {runs} runs through two generators: {verdict}\n",
        site.files.iter().filter(|file| file.path.ends_with(".html")).count(),
        args.out.display()
    );
    conclude(&text, failures == 0)
}

/// Why nothing was written, as the caller of the program gets it.
fn refusal(error: WriteError) -> Failure {
    match error {
        WriteError::Occupied(_) => Failure::Misuse(error.to_string()),
        WriteError::Io(_, ref cause) => Failure::Output(io::Error::new(cause.kind(), error.to_string())),
    }
}
