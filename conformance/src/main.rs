//! The command line of the conformance suite.

mod count;

use clap::{Parser, Subcommand};
use perft::cli::finish;
use std::process::ExitCode;

/// What the rules of chaturanga say, worked out slowly and plainly.
#[derive(Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the sequences of legal moves with the slow generator
    Count(count::Args),
}

fn main() -> ExitCode {
    finish(match Cli::parse().command {
        Command::Count(args) => count::run(&args),
    })
}
