//! `conformance serve`: answers the line protocol with this project's generators.

use crate::against::{FlippedKnob, GeneratorChoice, respond};
use perft::shell::{Failure, say};
use rules_core::Axis;
use rules_core::{Knobs, chaturaji, chaturanga};
use std::fmt::Display;
use std::io::{self, BufRead, Read, stdin};

const EXAMPLES: &str = "\
Examples:
  conformance serve
      then type, or send from a program:
      {\"id\":1,\"ask\":\"hello\",\"protocol\":1}
  conformance against nl 'conformance serve --generator slow'
      tests the slow generator like any other program
  conformance against nl 'conformance serve --turn elephant-move=dabbaba'
      shows how a defective generator is reported

conformance/PROTOCOL.md describes questions and answers. Exits at the end of its input. Exit codes: 0 done, 2 a line \
is not a question.";

/// The arguments of `conformance serve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Which generator answers: the fast one, or the slow one written from the sources alone
    #[arg(long, value_enum, default_value_t = GeneratorChoice::Fast)]
    generator: GeneratorChoice,
    /// Override one knob (or one file of promotion-barred-files) in every ruleset, to simulate a defect
    #[arg(long, value_name = "KNOB=VALUE", value_parser = flipped_knob)]
    turn: Vec<FlippedKnob>,
}

fn flipped_knob(text: &str) -> Result<FlippedKnob, String> {
    let (knob, value) = text.split_once('=').ok_or("expected KNOB=VALUE, such as horse-move=camel")?;
    let flipped = FlippedKnob { knob: knob.to_owned(), value: value.to_owned() };
    if flipped.exists() {
        return Ok(flipped);
    }
    Err(match values::<chaturanga::Rules>(knob).or_else(|| values::<chaturaji::Rules>(knob)) {
        Some(values) => format!("{knob} has no value {value}; its values are {values}"),
        None => format!("there is no knob {knob}; `perft rules nl` and `perft rules ar` list them"),
    })
}

fn values<R: Knobs>(knob: &str) -> Option<String> {
    Axis::<R>::named(knob).map(|axis| axis.names().collect::<Vec<_>>().join(", "))
}

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Answers the input line by line.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut input = stdin().lock();
    for number in 1.. {
        let misuse = |error: &dyn Display| Failure::Misuse(format!("line {number}: {error}"));
        let mut line = String::new();
        input.by_ref().take(MAX_LINE + 1).read_line(&mut line).map_err(|error| misuse(&error))?;
        if line.is_empty() {
            break;
        }
        if line.len() as u64 > MAX_LINE {
            return Err(misuse(&format_args!("exceeds the limit of {MAX_LINE} bytes")));
        }
        if !line.trim().is_empty() {
            let answer = respond(&line, args.generator, &args.turn).map_err(|error| misuse(&error))?;
            say(&(serde_json::to_string(&answer).map_err(io::Error::from)? + "\n"))?;
        }
    }
    Ok(())
}
