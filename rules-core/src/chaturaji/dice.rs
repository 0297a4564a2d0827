//! The dice, and which roles each face allows to move.
//!
//! Source: ar § throws of the dice.

use super::Role;
use core::fmt;
use core::str::FromStr;

/// A face of a four-sided die, which has neither 1 nor 6 (ar § throws of the dice).
///
/// ```
/// use rules_core::chaturaji::{Face, Role};
/// assert_eq!(Face::of(Role::Boat), Face::Two);
/// assert_eq!(Face::of(Role::King), Face::of(Role::Pawn));
/// assert_eq!(Face::from_digit('5'), Some(Face::Five));
/// assert_eq!(Face::from_digit('6'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// A boat moves.
    Two,
    /// A horse moves.
    Three,
    /// An elephant moves.
    Four,
    /// A pawn or a king moves.
    Five,
}

impl Face {
    /// The four faces, the lowest first.
    pub const ALL: [Self; 4] = [Self::Two, Self::Three, Self::Four, Self::Five];

    /// Returns the digit of the face, `2` to `5`.
    pub const fn digit(self) -> char {
        match self {
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Five => '5',
        }
    }

    /// Returns the face with this digit; `None` for other characters.
    pub fn from_digit(digit: char) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.digit() == digit)
    }

    /// Returns the face that allows a role to move (ar § throws of the dice).
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Boat => Self::Two,
            Role::Horse => Self::Three,
            Role::Elephant => Self::Four,
            Role::King | Role::Pawn => Self::Five,
        }
    }
}

/// The dice that the seat to move has: `-`, `3` or `35` in a position text.
///
/// Under `dice-order=free` a position holds both dice in ascending order, so that 35 and 53 are the same
/// position; under `fixed` it holds them as thrown.
///
/// ```
/// use rules_core::chaturaji::{Dice, Face};
/// assert_eq!("35".parse(), Ok(Dice::Two(Face::Three, Face::Five)));
/// assert_eq!(Dice::Unrolled.to_string(), "-");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Dice {
    /// Not rolled yet, or the rules have no dice.
    #[default]
    Unrolled,
    /// One die is left: the rest of a turn, half of which is played.
    One(Face),
    /// Both dice, in the order of the throw.
    Two(Face, Face),
}

impl Dice {
    /// The number of values: none, four single dice and sixteen pairs.
    pub(super) const NUM: usize = 1 + Face::ALL.len() + Face::ALL.len() * Face::ALL.len();

    /// Returns all values, in the order of [`Dice::index`].
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let two = |first| Face::ALL.into_iter().map(move |second| Self::Two(first, second));
        let one = Face::ALL.into_iter().map(Self::One);
        core::iter::once(Self::Unrolled).chain(one).chain(Face::ALL.into_iter().flat_map(two))
    }

    /// Returns a number below [`Dice::NUM`], different for each value.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Unrolled => 0,
            Self::One(face) => 1 + face as usize,
            Self::Two(first, second) => 5 + 4 * first as usize + second as usize,
        }
    }
}

impl fmt::Display for Dice {
    /// Writes `-`, `3` or `35`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unrolled => f.write_str("-"),
            Self::One(face) => write!(f, "{}", face.digit()),
            Self::Two(first, second) => write!(f, "{}{}", first.digit(), second.digit()),
        }
    }
}

/// The error of a text that is not `-`, one face or two, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDiceError {
    /// The character at fault, counted from 1.
    pub column: usize,
}

impl fmt::Display for ParseDiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: write one or two faces from 2 to 5, or -", self.column)
    }
}

impl core::error::Error for ParseDiceError {}

impl FromStr for Dice {
    type Err = ParseDiceError;

    fn from_str(text: &str) -> Result<Self, ParseDiceError> {
        if text == "-" {
            return Ok(Self::Unrolled);
        }
        let mut faces = [None; 2];
        for (column, digit) in (1..).zip(text.chars()) {
            let place = faces.get_mut(column - 1).ok_or(ParseDiceError { column })?;
            *place = Some(Face::from_digit(digit).ok_or(ParseDiceError { column })?);
        }
        match faces {
            [Some(first), Some(second)] => Ok(Self::Two(first, second)),
            [Some(face), None] => Ok(Self::One(face)),
            _ => Err(ParseDiceError { column: 1 }),
        }
    }
}
