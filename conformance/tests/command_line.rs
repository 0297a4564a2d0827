//! The command line of `conformance`.

use std::process::{Command, Output, Stdio};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conformance")).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns the message of a refusal, which has exit code 2 and no other output.
fn refusal(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{args:?}");
    text(&output.stderr).to_owned()
}

#[test]
fn every_depth_has_a_row() {
    let output = run(&["count", "nl", "3"]);
    assert_eq!(output.status.code(), Some(0));
    let rows: Vec<Vec<&str>> =
        text(&output.stdout).lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    assert_eq!(rows[1..], [["depth", "nodes"], ["0", "1"], ["1", "18"], ["2", "324"], ["3", "5912"]]);
}

#[test]
fn json_names_game_rules_position_and_counts() {
    let fen = "4r2k/8/8/8/4K3/8/8/8 w Kk RNn 7 9";
    let output = run(&["count", "chesscom+bare-raja=loses", "2", "--format", "json", "--fen", fen]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["game"], "chaturanga");
    assert_eq!(report["rules"].as_object().map(serde_json::Map::len), Some(14));
    assert_eq!(report["rules"]["bare-raja"], "loses");
    assert_eq!(report["rules"]["promotion-barred-files"], "none");
    assert_eq!(report["fen"], "4r2k/8/8/8/4K3/8/8/8 w - - 0 1");
    assert_eq!(
        report["depths"][1],
        serde_json::json!({ "depth": 1, "nodes": 6, "seconds": report["depths"][1]["seconds"] })
    );
    assert_eq!(report["depths"].as_array().map(Vec::len), Some(3));
}

#[test]
fn chaturaji_is_counted_too() {
    let output = run(&["count", "ar", "2", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["game"], &report["rules"]["dice"]), (&"chaturaji".into(), &"two".into()));
    assert_eq!((&report["depths"][1]["nodes"], &report["depths"][2]["nodes"]), (&219.into(), &48040.into()));

    let fen = "8/8/8/rK,7/8/8/8/yK,yB,6 r 53 rK 0,0,0,7";
    let output = run(&["count", "ar", "1", "--fen", fen]);
    assert!(
        text(&output.stdout).starts_with("ar: 8/8/8/rK,7/8/8/8/yK,yB,6 r 35 rK 0,0,0,7 -\n"),
        "{output:?}"
    );
    assert!(refusal(&["count", "ar", "1", "--fen", "8/8 x"]).contains("row"));
    let message = refusal(&["count", "ar-diceless", "1", "--fen", "8/8/8/rK,7/8/8/8/yK,yB,6 b 5"]);
    assert!(message.contains("these rules have no dice"), "{message}");
}

#[test]
fn a_depth_out_of_range_is_refused() {
    for depth in ["-1", "31", "4294967296", "two", ""] {
        let message = refusal(&["count", "nl", depth]);
        assert!(message.contains("invalid value"), "{message}");
    }
    assert!(refusal(&["count", "nl", "-1"]).contains("expected a whole number from 0 to 30"));
}

#[test]
fn bad_rules_are_refused_with_their_place() {
    let message = refusal(&["count", "nl+elephant-move=bishop", "1"]);
    assert!(message.contains("alfil, lame-alfil, dabbaba, silver"), "{message}");
    assert!(message.ends_with("    nl+elephant-move=bishop\n                     ^^^^^^\n"), "{message}");
    assert!(refusal(&["count", "", "1"]).contains("nl, tr, tr-literal"));
}

#[test]
fn a_refused_position_shows_all_reasons() {
    let message = refusal(&["count", "nl", "1", "--fen", "kk5p/8/8/8/8/8/8/K7 w"]);
    assert!(message.contains("Black has 2 rajas") && message.contains("first row"), "{message}");
    assert!(refusal(&["count", "nl", "1", "--fen", "8/8 x"]).contains("row"));
}

#[test]
fn a_closed_output_is_not_a_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["count", "nl", "4"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}
