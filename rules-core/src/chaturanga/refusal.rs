//! The one policy on positions: everything that is refused, and why.
//!
//! A text is first read by itself; only when every field can be read is the placement judged under the
//! rules. All reasons found at that stage are reported together.

use super::{Color, Role};
use crate::Square;
use core::fmt;

/// The fields of a position text, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Field {
    /// The men, rank 8 first.
    Ranks,
    /// The side to move.
    Side,
    /// Who still holds the right to the jump.
    Jump,
    /// The types lost although the board does not show it.
    Lost,
    /// Moves since the last capture or padati move.
    Halfmove,
    /// The number of the move.
    Fullmove,
}

impl Field {
    /// Every field, in the order in which they are written.
    pub const ALL: [Self; 6] =
        [Self::Ranks, Self::Side, Self::Jump, Self::Lost, Self::Halfmove, Self::Fullmove];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ranks => "ranks",
            Self::Side => "side",
            Self::Jump => "jump",
            Self::Lost => "lost",
            Self::Halfmove => "halfmove",
            Self::Fullmove => "fullmove",
        })
    }
}

/// One reason why a position is refused. Rows are counted from the top of the board, columns are
/// characters counted from 1 within the row or field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// A field that must be there is not, or two spaces stand where one is expected.
    MissingField {
        /// The field.
        field: Field,
    },
    /// Words follow the last field.
    TrailingWords,
    /// There are not eight rows.
    RowCount {
        /// How many there are.
        found: usize,
    },
    /// A row does not have eight squares.
    RowLength {
        /// The row, 1 at the top.
        row: usize,
        /// How many squares it has.
        found: usize,
    },
    /// A digit is not 1 to 8.
    Digit {
        /// The row, 1 at the top.
        row: usize,
        /// The character in the row.
        column: usize,
        /// The digit.
        found: char,
    },
    /// Two digits stand side by side.
    AdjacentDigits {
        /// The row, 1 at the top.
        row: usize,
        /// The second digit's place in the row.
        column: usize,
    },
    /// A character names no man.
    UnknownLetter {
        /// The row, 1 at the top.
        row: usize,
        /// The character in the row.
        column: usize,
        /// The character.
        found: char,
    },
    /// The side is neither `w` nor `b`.
    UnknownSide {
        /// The character at fault.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A character of the jump field names no right.
    UnknownRight {
        /// The character in the field.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A character of the lost field names no type that can be lost.
    UnknownLost {
        /// The character in the field.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A letter stands twice in a field.
    RepeatedLetter {
        /// The field.
        field: Field,
        /// The second letter's place in the field.
        column: usize,
        /// The letter.
        found: char,
    },
    /// A number has a character that is no digit.
    NotANumber {
        /// The field.
        field: Field,
        /// The character in the field.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A number is out of range: halfmove 0 to 65535, fullmove 1 to 65535.
    NumberRange {
        /// The field.
        field: Field,
    },
    /// A side has more than one raja.
    Rajas {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more than eight padatis.
    Padatis {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more than sixteen men.
    Pieces {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more of a type than it began with and its missing padatis could have become.
    TooMany {
        /// The side.
        color: Color,
        /// The type.
        role: Role,
        /// How many there are.
        found: u32,
        /// How many there can be.
        allowed: u32,
    },
    /// A padati stands on its own first row.
    PadatiOnFirstRow {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
    },
    /// Both rajas are missing.
    NoRajas,
    /// A raja is missing that must be there: that of the side not to move, which cannot have been captured;
    /// either under `raja-safety=all-moves`, where rajas are not captured.
    RajaMissing {
        /// The side.
        color: Color,
    },
    /// The side not to move is attacked under `raja-safety=all-moves`: its last move was not legal.
    OpponentAttacked {
        /// Where its raja stands.
        raja: Square,
    },
}

impl Refusal {
    /// A name for the kind of reason, which does not change: `row-count`, `unknown-letter` and so on.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::MissingField { .. } => "missing-field",
            Self::TrailingWords => "trailing-words",
            Self::RowCount { .. } => "row-count",
            Self::RowLength { .. } => "row-length",
            Self::Digit { .. } => "digit",
            Self::AdjacentDigits { .. } => "adjacent-digits",
            Self::UnknownLetter { .. } => "unknown-letter",
            Self::UnknownSide { .. } => "unknown-side",
            Self::UnknownRight { .. } => "unknown-right",
            Self::UnknownLost { .. } => "unknown-lost",
            Self::RepeatedLetter { .. } => "repeated-letter",
            Self::NotANumber { .. } => "not-a-number",
            Self::NumberRange { .. } => "number-range",
            Self::Rajas { .. } => "rajas",
            Self::Padatis { .. } => "padatis",
            Self::Pieces { .. } => "pieces",
            Self::TooMany { .. } => "too-many",
            Self::PadatiOnFirstRow { .. } => "padati-on-first-row",
            Self::NoRajas => "no-rajas",
            Self::RajaMissing { .. } => "raja-missing",
            Self::OpponentAttacked { .. } => "opponent-attacked",
        }
    }

    /// The field at fault.
    pub const fn field(self) -> Field {
        match self {
            Self::MissingField { field }
            | Self::RepeatedLetter { field, .. }
            | Self::NotANumber { field, .. }
            | Self::NumberRange { field } => field,
            Self::TrailingWords => Field::Fullmove,
            Self::UnknownSide { .. } => Field::Side,
            Self::UnknownRight { .. } => Field::Jump,
            Self::UnknownLost { .. } => Field::Lost,
            _ => Field::Ranks,
        }
    }

    /// The row of the board, 1 at the top, and the character of that row or of the field, both counted from 1,
    /// as far as the reason has a place.
    pub fn place(self) -> (Option<usize>, Option<usize>) {
        match self {
            Self::RowLength { row, .. } => (Some(row), None),
            Self::Digit { row, column, .. }
            | Self::AdjacentDigits { row, column }
            | Self::UnknownLetter { row, column, .. } => (Some(row), Some(column)),
            Self::UnknownSide { column, .. }
            | Self::UnknownRight { column, .. }
            | Self::UnknownLost { column, .. }
            | Self::RepeatedLetter { column, .. }
            | Self::NotANumber { column, .. } => (None, Some(column)),
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
            Self::MissingField { field: Field::Ranks | Field::Side } => {
                f.write_str("missing; ranks and side are expected, separated by one space")
            }
            Self::MissingField { .. } => f.write_str("empty; fields are separated by one space"),
            Self::TrailingWords => f.write_str("words follow this last field"),
            Self::RowCount { found } => write!(f, "8 rows are expected, separated by /, not {found}"),
            Self::RowLength { found, .. } => write!(f, "8 squares are expected, not {found}"),
            Self::Digit { found, .. } => write!(f, "{found:?}; empty squares are counted by 1 to 8"),
            Self::AdjacentDigits { .. } => f.write_str("a digit follows a digit; write their sum"),
            Self::UnknownLetter { found, .. } => {
                write!(f, "{found:?} names no man; the letters are K Q R B N P and k q r b n p")
            }
            Self::UnknownSide { found, .. } => {
                write!(f, "{found:?} stands where one letter is expected, w or b")
            }
            Self::UnknownRight { found, .. } => {
                write!(f, "{found:?} names no right; K, k or both are expected, or -")
            }
            Self::UnknownLost { found, .. } => {
                write!(f, "{found:?} names no type that can be lost; letters of RNBQrnbq are expected, or -")
            }
            Self::RepeatedLetter { found, .. } => write!(f, "{found:?} stands there twice"),
            Self::NotANumber { found, .. } => write!(f, "{found:?} in a number"),
            Self::NumberRange { field: Field::Fullmove } => {
                f.write_str("out of range; 1 to 65535 is expected")
            }
            Self::NumberRange { .. } => f.write_str("out of range; 0 to 65535 is expected"),
            Self::Rajas { color, found } => write!(f, "{color} has {found} rajas; at most 1 is possible"),
            Self::Padatis { color, found } => {
                write!(f, "{color} has {found} padatis; at most 8 are possible")
            }
            Self::Pieces { color, found } => write!(f, "{color} has {found} men; at most 16 are possible"),
            Self::TooMany { color, role, found, allowed } => write!(
                f,
                "{color} has {found} of the type {role}; at most {allowed} are possible with its padatis"
            ),
            Self::PadatiOnFirstRow { color, square } => {
                write!(f, "a padati of {color} on its own first row, {square}")
            }
            Self::NoRajas => f.write_str("both rajas are missing"),
            Self::RajaMissing { color } => write!(f, "the raja of {color} is missing"),
            Self::OpponentAttacked { raja } => write!(
                f,
                "the raja on {raja} can be captured, and it is not its turn; no move may leave it so"
            ),
        }
    }
}

/// All reasons why a text or placement of this game is refused.
pub type Refusals = crate::Refusals<Refusal>;
