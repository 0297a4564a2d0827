//! The program from the command line: its output, its refusals and its exit codes.

use std::io::Read;
use std::process::{Command, Output, Stdio};

fn perft(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perft")).args(args).output().expect("perft runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The standard output of a successful run.
fn out(args: &[&str]) -> String {
    let output = perft(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?}: only results when piped");
    text(&output.stdout)
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&out(args)).expect("JSON")
}

/// The nodes of each depth, by `perft count`.
fn nodes(args: &[&str]) -> Vec<u64> {
    let args: Vec<_> = [&["count"], args, &["--format", "json"]].concat();
    let rows = json(&args);
    let rows = rows["depths"].as_array().expect("depths").iter().enumerate();
    rows.map(|(depth, row)| {
        assert_eq!(row["depth"], depth);
        row["nodes"].as_u64().expect("an exact integer")
    })
    .collect()
}

/// Confirmed by Fairy-Stockfish (chesscom, shatranj), by Sjaak II with its jump fixed (sjaak), or by two
/// independent generators (the others).
#[test]
fn start_counts_are_those_confirmed_elsewhere() {
    for (rules, depth, counts) in [
        ("nl", "6", [18, 324, 5912, 107_539, 2_022_995, 37_829_002]),
        ("tr", "6", [18, 324, 5912, 107_627, 2_030_406, 38_148_874]),
        ("tr-literal", "6", [14, 192, 3099, 47_811, 822_040, 13_869_852]),
        ("chesscom", "6", [16, 256, 4176, 68_122, 1_164_248, 19_864_709]),
        ("shatranj", "6", [16, 256, 4176, 68_122, 1_164_248, 19_864_709]),
        ("chesscom+setup=crosswise", "6", [16, 256, 4176, 68_122, 1_164_248, 19_864_701]),
        ("sjaak", "6", [18, 324, 5912, 107_539, 2_018_140, 37_650_890]),
    ] {
        assert_eq!(nodes(&[rules, depth]), [&[1], &counts[..]].concat(), "{rules}");
    }
}

#[test]
fn the_seventh_ply_tells_the_arrays_apart() {
    assert_eq!(nodes(&["chesscom", "7"])[7], 357_218_656);
    assert_eq!(nodes(&["chesscom+setup=crosswise", "7"])[7], 357_218_698);
}

#[test]
fn a_position_that_is_over_adds_nothing_deeper() {
    assert_eq!(nodes(&["chesscom", "3", "--fen", "7k/5K2/6Q1/8/8/8/8/8 b"]), [1, 0, 0, 0]);
}

#[test]
fn threads_and_bulk_change_no_total() {
    let expected = nodes(&["nl", "5"]);
    for options in [&["--threads", "1"][..], &["--threads", "3"], &["--no-bulk"], &["--stats"]] {
        assert_eq!(nodes(&[&["nl", "5"], options].concat()), expected, "{options:?}");
    }
}

/// Threads beyond the number of cores are not started.
#[test]
fn a_thousand_threads_are_accepted() {
    assert_eq!(nodes(&["nl", "6", "--threads", "1000"])[6], 37_829_002);
    assert_eq!(nodes(&["nl", "4", "--threads", "1024", "--hash", "1"])[4], 107_539);
}

/// A rate counts leaves that were not visited if positions are merged or looked up.
#[test]
fn effective_rates_are_labelled_and_have_four_digits() {
    for (options, is_effective) in [
        (&[][..], true),
        (&["--hash", "1"], true),
        (&["--no-merge", "--hash", "1"], true),
        (&["--no-merge"], false),
        (&["--no-bulk"], false),
        (&["--stats"], false),
    ] {
        // Deep enough to take longer than a rate needs.
        let depth = if is_effective || options == ["--no-merge"] { "7" } else { "5" };
        let table = out(&[&["count", "nl", depth, "--threads", "1"], options].concat());
        let last = table.lines().last().expect("a row");
        assert_eq!(last.ends_with("nps  effective"), is_effective, "{options:?}: {table}");
        let words: Vec<_> = last.split_whitespace().collect();
        let unit = words.iter().position(|word| word.ends_with("nps")).expect("a rate");
        assert_eq!(words[unit - 1].chars().filter(char::is_ascii_digit).count(), 4, "{table}");
    }
    let over = out(&["count", "chesscom", "3", "--fen", "7k/5K2/6Q1/8/8/8/8/8 b"]);
    assert!(over.lines().skip(3).all(|row| row.ends_with(" -")), "{over}");
}

