//! Traps: engines that mislead, each in its own manner. Checks the message and the exit code, and that no
//! process is left running.

use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The longest that any step may take; it takes far less.
const PATIENCE: Duration = Duration::from_secs(60);

/// A trap, the rules that the engine plays, further options, the exit code, and words of the output.
type Case = (&'static str, &'static str, &'static [&'static str], i32, &'static [&'static str]);

const CASES: [Case; 50] = [
    ("late-variant", "tr", &["--variant", "nl"], 0, &["nothing found under nl"]),
    (
        "none",
        "nl",
        &[],
        0,
        &[
            "agrees with nl in 1 of 1 position",
            "not tested: raja-jump=",
            "no count can show: stalemate=loses|draws",
        ],
    ),
    ("none", "nl", &["--variant", "nl"], 0, &["nothing found under nl"]),
    ("blanks", "nl", &[], 0, &["nothing found under nl"]),
    ("stderr-flood", "nl", &["--depth", "2"], 0, &["nothing found under nl"]),
    ("stays", "nl", &[], 0, &["nothing found under nl"]),
    (
        "none",
        "nl+elephant-move=silver",
        &[],
        1,
        &["startpos", "`elephant-move=silver`", "missing from the engine: c1a3"],
    ),
    ("totals-only", "nl", &[], 0, &["nothing found under nl", "so only totals are compared there"]),
    (
        "totals-only",
        "nl+horse-move=camel",
        &[],
        1,
        &["extra in the engine: b1a4", "the engine plays `horse-move=camel`"],
    ),
    ("totals-only", "nl+raja-jump=none", &[], 1, &["missing from the engine: e1d3 e1f3", "`raja-jump=none`"]),
    ("only-chess", "nl", &["--variant", "nl"], 2, &["offers no variant \"nl\"; it offers chess, atomic"]),
    ("none", "nl", &["--variant", "chaturnga"], 2, &["offers no variant \"chaturnga\"; it offers nl, tr"]),
    ("none", "nl", &["--option", "Ponder=true"], 2, &["offers no option \"Ponder\"", "UCI_Variant"]),
    ("chess", "nl", &[], 3, &["the engine plays chess", "a1a7", "--variant"]),
    (
        "double-step",
        "nl",
        &["--depth", "1"],
        1,
        &["extra in the engine: e2e4", "no known reading explains this"],
    ),
    (
        "wide-digits",
        "nl",
        &[],
        3,
        &["did not answer `go perft 1`", "this dialect cannot parse", "Nodes searched"],
    ),
    ("odd-move", "nl", &[], 3, &["add up to", "this dialect cannot parse", "z9z9: 1", "--dialect"]),
    (
        "deaf",
        "nl",
        &["--fen", "4k3/p7/8/8/8/8/P7/4K3 w"],
        3,
        &["; expected `", "the engine reports the position `rnbkqbnr"],
    ),
    (
        "drops-moves",
        "nl+raja-jump=until-moved",
        &["--fen", "3qk3/p7/8/8/8/8/P7/3QK3 w Kk - 0 1"],
        1,
        &[
            "reports another position after a line of moves",
            "the engine reports the position 3qk3",
            "after e1f1",
        ],
    ),
    ("no-d", "nl", &[], 3, &["did not report its current position: it answered `d`", "Fen: {ranks}"]),
    ("refuses-d", "nl", &[], 3, &["answered `d` with `Unknown command: d`"]),
    ("searches", "nl", &[], 3, &["did not answer `go perft 1` within 1s", "--timeout"]),
    (
        "stalls",
        "nl+elephant-move=silver",
        &["--suite", "suites/nl-quick.epd"],
        3,
        &["did not answer `go perft 1` within 1s", "asked about line ", "the engine lacks "],
    ),
    (
        "double-step",
        "nl",
        &["--suite", "suites/nl.epd", "--max-unexplained", "1"],
        1,
        &["1 of ", " differing positions traced", "the engine adds "],
    ),
    (
        "double-step",
        "nl",
        &["--suite", "suites/nl.epd", "--max-unexplained", "2"],
        1,
        &["2 of ", " differing positions traced", "the engine adds "],
    ),
    ("hangs", "nl", &[], 3, &["did not answer `go perft 1` within 1s"]),
    ("silent", "nl", &[], 3, &["did not answer `uci` within 1s"]),
    ("parent", "nl", &[], 3, &["did not answer `uci` within 1s"]),
    ("stderr", "nl", &[], 3, &["did not answer `uci`", "its standard error ends with:", "uciok"]),
    ("dies-at-start", "nl", &[], 3, &["the engine ended (exit status: 7)", "fatal: no licence"]),
    ("dies", "nl", &[], 3, &["exit status: 134", "`go perft 1`", "assertion failed: bitboard"]),
    ("flood", "nl", &[], 3, &["is too long"]),
    ("twice", "nl", &[], 3, &["after its answer to `go perft 1`"]),
    ("sum", "nl", &[], 3, &["with the total 99, but its"]),
    ("double", "nl", &[], 3, &["the engine lists ", " twice in its answer to `go perft 1`"]),
    (
        "forgets",
        "nl",
        &[],
        3,
        &["17 moves, but after a restart with 18 moves: its answers depend on earlier questions"],
    ),
    ("lines", "nl", &[], 3, &["is too long"]),
    ("never-ready", "nl", &[], 3, &["did not answer `isready` after `go perft 1` within 1s"]),
    (
        "hangs-restarted",
        "nl+elephant-move=silver",
        &[],
        3,
        &["the restarted engine (process 2) did not answer `go perft 1` within 1s"],
    ),
    ("ends-at-quit", "nl", &[], 0, &[" agree"]),
    ("ends-at-end", "nl", &[], 0, &[" agree"]),
    ("many-words", "nl", &["--variant", "nl"], 0, &[" agree"]),
    ("forgets-jump", "nl", &[], 0, &["reports other jump or lost fields in ", "`- -` instead of `Kk -`"]),
    ("none", "nl+raja-jump=none", &["--depth", "1"], 1, &["reports other jump or lost fields in "]),
    ("named", "nl+raja-jump=none", &["--format", "json"], 1, &["\"dialect\":\"fairy-stockfish\""]),
    ("letters", "nl", &["--letters", "KFRENP"], 0, &[" agree"]),
    ("letters", "nl", &[], 3, &["the engine reports the position"]),
    ("library", "nl", &["--dialect", "lines"], 0, &[" agree"]),
    (
        "library",
        "nl+horse-move=camel",
        &["--dialect", "lines"],
        1,
        &["`horse-move=camel`", "missing from the engine"],
    ),
    (
        "library-lists",
        "nl+horse-move=camel",
        &["--dialect", "lines"],
        1,
        &["does not answer `perft`", "`horse-move=camel`"],
    ),
];

