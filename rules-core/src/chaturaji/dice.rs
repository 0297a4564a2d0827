//! The dice, and which roles each face allows to move.
//!
//! Sources: ar § throws of the dice; al-biruni.

use super::{DiceRule, Role};
use core::fmt;
use core::str::FromStr;

impl DiceRule {
    /// Returns whether a roll has two dice.
    pub const fn has_two(self) -> bool {
        matches!(self, Self::Two | Self::TwoSix)
    }

    /// Returns in how many ways a die of these rules shows a face: one side of a die with four sides. Dice
    /// with six sides are read as dice with four (al-biruni): a 5 counts as 1, which moves a pawn or the king
    /// as the 5 here does, and a 6 as 4.
    ///
    /// ```
    /// use rules_core::chaturaji::{DiceRule, Face};
    /// assert_eq!(Face::ALL.map(|face| DiceRule::Two.ways(face)), [1, 1, 1, 1]);
    /// assert_eq!(Face::ALL.map(|face| DiceRule::TwoSix.ways(face)), [1, 1, 2, 2]);
    /// ```
    pub const fn ways(self, face: Face) -> u32 {
        match (self, face) {
            (Self::TwoSix, Face::Four | Face::Five) => 2,
            _ => 1,
        }
    }

    /// Returns the number of ordered rolls; `None` without dice.
    ///
    /// ```
    /// use rules_core::chaturaji::DiceRule;
    /// assert_eq!(DiceRule::ALL.iter().map(|dice| dice.rolls()).collect::<Vec<_>>(), [
    ///     Some(16),
    ///     Some(36),
    ///     Some(4),
    ///     None,
    /// ]);
    /// ```
    pub fn rolls(self) -> Option<u32> {
        let of_one: u32 = Face::ALL.into_iter().map(|face| self.ways(face)).sum();
        match self {
            Self::Two | Self::TwoSix => Some(of_one * of_one),
            Self::One => Some(of_one),
            Self::None => None,
        }
    }
}

/// A face of a die with four sides, which has neither 1 nor 6 (ar § throws of the dice). Other dice are read
/// as if they had these faces: see [`DiceRule::ways`].
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

/// A set of faces.
///
/// ```
/// use rules_core::chaturaji::{Face, FaceSet};
/// let faces: FaceSet = [Face::Two, Face::Five].into_iter().collect();
/// assert!(faces.contains(Face::Five) && !faces.contains(Face::Three));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct FaceSet(u8);

impl FaceSet {
    /// The number of sets.
    pub(super) const NUM: usize = 1 << Face::ALL.len();

    /// No face.
    pub const EMPTY: Self = Self(0);

    /// All four faces.
    pub const ALL: Self = Self(Self::NUM as u8 - 1);

    /// Returns the set whose faces are those with a bit in `bits`, by `Face as usize`. Higher bits do not count.
    ///
    /// ```
    /// use rules_core::chaturaji::{Face, FaceSet};
    /// assert_eq!(FaceSet::from_bits(0b1001), [Face::Two, Face::Five].into_iter().collect());
    /// ```
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns whether a face is in the set.
    #[inline(always)]
    pub const fn contains(self, face: Face) -> bool {
        self.0 >> face as u8 & 1 != 0
    }

    /// Returns the set with one more face.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, face: Face) -> Self {
        Self(self.0 | 1 << face as u8)
    }

    /// Returns the faces that are in one of the sets, or in both.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns every set, in the order of [`FaceSet::index`].
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=Self::ALL.0).map(Self)
    }

    /// Returns a number below [`FaceSet::NUM`], different for each set.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        // The remainder spares the counting path a bounds check.
        self.0 as usize % Self::NUM
    }
}

impl FromIterator<Face> for FaceSet {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::EMPTY, Self::with)
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
    /// One die. Where a roll has two, it is the one that is left: the rest of a turn, half of which is played.
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
