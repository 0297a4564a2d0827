//! The state of the engine, and what it answers to each command.

use super::UciError;
use super::board::{Board, board};
use crate::count::{MAX_HASH, MAX_THREADS};
use crate::{Counter, MAX_DEPTH, Watch, total};
use rules_core::{AnyRules, Knobs, RulesError, chaturaji, chaturanga};
use std::fmt;
use std::sync::Arc;

/// Names that Fairy-Stockfish has for games that are exactly one of our presets. Its `shatranj` is ours.
const ALIASES: [(&str, &str); 1] = [("chaturanga", "chesscom")];

/// The longest part of a refused command that is repeated in an error, in characters.
const MAX_QUOTED: usize = 100;

/// What a refused command would have settled. An accepted command settles the same and everything before it: a
/// variant begins with its own position, and a position needs no option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Setting {
    Option,
    Position,
    Variant,
}

impl Setting {
    /// Returns what a command settles.
    fn of(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "position" => Some(Self::Position),
            "setoption" if words.any(|word| word.eq_ignore_ascii_case("UCI_Variant")) => Some(Self::Variant),
            "setoption" => Some(Self::Option),
            _ => None,
        }
    }
}

/// The answer to a command.
pub(super) enum Reply {
    /// These lines.
    Lines(Vec<String>),
    /// A count, which takes its time.
    Count(Count),
}

/// A count of a position that later commands do not change.
pub(super) struct Count {
    board: Arc<dyn Board>,
    counter: Counter,
    depth: u32,
}

impl Count {
    /// Returns the progress of the count.
    pub(super) fn watch(&self) -> Arc<Watch> {
        self.counter.watch()
    }

    /// Counts, and returns the lines that report the count, up to the total.
    pub(super) fn run(&self) -> Result<Vec<String>, UciError> {
        let parts = self.board.divide(&self.counter, self.depth)?;
        let total = if self.depth == 0 { 1 } else { total(parts.iter().map(|part| part.1))? };
        let mut lines: Vec<_> = parts.into_iter().map(|(mv, nodes)| format!("{mv}: {nodes}")).collect();
        lines.extend([String::new(), format!("Nodes searched: {total}")]);
        Ok(lines)
    }
}

