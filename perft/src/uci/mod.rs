//! Runs the generator as a UCI engine that only counts, so that other programs can compare move counts.
//!
//! Stands in for Stockfish wherever a program asks it for counts: the same banner, options and frame of an
//! answer. Understands `uci`, `isready`, `ucinewgame`, `setoption`, `position`, `d`, `go perft N`, `stop` and
//! `quit`. Answers any other `go` with `bestmove (none)`. Reports every error in a line
//! `info string error: …`; never silently ignores input.

mod board;
mod line;
mod server;

pub(crate) use board::play;
pub use server::Server;

use crate::{Fault, MAX_DEPTH, Watch};
use board::IllegalMove;
use line::{Line, read_line};
use rules_core::RulesError;
use server::{Count, Reply};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines are read ahead of the one that is being obeyed. A longer script waits in its pipe.
const MOST_WAITING: usize = 4096;

/// An error in a command.
#[derive(Debug)]
enum UciError {
    /// The rules text is wrong.
    Rules(RulesError),
    /// The position is refused, for these reasons.
    Position(String),
    /// A move is not legal in a position.
    Move(IllegalMove),
    /// The option does not exist.
    Option(String),
    /// The value of an option is not a number in its range.
    Value { name: &'static str, value: String, max: u32, min: u32 },
    /// Another word stands where a keyword is expected.
    Keyword { expected: &'static str, found: String },
    /// The depth is not a number up to [`MAX_DEPTH`].
    Depth(String),
    /// An earlier command was refused, so it is not known what to count.
    Unsettled(String),
    /// The count has no total.
    Count(Fault),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Position(reasons) => f.write_str(reasons),
            Self::Move(error) => error.fmt(f),
            Self::Option(name) => write!(f, "No such option: {name}"),
            Self::Value { name, value, min, max } => {
                write!(f, "{name}: expected a whole number from {min} to {max}, found `{value}`")
            }
            Self::Keyword { expected, found } => write!(f, "expected `{expected}`, found `{found}`"),
            Self::Depth(word) => write!(f, "expected a depth from 0 to {MAX_DEPTH}, found {word}"),
            Self::Unsettled(command) => {
                write!(f, "nothing is counted, because `{command}` was refused; send it again, corrected")
            }
            Self::Count(fault) => fault.fmt(f),
        }
    }
}

impl From<Fault> for UciError {
    fn from(fault: Fault) -> Self {
        Self::Count(fault)
    }
}

impl From<IllegalMove> for UciError {
    fn from(error: IllegalMove) -> Self {
        Self::Move(error)
    }
}

impl UciError {
    /// Returns the line that reports the error.
    fn line(&self) -> String {
        format!("info string error: {self}")
    }
}

/// What happens while the engine serves.
enum Event {
    /// A line was read.
    Heard(Line),
    /// The input has ended.
    Ended,
    /// The count in progress is over; the outer error is that of a panic.
    Counted(thread::Result<Result<Vec<String>, UciError>>),
}

/// Runs a count in a thread of its own and sends its result. A panic is sent too: nobody would see it otherwise,
/// and the conversation would wait for ever.
fn count_in_background(
    run: impl FnOnce() -> Result<Vec<String>, UciError> + Send + 'static,
    events: Sender<Event>,
) {
    thread::spawn(move || {
        let counted = panic::catch_unwind(AssertUnwindSafe(run));
        // Nobody waits for the result if the conversation has failed.
        let _ = events.send(Event::Counted(counted));
    });
}

/// The conversation with the program on the other side.
struct Conversation<W> {
    server: Server,
    output: W,
    /// Receives the result of each count.
    events: Sender<Event>,
    /// The number of lines that were read and not yet obeyed.
    unread: Arc<AtomicUsize>,
    /// The count in progress.
    running: Option<Arc<Watch>>,
    /// The lines that wait for the count, each with whether `stop` came after it.
    waiting: VecDeque<(Line, bool)>,
    /// How long each count may take once the conversation is ending.
    grace: Duration,
    is_ending: bool,
    /// When the count in progress is ended.
    deadline: Option<Instant>,
}

