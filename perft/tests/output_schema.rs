//! The JSON of every command, checked against `conformance/schema/output.json`.

use serde_json::{Value, json};
use std::process::Command;

/// Checks what a command prints against its definition in the schema.
fn check(command: &str, args: &[&str], code: i32) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args(args)
        .args(["--format", "json"])
        .output()
        .expect("perft runs");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    let printed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let faults: Vec<String> = schema(command).iter_errors(&printed).map(|error| error.to_string()).collect();
    assert!(faults.is_empty(), "{args:?}: {faults:?}: {printed:#}");
    printed
}

fn schema(command: &str) -> jsonschema::Validator {
    let text = include_str!("../../conformance/schema/output.json");
    let mut schema: Value = serde_json::from_str(text).expect("JSON");
    assert!(schema["$defs"].get(command).is_some(), "{command} is not described");
    schema["$ref"] = json!(format!("#/$defs/{command}"));
    jsonschema::validator_for(&schema).expect("a schema")
}

#[test]
fn counts() {
    check("perft-count", &["count", "nl", "2"], 0);
    check("perft-count", &["count", "tr", "2", "--stats"], 0);
    check("perft-count", &["count", "ar", "1", "--stats", "--roll", "35"], 0);
    check("perft-count", &["count", "chesscom4", "1"], 0);
}

#[test]
fn divisions() {
    check("perft-divide", &["divide", "nl", "2"], 0);
    check("perft-divide", &["divide", "ar", "1"], 0);
    check("perft-divide", &["divide", "ar", "1", "--roll", "35"], 0);
}

#[test]
fn suites() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("suite.epd");
    std::fs::write(&file, "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3 ;D2 1000\n").expect("a file");
    let report = check("perft-suite", &["suite", "nl", file.to_str().expect("UTF-8")], 1);
    assert_eq!(report["differences"].as_array().map(Vec::len), Some(1));
}

#[test]
fn rules() {
    check("perft-rules", &["rules"], 0);
    for rules in ["nl", "chesscom4", "tr+promotion-barred-files=ab"] {
        check("perft-rules", &["rules", rules], 0);
    }
}

#[test]
fn measurements() {
    let quick = ["--repeat", "1", "--time", "1", "--threads", "1", "--hash", "1"];
    check("perft-bench", &[&["bench", "nl"], &quick[..]].concat(), 0);
    let engine = format!("'{}' uci nl", env!("CARGO_BIN_EXE_perft"));
    check("perft-bench", &[&["bench", "nl", "--against", &engine], &quick[..]].concat(), 0);
}

#[test]
fn comparisons_with_an_engine() {
    let engine = format!("'{}' uci nl", env!("CARGO_BIN_EXE_perft"));
    check("perft-against", &["against", "nl", &engine, "--depth", "2"], 0);
    check(
        "perft-against",
        &["against", "tr", &engine, "--depth", "1", "--fen", "7k/4P3/8/8/8/8/8/K7 w - Q 0 1"],
        1,
    );
}

/// A schema that accepts everything would prove nothing.
#[test]
fn other_forms_are_refused() {
    for command in ["count", "divide", "suite", "rules", "bench", "against"] {
        let schema = schema(&format!("perft-{command}"));
        for wrong in [json!({}), json!([]), json!({ "game": 1 })] {
            assert!(!schema.is_valid(&wrong), "{command}: {wrong}");
        }
    }
    let mut report = check("perft-count", &["count", "nl", "1"], 0);
    report["depths"][0]["nodes"] = json!("1");
    assert!(!schema("perft-count").is_valid(&report));
}
