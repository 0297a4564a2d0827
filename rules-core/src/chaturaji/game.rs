//! The rules together with every table that follows from them and depends on no position.

use super::promotion::Promotion;
use super::roll_counts::RollCountTable;
use super::{ElephantMove, Rules};
use crate::attacks::{Cross, DIAGONALS, LINES};

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
    /// The lines along which elephants slide.
    pub(super) elephant_lines: &'static [Cross; 64],
    pub(super) promotion: Promotion,
    pub(super) roll_counts: RollCountTable,
}

impl Game {
    /// Computes the tables that follow from the rules: promotion, and how many rolls allow each kind of turn.
    pub fn new(rules: Rules) -> Self {
        let elephant_lines = match rules.elephant_move {
            ElephantMove::Rook => &LINES,
            ElephantMove::Bishop => &DIAGONALS,
        };
        let (promotion, roll_counts) = (Promotion::new(&rules), RollCountTable::new(&rules));
        Self { rules, elephant_lines, promotion, roll_counts }
    }

    /// Returns the rules for which the game was built.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}