/// The contract of perftree: each move with its count, a blank line, and the total.
#[test]
fn tree_prints_what_perftree_reads() {
    let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1";
    let tree = out(&["tree", "nl", "3", fen]);
    let (moves, total) = tree.split_once("\n\n").expect("a blank line");
    assert_eq!(total, "5912\n");
    let divided = out(&["divide", "nl", "3"]);
    let expected: Vec<_> = divided.lines().take(18).map(|line| line.replace(": ", " ")).collect();
    assert_eq!(moves.lines().collect::<Vec<_>>(), expected);
    assert_eq!(out(&["tree", "nl", "3", "startpos"]), tree);
    assert_eq!(out(&["tree", "nl", "3", "startpos", ""]), tree);
    assert_eq!(out(&["tree", "nl", "3", fen, "--hash", "1", "--threads", "1"]), tree);

    let after = out(&["tree", "nl", "2", fen, "e2e3 e7e6"]);
    assert_eq!(out(&["tree", "nl", "2", fen, "e2e3", "e7e6"]), after);
    assert_ne!(after, out(&["tree", "nl", "2", fen]));
    assert_eq!(out(&["tree", "nl", "0", fen, "e2e3"]), "\n1\n");
    assert_eq!(out(&["tree", "chesscom", "2", "7k/5K2/6Q1/8/8/8/8/8 b"]), "\n0\n");
    assert!(out(&["tree", "ar-diceless", "1", "startpos", "a1c3"]).ends_with("\n\n9\n"));

    refused(&["tree", "nl", "1", fen, "e2e3 e2e4"], &["MOVES: e2e4 is not legal in rnbkqbnr/"]);
    refused(&["tree", "nl", "1", "8/8 w"], &["FEN is refused under nl", "8 rows"]);
    refused(&["tree", "nl", "31", fen], &["whole number from 0 to 30"]);
    refused(&["tree", "nl", "-1", fen], &["whole number from 0 to 30"]);
    refused(&["tree", "nl", "1"], &["<FEN>"]);
}

/// juddperft passes a position, a depth and its count, and reads the exit code.
#[cfg(unix)]
#[test]
fn the_validator_for_juddperft_tells_right_from_wrong() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/juddperft-validator");
    let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1";
    for (fen, depth, value, rules, is_right) in [
        (fen, "3", "5912", "nl", true),
        (fen, "3", "5913", "nl", false),
        (fen, "3", "2780", "tr-literal", true),
        (fen, "3", "5912", "tr-literal", false),
        ("8/8 w", "1", "", "nl", false),
        (fen, "31", "", "nl", false),
    ] {
        let mut command = Command::new(script);
        command.args([fen, depth, value]).env("PERFT", env!("CARGO_BIN_EXE_perft")).env("RULES", rules);
        let status = command.stderr(Stdio::null()).status().expect("sh runs");
        assert_eq!(status.success(), is_right, "{fen} {depth} {value} {rules}");
    }
}

#[test]
fn a_table_has_a_row_for_each_depth() {
    let table = out(&["count", "nl", "3"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0].join(" "), "nl: rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1");
    let counted: Vec<_> = rows[2..].iter().map(|row| row[..2].join(" ")).collect();
    assert_eq!(counted, ["0 1", "1 18", "2 324", "3 5912"]);
}

#[test]
fn json_says_what_was_counted() {
    let counted = json(&[
        "count",
        "nl+elephant-move=silver",
        "1",
        "--fen",
        "4k3/8/8/8/8/8/8/4K3 w kK bQR 7 9",
        "--format",
        "json",
    ]);
    assert_eq!(counted["game"], "chaturanga");
    assert_eq!(counted["ruleset"], "nl+elephant-move=silver");
    assert_eq!(counted["rules"]["elephant-move"], "silver");
    assert_eq!(counted["rules"]["promotion-barred-files"], "none");
    assert_eq!(counted["rules"].as_object().map(|rules| rules.len()), Some(14));
    assert_eq!(counted["fen"], "4k3/8/8/8/8/8/8/4K3 w Kk - 7 9");
    assert_eq!(counted["complete"], true);
}

/// Two rathas and a raja against a raja, counted by hand.
#[test]
fn stats_count_what_happens_at_the_last_ply() {
    // After a6a8 one ratha attacks the raja on h8 along rank 8, and the other attacks g7 and h7 along rank 7.
    let args = ["count", "chesscom", "1", "--fen", "7k/1R6/R7/8/8/8/8/4K3 w", "--stats", "--format", "json"];
    let row = &json(&args)["depths"][1];
    // Each ratha has an open rank and an open file, and the raja has five squares.
    assert_eq!(row["nodes"], 14 + 14 + 5);
    assert_eq!(row["mates"], 1, "a6a8");
    assert_eq!(row["checks"], 4, "a6a8, a6h6, b7b8 and b7h7");
    assert_eq!(row["stalemates"], 1, "a6g6");
    for nothing in ["captures", "jumps", "promotions", "raja_captures", "bare_rajas"] {
        assert_eq!(row[nothing], 0, "{nothing}");
    }
}