/// Answers each line of the input until `quit` or its end.
///
/// Commands are obeyed in order. While a count runs, `isready` is answered at once, `stop` ends this count and
/// those that were asked for before it, and the other commands wait. After `quit` or the end of the input, a
/// count gets `grace` to finish and is then ended, so that a script in a pipe gets its counts, and nothing runs
/// on for a program that has gone.
///
/// # Errors
/// The error of a write.
///
/// ```
/// use perft::uci::{Server, serve};
/// use std::{io::Cursor, time::Duration};
/// let mut output = Vec::new();
/// let server = Server::new("nl".parse()?);
/// serve(server, Cursor::new("go perft 3\nquit\n"), &mut output, Duration::from_secs(60))?;
/// assert!(output.ends_with(b"\n\nNodes searched: 5912\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    server: Server,
    mut input: impl BufRead + Send + 'static,
    output: impl Write,
    grace: Duration,
) -> io::Result<()> {
    let (events, received) = mpsc::channel();
    let unread = Arc::new(AtomicUsize::new(0));
    let (sender, sent) = (events.clone(), Arc::clone(&unread));
    thread::spawn(move || {
        // An input that cannot be read any more has ended.
        while let Ok(Some(line)) = read_line(&mut input) {
            while sent.load(Relaxed) >= MOST_WAITING {
                thread::sleep(Duration::from_millis(1));
            }
            sent.fetch_add(1, Relaxed);
            if sender.send(Event::Heard(line)).is_err() {
                return;
            }
        }
        // The conversation may be over already.
        let _ = sender.send(Event::Ended);
    });
    let mut conversation = Conversation {
        server,
        output,
        events,
        unread,
        running: None,
        waiting: VecDeque::new(),
        grace,
        is_ending: false,
        deadline: None,
    };
    let banner = conversation.server.banner();
    conversation.say(&[banner])?;
    while !conversation.is_over() {
        let event = match conversation.deadline {
            None => received.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => received.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match event {
            Ok(event) => conversation.handle(event)?,
            Err(RecvTimeoutError::Timeout) => conversation.stop(),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

impl<W: Write> Conversation<W> {
    fn is_over(&self) -> bool {
        self.is_ending && self.running.is_none()
    }

    fn handle(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Heard(line) => self.hear(line)?,
            Event::Ended => self.end(),
            Event::Counted(result) => {
                (self.running, self.deadline) = (None, None);
                match result.unwrap_or_else(|panic| panic::resume_unwind(panic)) {
                    Ok(mut lines) => {
                        // Programs that drive Stockfish read a blank line after the total.
                        lines.push(String::new());
                        self.say(&lines)?;
                    }
                    Err(error) => self.say(&[error.line()])?,
                }
            }
        }
        while self.running.is_none()
            && let Some((line, is_stopped)) = self.waiting.pop_front()
        {
            self.unread.fetch_sub(1, Relaxed);
            self.obey(&line, is_stopped)?;
        }
        Ok(())
    }

    /// Takes a line, and does at once what cannot wait for the count.
    fn hear(&mut self, line: Line) -> io::Result<()> {
        let word = line.text().split_whitespace().next();
        let is_urgent = self.is_ending
            || match (&line, word) {
                (Line::Unreadable { .. }, _) => false,
                (_, Some("stop" | "quit")) => true,
                (_, Some("isready")) => self.running.is_some(),
                _ => false,
            };
        if !is_urgent {
            self.waiting.push_back((line, false));
            return Ok(());
        }
        self.unread.fetch_sub(1, Relaxed);
        match word {
            // Nothing after `quit` is obeyed.
            _ if self.is_ending => {}
            Some("isready") => self.say(&["readyok".to_owned()])?,
            Some("quit") => self.end(),
            _ => {
                self.stop();
                self.waiting.iter_mut().for_each(|(_, is_stopped)| *is_stopped = true);
            }
        }
        Ok(())
    }

    /// Stops the count in progress; its result says so.
    fn stop(&mut self) {
        self.deadline = None;
        if let Some(watch) = &self.running {
            watch.stop();
        }
    }

    fn end(&mut self) {
        if !self.is_ending {
            self.is_ending = true;
            self.deadline = self.running.is_some().then(|| Instant::now() + self.grace);
        }
    }

    fn obey(&mut self, line: &Line, is_stopped: bool) -> io::Result<()> {
        let count = match line {
            Line::Unreadable { text, reason } => {
                let error = self.server.skip(text, reason);
                return self.say(&[error]);
            }
            Line::Text(text) => match self.server.hear(text) {
                Reply::Lines(lines) => return self.say(&lines),
                Reply::Count(count) => count,
            },
        };
        self.begin(count, is_stopped);
        Ok(())
    }

    /// Starts a count, whose result will be an event.
    fn begin(&mut self, count: Count, is_stopped: bool) {
        let (watch, events) = (count.watch(), self.events.clone());
        if is_stopped {
            watch.stop();
        }
        self.running = Some(watch);
        self.deadline = self.is_ending.then(|| Instant::now() + self.grace);
        count_in_background(move || count.run(), events);
    }

    fn say(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{line}")?;
        }
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the engine says after its banner, with time for every count.
    fn talk(rules: &str, said: &str) -> String {
        let mut output = Vec::new();
        let server = Server::new(rules.parse().unwrap());
        let input = io::Cursor::new(said.to_owned().into_bytes());
        serve(server, input, &mut output, Duration::from_secs(600)).unwrap();
        let text = String::from_utf8(output).unwrap();
        let (banner, rest) = text.split_once('\n').unwrap();
        assert!(banner.starts_with("perft "), "{banner}");
        rest.to_owned()
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

    /// The frame of Stockfish: a blank line before the total and one after it.
    #[test]
    fn answers_keep_the_order_and_the_frame() {
        let said = "position startpos moves e2e3\ngo perft 0\nd\nposition startpos\nd\ngo perft 0\n";
        let answer = talk("nl", said);
        let fens: Vec<_> = answer.lines().filter(|line| line.starts_with("Fen: ")).collect();
        let count = "\nNodes searched: 1\n\n";
        assert_eq!(answer, format!("{count}{}\n{}\n{count}", fens[0], fens[1]));
        assert!(fens[0].ends_with(" b Kk - 0 1") && fens[1].ends_with(" w Kk - 0 1"), "{answer}");
        assert!(talk("nl", "go perft 1\ngo perft 2\n").ends_with("\n\nNodes searched: 324\n\n"));
        assert_eq!(talk("nl", "go perft 0\n"), "\nNodes searched: 1\n\n");
    }

    #[test]
    fn every_error_is_reported() {
        for (said, words) in [
            ("position startpos moves e2e4", "info string error: e2e4 is not legal in rnb"),
            ("position fen 8/8 w", "info string error: "),
            ("position startpos e2e3", "expected `moves`"),
            ("position", "expected `startpos` or `fen`"),
            ("setoption name UCI_Variant value chess", "unknown preset"),
            ("setoption name Ponder value true", "info string error: No such option: Ponder"),
            ("setoption UCI_Variant nl", "expected `name`"),
            ("setoption name Threads", "Threads: expected a whole number from 1 to 1024, found ``"),
            ("setoption name Threads value 0", "from 1 to 1024"),
            ("setoption name Hash value 99999999", "Hash: expected a whole number from 0 to 1048576"),
            ("go perft -1", "expected a depth"),
            ("go perft 31", "expected a depth"),
            ("go perft", "expected a depth"),
            ("castle", "Unknown command: castle"),
        ] {
            let answer = talk("nl", said);
            assert!(answer.contains(words), "{said}: {answer}");
            assert_eq!(answer.lines().count(), 1, "{said}: {answer}");
        }
        // A refused command changes nothing.
        assert!(talk("nl", "position startpos moves e2e4\nd").contains("Fen: rnbkqbnr/pppppppp/8/8/8/8/PPP"));
    }

    /// A count after a refused command would be that of another position or of another game.
    #[test]
    fn nothing_is_counted_after_a_refusal_until_something_is_accepted() {
        let (bad_move, start) = ("position startpos moves e2e4", "position startpos");
        let (bad_variant, variant) =
            ("setoption name UCI_Variant value chess", "setoption name uci_variant value tr");
        let (bad_option, option) = ("setoption name Hash value x", "setoption name Hash value 1");
        for (refused, accepted, is_settled) in [
            (bad_move, "", false),
            (bad_move, start, true),
            (bad_move, variant, true),
            (bad_move, option, false),
            (bad_move, bad_variant, false),
            (bad_variant, "", false),
            (bad_variant, start, false),
            (bad_variant, variant, true),
            (bad_option, "", false),
            (bad_option, start, true),
            (bad_option, option, true),
            ("position fen \u{0} w", start, true),
            ("setoption name Style value solid", "ucinewgame", false),
        ] {
            let answer = talk("nl", &format!("{refused}\n{accepted}\ngo perft 1\n"));
            assert_eq!(answer.contains("Nodes searched: 18"), is_settled, "{refused}, {accepted}: {answer}");
            assert_eq!(answer.contains("nothing is counted, because `"), !is_settled, "{refused}: {answer}");
        }
        // A refused `go` is no reason to refuse the next.
        assert!(talk("nl", "go perft x\ngo perft 1\n").contains("Nodes searched: 18"));
    }

    #[test]
    fn only_counting_is_offered() {
        for go in ["go", "go depth 3", "go infinite", "go movetime 100", "go nodes perft 3"] {
            let answer = talk("nl", go);
            let lines: Vec<_> = answer.lines().collect();
            assert_eq!(lines.len(), 2, "{go}: {answer}");
            assert!(lines[0].starts_with("info string ") && !lines[0].contains("error"), "{go}: {answer}");
            assert_eq!(lines[1], "bestmove (none)", "{go}");
        }
    }

    /// Every count that was asked for before `stop` is ended, also one that has not begun.
    #[test]
    fn stop_ends_every_count_before_it_and_none_after_it() {
        let stopped = "info string error: the count was stopped\n";
        assert_eq!(talk("nl", "go perft 20\nstop\n"), stopped);
        assert_eq!(talk("nl", "go perft 20\ngo perft 20\nstop\nquit\n"), stopped.repeat(2));
        let answer = talk("nl", "stop\ngo perft 20\nstop\ngo perft 1\nquit\ngo perft 20\n");
        assert!(answer.starts_with(stopped) && answer.ends_with("\nNodes searched: 18\n\n"), "{answer}");
    }

    #[test]
    fn a_panic_of_a_count_is_not_waited_for() {
        let (events, received) = mpsc::channel();
        count_in_background(|| panic!("a fault"), events);
        assert!(matches!(received.recv_timeout(Duration::from_secs(60)), Ok(Event::Counted(Err(_)))));
    }

    /// A script of more lines than are read ahead, with a count at its beginning.
    #[test]
    fn a_long_script_is_obeyed_to_its_end() {
        let said = format!("go perft 4\n{}go perft 1\n", "d\n".repeat(3 * MOST_WAITING));
        let answer = talk("nl", &said);
        assert_eq!(answer.matches("Fen: ").count(), 3 * MOST_WAITING);
        assert!(answer.ends_with("Nodes searched: 18\n\n"));
    }
}
