//! Runs the generator as a UCI engine that only counts, so that other programs can compare move counts.
//!
//! Understands `uci`, `isready`, `ucinewgame`, `setoption name UCI_Variant value RULES`, `position`, `d`,
//! `go perft N`, `stop` and `quit`. Reports every error in a line `info string error: …`; never silently
//! ignores input.

use crate::{Counter, Fault, MAX_DEPTH, Variant, Watch, total};
use rules_core::{AnyRules, Knobs, RulesError, chaturaji, chaturanga};
use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

/// A position of either game.
trait Board: Send {
    /// Sets up a position from a text or `startpos`, and plays a line of moves.
    fn set(&mut self, text: &str, line: &[&str]) -> Result<(), UciError>;
    /// Returns the text of the position.
    fn text(&self) -> String;
    /// Returns the number of sequences that begin with each move.
    fn divide(&self, counter: &Counter, depth: u32) -> Result<Vec<(String, u128)>, Fault>;
}

/// A game and a position in it.
struct GameBoard<V: Variant> {
    game: V,
    node: V::Node,
    record: V::Record,
}

impl<V: Variant> GameBoard<V> {
    fn new(rules: V::Rules) -> Self {
        let game = V::new(rules);
        let (node, record) = game.start();
        Self { game, node, record }
    }
}

impl<V: Variant + Send> Board for GameBoard<V> {
    fn set(&mut self, text: &str, line: &[&str]) -> Result<(), UciError> {
        let (mut node, mut record, _) =
            self.game.read(text).map_err(|refusals| UciError::Position(refusals.to_string()))?;
        for mv in line {
            let found = self.game.children(&node).into_iter().find(|(step, ..)| step.to_string() == *mv);
            let (step, next, _) = found.ok_or_else(|| UciError::Move {
                mv: (*mv).to_owned(),
                position: self.game.write(&node, &record),
            })?;
            self.game.events(&node, &mut record, step, &next);
            node = next;
        }
        (self.node, self.record) = (node, record);
        Ok(())
    }

    fn text(&self) -> String {
        self.game.write(&self.node, &self.record)
    }

    fn divide(&self, counter: &Counter, depth: u32) -> Result<Vec<(String, u128)>, Fault> {
        let parts = counter.divide(&self.game, &self.node, depth)?;
        Ok(parts.into_iter().map(|part| (part.step.to_string(), part.nodes)).collect())
    }
}

/// An error in a command.
enum UciError {
    /// The rules text is wrong.
    Rules(RulesError),
    /// The position is refused, for these reasons.
    Position(String),
    /// A move is not legal in a position.
    Move { mv: String, position: String },
    /// The option does not exist.
    Option(String),
    /// Another word stands where `moves` is expected.
    Moves(String),
    /// The depth is not a number up to [`MAX_DEPTH`].
    Depth(String),
    /// The count has no total.
    Count(Fault),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Position(reasons) => f.write_str(reasons),
            Self::Move { mv, position } => write!(f, "{mv} is not legal in {position}"),
            Self::Option(line) => write!(f, "No such option: {line}"),
            Self::Moves(word) => write!(f, "expected `moves`, found {word}"),
            Self::Depth(word) => write!(f, "expected a depth from 0 to {MAX_DEPTH}, found {word}"),
            Self::Count(fault) => fault.fmt(f),
        }
    }
}

impl From<Fault> for UciError {
    fn from(fault: Fault) -> Self {
        Self::Count(fault)
    }
}

/// The engine's side of a UCI conversation.
pub struct Server {
    rules: String,
    board: Box<dyn Board>,
    /// The count in progress.
    running: Arc<Mutex<Option<Arc<Watch>>>>,
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
        Self { rules: rules.to_string(), board: board(rules), running: Arc::default() }
    }

    /// Answers one line. The answer is empty for `quit` and for commands that need none.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        let words: Vec<_> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            [] | ["ucinewgame" | "stop" | "quit", ..] => Ok(Vec::new()),
            ["uci"] => Ok(self.introduction()),
            ["isready"] => Ok(vec!["readyok".to_owned()]),
            ["setoption", "name", "UCI_Variant", "value", rules] => self.choose(rules),
            ["setoption", ..] => Err(UciError::Option(line.to_owned())),
            ["position", "startpos", rest @ ..] => self.set("startpos", rest),
            ["position", "fen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                self.set(&rest[..end].join(" "), &rest[end..])
            }
            ["d"] => Ok(vec![format!("Fen: {}", self.board.text())]),
            ["go", "perft", depth] => self.perft(depth),
            _ => return vec![format!("Unknown command: {line}")],
        };
        answer.unwrap_or_else(|error| vec![format!("info string error: {error}")])
    }

    fn introduction(&self) -> Vec<String> {
        let presets = chaturanga::Rules::PRESET_IDS.iter().chain(chaturaji::Rules::PRESET_IDS);
        let others: String = presets.filter(|id| **id != self.rules).map(|id| format!(" var {id}")).collect();
        vec![
            format!("id name perft {}", env!("CARGO_PKG_VERSION")),
            format!("option name UCI_Variant type combo default {0} var {0}{others}", self.rules),
            "uciok".to_owned(),
        ]
    }

    fn choose(&mut self, rules: &str) -> Result<Vec<String>, UciError> {
        self.board = board(rules.parse().map_err(UciError::Rules)?);
        self.rules = rules.to_owned();
        Ok(Vec::new())
    }

    fn set(&mut self, text: &str, rest: &[&str]) -> Result<Vec<String>, UciError> {
        let line = match rest {
            [] => rest,
            ["moves", line @ ..] => line,
            [word, ..] => return Err(UciError::Moves((*word).to_owned())),
        };
        self.board.set(text, line)?;
        Ok(Vec::new())
    }

    fn perft(&self, depth: &str) -> Result<Vec<String>, UciError> {
        let depth = depth
            .parse()
            .ok()
            .filter(|depth| *depth <= MAX_DEPTH)
            .ok_or_else(|| UciError::Depth(depth.to_owned()))?;
        let counter = Counter::new(0)?;
        let slot = |watch| *self.running.lock().unwrap_or_else(PoisonError::into_inner) = watch;
        slot(Some(counter.watch()));
        let parts = self.board.divide(&counter, depth);
        slot(None);
        let parts = parts?;
        let total = if depth == 0 { 1 } else { total(parts.iter().map(|part| part.1))? };
        let mut lines: Vec<_> = parts.into_iter().map(|(mv, nodes)| format!("{mv}: {nodes}")).collect();
        lines.extend([String::new(), format!("Nodes searched: {total}")]);
        Ok(lines)
    }
}