/// The command of an engine that misbehaves.
fn fake(trap: &str, rules: &str, file: Option<&Path>) -> Result<String, Failed> {
    let program = std::env::current_exe()?;
    let file = file.map(|file| file.display().to_string());
    let words = [&program.display().to_string(), "fake", trap, rules];
    let words = words.into_iter().chain(file.as_deref());
    Ok(shlex::try_join(words)?)
}

fn against(engine: &str, rules: &str, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
    command.args(["against", rules, engine]).args(options);
    command
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn springs((trap, rules, options, code, words): Case) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("numbers");
    // A short timeout where the engine hangs; a long one elsewhere, for busy machines.
    let hangs = words.iter().any(|words| words.contains("did not answer"));
    let timeout = ["--timeout", if hangs { "1" } else { "60" }];
    let depth = ["--depth", "3"];
    let depth = if options.contains(&"--depth") { &[][..] } else { &depth[..] };
    let options = [&timeout, depth, options].concat();
    let output = against(&fake(trap, rules, Some(&file))?, "nl", &options).output()?;
    let text = said(&output);
    if output.status.code() != Some(code) {
        return Err(format!("{} instead of exit code {code}: {text}", output.status).into());
    }
    if let Some(missing) = words.iter().find(|words| !text.contains(*words)) {
        return Err(format!("{missing:?} is missing in: {text}").into());
    }
    // These end by themselves, so they are not killed before.
    let ended = std::fs::read_to_string(file.with_extension("ended")).unwrap_or_default();
    if trap.starts_with("ends-at") && ended != trap {
        return Err(format!("{trap} was killed").into());
    }
    nothing_is_left(&file)
}

