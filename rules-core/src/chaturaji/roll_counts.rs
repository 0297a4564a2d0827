//! How many ordered rolls of the dice allow a turn.
//!
//! Counting over all 16 ordered rolls would repeat the same moves 16 times. Instead each turn is found once
//! and multiplied by the number of rolls that allow it, which depends only on the faces of its moves. Two
//! dice with free order give 16 for the empty turn, 7 for a single move (seven ordered rolls show a given
//! face), 2 for two moves of different faces and 1 for two of the same face.
//!
//! Source: ar § throws of the dice.

use super::{Dice, DiceOrder, Face, Rules};

/// How often each kind of turn counts: the number of ordered rolls that allow it, by the faces its moves
/// need.
///
/// Without a roll the numbers count the 16 ordered rolls of two dice; once the dice are rolled, a turn that
/// they allow counts once. Arrays are indexed by `Face as usize`.
///
/// ```
/// use rules_core::chaturaji::{Dice, Face, Game, Rules};
/// let game = Game::new(Rules::AR);
/// let weights = game.roll_counts(Dice::Unrolled);
/// assert_eq!((weights.pass, weights.single), (16, [7; 4]));
/// // A boat's move and a horse's move: 23 and 32. Two moves by boats: 22.
/// assert_eq!(weights.pair[Face::Two as usize][Face::Three as usize], 2);
/// assert_eq!(weights.pair[Face::Two as usize][Face::Two as usize], 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollCounts {
    /// The weight of the empty turn.
    pub pass: u32,
    /// The weight of a turn of one move, by its face.
    pub single: [u32; 4],
    /// The weight of a turn of two moves, by the faces of the first and of the second move.
    pub pair: [[u32; 4]; 4],
}

impl RollCounts {
    const ZERO: Self = Self { pass: 0, single: [0; 4], pair: [[0; 4]; 4] };

    /// Returns the weights under these dice.
    fn new(rules: &Rules, dice: Dice) -> Self {
        match dice {
            Dice::Unrolled => {
                let rolls = Face::ALL.map(|first| Face::ALL.map(|second| Dice::Two(first, second)));
                rolls.iter().flatten().fold(Self::ZERO, |sum, &roll| sum.plus(&Self::new(rules, roll)))
            }
            Dice::One(face) => {
                let mut weights = Self { pass: 1, ..Self::ZERO };
                weights.single[face as usize] = 1;
                weights
            }
            Dice::Two(first, second) => {
                let mut weights = Self { pass: 1, ..Self::ZERO };
                weights.single[first as usize] = 1;
                weights.single[second as usize] = 1;
                weights.pair[first as usize][second as usize] = 1;
                if rules.dice_order == DiceOrder::Free {
                    weights.pair[second as usize][first as usize] = 1;
                }
                weights
            }
        }
    }

    /// Adds the weights of another roll.
    fn plus(mut self, other: &Self) -> Self {
        self.pass += other.pass;
        for (sum, weight) in self.single.iter_mut().zip(other.single) {
            *sum += weight;
        }
        for (sum, weight) in self.pair.iter_mut().flatten().zip(other.pair.iter().flatten()) {
            *sum += weight;
        }
        self
    }
}

/// The weights under all dice, by [`Dice::index`].
#[derive(Clone, Debug)]
pub(super) struct RollCountTable([RollCounts; Dice::NUM]);

impl RollCountTable {
    /// Computes the weights under these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let mut table = [RollCounts::ZERO; Dice::NUM];
        for dice in Dice::all() {
            table[dice.index()] = RollCounts::new(rules, dice);
        }
        Self(table)
    }

    /// Returns the weights under these dice.
    #[inline(always)]
    pub(super) const fn of(&self, dice: Dice) -> &RollCounts {
        &self.0[dice.index()]
    }
}
