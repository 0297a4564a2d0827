//! The arguments of every command that drives an engine.

use super::failure::Failure;
use super::input::whole;
use super::output::plural;
use crate::Variant;
use crate::engine::{Engine, LinesEngine, OtherFields, Phrasebook, Settings};
use crate::file::read_text;
use crate::judge::Opponent;
use rules_core::Knobs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The name of the line protocol among the dialects.
pub const LINES: &str = "lines";

/// The longest file of dialects, and of variant definitions, in bytes.
const MAX_FILE: u64 = 1 << 20;

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
    /// The engine's letters for the pieces KQRBNP (raja, mantri, ratha, gaja, ashva, padati) of chaturanga
    #[arg(long, value_name = "LETTERS")]
    pub letters: Option<String>,
    /// How long to wait for each answer of the engine
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = whole(1..=LONGEST_WAIT), allow_negative_numbers = true)]
    pub timeout: u32,
}

impl EngineArgs {
    /// Returns whether any argument sets up the engine.
    pub fn has_settings(&self) -> bool {
        self.variant.is_some()
            || self.variants_ini.is_some()
            || !self.options.is_empty()
            || self.letters.is_some()
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
            read_text(file, MAX_FILE).map_err(|error| Failure::misuse(&place, error))?;
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

    /// Returns the dialects of `--dialects`, or the known ones, with the letters of `--letters`.
    ///
    /// # Errors
    /// [`Failure::Misuse`] when the file cannot be read or is not a file of dialects, or the letters are not six
    /// different ones.
    pub fn phrasebook(&self) -> Result<Phrasebook, Failure> {
        let mut book = match &self.dialects {
            None => Phrasebook::known().map_err(|error| Failure::Misuse(error.to_string()))?,
            Some(file) => {
                let place = format!("--dialects {}", file.display());
                let text = read_text(file, MAX_FILE).map_err(|error| Failure::misuse(&place, error))?;
                Phrasebook::parse(&text).map_err(|error| Failure::misuse(&place, error))?
            }
        };
        if let Some(letters) = &self.letters {
            book.set_letters(letters).map_err(|error| Failure::misuse("--letters", error))?;
        }
        Ok(book)
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
        if self.letters.is_some() && game != rules_core::chaturanga::Rules::GAME {
            return Err(Failure::Misuse("--letters is for chaturanga".to_owned()));
        }
        let (book, settings) = (self.phrasebook()?, self.settings(stop)?);
        Ok(Engine::start(engine, game, &book, dialect, &settings)?)
    }

    /// Starts an engine, or with the dialect [`LINES`] a program that speaks the line protocol, to compare it
    /// with a game.
    ///
    /// # Errors
    /// As [`EngineArgs::start`].
    pub(super) fn open<V: Variant>(
        &self,
        engine: &str,
        game: &V,
        dialect: Option<&str>,
        stop: Arc<AtomicBool>,
    ) -> Result<Opened, Failure> {
        if dialect != Some(LINES) {
            return Ok(Opened::Engine(Box::new(self.start(engine, V::Rules::GAME, dialect, stop)?)));
        }
        if self.has_settings() {
            return Err(Failure::Misuse(
                "--variant, --option, --variants-ini and --letters are for engines; over the line protocol, every \
                 question carries its ruleset"
                    .to_owned(),
            ));
        }
        let words = shlex::split(engine).filter(|words| !words.is_empty()).ok_or_else(|| {
            Failure::Misuse(format!("`{engine}` cannot be split into a program and its arguments"))
        })?;
        let has_dice = game.rolls(&game.start().0, 1).is_some();
        let program = LinesEngine::start(&words, game.rules(), has_dice, self.patience(), stop)?;
        Ok(Opened::Lines(Box::new(program)))
    }
}

/// A started engine, whatever it speaks.
#[derive(Debug)]
pub(super) enum Opened {
    /// An engine that speaks a dialect.
    Engine(Box<Engine>),
    /// A program that speaks the line protocol.
    Lines(Box<LinesEngine>),
}

impl Opened {
    /// Returns the name of the dialect.
    pub(super) fn dialect(&self) -> String {
        match self {
            Self::Engine(engine) => engine.dialect().id.clone(),
            Self::Lines(_) => LINES.to_owned(),
        }
    }

    /// Returns whether it reports its position, or is told it with every question.
    pub(super) fn confirms_positions(&self) -> bool {
        match self {
            Self::Engine(engine) => engine.confirms_positions(),
            Self::Lines(_) => true,
        }
    }

    /// Returns the maximum depth to which it can be compared; `None` if there is no limit.
    pub(super) fn max_depth(&self) -> Option<u32> {
        match self {
            Self::Engine(_) => None,
            Self::Lines(program) => program.max_depth(),
        }
    }

    /// Returns what the report adds about the engine: fields of a position that it reports differently, and
    /// that it does not count. Each note is a line.
    pub(super) fn notes(&self) -> String {
        match self {
            Self::Engine(engine) => engine.other_fields().map(fields_note).unwrap_or_default(),
            Self::Lines(program) => program.max_depth().map_or_else(String::new, |depth| {
                format!("The program does not answer `perft`, so its moves are added up, to depth {depth}.\n")
            }),
        }
    }

    /// Returns what can be compared with a game.
    pub(super) fn opponent(&mut self) -> &mut dyn Opponent {
        match self {
            Self::Engine(engine) => &mut **engine,
            Self::Lines(program) => &mut **program,
        }
    }
}

fn fields_note(OtherFields { position, expected, reported, count }: &OtherFields) -> String {
    format!(
        "The engine reports other jump or lost fields in {}, first in\n  {position}\n  `{}` instead of \
         `{}`\n",
        plural(count, "position"),
        reported.join(" "),
        expected.join(" ")
    )
}
