//! How a program is spoken to: data, read from `engines.yaml`.

use super::pattern::{Pattern, places};
use serde::Deserialize;
use std::fmt;
use std::path::Path;

/// The dialects and other games that every build knows.
const KNOWN: &str = include_str!("../../engines.yaml");

/// Larger files, and deeper ones, are not what they should be, and would take long to read.
const MOST_BYTES: usize = 1 << 16;
const DEEPEST: usize = 16;

/// Dialects, and games that a program might play by mistake.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrasebook {
    /// The dialects.
    pub dialects: Vec<Dialect>,
    /// The other games.
    #[serde(default)]
    pub strangers: Vec<Stranger>,
}

/// How a kind of program is spoken to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Dialect {
    /// Its name.
    pub id: String,
    /// Who speaks it.
    pub about: String,
    /// The file names of programs that speak it.
    #[serde(default)]
    pub programs: Vec<String>,
    /// The games whose position texts it can carry.
    pub games: Vec<String>,
    /// How a conversation begins.
    pub greeting: Greeting,
    /// The line by which it says at the beginning who it is: `{name*}`, and `{version}` where that stands apart.
    #[serde(default)]
    pub identity: Option<Pattern>,
    /// How the end of an answer is known.
    pub ready: Ready,
    /// How lines begin by which the program says that it does not do what it was told.
    #[serde(default)]
    pub refusals: Vec<String>,
    /// How it reads a file of definitions: `{path}`.
    #[serde(default)]
    pub variants_file: Option<String>,
    /// How it is told what to play: `{variant}`.
    #[serde(default)]
    pub variant: Option<Choice>,
    /// How it is given a setting: `{name}` and `{value}`.
    #[serde(default)]
    pub option: Option<Choice>,
    /// How it is told to hold the position with which its game begins.
    #[serde(default)]
    pub start: Option<String>,
    /// How it is told which position to hold.
    pub position: Placing,
    /// Its letters for raja, mantri, ratha, gaja, ashva and padati (`KQRBNP` here); without them texts go as they are.
    #[serde(default)]
    pub letters: Option<String>,
    /// How it writes who may still jump.
    pub jump: JumpField,
    /// How it writes what was lost.
    pub lost: LostField,
    /// How it is asked which position it holds: without this nothing can be confirmed.
    #[serde(default)]
    pub held: Option<Held>,
    /// How it is made to count.
    pub perft: Counting,
    /// How it writes moves.
    #[serde(default)]
    pub moves: Notation,
}

/// How a conversation begins.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Greeting {
    /// What is said.
    pub say: Vec<String>,
    /// The line with which the program answers.
    #[serde(default)]
    pub until: Option<String>,
}

/// A question whose answer shows that everything before it is done; `{number}` tells questions apart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// The question.
    pub say: String,
    /// The answer.
    pub until: String,
}

/// One of several things that a program offers by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Choice {
    /// How it is asked what it offers.
    pub list: String,
    /// Lines of the answer: `{name*}` is a name, `{names*}` are several.
    pub line: Pattern,
    /// In `{names*}` the word before each name.
    #[serde(default)]
    pub before_each: Option<String>,
    /// How one is chosen.
    pub set: String,
}

/// How a program is told which position to hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placing {
    /// The position: `{text}` as it is written here, or `{ranks}`, `{side}`, `{jump}`, `{lost}`; `{moves}` is where a
    /// line of moves goes.
    pub set: String,
    /// The line of moves inside that: `{moves}`.
    #[serde(default)]
    pub moves: Option<String>,
    /// One move of the line, said after that: `{move}`.
    #[serde(default)]
    pub play: Option<String>,
}

/// How a program writes who may still jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JumpField {
    /// By the letters of the rajas: `Kk`.
    RajaLetter,
    /// By the files of the rajas: `Ed`.
    RajaFile,
    /// Not at all: `-`.
    None,
}

/// How a program writes what was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostField {
    /// By letters of men: `RqN`.
    Letters,
    /// Not at all: `-`.
    None,
}

