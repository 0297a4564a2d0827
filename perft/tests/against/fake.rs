//! An engine that misbehaves on demand: this test binary, started again as `against fake TRAP RULES [FILE]`.

use perft::uci::Server;
use perft::{Counter, Variant};
use rules_core::{AnyRules, chaturaji, chaturanga};
use serde_json::{Value, json};
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
    let is_restarted = rest.first().is_some_and(|file| std::path::Path::new(file).exists());
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
        "library" | "library-lists" => match rules.parse().expect("rules") {
            AnyRules::Chaturanga(rules) => library(trap, &chaturanga::Game::new(rules)),
            AnyRules::Chaturaji(rules) => library(trap, &chaturaji::Game::new(rules)),
        },
        "hangs-restarted" if !is_restarted => talk("none", Server::new(rules.parse().expect("rules"))),
        "hangs-restarted" => talk("hangs", Server::new(rules.parse().expect("rules"))),
        _ => talk(trap, Server::new(rules.parse().expect("rules"))),
    }
    // Which request ended the program.
    if trap.starts_with("ends-at")
        && let Some(file) = rest.first()
    {
        std::fs::write(format!("{file}.ended"), trap).expect("a file");
    }
}

/// Speaks the line protocol, but plays its own rules whatever it is asked.
fn library<V: Variant>(trap: &str, game: &V) {
    for line in stdin().lines().map_while(Result::ok) {
        let question: Value = serde_json::from_str(&line).expect("JSON");
        let mut answer = answered(trap, game, &question);
        answer["id"] = question["id"].clone();
        if writeln!(stdout(), "{answer}").is_err() {
            return;
        }
    }
}

fn answered<V: Variant>(trap: &str, game: &V, question: &Value) -> Value {
    let ask = question["ask"].as_str().expect("a question");
    if ask == "hello" {
        return json!({ "answer": { "protocol": 1, "name": "library" } });
    }
    let Ok((mut node, mut record, _)) = game.read(question["position"].as_str().expect("a text")) else {
        return json!({ "refused": [] });
    };
    for ply in question["line"].as_array().expect("a line") {
        let next = game.children(&node).into_iter().find(|(step, ..)| *ply == step.to_string());
        let Some((step, child, _)) = next else { return json!({ "illegal": ply }) };
        game.events(&node, &mut record, step, &child);
        node = child;
    }
    let moves = game.children(&node).into_iter().map(|(step, _, ways)| (step.to_string(), ways));
    match ask {
        "moves" => json!({ "answer": moves.map(|(ply, _)| ply).collect::<Vec<_>>() }),
        "rolls" => json!({ "answer": moves.collect::<Vec<_>>() }),
        "text" => json!({ "answer": game.write(&node, &record) }),
        "perft" if trap == "library" => {
            let depth = question["depth"].as_u64().expect("a depth").try_into().expect("small");
            let count =
                Counter::new(1).and_then(|counter| counter.count(game, &node, depth)).expect("a count");
            json!({ "answer": u64::try_from(count).expect("small") })
        }
        _ => json!({ "cannot": "this program only lists moves" }),
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
        if trap == "never-ready" && line == "isready" && counts > 0 {
            sleep(LONG);
        }
        let mut out = stdout().lock();
        for line in answer {
            if writeln!(out, "{line}").is_err() {
                return;
            }
        }
        let _ = out.flush();
        // Some traps ignore `quit`, and one of them the end of the input, too.
        if line == "quit" && !["stays", "ends-at-end"].contains(&trap) {
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
        // Its letters for the mantri and the gaja are F and E.
        "letters" => match line.strip_prefix("position fen ") {
            Some(text) => {
                let (ranks, rest) = text.split_once(' ').expect("fields");
                let ranks = ranks.replace('F', "Q").replace('f', "q").replace('E', "B").replace('e', "b");
                format!("position fen {ranks} {rest}")
            }
            None => line.to_owned(),
        },
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
        "letters" if line == "d" => {
            for line in answer.iter_mut().filter(|line| line.starts_with("Fen: ")) {
                let (ranks, rest) = line["Fen: ".len()..].split_once(' ').expect("fields");
                let ranks = ranks.replace('Q', "F").replace('q', "f").replace('B', "E").replace('b', "e");
                *line = format!("Fen: {ranks} {rest}");
            }
        }
        "forgets-jump" if line == "d" => {
            answer.iter_mut().for_each(|line| *line = line.replace(" Kk - ", " - - "));
        }
        "many-words" if line == "uci" => {
            for line in answer.iter_mut().filter(|line| line.contains("UCI_Variant")) {
                *line += &" var x".repeat(125_000);
            }
            answer.insert(0, format!("option name {} type", "x ".repeat(250_000)));
        }
        "named" if line == "uci" => {
            answer.retain(|line| !line.starts_with("id name"));
            answer.insert(0, "id name Fairy-Stockfish 14".to_owned());
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
        "many-words" => answer.insert(0, "x ".repeat(250_000)),
        "odd-move" => add(answer, &["z9z9: 1"]),
        "wide-digits" => set_total(answer, "\u{ff11}\u{ff18}"),
        "searches" => *answer = vec!["info depth 1 score cp 13 pv e2e3".to_owned()],
        "hangs" => sleep(LONG),
        "stalls" if counts > 20 => sleep(LONG),
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
