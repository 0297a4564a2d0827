//! Independent engines: Debian's `fairy-stockfish` and `sjaakii`. If one is not installed, its tests are
//! reported as ignored, never as passed. The variables `FAIRY_STOCKFISH` and `SJAAKII` name programs in other
//! places.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Deliberately wrong definitions for Fairy-Stockfish, as settings on top of its own `shatranj`, with the
/// flips that they amount to.
const WRONG: [(&str, &str, &[&str]); 4] = [
    ("lame", "alfil = -\nelephant = b", &["elephant-move=lame-alfil"]),
    ("optional", "mandatoryPawnPromotion = false", &["promotion-choice=optional"]),
    ("silver", "alfil = -\nsilver = b", &["elephant-move=silver"]),
    (
        "both",
        "alfil = -\nelephant = b\nmandatoryPawnPromotion = false",
        &["elephant-move=lame-alfil", "promotion-choice=optional"],
    ),
];

/// There is no mate, and a side without a king has lost.
const KINGLESS: &str = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionClaim = false\n\
    extinctionPieceTypes = k\nextinctionPieceCount = 0\nextinctionOpponentPieceCount = 0";

/// Tells Sjaak II to play the preset `sjaak` with a camel for the horse and without the jump.
const CAMEL: &str = r#"Variant: camel
Board: 8x8
FEN: "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR w -"
XBoard pieces: "PN.R.FEKpn.r.fek"
XBoard parent: "shatranj"
Zone: last8 = a8,b8,c8,d8,e8,f8,g8,h8
Zone: last1 = a1,b1,c1,d1,e1,f1,g1,h1
Piece: Knight
Move: leap (3,1)
Symbol: "N", "N,n"
Piece: Elephant
Move: leap (2,2)
Symbol: "E", "E,e"
Piece: Rook
Move: slide (H,V)
Symbol: "R", "R,r"
Piece: Ferz
Move: leap (1,1)
Symbol: "F", "F,f"
Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Max: 1
Piece: Pawn
Move: step N
Capture: step NE,NW
Symbol: " ", "P,p"
Promotion: last8, last1, "F"
Rule: checkmate = win
Rule: stalemate = loss
Rule: repeat3 = draw
"#;

/// Finds a program in the search path or in Debian's folder of games.
fn find(program: &str, variable: &str) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(variable) {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn suite(preset: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(format!("{preset}.epd"));
    file.display().to_string()
}

/// Runs the command, and returns its exit code and its report.
fn report(rules: &str, program: &Path, options: &[&str]) -> Result<(Option<i32>, Value), Failed> {
    let engine = shlex::try_join([program.display().to_string().as_str()])?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    let output = command.args(["against", rules, &engine, "--format", "json"]).args(options).output()?;
    let report = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok((output.status.code(), report))
}

fn expect(is_right: bool, report: &Value) -> Result<(), Failed> {
    if is_right { Ok(()) } else { Err(format!("{report:#}").into()) }
}

/// A file of definitions, each on top of `shatranj` without its rule on a bare raja.
fn definitions() -> Result<tempfile::NamedTempFile, Failed> {
    let plain = "extinctionValue = none";
    let mut text = format!("[chaturanga:shatranj]\n{plain}\n[kingless:shatranj]\n{KINGLESS}\n");
    for (name, settings, _) in WRONG {
        text += &format!("[{name}:shatranj]\n{plain}\n{settings}\n");
    }
    written(&text)
}

fn written(text: &str) -> Result<tempfile::NamedTempFile, Failed> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), text)?;
    Ok(file)
}

fn fairy_stockfish_plays_chesscom(program: &Path) -> Result<(), Failed> {
    let file = definitions()?;
    let ini = file.path().display().to_string();
    let options = ["--variants-ini", &ini, "--variant", "chaturanga", "--suite", &suite("chesscom")];
    let (code, report) = report("chesscom", program, &options)?;
    println!("chesscom: {} of {} positions agree", report["agreeing"], report["positions"]);
    expect(code == Some(0) && report["agreeing"] == 200 && report["outcome"] == "agrees", &report)
}

fn fairy_stockfish_plays_shatranj(program: &Path) -> Result<(), Failed> {
    let options = ["--variant", "shatranj", "--suite", &suite("shatranj")];
    let (code, report) = report("shatranj", program, &options)?;
    println!("shatranj: {} of {} positions agree", report["agreeing"], report["positions"]);
    expect(code == Some(0) && report["agreeing"] == 200 && report["outcome"] == "agrees", &report)
}

/// A bare raja that faces one piece distinguishes the rule from `loses-at-once`, two pieces from `loses`.
fn the_rule_on_bare_rajas_is_named(program: &Path) -> Result<(), Failed> {
    let options = ["--variant", "shatranj", "--suite", &suite("shatranj"), "--depth", "3"];
    for value in ["plays-on", "loses", "loses-at-once"] {
        let (code, report) = report(&format!("shatranj+bare-raja={value}"), program, &options)?;
        let is_right = code == Some(1)
            && report["outcome"] == "reading"
            && report["flips"] == Value::from(vec!["bare-raja=loses-when-certain"]);
        expect(is_right, &report)?;
    }
    Ok(())
}

fn wrong_definitions_are_named(program: &Path) -> Result<(), Failed> {
    let file = definitions()?;
    let ini = file.path().display().to_string();
    let kingless = ("kingless", "", &["raja-safety=none"][..]);
    for (name, _, flips) in WRONG.into_iter().chain([kingless]) {
        let suite = suite("chesscom");
        let options = ["--variants-ini", &ini, "--variant", name, "--suite", &suite, "--depth", "3"];
        let (code, report) = report("chesscom", program, &options)?;
        let is_right = code == Some(1)
            && report["outcome"] == "reading"
            && report["flips"] == Value::from(flips.to_vec());
        expect(is_right, &report)?;
    }
    Ok(())
}

