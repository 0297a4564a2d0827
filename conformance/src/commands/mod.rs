//! The command line of the program `conformance`.

mod against;
mod against_report;
mod board_text;
mod compare;
mod convert;
mod count;
mod explain;
mod export;
mod lint;
mod list;
mod mutate;
mod report;
mod run;
mod serve;
mod suite_folder;

use clap::{CommandFactory, Parser, Subcommand};
use perft::shell::{CompletionArgs, ManualArgs, VERSION, finish};
use std::process::ExitCode;

/// The rules of chaturanga and chaturaji as test positions, with a simple reference generator to check others
/// against.
#[derive(Parser)]
#[command(name = "conformance", version = VERSION, about, arg_required_else_help = true)]
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
    /// Change each knob of each preset and check that some case fails
    Mutate(mutate::Args),
    /// Compare two readings side by side
    Compare(compare::Args),
    /// Print a rule, a statement or a case in full
    Explain(explain::Args),
    /// List the cases, statements and readings
    List(list::Args),
    /// Check the suite itself
    Lint(lint::Args),
    /// Test another program with the cases
    Against(Box<against::Args>),
    /// Answer line-protocol questions with one of this project's generators
    Serve(serve::Args),
    /// Write the suite as a static site
    Report(report::Args),
    /// Write the suite as JSON test vectors, one file for each preset
    Export(export::Args),
    /// Convert a position of chess.com's Chaturaji from FEN4 or to it
    Convert(convert::Args),
    /// Print the completions of this program for a shell
    Completions(CompletionArgs),
    /// Print the manual page of this program, or write a page for each command
    Man(ManualArgs),
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
        Command::Export(args) => export::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => args.run(Cli::command()),
        Command::Man(args) => args.run(Cli::command()),
    })
}
