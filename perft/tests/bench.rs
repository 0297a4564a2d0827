//! `perft bench` from the command line. Checks that all methods give the same counts, not how fast they are.

use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn bench(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    command.arg("bench").args(args);
    command
}

fn output(args: &[&str]) -> Output {
    bench(args).output().expect("perft runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn out(args: &[&str]) -> String {
    let output = output(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?}: only results when piped");
    text(&output.stdout)
}

/// The rows of the shortest measurement.
fn rows(args: &[&str]) -> Vec<Value> {
    let report = out(&[args, &["--time", "1", "--repeat", "2", "--format", "json"]].concat());
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["complete"], true);
    assert_eq!(report["rules"], args[0]);
    report["rows"].as_array().expect("rows").clone()
}

/// Returns a counting method: bulk, threads and hash.
fn way(row: &Value) -> (&str, u64, u64) {
    let number = |key: &str| row[key].as_u64().expect("a number");
    (row["bulk"].as_str().expect("a path"), number("threads"), number("hash"))
}

fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

#[test]
fn every_way_counts_the_same_leaves_to_the_same_depth() {
    for rules in ["nl", "tr-literal", "ar", "ar-diceless"] {
        let rows = rows(&[rules, "--threads", "2", "--hash", "1"]);
        for (name, positions) in [("start", 1), ("played", 20)] {
            let rows: Vec<&Value> = rows.iter().filter(|row| row["workload"] == name).collect();
            let ways: Vec<_> = rows.iter().map(|row| way(row)).collect();
            let mut expected = vec![
                ("two", 1, 0),
                ("one", 1, 0),
                ("none", 1, 0),
                ("two", 2, 0),
                ("two", 1, 1),
                ("two", 2, 1),
            ];
            expected.retain(|(_, threads, _)| *threads <= cores());
            assert_eq!(ways, expected, "{rules}");
            for row in &rows {
                assert_eq!(row["positions"], positions, "{rules}");
                assert_eq!(
                    (&row["depth"], &row["leaves"]),
                    (&rows[0]["depth"], &rows[0]["leaves"]),
                    "{rules}"
                );
                assert_eq!(row["seconds"].as_array().map(Vec::len), Some(2), "{rules}");
                assert!(row["leaves_per_second"].as_f64().is_some_and(|rate| rate > 0.0), "{rules}");
            }
        }
    }
}

#[test]
fn leaves_are_those_of_count() {
    for row in rows(&["chesscom", "--threads", "1", "--hash", "0", "--no-made"]) {
        assert!(["two", "one"].contains(&way(&row).0));
        if row["workload"] == "start" {
            let depth = row["depth"].as_u64().expect("a depth") as usize;
            let known = ["1", "16", "256", "4176", "68122", "1164248", "19864709", "357218656"];
            assert_eq!(row["leaves"], known[depth]);
        }
    }
}

#[test]
fn ways_that_are_the_same_are_measured_once() {
    let rows = rows(&["nl", "--threads", "1", "--hash", "0"]);
    assert_eq!(rows.iter().map(way).collect::<Vec<_>>()[..3], [("two", 1, 0), ("one", 1, 0), ("none", 1, 0)]);
    assert_eq!(rows.len(), 6);
}

/// A file allows several rulesets to be measured on the same positions.
#[test]
fn positions_can_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.epd");
    std::fs::write(&file, "4r2k/8/8/8/8/8/4R3/4K3 w ;D1 10\n4k3/3p4/2B5/8/8/8/8/4K2R b ;D1 5\n")
        .expect("written");
    let file = file.to_str().expect("UTF-8");
    let ways = ["--threads", "1", "--hash", "0", "--suite", file];
    for rules in ["nl", "tr"] {
        let rows = rows(&[&[rules], &ways[..]].concat());
        assert!(
            rows.len() == 3 && rows.iter().all(|row| row["workload"] == "suite" && row["positions"] == 2)
        );
    }
    let table = out(&[&["nl", "--time", "1", "--repeat", "1"], &ways[..]].concat());
    assert!(table.starts_with("nl\n\nsuite: 2 positions to depth "), "{table}");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let head = ["bulk", "threads", "hash", "MiB", "median", "s", "spread", "rate", "ratio"];
    assert!(table.lines().any(|line| words(line) == head), "{table}");
    for words in ["\n  two ", "\n  none "] {
        assert!(table.contains(words), "{table}");
    }
}

/// Positions in which the game is over have no leaves, and no leaves have no rate.
#[test]
fn where_nothing_is_counted_there_is_no_rate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("over.epd");
    std::fs::write(&file, "7k/5K2/6Q1/8/8/8/8/8 b ;D1 0\n").expect("written");
    let ways = ["--hash", "1", "--suite", file.to_str().expect("UTF-8")];
    let rows = rows(&[&["chesscom"], &ways[..]].concat());
    assert!(rows.len() >= 4);
    for row in &rows {
        assert_eq!((&row["leaves"], &row["depth"]), (&"0".into(), &1.into()), "{row}");
        assert!(row["leaves_per_second"].is_null() && row["ratio"].is_null(), "{row}");
    }
    let table = out(&[&["chesscom", "--time", "1", "--repeat", "1"], &ways[..]].concat());
    assert!(table.contains("\n  no rate: every game is over before this depth\n"), "{table}");
    for words in ["NaN", "inf", "nps"] {
        assert!(!table.contains(words), "{table}");
    }
}

