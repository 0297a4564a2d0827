//! Finds the commit that the programs are built from, for `--version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=VERSION_AND_COMMIT={version}");
}

/// Returns the abbreviated commit, or `None` outside the repository of this project.
fn commit() -> Option<String> {
    // A copy of the sources may lie in the repository of another project, which does not track them.
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    // A commit changes the file of the branch or, where that is packed, the log. Cargo would run this script
    // every time for a file that does not exist.
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(commit)
}

/// Returns what git prints, without the line feed, or `None` if it fails.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
}
