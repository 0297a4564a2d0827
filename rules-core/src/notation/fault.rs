//! Reasons why a position text cannot be read.

use super::field::Field;
use super::rows::RowStyle;
use core::fmt;

/// One reason why a position text cannot be read, and its place.
///
/// ```
/// use rules_core::chaturanga::{Refusal, Setup};
/// // An ordinary FEN may name a square where this notation names lost types.
/// let refusals = "4k3/8/8/8/8/8/8/4K3 w - e3".parse::<Setup>().unwrap_err();
/// let Some(Refusal::Text(fault)) = refusals.iter().next() else { panic!("{refusals}") };
/// assert_eq!((fault.field.name, fault.row, fault.column), ("lost", None, Some(1)));
/// assert_eq!(fault.name(), "unknown-lost");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextFault {
    /// The field at fault.
    pub field: &'static Field,
    /// The row of the board, counted from 1 at the eighth rank; `None` when the fault is not in one row.
    pub row: Option<u8>,
    /// The place in the row or field, counted from 1; `None` when the fault concerns all of it. Lists with
    /// commas count their entries, everything else counts characters.
    pub column: Option<u32>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a position text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// A required field is missing, or there are two spaces where one is expected.
    MissingField,
    /// Words follow the last field, or a space does.
    TrailingWords,
    /// The board does not have eight rows.
    RowCount {
        /// The number of rows.
        found: u32,
    },
    /// A row does not have eight squares.
    RowLength {
        /// The number of squares.
        found: u32,
    },
    /// A digit is 0 or 9, in a notation in which every character is an entry.
    Digit {
        /// The digit.
        found: char,
    },
    /// A number of empty squares follows another, such as `44`; their sum is expected.
    AdjacentNumbers,
    /// The field has no such entry. The name of this kind depends on the field: `unknown-letter`,
    /// `unknown-side` …
    Unknown {
        /// The character at fault, or the first of the entry; `None` when the entry is empty.
        found: Option<char>,
    },
    /// An entry is repeated.
    Repeated {
        /// The first character of the entry.
        found: Option<char>,
    },
    /// The field does not have as many numbers as it needs.
    NumberCount {
        /// How many it has.
        found: u32,
    },
    /// A number has a character other than a digit, or none at all.
    NotANumber {
        /// The character.
        found: Option<char>,
    },
    /// A number is out of range.
    NumberRange,
}

impl TextFault {
    /// Returns the name of the kind of fault, by which test positions refer to it. The name never changes.
    pub const fn name(&self) -> &'static str {
        match (self.kind, self.field.style) {
            (FaultKind::MissingField, _) => "missing-field",
            (FaultKind::TrailingWords, _) => "trailing-words",
            (FaultKind::RowCount { .. }, _) => "row-count",
            (FaultKind::RowLength { .. }, _) => "row-length",
            (FaultKind::Digit { .. }, _) => "digit",
            (FaultKind::AdjacentNumbers, RowStyle::Letters) => "adjacent-digits",
            (FaultKind::AdjacentNumbers, RowStyle::Commas) => "adjacent-numbers",
            (FaultKind::Unknown { .. }, _) => self.field.unknown,
            (FaultKind::Repeated { .. }, RowStyle::Letters) => "repeated-letter",
            (FaultKind::Repeated { .. }, RowStyle::Commas) => "repeated-entry",
            (FaultKind::NumberCount { .. }, _) => "score-count",
            (FaultKind::NotANumber { .. }, _) => "not-a-number",
            (FaultKind::NumberRange, _) => "number-range",
        }
    }

    /// Writes the character at fault and what it is not.
    fn wrong(f: &mut fmt::Formatter<'_>, found: Option<char>, what: &str) -> fmt::Result {
        match found {
            Some(found) => write!(f, "{found:?} {what}; "),
            None => f.write_str("the entry is empty; "),
        }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Field { name, expected, .. } = self.field;
        f.write_str(name)?;
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        f.write_str(": ")?;
        match self.kind {
            FaultKind::MissingField if self.field.is_required => {
                f.write_str("missing; a text needs its first two fields, separated by one space")
            }
            FaultKind::MissingField => f.write_str("empty; separate fields by one space"),
            FaultKind::TrailingWords => f.write_str("unexpected words after this last field"),
            FaultKind::RowCount { found } => write!(f, "8 rows separated by / are expected, not {found}"),
            FaultKind::RowLength { found } => write!(f, "8 squares are expected, not {found}"),
            FaultKind::Digit { found } => write!(f, "{found:?} is out of range; write 1 to 8 empty squares"),
            FaultKind::AdjacentNumbers => f.write_str("a number follows a number; write their sum"),
            FaultKind::Unknown { found } => {
                Self::wrong(f, found, "is not valid here")?;
                write!(f, "expected {expected}")
            }
            FaultKind::Repeated { found: Some(found) } if self.field.style == RowStyle::Letters => {
                write!(f, "{found:?} is repeated")
            }
            FaultKind::Repeated { .. } => f.write_str("the entry is repeated"),
            FaultKind::NumberCount { found } => write!(f, "{expected} are expected, not {found}"),
            FaultKind::NotANumber { found } => {
                Self::wrong(f, found, "is not a digit")?;
                write!(f, "expected {expected}")
            }
            FaultKind::NumberRange => write!(f, "out of range; expected {expected}"),
        }
    }
}
