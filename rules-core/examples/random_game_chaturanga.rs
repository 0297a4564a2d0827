//! Plays a random game of chaturanga and draws its last position.
//!
//! ```sh
//! cargo run -p rules-core --example random_game_chaturanga -- tr 7
//! ```

use rules_core::chaturanga::{Game, Rules};
use std::error::Error;

/// A game is given up after this many plies, because no source has a rule that ends repetitions.
const PLIES: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("nl").parse()?;
    let mut random = Random(arguments.next().as_deref().unwrap_or("1").parse()?);
    let game = Game::new(rules);
    let mut position = game.start();
    for _ in 0..PLIES {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        print!("{mv} ");
        position = game.play(&position, mv)?;
    }
    println!("\n\n{}", position.diagram());
    match game.outcome(&position) {
        Some(outcome) => println!("{outcome}"),
        None => println!("unfinished after {PLIES} plies"),
    }
    Ok(())
}

/// A xorshift generator; its state must not be 0.
struct Random(u64);

impl Random {
    /// Returns a number from 0 to `bound - 1`, almost evenly distributed.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
