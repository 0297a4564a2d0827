//! `conformance count`.

use conformance::reference::chaturanga::State;
use perft::cli::{Failure, Format, expanded, read_position, read_rules, say};
use rules_core::Knobs;
use rules_core::chaturanga::{Game, Rules};
use serde::Serialize;
use std::time::Instant;

/// The title of the rows of the text form, as wide as they are.
const HEAD: &str = "depth                 nodes     seconds\n";

const EXAMPLES: &str = "\
Examples:
  conformance count nl 4
      the Dutch text from the start: 1, 18, 324, 5912 and 107539 sequences
  conformance count nl+elephant-move=silver 3
      the same with a gaja that steps
  conformance count chesscom 3 --fen '4r2k/8/8/8/8/8/4R3/4K3 w'
      from a position of one's own
  conformance count tr 3 --format json
      one JSON object for a program to read

About a million sequences a second: depth 5 of a full board takes seconds, depth 6 minutes.";

/// The arguments of `conformance count`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A preset and its overrides: nl, tr+elephant-move=lame-alfil
    rules: String,

    /// How many plies deep, 0 to 30
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30), allow_negative_numbers = true)]
    depth: u32,

    /// The position: ranks, side, jump rights, lost types, halfmove and fullmove, or startpos
    #[arg(long, default_value = "startpos")]
    fen: String,

    /// A table that grows as the depths are done, or one JSON object at the end
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    rules: serde_json::Map<String, serde_json::Value>,
    fen: String,
    depths: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    depth: u32,
    nodes: u128,
}

/// Counts, and writes a row for every depth or a report on all of them.
pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = read_rules(&args.rules)?;
    let setup = read_position(&Game::new(rules), &args.fen)?;
    // Both generators judge positions alike, but only the fast one has words for its reasons.
    let state = State::from_setup(&rules, &setup)
        .map_err(|kinds| Failure::Misuse(format!("--fen is refused: {}", kinds.join(", "))))?;
    if args.format == Format::Text {
        say(HEAD)?;
    }
    let mut depths = Vec::new();
    for depth in 0..=args.depth {
        let begun = Instant::now();
        let nodes = state.perft(&rules, depth);
        if args.format == Format::Text {
            say(&format!("{depth:5} {nodes:21} {:11.3}\n", begun.elapsed().as_secs_f64()))?;
        }
        depths.push(Row { depth, nodes });
    }
    if args.format == Format::Json {
        let fen = setup.to_string();
        let report = Report { game: Rules::GAME, rules: expanded(&rules), fen, depths };
        say(&(serde_json::to_string(&report).map_err(std::io::Error::from)? + "\n"))?;
    }
    Ok(())
}
