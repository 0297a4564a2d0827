//! What belongs to an installed program: its version, shell completions and manual pages.

use super::failure::Failure;
use super::output::say;
use clap::Command;
use clap_complete::Shell;
use std::io;
use std::path::{Path, PathBuf};

/// The version of the programs, with the commit where they are built from a repository: `0.1.0 (1a2b3c4)`.
pub const VERSION: &str = env!("VERSION_AND_COMMIT");

/// The arguments of the command `completions`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  PROGRAM completions bash > ~/.local/share/bash-completion/completions/PROGRAM
  PROGRAM completions zsh > ~/.zfunc/_PROGRAM      with ~/.zfunc in $fpath
  PROGRAM completions fish > ~/.config/fish/completions/PROGRAM.fish

PROGRAM is perft or conformance.")]
pub struct CompletionArgs {
    /// The shell
    shell: Shell,
}

/// The arguments of the command `man`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  PROGRAM man | man -l -                           the page of the program
  PROGRAM man --out ~/.local/share/man/man1        a page for the program and for each command

PROGRAM is perft or conformance. Exit codes: 0 done, 74 the pages could not be written.")]
pub struct ManualArgs {
    /// Write a page for the program and for each of its commands to this folder, which is made if necessary
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl CompletionArgs {
    /// Prints the completions of a program.
    ///
    /// # Errors
    /// [`Failure::Output`] when they cannot be written.
    pub fn run(&self, mut program: Command) -> Result<(), Failure> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        Ok(say(&String::from_utf8_lossy(&script))?)
    }
}

impl ManualArgs {
    /// Prints the manual page of a program, or writes the pages of the program and its commands to a folder.
    ///
    /// # Errors
    /// [`Failure::Output`] when they cannot be written.
    pub fn run(&self, program: Command) -> Result<(), Failure> {
        match &self.out {
            Some(folder) => write_pages(program, folder).map_err(|error| {
                Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", folder.display())))
            }),
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(program).render(&mut page)?;
                Ok(say(&String::from_utf8_lossy(&page))?)
            }
        }
    }
}

fn write_pages(program: Command, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(program, folder)
}
