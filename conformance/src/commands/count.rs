//! `conformance count`.

use conformance::reference::chaturanga::State;
use perft::MAX_DEPTH;
use perft::cli::{Failure, Format, Header, Row, Rows, read_position, read_rules, whole};
use rules_core::AnyRules;
use rules_core::chaturanga::{Game, Rules, Setup};
use std::time::Instant;

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
    #[arg(value_parser = whole(0..=MAX_DEPTH), allow_negative_numbers = true)]
    depth: u32,

    /// The position: ranks, side, jump rights, lost types, halfmove and fullmove, or startpos
    #[arg(long, default_value = "startpos")]
    fen: String,

    /// A table that grows as the depths are done, or one JSON object at the end
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Counts, and writes a row for each depth as it is finished.
pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = match read_rules(&args.rules)? {
        AnyRules::Chaturanga(rules) => rules,
        AnyRules::Chaturaji(rules) => {
            return Err(Failure::Misuse(format!("{rules}: this game has no slow generator")));
        }
    };
    let (state, fen) = read(&rules, &args.fen)?;
    let mut rows = Rows::begin(args.format, Header { rules: &rules, fen: &fen }, &[], false)?;
    for depth in 0..=args.depth {
        let begun = Instant::now();
        let nodes = state.perft(&rules, depth);
        rows.row(&Row { depth, nodes, time: begun.elapsed(), ..Row::default() })?;
    }
    Ok(rows.end(true)?)
}

/// The position that a text describes, judged by the slow generator alone, and the text normalised.
fn read(rules: &Rules, text: &str) -> Result<(State, String), Failure> {
    if text == "startpos" {
        let start = State::start(rules);
        let fen = start.to_setup().to_string();
        return Ok((start, fen));
    }
    let read = text.parse().ok().and_then(|setup: Setup| {
        let state = State::from_setup(rules, &setup).ok()?;
        let Setup { halfmove, fullmove, .. } = setup;
        let fen = Setup { halfmove, fullmove, ..state.to_setup() }.to_string();
        Some((state, fen))
    });
    read.ok_or_else(|| {
        // Only the other one has words for its reasons.
        let refused = read_position(&Game::new(*rules), text).err();
        refused.unwrap_or_else(|| Failure::Misuse(format!("--fen: the slow generator alone refuses {text}")))
    })
}
