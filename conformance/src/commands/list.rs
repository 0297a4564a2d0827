//! `conformance list`: the names of the cases.

use super::run::Folder;
use perft::cli::{Failure, say};

/// The arguments of `conformance list`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
}

/// Prints the names in order, one a line.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut names: Vec<String> = args.folder.load()?.cases.into_iter().map(|case| case.name + "\n").collect();
    names.sort();
    Ok(say(&names.concat())?)
}