/// The engine's side of a UCI conversation.
pub struct Server {
    rules: String,
    board: Arc<dyn Board>,
    /// 0 stands for one for each core.
    threads: u32,
    /// The size of the table, in MiB.
    hash: u32,
    /// The refused command that leaves open what to count.
    refused: Option<(Setting, String)>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl Server {
    /// Creates an engine that plays these rules, with the starting position as its current position.
    ///
    /// ```
    /// let mut server = perft::uci::Server::new("nl".parse()?);
    /// assert!(server.answer("position startpos moves e1f3").is_empty());
    /// assert_eq!(server.answer("d"), ["Fen: rnbkqbnr/pppppppp/8/8/8/5K2/PPPPPPPP/RNBQ1BNR b k - 0 1"]);
    /// assert_eq!(server.answer("go perft 1").last().unwrap(), "Nodes searched: 18");
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    pub fn new(rules: AnyRules) -> Self {
        Self { rules: rules.to_string(), board: board(rules), threads: 0, hash: 0, refused: None }
    }

    /// Answers one line, and returns when a count is finished. The answer is empty for `stop`, `quit` and
    /// commands that need none.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        match self.hear(line) {
            Reply::Lines(lines) => lines,
            Reply::Count(count) => count.run().unwrap_or_else(|error| vec![error.line()]),
        }
    }

    /// Returns the line that Stockfish writes before it is asked anything.
    pub(super) fn banner(&self) -> String {
        format!("perft {} by the perft authors, counting under {}", env!("CARGO_PKG_VERSION"), self.rules)
    }

    /// Obeys one line.
    pub(super) fn hear(&mut self, line: &str) -> Reply {
        let reply = self.obey(line);
        match (&reply, Setting::of(line)) {
            (Err(_), Some(setting)) => self.refuse(setting, line),
            (Ok(_), Some(setting)) if self.refused.as_ref().is_some_and(|refused| refused.0 <= setting) => {
                self.refused = None;
            }
            _ => {}
        }
        reply.unwrap_or_else(|error| Reply::Lines(vec![error.line()]))
    }

    /// Ignores a line that cannot be read, and returns the line that says so. `text` is what is readable of it.
    pub(super) fn skip(&mut self, text: &str, reason: &str) -> String {
        if let Some(setting) = Setting::of(text) {
            self.refuse(setting, text);
        }
        format!("info string error: {reason}; the line is ignored")
    }

    fn refuse(&mut self, setting: Setting, line: &str) {
        if self.refused.as_ref().is_none_or(|refused| refused.0 <= setting) {
            let mut quoted: String = line.trim().chars().take(MAX_QUOTED).collect();
            if quoted.len() < line.trim().len() {
                quoted.push('…');
            }
            self.refused = Some((setting, quoted));
        }
    }

    fn obey(&mut self, line: &str) -> Result<Reply, UciError> {
        let words: Vec<_> = line.split_whitespace().collect();
        let lines = match words.as_slice() {
            [] | ["ucinewgame" | "stop" | "quit", ..] => Vec::new(),
            ["uci"] => self.introduction(),
            ["isready"] => vec!["readyok".to_owned()],
            ["setoption", rest @ ..] => self.set_option(rest)?,
            ["position", rest @ ..] => self.set_position(rest)?,
            ["d"] => vec![format!("Fen: {}", self.board.text())],
            ["go", "perft", rest @ ..] => return self.perft(rest),
            ["go", ..] => vec![
                "info string this engine only counts: send `go perft DEPTH`".to_owned(),
                "bestmove (none)".to_owned(),
            ],
            _ => vec![format!("Unknown command: {line}")],
        };
        Ok(Reply::Lines(lines))
    }

    fn introduction(&self) -> Vec<String> {
        let presets = chaturanga::Rules::PRESET_IDS.iter().chain(chaturaji::Rules::PRESET_IDS).copied();
        let names = presets.chain(ALIASES.map(|(alias, _)| alias));
        let others: String = names.filter(|id| *id != self.rules).map(|id| format!(" var {id}")).collect();
        let cores = Counter::cores().min(MAX_THREADS as usize);
        vec![
            format!("id name perft {}", env!("CARGO_PKG_VERSION")),
            "id author the perft authors".to_owned(),
            String::new(),
            format!("option name Threads type spin default {cores} min 1 max {MAX_THREADS}"),
            format!("option name Hash type spin default 0 min 0 max {MAX_HASH}"),
            format!("option name UCI_Variant type combo default {0} var {0}{others}", self.rules),
            "uciok".to_owned(),
        ]
    }

    fn set_option(&mut self, words: &[&str]) -> Result<Vec<String>, UciError> {
        let ["name", rest @ ..] = words else {
            let found = words.first().copied().unwrap_or_default().to_owned();
            return Err(UciError::Keyword { expected: "name", found });
        };
        let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let (name, value) = (rest[..end].join(" "), rest[end..].iter().skip(1).copied().collect::<Vec<_>>());
        let value = value.join(" ");
        let number = |name, min, max| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| UciError::Value { name, value: value.clone(), min, max })
        };
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number("Threads", 1, MAX_THREADS)?,
            "hash" => self.hash = number("Hash", 0, MAX_HASH)?,
            "uci_variant" => {
                let rules = variant(&value).map_err(UciError::Rules)?;
                (self.rules, self.board) = (rules.to_string(), board(rules));
            }
            _ => return Err(UciError::Option(name)),
        }
        Ok(Vec::new())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<Vec<String>, UciError> {
        let (text, rest) = match words {
            ["startpos", rest @ ..] => ("startpos".to_owned(), rest),
            ["fen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                (rest[..end].join(" "), &rest[end..])
            }
            _ => {
                let found = words.first().copied().unwrap_or_default().to_owned();
                return Err(UciError::Keyword { expected: "startpos` or `fen", found });
            }
        };
        let line = match rest {
            [] => rest,
            ["moves", line @ ..] => line,
            [word, ..] => return Err(UciError::Keyword { expected: "moves", found: (*word).to_owned() }),
        };
        self.board = self.board.place(&text, line)?;
        Ok(Vec::new())
    }

    fn perft(&self, words: &[&str]) -> Result<Reply, UciError> {
        let depth = match words {
            [depth] => depth.parse().ok().filter(|depth| *depth <= MAX_DEPTH),
            _ => None,
        };
        let depth = depth.ok_or_else(|| UciError::Depth(format!("`{}`", words.join(" "))))?;
        if let Some((_, command)) = &self.refused {
            return Err(UciError::Unsettled(command.clone()));
        }
        let counter = Counter::new(self.threads as usize)?.with_hash(self.hash as usize);
        Ok(Reply::Count(Count { board: Arc::clone(&self.board), counter, depth }))
    }
}

