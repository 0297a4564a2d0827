//! A damaged suite is detected: a command fails and names what is wrong.

use conformance::{Suite, Tested, corrupted};
use rules_core::{chaturaji, chaturanga};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn suite<R: Tested>() -> Suite<R> {
    Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the suite")
}

/// A copy of the suite that can be damaged.
struct Copy(TempDir);

impl Copy {
    fn new() -> Self {
        let copy = Self(TempDir::new().expect("a folder"));
        for folder in ["cases", "cases/chaturanga", "cases/chaturaji", "sources", "rules"] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let to = copy.0.path().join(folder);
            fs::create_dir_all(&to).expect("a folder");
            for entry in fs::read_dir(from).expect("a folder") {
                let path = entry.expect("a file").path();
                if path.is_file() {
                    fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
                }
            }
        }
        copy
    }

    /// A copy with one file of cases for each game, which is linted in a fraction of the time.
    fn with_cases_of(file: &str) -> Self {
        let copy = Self::new();
        for (game, kept) in [("chaturanga", file), ("chaturaji", "turn.yaml")] {
            for entry in fs::read_dir(copy.0.path().join("cases").join(game)).expect("a folder") {
                let path = entry.expect("a file").path();
                if path.file_name().is_some_and(|name| name != kept) {
                    fs::remove_file(path).expect("a file");
                }
            }
        }
        copy
    }

    fn path(&self, file: &str) -> std::path::PathBuf {
        self.0.path().join("cases/chaturanga").join(file)
    }

    fn replace(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(file)).expect("the cases");
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(self.path(file), text.replacen(old, new, 1)).expect("the cases");
    }

    fn conformance(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformance"));
        command.args(args).arg("--suite").arg(self.0.path()).output().expect("the program starts")
    }

    /// Returns the exit code and everything that was printed.
    fn prints(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.conformance(args);
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).expect("UTF-8"))
    }

    fn json(&self, args: &[&str]) -> serde_json::Value {
        let output = self.conformance(&[args, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    fn fails(&self, args: &[&str], code: i32, words: &[&str]) {
        let (status, said) = self.prints(args);
        assert_eq!(status, Some(code), "{args:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{args:?}: {word:?} is not in {said}");
        }
    }
}

#[test]
fn the_suite_holds_and_is_in_order() {
    let copy = Copy::new();
    for (args, words) in [(&["run"][..], "all hold"), (&["lint", "--seed", "1"], "no faults")] {
        let (status, said) = copy.prints(args);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_run_is_reported_in_json() {
    let output = Copy::new().conformance(&["run", "elephant", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report["cases"].as_u64() > Some(10));
    assert_eq!(report["failures"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_removed_case_is_named() {
    let copy = Copy::with_cases_of("elephant.yaml");
    let text = fs::read_to_string(copy.path("elephant.yaml")).expect("the cases");
    let cases: Vec<&str> = text.split("- id:").skip(1).collect();
    for removed in (0..cases.len()).step_by(5) {
        let rest: String = (0..cases.len())
            .filter(|&index| index != removed)
            .map(|index| format!("- id:{}", cases[index]))
            .collect();
        fs::write(copy.path("elephant.yaml"), rest).expect("the cases");
        let id = cases[removed].lines().next().expect("an id").trim();
        copy.fails(&["lint"], 1, &[&format!("chaturanga/elephant/{id} is listed but does not exist")]);
    }
}

#[test]
fn an_unlisted_case_is_named() {
    let copy = Copy::with_cases_of("elephant.yaml");
    copy.replace("elephant.yaml", "- id: ", "- id: new-");
    copy.fails(&["lint"], 1, &["chaturanga/elephant/new-", "is not listed"]);
}

#[test]
fn a_failure_shows_place_board_and_difference() {
    let copy = Copy::new();
    copy.replace("elephant.yaml", "[b2, b6, f2, f6]", "[b2, b6, f2, d4]");
    copy.fails(
        &["run"],
        1,
        &[
            "FAILED chaturanga/elephant/centre",
            "elephant.yaml:1",
            "by the fast generator",
            "by the slow generator",
            "4 . . . B . . . .",
            "moves from d4: missing d4; extra f6",
            "runs failed",
        ],
    );
}

#[test]
fn a_flipped_knob_is_noticed() {
    let copy = Copy::new();
    copy.replace("elephant.yaml", "dabbaba: {", "silver: {");
    copy.fails(&["run"], 2, &["elephant.yaml:10: duplicate key `silver`"]);
    let copy = Copy::new();
    copy.replace("check.yaml", "raja-safety: all-moves", "raja-safety: none");
    let (run, said) = copy.prints(&["run", "check"]);
    assert!(run == Some(1) && said.contains("chaturanga/check/"), "{said}");
}

#[test]
fn a_knob_that_matters_without_being_named_is_found() {
    // One copy with all three faults, because a lint of the whole suite takes long.
    let copy = Copy::new();
    copy.replace("promotion-piece.yaml", "promotion-barred-files.a: open, ", "");
    copy.replace("check.yaml", "given: { raja-safety: all-moves }", "given: {}");
    copy.replace("check.yaml", "raja-safety: all-moves", "raja-safety: all-moves, stalemate: wins");
    let words = [
        "chaturanga/promotion-piece/",
        "promotion-barred-files.a affects this case",
        "chaturanga/check/",
        "does not hold",
        "stalemate is pinned but has no effect",
    ];
    copy.fails(&["lint"], 1, &words);
}

#[test]
fn faults_of_writing_are_refused_with_their_place() {
    let first = "- id: centre\n";
    for (old, new, code, words) in [
        ("  vary:", "  varry:", 2, &["elephant.yaml:", "unknown field `varry`", " vary,"][..]),
        ("{ from:", "{ form:", 2, &["elephant.yaml:", "unknown field `form`", "expected one of moves, from"]),
        ("  title:", "  title: twice\n  title:", 2, &["elephant.yaml:", "duplicate key `title`"]),
        ("    dabbaba:", "    dababa:", 2, &["elephant.yaml:1: centre", "unknown value dababa", "silver"]),
        (
            "    dabbaba: {",
            "    silver: {}\n    dabbaba: {",
            2,
            &["elephant.yaml:", "duplicate key `silver`"],
        ),
        (
            "vary: elephant-move",
            "vary: elephant",
            2,
            &["elephant.yaml:1: centre", "unknown knob elephant", "bare-raja"],
        ),
        (
            "  vary:",
            "  given: { horse-move: bishop }\n  vary:",
            2,
            &["unknown value bishop", "knight, camel"],
        ),
        (
            "  vary:",
            "  given: { elephant-move: alfil }\n  vary:",
            2,
            &["elephant-move is both given and varied"],
        ),
        ("{ from: { d4: [b4, d2, d6, f4] } }", "{}", 2, &["dabbaba is empty"]),
        (first, "- id: centre\n  position: x\n", 2, &["duplicate key `position`"]),
        ("  sources:", "  sources: [nl.elephant.fly]\n  rules:", 2, &["unknown field `rules`"]),
        ("[nl.elephant.move,", "[nl.elephant.fly,", 1, &["unknown statement nl.elephant.fly"]),
        ("rule: elephant-move", "rule: elephants", 1, &["unknown rule elephants"]),
        ("the gaja has", "the gaja should have", 1, &["does not state a fact"]),
        ("d4: [b2,", "d9: [b2,", 1, &["d9 is not a square"]),
        ("[b2, b6,", "[b2, b2, b6,", 1, &["[b2, b2, b6, f2, f6] contains a duplicate"]),
        ("[b2, b6,", "[e, b6,", 1, &["d4e is not a valid ply"]),
    ] {
        let copy = Copy::with_cases_of("elephant.yaml");
        copy.replace("elephant.yaml", old, new);
        copy.fails(&["lint"], code, words);
    }
}

/// Files that would cost the parser too much time or memory, and files that are not cases.
#[test]
fn files_that_are_not_cases_are_refused_at_once() {
    for (text, words) in [
        (String::new(), "empty.yaml:1"),
        ("[]\n".to_owned(), "0 cases"),
        ("[".repeat(80_000), "empty.yaml:1: nested deeper than"),
        ("- id: &a x\n  title: *a\n".to_owned(), "empty.yaml:1: anchors and aliases"),
        ("\u{0}".to_owned(), "empty.yaml:"),
    ] {
        let copy = Copy::new();
        fs::write(copy.path("empty.yaml"), text).expect("a file");
        copy.fails(&["run"], 2, &[words]);
        copy.fails(&["lint"], 2, &[words]);
    }
    let copy = Copy::new();
    let large = fs::File::create(copy.path("large.yaml")).expect("a file");
    large.set_len(100 << 20).expect("100 MB");
    copy.fails(&["run"], 2, &["large.yaml: longer than the limit"]);
    let copy = Copy::new();
    fs::write(copy.path("notes.md"), "# notes").expect("a file");
    copy.fails(&["run"], 2, &["notes.md: only .yaml files"]);
    let copy = Copy::new();
    fs::write(copy.path("bytes.yaml"), b"\xff\xfe").expect("a file");
    copy.fails(&["run"], 2, &["bytes.yaml: not UTF-8"]);
}

/// A key without a value would claim less than it seems to, or nothing.
#[test]
fn a_key_without_a_value_is_refused_with_its_line() {
    for key in [
        "moves",
        "from",
        "legal",
        "illegal",
        "rolls",
        "text",
        "check",
        "outcome",
        "perft",
        "refused",
        "from: { c2",
    ] {
        for value in ["", " ~", " null", " # [e2e3]"] {
            let end = if key.contains('{') { "\n    }" } else { "" };
            let claim = format!("\n      {key}:{value}{end}\n    x: {{");
            let copy = Copy::with_cases_of("elephant.yaml");
            copy.replace("elephant.yaml", "{ from: { d4: [b4, d2, d6, f4] } }\n", &claim);
            let (status, said) = copy.prints(&["run"]);
            assert_eq!(status, Some(2), "{claim}: {said}");
            let line = said.split("elephant.yaml:").nth(1).and_then(|rest| rest.split(':').next());
            assert!(matches!(line, Some("9" | "10")), "{claim}: {said}");
        }
    }
    for key in ["sources", "line", "given", "expect", "title", "rule", "position"] {
        let copy = Copy::with_cases_of("elephant.yaml");
        copy.replace("elephant.yaml", "- id: centre\n", &format!("- id: centre\n  {key}:\n- id: next\n"));
        copy.fails(&["run"], 2, &["elephant.yaml:2: "]);
    }
}

/// Names that nothing would read, and ids that would be paths.
#[test]
fn misspelt_names_are_refused() {
    for (from, to, words) in [
        ("cases/chaturanga", "cases/chaturnga", "cases/chaturnga: only chaturanga, chaturanga.txt, "),
        ("cases/chaturaji", "cases/Chaturaji", "cases/Chaturaji: only chaturanga, "),
        ("cases/chaturaji.txt", "cases/chaturaji.text", "cases/chaturaji.text: only chaturanga, "),
        ("rules/chaturaji.yaml", "rules/chaturaji.yml", "rules/chaturaji.yml: only chaturanga.yaml, "),
        ("sources/nl.yaml", "sources/nl.yml", "sources/nl.yml: only .yaml files"),
        ("sources", "source", "sources: No such file"),
        (
            "cases/chaturanga/elephant.yaml",
            "cases/chaturanga/E .yaml",
            "E .yaml:1: the name of the file: the id",
        ),
    ] {
        let copy = Copy::new();
        fs::rename(copy.0.path().join(from), copy.0.path().join(to)).expect("a new name");
        copy.fails(&["run"], 2, &[words]);
    }
    let copy = Copy::new();
    fs::create_dir(copy.0.path().join("cases/chaturanja")).expect("a folder");
    copy.fails(&["run", "elephant"], 2, &["cases/chaturanja: only chaturanga, "]);
    for (file, old, new, line) in [
        ("cases/chaturanga/elephant.yaml", "- id: centre", "- id: ../x", 1),
        ("cases/chaturanga/elephant.yaml", "- id: centre", "- id: x.y", 1),
        ("sources/nl.yaml", "id: nl\n", "id: ../x\n", 1),
        ("sources/nl.yaml", "- id: nl.elephant.leap", "- id: nl/../../x", 0),
        ("sources/nl.yaml", "game: chaturanga", "game: chaturnga", 0),
        ("rules/chaturanga.yaml", "- id: elephant-move", "- id: ..", 0),
    ] {
        let copy = Copy::new();
        let path = copy.0.path().join(file);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(&path, text.replacen(old, new, 1)).expect("a file");
        let line = if line > 0 {
            line
        } else {
            text[..text.find(old).unwrap_or_default()].matches('\n').count() + 1
        };
        let name = file.rsplit('/').next().unwrap_or_default();
        copy.fails(&["run"], 2, &[&format!("{name}:{line}: ")]);
        copy.fails(&["report", "--out", "no-such-report"], 2, &[&format!("{name}:{line}: ")]);
    }
}

/// A pipe without a writer would wait for ever, and a device has no end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_among_the_files_are_refused() {
    for file in [
        "cases/chaturanga/pipe.yaml",
        "cases/chaturanga.txt",
        "sources/pipe.yaml",
        "rules/chaturanga.yaml",
        "rules/chaturaji.yaml",
        "expectations/pipe.yaml",
    ] {
        for is_device in [false, true] {
            let copy = Copy::with_cases_of("elephant.yaml");
            let path = copy.0.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            let _ = fs::remove_file(&path);
            if is_device {
                std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
            } else {
                assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
            }
            let command = if file.starts_with("expectations") { "lint" } else { "run" };
            let words = format!("{}: not a regular file", path.display());
            copy.fails(&[command], 2, &[&words]);
        }
    }
}

#[test]
fn a_filter_that_matches_nothing_is_misuse() {
    Copy::new().fails(&["run", "no-such-case"], 2, &["no case has \"no-such-case\" in its name"]);
    let nowhere = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["run", "--suite", "no-such-folder"])
        .output()
        .expect("the program starts");
    assert_eq!(nowhere.status.code(), Some(2));
}

/// Every case fails if any single detail of its expectations is changed.
#[test]
fn every_expectation_can_fail() {
    every_expectation_of::<chaturanga::Rules>();
    every_expectation_of::<chaturaji::Rules>();
}

fn every_expectation_of<R: Tested>() {
    let suite = suite::<R>();
    let (count, unnoticed) = corrupted(&suite);
    assert!(count > suite.cases.len() && unnoticed.is_empty(), "{count}: {unnoticed:?}");
}

#[test]
fn gaps_in_the_sources_are_faults() {
    for (file, old, new, words) in [
        (
            "sources/nl.yaml",
            "  - id: nl.elephant.leap\n",
            "  - id: nl.elephant.jump\n",
            &["unknown statement nl.elephant.leap"][..],
        ),
        (
            "sources/nl.yaml",
            "  - id: nl.horse.leap\n",
            "  - id: nl.elephant.leap\n",
            &["the statement nl.elephant.leap is repeated"],
        ),
        (
            "sources/nl.yaml",
            "value: crosswise",
            "value: sideways",
            &["setup=sideways is not a value of a knob"],
        ),
        (
            "sources/nl.yaml",
            "  - id: nl.board.crosses\n",
            "  - id: nl.board.other\n",
            &["statement nl.board.crosses is listed but does not exist"],
        ),
        (
            "sources/ludii-chaturaji.yaml",
            "{ id: ludii-chaturaji,",
            "{ id: other,",
            &["reading ludii-chaturaji is listed but does not exist"],
        ),
        ("sources/nl.yaml", "rules: nl", "rules: tr", &["no source lists the preset nl as a reading"]),
        (
            "sources/tr.yaml",
            "knob: bare-raja",
            "knob: stalemate-test",
            &[
                "stalemate-test=plays-on is not a value",
                "nothing supports bare-raja=plays-on of the reading tr",
            ],
        ),
        (
            "rules/chaturanga.yaml",
            "- id: elephant-move\n",
            "- id: elephants\n",
            &["the knob elephant-move has no entry", "no case is about elephants"],
        ),
    ] {
        let copy = Copy::with_cases_of("elephant.yaml");
        let path = copy.0.path().join(file);
        let text = fs::read_to_string(&path).expect("the sources");
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(&path, text.replacen(old, new, 1)).expect("the sources");
        copy.fails(&["lint"], 1, words);
    }
}

/// Without the cases of one knob, its mutants survive and are named.
#[test]
fn a_mutant_that_no_case_notices_is_named() {
    let copy = Copy::new();
    let (status, said) = copy.prints(&["mutate"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains(" 0 alive"), "{said}");
    for file in fs::read_dir(copy.path("")).expect("the cases") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("the cases");
        let kept: String = text
            .split("- id:")
            .skip(1)
            .filter(|case| !case.contains("promotion-barred-files"))
            .map(|case| format!("- id:{case}"))
            .collect();
        if kept.is_empty() {
            fs::remove_file(&path).expect("a file")
        } else {
            fs::write(&path, kept).expect("the cases")
        }
    }
    let (status, said) = copy.prints(&["mutate"]);
    assert_eq!(status, Some(1), "{said}");
    let alive: Vec<&str> = said.lines().filter(|line| line.contains("ALIVE")).collect();
    assert!(alive.iter().any(|line| line.contains("promotion-barred-files.a")), "{alive:?}");
}

#[test]
fn readings_are_compared_with_witnesses() {
    let copy = Copy::new();
    for (args, words) in [
        (
            ["compare", "nl", "tr"],
            &[
                "differ in 5 points",
                "nl.promotion.by-square (explicit)",
                "\npromotion-barred-files: none in nl, ef in tr\n  e open in nl, ",
                "\n  f barred in tr, explicit: tr.promotion.barred-files (explicit)",
                "legal only with none: ",
                "diverge at depth 4: 107539 and 107627",
            ][..],
        ),
        (
            ["compare", "tr", "tr-literal"],
            &["horse-move: knight in tr, camel in tr-literal", "diverge at depth 1: 18 and 14"],
        ),
        (
            ["compare", "nl", "sjaak"],
            &[
                "raja-jump: until-checked in nl, until-moved in sjaak",
                "diverge at depth 5: 2022995 and 2018140",
            ],
        ),
        (["compare", "nl", "nl"], &["differ in 0 points"]),
        (
            ["compare", "ar", "ar+boat-triumph=none"],
            &[
                "differ in 1 point.",
                "boat-triumph: any-square in ar, none in",
                "ar.triumph.definition",
                "They agree: setup=right-handed, ",
            ],
        ),
    ] {
        let (status, said) = copy.prints(&args);
        assert_eq!(status, Some(0), "{said}");
        for word in words {
            assert!(said.contains(word), "{args:?}: {word:?} is not in {said}");
        }
    }
    copy.fails(
        &["compare", "nl", "ar"],
        2,
        &["are not both readings or rulesets of the same game", "tr-literal", "ludii-chaturaji"],
    );
    let report = copy.json(&["compare", "nl", "tr"]);
    let knobs = report["knobs"].as_array().expect("knobs");
    assert_eq!(knobs.len(), 5);
    assert!(knobs.iter().all(|knob| knob["witness"].is_object() && knob["effect"] == "shown"));
    let barred = knobs.iter().find(|knob| knob["knob"] == "promotion-barred-files").expect("the knob");
    assert_eq!(barred["values"], serde_json::json!(["none", "ef"]));
    let parts = barred["parts"].as_array().expect("parts");
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[1]["knob"], "promotion-barred-files.f");
    assert_eq!(parts[1]["standings"][1]["how"], "explicit");
}

/// Two sources: each states the order of turns, one says where the boats stand, and their readings differ on
/// the bonus, of which neither says anything.
const TWO_SOURCES: [(&str, &str); 2] = [
    (
        "first",
        "id: first
title: First
language: English
game: chaturaji
secondary: true
readings:
  - { id: first, rules: ar+setup=left-handed+king-bonus=none }
statements:
  - id: first.array
    place: one
    says: The boats stand at the left hand.
    supports:
      - { knob: setup, value: left-handed, how: explicit }
  - id: first.order
    place: two
    says: Black plays after red.
    supports:
      - { knob: turn-order, value: clockwise, how: inferred }
silent:
  - { knob: dice, value: two, why: The source does not mention dice. }
",
    ),
    (
        "second",
        "id: second
title: Second
language: English
game: chaturaji
secondary: true
readings:
  - { id: second, rules: ar }
statements:
  - id: second.order
    place: one
    says: They play clockwise.
    supports:
      - { knob: turn-order, value: clockwise, how: explicit }
  - id: second.elephant
    place: two
    says: The elephant does not move like a bishop, but like the ratha.
    supports:
      - { knob: elephant-move, value: rook, how: explicit }
",
    ),
];

#[test]
fn what_a_reading_inherits_is_told_from_what_its_source_states() {
    let copy = Copy::new();
    for (name, text) in TWO_SOURCES {
        fs::write(copy.0.path().join("sources").join(format!("{name}.yaml")), text).expect("a source");
    }
    let (status, said) = copy.prints(&["compare", "first", "second"]);
    assert_eq!(status, Some(0), "{said}");
    for words in [
        "\n  left-handed in first, explicit: ",
        "\n  right-handed in second, inherited from ar: ",
        "\n  none in first, not stated: ",
        "\n  added in second, inherited from ar: ",
        "\nThey agree, and both sources support it: turn-order=clockwise\n",
        "\nThey agree, and only the source of second supports it: elephant-move=rook\n",
        "\nBoth sources leave open:\n  boat-move: alfil in first, inherited from ar; alfil in second, inherited from ar\n",
        "\n  dice: two in first, assumed; two in second, inherited from ar\n",
        "\n  king-bonus: none in first, not stated; added in second, inherited from ar\n",
    ] {
        assert!(said.contains(words), "{words:?} is not in {said}");
    }
    let report = copy.json(&["compare", "first", "second"]);
    let standing = |knob: usize, side: usize| &report["knobs"][knob]["parts"][0]["standings"][side];
    assert_eq!(*standing(0, 1), serde_json::json!({ "how": "inherited", "preset": "ar" }));
    assert_eq!(*standing(1, 0), serde_json::json!({ "how": "not-stated", "preset": null }));
    assert_eq!(report["agreed"][0]["knob"], "turn-order");
    assert_eq!(report["agreed"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["stated_by_one"][1][0]["knob"], "elephant-move");
    let open = report["open"].as_array().expect("open knobs");
    assert!(open.iter().any(|knob| knob["knob"] == "dice" && knob["standings"][0]["how"] == "assumed"));
}

#[test]
fn mirror_images_are_the_same_game() {
    let copy = Copy::new();
    for [a, b, mirrored] in [
        ["ar", "ar+setup=left-handed+turn-order=counter-clockwise", "ranks 1 and 8"],
        ["nl", "nl+setup=crosswise-mirrored", "files a and h"],
        ["tr", "tr+setup=facing-mirrored+promotion-barred-files=cd", "files a and h"],
    ] {
        let (status, said) = copy.prints(&["compare", a, b]);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains(&format!("They are the same game up to reflection: the {mirrored}")), "{said}");
        assert!(said.contains("makes no difference in play"), "{said}");
        assert!(!said.contains("legal only with") && said.contains("agree to depth"), "{said}");
        assert_eq!(copy.json(&["compare", a, b])["relation"], "reflected");
    }
    let said = copy.prints(&["compare", "chesscom", "shatranj"]).1;
    assert!(said.contains("change places) they differ in 1 point: bare-raja.\n"), "{said}");
    assert_eq!(said.matches("makes no difference in play").count(), 1, "{said}");
    // Half of the reflection is another game.
    let said = copy.prints(&["compare", "ar", "ar+setup=left-handed"]).1;
    assert!(said.contains("legal only with left-handed") && !said.contains("reflection"), "{said}");
    let said = copy.prints(&["compare", "chesscom", "chesscom+raja-jump-capture=none"]).1;
    assert!(said.contains("They are the same game: no difference has an effect."), "{said}");
}

#[test]
fn rules_statements_and_cases_are_explained() {
    let copy = Copy::new();
    for (id, words) in [
        (
            "elephant-move",
            &["elephant-move = lame-alfil", "nl.elephant.leap (explicit)", "case chaturanga/elephant/centre"]
                [..],
        ),
        ("nl.elephant.leap", &["Dutch", "elephant-move = alfil, explicit"]),
        ("chaturanga/elephant/centre", &["rule elephant-move", "moves from d4: b2 b6 f2 f6"]),
        ("boat-triumph", &["ar.triumph.definition"]),
    ] {
        let (status, said) = copy.prints(&["explain", id]);
        assert_eq!(status, Some(0), "{said}");
        for word in words {
            assert!(said.contains(word), "{id}: {word:?} is not in {said}");
        }
    }
    copy.fails(&["explain", "nothing"], 2, &["there is no rule, statement or case nothing"]);
}