/// How a program is asked which position it holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The question.
    pub say: String,
    /// The line of the answer that has `{ranks}` and `{side}`.
    pub line: Pattern,
}

/// How a program is made to count.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counting {
    /// The order: `{depth}`.
    pub say: String,
    /// A line for each move: `{move}` and `{count}`. Without it the program is asked child by child.
    #[serde(default)]
    pub part: Option<Pattern>,
    /// The last line: `{count}`, and `{depth}` where the program writes a total for each depth.
    pub total: Pattern,
    /// What a move with the count 0 is.
    pub zero: Zero,
}

/// What a move with the count 0 is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zero {
    /// A move after which there are no sequences.
    Move,
    /// Not always a move: illegal ones are listed so.
    Illegal,
}

/// How a program writes moves: squares `e2` and `e3`, and what may stand around them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notation {
    /// The letter of the man may stand before.
    #[serde(default)]
    pub letter: bool,
    /// What may stand between the squares, besides nothing.
    #[serde(default)]
    pub between: Vec<String>,
    /// What may stand before the letter of a promotion, besides nothing.
    #[serde(default)]
    pub promotion: Vec<String>,
    /// What may stand at the end.
    #[serde(default)]
    pub after: Vec<String>,
}

/// A game that a program might play by mistake: with a move that no reading here allows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Stranger {
    /// The name of that game.
    pub name: String,
    /// The game for which it may be taken.
    pub instead_of: String,
    /// A position, as it is written here.
    pub position: String,
    /// Moves of that game; any of them gives it away.
    pub moves: Vec<String>,
}

/// Why a file of dialects cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhrasebookError(String);

impl fmt::Display for PhrasebookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PhrasebookError {}

impl Phrasebook {
    /// The one that comes with this library.
    ///
    /// # Errors
    /// None that a test would not have found.
    ///
    /// ```
    /// let book = perft::engine::Phrasebook::known()?;
    /// assert!(book.dialect("uci").is_some() && book.dialect("klingon").is_none());
    /// assert_eq!(book.dialect_of("/usr/games/sjaakii").unwrap().id, "sjaak");
    /// # Ok::<(), perft::engine::PhrasebookError>(())
    /// ```
    pub fn known() -> Result<Self, PhrasebookError> {
        Self::parse(KNOWN)
    }

