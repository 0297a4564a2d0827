//! Counts compared with those of Debian's `fairy-stockfish`, under the readings that its variant language can
//! express, from positions reached by random play and positions scattered at random.
//!
//! If the program is not installed, the comparisons are reported as ignored, never as passed. `LAWS_SEED=…`
//! repeats a run, `FAIRY_STOCKFISH=…` gives the path of a program in an unusual place.

use conformance::random::chaturanga as random;
use libtest_mimic::{Arguments, Failed, Trial};
use perft::Counter;
use rules_core::chaturanga::{Game, Setup};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Readings, and the settings that make the program play them, on top of its own `shatranj`.
const READINGS: [(&str, &str); 4] = [
    ("shatranj", ""),
    ("chesscom", "extinctionValue = none"),
    ("chesscom+elephant-move=lame-alfil", "extinctionValue = none\nalfil = -\nelephant = b"),
    ("chesscom+promotion-choice=optional", "extinctionValue = none\nmandatoryPawnPromotion = false"),
];

/// The number of positions of each kind, for each reading.
const POSITIONS: usize = 100;
/// Each position is counted as long as its count is at most this.
const NODES: u128 = 100_000;
const DEADLINE: Duration = Duration::from_secs(60);

fn main() {
    let program = find_program();
    if program.is_none() {
        eprintln!("SKIPPED: fairy-stockfish is not installed, so nothing was compared with it");
    }
    let seed = std::env::var("LAWS_SEED").ok().map_or_else(
        || fastrand::u64(..),
        |text| text.parse().unwrap_or_else(|_| panic!("LAWS_SEED is a whole number, not {text:?}")),
    );
    eprintln!("repeat this run with LAWS_SEED={seed}");
    let trials = READINGS.into_iter().map(|(rules, settings)| {
        let path = program.clone();
        let compare = move || compare(&path.ok_or("not installed")?, rules, settings, seed);
        Trial::test(format!("{rules} counts as fairy-stockfish does"), compare)
            .with_ignored_flag(program.is_none())
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// Finds the program in the search path, or where Debian installs games.
fn find_program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("FAIRY_STOCKFISH") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join("fairy-stockfish")).find(|file| file.is_file())
}

fn compare(program: &Path, rules: &str, settings: &str, seed: u64) -> Result<(), Failed> {
    let mut engine = Engine::start(program, settings)?;
    let rules = rules.parse()?;
    let game = Game::new(rules);
    let counter = Counter::new(1)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut counts = 0;
    for index in 0..2 * POSITIONS {
        let setup = if index < POSITIONS {
            random::played(&mut rng, &rules)
        } else {
            random::scattered(&mut rng, &rules)
        };
        let position = game.position(&setup)?;
        engine.set_position(&setup)?;
        for depth in 1..=4 {
            let ours = counter.count(&game, &position, depth)?;
            if ours > NODES {
                break;
            }
            let theirs = engine.perft(depth)?;
            if ours != theirs {
                return Err(format!("{setup}: perft {depth} is {ours} here and {theirs} there").into());
            }
            counts += 1;
        }
    }
    println!("{rules}: {counts} counts of {} positions are the same", 2 * POSITIONS);
    Ok(())
}

struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    /// Keeps the file of settings, which the program reads.
    _settings: tempfile::NamedTempFile,
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine {
    fn start(program: &Path, settings: &str) -> Result<Self, Failed> {
        let mut file = tempfile::NamedTempFile::new()?;
        write!(file, "[reading:shatranj]\n{settings}\n")?;
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or("no standard input")?;
        let stdout = child.stdout.take().ok_or("no standard output")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut engine = Self { child, stdin, lines, _settings: file };
        let path = engine._settings.path().display().to_string();
        engine.say(&format!("uci\nsetoption name VariantPath value {path}\nuci"))?;
        // The program silently plays chess if it does not know the variant.
        engine.find(|line| line.starts_with("option name UCI_Variant") && line.contains(" var reading"))?;
        engine.say("setoption name UCI_Variant value reading")?;
        Ok(engine)
    }

    fn say(&mut self, text: &str) -> Result<(), Failed> {
        writeln!(self.stdin, "{text}")?;
        Ok(self.stdin.flush()?)
    }

    /// Returns the next line that is wanted.
    fn find(&self, is_wanted: impl Fn(&str) -> bool) -> Result<String, Failed> {
        let end = Instant::now() + DEADLINE;
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(rest).map_err(|error| format!("no answer: {error}"))?;
            if is_wanted(&line) {
                return Ok(line);
            }
        }
    }

    /// Sets a position and asks for the program's current position, because it silently ignores invalid
    /// input.
    fn set_position(&mut self, setup: &Setup) -> Result<(), Failed> {
        let plain =
            Setup { jump: [false; 2], lost: Default::default(), halfmove: 0, fullmove: 1, ..setup.clone() };
        self.say(&format!("position fen {plain}\nd"))?;
        let line = self.find(|line| line.starts_with("Fen: "))?;
        if line != format!("Fen: {plain}") {
            return Err(format!("asked to set {plain}, the program reports {line}").into());
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<u128, Failed> {
        self.say(&format!("go perft {depth}"))?;
        let line = self.find(|line| line.starts_with("Nodes searched: "))?;
        Ok(line["Nodes searched: ".len()..].trim().parse()?)
    }
}
