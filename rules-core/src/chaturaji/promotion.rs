//! Promotion: what a pawn becomes, on which squares, and under which condition.
//!
//! A pawn promotes by arriving on its last row, the back row of the seat opposite. The place of the square on
//! that edge, counted from the nearer corner, gives the type: boat, horse, elephant, king; the knob
//! `promotion-piece` takes some of these squares away, or gives a boat on all. Depending on
//! `promotion-requires` the seat must have lost a piece of that type at some time, or have none on the board;
//! so a seat may come to have two kings. What remains are two sets of squares, on which a pawn promotes and
//! on which it stays a pawn: [`PawnTargets`]. A promotion is no move of a boat, so it completes no triumph.
//!
//! Sources: ar § movement of the pieces, second paragraph; bhavishya (squares without a mark); chesscom4.

use super::{
    Position, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires, Role, Rules, Seat,
    StartSetup,
};
use crate::{Bitboard, PawnTargets, Square};

impl Rules {
    /// Returns what a pawn of this seat becomes on a square, if the condition of `promotion-requires` holds;
    /// `None` off its last row and where it never promotes.
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Role, Rules, Seat}};
    /// // Red's pawns move east. Corners give a boat, the squares beside them a horse.
    /// assert_eq!(Rules::AR.promotion_role(Seat::Red, Square::H8), Some(Role::Boat));
    /// assert_eq!(Rules::AR.promotion_role(Seat::Red, Square::H2), Some(Role::Horse));
    /// assert_eq!(Rules::AR.promotion_role(Seat::Red, Square::A8), None);
    /// // The middle of the edge gives a king.
    /// assert_eq!(Rules::AR.promotion_role(Seat::Green, Square::D8), Some(Role::King));
    /// ```
    pub fn promotion_role(&self, seat: Seat, square: Square) -> Option<Role> {
        let (along, from_own_edge) = match seat {
            Seat::Red => (square.rank(), square.file()),
            Seat::Black => (square.file(), 7 - square.rank()),
            Seat::Yellow => (7 - square.rank(), 7 - square.file()),
            Seat::Green => (7 - square.file(), square.rank()),
        };
        let place = match self.setup {
            StartSetup::RightHanded => along,
            StartSetup::LeftHanded => 7 - along,
        };
        if from_own_edge != 7 {
            return None;
        }
        let by_edge = Role::OFFICERS.get(usize::from(place.min(7 - place))).copied();
        let faces_own_pieces = place < 4;
        match self.promotion_piece {
            PromotionPiece::ByEdge => by_edge,
            PromotionPiece::OwnHalf => by_edge.filter(|_| faces_own_pieces),
            PromotionPiece::Boat => Some(Role::Boat),
            PromotionPiece::Unmarked => by_edge.filter(|role| matches!(role, Role::Horse | Role::Elephant)),
        }
    }
}

/// The promotion rules as tables.
#[derive(Clone, Debug)]
pub(super) struct Promotion {
    /// The row on which each seat promotes.
    last_rows: [Bitboard; 4],
    /// What each seat promotes to on each square.
    roles: [[Option<Role>; 64]; 4],
    /// The squares on which each seat promotes to a role, by `Role as usize`.
    squares: [[Bitboard; 4]; 4],
    requires: PromotionRequires,
    choice: PromotionChoice,
    denied: PromotionDenied,
    /// Whether positions remember lost pieces.
    keeps_lost: bool,
}

impl Promotion {
    /// Computes the tables for these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let mut promotion = Self {
            last_rows: [Bitboard::file(7), Bitboard::rank(0), Bitboard::file(0), Bitboard::rank(7)],
            roles: [[None; 64]; 4],
            squares: [[Bitboard::EMPTY; 4]; 4],
            requires: rules.promotion_requires,
            choice: rules.promotion_choice,
            denied: rules.promotion_denied,
            keeps_lost: rules.promotion_requires == PromotionRequires::Lost,
        };
        for seat in Seat::ALL {
            for square in Square::all() {
                if let Some(role) = rules.promotion_role(seat, square) {
                    promotion.roles[seat as usize][square.index()] = Some(role);
                    promotion.squares[seat as usize][role as usize] |= Bitboard::of(square);
                }
            }
        }
        promotion
    }

    /// Returns the row on which a seat promotes: the back row of the seat opposite.
    #[inline(always)]
    pub(super) fn last_row(&self, seat: Seat) -> Bitboard {
        self.last_rows[seat as usize]
    }

    /// Returns what a pawn of a seat promotes to on a square.
    #[inline(always)]
    pub(super) fn role(&self, seat: Seat, square: Square) -> Option<Role> {
        self.roles[seat as usize][square.index()]
    }

    /// Returns whether positions remember lost pieces.
    #[inline(always)]
    pub(super) const fn keeps_lost(&self) -> bool {
        self.keeps_lost
    }
    /// Returns the squares that these pawns may enter as pawns, and those on which they promote.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position, seat: Seat, pawns: Bitboard) -> PawnTargets {
        let (files, ranks) = seat.forward();
        let last_row = self.last_row(seat);
        if !pawns.meets(last_row.shift(-files, -ranks)) {
            return PawnTargets::UNRESTRICTED;
        }
        let optional = self.choice == PromotionChoice::Optional;
        let stays = self.denied == PromotionDenied::Stays;
        PawnTargets::split(last_row, self.promoting_squares(position, seat), optional, stays)
    }

    /// Returns the squares of the last row on which a pawn of this seat that arrives in this position
    /// promotes.
    #[inline(always)]
    fn promoting_squares(&self, position: &Position, seat: Seat) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for role in Role::OFFICERS {
            let allowed = match self.requires {
                PromotionRequires::Lost => position.lost & Position::lost_bit(seat, role) != 0,
                PromotionRequires::Missing => position.of(seat, role).is_empty(),
                PromotionRequires::Nothing => true,
            };
            if allowed {
                squares |= self.squares[seat as usize][role as usize];
            }
        }
        squares
    }
}
