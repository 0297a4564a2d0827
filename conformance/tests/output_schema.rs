//! The JSON of every command, checked against `schema/output.json`.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn schema(command: &str) -> jsonschema::Validator {
    let mut schema: Value = serde_json::from_str(include_str!("../schema/output.json")).expect("JSON");
    assert!(schema["$defs"].get(command).is_some(), "{command} is not described");
    schema["$ref"] = json!(format!("#/$defs/{command}"));
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Checks what a command prints against its definition in the schema.
fn check(args: &[&str], code: i32) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(args)
        .args(["--format", "json"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    let printed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let schema = schema(&format!("conformance-{}", args[0]));
    let faults: Vec<String> = schema.iter_errors(&printed).map(|error| error.to_string()).collect();
    assert!(faults.is_empty(), "{args:?}: {faults:?}: {printed:#}");
    printed
}

/// A suite with few cases, one of which fails.
fn small_suite() -> TempDir {
    let copy = TempDir::new().expect("a folder");
    for folder in ["cases", "cases/chaturanga", "cases/chaturaji", "sources", "rules"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        fs::create_dir_all(copy.path().join(folder)).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name");
            let is_kept =
                !folder.contains('/') || ["elephant.yaml", "turn.yaml"].iter().any(|kept| name == *kept);
            if path.is_file() && is_kept {
                fs::copy(&path, copy.path().join(folder).join(name)).expect("a copy");
            }
        }
    }
    let file = copy.path().join("cases/chaturanga/elephant.yaml");
    let text = fs::read_to_string(&file).expect("the cases");
    fs::write(&file, text.replacen("[b2, b6, f2, f6]", "[b2, b6, f2]", 1)).expect("the cases");
    copy
}

#[test]
fn counts_and_names() {
    check(&["count", "nl", "2"], 0);
    check(&["count", "ar", "1"], 0);
    let list = check(&["list"], 0);
    assert!(list["games"][1]["cases"].as_array().expect("cases").len() > 100);
    for id in ["elephant-move", "nl.elephant.leap", "chaturanga/elephant/centre", "boat-triumph"] {
        check(&["explain", id], 0);
    }
}

#[test]
fn comparisons() {
    for [a, b] in
        [["nl", "tr"], ["nl", "nl"], ["ar", "ar+boat-triumph=none"], ["nl", "nl+setup=crosswise-mirrored"]]
    {
        check(&["compare", a, b], 0);
    }
}

#[test]
fn runs_lints_and_mutants() {
    check(&["run", "elephant"], 0);
    let copy = small_suite();
    let suite = copy.path().to_str().expect("UTF-8");
    let run = check(&["run", "--suite", suite], 1);
    assert!(!run["failures"].as_array().expect("failures").is_empty());
    let lint = check(&["lint", "--suite", suite], 1);
    assert!(!lint["games"][0]["faults"].as_array().expect("faults").is_empty());
    check(&["mutate", "--suite", suite], 1);
}

#[test]
fn verdicts_on_a_program() {
    let program = format!("'{}' serve", env!("CARGO_BIN_EXE_conformance"));
    check(&["against", "nl", &program, "--filter", "elephant"], 0);
    let other = format!("{program} --turn elephant-move=dabbaba");
    let report = check(&["against", "nl", &other, "--filter", "elephant"], 1);
    assert!(report["totals"]["differs"].as_u64() > Some(0));
}

/// A schema that accepts everything would prove nothing.
#[test]
fn other_forms_are_refused() {
    for command in ["count", "run", "lint", "list", "mutate", "compare", "explain", "against"] {
        let schema = schema(&format!("conformance-{command}"));
        for wrong in [json!({}), json!([]), json!({ "game": 1 })] {
            assert!(!schema.is_valid(&wrong), "{command}: {wrong}");
        }
    }
    let mut report = check(&["explain", "elephant-move"], 0);
    report["found"][0]["kind"] = json!("thing");
    assert!(!schema("conformance-explain").is_valid(&report));
}
