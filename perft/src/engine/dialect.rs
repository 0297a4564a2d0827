//! Dialects: how to speak to a program, as data read from `engines.yaml`.

use super::pattern::{Pattern, places};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::path::Path;

/// The built-in dialects and other games.
const KNOWN: &str = include_str!("../../engines.yaml");

/// The largest file, four times the built-in one. The time to parse the worst text grows with the square of its
/// length; the parser itself limits the nesting.
const MOST_BYTES: usize = 1 << 14;

/// Dialects, and games that a program may play by mistake.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrasebook {
    /// The dialects.
    pub dialects: Vec<Dialect>,
    /// The other games.
    #[serde(default)]
    pub(super) strangers: Vec<Stranger>,
}

/// How to speak to a kind of program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Dialect {
    /// Its name.
    pub id: String,
    /// The programs that speak it, in words.
    pub about: String,
    /// The file names of programs that speak it.
    #[serde(default)]
    pub programs: Vec<String>,
    /// What programs that speak it call themselves: how the name in `identity` begins.
    #[serde(default)]
    pub names: Vec<String>,
    /// The games whose position texts it can express.
    pub games: Vec<String>,
    /// How a conversation begins.
    pub(super) greeting: Greeting,
    /// The line of the greeting that names the program: `{name*}`, and `{version}` if the version is
    /// separate.
    #[serde(default)]
    pub(super) identity: Option<Pattern>,
    /// The line that asks the program to exit.
    #[serde(default = "quit")]
    pub(super) quit: String,
    /// How to recognise the end of an answer.
    pub(super) ready: Ready,
    /// Prefixes of the lines with which the program refuses a request.
    #[serde(default)]
    pub(super) refusals: Vec<String>,
    /// The command to read a file of definitions: `{path}`.
    #[serde(default)]
    pub(super) variants_file: Option<String>,
    /// How to choose what it plays: `{variant}`.
    #[serde(default)]
    pub(super) variant: Option<Choice>,
    /// How to set an option: `{name}` and `{value}`.
    #[serde(default)]
    pub(super) option: Option<Choice>,
    /// The command to set up the start of its own game.
    #[serde(default)]
    pub(super) start: Option<String>,
    /// How to set up a position.
    pub(super) position: Placing,
    /// Its letters for raja, mantri, ratha, gaja, ashva and padati (ours are `KQRBNP`); without them, texts
    /// are not translated.
    #[serde(default)]
    pub(super) letters: Option<String>,
    /// How it writes the jump rights.
    pub jump: JumpField,
    /// How it writes the types of the lost pieces.
    pub lost: LostField,
    /// How to ask for its current position; without this, positions are not verified.
    #[serde(default)]
    pub(super) held: Option<Held>,
    /// How to make it count.
    pub(super) perft: Counting,
    /// How it writes moves.
    #[serde(default)]
    pub(super) moves: Notation,
}

fn quit() -> String {
    "quit".to_owned()
}

/// Any value but an empty one: a key without a value would otherwise count as left out.
struct Stated;

impl<'de> Deserialize<'de> for Stated {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Stated {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value; a key that is not needed must be left out")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        while entries.next_entry::<Self, Self>()?.is_some() {}
        Ok(self)
    }
}

/// How a conversation begins.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Greeting {
    /// The lines to send.
    pub(super) say: Vec<String>,
    /// The line that ends the answer.
    #[serde(default)]
    pub(super) until: Option<String>,
}

/// A question whose answer shows that everything before it is done; `{number}` distinguishes the questions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ready {
    /// The question.
    pub(super) say: String,
    /// The answer.
    pub(super) until: String,
}

/// A choice among names that a program offers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Choice {
    /// The command that lists the offered names.
    pub(super) list: String,
    /// The lines of the list: `{name*}` is one name, `{names*}` are several.
    pub(super) line: Pattern,
    /// The word before each name in `{names*}`.
    #[serde(default)]
    pub(super) before_each: Option<String>,
    /// The command that makes the choice.
    pub(super) set: String,
}

/// How to set up a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placing {
    /// The command: `{text}` is the whole position in our notation; `{ranks}`, `{side}`, `{jump}` and
    /// `{lost}` are its fields in the notation of the program; `{moves}` is replaced by the line of moves,
    /// which `moves` formats.
    pub(super) set: String,
    /// The line of moves inside the command: `{moves}`.
    #[serde(default)]
    pub(super) moves: Option<String>,
    /// The command that plays one move, sent after the first command: `{move}`.
    #[serde(default)]
    pub(super) play: Option<String>,
}

