//! Turns: what a seat does with its dice, and their text form.

use super::Move;
use crate::ParseMoveError;
use core::fmt;
use core::str::FromStr;

/// A turn: no move, one, or two in the order in which they are made (ar § throws of the dice).
///
/// It is written `pass`, as a move such as `a1c3`, or as two moves joined by `+`. Turns with the same moves
/// in different orders are different turns.
///
/// # Errors
/// Parsing returns [`ParseTurnError`] for any other text.
///
/// ```
/// use rules_core::chaturaji::Turn;
/// for text in ["pass", "a1c3", "a2c3+b2b3", "g4h4k"] {
///     assert_eq!(text.parse::<Turn>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    /// No move: no die is used, or without dice no piece can move.
    Pass,
    /// One move, by one die, or without dice.
    One(Move),
    /// A move by each die.
    Two(Move, Move),
}

impl Turn {
    /// Returns the moves of the turn in order, none for a pass.
    ///
    /// ```
    /// use rules_core::chaturaji::Turn;
    /// let turn: Turn = "a2c3+b2b3".parse().unwrap();
    /// assert!(turn.moves().map(|mv| mv.to_string()).eq(["a2c3", "b2b3"]));
    /// ```
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let (first, second) = match self {
            Self::Pass => (None, None),
            Self::One(first) => (Some(first), None),
            Self::Two(first, second) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::One(mv) => write!(f, "{mv}"),
            Self::Two(first, second) => write!(f, "{first}+{second}"),
        }
    }
}

/// The error of a text that is not a turn such as `pass`, `a1c3` or `a2c3+b2b3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTurnError;

impl fmt::Display for ParseTurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a turn: `pass`, one move such as a1c3, or two such as a2c3+b2b3 are expected")
    }
}

impl core::error::Error for ParseTurnError {}

impl From<ParseMoveError> for ParseTurnError {
    fn from(_: ParseMoveError) -> Self {
        Self
    }
}

impl FromStr for Turn {
    type Err = ParseTurnError;

    fn from_str(text: &str) -> Result<Self, ParseTurnError> {
        Ok(match text.split_once('+') {
            None if text == "pass" => Self::Pass,
            None => Self::One(text.parse()?),
            Some((first, second)) => Self::Two(first.parse()?, second.parse()?),
        })
    }
}
