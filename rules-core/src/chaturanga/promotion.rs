//! Promotion: what a padati becomes, on which squares, and under which condition.
//!
//! A padati promotes by arriving on its last row. The square, the file or the rules alone give the type
//! (`promotion-piece`); there is none on a barred file or where a raja began. Depending on
//! `promotion-requires` the side must also have lost a piece of that type, or have fewer of them than at the
//! start. What remains are two sets of squares, on which a padati promotes and on which it stays a padati:
//! [`PawnTargets`].
//!
//! Sources: tr § Terfi; nl, last paragraph.

use super::position::plane;
use super::{
    Color, Position, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires, Role, Rules,
};
use crate::{Bitboard, FileSet, PawnTargets, Square};

impl Rules {
    /// Returns what a padati of `color` becomes on this file of its last row, if the condition of
    /// `promotion-requires` holds; `None` where it never promotes. Combines the knobs `promotion-piece` and
    /// `promotion-barred-files`. A file above 7 counts as 7.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Role, Rules};
    /// // Black's raja began on d8, its mantri on e8.
    /// assert_eq!(Rules::NL.promotion_role(Color::White, 3), None);
    /// assert_eq!(Rules::NL.promotion_role(Color::White, 4), Some(Role::Mantri));
    /// // tr goes by the file of the side's own first row, and bars e and f.
    /// assert_eq!(Rules::TR.promotion_role(Color::White, 2), Some(Role::Gaja));
    /// assert_eq!(Rules::TR.promotion_role(Color::White, 5), None);
    /// ```
    pub fn promotion_role(&self, color: Color, file: u8) -> Option<Role> {
        if self.promotion_barred_files.contains(file) {
            return None;
        }
        let role = match self.promotion_piece {
            PromotionPiece::BySquare => self.start_role(!color, file),
            PromotionPiece::ByFile => self.start_role(color, file),
            PromotionPiece::ByFileOrMantri => match self.start_role(color, file) {
                Role::Raja => Role::Mantri,
                role => role,
            },
            PromotionPiece::Mantri => Role::Mantri,
        };
        (role != Role::Raja).then_some(role)
    }

    /// Replaces the values of the promotion knobs that cannot matter, for [`Rules::canonical`].
    pub(super) fn with_canonical_promotion(&self) -> Self {
        let mut rules = *self;
        let squares = || Color::ALL.into_iter().flat_map(|color| (0..8).map(move |file| (color, file)));
        let role = |rules: &Self, (color, file): (Color, u8)| rules.promotion_role(color, file);
        for &promotion_piece in PromotionPiece::ALL {
            let open = Self { promotion_piece, promotion_barred_files: FileSet::EMPTY, ..rules };
            let barred = squares().fold(0, |files, square| {
                files | u8::from(role(self, square) != role(&open, square)) << square.1
            });
            let candidate = Self { promotion_barred_files: FileSet::from_bits(barred), ..open };
            if squares().all(|square| role(self, square) == role(&candidate, square)) {
                rules = candidate;
                break;
            }
        }
        let promotes = |square| role(self, square).is_some();
        if !squares().any(promotes) {
            rules.promotion_requires = PromotionRequires::Nothing;
            rules.promotion_choice = PromotionChoice::Forced;
        } else if squares().all(promotes) && rules.promotion_requires == PromotionRequires::Nothing {
            rules.promotion_denied = PromotionDenied::Stays;
        }
        rules
    }
}

/// The promotion rules as tables.
#[derive(Clone, Debug)]
pub(super) struct Promotion {
    /// What each side promotes to on each file.
    roles: [[Option<Role>; 8]; 2],
    /// The squares of the last row on which each side promotes to a role, by [`plane`].
    squares: [[Bitboard; 4]; 2],
    requires: PromotionRequires,
    choice: PromotionChoice,
    denied: PromotionDenied,
    /// Whether positions remember lost pieces: the canonical rules have `promotion-requires=lost`.
    keeps_lost: bool,
}

impl Promotion {
    /// Computes the tables for these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let roles =
            Color::ALL.map(|color| core::array::from_fn(|file| rules.promotion_role(color, file as u8)));
        let mut squares = [[Bitboard::EMPTY; 4]; 2];
        for color in Color::ALL {
            let last_row = Bitboard::rank(color.last_rank());
            for (file, role) in (0..).zip(roles[color as usize]) {
                if let Some(role) = role {
                    squares[color as usize][plane(role)] |= Bitboard::file(file) & last_row;
                }
            }
        }
        let keeps_lost = rules.canonical().promotion_requires == PromotionRequires::Lost;
        Self {
            roles,
            squares,
            requires: rules.promotion_requires,
            choice: rules.promotion_choice,
            denied: rules.promotion_denied,
            keeps_lost,
        }
    }

    /// Returns what a padati of `color` promotes to on a square of its last row.
    #[inline(always)]
    pub(super) fn role(&self, color: Color, square: Square) -> Option<Role> {
        self.roles[color as usize][usize::from(square.file())]
    }

    /// Returns whether positions remember lost pieces.
    #[inline(always)]
    pub(super) const fn keeps_lost(&self) -> bool {
        self.keeps_lost
    }
    /// Returns the squares that these pawns may enter as pawns, and those on which they promote.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position, color: Color, padatis: Bitboard) -> PawnTargets {
        let last_row = Bitboard::rank(color.last_rank());
        if !padatis.meets(last_row.shift(0, -color.forward())) {
            return PawnTargets::UNRESTRICTED;
        }
        let optional = self.choice == PromotionChoice::Optional;
        let stays = self.denied == PromotionDenied::Stays;
        PawnTargets::split(last_row, self.promoting_squares(position, color), optional, stays)
    }

    /// Returns the squares of the last row on which a padati of `color` that arrives in this position
    /// promotes.
    #[inline(always)]
    fn promoting_squares(&self, position: &Position, color: Color) -> Bitboard {
        let pieces = position.pieces(color);
        let mut squares = Bitboard::EMPTY;
        for role in Role::OFFICERS {
            let allowed = match self.requires {
                PromotionRequires::Lost => position.lost >> color.lost_shift() >> plane(role) & 1 != 0,
                PromotionRequires::Missing => {
                    (pieces & position.roles[plane(role)]).len() < role.start_count()
                }
                PromotionRequires::Nothing => true,
            };
            if allowed {
                squares |= self.squares[color as usize][plane(role)];
            }
        }
        squares
    }
}
