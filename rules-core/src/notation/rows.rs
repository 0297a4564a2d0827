//! Rows of a board in text: entries that are pieces or runs of empty squares.
//!
//! Every digit is an entry here; `codec.rs` refuses the digits 0 and 9.

use crate::Square;
use core::fmt;
use core::iter;

/// How the entries of a row, or of a list in another field, follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowStyle {
    /// Every character is an entry, as in FEN: `rnbqk3`. Chaturanga uses this style.
    Letters,
    /// Commas separate the entries, because a piece has two letters: `rK,7`. Chaturaji uses this style.
    Commas,
}

/// One entry of a row: a piece, or a run of empty squares.
///
/// An entry need not be valid: any other letter is an entry as well, and a run may lead off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// The number of the entry in the row, counted from 1.
    pub column: usize,
    /// The file of the entry's first square, 0 = a; 8 or more where the row is too long.
    pub file: usize,
    /// The text of the entry.
    pub text: &'a str,
    /// How many empty squares the entry stands for, 0 to 9; `None` when it is not a single digit and so means
    /// a piece.
    pub empty: Option<usize>,
}

impl RowStyle {
    /// Returns the style in which the ranks of either game are written: commas occur only in chaturaji.
    ///
    /// ```
    /// use rules_core::notation::RowStyle;
    /// assert_eq!(RowStyle::of("4k3/8/8/8/8/8/8/R3K3"), RowStyle::Letters);
    /// assert_eq!(RowStyle::of("rK,7/8/8/8/8/8/8/7,yK"), RowStyle::Commas);
    /// ```
    pub fn of(ranks: &str) -> Self {
        if ranks.contains(',') { Self::Commas } else { Self::Letters }
    }

    /// Returns what separates two entries.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Letters => "",
            Self::Commas => ",",
        }
    }

    /// Returns the entries of one row, in the order of the files.
    ///
    /// ```
    /// use rules_core::notation::RowStyle;
    /// let entries: Vec<_> = RowStyle::Commas.entries("2,bB,5").collect();
    /// assert_eq!(entries.iter().map(|entry| entry.file).collect::<Vec<_>>(), [0, 2, 3]);
    /// assert_eq!((entries[1].text, entries[2].empty), ("bB", Some(5)));
    /// ```
    pub fn entries(self, row: &str) -> impl Iterator<Item = Entry<'_>> {
        let mut rest = Some(row);
        let mut next = move || {
            let text = rest?;
            let (entry, after) = match self {
                Self::Letters => {
                    let (entry, after) = text.split_at(text.chars().next()?.len_utf8());
                    (entry, Some(after))
                }
                Self::Commas => {
                    text.split_once(',').map_or((text, None), |(entry, after)| (entry, Some(after)))
                }
            };
            rest = after;
            Some(entry)
        };
        let (mut column, mut file) = (0, 0);
        iter::from_fn(move || {
            let text = next()?;
            let empty = single(text).and_then(|digit| digit.to_digit(10)).map(|digit| digit as usize);
            let entry = Entry { column: column + 1, file, text, empty };
            column += 1;
            file += empty.unwrap_or(1);
            Some(entry)
        })
    }

    /// Returns the pieces of a board with the squares on which they stand, from a8 along the rows to h1. Rows
    /// and entries off the board are skipped.
    ///
    /// ```
    /// use rules_core::{Square, notation::RowStyle};
    /// let mut pieces = RowStyle::Letters.pieces("7k/8/8/8/8/8/8/R3K3");
    /// assert_eq!(pieces.next(), Some((Square::H8, "k")));
    /// assert_eq!(pieces.next(), Some((Square::A1, "R")));
    /// ```
    pub fn pieces(self, ranks: &str) -> impl Iterator<Item = (Square, &str)> {
        (0..8).rev().zip(ranks.split('/')).flat_map(move |(rank, row)| {
            self.entries(row).filter_map(move |entry| {
                let square = Square::new(u8::try_from(entry.file).ok()?, rank)?;
                entry.empty.is_none().then_some((square, entry.text))
            })
        })
    }
}

/// Returns the character of a text that has exactly one; `None` for other texts.
pub(super) fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Writes the ranks of a board, the eighth first.
pub(crate) fn write_ranks<P: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    style: RowStyle,
    board: &[Option<P>; Square::NUM],
) -> fmt::Result {
    for (index, row) in board.chunks(8).rev().enumerate() {
        if index > 0 {
            f.write_str("/")?;
        }
        let mut is_first = true;
        let mut file = 0;
        while let Some(rest) = row.get(file..).filter(|rest| !rest.is_empty()) {
            if !is_first {
                f.write_str(style.separator())?;
            }
            is_first = false;
            let empty = rest.iter().take_while(|piece| piece.is_none()).count();
            match &rest[0] {
                Some(piece) => write!(f, "{piece}")?,
                None => write!(f, "{empty}")?,
            }
            file += empty.max(1);
        }
    }
    Ok(())
}
