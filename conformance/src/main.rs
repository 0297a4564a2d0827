//! The command line of the conformance suite.

mod commands;

use clap::{Parser, Subcommand};
use commands::{against, compare, count, explain, lint, list, mutate, report, run, serve};
use perft::cli::finish;
use std::process::ExitCode;

/// The rules of chaturanga as test positions, and a slow and plain generator to check any other.
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
    /// Run the cases through both generators
    Run(run::Args),
    /// Turn each knob of each preset: would the cases notice?
    Mutate(mutate::Args),
    /// Lay two readings side by side
    Compare(compare::Args),
    /// Print a rule, a statement or a case in full
    Explain(explain::Args),
    /// List cases, statements and readings, as they stand in the index
    List(list::Args),
    /// Check that the suite itself is in order
    Lint(lint::Args),
    /// Put the cases to a program of somebody else
    Against(against::Args),
    /// Answer the questions of `against` by a generator of this project
    Serve(serve::Args),
    /// Write the suite as a static site
    Report(report::Args),
}

fn main() -> ExitCode {
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
