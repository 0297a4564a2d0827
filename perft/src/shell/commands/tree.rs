//! `perft tree`: the script that perftree calls.

use super::root::counter;
use crate::shell::arguments::Counting;
use crate::shell::failure::Failure;
use crate::shell::input::read_position_at;
use crate::shell::output::say;
use crate::shell::progress::watched;
use crate::uci::play;
use crate::{Variant, total};

/// Runs `perft tree`.
pub(super) fn run(
    rules: &str,
    depth: u32,
    fen: &str,
    moves: &[String],
    counting: &Counting,
) -> Result<(), Failure> {
    in_game!(rules, game => tree(&game, depth, fen, moves, counting))
}

fn tree<V: Variant>(
    game: &V,
    depth: u32,
    fen: &str,
    moves: &[String],
    counting: &Counting,
) -> Result<(), Failure> {
    let (mut node, mut record, _) = read_position_at(game, fen, "FEN")?;
    for mv in moves.iter().flat_map(|moves| moves.split_whitespace()) {
        play(game, &mut node, &mut record, mv).map_err(|error| Failure::misuse("MOVES", error))?;
    }
    let counter = counter(counting)?;
    let what = format!("depth {depth}");
    let parts = watched(&counter, &what, || counter.divide(game, &node, depth));
    let parts = parts.map_err(|fault| Failure::of_count(fault, &what))?;
    let sum = match depth {
        0 => 1,
        _ => total(parts.iter().map(|part| part.nodes)).map_err(|fault| Failure::of_count(fault, &what))?,
    };
    let lines: String = parts.iter().map(|part| format!("{} {}\n", part.step, part.nodes)).collect();
    Ok(say(&format!("{lines}\n{sum}\n"))?)
}