fn board(rules: AnyRules) -> Box<dyn Board> {
    match rules {
        AnyRules::Chaturanga(rules) => Box::new(GameBoard::<chaturanga::Game>::new(rules)),
        AnyRules::Chaturaji(rules) => Box::new(GameBoard::<chaturaji::Game>::new(rules)),
    }
}

/// Answers each line of the input until `quit` or its end. `stop` ends a running count; every question before
/// `quit` is answered.
///
/// # Errors
/// The error of a write.
pub fn serve(
    mut server: Server,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, lines) = mpsc::channel::<String>();
    let running = Arc::clone(&server.running);
    thread::spawn(move || {
        for line in input.lines().map_while(Result::ok) {
            if line.trim() == "stop"
                && let Some(watch) = running.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
            {
                watch.stop();
            }
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    for line in lines {
        for answer in server.answer(&line) {
            writeln!(output, "{answer}")?;
        }
        output.flush()?;
        if line.trim() == "quit" {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(rules: &str, said: &str) -> String {
        let mut output = Vec::new();
        let server = Server::new(rules.parse().unwrap());
        serve(server, io::Cursor::new(said.to_owned().into_bytes()), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn both_games_are_counted() {
        for (rules, said, last) in [
            ("nl", "position startpos\ngo perft 3", "Nodes searched: 5912"),
            ("nl", "go perft 0", "Nodes searched: 1"),
            ("nl", "setoption name UCI_Variant value tr-literal\ngo perft 2", "Nodes searched: 192"),
            ("chesscom", "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\ngo perft 2", "Nodes searched: 0"),
            ("ar", "go perft 1", "Nodes searched: 219"),
            ("ar-diceless", "position startpos moves a1c3\ngo perft 1", "Nodes searched: 9"),
        ] {
            assert_eq!(talk(rules, said).trim_end().lines().last(), Some(last), "{rules}: {said}");
        }
        assert!(!talk("ar", "quit\ngo perft 1").contains("Nodes"));
    }

    #[test]
    fn every_error_is_reported() {
        for (said, words) in [
            ("position startpos moves e2e4", "info string error: e2e4 is not legal in rnb"),
            ("position fen 8/8 w", "info string error: "),
            ("position startpos e2e3", "expected `moves`"),
            ("setoption name UCI_Variant value chess", "unknown preset"),
            ("setoption name Hash value 1", "No such option"),
            ("go perft -1", "expected a depth"),
            ("go perft 31", "expected a depth"),
            ("go depth 3", "Unknown command: go depth 3"),
        ] {
            let answer = talk("nl", said);
            assert!(answer.contains(words), "{said}: {answer}");
        }
        // A refused command changes nothing.
        assert!(talk("nl", "position startpos moves e2e4\nd").contains("Fen: rnbkqbnr/pppppppp/8/8/8/8/PPP"));
    }

    #[test]
    fn a_count_is_stopped() {
        let (reader, mut writer) = io::pipe().unwrap();
        let server = Server::new("nl".parse().unwrap());
        let running = Arc::clone(&server.running);
        let serving = thread::spawn(move || {
            let mut output = Vec::new();
            serve(server, io::BufReader::new(reader), &mut output).map(|()| output)
        });
        writer.write_all(b"go perft 20\n").unwrap();
        while running.lock().unwrap().is_none() {
            thread::yield_now();
        }
        writer.write_all(b"stop\nquit\n").unwrap();
        let output = String::from_utf8(serving.join().unwrap().unwrap()).unwrap();
        assert_eq!(output.trim(), "info string error: the count was stopped");
    }
}