/// Reads the value of the option UCI_Variant: a ruleset, or a name of Fairy-Stockfish, in any case.
fn variant(value: &str) -> Result<AnyRules, RulesError> {
    let value = value.to_ascii_lowercase();
    let (name, changes) = value.split_at(value.find('+').unwrap_or(value.len()));
    let preset = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, preset)| preset);
    format!("{preset}{changes}").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> Server {
        Server::new("nl".parse().unwrap())
    }

    #[test]
    fn threads_and_hash_take_effect() {
        let mut server = server();
        let counter = |server: &mut Server| match server.hear("go perft 3") {
            Reply::Count(count) => count.counter,
            Reply::Lines(lines) => panic!("{lines:?}"),
        };
        assert_eq!(counter(&mut server).threads(), Counter::cores());
        assert!(!counter(&mut server).has_table());
        for (said, threads, has_table) in [
            ("setoption name Threads value 1", 1, false),
            ("setoption name hash value 2", 1, true),
            ("setoption name THREADS value 1024", Counter::cores(), true),
            ("setoption name Hash value 0", Counter::cores(), false),
        ] {
            assert!(server.answer(said).is_empty(), "{said}");
            let counter = counter(&mut server);
            assert_eq!((counter.threads(), counter.has_table()), (threads, has_table), "{said}");
        }
    }

    #[test]
    fn every_variant_of_the_list_is_accepted_in_any_case() {
        let introduction = server().introduction().join("\n");
        let list = introduction.split_once("UCI_Variant type combo default nl").unwrap().1;
        let names: Vec<_> = list.lines().next().unwrap().split(" var ").skip(1).collect();
        for preset in ["nl", "shatranj", "chesscom", "ar", "chaturanga"] {
            assert!(names.contains(&preset), "{names:?}");
        }
        for name in names {
            for name in [name.to_owned(), name.to_uppercase()] {
                let said = format!("setoption name uCI_vARIANT value {name}");
                assert!(server().answer(&said).is_empty(), "{said}");
            }
        }
        let divided = |name: &str| {
            let mut server = server();
            server.answer(&format!("setoption name UCI_Variant value {name}"));
            server.answer("go perft 4")
        };
        assert_eq!(divided("Chaturanga"), divided("chesscom"));
        assert_eq!(divided("chaturanga+elephant-move=silver"), divided("chesscom+elephant-move=silver"));
        assert_ne!(divided("chaturanga"), divided("nl"));
    }

    #[test]
    fn a_line_that_cannot_be_read_may_have_been_a_position() {
        for (text, counts) in [("position startpos", false), ("setoption name", false), ("isready", true)] {
            let mut server = server();
            assert!(server.skip(text, "unreadable").starts_with("info string error: unreadable"));
            let answer = server.answer("go perft 1").concat();
            assert_eq!(answer.contains("Nodes searched"), counts, "{text}: {answer}");
        }
    }
}
