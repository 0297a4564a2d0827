//! The command line of the program `conformance`.

mod against;
mod against_report;
mod board_text;
mod compare;
mod count;
mod explain;
mod lint;
mod list;
mod mutate;
mod report;
mod run;
mod serve;
mod suite_folder;

use clap::{Parser, Subcommand};
use perft::shell::finish;
use std::process::ExitCode;

/// The rules of chaturanga and chaturaji as test positions, and a slow and plain generator to check any
/// other.
#[derive(Parser)]
#[command(name = "conformance", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count sequences of legal moves with the slow generator
    Count(count::Args),
    /// Run the cases through both generators
    Run(run::Args),
    /// Flip each knob of each preset and check that the cases notice
    Mutate(mutate::Args),
    /// Compare two readings side by side
    Compare(compare::Args),
    /// Print a rule, a statement or a case in full
    Explain(explain::Args),
    /// List cases, statements and readings, as in the index
    List(list::Args),
    /// Check the suite itself
    Lint(lint::Args),
    /// Judge another program by the cases
    Against(against::Args),
    /// Answer the questions of `against` with a generator of this project
    Serve(serve::Args),
    /// Write the suite as a static site
    Report(report::Args),
}

/// Parses the command line, runs the command, and returns the exit code.
pub fn run_command_line() -> ExitCode {
    finish(match Cli::parse().command {
        Command::Count(args) => count::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Mutate(args) => mutate::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::List(args) => list::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Against(args) => against::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Report(args) => report::run(&args),
    })
}
