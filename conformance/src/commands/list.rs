//! `conformance list`: lists the names of the cases, and the ids of statements and readings.

use super::suite_folder::SuiteFolder;
use crate::generator::Tested;
use perft::shell::{Failure, say};
use rules_core::{chaturaji, chaturanga};

/// The arguments of `conformance list`.
#[derive(clap::Args)]
pub struct Args {
    /// Write the names to the indexes, cases/chaturanga.txt and cases/chaturaji.txt, instead of printing them
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    folder: SuiteFolder,
}

/// Prints cases, statements and readings in order, one per line, or writes them to the indexes that `lint`
/// reads.
pub fn run(args: &Args) -> Result<(), Failure> {
    list_game::<chaturanga::Rules>(args)?;
    list_game::<chaturaji::Rules>(args)
}

fn list_game<R: Tested>(args: &Args) -> Result<(), Failure> {
    let names: Vec<String> = args.folder.load::<R>()?.names().into_iter().map(|name| name + "\n").collect();
    if args.write {
        let path = args.folder.suite.join("cases").join(format!("{}.txt", R::GAME));
        return std::fs::write(&path, names.concat())
            .map_err(|error| Failure::Misuse(format!("{}: {error}", path.display())));
    }
    Ok(say(&names.concat())?)
}
