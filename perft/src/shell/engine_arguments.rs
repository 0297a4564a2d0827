//! The arguments of every command that drives an engine.

use super::failure::Failure;
use super::input::whole;
use crate::engine::{Engine, Phrasebook, Settings};
use std::fs::read_to_string;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A week, in seconds.
const LONGEST_WAIT: u32 = 7 * 24 * 60 * 60;

/// The settings sent to an engine before the first request. The command that flattens these arguments names
/// the engine in an argument `engine`.
#[derive(Clone, Debug, clap::Args)]
#[group(requires = "engine")]
pub struct EngineArgs {
    /// The variant to select; the engine must offer it
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// An option of the engine; can be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// A file of variant definitions for the engine to load first
    #[arg(long, value_name = "FILE")]
    pub variants_ini: Option<PathBuf>,
    /// A file of dialects to use instead of the built-in ones, in the format of perft/engines.yaml
    #[arg(long, value_name = "FILE")]
    pub dialects: Option<PathBuf>,
    /// How long to wait for each answer of the engine
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = whole(1..=LONGEST_WAIT), allow_negative_numbers = true)]
    pub timeout: u32,
}

impl EngineArgs {
    /// Returns whether any argument sets up the engine.
    pub fn has_settings(&self) -> bool {
        self.variant.is_some() || self.variants_ini.is_some() || !self.options.is_empty()
    }

    /// Returns how long to wait for each answer.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }

    /// Returns the settings of the engine; every wait ends when `stop` is set.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when an option is not a pair of name and value, an argument contains a control
    /// character, or the file of definitions cannot be read.
    pub fn settings(&self, stop: Arc<AtomicBool>) -> Result<Settings, Failure> {
        let mut said: Vec<&str> = self.variant.iter().chain(&self.options).map(String::as_str).collect();
        if let Some(file) = &self.variants_ini {
            let place = format!("--variants-ini {}", file.display());
            // An engine that cannot read the file may not report it.
            read_to_string(file).map_err(|error| Failure::misuse(&place, error))?;
            said.push(file.to_str().ok_or_else(|| Failure::misuse(&place, "the path is not valid UTF-8"))?);
        }
        if let Some(text) = said.into_iter().find(|text| text.chars().any(char::is_control)) {
            return Err(Failure::Misuse(format!("{text:?} contains a control character")));
        }
        let setting = |option: &String| match option.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
            _ => Err(Failure::Misuse(format!("--option: expected NAME=VALUE, found {option:?}"))),
        };
        Ok(Settings {
            variants_file: self.variants_ini.clone(),
            options: self.options.iter().map(setting).collect::<Result<_, _>>()?,
            variant: self.variant.clone(),
            patience: self.patience(),
            stop,
        })
    }

    /// Returns the dialects of `--dialects`, or the known ones.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when the file cannot be read or is not a file of dialects.
    pub fn phrasebook(&self) -> Result<Phrasebook, Failure> {
        let Some(file) = &self.dialects else {
            return Phrasebook::known().map_err(|error| Failure::Misuse(error.to_string()));
        };
        let place = format!("--dialects {}", file.display());
        let text = read_to_string(file).map_err(|error| Failure::misuse(&place, error))?;
        Phrasebook::parse(&text).map_err(|error| Failure::misuse(&place, error))
    }

    /// Starts an engine that will be given positions of `game`.
    ///
    /// # Errors
    /// [`Failure::Misuse`] if the arguments are invalid, [`Failure::Outside`] when the engine fails.
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
