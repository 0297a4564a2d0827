//! Boards drawn as text, for messages, examples and terminals.

use super::rows::RowStyle;
use crate::Square;
use core::fmt;

/// A board drawn as text: one line for each rank, the eighth first, and the names of the files below.
///
/// [`Diagram::of`] draws the ranks of a text, even of one that is refused. `Setup::diagram` and
/// `Position::diagram` of both games draw what they hold in the same way.
///
/// ```
/// use rules_core::notation::Diagram;
/// let drawn = Diagram::of("rK,7/8/2,bB,5/8/8/8/8/7,yK b").to_string();
/// assert!(drawn.starts_with("8 rK  .  .  .  .  .  .  .\n7  .  .  .  .  .  .  .  .\n6  .  . bB"));
/// assert!(drawn.ends_with("1  .  .  .  .  .  .  . yK\n   a  b  c  d  e  f  g  h\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    ranks: &'a str,
}

impl<'a> Diagram<'a> {
    /// Takes the board of a position text of either game. A text without eight rows has no board, and its
    /// diagram is empty.
    pub fn of(text: &'a str) -> Self {
        let ranks = text.split_whitespace().next().unwrap_or_default();
        Self { ranks: if ranks.split('/').count() == 8 { ranks } else { "" } }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ranks.is_empty() {
            return Ok(());
        }
        let style = RowStyle::of(self.ranks);
        for (rank, row) in (1..=8).rev().zip(self.ranks.split('/')) {
            write!(f, "{rank}")?;
            for entry in style.entries(row) {
                match entry.empty {
                    Some(empty) => (0..empty).try_for_each(|_| write_cell(f, style, "."))?,
                    None => write_cell(f, style, entry.text)?,
                }
            }
            f.write_str("\n")?;
        }
        write_files(f, style)
    }
}

/// Draws the board on which `piece_at` returns the pieces, with cells as wide as the style needs.
pub(crate) fn draw<P: fmt::Display>(
    style: RowStyle,
    piece_at: impl Fn(Square) -> Option<P>,
) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for rank in (0..8).rev() {
            write!(f, "{}", rank + 1)?;
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                match piece_at(square) {
                    Some(piece) => write_cell(f, style, piece)?,
                    None => write_cell(f, style, ".")?,
                }
            }
            f.write_str("\n")?;
        }
        write_files(f, style)
    })
}

/// Writes the content of one square, right-aligned in the width of a piece and a space.
fn write_cell(f: &mut fmt::Formatter<'_>, style: RowStyle, cell: impl fmt::Display) -> fmt::Result {
    match style {
        RowStyle::Letters => write!(f, "{cell:>2}"),
        RowStyle::Commas => write!(f, "{cell:>3}"),
    }
}

fn write_files(f: &mut fmt::Formatter<'_>, style: RowStyle) -> fmt::Result {
    f.write_str(" ")?;
    ('a'..='h').try_for_each(|file| write_cell(f, style, file))?;
    f.write_str("\n")
}
