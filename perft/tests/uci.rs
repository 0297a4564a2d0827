//! `perft uci` as a process: what it answers while a count runs, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Longer than any conversation here takes; only a hang gets there.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine, which is killed when it hangs.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Dropped with the engine, which ends its guard.
    _alive: mpsc::Sender<()>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
            .arg("uci")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("perft runs");
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().expect("piped")));
        let (alive, guard) = mpsc::channel::<()>();
        let id = child.id().to_string();
        thread::spawn(move || {
            if guard.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-s", "KILL", &id]).status();
            }
        });
        let mut engine = Self { child, input, output, _alive: alive };
        assert!(engine.line().starts_with("perft "), "the banner");
        engine
    }

    fn say(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("open");
        input.write_all(bytes.as_ref()).and_then(|()| input.flush()).expect("the engine reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "the engine has ended");
        line.trim_end_matches('\n').to_owned()
    }

    /// Returns the rest of what the engine says, without or with the end of its input.
    fn rest(mut self, closes_input: bool) -> String {
        if closes_input {
            self.input = None;
        }
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("UTF-8");
        assert!(self.child.wait().expect("it ends").success(), "after {rest}");
        rest
    }
}

/// Returns the answer to a script, after the banner.
fn answer(args: &[&str], script: impl AsRef<[u8]>) -> String {
    let mut engine = Engine::start(args);
    engine.say(script);
    engine.rest(true)
}

const STOPPED: &str = "info string error: the count was stopped\n";

/// Whatever `stop` meets, a count that is being set up, one that runs, or one that waits, it ends it.
#[test]
fn stop_right_after_go_is_never_lost() {
    for round in 0..100 {
        let mut engine = Engine::start(&["nl", "--grace", "1000000"]);
        match round % 4 {
            0 => engine.say("go perft 12\nstop\nquit\n"),
            1 => ["go perft 12\n", "stop\n", "quit\n"].iter().for_each(|line| engine.say(line)),
            2 => engine.say("position startpos moves e2e3\nisready\ngo perft 12\nstop\nd\nquit\n"),
            _ => ["go perft 12\ngo per", "ft 12\nst", "op\nquit\n"].iter().for_each(|part| engine.say(part)),
        }
        let rest = engine.rest(false);
        let stopped = rest.matches(STOPPED).count();
        assert_eq!(stopped, if round % 4 == 3 { 2 } else { 1 }, "round {round}: {rest}");
        assert!(!rest.contains("Nodes searched"), "round {round}: {rest}");
        assert_eq!(rest.contains("Fen: "), round % 4 == 2, "round {round}: {rest}");
    }
}

#[test]
fn the_engine_answers_while_it_counts() {
    let mut engine = Engine::start(&["nl"]);
    engine.say("go perft 20\n");
    for _ in 0..20 {
        engine.say("isready\n");
        assert_eq!(engine.line(), "readyok");
    }
    // What would change the position waits.
    engine.say("position startpos moves e2e3\nd\nisready\n");
    assert_eq!(engine.line(), "readyok");
    engine.say("stop\n");
    assert_eq!(engine.line() + "\n", STOPPED);
    assert!(engine.line().starts_with("Fen: ") && engine.rest(true).is_empty());
}

/// A count is not left behind, neither by `quit` nor by a program that has gone.
#[test]
fn a_count_ends_with_the_conversation() {
    for grace in [&["nl"][..], &["nl", "--grace", "0"]] {
        for (end, closes_input) in [("quit\n", false), ("", true)] {
            let mut engine = Engine::start(grace);
            engine.say("go perft 20\nisready\n");
            assert_eq!(engine.line(), "readyok");
            engine.say(end);
            assert_eq!(engine.rest(closes_input), STOPPED, "{grace:?} {end:?}");
        }
    }
}

