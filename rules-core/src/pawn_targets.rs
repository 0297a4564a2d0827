//! Where pawns may go, as themselves and promoted.

use crate::Bitboard;

/// The target squares that pawns of one side may enter: the same for every pawn of that side.
///
/// A square is in both sets where the rules leave the choice, and in neither where no pawn may enter.
///
/// ```
/// use rules_core::{Bitboard, chaturanga::{Color, Game, Rules}};
/// let game = Game::new(Rules::NL);
/// let start = game.start();
/// // No padati is one step from its last row, so nothing is restricted.
/// let padatis = start.of(Color::White, rules_core::chaturanga::Role::Padati);
/// let targets = game.pawn_targets(&start, Color::White, padatis);
/// assert_eq!((targets.plain, targets.promoting), (Bitboard::FULL, Bitboard::EMPTY));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnTargets {
    /// The squares that a pawn enters as a pawn.
    pub plain: Bitboard,
    /// The squares on which a pawn promotes.
    pub promoting: Bitboard,
}

impl PawnTargets {
    /// The targets while no pawn is one step from the last row: every square, without promotion.
    pub const UNRESTRICTED: Self = Self { plain: Bitboard::FULL, promoting: Bitboard::EMPTY };

    /// Splits the board for pawns that reach `last_row` and may promote on `promoting`: whether they may also
    /// stay pawns there (`optional`), and whether they enter the squares that deny promotion (`stays`).
    #[inline(always)]
    pub(crate) fn split(last_row: Bitboard, promoting: Bitboard, optional: bool, stays: bool) -> Self {
        let mut plain = !last_row;
        if optional {
            plain |= promoting;
        }
        if stays {
            plain |= last_row.without(promoting);
        }
        Self { plain, promoting }
    }
}
