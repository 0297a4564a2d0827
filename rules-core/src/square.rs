//! Squares of the 8×8 board of both games.

use core::fmt;
use core::str::FromStr;

/// One of the 64 squares: `a1` = 0, `b1` = 1 … `h8` = 63.
///
/// White sees a1 at the left of the rank nearest to it; in chaturaji red sits at the a file, green at the
/// first rank.
///
/// ```
/// use rules_core::Square;
/// let square: Square = "e4".parse().unwrap();
/// assert_eq!(square, Square::E4);
/// assert_eq!((square.file(), square.rank()), (4, 3));
/// assert_eq!(square.offset(-1, 2), Some(Square::D6));
/// assert_eq!(square.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident)*) => { name_squares!(@ 0u8, $($name)*); };
    (@ $index:expr, $name:ident $($rest:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Square = Square($index);
        name_squares!(@ $index + 1, $($rest)*);
    };
    (@ $index:expr,) => {};
}

impl Square {
    name_squares! {
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8
    }

    /// The number of squares.
    pub const NUM: usize = 64;

    /// Returns the square on `file` (0 = a … 7 = h) and `rank` (0 = first … 7 = eighth); `None` off the
    /// board.
    ///
    /// ```
    /// use rules_core::Square;
    /// assert_eq!(Square::new(2, 0), Some(Square::C1));
    /// assert_eq!(Square::new(8, 0), None);
    /// ```
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// Returns the square with this [index](Square::index), 0 to 63; `None` above.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::NUM { Some(Self(index as u8)) } else { None }
    }

    /// Returns the square with this index. Only the lowest six bits of the index count.
    #[inline(always)]
    pub(crate) const fn truncated(index: u32) -> Self {
        Self(index as u8 & 63)
    }

    /// Returns every square, rank by rank from a1 to h8.
    ///
    /// ```
    /// use rules_core::Square;
    /// let mut squares = Square::all();
    /// assert_eq!((squares.next(), squares.next()), (Some(Square::A1), Some(Square::B1)));
    /// assert_eq!(squares.next_back(), Some(Square::H8));
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::NUM as u8).map(Self)
    }

    /// Returns the index, 0 (a1) to 63 (h8): eight times the rank plus the file.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask shows the optimiser that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// Returns the file, 0 = a … 7 = h.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, 0 = first … 7 = eighth.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the square `files` to the right and `ranks` up, as White sees the board; `None` off the board.
    ///
    /// ```
    /// use rules_core::Square;
    /// // The leap of a knight, and the leap of an alfil that leaves the board.
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::G1.offset(2, 2), None);
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // Wide enough for any argument.
        let file = self.file() as i16 + files as i16;
        let rank = self.rank() as i16 + ranks as i16;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// Returns the square on the same file and the mirrored rank: a1 ↔ a8, e2 ↔ e7.
    pub const fn flip_ranks(self) -> Self {
        Self(self.0 ^ 56)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file(), b'1' + self.rank()];
        f.pad(core::str::from_utf8(&name).unwrap_or("??"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is not a square such as `e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: write a file a to h and a rank 1 to 8, such as e4")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn every_square_has_one_name_and_one_index() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::H8.index(), 63);
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn texts_that_are_not_squares_are_refused() {
        for text in ["", "e", "e9", "e0", "i1", "E4", "e44", "é4", "4e", " e4"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::H8.offset(0, 1), None);
        assert_eq!(Square::H1.offset(1, 1), None);
        assert_eq!(Square::A1.offset(7, 7), Some(Square::H8));
        for far in [i8::MIN, -8, 8, i8::MAX] {
            for square in Square::all() {
                assert_eq!((square.offset(far, 0), square.offset(0, far)), (None, None));
            }
        }
    }
}