#[test]
fn stats_know_jumps_promotions_and_captured_rajas() {
    let row = |rules: &str, fen: &str| {
        json(&["count", rules, "1", "--fen", fen, "--stats", "--format", "json"])["depths"][1].clone()
    };
    // The raja on e1 steps to 5 squares and leaps to c2, g2, d3 and f3.
    let jumps = row("tr", "7k/8/8/8/8/8/8/4K3 w K");
    assert_eq!((&jumps["nodes"], &jumps["jumps"]), (&9.into(), &4.into()));
    // The padati captures on a8 or c8 or moves to b8, and promotes in every case.
    let promotions = row("chesscom", "r1r4k/1P6/8/8/8/8/8/1K6 w");
    assert_eq!((&promotions["promotions"], &promotions["captures"]), (&3.into(), &2.into()));
    // The ratha on h1 captures the raja on h8 where the rules allow it.
    let taken = row("tr", "7k/8/8/8/8/8/8/K6R w");
    assert_eq!((&taken["raja_captures"], &taken["captures"]), (&1.into(), &1.into()));
    // Black's bare raja moves to h7; White, to move with a ratha, has won.
    let bare = row("shatranj", "7k/8/8/8/8/8/8/K5R1 b");
    assert_eq!((&bare["nodes"], &bare["bare_rajas"]), (&1.into(), &1.into()));
}

#[test]
fn divide_lists_every_move_and_adds_up() {
    let divided = json(&["divide", "nl", "3", "--format", "json"]);
    let moves = divided["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 18);
    let sum: u64 = moves.iter().map(|entry| entry["nodes"].as_u64().expect("nodes")).sum();
    assert_eq!((sum, divided["nodes"].as_u64()), (5912, Some(5912)));

    let table = out(&["divide", "nl", "3"]);
    assert!(table.starts_with("b1a3: "), "{table}");
    assert!(table.ends_with("\n\ntotal: 5912\n"), "{table}");
}

#[test]
fn rules_are_listed_and_explained() {
    let presets = json(&["rules", "--format", "json"]);
    let [two, four] = [0, 1].map(|game| &presets["games"][game]["presets"]);
    assert_eq!(two.as_object().map(|presets| presets.len()), Some(6));
    assert_eq!(two["tr"]["promotion-barred-files"], "ef");
    assert_eq!(four["ar-diceless"]["dice"], "none");
    let one = json(&["rules", "nl+raja-jump=none+raja-jump-capture=none", "--format", "json"]);
    assert_eq!(one["rules"]["raja-jump-capture"], "none");
    assert_eq!(one["canonical"], "nl+raja-jump=none");
    let text = out(&["rules", "nl+raja-jump=none+raja-jump-capture=none"]);
    assert!(text.contains("  * none: there is no jump\n"), "{text}");
    assert!(text.contains("\nEquivalent to nl+raja-jump=none.\n"), "{text}");
    assert!(out(&["rules"]).contains("tr-literal") && out(&["rules"]).contains("ar-diceless"));
    assert!(out(&["rules", "ar"]).contains("  * added: 54 points"));
}

#[test]
fn rules_are_told_in_full() {
    for (rules, words) in [
        (
            "nl",
            &[
                "The game begins with rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1.",
                "White: raja e1, mantri d1, ratha a1 and h1",
                "only while its side holds the right, and only while it is not attacked.",
                "must be empty or hold an enemy piece other than the raja.",
                "must not be attacked on the target square",
                "at any moment at which that side's raja is attacked",
                "White: a8 ratha, b8 ashva, c8 gaja, d8 nothing, e8 mantri, f8 gaja",
                "legal only if the mover's own raja is not attacked in the position after the move",
                "There is no double step, no capture en passant and no castling.",
            ][..],
        ),
        ("tr", &["d8 mantri, e8 nothing, f8 nothing, g8 ashva", "The captor wins at once."]),
        ("nl+raja-jump=until-moved+setup=crosswise-mirrored", &["(d1 for White, e8 for Black)"]),
        ("nl+raja-safety=none", &["The raja may jump to an attacked square.", "because there is no mate"]),
        (
            "ar",
            &[
                "The seats play in the order red, black, yellow, green",
                "2 moves boat, 3 moves horse, 4 moves elephant, 5 moves king or pawn",
                "There are 16 ordered rolls.",
                "red: h1 boat, h2 horse, h3 elephant, h4 king, h5 king",
                "boat 2, horse 3, elephant 4, king 5, pawn 1",
                "It captures these three boats",
            ],
        ),
        ("ar+dice=two-six+king-bonus=replaces", &["There are 36 ordered rolls.", "gains 39 points more"]),
    ] {
        let text = out(&["rules", rules]);
        for word in words {
            assert!(text.contains(word), "{rules}: {word:?} is not in {text}");
        }
    }
    assert!(!out(&["rules", "nl+raja-safety=none"]).contains("Mate."));
    for (rules, knobs) in [("nl", 14), ("ar", 16)] {
        let told = json(&["rules", rules, "--format", "json"]);
        assert!(told["basics"]["moves"].as_array().is_some_and(|sentences| sentences.len() > 5));
        assert!(told["basics"]["position_text"].is_array());
        let all = told["knobs"].as_array().expect("knobs");
        assert_eq!(all.len(), knobs);
        assert!(all.iter().all(|knob| knob["in_full"].as_array().is_some_and(|told| !told.is_empty())));
    }
}

/// Checks that the program prints one message with all these words, and exits with code 2.
fn refused(args: &[&str], words: &[&str]) {
    let output = perft(args);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(message.matches("error: ").count(), 1, "{args:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{args:?}: {word:?} is not in {message}");
    }
}

