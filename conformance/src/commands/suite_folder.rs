//! The folder of a suite, an argument of most commands.

use crate::generator::Tested;
use crate::suite::Suite;
use perft::shell::Failure;
use std::path::PathBuf;

/// Where the suite is.
#[derive(clap::Args)]
pub struct SuiteFolder {
    /// The folder with cases/, sources/ and rules/
    #[arg(long, value_name = "FOLDER", default_value = env!("CARGO_MANIFEST_DIR"), hide_default_value = true)]
    pub suite: PathBuf,
}

impl SuiteFolder {
    /// Loads the suite of one game.
    pub fn load<R: Tested>(&self) -> Result<Suite<R>, Failure> {
        Suite::load(&self.suite).map_err(|errors| misuse(errors.0))
    }
}

/// Returns a misuse failure that lists each error on its own line.
pub fn misuse(errors: impl IntoIterator<Item = impl ToString>) -> Failure {
    let errors: Vec<String> = errors.into_iter().map(|error| error.to_string()).collect();
    Failure::Misuse(errors.join("\nerror: "))
}
