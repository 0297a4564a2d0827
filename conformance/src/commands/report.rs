//! `conformance report`: writes the suite as a static site.

use super::suite_folder::{SuiteFolder, misuse};
use crate::against::KnownProgram;
use crate::report::{RunTotals, WriteError, permit, site, write};
use perft::shell::{Failure, conclude, plural};
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  conformance report --out report    writes pages; open report/index.html

Exit codes: 0 written and all cases hold, 1 written and some cases fail, 2 misuse (files that cannot be read, a folder \
that holds something else), 74 cannot write the pages.";

/// The arguments of `conformance report`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The output folder: new, empty, or an earlier report, which is replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    folder: SuiteFolder,
}

/// Runs all cases, builds the pages and writes them.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.out.file_name().is_none() {
        let out = args.out.display();
        return Err(Failure::Misuse(format!("--out: {out} is not a folder name; use, for example, report")));
    }
    permit(&args.out).map_err(failure)?;
    let known = KnownProgram::load_all(args.folder.files()).map_err(|error| misuse([error]))?;
    let known: Vec<KnownProgram> = known.into_iter().map(|(_, known)| known).collect();
    let site = site(&args.folder.load()?, &args.folder.load()?, &known);
    write(&site.files, &args.out).map_err(failure)?;
    let RunTotals { cases, expectations, runs, failures } = site.totals;
    let verdict =
        if failures == 0 { "all hold".to_owned() } else { format!("{} failed", plural(failures, "run")) };
    let text = format!(
        "{} pages in {}\n{cases} cases, {expectations} expectations, {runs} runs through two generators: \
         {verdict}\n",
        site.files.iter().filter(|file| file.path.ends_with(".html")).count(),
        args.out.display()
    );
    conclude(&text, failures == 0)
}

fn failure(error: WriteError) -> Failure {
    match error {
        WriteError::Occupied(_) => Failure::Misuse(error.to_string()),
        WriteError::Io(_, ref cause) => Failure::Output(io::Error::new(cause.kind(), error.to_string())),
    }
}
