//! Counts the turn sequences of chaturaji from the start. Each counts as often as ordered rolls of the dice
//! allow it.
//!
//! ```sh
//! cargo run --release -p rules-core --example perft_chaturaji -- ar 3
//! ```

use rules_core::chaturaji::{Game, Position, Rules};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("ar").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("2").parse()?;
    let game = Game::new(rules);
    for depth in 0..=depth {
        println!("{depth} {}", perft(&game, &game.start(), depth));
    }
    Ok(())
}

/// Counts the turn sequences of `depth` plies, weighted by the rolls that allow them.
fn perft(game: &Game, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        // The last ply is counted without listing its turns.
        return game.count(position);
    }
    let mut total = 0;
    game.visit(position, |_, next, rolls| total += u64::from(rolls) * perft(game, &next, depth - 1));
    total
}