/// A row with a table counts leaves that it does not visit.
#[test]
fn rates_with_a_table_are_labelled() {
    let table = out(&["nl", "--time", "1", "--repeat", "1", "--threads", "1", "--hash", "1", "--no-made"]);
    let rows = table.lines().filter(|line| line.starts_with("  two") || line.starts_with("  one"));
    for row in rows {
        let hash = row.split_whitespace().nth(2).expect("a column");
        assert_eq!(row.ends_with("  effective"), hash == "1", "{table}");
    }
}

#[test]
fn no_more_threads_are_measured_than_there_are_cores() {
    let rows = rows(&["nl", "--threads", "1000", "--hash", "0", "--no-made"]);
    assert!(rows.iter().all(|row| way(row).1 <= cores()), "{rows:?}");
}

/// This program as an engine.
fn engine(rules: &str) -> String {
    shlex::try_join([env!("CARGO_BIN_EXE_perft"), "uci", rules]).expect("a command")
}

#[test]
fn an_engine_is_measured_on_the_same_positions_and_is_the_unit() {
    for rules in ["tr", "ar-diceless"] {
        let rows = rows(&[rules, "--threads", "1", "--hash", "0", "--against", &engine(rules)]);
        let is_engine = |row: &&Value| row["engine"].is_string();
        assert_eq!(rows.iter().filter(is_engine).count(), 2, "one for each group of positions");
        for engine in rows.iter().filter(is_engine) {
            for unknown in ["bulk", "threads", "hash"] {
                assert!(engine[unknown].is_null(), "{unknown}");
            }
            assert_eq!(engine["ratio"], 1.0);
            for row in rows.iter().filter(|row| row["workload"] == engine["workload"]) {
                assert_eq!((&row["depth"], &row["leaves"]), (&engine["depth"], &engine["leaves"]));
                let rate = |row: &Value| row["leaves_per_second"].as_f64().expect("a rate");
                let ratio = row["ratio"].as_f64().expect("a ratio");
                assert!((ratio * rate(engine) / rate(row) - 1.0).abs() < 1e-9);
            }
        }
    }
    let table = out(&["nl", "--time", "1", "--repeat", "1", "--threads", "1", "--against", &engine("nl")]);
    let unknown = table.lines().find(|line| line.contains("uci nl")).expect("the engine has a row");
    assert_eq!(unknown.split_whitespace().take(3).collect::<Vec<_>>(), ["?"; 3], "{table}");
}

/// The ratio of the speeds of two different games means nothing.
#[test]
fn an_engine_that_counts_differently_is_not_measured() {
    let engine = engine("tr-literal");
    let output = output(&["tr", "--time", "1", "--against", &engine, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with("start, depth 1: ") && said.contains("perft against"), "{said}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["complete"], &report["rows"]), (&Value::from(false), &Value::from(Vec::<u8>::new())));
}

#[test]
#[cfg(unix)]
fn a_failing_engine_is_distinguished_from_misuse() {
    let engine = engine("nl");
    for (against, code, words) in [
        (&["--against", "true"][..], 3, "ended"),
        (&["--against", "no-such-program"], 3, "no-such-program"),
        (&["--against", &engine, "--variant", "chess"], 2, "chess"),
        (&["--against", &engine, "--option", "Threads"], 2, "NAME=VALUE"),
        (&["--against", &engine, "--dialect", "sjaak", "--timeout", "1"], 3, "did not answer"),
        (&["--variant", "nl"], 2, "--against"),
        (&["--timeout", "5"], 2, "--against"),
    ] {
        let output = output(&[&["nl", "--time", "1"], against].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{against:?}: {said}");
        assert!(output.stdout.is_empty() && said.contains(words), "{against:?}: {said}");
    }
}

#[test]
fn misuse_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.epd");
    std::fs::write(&file, "\n4k3/8/8/8/8/8/8/8 w ;D1 5\n").expect("written");
    let file = file.to_str().expect("UTF-8");
    for (args, words) in [
        (vec!["persian"], "RULES"),
        (vec!["nl", "--repeat", "0"], "--repeat"),
        (vec!["nl", "--time", "-1"], "--time"),
        (vec!["nl", "--threads", "0"], "--threads"),
        (vec!["nl", "--suite", "no-such.epd"], "no-such.epd"),
        (vec!["nl", "--suite", file], "bad.epd: line 2"),
    ] {
        let output = output(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(text(&output.stderr).contains(words), "{args:?}: {}", text(&output.stderr));
    }
}

/// An interrupted measurement prints what it has. Tries longer and longer waits, because the time until the
/// first measurement depends on the machine.
#[test]
#[cfg(unix)]
fn an_interrupted_measurement_prints_what_it_has() {
    for wait in (0..8).map(|power| Duration::from_millis(500 << power)) {
        let child = bench(&[
            "nl",
            "--time",
            "1",
            "--repeat",
            "1000",
            "--threads",
            "1",
            "--hash",
            "0",
            "--format",
            "json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("perft runs");
        std::thread::sleep(wait);
        let status =
            Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(status.success());
        let output = child.wait_with_output().expect("it ends");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        if report["rows"].as_array().is_some_and(|rows| !rows.is_empty()) {
            assert_eq!(output.status.code(), Some(130));
            assert!(
                text(&output.stderr).contains("not all measurements were completed"),
                "{}",
                text(&output.stderr)
            );
            assert_eq!(report["complete"], false);
            return;
        }
    }
    panic!("nothing was measured before it was interrupted");
}
