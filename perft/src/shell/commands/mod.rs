//! The commands of the program.

use super::arguments::{Cli, Command};
use super::failure::{Failure, finish};
use super::input::read_rules;
use crate::uci::{Server, serve};
use clap::{CommandFactory, Parser};
use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;
use std::time::Duration;

/// Evaluates an expression with the game that a ruleset text selects.
macro_rules! in_game {
    ($rules:expr, $game:ident => $run:expr) => {
        match $crate::shell::input::read_rules($rules)? {
            rules_core::AnyRules::Chaturanga(rules) => {
                let $game = <rules_core::chaturanga::Game as $crate::Variant>::new(rules);
                $run
            }
            rules_core::AnyRules::Chaturaji(rules) => {
                let $game = <rules_core::chaturaji::Game as $crate::Variant>::new(rules);
                $run
            }
        }
    };
}

mod against;
mod against_report;
mod bench;
mod count;
mod divide;
mod root;
mod rules;
mod suite;
mod tree;

/// Runs the program `perft` with the arguments of the process, and returns its exit code.
pub fn run() -> ExitCode {
    finish(match Cli::parse().command {
        Command::Count { job, depth, stats } => count::run(&job, depth, stats),
        Command::Divide { job, depth } => divide::run(&job, depth),
        Command::Suite { rules, file, counting, output } => {
            suite::run(&rules, file.as_deref(), &counting, output.format)
        }
        Command::Bench(job) => bench::run(&job),
        Command::Against(job) => against::run(&job),
        Command::Tree { rules, depth, fen, moves, counting } => {
            tree::run(&rules, depth, &fen, &moves, &counting)
        }
        Command::Uci { rules, grace } => uci(&rules, grace),
        Command::Rules { rules, output } => rules::run(rules.as_deref(), output.format),
        Command::Completions(args) => args.run(Cli::command()),
        Command::Man(args) => args.run(Cli::command()),
    })
}

fn uci(rules: &str, grace: u32) -> Result<(), Failure> {
    let server = Server::new(read_rules(rules)?);
    let grace = Duration::from_secs(grace.into());
    Ok(serve(server, BufReader::new(stdin()), stdout().lock(), grace)?)
}
