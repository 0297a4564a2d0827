//! `conformance list`: the names of the cases, and the ids of statements and readings.

use super::run::Folder;
use conformance::generator::Tested;
use perft::cli::{Failure, say};
use rules_core::{chaturaji, chaturanga};

/// The arguments of `conformance list`.
#[derive(clap::Args)]
pub struct Args {
    /// Write the names to the indexes, cases/chaturanga.txt and cases/chaturaji.txt, instead of printing them
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    folder: Folder,
}

/// Prints cases, statements and readings in order, one a line, or writes them where `lint` looks for them.
pub fn run(args: &Args) -> Result<(), Failure> {
    one::<chaturanga::Rules>(args)?;
    one::<chaturaji::Rules>(args)
}

fn one<R: Tested>(args: &Args) -> Result<(), Failure> {
    let names: Vec<String> = args.folder.load::<R>()?.names().into_iter().map(|name| name + "\n").collect();
    if args.write {
        let path = args.folder.suite.join("cases").join(format!("{}.txt", R::GAME));
        return std::fs::write(&path, names.concat())
            .map_err(|error| Failure::Misuse(format!("{}: {error}", path.display())));
    }
    Ok(say(&names.concat())?)
}
