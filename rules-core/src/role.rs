//! What roles, sets of them, and moves have in common in both games.

use crate::Square;
use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;
use core::str::FromStr;

/// The roles of one game.
pub trait Roles: Copy + Eq + Ord + Hash + fmt::Debug + 'static {
    /// The roles that can be promoted to and be lost, in the order in which a position text names them.
    const OFFICERS: &'static [Self];

    /// A number below 8, different for each.
    fn index(self) -> u8;

    /// Its letter in lower case.
    fn letter(self) -> char;
}

/// A set of roles.
///
/// ```
/// use rules_core::chaturanga::{Role, RoleSet};
/// let lost = RoleSet::EMPTY.with(Role::Gaja);
/// assert!(lost.contains(Role::Gaja) && !lost.contains(Role::Ratha));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoleSet<R>(u8, PhantomData<R>);

impl<R> RoleSet<R> {
    /// No role.
    pub const EMPTY: Self = Self(0, PhantomData);

    /// The roles of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self
    where
        R: Copy,
    {
        Self(self.0 | other.0, PhantomData)
    }

    /// The roles of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self
    where
        R: Copy,
    {
        Self(self.0 & !other.0, PhantomData)
    }

    /// Whether no role is in the set.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl<R: Roles> RoleSet<R> {
    /// Whether the role is in the set.
    pub fn contains(self, role: R) -> bool {
        self.0 >> role.index() & 1 != 0
    }

    /// Adds a role; returns whether it is new in the set.
    pub fn insert(&mut self, role: R) -> bool {
        let is_new = !self.contains(role);
        *self = self.with(role);
        is_new
    }

    /// Returns the officers of the set, in the order of [`Roles::OFFICERS`].
    pub fn officers(self) -> impl Iterator<Item = R> + Clone {
        R::OFFICERS.iter().copied().filter(move |&role| self.contains(role))
    }

    /// Returns the set with this role as well.
    #[must_use]
    pub fn with(self, role: R) -> Self {
        Self(self.0 | 1 << role.index(), PhantomData)
    }
}

impl<R> Default for RoleSet<R> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<R: Roles> fmt::Debug for RoleSet<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(R::OFFICERS.iter().filter(|&&role| self.contains(role))).finish()
    }
}

impl<R: Roles> FromIterator<R> for RoleSet<R> {
    fn from_iter<I: IntoIterator<Item = R>>(roles: I) -> Self {
        roles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A move, as written in UCI: `e2e3`, `c7c8b`. The raja's jump is written as any other move.
///
/// ```
/// use rules_core::{Square, chaturanga::{Move, Role}};
/// let mv: Move = "c7c8b".parse().unwrap();
/// assert_eq!(mv, Move { from: Square::C7, to: Square::C8, promotion: Some(Role::Gaja) });
/// assert_eq!(mv.to_string(), "c7c8b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move<R> {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes there.
    pub promotion: Option<R>,
}

impl<R: Roles> fmt::Display for Move<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 8];
        for (part, square) in [self.from, self.to].into_iter().enumerate() {
            text[2 * part] = b'a' + square.file();
            text[2 * part + 1] = b'1' + square.rank();
        }
        let len = 4 + self.promotion.map_or(0, |role| role.letter().encode_utf8(&mut text[4..]).len());
        f.pad(core::str::from_utf8(&text[..len]).unwrap_or("?"))
    }
}

/// A text that is not a piece: one letter such as `B` in chaturanga, two such as `rB` in chaturaji.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePieceError;

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a piece: write one letter such as B in chaturanga, two such as rB in chaturaji")
    }
}

impl core::error::Error for ParsePieceError {}

/// A text that is not a move such as `e2e3` or `c7c8b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a move: two squares are expected, such as e2e3, and after them the letter of a piece for a promotion",
        )
    }
}

impl core::error::Error for ParseMoveError {}

impl<R: Roles> FromStr for Move<R> {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let square = |range| text.get(range).and_then(|name: &str| name.parse().ok()).ok_or(ParseMoveError);
        let (from, to) = (square(0..2)?, square(2..4)?);
        let mut rest = text[4..].chars();
        let promotion = match (rest.next(), rest.next()) {
            (None, _) => None,
            (Some(letter), None) => {
                let role = R::OFFICERS.iter().copied().find(|role| role.letter() == letter);
                Some(role.ok_or(ParseMoveError)?)
            }
            _ => return Err(ParseMoveError),
        };
        Ok(Self { from, to, promotion })
    }
}
