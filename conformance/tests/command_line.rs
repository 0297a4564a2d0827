//! The command line of `conformance`.

use rules_core::AnyRules;
use serde_json::json;
use std::io::Write;
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

/// Returns what a successful command prints in a folder that holds nothing of the sources.
fn prints(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conformance"));
    let output = command.args(args).current_dir("/").output().expect("the program starts");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{args:?}");
    text(&output.stdout).to_owned()
}

#[test]
fn the_suite_is_built_in() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for args in [&["list"][..], &["compare", "nl", "tr"], &["explain", "elephant-move"]] {
        assert_eq!(prints(args), prints(&[args, &["--suite", folder]].concat()), "{args:?}");
    }
    assert!(prints(&["run", "elephant"]).contains("all hold"));
    assert!(
        prints(&["explain", "chaturanga/elephant/centre"]).contains("\n  cases/chaturanga/elephant.yaml:1\n")
    );
    assert!(
        refusal(&["run", "--suite", "/no-such-folder"]).contains("/no-such-folder/cases/chaturanga: No such")
    );
    let message = refusal(&["list", "--write"]);
    assert!(message.contains("--suite <FOLDER>"), "{message}");
}

#[test]
fn version_completions_and_manual_are_those_of_this_program() {
    assert!(prints(&["--version"]).starts_with(concat!("conformance ", env!("CARGO_PKG_VERSION"))));
    let commands =
        ["count", "run", "mutate", "compare", "explain", "list", "lint", "against", "serve", "report"];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = prints(&["completions", shell]);
        for word in commands.into_iter().chain(["export", "convert", "conformance"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    prints(&["man", "--out", folder.path().to_str().expect("UTF-8")]);
    for command in commands {
        let page =
            std::fs::read_to_string(folder.path().join(format!("conformance-{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(prints(&["man"]).contains(".TH conformance 1"));
}

#[test]
fn positions_of_chess_com_are_converted_both_ways() {
    let fen4 = prints(&["convert", "startpos"]);
    assert!(
        fen4.starts_with("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{'dim':'8x8','boxOffset':1}-x,x,"),
        "{fen4}"
    );
    let own = prints(&["convert", &fen4]);
    assert!(own.starts_with("rB,rP,2,bK,bE,bN,bB/") && own.ends_with(" r - - 0,0,0,0 -\n"), "{own}");
    assert_eq!(prints(&["convert", own.trim()]), fen4);
    assert!(refusal(&["convert", "R-0,0,0,0"]).contains("expected turn-eliminated"));
    assert!(refusal(&["convert", "8/8 x"]).contains("row"));
    assert!(refusal(&["convert", &fen4.replace("rK", "rN")]).contains("R: a player without a king"));
}

/// The program side of the line protocol.
fn answers(questions: &[serde_json::Value]) -> Vec<serde_json::Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    for question in questions {
        writeln!(input, "{question}").expect("a line");
    }
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn questions_beyond_the_limits_or_in_contradiction_are_not_answered() {
    let question = |rules: &str, position: &str, ask: &str| {
        let values = match rules.parse().expect("rules") {
            AnyRules::Chaturanga(rules) => ("chaturanga", perft::knob_values(&rules)),
            AnyRules::Chaturaji(rules) => ("chaturaji", perft::knob_values(&rules)),
        };
        json!({ "id": 1, "ask": ask, "depth": 2, "game": values.0, "ruleset": rules, "rules": values.1,
            "position": position, "line": [] })
    };
    let tiny = "8/8/8/8/8/k7/8/K7 w";
    let with = |mut question: serde_json::Value, key: &str, value: serde_json::Value| {
        question[key] = value;
        question
    };
    let mut other_knob = question("nl", tiny, "moves");
    other_knob["rules"]["stalemate"] = json!("something");
    let mut no_knob = question("nl", tiny, "moves");
    no_knob["rules"] = json!({});
    for (question, words) in [
        (with(question("nl", tiny, "perft"), "depth", json!(6541)), "the depth 6541 exceeds the limit of 30"),
        (with(question("ar", "startpos", "perft"), "depth", json!(31)), "the depth 31 exceeds"),
        (
            with(question("nl", tiny, "moves"), "game", json!("chaturaji")),
            "but nl is a ruleset of chaturanga",
        ),
        (with(question("ar", "startpos", "moves"), "game", json!("chaturanga")), "a ruleset of chaturaji"),
        (with(question("nl", tiny, "moves"), "ruleset", json!("tr")), "in the ruleset tr"),
        (other_knob, "stalemate is \"something\""),
        (question("ar", "startpos", "check"), "there is no check in chaturaji"),
        (question("nl", "startpos", "rolls"), "there are no dice in chaturanga"),
    ] {
        let answers = answers(std::slice::from_ref(&question));
        let cannot = answers[0]["cannot"].as_str().unwrap_or_default();
        assert!(cannot.contains(words), "{question}: {answers:?}");
    }
    // Values that are left out contradict nothing.
    let answers =
        answers(&[question("nl", "startpos", "perft"), question("ar", "startpos", "rolls"), no_knob]);
    assert_eq!(answers[0]["answer"], 324);
    assert!(answers[1]["answer"].is_array() && answers[2]["answer"] == json!(["a1b1"]), "{answers:?}");
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
