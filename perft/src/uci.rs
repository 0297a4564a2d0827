//! The generator as an engine that only counts: the part of UCI that programs use to compare move counts.
//!
//! It knows `uci`, `isready`, `ucinewgame`, `setoption name UCI_Variant value RULES`, `position`, `d`, `go perft N`,
//! `stop` and `quit`. What is wrong is said in a line `info string error …`; nothing is dropped without a word.

use crate::{Counter, Fault, MAX_DEPTH, Variant, Watch};
use rules_core::{AnyRules, Knobs, chaturaji, chaturanga};
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

/// A position of either game, and what is asked of it.
trait Board: Send {
    /// Sets up a text, or `startpos`, and plays a line.
    fn set(&mut self, text: &str, line: &[&str]) -> Result<(), String>;
    /// The text of the position.
    fn text(&self) -> String;
    /// The number of sequences behind each move.
    fn divide(&self, counter: &Counter, depth: u32) -> Result<Vec<(String, u128)>, Fault>;
}

struct On<V: Variant> {
    game: V,
    node: V::Node,
    record: V::Record,
}

impl<V: Variant> On<V> {
    fn new(rules: V::Rules) -> Result<Self, String> {
        let game = V::new(rules);
        let (node, record, _) = game.read("startpos")?;
        Ok(Self { game, node, record })
    }
}

impl<V: Variant + Send> Board for On<V> {
    fn set(&mut self, text: &str, line: &[&str]) -> Result<(), String> {
        let (mut node, mut record, _) = self.game.read(text)?;
        for mv in line {
            let found = self.game.children(&node).into_iter().find(|(step, ..)| step.to_string() == *mv);
            let (step, next, _) =
                found.ok_or_else(|| format!("{mv} is not legal in {}", self.game.write(&node, &record)))?;
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

/// The engine's side of a conversation.
pub struct Server {
    rules: String,
    board: Box<dyn Board>,
    /// The count that is running.
    running: Arc<Mutex<Option<Arc<Watch>>>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl Server {
    /// An engine that plays these rules, in their text form, and holds the start.
    ///
    /// # Errors
    /// What is wrong with the text.
    ///
    /// ```
    /// let mut server = perft::uci::Server::new("nl")?;
    /// assert!(server.answer("position startpos moves e1f3").is_empty());
    /// assert_eq!(server.answer("d"), ["Fen: rnbkqbnr/pppppppp/8/8/8/5K2/PPPPPPPP/RNBQ1BNR b k - 0 1"]);
    /// assert_eq!(server.answer("go perft 1").last().unwrap(), "Nodes searched: 18");
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(rules: &str) -> Result<Self, String> {
        Ok(Self { rules: rules.to_owned(), board: board(rules)?, running: Arc::default() })
    }

    /// The lines with which it answers a line; `quit` and what needs no answer have none.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        let words: Vec<_> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            [] | ["ucinewgame" | "stop" | "quit", ..] => Ok(Vec::new()),
            ["uci"] => Ok(self.introduction()),
            ["isready"] => Ok(vec!["readyok".to_owned()]),
            ["setoption", "name", "UCI_Variant", "value", rules] => board(rules).map(|board| {
                (self.board, self.rules) = (board, (*rules).to_owned());
                Vec::new()
            }),
            ["setoption", ..] => Err(format!("No such option: {line}")),
            ["position", "startpos", rest @ ..] => self.set("startpos", rest),
            ["position", "fen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                self.set(&rest[..end].join(" "), &rest[end..])
            }
            ["d"] => Ok(vec![format!("Fen: {}", self.board.text())]),
            ["go", "perft", depth] => match depth.parse() {
                Ok(depth @ 0..=MAX_DEPTH) => self.perft(depth).map_err(|fault| fault.to_string()),
                _ => Err(format!("{depth} is no depth: a whole number from 0 to {MAX_DEPTH} is expected")),
            },
            _ => return vec![format!("Unknown command: {line}")],
        };
        answer.unwrap_or_else(|error| vec![format!("info string error: {}", error.replace('\n', "; "))])
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

    fn set(&mut self, text: &str, rest: &[&str]) -> Result<Vec<String>, String> {
        let line = match rest {
            [] => rest,
            ["moves", line @ ..] => line,
            [word, ..] => return Err(format!("`moves` is expected instead of {word}")),
        };
        self.board.set(text, line).map(|()| Vec::new())
    }

    fn perft(&self, depth: u32) -> Result<Vec<String>, Fault> {
        let counter = Counter::new(0)?;
        let slot = |watch| *self.running.lock().unwrap_or_else(PoisonError::into_inner) = watch;
        slot(Some(counter.watch()));
        let parts = self.board.divide(&counter, depth);
        slot(None);
        let parts = parts?;
        let total = if depth == 0 { 1 } else { crate::total(parts.iter().map(|part| part.1))? };
        let mut lines: Vec<_> = parts.into_iter().map(|(mv, nodes)| format!("{mv}: {nodes}")).collect();
        lines.extend([String::new(), format!("Nodes searched: {total}")]);
        Ok(lines)
    }
}

fn board(rules: &str) -> Result<Box<dyn Board>, String> {
    Ok(match rules.parse().map_err(|error: rules_core::RulesError| error.to_string())? {
        AnyRules::Chaturanga(rules) => Box::new(On::<chaturanga::Game>::new(rules)?),
        AnyRules::Chaturaji(rules) => Box::new(On::<chaturaji::Game>::new(rules)?),
    })
}

/// Answers until `quit` or the end of the input. `stop` ends a count that is running; what was asked
/// before `quit` is answered.
///
/// # Errors
/// When an answer cannot be written.
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
        let server = Server::new(rules).unwrap();
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
    fn nothing_is_dropped_without_a_word() {
        for (said, words) in [
            ("position startpos moves e2e4", "info string error: e2e4 is not legal in rnb"),
            ("position fen 8/8 w", "info string error: "),
            ("position startpos e2e3", "`moves` is expected"),
            ("setoption name UCI_Variant value chess", "unknown preset"),
            ("setoption name Hash value 1", "No such option"),
            ("go perft -1", "no depth"),
            ("go perft 31", "no depth"),
            ("go depth 3", "Unknown command: go depth 3"),
        ] {
            let answer = talk("nl", said);
            assert!(answer.contains(words), "{said}: {answer}");
        }
        // What failed has changed nothing.
        assert!(talk("nl", "position startpos moves e2e4\nd").contains("Fen: rnbkqbnr/pppppppp/8/8/8/8/PPP"));
    }

    #[test]
    fn a_count_is_stopped() {
        let (reader, mut writer) = io::pipe().unwrap();
        let server = Server::new("nl").unwrap();
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
