//! Sets of squares.

use crate::Square;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, one bit each; a1 is the lowest bit, h8 the highest.
///
/// The operators `&`, `|`, `^` and `!` are intersection, union, symmetric difference and complement.
/// Iteration yields the squares from a1 to h8, and [`Iterator::collect`] gathers squares into a set. The bits
/// are public, because every value of them is a set.
///
/// ```
/// use rules_core::{Bitboard, Square};
/// let set: Bitboard = [Square::A1, Square::C3].into_iter().collect();
/// assert!(set.contains(Square::C3));
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.into_iter().last(), Some(Square::C3));
/// assert_eq!(set.shift(1, 1), [Square::B2, Square::D4].into_iter().collect());
///
/// let centre = (Bitboard::file(3) | Bitboard::file(4)) & (Bitboard::rank(3) | Bitboard::rank(4));
/// assert_eq!(centre, [Square::D4, Square::E4, Square::D5, Square::E5].into_iter().collect());
/// assert_eq!((!centre).len(), 60);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares that stay on the board when they move `files` to the right, by `files + 8`.
const STAYS: [u64; 17] = {
    let mut table = [0; 17];
    let mut files = -8;
    while files <= 8 {
        let mut file = 0;
        while file < 8 {
            if 0 <= file + files && file + files < 8 {
                table[(files + 8) as usize] |= FILE_A << file;
            }
            file += 1;
        }
        files += 1;
    }
    table
};

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    /// Returns the squares of one rank, 0 = first … 7 = eighth.
    ///
    /// # Panics
    /// Panics when `rank` is above 7.
    ///
    /// ```
    /// use rules_core::{Bitboard, Square};
    /// let second = Bitboard::rank(1);
    /// assert!(second.contains(Square::A2) && second.contains(Square::H2) && second.len() == 8);
    /// ```
    pub const fn rank(rank: u8) -> Self {
        assert!(rank < 8, "a rank is 0 to 7");
        Self(0xFF << (rank * 8))
    }

    /// Returns the squares of one file, 0 = a … 7 = h.
    ///
    /// # Panics
    /// Panics when `file` is above 7.
    ///
    /// ```
    /// use rules_core::{Bitboard, Square};
    /// assert_eq!(Bitboard::file(0).into_iter().last(), Some(Square::A8));
    /// ```
    pub const fn file(file: u8) -> Self {
        assert!(file < 8, "a file is 0 to 7");
        Self(FILE_A << file)
    }

    /// Returns the set that holds only this square.
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Returns whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has at least two squares. A double check, for example, is a set of
    /// checkers that has many.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether the two sets have a square in common.
    ///
    /// ```
    /// use rules_core::Bitboard;
    /// assert!(Bitboard::file(4).meets(Bitboard::rank(0)));
    /// assert!(!Bitboard::rank(1).meets(Bitboard::rank(0)));
    /// ```
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the squares of this set that are not in `other`.
    ///
    /// ```
    /// use rules_core::{Bitboard, Square};
    /// let border = Bitboard::FULL.without(Bitboard(0x007E_7E7E_7E7E_7E00));
    /// assert_eq!(border.len(), 28);
    /// assert!(border.contains(Square::E1) && !border.contains(Square::E2));
    /// ```
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the lowest square, in the order of [`Square::index`]; `None` when the set is empty.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::truncated(self.0.trailing_zeros())) }
    }

    /// Moves every square `files` to the right and `ranks` up; squares that leave the board are dropped.
    ///
    /// Negative numbers move to the left and down. Any argument is accepted: a shift by eight or more gives
    /// the empty set.
    ///
    /// ```
    /// use rules_core::Bitboard;
    /// assert_eq!(Bitboard::file(0).shift(1, 0), Bitboard::file(1));
    /// assert_eq!(Bitboard::file(0).shift(-1, 0), Bitboard::EMPTY);
    /// ```
    #[inline(always)]
    pub const fn shift(self, files: i8, ranks: i8) -> Self {
        if files <= -8 || files >= 8 || ranks <= -8 || ranks >= 8 {
            return Self::EMPTY;
        }
        let kept = self.0 & STAYS[(files + 8) as usize];
        let delta = ranks as i32 * 8 + files as i32;
        Self(if delta >= 0 { kept << delta } else { kept >> -delta })
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// An iterator over the squares of a [`Bitboard`], the lowest first, made by [`IntoIterator::into_iter`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_moves_each_square_by_itself() {
        let spread = Bitboard(0x8100_0042_1800_24FF);
        for set in [Bitboard::FULL, spread] {
            for files in -8..=8 {
                for ranks in -8..=8 {
                    let each: Bitboard =
                        set.into_iter().filter_map(|square| square.offset(files, ranks)).collect();
                    assert_eq!(set.shift(files, ranks), each, "{files} {ranks}");
                }
            }
        }
    }

    #[test]
    fn ranks_and_files_hold_their_squares() {
        for square in Square::all() {
            for line in 0..8 {
                assert_eq!(Bitboard::rank(line).contains(square), square.rank() == line);
                assert_eq!(Bitboard::file(line).contains(square), square.file() == line);
            }
        }
    }

    #[test]
    fn sets_are_counted() {
        assert!(!Bitboard::EMPTY.has_many() && !Bitboard::of(Square::H8).has_many());
        assert!(Bitboard::rank(7).has_many());
        assert_eq!(Bitboard::FULL.into_iter().len(), 64);
    }
}