#[test]
fn misuse_is_refused_with_what_is_allowed() {
    for depth in ["-1", "31", "300", "99999999999999999999", "3.5", "1e3", "", "six"] {
        refused(&["count", "nl", depth], &[&format!("'{depth}'"), "whole number from 0 to 30"]);
    }
    refused(&["divide", "nl", "0"], &["'0'", "whole number from 1 to 30"]);
    for threads in ["0", "-1", "1025", "18446744073709551615", "many"] {
        refused(&["count", "nl", "3", "--threads", threads], &["--threads", "whole number from 1 to 1024"]);
    }
    refused(&["count", "nl"], &["<DEPTH>"]);
    refused(&["count", "persian", "3"], &["persian", "presets", "tr-literal", "sjaak"]);
    refused(
        &["count", "nl+elephant=silver", "3"],
        &["unknown knob", "elephant-move", "bare-raja", "column 4"],
    );
    refused(
        &["count", "nl+elephant-move=bishop", "3"],
        &["unknown value", "lame-alfil, dabbaba", "column 18"],
    );
    refused(&["count", "nl+elephant-move", "3"], &["no value", "elephant-move=VALUE"]);
    refused(&["count", "nl+setup=facing+setup=facing", "3"], &["named twice"]);
    refused(&["count", "nl+promotion-barred-files=z", "3"], &["file letters"]);
    refused(&["count", "nl", "3", "--format", "yaml"], &["yaml", "text, json"]);
    refused(&["rules", "persian"], &["persian", "presets"]);
}

#[test]
fn malformed_positions_are_refused_at_their_place() {
    let kings = "8/8/8/8/8/8/4K3 w";
    let long = "8/".repeat(50_000);
    for (fen, places) in [
        (format!("4k3/0/{kings}").replacen("/8/8", "/8", 1), &["row 2, column 1", "'0'", "1 to 8"][..]),
        (format!("4k3/9/{kings}").replacen("/8/8", "/8", 1), &["row 2, column 1", "'9'"]),
        ("4k3/8/8/8/8/8/4K3 w".into(), &["ranks", "8 rows", "7"]),
        ("4k3/8/8/8/8/8/8/8/4K3 w".into(), &["ranks", "8 rows", "9"]),
        (format!("4k3/{kings}").replace(" w", " x"), &["side", "'x'", "w or b"]),
        ("KZ5k/8/8/8/8/8/8/8 w".into(), &["row 1, column 2", "'Z'"]),
        ("4k3/8/8/8/8/8/8/4K3".into(), &["side: missing"]),
        ("".into(), &["ranks: missing"]),
        ("8/8/8/8/8/8/8/8 w".into(), &["both rajas are missing"]),
        ("8/8/8/8/8/8/8/4K3 w".into(), &["the raja of Black is missing"]),
        ("4k3/8/8/8/8/8/8/3KK3 w".into(), &["White has 2 rajas"]),
        ("4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR w".into(), &["White has 9 padatis", "17 pieces"]),
        ("4k3/8/8/8/8/8/8/4K3 w\r\n".into(), &["side, column 2", "'\\r'"]),
        ("4k3/8/8/8/8/8/8/4K3\tw".into(), &["row 8, column 4", "'\\t'"]),
        ("4k3/8/8/8/8/8/8/4K3\u{a0}w".into(), &["row 8, column 4", "'\\u{a0}'"]),
        ("\u{feff}4k3/8/8/8/8/8/8/4K3 w".into(), &["row 1, column 1", "'\\u{feff}'"]),
        (long, &["8 rows", "50001"]),
    ] {
        refused(&["count", "nl", "1", "--fen", &fen], places);
        refused(&["divide", "nl", "1", "--fen", &fen], places);
    }
}

