//! Plays a random game of chaturaji, with dice where the rules have them, and prints the last position and
//! the points.
//!
//! ```sh
//! cargo run -p rules-core --example random_game_chaturaji -- ar 7
//! ```

use rules_core::chaturaji::{Dice, DiceRule, Face, Game, Rules, Setup, Tally};
use std::error::Error;

/// A game is given up after this many turns, because no source has a rule that ends repetitions.
const TURNS: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("ar").parse()?;
    let mut random = Random(arguments.next().as_deref().unwrap_or("1").parse()?);
    let game = Game::new(rules);
    let (mut position, mut tally) = (game.start(), Tally::default());
    for _ in 0..TURNS {
        if game.is_over(&position) {
            break;
        }
        let [first, second] = [random.below(4), random.below(4)].map(|face| Face::ALL[face]);
        let dice = if rules.dice == DiceRule::None { Dice::Unrolled } else { Dice::Two(first, second) };
        let rolled = game.position(&Setup { dice, ..game.setup(&position, &tally) })?;
        let mut turns = Vec::new();
        game.visit(&rolled, |turn, _, _| turns.push(turn));
        let turn = turns[random.below(turns.len())];
        print!("{dice}:{turn} ");
        tally = game.score(&rolled, &tally, turn)?;
        position = game.play(&rolled, turn)?;
    }
    println!("\n\n{}", position.diagram());
    let [red, black, yellow, green] = tally.scores;
    println!("points: red {red}, black {black}, yellow {yellow}, green {green}");
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
