//! The one policy on positions: everything that is refused, and why.
//!
//! A text is first read by itself; only when every field can be read is the placement judged under the rules. All
//! reasons found at that stage are reported together.

use super::Seat;
use crate::Square;
use core::fmt;

/// The fields of a position text, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Field {
    /// Where the men stand.
    Ranks,
    /// The seat to move.
    Seat,
    /// The dice before it.
    Dice,
    /// What is lost although the board does not show it.
    Lost,
    /// The points of each seat.
    Scores,
    /// Who has captured whose king.
    Kings,
}

impl Field {
    /// The fields in order.
    pub const ALL: [Self; 6] = [Self::Ranks, Self::Seat, Self::Dice, Self::Lost, Self::Scores, Self::Kings];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ranks => "ranks",
            Self::Seat => "seat",
            Self::Dice => "dice",
            Self::Lost => "lost",
            Self::Scores => "scores",
            Self::Kings => "kings",
        })
    }
}

/// A reason why a position is refused. Rows and columns count from 1; the columns of the ranks are squares between
/// commas, those of other fields characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// `missing-field`: ranks or seat are missing, or a field is empty.
    MissingField {
        /// The field.
        field: Field,
    },
    /// `trailing-words`: something follows the last field.
    TrailingWords,
    /// `row-count`: there are not 8 rows.
    RowCount {
        /// How many there are.
        found: usize,
    },
    /// `row-length`: a row has not 8 squares.
    RowLength {
        /// The row, from the top.
        row: usize,
        /// How many squares it has.
        found: usize,
    },
    /// `unknown-man`: what stands between two commas is neither a number of empty squares nor a seat and a role.
    UnknownMan {
        /// The row, from the top.
        row: usize,
        /// Which of its entries.
        column: usize,
        /// How it begins.
        found: Option<char>,
    },
    /// `adjacent-numbers`: a number of empty squares follows another.
    AdjacentNumbers {
        /// The row, from the top.
        row: usize,
        /// Which of its entries.
        column: usize,
    },
    /// `unknown-seat`: the seat is not one of r b y g.
    UnknownSeat {
        /// Where it goes wrong.
        column: usize,
    },
    /// `unknown-dice`: the dice are not `-`, one face, or two.
    UnknownDice {
        /// Where it goes wrong.
        column: usize,
    },
    /// `unknown-lost`: something lost is not a seat and a role that can be lost.
    UnknownLost {
        /// Which of the entries.
        column: usize,
    },
    /// `score-count`: there are not four scores.
    ScoreCount {
        /// How many there are.
        found: usize,
    },
    /// `not-a-number`: a score is not a number.
    NotANumber {
        /// Which of them.
        column: usize,
    },
    /// `number-range`: a score is above 65535.
    NumberRange {
        /// Which of them.
        column: usize,
    },
    /// `unknown-kings`: an entry is neither captor and victim nor a captor and `+`.
    UnknownKings {
        /// Which of the entries.
        column: usize,
    },
    /// `repeated-entry`: an entry of a field stands there twice.
    RepeatedEntry {
        /// The field.
        field: Field,
        /// Which of the entries.
        column: usize,
    },
    /// `dice-not-used`: there are dice, and the rules have none.
    DiceNotUsed,
    /// `pieces`: a seat has more than 8 men.
    Pieces {
        /// The seat.
        seat: Seat,
        /// How many.
        found: u32,
    },
    /// `pawns`: a seat has more than 4 pawns.
    Pawns {
        /// The seat.
        seat: Seat,
        /// How many.
        found: u32,
    },
    /// `pawn-on-back-row`: a pawn stands on its seat's own edge.
    PawnOnBackRow {
        /// The seat.
        seat: Seat,
        /// Where.
        square: Square,
    },
    /// `cannot-play`: the game goes on, and the seat to move has no men, or is frozen.
    CannotPlay {
        /// The seat.
        seat: Seat,
    },
    /// `undefined-bonus`: a reward is paid that these rules do not have, or to a seat that has not captured all three
    /// kings.
    UndefinedBonus {
        /// The seat.
        seat: Seat,
    },
}

/// All reasons why a text or placement of this game is refused.
pub type Refusals = crate::Refusals<Refusal>;

