//! The rules together with every table that follows from them and depends on no position.

use super::promotion::Promotion;
use super::roll_counts::RollCountTable;
use super::{Dice, RollCounts, Rules};

/// The rules of one game and the tables that follow from them. It answers every question about a position.
///
/// A game is built once for a ruleset and then only read, so threads share it by reference. Positions hold no
/// reference to their game: the caller passes them to the game whose rules accepted them.
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
    roll_counts: RollCountTable,
}

impl Game {
    /// Computes the tables that follow from the rules: promotion, and the weights of the rolls.
    pub fn new(rules: Rules) -> Self {
        Self { rules, promotion: Promotion::new(&rules), roll_counts: RollCountTable::new(&rules) }
    }

    /// Returns the rules for which the game was built.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns how many ordered rolls allow each kind of turn; 1 where these dice are rolled. The answer has
    /// no meaning under `dice=none`.
    ///
    /// ```
    /// use rules_core::chaturaji::{Face, Game, Rules};
    /// let (three, five) = (Face::Three as usize, Face::Five as usize);
    /// let free = *Game::new(Rules::AR).weights("35".parse()?);
    /// assert_eq!((free.pass, free.single), (1, [0, 1, 0, 1]));
    /// assert_eq!((free.pair[three][five], free.pair[five][three]), (1, 1));
    /// // With an order, the first die is played first or skipped.
    /// let fixed = *Game::new("ar+dice-order=fixed".parse()?).weights("35".parse()?);
    /// assert_eq!((fixed.pair[three][five], fixed.pair[five][three]), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn roll_counts(&self, dice: Dice) -> &RollCounts {
        self.roll_counts.of(dice)
    }
}
