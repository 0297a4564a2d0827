//! Whole commands over the suites of this repository, with engines that play another reading.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::process::Command;

/// The rules that are asked for, those that the engine plays, the suite, and the rules that the report may name.
type Case = (&'static str, &'static str, &'static str, &'static [&'static str]);

const CASES: [Case; 6] = [
    // These readings change the board, or the side to move, after a ply that both allow.
    ("ar", "ar+boat-triumph=none", "ar-quick", &["ar+boat-triumph=none"]),
    ("ar", "ar+turn-order=counter-clockwise", "ar-quick", &["ar+turn-order=counter-clockwise"]),
    ("ar-diceless", "ar-diceless+boat-triumph=none", "ar-diceless-quick", &["ar-diceless+boat-triumph=none"]),
    // Presets are named as such.
    ("nl", "tr", "nl", &["tr"]),
    ("ar", "al-biruni", "ar-quick", &["al-biruni"]),
    ("nl", "chesscom", "nl-quick", &["chesscom"]),
];

/// Judges an engine, and returns the report.
fn report(engine: &[&str], rules: &str, suite: &str, options: &[&str]) -> Result<Value, Failed> {
    let suite = format!("suites/{suite}.epd");
    let engine = shlex::try_join(engine.iter().copied())?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    command.args(["against", rules, &engine, "--suite", &suite, "--format", "json"]).args(options);
    let output = command.output()?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)).into())
}

fn words(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Checks that the report names the rules that the engine plays, and that no knob is both an explanation and
/// untested.
fn names(report: &Value, named: &[&str]) -> Result<(), Failed> {
    let is_named =
        report["plays"].as_str().into_iter().chain(words(&report["or"])).any(|rules| named.contains(&rules));
    let knob = |flip: &str| flip.split('=').next().map(str::to_owned);
    let changed: Vec<_> = words(&report["flips"]).map(knob).collect();
    let is_open = words(&report["untested"]).chain(words(&report["uncountable"]));
    let is_twice = is_open.map(knob).any(|knob| changed.contains(&knob));
    if report["outcome"] == "reading" && is_named && !is_twice {
        return Ok(());
    }
    Err(format!("{report:#}").into())
}

fn uci((rules, played, suite, named): Case) -> Result<(), Failed> {
    let engine = [env!("CARGO_BIN_EXE_perft"), "uci", played];
    names(&report(&engine, rules, suite, &["--depth", "2"])?, named)
}

fn lines((rules, played, suite, named): Case) -> Result<(), Failed> {
    let program = std::env::current_exe()?.display().to_string();
    let engine = [&program, "fake", "library", played];
    names(&report(&engine, rules, suite, &["--depth", "2", "--dialect", "lines"])?, named)
}

/// A test for each reading over each protocol.
pub fn trials() -> Vec<Trial> {
    let trials = |case: Case| {
        let (rules, played, suite, _) = case;
        [
            Trial::test(format!("whole: {played} against {rules} over {suite}, UCI"), move || uci(case)),
            Trial::test(format!("whole: {played} against {rules} over {suite}, lines"), move || lines(case)),
        ]
    };
    CASES.into_iter().flat_map(trials).collect()
}
