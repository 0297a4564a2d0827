//! An engine that misbehaves on demand: this test binary, started again as `against fake TRAP RULES [FILE]`.

use perft::uci::Server;
use std::fmt::Display;
use std::io::{Write, stdin, stdout};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(600);

/// Speaks as `perft uci` does, except for the trap.
#[expect(clippy::zombie_processes, reason = "a child that nobody waits for is the trap")]
pub fn run(arguments: &[String]) {
    let [trap, rules, rest @ ..] = arguments else { panic!("fake TRAP RULES [FILE]") };
    // The file tells the test which processes must not be left running.
    if let Some(file) = rest.first() {
        let mut numbers = std::process::id().to_string();
        if trap == "parent" {
            let child = Command::new(std::env::current_exe().expect("this program"))
                .args(["fake", "silent", rules])
                .spawn()
                .expect("a child");
            numbers += &format!(" {}", child.id());
        }
        std::fs::write(file, numbers).expect("a file");
    }
    match trap.as_str() {
        "silent" | "parent" => sleep(LONG),
        "dies-at-start" => {
            eprintln!("fatal: no licence");
            std::process::exit(7);
        }
        "flood" => loop {
            if stdout().write_all(&[b'x'; 4096]).is_err() {
                return;
            }
        },
        "lines" => loop {
            if writeln!(stdout(), "info string busy").is_err() {
                return;
            }
        },
        _ => talk(trap, Server::new(rules.parse().expect("rules"))),
    }
}

/// Answers every line of the input until `quit`.
fn talk(trap: &str, mut server: Server) {
    let mut counts = 0;
    let mut last = Vec::new();
    let mut has_position = false;
    for line in stdin().lines().map_while(Result::ok) {
        // Some engines search endlessly at depth 0.
        if line == "go perft 0" {
            sleep(LONG);
        }
        let question = misheard(trap, &line, has_position);
        has_position |= line.starts_with("position");
        let mut answer = server.answer(&question);
        if line.starts_with("go perft") {
            if trap == "closes" {
                return;
            }
            counts += 1;
            spoil_count(trap, counts, &mut last, &mut answer);
        }
        spoil(trap, &line, &mut answer);
        let mut out = stdout().lock();
        for line in answer {
            if writeln!(out, "{line}").is_err() {
                return;
            }
        }
        let _ = out.flush();
        // The trap ignores `quit` and the end of the input.
        if line == "quit" && trap != "stays" {
            return;
        }
    }
    if trap == "stays" {
        sleep(LONG);
    }
}

/// Returns the line that the engine obeys instead of the one it was sent.
fn misheard(trap: &str, line: &str, has_position: bool) -> String {
    match trap {
        "drops-moves" => line.split(" moves ").next().unwrap_or_default().to_owned(),
        "deaf" if line.starts_with("position fen") => "position startpos".to_owned(),
        // Silently ignores a variant that follows a position.
        "late-variant" if line.starts_with("setoption") && has_position => String::new(),
        _ => line.to_owned(),
    }
}

/// Changes the answer to any line.
fn spoil(trap: &str, line: &str, answer: &mut Vec<String>) {
    match trap {
        "only-chess" if line == "uci" => {
            let variants = answer.iter_mut().find(|line| line.starts_with("option name UCI_Variant"));
            *variants.expect("the option") =
                "option name UCI_Variant type combo default chess var chess var atomic".to_owned();
        }
        "no-d" if line == "d" => *answer = vec!["Unknown idea".to_owned()],
        "refuses-d" if line == "d" => *answer = vec!["Unknown command: d".to_owned()],
        "blanks" => answer.iter_mut().for_each(|line| *line += "  \r"),
        "stderr" => answer.drain(..).for_each(|line| eprintln!("{line}")),
        "stderr-flood" => {
            for _ in 0..2000 {
                eprintln!("debug: {}", "x".repeat(500));
            }
        }
        _ => {}
    }
}

/// Changes the answer to the count with the number `counts`; `last` is the answer to an earlier one.
fn spoil_count(trap: &str, counts: u32, last: &mut Vec<String>, answer: &mut Vec<String>) {
    match trap {
        // Moves of chess sliders, in every position.
        "chess" => add(answer, &["a1a7: 1", "b1h7: 1"]),
        "double-step" if answer.iter().any(|line| line.starts_with("e2e3:")) => add(answer, &["e2e4: 1"]),
        "odd-move" => add(answer, &["z9z9: 1"]),
        "wide-digits" => set_total(answer, "\u{ff11}\u{ff18}"),
        "searches" => *answer = vec!["info depth 1 score cp 13 pv e2e3".to_owned()],
        "hangs" => sleep(LONG),
        "dies" => {
            eprintln!("assertion failed: bitboard");
            std::process::exit(134);
        }
        "previous" => std::mem::swap(last, answer),
        "twice" => answer.extend(answer.clone()),
        "sum" => set_total(answer, 99),
        "double" => {
            if let Some(line) = answer.first().cloned() {
                answer.insert(0, line);
                let total = answer.len() - 2;
                set_total(answer, total);
            }
        }
        // Loses a move after a few counts.
        "forgets" if counts > 2 => {
            answer.remove(0);
            let parts = answer.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
            let total: u64 = parts.take(answer.len() - 2).sum();
            set_total(answer, total);
        }
        "totals-only" => {
            answer.drain(..answer.len() - 1);
        }
        _ => {}
    }
}

/// Replaces the total of an answer.
fn set_total(answer: &mut [String], total: impl Display) {
    *answer.last_mut().expect("a total") = format!("Nodes searched: {total}");
}

/// Adds moves to an answer, and one to its total for each.
fn add(answer: &mut Vec<String>, moves: &[&str]) {
    let total = answer.last().expect("a total");
    let count: usize = total.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
    set_total(answer, count + moves.len());
    answer.splice(0..0, moves.iter().map(|mv| (*mv).to_owned()));
}
