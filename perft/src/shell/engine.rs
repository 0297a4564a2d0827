//! What the command line says of an engine, in every command that drives one.

use super::{Failure, whole};
use crate::engine::{Engine, EngineError, Phrasebook, Settings};
use std::fmt::Display;
use std::fs::read_to_string;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A week, in seconds.
const LONGEST_WAIT: u32 = 7 * 24 * 60 * 60;

/// What an engine is told before it is asked anything, for an argument `engine` that names it.
#[derive(Clone, Debug, clap::Args)]
#[group(requires = "engine")]
pub struct EngineArgs {
    /// What the engine is told to play; a name that it does not offer is refused
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// A setting of the engine; can be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// A file of definitions that the engine reads before anything else
    #[arg(long, value_name = "FILE")]
    pub variants_ini: Option<PathBuf>,
    /// A file of dialects, in the form of perft/engines.yaml, in place of those that are known
    #[arg(long, value_name = "FILE")]
    pub dialects: Option<PathBuf>,
    /// How long the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = whole(1..=LONGEST_WAIT), allow_negative_numbers = true)]
    pub timeout: u32,
}

impl EngineArgs {
    /// Whether anything is said of how the engine is set up.
    pub fn has_settings(&self) -> bool {
        self.variant.is_some() || self.variants_ini.is_some() || !self.options.is_empty()
    }

    /// How long the engine may take for an answer.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }

    /// What the engine is told; every wait ends when `stop` is set.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when a setting is no pair of name and value, has a letter that no line can carry, or the
    /// file of definitions cannot be read.
    pub fn settings(&self, stop: Arc<AtomicBool>) -> Result<Settings, Failure> {
        let mut said: Vec<&str> = self.variant.iter().chain(&self.options).map(String::as_str).collect();
        if let Some(file) = &self.variants_ini {
            let fault =
                |what: &dyn Display| Failure::Misuse(format!("--variants-ini {}: {what}", file.display()));
            // An engine that cannot read it may well say nothing.
            read_to_string(file).map_err(|error| fault(&error))?;
            said.push(file.to_str().ok_or_else(|| fault(&"its path is not UTF-8"))?);
        }
        if let Some(text) = said.into_iter().find(|text| text.chars().any(char::is_control)) {
            return Err(Failure::Misuse(format!("{text:?} has a letter that no line can carry")));
        }
        let setting = |option: &String| match option.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
            _ => Err(Failure::Misuse(format!("--option: NAME=VALUE is expected, not {option:?}"))),
        };
        Ok(Settings {
            variants_file: self.variants_ini.clone(),
            options: self.options.iter().map(setting).collect::<Result<_, _>>()?,
            variant: self.variant.clone(),
            patience: self.patience(),
            stop,
        })
    }

    /// The dialects that are known here.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when the file of them cannot be read, or is none.
    pub fn phrasebook(&self) -> Result<Phrasebook, Failure> {
        let Some(file) = &self.dialects else {
            return Phrasebook::known().map_err(|error| Failure::Misuse(error.to_string()));
        };
        let fault = |what: &dyn Display| Failure::Misuse(format!("--dialects {}: {what}", file.display()));
        let text = read_to_string(file).map_err(|error| fault(&error))?;
        Phrasebook::parse(&text).map_err(|error| fault(&error))
    }

    /// Starts an engine; `game` is the name of the game whose positions it is given.
    ///
    /// # Errors
    /// When something is wrong with what is said of it, or it does not start as it should.
    pub fn start(
        &self,
        engine: &str,
        game: &str,
        dialect: Option<&str>,
        stop: Arc<AtomicBool>,
    ) -> Result<Engine, Failure> {
        let (book, settings) = (self.phrasebook()?, self.settings(stop)?);
        Ok(Engine::start(engine, game, &book, dialect, &settings)?)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            error if error.is_interruption() => Self::Interrupted(error.to_string()),
            error if error.is_misuse() => Self::Misuse(error.to_string()),
            error => Self::Outside(error.to_string()),
        }
    }
}