    /// Reads a file of the same form.
    ///
    /// # Errors
    /// Where it is not as it should be, and what is expected there.
    pub fn parse(text: &str) -> Result<Self, PhrasebookError> {
        if text.len() > MOST_BYTES {
            return Err(PhrasebookError(format!("it is longer than {MOST_BYTES} bytes")));
        }
        let mut depth = 0usize;
        for letter in text.chars() {
            match letter {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEEPEST {
                return Err(PhrasebookError(format!("brackets are nested deeper than {DEEPEST}")));
            }
        }
        let book: Self = serde_yaml::from_str(text).map_err(|error| PhrasebookError(error.to_string()))?;
        if book.dialects.is_empty() {
            return Err(PhrasebookError("there is no dialect in it".to_owned()));
        }
        for dialect in &book.dialects {
            dialect.check().map_err(|fault| PhrasebookError(format!("dialect {}: {fault}", dialect.id)))?;
        }
        Ok(book)
    }

    /// The dialect of this name.
    pub fn dialect(&self, id: &str) -> Option<&Dialect> {
        self.dialects.iter().find(|dialect| dialect.id == id)
    }

    /// The dialect that a program of this file name speaks; the first where none names it.
    pub fn dialect_of(&self, program: &str) -> Option<&Dialect> {
        let name = Path::new(program).file_stem()?.to_str()?;
        let named = self.dialects.iter().find(|dialect| dialect.programs.iter().any(|one| one == name));
        named.or(self.dialects.first())
    }
}

impl Dialect {
    /// Whether every place is one that is filled, and every pattern has the places that are needed.
    fn check(&self) -> Result<(), String> {
        let filled = |what: &str, template: &str, allowed: &[&str]| {
            let unknown = places(template).find(|place| !allowed.contains(place));
            unknown.map_or(Ok(()), |place| {
                Err(format!("{what}: {{{place}}} is never filled; allowed are {}", allowed.join(", ")))
            })
        };
        let needed = |what: &str, pattern: &Pattern, places: &[&str]| {
            let missing = places.iter().find(|place| !pattern.has(place));
            missing.map_or(Ok(()), |place| {
                Err(format!("{what}: {{{place}}} is missing in `{}`", pattern.as_str()))
            })
        };
        for line in &self.greeting.say {
            filled("greeting", line, &[])?;
        }
        if let Some(identity) = &self.identity {
            needed("identity", identity, &["name"])?;
        }
        filled("ready", &self.ready.say, &["number"])?;
        filled("ready", &self.ready.until, &["number"])?;
        for (what, choice, allowed) in
            [("variant", &self.variant, &["variant"][..]), ("option", &self.option, &["name", "value"][..])]
        {
            let Some(choice) = choice else { continue };
            filled(what, &choice.list, &[])?;
            filled(what, &choice.set, allowed)?;
            match choice.before_each {
                None => needed(what, &choice.line, &["name"])?,
                Some(_) => needed(what, &choice.line, &["names"])?,
            }
        }
        filled("variants-file", self.variants_file.as_deref().unwrap_or_default(), &["path"])?;
        filled("start", self.start.as_deref().unwrap_or_default(), &[])?;
        filled("position", &self.position.set, &["text", "ranks", "side", "jump", "lost", "moves"])?;
        filled("position", self.position.moves.as_deref().unwrap_or_default(), &["moves"])?;
        filled("position", self.position.play.as_deref().unwrap_or_default(), &["move"])?;
        if self.position.moves.is_some() && self.position.play.is_some() {
            return Err("position: moves and play exclude each other".to_owned());
        }
        if let Some(held) = &self.held {
            filled("held", &held.say, &[])?;
            needed("held", &held.line, &["ranks", "side"])?;
        }
        filled("perft", &self.perft.say, &["depth"])?;
        needed("perft", &self.perft.total, &["count"])?;
        if let Some(part) = &self.perft.part {
            needed("perft", part, &["move", "count"])?;
        }
        match &self.letters {
            Some(letters)
                if letters.chars().count() != 6 || !letters.chars().all(|one| one.is_ascii_uppercase()) =>
            {
                Err(format!("letters: six upper-case letters are expected, not {letters:?}"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_dialects_are_in_order_and_have_names_of_their_own() {
        let book = Phrasebook::known().unwrap();
        for dialect in &book.dialects {
            assert_eq!(book.dialects.iter().filter(|other| other.id == dialect.id).count(), 1);
        }
    }

    #[test]
    fn a_program_is_known_by_its_file_name() {
        let book = Phrasebook::known().unwrap();
        for (program, id) in
            [("fairy-stockfish", "fairy-stockfish"), ("/usr/games/sjaakii", "sjaak"), ("./my-engine", "uci")]
        {
            assert_eq!(book.dialect_of(program).unwrap().id, id, "{program}");
        }
    }

    #[test]
    fn a_file_that_is_not_as_it_should_be_is_refused_with_the_place() {
        let good = KNOWN.to_owned();
        for (from, to, words) in [
            ("until: uciok", "untill: uciok", "untill"),
            ("say: \"go perft {depth}\"", "say: \"go perft {deep}\"", "{deep} is never filled"),
            ("total: \"Nodes searched: {count}\"", "total: \"Nodes searched: {sum}\"", "{count} is missing"),
            ("letters: KFRENP", "letters: KF", "six upper-case letters"),
            ("jump: raja-file", "jump: e1", "e1"),
            ("line: \"Fen: {ranks} {side} {_*}\"", "line: \"Fen: {ranks}\"", "{side} is missing"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = Phrasebook::parse(&good.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        for (text, words) in [
            ("[".repeat(1000), "nested"),
            (" ".repeat(MOST_BYTES + 1), "longer than"),
            ("dialects: []".to_owned(), "no dialect"),
            (String::new(), ""),
        ] {
            assert!(Phrasebook::parse(&text).unwrap_err().to_string().contains(words));
        }
    }
}
