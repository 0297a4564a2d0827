//! `conformance count`: counts sequences of moves with the slow generator.

use crate::generator::{Generator, Tested};
use perft::shell::{CountTable, Failure, Format, Header, Row, read_position, read_rules, whole};
use perft::{MAX_DEPTH, Variant};
use rules_core::{AnyRules, chaturaji, chaturanga};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  conformance count nl 4
      the Dutch text from the start: 1, 18, 324, 5912 and 107539 sequences
  conformance count nl+elephant-move=silver 3
      the same, but with the stepping gaja
  conformance count chesscom 3 --fen '4r2k/8/8/8/8/8/4R3/4K3 w'
      from another position
  conformance count tr 3 --format json
      as one JSON object

Counts about a million sequences per second: from a full board, depth 5 takes seconds and depth 6 takes minutes.";

/// The arguments of `conformance count`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A preset and its overrides: nl, tr+elephant-move=lame-alfil, ar
    rules: String,

    /// The depth in plies, 0 to 30
    #[arg(value_parser = whole(0..=MAX_DEPTH), allow_negative_numbers = true)]
    depth: u32,

    /// The position: ranks, side, jump rights, lost types, halfmove and fullmove; in chaturaji ranks, seat,
    /// dice, lost types, scores and kings; or startpos
    #[arg(long, default_value = "startpos")]
    fen: String,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Counts, and prints a row for each depth as it is finished.
pub fn run(args: &Args) -> Result<(), Failure> {
    match read_rules(&args.rules)? {
        AnyRules::Chaturanga(rules) => count::<chaturanga::Game>(rules, args),
        AnyRules::Chaturaji(rules) => count::<chaturaji::Game>(rules, args),
    }
}

fn count<V: Variant<Rules: Tested>>(rules: V::Rules, args: &Args) -> Result<(), Failure> {
    let slow = <V::Rules as Tested>::Slow::new(&rules);
    let game = V::new(rules);
    let position = slow.read(&args.fen).map_err(|kinds| {
        // The fast generator describes its reasons; the slow one only names their kinds.
        let refused = read_position(&game, &args.fen).err();
        refused.unwrap_or_else(|| {
            Failure::Misuse(format!("--fen: the position is refused: {}", kinds.join(", ")))
        })
    })?;
    let fen = slow.text(&position);
    let (node, ..) = read_position(&game, &fen)?;
    let has_dice = game.rolls(&node, 0).is_some();
    let table = CountTable { header: Header::new(game.rules(), &fen), events: &[], has_dice };
    let row = |depth| {
        let begun = Instant::now();
        let nodes = slow.perft(&position, depth);
        let rolls = game.rolls(&node, depth);
        Ok(Row { depth, nodes, rolls, time: begun.elapsed(), ..Row::default() })
    };
    table.print(args.format, (0..=args.depth).map(row))
}
