//! `conformance serve`: the generators of this project behind the line protocol.

use conformance::against::respond;
use conformance::against::serve::{Pace, Turned};
use conformance::point::Point;
use perft::cli::{Failure, say};
use rules_core::{Knobs, chaturaji, chaturanga};
use std::io::{BufRead, stdin};

const EXAMPLES: &str = "\
Examples:
  conformance serve
      then type, or send from a program:
      {\"id\":1,\"ask\":\"hello\",\"protocol\":1}
  conformance against nl 'conformance serve --generator slow'
      the slow generator through the suite, as any other program
  conformance against nl 'conformance serve --turn elephant-move=dabbaba'
      what a generator with a fault looks like

conformance/PROTOCOL.md tells what is asked and answered. Ends when its input does. Exit codes: 0 done, 2 a line is no
question.";

/// The arguments of `conformance serve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Which generator answers: the fast one, or the slow one written from the sources alone
    #[arg(long, value_enum, default_value_t = Generator::Fast)]
    generator: Generator,
    /// Play with this value of a knob, or of one file of promotion-barred-files, whatever the ruleset says
    #[arg(long, value_name = "KNOB=VALUE", value_parser = turned)]
    turn: Vec<Turned>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Generator {
    /// That of rules-core
    Fast,
    /// That of conformance::reference
    Slow,
}

fn turned(text: &str) -> Result<Turned, String> {
    let (point, value) = text.split_once('=').ok_or("KNOB=VALUE is expected, such as horse-move=camel")?;
    let turned = Turned { point: point.to_owned(), value: value.to_owned() };
    if turned.is_known() {
        return Ok(turned);
    }
    Err(match values::<chaturanga::Rules>(point).or_else(|| values::<chaturaji::Rules>(point)) {
        Some(values) => format!("the values of {point} are {values}"),
        None => format!("there is no knob {point}; `perft rules nl` and `perft rules ar` list them"),
    })
}

fn values<R: Knobs>(point: &str) -> Option<String> {
    Point::<R>::named(point).map(|point| point.values().join(", "))
}

/// Answers line after line.
pub fn run(args: &Args) -> Result<(), Failure> {
    let pace = match args.generator {
        Generator::Fast => Pace::Fast,
        Generator::Slow => Pace::Slow,
    };
    for (number, line) in (1..).zip(stdin().lock().lines()) {
        let fault = |what: &dyn std::fmt::Display| Failure::Misuse(format!("line {number}: {what}"));
        let line = line.map_err(|error| fault(&error))?;
        if !line.trim().is_empty() {
            let answer = respond(&line, pace, &args.turn).map_err(|error| fault(&error))?;
            say(&format!("{answer}\n"))?;
        }
    }
    Ok(())
}
