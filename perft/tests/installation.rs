//! What belongs to an installed program: its version, completions and manual pages.

use std::process::{Command, Output};

fn perft(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perft")).args(args).output().expect("perft runs")
}

fn out(args: &[&str]) -> String {
    let output = perft(args);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The commands, by the help.
const COMMANDS: [&str; 9] =
    ["count", "divide", "suite", "bench", "against", "uci", "rules", "completions", "man"];

#[test]
fn the_version_names_the_commit() {
    let version = out(&["--version"]);
    let git = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let is_tracked = Command::new("git").args(["ls-files", "--error-unmatch", "Cargo.toml"]).output();
    let number = env!("CARGO_PKG_VERSION");
    match (git, is_tracked) {
        (Ok(git), Ok(tracked)) if git.status.success() && tracked.status.success() => {
            let commit = String::from_utf8(git.stdout).expect("UTF-8");
            assert_eq!(version, format!("perft {number} ({})\n", commit.trim_end()));
        }
        _ => assert_eq!(version, format!("perft {number}\n")),
    }
}

#[test]
fn every_shell_has_completions_of_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = out(&["completions", shell]);
        for word in COMMANDS.into_iter().chain(["bulk", "no-merge", "variants-ini"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(perft(&["completions", "tcsh"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let page = out(&["man"]);
    for words in [".TH perft 1", ".SH SYNOPSIS", "Exit codes: 0 success"].into_iter().chain(COMMANDS) {
        assert!(page.contains(words), "{words}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("share/man1");
    let path = pages.to_str().expect("UTF-8");
    // Pages are replaced.
    for _ in 0..2 {
        assert_eq!(out(&["man", "--out", path]), "");
    }
    for command in COMMANDS {
        let page = std::fs::read_to_string(pages.join(format!("perft-{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS") && page.contains(command), "{command}");
    }
    assert!(pages.join("perft.1").is_file());
    assert_eq!(perft(&["man", "--out", "/proc/man"]).status.code(), Some(74));
}

/// The suites are built in.
#[test]
fn a_preset_is_recounted_without_a_file() {
    let output = Command::new(env!("CARGO_BIN_EXE_perft")).args(["suite", "nl"]).current_dir("/").output();
    let output = output.expect("perft runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && text.starts_with("200 positions, "), "{text}");
    assert!(text.ends_with("all agree\n"), "{text}");
    let refused = perft(&["suite", "nl+setup=facing"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is not a preset"), "{refused:?}");
}

#[test]
fn the_help_explains_both() {
    for (command, words) in [("completions", "bash-completion"), ("man", "man -l -")] {
        assert!(out(&[command, "--help"]).contains(words), "{command}");
        assert!(out(&["--help"]).contains(command), "{command}");
    }
}