/// How a program writes the jump rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JumpField {
    /// The letters of the rajas: `Kk`.
    RajaLetter,
    /// The files of the rajas: `Ed`.
    RajaFile,
    /// Not at all: `-`.
    None,
}

/// How a program writes the lost types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostField {
    /// The letters of the pieces: `RqN`.
    Letters,
    /// Not at all: `-`.
    None,
}

/// How to ask a program for its current position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Held {
    /// The question.
    pub(super) say: String,
    /// The line of the answer with `{ranks}` and `{side}`, and `{fields*}` where its jump
    /// rights and lost types follow.
    pub(super) line: Pattern,
}

/// How to make a program count.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counting {
    /// The command: `{depth}`.
    pub(super) say: String,
    /// The line for each move: `{move}` and `{count}`. Without it, the program is asked move by move.
    #[serde(default)]
    pub(super) part: Option<Pattern>,
    /// The last line: `{count}`, and `{depth}` if the program writes a total for each depth.
    pub(super) total: Pattern,
    /// What a count of 0 for a move means.
    pub(super) zero: Zero,
}

/// What a count of 0 for a move means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Zero {
    /// The move is legal, and no sequences follow it.
    Move,
    /// The move may be illegal.
    Illegal,
}

/// How a program writes moves: two squares such as `e2` and `e3`, and optional marks around them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Notation {
    /// The letter of the piece may come first.
    #[serde(default)]
    pub(super) letter: bool,
    /// Optional marks between the squares.
    #[serde(default)]
    pub(super) between: Vec<String>,
    /// Optional marks before the letter of a promotion.
    #[serde(default)]
    pub(super) promotion: Vec<String>,
    /// Optional marks at the end.
    #[serde(default)]
    pub(super) after: Vec<String>,
}

/// A game that a program may play by mistake, with a position in which its moves give it away.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Stranger {
    /// The name of the game.
    pub(super) name: String,
    /// The game that it may be mistaken for.
    pub(super) instead_of: String,
    /// The position, in our notation.
    pub(super) position: String,
    /// Moves that no known reading allows. A program that lists all of them is playing this game.
    pub(super) moves: Vec<String>,
}

/// An error in a dialect file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhrasebookError(String);

impl fmt::Display for PhrasebookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PhrasebookError {}

impl Phrasebook {
    /// Returns the built-in dialects.
    ///
    /// # Errors
    /// Never in a tested build, because a test reads the same file.
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

    /// Reads a file of dialects in the form of `engines.yaml`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, PhrasebookError> {
        if text.len() > MOST_BYTES {
            return Err(PhrasebookError(format!("the file is longer than {MOST_BYTES} bytes")));
        }
        let fault = |error: serde_yaml::Error| PhrasebookError(error.to_string());
        let Stated = serde_yaml::from_str(text).map_err(fault)?;
        let book: Self = serde_yaml::from_str(text).map_err(fault)?;
        if book.dialects.is_empty() {
            return Err(PhrasebookError("the file has no dialects".to_owned()));
        }
        for dialect in &book.dialects {
            dialect.check().map_err(|fault| PhrasebookError(format!("dialect {}: {fault}", dialect.id)))?;
        }
        Ok(book)
    }

    /// Returns the dialect of this name.
    pub fn dialect(&self, id: &str) -> Option<&Dialect> {
        self.dialects.iter().find(|dialect| dialect.id == id)
    }

    /// Returns the dialect that lists the file name of this program, or the first dialect.
    pub fn dialect_of(&self, program: &str) -> Option<&Dialect> {
        self.dialects.iter().find(|dialect| dialect.lists(program)).or(self.dialects.first())
    }

    /// Returns the dialect of a program that calls itself this; `None` if no dialect lists the name.
    ///
    /// ```
    /// let book = perft::engine::Phrasebook::known()?;
    /// assert_eq!(book.dialect_named("Fairy-Stockfish 14").unwrap().id, "fairy-stockfish");
    /// assert!(book.dialect_named("my-engine").is_none());
    /// # Ok::<(), perft::engine::PhrasebookError>(())
    /// ```
    pub fn dialect_named(&self, name: &str) -> Option<&Dialect> {
        let begins = |beginning: &String| !beginning.is_empty() && name.starts_with(beginning.as_str());
        self.dialects.iter().find(|dialect| dialect.names.iter().any(begins))
    }

    /// Sets the letters for raja, mantri, ratha, gaja, ashva and padati in every dialect.
    ///
    /// # Errors
    /// When these are not six different upper-case letters.
    pub fn set_letters(&mut self, letters: &str) -> Result<(), PhrasebookError> {
        check_letters(letters).map_err(PhrasebookError)?;
        self.dialects.iter_mut().for_each(|dialect| dialect.letters = Some(letters.to_owned()));
        Ok(())
    }
}

