//! Counts the move sequences of chaturanga from the start, without the shortcuts of the `perft` crate.
//!
//! ```sh
//! cargo run --release -p rules-core --example perft_chaturanga -- tr 4
//! ```

use rules_core::chaturanga::{Game, Position, Rules};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("nl").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("4").parse()?;
    let game = Game::new(rules);
    for depth in 0..=depth {
        println!("{depth} {}", perft(&game, &game.start(), depth));
    }
    Ok(())
}

/// Counts the move sequences of `depth` plies.
fn perft(game: &Game, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // The last ply is counted without listing its moves.
        1 => game.count(position),
        _ => game
            .moves(position)
            .map(|mv| perft(game, &game.play(position, mv).expect("a legal move"), depth - 1))
            .sum(),
    }
}