/// As a program that reads Stockfish's answer expects it.
#[test]
fn a_script_in_a_pipe_gets_its_counts() {
    let script = "position fen 4k3/3p4/2B5/8/8/8/8/4K2R b - - 0 1\ngo perft 1";
    let count = "d7c6: 1\ne8e7: 1\ne8f7: 1\ne8d8: 1\ne8f8: 1\n\nNodes searched: 5\n\n";
    for end in ["", "\n", "\nquit", "\nquit\n", "\r\nquit\r\n", "\nquit\ngo perft 20\n"] {
        assert_eq!(answer(&["chesscom"], format!("{script}{end}")), count, "{end:?}");
    }
    // Each of many counts has its own time.
    let script = format!("{}quit\n", "go perft 4\n".repeat(200));
    assert_eq!(answer(&["nl"], script).matches("\nNodes searched: 107539\n").count(), 200);
}

#[test]
fn the_introduction_is_that_of_an_engine() {
    let said = answer(&["tr+raja-jump=none"], "uci\nquit\n");
    let lines: Vec<_> = said.lines().collect();
    assert!(lines[0].starts_with("id name perft ") && lines[1].starts_with("id author "), "{said}");
    assert_eq!(lines.last(), Some(&"uciok"));
    let option = |name: &str| {
        let beginning = format!("option name {name} type ");
        lines.iter().find_map(|line| line.strip_prefix(&beginning)).expect(name)
    };
    assert!(option("Threads").starts_with("spin default ") && option("Threads").ends_with(" min 1 max 1024"));
    assert_eq!(option("Hash"), "spin default 0 min 0 max 1048576");
    let rules = "combo default tr+raja-jump=none var tr+raja-jump=none var ";
    assert!(option("UCI_Variant").starts_with(rules), "{said}");
}

#[test]
fn options_are_set_in_any_case_and_change_no_count() {
    let script = "setoption name threads value 1\nsetoption name HASH value 8\n\
                  setoption name uci_variant value Shatranj\ngo perft 6\nquit\n";
    assert!(answer(&["nl"], script).ends_with("\nNodes searched: 19864709\n\n"));
}

/// A line that cannot be read loses itself only, except that a position that could not be read is not counted.
#[test]
fn bad_bytes_and_long_lines_are_skipped() {
    let long = "x".repeat(1_000_000);
    for (bad, words) in [
        (&b"\xff"[..], "byte 1 of a line is not UTF-8"),
        (b"isready \xc3\x28", "byte 9 of a line is not UTF-8"),
        (b"\x00\x01", "Unknown command: \0\u{1}"),
        (long.as_bytes(), "a line is longer than 65536 bytes"),
    ] {
        let said = answer(&["nl"], [b"isready\n", bad, b"\ngo perft 1\nquit\n"].concat());
        assert!(said.starts_with("readyok\n") && said.contains(words), "{said}");
        assert!(said.ends_with("\nNodes searched: 18\n\n"), "{said}");
        assert_eq!(said.matches("error").count(), usize::from(!words.contains("Unknown")), "{said}");
    }
    let line = "moves e2e3 e7e6 ".repeat(100_000);
    for bad in [&b"position startpos moves e2e3\xff"[..], format!("position startpos {line}").as_bytes()] {
        let script =
            [b"position startpos moves e2e3\n", bad, b"\ngo perft 1\nposition startpos\ngo perft 1\n"];
        let said = answer(&["nl"], script.concat());
        assert_eq!(said.matches("info string error: ").count(), 2, "{said}");
        assert_eq!(said.matches("Nodes searched").count(), 1, "{said}");
        assert!(said.contains("nothing is counted, because `position startpos"), "{said}");
        assert!(said.len() < 4000, "a long line is not repeated");
    }
}

/// The reader of the answers goes away.
#[test]
fn a_closed_output_ends_the_engine() {
    let Engine { mut child, input, output, _alive } = Engine::start(&["nl"]);
    drop(output);
    // The engine notices at its first answer.
    input.expect("open").write_all(b"isready\nuci\n").expect("the engine reads");
    assert!(child.wait().expect("it ends").success());
}
