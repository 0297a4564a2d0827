//! The rules together with every table that follows from them and depends on no position.

use super::promotion::Promotion;
use super::{Color, ElephantMove, HorseMove, Rules};
use crate::Bitboard;
use crate::attacks::{diagonal, leaps, oblique, straight};

/// The rules of one game and the tables that follow from them. It answers every question about a position.
///
/// A game is built once for a ruleset and then only read, so threads share it by reference. Positions hold no
/// reference to their game: the caller passes them to the game whose rules accepted them.
///
/// ```
/// use rules_core::chaturanga::{Game, Rules};
/// let game = Game::new(Rules::TR);
/// let position = game.read("k7/2P5/8/8/8/8/8/4K3 w - B 0 1")?;
/// // The side has lost a gaja, so its padati becomes one on the gaja's file.
/// let mv = "c7c8b".parse().unwrap();
/// assert!(game.is_legal(&position, mv));
/// let next = game.play(&position, mv).unwrap();
/// assert_eq!(game.setup(&next).to_string(), "k1B5/8/8/8/8/8/8/4K3 b - - 0 1");
/// # Ok::<(), rules_core::chaturanga::Refusals>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Rules,
    /// The leaps of the ashva, and of the raja's jump.
    pub(super) ashva: [Bitboard; 64],
    /// The moves of the gaja of each side on an empty board.
    pub(super) gaja: [[Bitboard; 64]; 2],
    pub(super) promotion: Promotion,
}

impl Game {
    /// Computes the tables that follow from the rules: the leaps of the ashva and of the gaja, and promotion.
    ///
    /// Keep the game instead of building it for every position.
    ///
    /// ```
    /// use rules_core::{Square, chaturanga::{Color, Game, Role, Rules}};
    /// let game = Game::new("nl+horse-move=camel".parse()?);
    /// let targets = game.pattern(Color::White, Role::Ashva, Square::B1);
    /// assert_eq!(targets, [Square::A4, Square::C4, Square::E2].into_iter().collect());
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    pub fn new(rules: Rules) -> Self {
        let ashva = match rules.horse_move {
            HorseMove::Knight => leaps(&oblique(2, 1)),
            HorseMove::Camel => leaps(&oblique(3, 1)),
        };
        let gaja = Color::ALL.map(|color| match rules.elephant_move {
            ElephantMove::Alfil | ElephantMove::LameAlfil => leaps(&diagonal(2)),
            ElephantMove::Dabbaba => leaps(&straight(2)),
            ElephantMove::Silver => {
                let [a, b, c, d] = diagonal(1);
                leaps(&[a, b, c, d, (0, color.forward())])
            }
        });
        Self { rules, ashva, gaja, promotion: Promotion::new(&rules) }
    }

    /// Returns the rules for which the game was built.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}