/// Waits until the processes whose ids are in a file are gone.
#[cfg(unix)]
fn nothing_is_left(file: &Path) -> Result<(), Failed> {
    use rustix::process::{Pid, test_kill_process};
    let end = Instant::now() + PATIENCE;
    for number in std::fs::read_to_string(file)?.split_whitespace() {
        let pid = Pid::from_raw(number.parse()?).ok_or("no number")?;
        while test_kill_process(pid).is_ok() && !is_zombie(pid) {
            if Instant::now() > end {
                return Err(format!("process {number} is left running").into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    Ok(())
}

/// A dead grandchild remains a zombie until its new parent reaps it, which is not the duty of this program.
#[cfg(unix)]
fn is_zombie(pid: rustix::process::Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    stat.is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
}

#[cfg(not(unix))]
fn nothing_is_left(_: &Path) -> Result<(), Failed> {
    Ok(())
}

/// An engine that repeats its previous answer is reported as failed, not as agreeing or as another reading.
fn stale_answers_are_noticed() -> Result<(), Failed> {
    let output =
        against(&fake("previous", "nl", None)?, "nl", &["--timeout", "1", "--depth", "3"]).output()?;
    if output.status.code() == Some(3) { Ok(()) } else { Err(said(&output).into()) }
}

/// A signal while the engine is silent ends the engine, too.
#[cfg(unix)]
fn interruption_leaves_nothing() -> Result<(), Failed> {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("numbers");
        let mut perft = against(&fake("parent", "nl", Some(&file))?, "nl", &["--timeout", "600"])
            .stderr(Stdio::piped())
            .spawn()?;
        let end = Instant::now() + PATIENCE;
        while !std::fs::read_to_string(&file).is_ok_and(|text| text.contains(' ')) {
            if Instant::now() > end {
                return Err("the engine does not start".into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        kill_process(Pid::from_child(&perft), signal)?;
        let status = perft.wait()?;
        if status.code() != Some(130) {
            return Err(format!("{status} after {signal:?}").into());
        }
        nothing_is_left(&file)?;
    }
    Ok(())
}

/// A panic in the owner of an engine ends the engine.
fn a_panic_leaves_nothing() -> Result<(), Failed> {
    use perft::engine::{Engine, Phrasebook, Settings};
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("numbers");
    let command = fake("stays", "nl", Some(&file))?;
    let book = Phrasebook::known()?;
    let panicked = std::thread::spawn(move || {
        let engine = Engine::start(&command, "chaturanga", &book, None, &Settings::default());
        let _engine = engine.expect("the engine starts");
        std::panic::resume_unwind(Box::new(()));
    });
    if panicked.join().is_ok() {
        return Err("nothing panicked".into());
    }
    nothing_is_left(&file)
}

/// The panic hook of a build that aborts ends the engines.
fn a_hook_leaves_nothing() -> Result<(), Failed> {
    use perft::engine::{Engine, Phrasebook, Settings, end_all};
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("numbers");
    let command = fake("stays", "nl", Some(&file))?;
    let engine = Engine::start(&command, "chaturanga", &Phrasebook::known()?, None, &Settings::default())?;
    end_all();
    nothing_is_left(&file)?;
    drop(engine);
    Ok(())
}

/// Distinguishes misuse from an engine that cannot be started.
fn misuse_is_told_from_failure() -> Result<(), Failed> {
    for (engine, options, code, words) in [
        ("no-such-program-here", &[][..], 3, "cannot start `no-such-program-here`"),
        ("'open", &[], 2, "is there an unclosed quote?"),
        ("", &[], 2, "cannot be split into a program"),
        ("sjaakii", &["--dialect", "klingon"], 2, "offers no dialect \"klingon\"; it offers uci"),
        ("x", &["--variants-ini", "/no/such.ini"], 2, "--variants-ini /no/such.ini"),
        ("x", &["--suite", "/no/such.epd"], 2, "--suite /no/such.epd"),
        ("x", &["--dialects", "/no/such.yaml"], 2, "--dialects /no/such.yaml"),
        ("x", &["--dialects", "/dev/zero"], 2, "--dialects /dev/zero: not a regular file"),
        ("x", &["--variants-ini", "/dev/zero"], 2, "--variants-ini /dev/zero: not a regular file"),
        ("x", &["--letters", "KF"], 2, "--letters: expected six different upper-case letters"),
        ("'open", &["--dialect", "lines"], 2, "cannot be split into a program"),
        ("x", &["--dialect", "lines", "--variant", "nl"], 2, "every question carries its ruleset"),
        ("true", &["--dialect", "lines"], 3, "instead of answering"),
        ("x", &["--option", "Hash"], 2, "expected NAME=VALUE"),
        ("x", &["--option", "Hash=1\nquit"], 2, "control character"),
        ("x", &["--fen", "8/8 w"], 2, "--fen is refused"),
    ] {
        let output = against(engine, "nl", options).output()?;
        let text = said(&output);
        if output.status.code() != Some(code) || !text.contains(words) {
            return Err(format!("{engine} {options:?}: {}: {text}", output.status).into());
        }
    }
    let letters = against("x", "ar", &["--letters", "KFRENP"]).output()?;
    if letters.status.code() != Some(2) || !said(&letters).contains("--letters is for chaturanga") {
        return Err(said(&letters).into());
    }
    let four = against("fairy-stockfish", "ar", &[]).output()?;
    if four.status.code() == Some(2) && said(&four).contains("cannot write positions of this game") {
        return Ok(());
    }
    Err(said(&four).into())
}

/// Our own engine over a pipe, with reports in JSON, in both games.
fn our_own_engine_is_judged() -> Result<(), Failed> {
    let program = env!("CARGO_BIN_EXE_perft");
    for (rules, played, options, outcome, plays) in [
        ("nl", "nl", &[][..], "agrees", "nl"),
        ("nl", "tr", &["--depth", "5"], "reading", ""),
        ("sjaak", "sjaak+raja-jump=none", &[], "reading", "sjaak+raja-jump=none"),
        ("ar", "ar", &["--depth", "2"], "agrees", "ar"),
        ("ar", "ar+dice-order=fixed", &["--depth", "1"], "reading", "ar+dice-order=fixed"),
    ] {
        let engine = shlex::try_join([program, "uci", played])?;
        let output = against(&engine, rules, &[options, &["--format", "json"]].concat()).output()?;
        let code = if outcome == "agrees" { 0 } else { 1 };
        let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let is_right = output.status.code() == Some(code)
            && report["outcome"] == outcome
            && (plays.is_empty() || report["plays"] == plays);
        if !is_right {
            return Err(format!("{rules} against {played}: {report:#}").into());
        }
    }
    Ok(())
}

/// A pipe without a writer is refused before it is opened.
#[cfg(unix)]
fn a_pipe_is_no_file_of_dialects() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let pipe = folder.path().join("pipe");
    if !Command::new("mkfifo").arg(&pipe).status()?.success() {
        return Err("no pipe".into());
    }
    let path = pipe.display().to_string();
    for option in ["--dialects", "--variants-ini"] {
        let output = against("x", "nl", &[option, &path]).output()?;
        if output.status.code() != Some(2) || !said(&output).contains("not a regular file") {
            return Err(said(&output).into());
        }
    }
    Ok(())
}

/// Libraries behind the line protocol are judged in both games.
fn libraries_are_judged() -> Result<(), Failed> {
    for (trap, rules, played, depth, outcome) in [
        ("library", "ar", "ar", "2", "agrees"),
        ("library", "ar", "ar+dice-order=fixed", "1", "reading"),
        ("library-lists", "ar-diceless", "ar-diceless", "3", "agrees"),
        ("library", "ar-diceless", "ar-diceless+boat-move=rook", "2", "reading"),
        ("library", "nl", "nl+setup=facing", "2", "reading"),
    ] {
        let options = ["--dialect", "lines", "--depth", depth, "--format", "json"];
        let output = against(&fake(trap, played, None)?, rules, &options).output()?;
        let report: serde_json::Value =
            serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {}", said(&output)))?;
        let is_right =
            report["outcome"] == outcome && report["plays"] == played && report["dialect"] == "lines";
        if !is_right {
            return Err(format!("{rules} against {played}: {report:#}").into());
        }
    }
    Ok(())
}

/// Every trap, and the tests of processes and misuse.
pub fn trials() -> Vec<Trial> {
    let springs = CASES.into_iter().map(|case| {
        let (trap, rules, options, ..) = case;
        Trial::test(format!("trap {trap} {rules} {}", options.join(" ")), move || springs(case))
    });
    let mut trials: Vec<_> = springs.collect();
    trials.push(Trial::test("stale answers are noticed", stale_answers_are_noticed));
    #[cfg(unix)]
    trials.push(Trial::test("interruption leaves nothing", interruption_leaves_nothing));
    #[cfg(unix)]
    trials.push(Trial::test("a pipe is no file of dialects", a_pipe_is_no_file_of_dialects));
    trials.push(Trial::test("libraries are judged", libraries_are_judged));
    // In one test, because the hook ends every engine of this process.
    trials.push(Trial::test("a panic leaves nothing", || {
        a_panic_leaves_nothing()?;
        a_hook_leaves_nothing()
    }));
    trials.push(Trial::test("misuse is told from failure", misuse_is_told_from_failure));
    trials.push(Trial::test("our own engine is judged", our_own_engine_is_judged));
    trials
}
