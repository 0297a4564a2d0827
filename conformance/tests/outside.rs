//! External programs tested with the suite: the results are those of `expectations/`. Also tests the examples
//! of an adapter and of an engine.
//!
//! If a program is not installed, its runs are reported as ignored, never as passed.

use conformance::against::{KnownProgram, KnownRun};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = KnownProgram::load_all(suite).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(!all.is_empty(), "there are no expectations");
    let mut trials = Vec::new();
    for (path, known) in all {
        let program = find(&known.engine);
        if program.is_none() {
            eprintln!("SKIPPED: {} is not installed, so nothing was compared with it", known.engine);
        }
        for run in known.runs {
            let name = format!("{} plays {run} as expected", known.program);
            let (path, protocol, found) = (path.clone(), known.protocol.clone(), program.clone());
            let trial = Trial::test(name, move || {
                as_expected(&found.ok_or("not installed")?, &protocol, &path, &run)
            });
            trials.push(trial.with_ignored_flag(program.is_none()));
        }
    }
    let python = find("python3");
    for (example, protocol, least) in [("adapter.py", "lines", 200), ("engine.py", "uci", 200)] {
        let (name, ignored, python) =
            (format!("the example {example} agrees"), python.is_none(), python.clone());
        let trial =
            Trial::test(name, move || agrees(&python.ok_or("not installed")?, example, protocol, least));
        trials.push(trial.with_ignored_flag(ignored));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Finds a program in the search path, or where Debian installs games.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn quoted(words: &[&Path]) -> Result<String, Failed> {
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    Ok(shlex::try_join(words.ok_or("a path that is not UTF-8")?)?)
}

fn conformance(arguments: &[&str]) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).output()?;
    let [said, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() { Ok(said) } else { Err(format!("{said}{errors}").into()) }
}

fn as_expected(program: &Path, protocol: &str, known: &Path, run: &KnownRun) -> Result<(), Failed> {
    let (engine, known_text) = (quoted(&[program])?, known.display().to_string());
    let mut arguments =
        vec!["against", &run.ruleset, &engine, "--protocol", protocol, "--expect", &known_text];
    if let Some(variant) = &run.variant {
        arguments.extend(["--variant", variant]);
    }
    let definitions = run.definitions.as_ref().map(|file| known.with_file_name(file).display().to_string());
    if let Some(file) = &definitions {
        arguments.extend(["--variants-ini", file]);
    }
    let said = conformance(&arguments)?;
    print!("{}", said.lines().last().map(|line| format!("{line}\n")).unwrap_or_default());
    Ok(())
}

/// An example in Python agrees in at least this many cases.
fn agrees(python: &Path, example: &str, protocol: &str, least: u64) -> Result<(), Failed> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(example);
    let engine = quoted(&[python, &script])?;
    let said = conformance(&["against", "chesscom", &engine, "--protocol", protocol, "--format", "json"])?;
    let object: serde_json::Value = serde_json::from_str(&said)?;
    let agrees = object["totals"]["agrees"].as_u64().unwrap_or_default();
    if agrees < least || object["totals"]["differs"] != 0 {
        return Err(object["totals"].to_string().into());
    }
    Ok(())
}
