//! An engine that misbehaves on demand: this test binary, started again as `against fake TRAP RULES [FILE]`.

use perft::uci::Server;
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

fn talk(trap: &str, mut server: Server) {
    let mut counts = 0;
    let mut last = Vec::new();
    let mut has_position = false;
    for line in stdin().lines().map_while(Result::ok) {
        let is_count = line.starts_with("go perft");
        counts += u32::from(is_count);
        // Some engines search endlessly at depth 0.
        if line == "go perft 0" {
            sleep(LONG);
        }
        let question = match trap {
            "drops-moves" => line.split(" moves ").next().unwrap_or_default().to_owned(),
            "deaf" if line.starts_with("position fen") => "position startpos".to_owned(),
            // Silently ignores a variant that follows a position.
            "late-variant" if line.starts_with("setoption") && has_position => String::new(),
            _ => line.clone(),
        };
        has_position |= line.starts_with("position");
        let mut answer = server.answer(&question);
        match trap {
            "only-chess" if line == "uci" => {
                answer[1] =
                    "option name UCI_Variant type combo default chess var chess var atomic".to_owned();
            }
            // Moves of chess sliders, in every position.
            "chess" if is_count => add(&mut answer, &["a1a7: 1", "b1h7: 1"]),
            "double-step" if is_count && answer.iter().any(|line| line.starts_with("e2e3:")) => {
                add(&mut answer, &["e2e4: 1"]);
            }
            "odd-move" if is_count => add(&mut answer, &["z9z9: 1"]),
            "wide-digits" if is_count => {
                *answer.last_mut().expect("a total") = "Nodes searched: \u{ff11}\u{ff18}".to_owned();
            }
            "no-d" if line == "d" => answer = vec!["Unknown idea".to_owned()],
            "refuses-d" if line == "d" => answer = vec!["Unknown command: d".to_owned()],
            "searches" if is_count => answer = vec!["info depth 1 score cp 13 pv e2e3".to_owned()],
            "hangs" if is_count => sleep(LONG),
            "blanks" => answer.iter_mut().for_each(|line| *line += "  \r"),
            "stderr" => {
                answer.drain(..).for_each(|line| eprintln!("{line}"));
            }
            "stderr-flood" => {
                for _ in 0..2000 {
                    eprintln!("debug: {}", "x".repeat(500));
                }
            }
            "dies" if is_count => {
                eprintln!("assertion failed: bitboard");
                std::process::exit(134);
            }
            "closes" if is_count => return,
            "previous" if is_count => std::mem::swap(&mut last, &mut answer),
            "twice" if is_count => answer.extend(answer.clone()),
            "sum" if is_count => *answer.last_mut().expect("a total") = "Nodes searched: 99".to_owned(),
            "double" if is_count => {
                if let Some(line) = answer.first().cloned() {
                    answer.insert(0, line);
                    let total = answer[..answer.len() - 2].len();
                    *answer.last_mut().expect("a total") = format!("Nodes searched: {total}");
                }
            }
            // Loses a move after a few counts.
            "forgets" if is_count && counts > 2 => {
                answer.remove(0);
                let parts = answer.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
                let total: u64 = parts.take(answer.len() - 2).sum();
                *answer.last_mut().expect("a total") = format!("Nodes searched: {total}");
            }
            "totals-only" if is_count => {
                answer.drain(..answer.len() - 1);
            }
            _ => {}
        }
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

/// Adds moves to an answer, and one to its total for each.
fn add(answer: &mut Vec<String>, moves: &[&str]) {
    let total = answer.last_mut().expect("a total");
    let count: usize = total.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
    *total = format!("Nodes searched: {}", count + moves.len());
    answer.splice(0..0, moves.iter().map(|mv| (*mv).to_owned()));
}
