//! The rules with everything computed that does not depend on the position.

use super::promotion::Promotion;
use super::weights::WeightTable;
use super::{Dice, Rules, Weights};

/// The rules of one game and the tables that follow from them. It answers every question about a position.
///
/// ```
/// use rules_core::chaturaji::{Game, Rules, Setup, Tally};
/// let game = Game::new(Rules::AR);
/// // The source's own example of a boat's triumph: black's boat goes from c6 to e4.
/// let (position, setup) = game.read_setup("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 23")?;
/// let turn = "c6e4".parse().unwrap();
/// let after = game.play(&position, turn).unwrap();
/// let tally = game.score(&position, &setup.tally, turn).unwrap();
/// assert_eq!(tally.scores, [0, 6, 0, 0]);
/// assert_eq!(game.setup(&after, &tally).to_string(), "8/8/8/8/4,bB,3/rK,6,yK/8/gK,6,bK y - - 0,6,0,0 -");
/// # Ok::<(), rules_core::chaturaji::Refusals>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Rules,
    pub(super) promotion: Promotion,
    weights: WeightTable,
}

impl Game {
    /// Computes what follows from the rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules, promotion: Promotion::new(&rules), weights: WeightTable::new(&rules) }
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns how many ordered rolls allow each kind of turn, 1 where these dice are rolled. Without a
    /// meaning under `dice=none`.
    #[inline(always)]
    pub const fn weights(&self, dice: Dice) -> &Weights {
        self.weights.of(dice)
    }
}
