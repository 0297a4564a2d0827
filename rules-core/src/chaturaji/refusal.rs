//! Reasons why a position of chaturaji is refused.
//!
//! A text is read first; only when every field can be read is the placement judged under the rules
//! ([`Game::position`](super::Game::position)). All reasons found at that stage are reported together.

use super::Seat;
use crate::Square;
use crate::notation::TextFault;
use core::fmt;

/// One reason why a position is refused: a fault of its text, or a placement that no game can reach.
///
/// ```
/// use rules_core::chaturaji::{Game, Refusal, Rules};
/// let game = Game::new(Rules::AR);
/// // A pawn of red on the a file, where red's pieces begin; and it is green's turn, which has no pieces.
/// let refusals = game.read("rP,7/8/8/8/8/8/8/rK,6,yK g").unwrap_err();
/// assert!(refusals.iter().map(Refusal::kind).eq(["pawn-on-back-row", "cannot-play"]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The text cannot be read.
    Text(TextFault),
    /// The text has dice, and the rules have none (`dice=none`).
    DiceNotUsed,
    /// The text has two dice, and the rules have one (`dice=one`).
    DiceCount,
    /// A seat has more than 8 pieces (ar § movement of the pieces).
    Pieces {
        /// The seat.
        seat: Seat,
        /// How many it has.
        found: u32,
    },
    /// A seat has more than 4 pawns (ar § movement of the pieces).
    Pawns {
        /// The seat.
        seat: Seat,
        /// How many it has.
        found: u32,
    },
    /// A pawn stands on the back row of its own seat, where none begins and to which none can move.
    PawnOnBackRow {
        /// The seat.
        seat: Seat,
        /// The square of the pawn.
        square: Square,
    },
    /// The game is not over, and the seat to move has no pieces or is frozen (`kingless=frozen`).
    CannotPlay {
        /// The seat.
        seat: Seat,
    },
    /// The bonus is marked as paid under rules that have none (`king-bonus=none`), or for a seat that has not
    /// captured the kings of all others (ar § scoring).
    UndefinedBonus {
        /// The seat.
        seat: Seat,
    },
}

impl Refusal {
    /// Returns the name of the kind of reason: `row-count`, `pawns` and so on. Test positions refer to it,
    /// and it never changes.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Text(fault) => fault.name(),
            Self::DiceNotUsed => "dice-not-used",
            Self::DiceCount => "dice-count",
            Self::Pieces { .. } => "pieces",
            Self::Pawns { .. } => "pawns",
            Self::PawnOnBackRow { .. } => "pawn-on-back-row",
            Self::CannotPlay { .. } => "cannot-play",
            Self::UndefinedBonus { .. } => "undefined-bonus",
        }
    }

    /// Returns the name of the field at fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Text(fault) => fault.field.name,
            Self::DiceNotUsed | Self::DiceCount => "dice",
            Self::CannotPlay { .. } => "seat",
            Self::UndefinedBonus { .. } => "kings",
            Self::Pieces { .. } | Self::Pawns { .. } | Self::PawnOnBackRow { .. } => "ranks",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Text(fault) = self {
            return fault.fmt(f);
        }
        write!(f, "{}: ", self.field())?;
        match self {
            Self::Text(_) => Ok(()),
            Self::DiceNotUsed => f.write_str("these rules have no dice; write -"),
            Self::DiceCount => f.write_str("these rules have one die; write one face, or -"),
            Self::Pieces { seat, found } => write!(f, "{seat} has {found} pieces; the most is 8"),
            Self::Pawns { seat, found } => write!(f, "{seat} has {found} pawns; the most is 4"),
            Self::PawnOnBackRow { seat, square } => {
                write!(f, "a pawn of {seat} on its own back row, {square}")
            }
            Self::CannotPlay { seat } => write!(f, "{seat} cannot play, and the game is not over"),
            Self::UndefinedBonus { seat } => {
                write!(f, "no bonus can have been paid to {seat} under these rules and with these kings")
            }
        }
    }
}

/// All reasons why a text or placement of chaturaji is refused.
pub type Refusals = crate::Refusals<Refusal>;
