//! Sets of roles, and moves. Both games share these types and differ only in their roles.

use crate::Square;
use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;
use core::str::FromStr;

/// Keeps [`Roles`] to the roles of this crate.
pub trait Sealed {}

/// The roles of one game. Only the `Role` of each game implements it.
pub trait Roles: Sealed + Copy + Eq + Ord + Hash + fmt::Debug + 'static {
    /// The roles to which a pawn can promote and which a position can remember as lost, in the order in which
    /// a position text names them.
    const OFFICERS: &'static [Self];

    /// Returns a number below 8, different for each role.
    fn index(self) -> u8;

    /// Returns its letter in lower case.
    fn letter(self) -> char;
}

/// A set of roles, for example those that a side has lost.
///
/// ```
/// use rules_core::chaturanga::{Role, RoleSet};
/// let lost = RoleSet::EMPTY.with(Role::Gaja);
/// assert!(lost.contains(Role::Gaja) && !lost.contains(Role::Ratha));
///
/// let both = lost.union([Role::Ratha, Role::Gaja].into_iter().collect());
/// assert!(both.officers().eq([Role::Ratha, Role::Gaja]));
/// assert!(both.without(lost).officers().eq([Role::Ratha]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoleSet<R>(u8, PhantomData<R>);

impl<R> RoleSet<R> {
    /// The empty set.
    pub const EMPTY: Self = Self(0, PhantomData);

    /// Returns the roles that are in one of the sets or in both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self
    where
        R: Copy,
    {
        Self(self.0 | other.0, PhantomData)
    }

    /// Returns the roles of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self
    where
        R: Copy,
    {
        Self(self.0 & !other.0, PhantomData)
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl<R: Roles> RoleSet<R> {
    /// Returns whether the role is in the set.
    pub fn contains(self, role: R) -> bool {
        self.0 >> role.index() & 1 != 0
    }

    /// Adds a role and returns whether it is new in the set.
    ///
    /// ```
    /// use rules_core::chaturaji::{Role, RoleSet};
    /// let mut lost = RoleSet::EMPTY;
    /// assert!(lost.insert(Role::Boat));
    /// assert!(!lost.insert(Role::Boat));
    /// ```
    pub fn insert(&mut self, role: R) -> bool {
        let is_new = !self.contains(role);
        *self = self.with(role);
        is_new
    }

    /// Returns the officers of the set, in the order of [`Roles::OFFICERS`]. Other roles of the set, such as
    /// pawns, are left out.
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

/// A move, written as in UCI: `e2e3`, or `c7c8b` with the letter of a promotion in lower case. The raja's
/// jump of chaturanga is written as any other move.
///
/// Any two squares make a `Move`; whether it is legal is asked of the `Game`. A capture is not marked: what
/// stands on the target square is captured.
///
/// # Errors
/// Parsing returns [`ParseMoveError`] for anything but two squares and at most the letter of an officer
/// ([`Roles::OFFICERS`]).
///
/// ```
/// use rules_core::{Square, chaturanga::{Move, Role}};
/// let mv: Move = "c7c8b".parse().unwrap();
/// assert_eq!(mv, Move { from: Square::C7, to: Square::C8, promotion: Some(Role::Gaja) });
/// assert_eq!(mv.to_string(), "c7c8b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move<R> {
    /// The square from which the piece moves.
    pub from: Square,
    /// The square to which it moves.
    pub to: Square,
    /// The role to which a pawn promotes on its target square; `None` for every other move.
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

/// The error of a text that is not a piece: one letter such as `B` in chaturanga, two such as `rB` in
/// chaturaji.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePieceError;

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a piece: write one letter such as B in chaturanga, two such as rB in chaturaji")
    }
}

impl core::error::Error for ParsePieceError {}

/// The error of a text that is not a move such as `e2e3` or `c7c8b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move: write two squares such as e2e3, and the letter of the role for a promotion")
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