impl Dialect {
    /// Returns whether the dialect lists the file name of this program.
    pub fn lists(&self, program: &str) -> bool {
        let name = Path::new(program).file_stem().and_then(|stem| stem.to_str());
        name.is_some_and(|name| self.programs.iter().any(|one| one == name))
    }

    /// Checks that every placeholder of a template is known, and that every pattern has the placeholders it
    /// needs.
    fn check(&self) -> Result<(), String> {
        let filled = |what: &str, template: &str, allowed: &[&str]| {
            let unknown = places(template).find(|place| !allowed.contains(place));
            unknown.map_or(Ok(()), |place| {
                Err(format!("{what}: {{{place}}} is unknown; allowed: {}", allowed.join(", ")))
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
        filled("quit", &self.quit, &[])?;
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
            return Err("position: `moves` and `play` are mutually exclusive".to_owned());
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
        self.letters
            .as_deref()
            .map_or(Ok(()), |letters| check_letters(letters).map_err(|fault| format!("letters: {fault}")))
    }
}

/// Checks the letters of the pieces.
fn check_letters(letters: &str) -> Result<(), String> {
    let are_different = letters.chars().enumerate().all(|(place, one)| letters.find(one) == Some(place));
    if letters.len() == 6 && letters.chars().all(|one| one.is_ascii_uppercase()) && are_different {
        return Ok(());
    }
    Err(format!("expected six different upper-case letters for the pieces KQRBNP, found {letters:?}"))
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
    fn a_key_without_a_value_is_refused_with_its_line() {
        let good = "dialects:\n  - id: x\n    about: x\n    games: [chaturanga]\n    greeting: { say: [a] }\n    \
                    ready: { say: a, until: b }\n    position: { set: x }\n    jump: none\n    lost: none\n    \
                    perft: { say: x, total: \"{count}\", zero: move }\n";
        assert!(Phrasebook::parse(good).is_ok());
        let refused = |text: &str, line: &str| {
            let error = Phrasebook::parse(text).unwrap_err().to_string();
            assert!(error.contains("expected a value") && error.contains(line), "{text}: {error}");
        };
        for key in [
            "programs",
            "names",
            "identity",
            "quit",
            "refusals",
            "variants-file",
            "variant",
            "option",
            "start",
            "letters",
            "held",
            "moves",
        ] {
            refused(&format!("{good}    {key}:\n"), "line 11");
        }
        refused(&format!("{good}strangers:\n"), "line 11");
        for (from, to, line) in [
            ("say: [a]", "say: [a], until: ", "line 5"),
            ("say: [a]", "say: [a, ~]", "line 5"),
            ("set: x", "set: x, moves: ", "line 7"),
            ("set: x", "set: ", "line 7"),
            ("zero: move", "zero: move, part: ", "line 10"),
        ] {
            refused(&good.replace(from, to), line);
        }
    }

    #[test]
    fn brackets_within_a_text_are_not_structure() {
        let text = KNOWN.replacen("    about: ", "    about: |\n      [[[[[[[[[[[[[[[[[[[[ * x\n      ", 1);
        assert_ne!(text, KNOWN);
        assert!(Phrasebook::parse(&text).is_ok());
    }

    #[test]
    fn a_faulty_file_is_refused_with_the_place() {
        let good = KNOWN.to_owned();
        for (from, to, words) in [
            ("until: uciok", "untill: uciok", "untill"),
            ("say: \"go perft {depth}\"", "say: \"go perft {deep}\"", "{deep} is unknown"),
            ("total: \"Nodes searched: {count}\"", "total: \"Nodes searched: {sum}\"", "{count} is missing"),
            ("letters: KFRENP", "letters: KF", "six different upper-case letters"),
            ("letters: KFRENP", "letters: KFRENN", "six different upper-case letters"),
            ("jump: raja-file", "jump: e1", "e1"),
            ("line: \"Fen: {ranks} {side} {fields*}\"", "line: \"Fen: {ranks}\"", "{side} is missing"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = Phrasebook::parse(&good.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        for (text, words) in [
            ("[".repeat(1000), "recursion limit"),
            (format!("a: |\n  it's\nb: {}", "[".repeat(10_000)), "recursion limit"),
            (" ".repeat(MOST_BYTES + 1), "longer than"),
            ("dialects: []".to_owned(), "no dialects"),
            (String::new(), ""),
        ] {
            assert!(Phrasebook::parse(&text).unwrap_err().to_string().contains(words));
        }
    }
}
