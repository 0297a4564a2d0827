//! The folder of a suite, an argument of most commands.

use crate::generator::Tested;
use crate::suite::Suite;
use crate::suite_files::SuiteFiles;
use perft::shell::Failure;
use std::path::PathBuf;

/// Where the suite is.
#[derive(clap::Args)]
pub struct SuiteFolder {
    /// A folder with cases/, sources/ and rules/ [default: the suite that is built into the program]
    #[arg(long, value_name = "FOLDER")]
    pub suite: Option<PathBuf>,
}

impl SuiteFolder {
    /// Returns where the files of the suite are.
    pub fn files(&self) -> SuiteFiles {
        self.suite.clone().map_or(SuiteFiles::BuiltIn, SuiteFiles::Folder)
    }

    /// Loads the suite of one game.
    pub fn load<R: Tested>(&self) -> Result<Suite<R>, Failure> {
        Suite::load(self.files()).map_err(|errors| misuse(errors.0))
    }
}

/// Returns a misuse failure that lists each error on its own line.
pub fn misuse(errors: impl IntoIterator<Item = impl ToString>) -> Failure {
    let errors: Vec<String> = errors.into_iter().map(|error| error.to_string()).collect();
    Failure::Misuse(errors.join("\nerror: "))
}