impl Refusal {
    /// The kind of reason, by which test positions name it.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::MissingField { .. } => "missing-field",
            Self::TrailingWords => "trailing-words",
            Self::RowCount { .. } => "row-count",
            Self::RowLength { .. } => "row-length",
            Self::UnknownMan { .. } => "unknown-man",
            Self::AdjacentNumbers { .. } => "adjacent-numbers",
            Self::UnknownSeat { .. } => "unknown-seat",
            Self::UnknownDice { .. } => "unknown-dice",
            Self::UnknownLost { .. } => "unknown-lost",
            Self::ScoreCount { .. } => "score-count",
            Self::NotANumber { .. } => "not-a-number",
            Self::NumberRange { .. } => "number-range",
            Self::UnknownKings { .. } => "unknown-kings",
            Self::RepeatedEntry { .. } => "repeated-entry",
            Self::DiceNotUsed => "dice-not-used",
            Self::Pieces { .. } => "pieces",
            Self::Pawns { .. } => "pawns",
            Self::PawnOnBackRow { .. } => "pawn-on-back-row",
            Self::CannotPlay { .. } => "cannot-play",
            Self::UndefinedBonus { .. } => "undefined-bonus",
        }
    }

    /// The field it is about.
    pub const fn field(self) -> Field {
        match self {
            Self::MissingField { field } | Self::RepeatedEntry { field, .. } => field,
            Self::TrailingWords | Self::UnknownKings { .. } | Self::UndefinedBonus { .. } => Field::Kings,
            Self::UnknownSeat { .. } | Self::CannotPlay { .. } => Field::Seat,
            Self::UnknownDice { .. } | Self::DiceNotUsed => Field::Dice,
            Self::UnknownLost { .. } => Field::Lost,
            Self::ScoreCount { .. } | Self::NotANumber { .. } | Self::NumberRange { .. } => Field::Scores,
            _ => Field::Ranks,
        }
    }

    /// Row and column, where there are such.
    pub const fn place(self) -> (Option<usize>, Option<usize>) {
        match self {
            Self::RowLength { row, .. } => (Some(row), None),
            Self::UnknownMan { row, column, .. } | Self::AdjacentNumbers { row, column } => {
                (Some(row), Some(column))
            }
            Self::UnknownSeat { column }
            | Self::UnknownDice { column }
            | Self::UnknownLost { column }
            | Self::NotANumber { column }
            | Self::NumberRange { column }
            | Self::UnknownKings { column }
            | Self::RepeatedEntry { column, .. } => (None, Some(column)),
            _ => (None, None),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.field())?;
        match self.place() {
            (Some(row), Some(column)) => write!(f, ", row {row}, column {column}")?,
            (Some(row), None) => write!(f, ", row {row}")?,
            (None, Some(column)) => write!(f, ", column {column}")?,
            (None, None) => {}
        }
        f.write_str(": ")?;
        match *self {
            Self::MissingField { field: Field::Ranks | Field::Seat } => {
                f.write_str("missing; ranks and seat are expected, separated by one space")
            }
            Self::MissingField { .. } => f.write_str("empty; fields are separated by one space"),
            Self::TrailingWords => f.write_str("words follow this last field"),
            Self::RowCount { found } => write!(f, "8 rows are expected, separated by /, not {found}"),
            Self::RowLength { found, .. } => write!(f, "8 squares are expected, not {found}"),
            Self::UnknownMan { found, .. } => {
                match found {
                    Some(found) => write!(f, "what begins with {found:?}")?,
                    None => f.write_str("nothing")?,
                }
                f.write_str(" is no man; 1 to 8 empty squares, or r b y g and K E N B P are expected")
            }
            Self::AdjacentNumbers { .. } => f.write_str("a number follows a number; write their sum"),
            Self::UnknownSeat { .. } => f.write_str("one letter is expected, r, b, y or g"),
            Self::UnknownDice { .. } => f.write_str("one or two faces from 2 to 5 are expected, or -"),
            Self::UnknownLost { .. } => {
                f.write_str("seats and types such as rB,yK are expected, types of B N E K, or -")
            }
            Self::ScoreCount { found } => {
                write!(f, "four numbers are expected, of red, black, yellow, green, not {found}")
            }
            Self::NotANumber { .. } => f.write_str("a number is expected"),
            Self::NumberRange { .. } => f.write_str("at most 65535 is possible"),
            Self::UnknownKings { .. } => f.write_str(
                "captor and victim such as rb, or r+ for a reward that is paid, are expected, or -",
            ),
            Self::RepeatedEntry { .. } => f.write_str("this stands there twice"),
            Self::DiceNotUsed => f.write_str("these rules have no dice; - is expected"),
            Self::Pieces { seat, found } => write!(f, "{seat} has {found} men; at most 8 are possible"),
            Self::Pawns { seat, found } => write!(f, "{seat} has {found} pawns; at most 4 are possible"),
            Self::PawnOnBackRow { seat, square } => {
                write!(f, "a pawn of {seat} on its own back row, {square}")
            }
            Self::CannotPlay { seat } => write!(f, "{seat} cannot play, and the game is not over"),
            Self::UndefinedBonus { seat } => {
                write!(f, "no reward can have been paid to {seat} under these rules and with these kings")
            }
        }
    }
}
