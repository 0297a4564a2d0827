//! The squares that pawns may enter, as pawns and by promotion.
//!
//! Four knobs decide this in both games: what a pawn becomes, what must hold for it, whether it must promote,
//! and what happens where it may not. Each game answers the first two in its `promotion.rs`; this file
//! combines the answer with `promotion-choice` and `promotion-denied`.

use crate::Bitboard;

/// The target squares that pawns of one side may enter: the same for every pawn of that side.
///
/// | on the last row | `promoting` | `plain` |
/// |---|---|---|
/// | the pawn promotes, `promotion-choice=forced` | yes | no |
/// | the pawn promotes, `promotion-choice=optional` | yes | yes |
/// | promotion is denied, `promotion-denied=stays` | no | yes |
/// | promotion is denied, `promotion-denied=barred` | no | no |
///
/// Squares off the last row are always plain. Whether a pawn can reach a square is not asked here.
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
