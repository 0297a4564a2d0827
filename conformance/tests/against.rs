//! `conformance against` tests programs that are right, that are wrong, and that misbehave.
#![cfg(unix)]

use conformance::against::{LineProgram, RuleFit, Status, judge};
use conformance::{Case, Suite, Tested};
use perft::engine::LinesEngine;
use perft::judge::{Judge, TestPosition};
use perft::{Counter, Variant};
use rules_core::Axis;
use rules_core::{chaturaji, chaturanga};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const BIN: &str = env!("CARGO_BIN_EXE_conformance");

/// A case that asks only for moves.
const MOVES: &str = "chaturanga/elephant/leaps-over-neighbour";

fn run(args: &[&str]) -> Output {
    Command::new(BIN).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn serve(arguments: &str) -> String {
    format!("'{BIN}' serve {arguments}")
}

/// Returns what is printed, after checking the exit code.
fn printed(code: i32, args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    text(&output.stdout).to_owned() + text(&output.stderr)
}

/// Returns the command of a shell script that greets and then runs `then`.
fn fake(then: &str) -> String {
    let script =
        format!(r#"read l; echo "{{\"id\":1,\"answer\":{{\"protocol\":1,\"name\":\"fake\"}}}}"; {then}"#);
    shlex::try_join(["sh", "-c", &script]).expect("no null bytes")
}

/// Returns the command of a script that answers each question with a line, in which `$id` is the number of
/// the question.
fn answering(line: &str) -> String {
    let line = line.replace('"', r#"\""#);
    fake(&format!(r#"while read l; do id=${{l#*\"id\":}}; id=${{id%%,*}}; echo "{line}"; done"#))
}

#[test]
fn both_generators_agree_over_the_line_protocol() {
    for (rules, generator) in
        [("tr-literal", "slow"), ("nl", "fast"), ("ar", "slow"), ("ar-diceless", "fast")]
    {
        let said = printed(0, &["against", rules, &serve(&format!("--generator {generator}"))]);
        assert_eq!(said.lines().count(), 2, "{said}");
        assert!(said.starts_with("the answers fit, with the number of cases: "), "{said}");
        assert!(said.contains(" 0 differ, 0 cannot be answered, 0 failed: agrees"), "{said}");
    }
}

#[test]
fn carriage_returns_and_a_flood_on_standard_error_change_nothing() {
    let noise = "i=0; while [ $i -lt 5000 ]; do echo \"noise noise noise noise noise noise $i\"; i=$((i+1)); done >&2";
    let script = format!("{noise}; {} | sed 's/$/\\r/'", serve(""));
    let engine = shlex::try_join(["sh", "-c", &script.replace("| sed", "| sed -u")]).expect("no null bytes");
    let said = printed(0, &["against", "chesscom", &engine, "--filter", "chaturanga/elephant"]);
    assert!(said.contains("agrees"), "{said}");
}

/// Flips each knob of a preset to each other value in the program. It must differ in cases about that knob
/// or, if none of them covers the preset, in others.
fn every_flipped_knob_is_found<R: Tested>(preset: &str) {
    let suite: Suite<R> = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the suite");
    let rules = R::preset(preset).expect("a preset");
    let covering: Vec<&Case<R>> = suite.cases.iter().filter(|case| case.applies(&rules)).collect();
    let mut flipped = 0;
    for axis in Axis::<R>::all() {
        let about: Vec<&Case<R>> = covering.iter().copied().filter(|case| case.vary == Some(axis)).collect();
        let cases = if about.is_empty() { &covering } else { &about };
        flipped += usize::from(!about.is_empty());
        for (index, value) in axis.names().enumerate() {
            let other = axis.with(&rules, index);
            if other.canonical() == rules.canonical() {
                continue;
            }
            let command = [BIN, "serve", "--turn", &format!("{axis}={value}")].map(str::to_owned);
            let wait = Duration::from_secs(60);
            let mut program =
                LineProgram::start(&command, wait, Arc::default()).expect("it speaks the protocol");
            let verdicts = judge(&mut program, &rules, cases.iter().copied());
            let fits = RuleFit::measure(cases, &verdicts, &rules);
            let count = |status| verdicts.iter().filter(|verdict| verdict.status == status).count();
            assert!(count(Status::Differs) > 0, "{preset}: {axis}={value} is not noticed");
            assert_eq!(count(Status::Failed) + count(Status::Cannot), 0, "{preset}: {axis}={value}");
            if !about.is_empty() {
                let fit = fits.iter().find(|fit| fit.rule == axis.to_string()).expect("it was asked about");
                let best = fit.best();
                assert!(fit.contradicts(), "{preset}: {axis}={value}");
                assert!(
                    best.iter().any(|one| one.value == value && one.fits == one.cases),
                    "{preset}: {fit}"
                );
                assert!(best.iter().all(|one| one.value != fit.asked), "{preset}: {fit}");
            }
        }
    }
    assert!(flipped >= 10, "{flipped}");
}

#[test]
fn a_flipped_knob_of_chaturanga_is_found_in_the_cases_about_it() {
    every_flipped_knob_is_found::<chaturanga::Rules>("nl");
}

#[test]
fn a_flipped_knob_of_chaturaji_is_found_in_the_cases_about_it() {
    every_flipped_knob_is_found::<chaturaji::Rules>("ar");
}

#[test]
fn a_difference_names_rule_case_board_and_moves() {
    let engine = serve("--turn elephant-move=dabbaba");
    let said = printed(1, &["against", "nl", &engine, "--filter", MOVES]);
    for part in [
        &format!("DIFFERS {MOVES}, alfil: the gaja leaps over a neighbour\n  rule elephant-move, "),
        "elephant.yaml:",
        "    2 . . B . . . . .\n",
        "  moves from c2: missing a4 e4; extra a2 c4 e2\n",
        "differs in cases about elephant-move (1)\n",
        "elephant-move: the answers fit dabbaba (1 of 1 cases), not alfil (0 of 1)\n",
        " under nl, 1 case: 0 agree, 1 differ, 0 cannot be answered, 0 failed: differs\n",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn the_report_says_which_value_the_answers_fit() {
    let said = printed(1, &["against", "nl", &serve("--turn elephant-move=silver")]);
    let line = said.lines().find(|line| line.starts_with("elephant-move: ")).expect("a line");
    let counts: Vec<usize> =
        line.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [silver, of_silver, alfil, of_alfil] = counts[..] else { panic!("{line}") };
    assert!(line.contains("the answers fit silver (") && line.contains("), not alfil ("), "{line}");
    assert!(silver == of_silver && silver > 5 && alfil < of_alfil, "{line}");
    assert!(said.contains("horse-move=knight ("), "{said}");

    let said = printed(1, &["against", "nl", &serve("--turn elephant-move=silver"), "--format", "json"]);
    let object: Value = serde_json::from_str(&said).expect("JSON");
    let rules = object["rules"].as_array().expect("a list");
    let elephant = rules.iter().find(|rule| rule["rule"] == "elephant-move").expect("the rule");
    assert_eq!((&elephant["asked"], &elephant["best"]), (&"alfil".into(), &serde_json::json!(["silver"])));
    let values = elephant["values"].as_array().expect("a list");
    assert!(values.iter().any(|one| one["value"] == "silver" && one["fits"] == one["cases"]), "{elephant}");
}

#[test]
fn a_verdict_can_require_a_number_of_answers() {
    let run = |code, turned: &str, least: &str| {
        printed(code, &["against", "nl", &serve(turned), "--filter", MOVES, "--min-answered", least])
    };
    for least in ["0", "1", "0%", "100%"] {
        assert!(run(0, "", least).contains("agrees"), "{least}");
    }
    assert!(run(3, "", "2").contains("answered 1 of 1 case; --min-answered requires 2"));
    // A difference is a verdict whatever else was answered.
    run(1, "--turn elephant-move=dabbaba", "2");
    for least in ["", "%", "-1", "101%", "1.5", "half"] {
        assert!(run(2, "", least).contains("--min-answered"), "{least}");
    }
    let engine = asking(r#"s/"ask":"moves"/"ask":"none"/"#);
    let said = printed(3, &["against", "nl", &engine, "--filter", "elephant", "--min-answered", "80%"]);
    assert!(said.contains("--min-answered requires ") || said.contains("could not answer any"), "{said}");
}

/// Returns the command of a server that receives each question as `sed` changes it.
fn asking(edit: &str) -> String {
    let script = format!("sed -u '{edit}' | {}", serve(""));
    shlex::try_join(["sh", "-c", &script]).expect("no null bytes")
}

#[test]
fn questions_about_notation_come_last_and_can_be_left_out() {
    let rules = |more: &[&str]| {
        let engine = serve("");
        let args = [&["against", "nl", &engine, "--format", "json"], more].concat();
        let object: Value = serde_json::from_str(&printed(0, &args)).expect("JSON");
        let cases = object["cases"].as_array().expect("a list").clone();
        cases.iter().map(|case| case["rule"].as_str().expect("a rule").to_owned()).collect::<Vec<_>>()
    };
    let all = rules(&[]);
    let first = all.iter().position(|rule| rule == "notation").expect("cases about notation");
    assert!(first > 100 && all[first..].iter().all(|rule| rule == "notation"), "{first}");
    assert_eq!(rules(&["--without", "notation"]), all[..first]);
    let less = rules(&["--without", "notation", "--without", "horse-move"]);
    assert!(less.len() < first && !less.contains(&"horse-move".to_owned()));
    let said = printed(2, &["against", "nl", &serve(""), "--without", "notatoin"]);
    assert!(said.contains("no case of chaturanga is about \"notatoin\""), "{said}");
}

/// A program that writes no scores is judged by the board after a capture or a triumph.
#[test]
fn a_capture_is_judged_by_the_board_where_the_text_is_not_known() {
    let no_text = r#"s/"ask":"text"/"ask":"none"/"#;
    let said = printed(0, &["against", "ar", &asking(no_text), "--filter", "chaturaji/boat-triumph"]);
    assert!(said.contains(" in part), 0 differ, 0 cannot be answered"), "{said}");
    assert!(said.contains("cannot answer `text` ("), "{said}");
    let script = format!("sed -u '{no_text}' | {}", serve("--turn boat-triumph=none"));
    let mistaken = shlex::try_join(["sh", "-c", &script]).expect("no null bytes");
    let said = printed(1, &["against", "ar", &mistaken, "--filter", "chaturaji/boat-triumph"]);
    assert!(said.contains("  board: ") && said.contains("boat-triumph: the answers fit none ("), "{said}");
    // The board says nothing about how a text is written.
    let said = printed(0, &["against", "nl", &asking(no_text), "--filter", "chaturanga/notation"]);
    assert!(!said.contains(", 0 cannot be answered"), "{said}");
    let no_board = r#"s/"ask":"\(text\|board\)"/"ask":"none"/"#;
    let said =
        printed(3, &["against", "ar", &asking(no_board), "--filter", "chaturaji/boat-triumph/example"]);
    assert!(said.contains("could not answer any"), "{said}");
}

/// Asks `serve` as `perft against --dialect lines` does, and returns the rules that it is said to play.
fn judged<V: Variant>(rules: V::Rules, positions: &[TestPosition], turned: &str) -> Vec<String> {
    let command = [BIN, "serve"].into_iter().chain(turned.split_whitespace()).map(str::to_owned);
    let game = V::new(rules);
    let has_dice = game.rolls(&game.start().0, 1).is_some();
    let command: Vec<_> = command.collect();
    let mut program = LinesEngine::start(&command, &rules, has_dice, Duration::from_secs(60), Arc::default())
        .expect("it speaks the protocol");
    let counter = Counter::new(1).expect("a counter");
    let judge = Judge::<V>::new(rules, positions, &mut program, &counter);
    let verdict = judge.verdict(true).expect("a verdict");
    verdict.flips().iter().map(ToString::to_string).collect()
}

#[test]
fn the_judge_of_engines_names_the_turned_knob_over_the_line_protocol() {
    let position = |text: &str, depth| TestPosition { name: text.to_owned(), text: text.to_owned(), depth };
    let game = rules_core::chaturanga::Game::new(chaturanga::Rules::NL);
    let (node, record) = Variant::start(&game);
    let start = Variant::write(&game, &node, &record);
    let positions = [position(&start, 2), position("7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1", 1)];
    for turned in ["", "horse-move=camel", "elephant-move=silver", "raja-jump=none", "setup=facing"] {
        let option = if turned.is_empty() { String::new() } else { format!("--turn {turned}") };
        let named = judged::<chaturanga::Game>(chaturanga::Rules::NL, &positions, &option);
        assert_eq!(named.join(" "), turned);
    }
    let game = rules_core::chaturaji::Game::new(chaturaji::Rules::AR);
    let (node, record) = Variant::start(&game);
    let positions = [position(&Variant::write(&game, &node, &record), 2)];
    for turned in ["", "boat-move=rook", "dice-order=fixed"] {
        let option = if turned.is_empty() { String::new() } else { format!("--turn {turned}") };
        let named = judged::<chaturaji::Game>(chaturaji::Rules::AR, &positions, &option);
        assert_eq!(named.join(" "), turned);
    }
}

#[test]
fn verdicts_are_printed_in_json() {
    let engine = serve("--turn elephant-move=dabbaba");
    let said = printed(1, &["against", "nl", &engine, "--filter", "chaturanga/elephant", "--format", "json"]);
    let object: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&object["verdict"], &object["program"]), (&"differs".into(), &"conformance serve".into()));
    let cases = object["cases"].as_array().expect("a list");
    let case = cases.iter().find(|case| case["case"] == MOVES).expect("the case");
    assert_eq!((&case["status"], &case["rule"]), (&"differs".into(), &"elephant-move".into()));
    assert_eq!(case["differences"][0], "moves from c2: missing a4 e4; extra a2 c4 e2");
    let differ = cases.iter().filter(|case| case["status"] == "differs").count();
    assert_eq!(object["totals"]["differs"], differ);
}

#[test]
fn a_program_that_misbehaves_has_failed() {
    let kinds: [(String, &str); 15] = [
        (answering(r#"{"id":1,"answer":true}"#), "it answered question 1 when asked question 2"),
        (fake("exit 7"), "it ended (exit status: 7) instead of answering"),
        (fake("kill -9 $$"), "it ended (signal: 9"),
        (fake("exec >&-; sleep 60"), "it closed its output instead of answering"),
        (answering("e2e3"), "it wrote an invalid answer"),
        (answering(r#"{"id":$id,"answer":"e2e3"}"#), "the answer to `read` must be `true`"),
        (answering(r#"{"id":$id,"answer":null}"#), "the answer to `read` must be `true`"),
        (answering(r#"{"id":$id,"answer":true,"cannot":"x"}"#), "exactly one of"),
        (answering(r#"{"id":$id}"#), "exactly one of"),
        (answering(r#"{"id":$id,"answer":true,"moves":[]}"#), "unknown field `moves`"),
        (answering(r#"{"id":$id,"cannot":" "}"#), "`cannot` gives no reason"),
        (answering(r#"{"id":$id,"illegal":"a1a2"}"#), "which is not in the line"),
        (answering(r#"{"id":$id,"answer":true}{"id":$id,"answer":true}"#), "trailing characters"),
        (
            fake("i=0; while [ $i -lt 9000 ]; do echo \"last words $i\" >&2; i=$((i+1)); done; exit 1"),
            "last words 8999",
        ),
        (fake("head -c 3000000 /dev/zero | tr '\\0' x; cat"), "longer than any answer"),
    ];
    for (engine, words) in &kinds {
        let said = printed(3, &["against", "nl", engine, "--filter", MOVES]);
        assert!(said.contains(words), "{engine}: {words} in {said}");
        assert!(
            said.contains(&format!("FAILED {MOVES}, alfil")) && said.contains("1 failed: failed"),
            "{said}"
        );
    }
}

#[test]
fn an_engine_that_was_taken_for_another_program_is_told_from_one_that_was_chosen() {
    let engine = "sh -c 'echo an engine; cat'";
    let said = printed(3, &["against", "nl", engine]);
    assert!(said.contains("it wrote an invalid answer") && said.contains("add --protocol uci"), "{said}");
    let said = printed(3, &["against", "nl", engine, "--protocol", "lines"]);
    assert!(said.contains("it wrote an invalid answer") && !said.contains("--protocol"), "{said}");
}

#[test]
fn control_characters_of_a_program_do_not_reach_the_terminal() {
    let engine = answering(r#"{"id":$id,"cannot":"\\u001b[31m\\u000ano"}"#);
    let said = printed(3, &["against", "nl", &engine, "--filter", MOVES]);
    assert!(!said.contains('\u{1b}') && said.contains(" [31m no"), "{said:?}");
}

#[test]
fn a_ply_of_a_wrong_form_is_a_failure_and_an_illegal_one_a_difference() {
    let moves = |list: &str| {
        let then = format!(
            r#"while read l; do id=${{l#*\"id\":}}; id=${{id%%,*}};
            case "$l" in *\"read\"*) echo "{{\"id\":$id,\"answer\":true}}";; *) echo "{{\"id\":$id,\"answer\":{list}}}";; esac; done"#
        );
        fake(&then)
    };
    let said = printed(3, &["against", "nl", &moves(r#"[\"c2-a4\"]"#), "--filter", MOVES]);
    assert!(said.contains("consist of plies such as e2e3 or c7c8b, but has \"c2-a4\""), "{said}");
    let said = printed(1, &["against", "nl", &moves(r#"[\"c2a4\",\"c2e4\",\"c2e4\"]"#), "--filter", MOVES]);
    assert!(said.contains("moves: c2e4 is listed twice"), "{said}");
    let said = printed(0, &["against", "nl", &moves(r#"[\"c2a4\",\"c2e4\"]"#), "--filter", MOVES]);
    assert!(said.contains("1 agree"), "{said}");
}

#[test]
fn a_wrong_greeting_is_a_failure() {
    let greeting =
        |line: &str| shlex::try_join(["sh", "-c", &format!("read l; echo '{line}'; cat >/dev/null")]);
    for (line, words) in [
        (r#"{"id":1,"answer":{"protocol":2,"name":"fake"}}"#, "version 2 of the line protocol; 1 is needed"),
        (r#"{"id":1,"answer":{"protocol":1}}"#, "missing field `name`"),
        (r#"{"id":1,"cannot":"no"}"#, "must have `answer`"),
        (r#"{"id":2,"answer":{"protocol":1,"name":"fake"}}"#, "answered question 2 when asked question 1"),
    ] {
        let said = printed(3, &["against", "nl", &greeting(line).expect("no null bytes"), "--filter", MOVES]);
        assert!(said.contains(words), "{said}");
    }
    assert!(printed(3, &["against", "nl", "/nowhere/engine"]).contains("cannot start /nowhere/engine"));
}

#[test]
fn a_silent_program_is_given_up_and_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pid");
    let engine = fake(&format!("echo $$ >> {}; while read l; do :; done", file.display()));
    let begun = Instant::now();
    // It fails at the first question of three cases.
    let said = printed(3, &["against", "nl", &engine, "--filter", "chaturanga/elephant", "--timeout", "1"]);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    assert!(said.contains("no answer within 1 seconds") && said.contains("--timeout"), "{said}");
    assert_eq!(said.matches("no answer within").count(), 3, "{said}");
    assert!(said.contains("NOT ASKED ") && said.contains("skipped: the program failed 3 times"), "{said}");
    assert!(said.contains("3 failed, ") && said.contains(" were not asked: failed"), "{said}");
    assert!(said.contains("restarted (process 3), it gave no answer"), "{said}");
    let pids = std::fs::read_to_string(&file).expect("the fake wrote it");
    assert_eq!(pids.lines().count(), 3, "started once, and restarted after each failure but the last");
    for pid in pids.lines() {
        let alive = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().expect("kill");
        assert!(!alive.success(), "process {pid} outlives the tool");
    }
}

#[test]
fn after_a_failure_the_other_cases_are_asked() {
    // Dies at its first question, once.
    let folder = tempfile::tempdir().expect("a folder");
    let mark = folder.path().join("died").display().to_string();
    let script = format!("if [ -e {mark} ]; then exec {}; fi; : > {mark}; read l; echo nonsense", serve(""));
    // The greeting is right, so that the first failure is at a question.
    let script = script.replace(
        "echo nonsense",
        r#"echo "{\"id\":1,\"answer\":{\"protocol\":1,\"name\":\"fake\"}}"; read l"#,
    );
    let engine = shlex::try_join(["sh", "-c", &script]).expect("no null bytes");
    let said = printed(3, &["against", "nl", &engine, "--filter", "chaturanga/elephant"]);
    assert_eq!(said.matches("FAILED ").count(), 1, "{said}");
    assert!(said.contains(" 0 differ, 0 cannot be answered, 1 failed: failed"), "{said}");
}

#[test]
fn a_program_that_answers_nothing_does_not_agree() {
    let engine = answering(r#"{"id":$id,"cannot":"plays another game"}"#);
    let said = printed(3, &["against", "nl", &engine, "--filter", "elephant"]);
    assert!(said.contains("plays another game") && said.contains("could not answer any of"), "{said}");
}

#[test]
fn misuse_is_reported_before_anything_is_started() {
    for (args, words) in [
        (&["against", "nl", "true", "--filter", "no such case"][..], "no case that covers nl"),
        (&["against", "nl", "unclosed 'quote"], "must be a program and its arguments"),
        (&["against", "nl", "  "], "must be a program and its arguments"),
        (&["against", "persian", "true"], "unknown preset"),
        (&["against", "nl", "true", "--timeout", "0"], "invalid value"),
        (&["serve", "--turn", "elephant-move=queen"], "alfil, lame-alfil, dabbaba, silver"),
        (&["serve", "--turn", "elephant"], "expected KNOB=VALUE"),
        (&["serve", "--turn", "bishop-move=alfil"], "there is no knob bishop-move"),
    ] {
        let said = printed(2, args);
        assert!(said.contains(words), "{said}");
    }
}

/// Returns what `serve` answers to lines, after checking the exit code.
fn served(code: i32, lines: &str) -> String {
    let mut child = Command::new(BIN)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    text(&output.stdout).to_owned() + text(&output.stderr)
}

#[test]
fn every_question_of_the_protocol_is_served() {
    let ask = |ask: &str, position: &str, line: &str| {
        let game = r#""game":"chaturanga","ruleset":"nl","rules":{},"later":1"#;
        served(0, &format!("{{\"id\":5,{ask},{game},\"position\":\"{position}\",\"line\":[{line}]}}\r\n"))
    };
    let answer = |answer: &str| format!("{{\"id\":5,{answer}}}\n");
    let mate = "7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1";
    assert_eq!(ask(r#""ask":"read""#, mate, ""), answer(r#""answer":true"#));
    assert_eq!(
        ask(r#""ask":"moves""#, "7k/8/8/8/8/8/8/K7 w", r#""a1b1""#),
        answer(r#""answer":["h8g7","h8h7","h8g8"]"#)
    );
    assert_eq!(
        ask(r#""ask":"text""#, "startpos", r#""e2e3""#),
        answer(r#""answer":"rnbkqbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b Kk - 0 1""#)
    );
    assert_eq!(
        ask(r#""ask":"board""#, "startpos", r#""e2e3""#),
        answer(r#""answer":"rnbkqbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b""#)
    );
    assert_eq!(ask(r#""ask":"check""#, mate, ""), answer(r#""answer":false"#));
    assert_eq!(ask(r#""ask":"outcome""#, mate, ""), answer(r#""answer":"ongoing""#));
    assert_eq!(ask(r#""ask":"perft","depth":3"#, "startpos", ""), answer(r#""answer":5912"#));
    assert_eq!(ask(r#""ask":"read""#, "8/8 w", ""), answer(r#""refused":["row-count"]"#));
    assert_eq!(ask(r#""ask":"read""#, "startpos", r#""e2e4""#), answer(r#""illegal":"e2e4""#));
    assert_eq!(ask(r#""ask":"perft""#, "startpos", ""), answer(r#""cannot":"perft needs a depth""#));
    assert!(ask(r#""ask":"value""#, "startpos", "").contains("cannot"));
    let rolls = r#"{"id":6,"ask":"rolls","game":"chaturaji","ruleset":"ar","rules":{},"position":"startpos","line":[]}"#;
    assert!(served(0, rolls).contains(r#"["pass",16]"#));
    assert!(served(2, "\n{\"id\":1}\n").contains("line 2: missing field"));
}

/// Writes the known results of `serve`, with one reason for the cases that differ, and returns the path.
fn expectations(folder: &Path, ruleset: &str, totals: [usize; 4], reason: &str, differs: &[&str]) -> String {
    let [agrees, partial, differing, cannot] = totals;
    let cases: String = differs.iter().map(|case| format!("          - {case}\n")).collect();
    let list = if differs.is_empty() {
        String::new()
    } else {
        format!("    differs:\n      - reason: {reason:?}\n        cases:\n{cases}")
    };
    let text = format!(
        "program: conformance serve\nversion: {}\nabout: the generators here\nengine: conformance\nprotocol: lines\nruns:\n  \
         - ruleset: {ruleset}\n    totals: {{ agrees: {agrees}, partial: {partial}, differs: {differing}, cannot: {cannot} }}\n{list}",
        env!("CARGO_PKG_VERSION")
    );
    let path = folder.join("known.yaml");
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn known_disagreements_are_expected_and_those_that_vanish_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mistaken = serve("--turn stalemate=draws");
    let said = printed(1, &["against", "nl", &mistaken, "--format", "json"]);
    let found: Value = serde_json::from_str(&said).expect("JSON");
    let cases: Vec<&str> = found["cases"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|case| case["status"] == "differs")
        .map(|case| case["case"].as_str().expect("a name"))
        .collect();
    let all = found["cases"].as_array().map_or(0, Vec::len);
    let totals = [all - cases.len(), 0, cases.len(), 0];
    assert!(cases.len() > 1, "{cases:?}");

    let file = expectations(folder.path(), "nl", totals, "it draws", &cases);
    let said = printed(0, &["against", "nl", &mistaken, "--expect", &file]);
    assert!(said.contains(&format!("expected: {} differ, because it draws", cases.len())), "{said}");
    assert!(said.ends_with("0 failed: differs as expected\n"), "{said}");

    let said = printed(1, &["against", "nl", &serve(""), "--expect", &file]);
    assert_eq!(said.matches("NO LONGER DIFFERS ").count(), cases.len(), "{said}");
    assert!(said.contains("agrees; expected to differ because it draws") && said.contains("TOTALS CHANGED"));

    let fewer =
        expectations(folder.path(), "nl", [totals[0], 0, cases.len() - 1, 0], "it draws", &cases[1..]);
    let said = printed(1, &["against", "nl", &mistaken, "--expect", &fewer]);
    assert_eq!(
        (said.matches("DIFFERS ").count(), said.matches("NO LONGER DIFFERS").count()),
        (1, 0),
        "{said}"
    );

    // With a filter, only the cases that were run are compared with the file, and the totals are not
    // compared.
    let file = expectations(folder.path(), "nl", totals, "it draws", &cases);
    let said =
        printed(0, &["against", "nl", &serve(""), "--expect", &file, "--filter", "chaturanga/elephant"]);
    assert!(!said.contains("NO LONGER DIFFERS") && !said.contains("TOTALS"), "{said}");
    let file = expectations(folder.path(), "nl", [1, 0, 0, 0], "", &[]);
    let said = printed(1, &["against", "nl", &serve(""), "--expect", &file]);
    assert!(
        said.contains(&format!("totals: {{ agrees: {all}, partial: 0, differs: 0, cannot: 0 }}")),
        "{said}"
    );
}

#[test]
fn faulty_expectations_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = [MOVES];
    for (ruleset, totals, reason, differs, words) in [
        ("nl", [0, 0, 1, 0], " ", &one[..], "no reason why"),
        ("nl", [0, 0, 1, 0], "so", &["chaturanga/elephant/no-such-case"], "there is no case"),
        ("nl", [0, 0, 1, 0], "so", &["chaturanga/setup/array"], "does not cover this ruleset"),
        ("nl", [0, 0, 2, 0], "so", &[MOVES, MOVES], "is repeated"),
        ("nl", [0, 0, 2, 0], "so", &one, "1 cases are listed, but the totals say 2"),
        ("tr", [0, 0, 1, 0], "so", &one, "has no entry for these rules"),
        ("persian", [0, 0, 1, 0], "so", &one, "unknown preset"),
    ] {
        let file = expectations(folder.path(), ruleset, totals, reason, differs);
        let said = printed(2, &["against", "nl", &serve(""), "--expect", &file]);
        assert!(said.contains(words), "{words} in {said}");
    }
    let file = expectations(folder.path(), "nl", [0; 4], "", &[]);
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, text.replace("engine:", "motor:")).expect("a file");
    assert!(printed(2, &["against", "nl", "true", "--expect", &file]).contains("unknown field `motor`"));
}

#[test]
fn a_termination_signal_ends_the_program_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pid");
    let engine = fake(&format!("echo $$ > {}; while read l; do :; done", file.display()));
    let mut child = Command::new(BIN)
        .args(["against", "nl", &engine, "--timeout", "600"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    let pid = loop {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if text.ends_with('\n') {
            break text;
        }
        if begun.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("the fake did not start");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(told.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(text(&output.stderr).starts_with("interrupted: "), "{output:?}");
    let alive = Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().expect("kill");
    assert!(!alive.success(), "the program outlives the tool");
}