/// A gaja that moves as a bishop is no reading: the differences are described as moves of the gaja.
fn a_bishop_is_described(program: &Path) -> Result<(), Failed> {
    let file = written("[x:shatranj]\nextinctionValue = none\nalfil = -\nbishop = b\n")?;
    let ini = file.path().display().to_string();
    let options = ["--variants-ini", &ini, "--variant", "x", "--suite", &suite("chesscom")];
    let (code, report) = report("chesscom", program, &options)?;
    let groups = report["groups"].as_array().ok_or("no groups")?;
    let whats: Vec<_> = groups.iter().filter_map(|group| group["what"].as_str()).collect();
    println!("a bishop: {} of {} positions differ: {whats:?}", report["differing"], report["positions"]);
    let is_right = code == Some(1)
        && report["outcome"] == "unexplained"
        && report["differing"].as_u64().is_some_and(|differing| differing >= 150)
        && whats.iter().all(|what| what.contains("gaja"))
        && whats.iter().any(|what| what.contains("of 3 or more squares"))
        && whats.iter().any(|what| what.contains("over a piece"));
    expect(is_right, &report)
}

/// Both programs would silently play chess.
fn unknown_variants_are_refused(program: &Path) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    let engine = shlex::try_join([program.display().to_string().as_str()])?;
    for (variant, code, words) in
        [(&["--variant", "chaturnga"][..], 2, "offers no variant \"chaturnga\""), (&[], 3, "the engine ")]
    {
        let output = command.args(["against", "chesscom", &engine]).args(variant).output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() != Some(code) || !text.contains(words) {
            return Err(format!("{}: {text}", output.status).into());
        }
        command = Command::new(env!("CARGO_BIN_EXE_perft"));
    }
    Ok(())
}

/// Where no raja may jump, Sjaak II plays the preset, except that it continues when a raja is bare.
fn sjaak_agrees_where_its_rules_do(program: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(suite("sjaak"))?;
    let without_jump = text.lines().filter(|line| line.split(' ').nth(2) == Some("-"));
    let text: String = without_jump.map(|line| format!("{line}\n")).collect();
    let file = written(&text)?;
    let path = file.path().display().to_string();
    let rules = "sjaak+bare-raja=plays-on";
    let options = ["--variant", "chaturanga", "--suite", &path, "--depth", "3"];
    let (code, report) = report(rules, program, &options)?;
    println!("{rules}: {} of {} positions agree", report["agreeing"], report["positions"]);
    let is_right = code == Some(0) && report["agreeing"].as_u64().is_some_and(|agreeing| agreeing >= 100);
    expect(is_right, &report)
}

/// In Sjaak II the jump replaces the quiet steps of the raja while the right to jump lasts.
fn the_defect_of_sjaak_is_found(program: &Path) -> Result<(), Failed> {
    let (code, report) = report("sjaak", program, &["--variant", "chaturanga"])?;
    let first = &report["differences"][0];
    let missing = first["engine"]["missing"].as_array().ok_or("no missing moves")?;
    let is_right = code == Some(1)
        && report["outcome"] == "unexplained"
        && first["line"].as_array().is_some_and(|line| line.len() == 2)
        && missing.len() == 1
        && missing[0].as_str().is_some_and(|mv| ["e1f1", "e1d1"].contains(&mv))
        && first["engine"]["extra"].as_array().is_some_and(Vec::is_empty);
    expect(is_right, &report)
}

fn a_camel_is_named(program: &Path) -> Result<(), Failed> {
    let file = written(CAMEL)?;
    let path = file.path().display().to_string();
    let rules = "chesscom+setup=crosswise";
    let (code, report) =
        report(rules, program, &["--variants-ini", &path, "--variant", "camel", "--depth", "3"])?;
    expect(code == Some(1) && report["flips"] == Value::from(vec!["horse-move=camel"]), &report)
}

type Comparison = fn(&Path) -> Result<(), Failed>;

/// Every comparison, ignored if its program is not installed.
pub fn trials() -> Vec<Trial> {
    let fairy_stockfish: Vec<(&str, Comparison)> = vec![
        ("plays chesscom", fairy_stockfish_plays_chesscom),
        ("plays shatranj", fairy_stockfish_plays_shatranj),
        ("its rule on bare rajas is named", the_rule_on_bare_rajas_is_named),
        ("wrong definitions are named", wrong_definitions_are_named),
        ("a bishop is described", a_bishop_is_described),
        ("unknown variants are refused", unknown_variants_are_refused),
    ];
    let sjaak: Vec<(&str, Comparison)> = vec![
        ("agrees where its rules do", sjaak_agrees_where_its_rules_do),
        ("its defect is found", the_defect_of_sjaak_is_found),
        ("a camel is named", a_camel_is_named),
        ("unknown variants are refused", unknown_variants_are_refused),
    ];
    let of_program = |program: &'static str, variable, comparisons: Vec<(&'static str, Comparison)>| {
        let path = find(program, variable);
        if path.is_none() {
            eprintln!("SKIPPED: {program} is not installed, so nothing was compared with it");
        }
        let trials = comparisons.into_iter().map(|(name, compare)| {
            let (path, is_missing) = (path.clone(), path.is_none());
            let run = move || compare(&path.ok_or("not installed")?);
            Trial::test(format!("{program}: {name}"), run).with_ignored_flag(is_missing)
        });
        trials.collect::<Vec<Trial>>()
    };
    let mut trials = of_program("fairy-stockfish", "FAIRY_STOCKFISH", fairy_stockfish);
    trials.extend(of_program("sjaakii", "SJAAKII", sjaak));
    trials
}
