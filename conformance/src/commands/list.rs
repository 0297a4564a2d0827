//! `conformance list`: lists the names of the cases, and the ids of statements and readings.

use super::suite_folder::SuiteFolder;
use crate::generator::Tested;
use crate::suite::Suite;
use perft::shell::{Failure, Format, json_text, say};
use rules_core::{Knobs, chaturaji, chaturanga};
use serde::Serialize;
use serde_json::json;

/// The arguments of `conformance list`.
#[derive(clap::Args)]
pub struct Args {
    /// Write the names to the indexes of the --suite folder, cases/chaturanga.txt and cases/chaturaji.txt,
    /// instead of printing them
    #[arg(long, requires = "suite")]
    write: bool,
    #[command(flatten)]
    folder: SuiteFolder,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The names of the suite of one game.
#[derive(Serialize)]
struct Names {
    game: &'static str,
    cases: Vec<String>,
    statements: Vec<String>,
    readings: Vec<String>,
}

/// Prints cases, statements and readings in order, one per line, or writes them to the indexes that `lint`
/// reads.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (two, four) = (args.folder.load::<chaturanga::Rules>()?, args.folder.load::<chaturaji::Rules>()?);
    let texts = [text(&two), text(&four)];
    if let (true, Some(folder)) = (args.write, &args.folder.suite) {
        for (game, text) in [chaturanga::Rules::GAME, chaturaji::Rules::GAME].iter().zip(texts) {
            let path = folder.join("cases").join(format!("{game}.txt"));
            std::fs::write(&path, text)
                .map_err(|error| Failure::Misuse(format!("{}: {error}", path.display())))?;
        }
        return Ok(());
    }
    let text = match args.format {
        Format::Json => json_text(&json!({ "games": [names(&two), names(&four)] }))?,
        Format::Text => texts.concat(),
    };
    Ok(say(&text)?)
}

fn text<R>(suite: &Suite<R>) -> String {
    suite.names().into_iter().map(|name| name + "\n").collect()
}

fn names<R: Tested>(suite: &Suite<R>) -> Names {
    let statements = suite.sources.iter().flat_map(|source| &source.statements);
    Names {
        game: R::GAME,
        cases: suite.cases.iter().map(|case| case.name.clone()).collect(),
        statements: statements.map(|statement| statement.id.clone()).collect(),
        readings: suite.readings().map(|reading| reading.id.clone()).collect(),
    }
}
