//! The commands of the program, and what they share.

use super::arguments::{Cli, Command, Counting, Job};
use super::failure::{Failure, finish};
use super::input::{read_position, read_rules};
use super::rows::Header;
use super::signals::stop_on_first_signal;
use crate::uci::{Server, serve};
use crate::{Bulk, Counter, Variant};
use clap::Parser;
use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

/// Evaluates an expression with the game that a rules text picks.
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
mod bench;
mod count;
mod divide;
mod rules;
mod suite;

/// Runs the program `perft` with the arguments of the process, and returns its exit code.
pub fn run() -> ExitCode {
    finish(match Cli::parse().command {
        Command::Count { job, depth, stats } => count::run(&job, depth, stats),
        Command::Divide { job, depth } => divide::run(&job, depth),
        Command::Suite { rules, file, counting, output } => {
            suite::run(&rules, &file, &counting, output.format)
        }
        Command::Bench(job) => bench::run(&job),
        Command::Against(job) => against::run(&job),
        Command::Uci { rules } => uci(&rules),
        Command::Rules { rules, output } => rules::run(rules.as_deref(), output.format),
    })
}

fn uci(rules: &str) -> Result<(), Failure> {
    let server = Server::new(read_rules(rules)?);
    Ok(serve(server, BufReader::new(stdin()), stdout().lock())?)
}

/// Where a count begins.
struct Root<V: Variant> {
    game: V,
    node: V::Node,
    record: V::Record,
    fen: String,
    counter: Counter,
}

impl<V: Variant> Root<V> {
    fn new(game: V, job: &Job) -> Result<Self, Failure> {
        let (mut node, record, mut fen) = read_position(&game, &job.fen)?;
        if let Some(roll) = &job.roll {
            node = game
                .roll(&node, &record, roll)
                .map_err(|error| Failure::misuse(format_args!("--roll {roll}"), error))?;
            fen = game.write(&node, &record);
        }
        Ok(Self { game, node, record, fen, counter: counter(&job.counting)? })
    }

    fn header(&self) -> Header {
        Header::new(self.game.rules(), &self.fen)
    }
}

/// A counter that stops on the first signal.
fn counter(counting: &Counting) -> Result<Counter, Failure> {
    let counter = Counter::new(counting.threads.unwrap_or(0) as usize)
        .map_err(|fault| Failure::misuse("--threads", fault))?;
    let bulk = if counting.no_bulk { Bulk::None } else { counting.bulk };
    let counter = counter
        .with_bulk(bulk)
        .with_hash(counting.hash as usize)
        .with_merge(!counting.no_merge && bulk != Bulk::None);
    stop_on_first_signal(&counter.watch().stop_flag())?;
    Ok(counter)
}