#[cfg(unix)]
#[test]
fn bytes_that_are_not_utf_8_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    command.args(["count", "nl", "1", "--fen"]).arg(OsStr::from_bytes(b"4k3/8/8/8/8/8/8/4K3\xff w"));
    let output = command.output().expect("perft runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("UTF-8"), "{}", text(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for args in [&["count", "nl", "3"][..], &["divide", "nl", "2", "--format", "json"], &["rules"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
        let output = command.args(args).stdout(full).stderr(Stdio::piped()).output().expect("perft runs");
        assert_eq!(output.status.code(), Some(74), "{args:?}");
        assert!(text(&output.stderr).contains("cannot write the output"), "{args:?}");
    }
}

#[cfg(unix)]
fn kill(child: &std::process::Child, signal: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs");
    assert!(status.success());
}

/// A long count under `nohup` outlives its terminal.
#[cfg(unix)]
#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let mut child = Command::new("nohup")
        .args([env!("CARGO_BIN_EXE_perft"), "count", "nl", "7", "--threads", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("nohup runs");
    let mut stdout = child.stdout.take().expect("piped");
    let mut first = [0; 1];
    stdout.read_exact(&mut first).expect("the first row");
    kill(&child, "HUP");
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("all rows");
    assert!(child.wait().expect("it ends").success());
    assert!(rest.contains(" 734932119 "), "{rest}");
}

/// An interrupted count keeps its rows, and reports that it is incomplete.
#[cfg(unix)]
#[test]
fn an_interrupted_count_keeps_its_rows() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args(["count", "nl", "30", "--threads", "1", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("perft runs");
    let mut stdout = child.stdout.take().expect("piped");
    let mut written = Vec::new();
    let mut buffer = [0; 4096];
    while !text(&written).contains("{\"depth\":4") {
        let count = stdout.read(&mut buffer).expect("output");
        assert!(count > 0, "it ended by itself");
        written.extend_from_slice(&buffer[..count]);
    }
    kill(&child, "INT");
    stdout.read_to_end(&mut written).expect("output");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("interrupted"), "{}", text(&output.stderr));
    let counted: serde_json::Value = serde_json::from_slice(&written).expect("whole JSON");
    assert_eq!(counted["complete"], false);
    assert_eq!(counted["depths"][4]["nodes"], 107_539);
}

/// The report of a command that is interrupted after a while. Tries longer and longer waits until the report
/// has something, because the time that takes depends on the machine.
#[cfg(unix)]
fn interrupted(args: &[&str], has_something: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
    for wait in (0..8).map(|power| std::time::Duration::from_millis(300 << power)) {
        let child = Command::new(env!("CARGO_BIN_EXE_perft"))
            .args(args)
            .args(["--threads", "1", "--format", "json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("perft runs");
        std::thread::sleep(wait);
        kill(&child, "INT");
        let output = child.wait_with_output().expect("it ends");
        // An interruption before the handler is installed ends the program at once.
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        if has_something(&report) {
            assert_eq!(output.status.code(), Some(130), "{report}");
            assert!(text(&output.stderr).contains("did not finish"), "{}", text(&output.stderr));
            assert_eq!(report["complete"], false);
            return report;
        }
    }
    panic!("{args:?} had nothing to tell");
}

#[cfg(unix)]
#[test]
fn an_interrupted_divide_lists_the_finished_moves() {
    let report = interrupted(&["divide", "nl", "8", "--no-merge"], |report| {
        report["moves"].as_array().is_some_and(|moves| !moves.is_empty())
    });
    assert!(report["nodes"].is_null() && report["moves"].as_array().is_some_and(|moves| moves.len() < 18));
}

#[cfg(unix)]
#[test]
fn an_interrupted_suite_reports_what_it_recounted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("endless.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1";
    std::fs::write(&file, format!("{start} ;D1 18\n{start} ;D2 324 ;D30 1\n")).expect("a file");
    let report = interrupted(&["suite", "nl", file.to_str().expect("UTF-8")], |report| report["counts"] == 2);
    assert_eq!((&report["nodes"], &report["differences"].as_array().map(Vec::len)), (&342.into(), &Some(0)));
}

#[test]
fn a_suite_is_recounted_and_wrong_counts_are_reported() {
    let folder = std::env::temp_dir().join(format!("perft-suite-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let right = file("right.epd", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 ;D1 4 ;D2 60 ;D3 604\n");
    assert_eq!(out(&["suite", "chesscom", &right]), "1 position, 3 counts, 668 nodes: all agree\n");
    let wrong = file("wrong.epd", "\n4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 ;D1 4 ;D2 61\n");
    let output = perft(&["suite", "chesscom", &wrong]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout)
            .starts_with("line 2: 4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1: depth 2 has 60 nodes, expected 61\n")
    );
    let output = perft(&["suite", "chesscom", &wrong, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["counts"], &report["differences"][0]["counted"]), (&2.into(), &60.into()));
    refused(
        &["suite", "chesscom", &file("bad.epd", "4k3/8/8/8/8/8/8/4K3 w ;D1 x")],
        &["bad.epd: line 1", "D3 8902"],
    );
    refused(&["suite", "chesscom", &file("x.epd", "4k3/8/8/8/8/8/8/4K3 x ;D1 5")], &["x.epd: line 1: side"]);
    refused(&["suite", "chesscom", &file("empty.epd", "")], &["has no positions"]);
    refused(&["suite", "chesscom", "no-such.epd"], &["no-such.epd"]);
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_suite_has_comments_and_semicolons_wherever_they_are_usual() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("usual.epd");
    let text = "# a comment\n   # indented\n\n  4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 ;D1 4 ;D2 60;\r\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("UTF-8");
    assert_eq!(out(&["suite", "chesscom", file]), "1 position, 2 counts, 64 nodes: all agree\n");
}

/// One reason, not one for each field that the other game has not.
#[test]
fn positions_of_the_other_game_are_called_that() {
    let folder = tempfile::tempdir().expect("a folder");
    let suites = concat!(env!("CARGO_MANIFEST_DIR"), "/suites");
    for (rules, suite, other) in [
        ("nl", "ar", "chaturaji"),
        ("tr", "ar-diceless", "chaturaji"),
        ("nl", "al-biruni", "chaturaji"),
        ("nl", "chesscom4", "chaturaji"),
        ("ar", "nl", "chaturanga"),
        ("chesscom4", "chesscom", "chaturanga"),
    ] {
        let file = format!("{suites}/{suite}.epd");
        let words = format!("these are positions of {other}");
        for command in [&["suite", rules, &file][..], &["bench", rules, "--suite", &file]] {
            let output = perft(command);
            let message = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
            assert!(message.contains(&words) && message.lines().count() == 1, "{command:?}: {message}");
        }
        let first = std::fs::read_to_string(&file).expect("a suite");
        let line = first.lines().find(|line| !line.starts_with('#')).expect("a position");
        let fen = line.split(';').next().expect("a position").trim();
        refused(&["count", rules, "1", "--fen", fen], &[&format!("this is a position of {other}")]);
    }
    // What neither game reads is refused for what is wrong with it.
    let file = folder.path().join("neither.epd");
    std::fs::write(&file, "rK,7/8/8/8/8/8/8/7,xK r ;D1 5\n").expect("a file");
    let file = file.to_str().expect("UTF-8");
    refused(&["suite", "nl", file], &["neither.epd: line 1", "row 1, column 3"]);
    refused(&["suite", "ar", file], &["neither.epd: line 1", "row 8, column 2"]);
}

/// A pipe would wait for a writer, and a device has no end.
#[cfg(unix)]
#[test]
fn a_suite_is_a_regular_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.epd");
    let status = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(status.success());
    let (pipe, folder) = (pipe.to_str().expect("UTF-8"), folder.path().to_str().expect("UTF-8"));
    for place in [pipe, folder, "/dev/zero", "/dev/null"] {
        refused(&["suite", "nl", place], &[place, "not a regular file"]);
        refused(&["bench", "nl", "--suite", place], &[place, "not a regular file"]);
    }
    refused(&["suite", "nl", "no-such.epd"], &["no-such.epd: No such file"]);
}

/// Confirmed by two independent generators.
#[test]
fn the_game_for_four_counts_turns_under_ordered_rolls() {
    assert_eq!(nodes(&["ar", "3"]), [1, 219, 48_040, 10_538_266]);
    assert_eq!(nodes(&["ar", "3", "--no-bulk"]), [1, 219, 48_040, 10_538_266]);
    assert_eq!(nodes(&["ar+dice-order=fixed", "1"]), [1, 178]);
    assert_eq!(nodes(&["ar-diceless", "5"]), [1, 9, 81, 729, 6561, 72_090]);
    assert_eq!(nodes(&["ar+dice=none", "5"]), [1, 9, 81, 729, 6561, 72_090]);
    for (roll, counts) in [
        ("3", [1, 3, 657]),
        ("35", [1, 30, 6575]),
        ("53", [1, 30, 6575]),
        ("33", [1, 12, 2629]),
        ("55", [1, 52, 11_495]),
    ] {
        assert_eq!(nodes(&["ar", "2", "--roll", roll]), counts, "{roll}");
    }
    let triumph = "rK,7/8/2,bB,5/3,gB,rB,3/3,yB,gP,3/8/8/7,yK b";
    assert_eq!(nodes(&["ar-diceless", "3", "--fen", triumph]), [1, 4, 24, 93]);
    assert_eq!(nodes(&["ar-diceless+boat-triumph=empty-square", "3", "--fen", triumph]), [1, 4, 28, 112]);
    assert_eq!(nodes(&["ar-diceless+boat-triumph=none", "3", "--fen", triumph]), [1, 4, 28, 112]);
}

#[test]
fn every_seat_has_as_many_first_turns() {
    let start = "bB,bN,bE,bK,2,yP,yB/bP,bP,bP,bP,2,yP,yN/6,yP,yE/6,yP,yK/rK,rP,6/rE,rP,6/rN,rP,2,gP,gP,gP,gP/rB,rP,2,gK,gE,gN,gB";
    for seat in ["r", "b", "y", "g"] {
        let fen = format!("{start} {seat}");
        assert_eq!(nodes(&["ar", "1", "--fen", &fen]), [1, 219], "{seat}");
        // With one die left, the turns are a pass and this many moves.
        for (face, moves) in [("2", 1), ("3", 2), ("4", 0), ("5", 6)] {
            assert_eq!(nodes(&["ar", "1", "--fen", &fen, "--roll", face]), [1, 1 + moves], "{seat} {face}");
        }
    }
}

#[test]
fn expected_numbers_are_exact_fractions() {
    let rows = json(&["count", "ar", "2", "--format", "json"]);
    assert_eq!(rows["game"], "chaturaji");
    let expected: Vec<_> =
        rows["depths"].as_array().expect("depths").iter().map(|row| &row["expected"]).collect();
    assert_eq!(expected, ["1/1", "219/16", "48040/256"]);
    // A ply whose roll is known is not subject to chance.
    let rows = json(&["count", "ar", "2", "--roll", "35", "--format", "json"]);
    assert_eq!(rows["fen"].as_str().map(|fen| fen.contains(" r 35 ")), Some(true));
    assert_eq!(
        (&rows["depths"][1]["expected"], &rows["depths"][2]["expected"]),
        (&"30/1".into(), &"6575/16".into())
    );
    assert!(json(&["count", "ar-diceless", "1", "--format", "json"])["depths"][1]["expected"].is_null());
    assert!(out(&["count", "ar", "1"]).contains("219/16"));
}

#[test]
fn divide_says_how_many_rolls_allow_a_turn() {
    let divided = json(&["divide", "ar", "2", "--format", "json"]);
    let turns = divided["moves"].as_array().expect("turns");
    let of = |name: &str| turns.iter().find(|turn| turn["move"] == name).expect(name);
    assert_eq!((&of("pass")["rolls"], &of("pass")["nodes"]), (&16.into(), &3504.into()));
    assert_eq!(of("a1c3")["rolls"], 7);
    assert_eq!(of("a2c3+b2c2")["rolls"], 2);
    assert_eq!(of("b2c2+b3c3")["rolls"], 1);
    let sum: u64 = turns.iter().map(|turn| turn["nodes"].as_u64().expect("nodes")).sum();
    assert_eq!(sum, 48_040);
    assert!(out(&["divide", "ar", "2"]).contains("\na1c3: 1533 (7 of 16 rolls)\n"));
    assert!(out(&["divide", "ar-diceless", "2"]).starts_with("a1c3: 9\n"));
}

/// Red captures a pawn with the die 4, a king with the die 5, or passes; counted by hand.
#[test]
fn stats_of_the_game_for_four() {
    let row = |fen: &str| {
        json(&["count", "ar", "1", "--fen", fen, "--stats", "--format", "json"])["depths"][1].clone()
    };
    let one = row("8/8/8/8/rE,2,bP,4/rK,bK,6/8/8 r 4");
    // The elephant moves to a5 to a8, b4 or c4, or captures the pawn on d4; its own king is on a3.
    assert_eq!((&one["nodes"], &one["captured_pawns"], &one["passes"]), (&8.into(), &1.into(), &1.into()));
    let king = row("8/8/8/8/rE,2,bP,4/rK,bK,6/8/8 r 5");
    assert_eq!((&king["captured_kings"], &king["bonuses"]), (&1.into(), &0.into()));
    let third = row("8/8/8/8/rE,2,bP,4/rK,bK,6/8/8 r 5 - 0,0,0,0 ry,rg");
    assert_eq!((&third["captured_kings"], &third["bonuses"]), (&1.into(), &1.into()));
    let triumph = row("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 2");
    assert_eq!((&triumph["triumphs"], &triumph["captured_boats"]), (&1.into(), &1.into()));
}

#[test]
fn malformed_rolls_are_refused() {
    for roll in ["1", "6", "335", "x", "", "3-", "3,5"] {
        refused(&["count", "ar", "1", "--roll", roll], &["--roll", "faces from 2 to 5"]);
        if !roll.is_empty() {
            let fen = format!("rK,7/8/8/8/8/8/8/7,yK r {roll}");
            refused(&["count", "ar", "1", "--fen", &fen], &["dice", "faces from 2 to 5"]);
        }
    }
    refused(&["count", "ar-diceless", "1", "--roll", "3"], &["--roll 3", "these rules have no dice"]);
    refused(
        &["count", "ar-diceless", "1", "--fen", "rK,7/8/8/8/8/8/8/7,yK r 3"],
        &["dice: these rules have no dice"],
    );
    refused(&["count", "nl", "1", "--roll", "3"], &["these rules have no dice"]);
    refused(&["count", "ar+dice=three", "1"], &["unknown value", "two, two-six, one, none"]);
    refused(&["count", "ar+horse-move=camel", "1"], &["unknown knob", "boat-triumph"]);
    refused(&["count", "ar+dice=one", "1", "--roll", "35"], &["--roll 35", "these rules have one die"]);
    refused(
        &["count", "ar+dice=one", "1", "--fen", "rK,7/8/8/8/8/8/8/7,yK r 35"],
        &["dice: these rules have one die"],
    );
}

#[test]
fn malformed_positions_of_the_game_for_four_are_refused_at_their_place() {
    for (fen, places) in [
        ("8/8/8/8/8/8/8 r", &["ranks: 8 rows", "not 7"][..]),
        ("rK,7/8/8/8/8/8/8/7,xK r", &["row 8, column 2", "'x'"]),
        ("rK,7/9/8/8/8/8/8/7,yK r", &["row 2, column 1", "'9'"]),
        ("rK,3,4/8/8/8/8/8/8/7,yK r", &["row 1, column 3", "write their sum"]),
        ("rK,6/8/8/8/8/8/8/7,yK r", &["row 1: 8 squares", "not 7"]),
        ("rK,7/8/8/8/8/8/8/7,yK", &["seat: missing"]),
        ("rK,7/8/8/8/8/8/8/7,yK w", &["seat, column 1", "r, b, y or g"]),
        ("rK,7/8/8/8/8/8/8/7,yK r - rP", &["lost, column 1"]),
        ("rK,7/8/8/8/8/8/8/7,yK r - - 0,0,0", &["scores: four numbers", "not 3"]),
        ("rK,7/8/8/8/8/8/8/7,yK r - - 0,0,0,65536", &["scores, column 4", "65535"]),
        ("rK,7/8/8/8/8/8/8/7,yK r - - 0,0,0,0 rr", &["kings, column 1"]),
        ("rK,7/8/8/8/8/8/8/7,yK r - - 0,0,0,0 r+", &["no bonus can have been paid to red"]),
        ("rK,7/8/8/8/8/8/8/7,yK b", &["seat: black cannot play"]),
        ("rP,7/8/8/8/8/8/8/7,yK y", &["a pawn of red on its own back row, a8"]),
        ("rK,7/1,rP,rP,rP,rP,rP,2/8/8/8/8/8/7,yK r", &["red has 5 pawns"]),
        ("rB,rB,rB,rB,rB,rB,rB,rB/rK,7/8/8/8/8/8/7,yK r", &["red has 9 pieces"]),
    ] {
        refused(&["count", "ar", "1", "--fen", fen], places);
    }
}
