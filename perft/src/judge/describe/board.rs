//! A board of either game as a description sees it: pieces by side and role, read from the text.

use rules_core::Square;
use rules_core::notation::RowStyle;

/// A piece: its side (`w` and `b`, or a seat `r b y g`) and the upper-case letter of its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) side: char,
    pub(super) role: char,
}

impl Piece {
    /// Reads the text of one square.
    fn of(text: &str, style: RowStyle) -> Option<Self> {
        let mut letters = text.chars();
        match (style, letters.next()?, letters.next()) {
            (RowStyle::Letters, letter, None) => Some(Self {
                side: if letter.is_ascii_uppercase() { 'w' } else { 'b' },
                role: letter.to_ascii_uppercase(),
            }),
            (RowStyle::Commas, side, Some(role)) => Some(Self { side, role }),
            _ => None,
        }
    }
}

/// A position: the pieces, and the fields of the text.
#[derive(Clone, Debug)]
pub(super) struct Board {
    squares: [Option<Piece>; 64],
    /// The side to move.
    pub(super) mover: char,
    /// The third field: in chaturanga the rights to the jump.
    pub(super) rights: String,
    pub(super) style: RowStyle,
}

impl Board {
    /// Reads a position text of either game. Whatever is no piece counts as empty.
    pub(super) fn of(text: &str) -> Self {
        let mut fields = text.split_whitespace();
        let ranks = fields.next().unwrap_or_default();
        let style = RowStyle::of(ranks);
        let mut squares = [None; 64];
        for (rank, row) in (0..8).rev().zip(ranks.split('/')) {
            for entry in style.entries(row) {
                if let (None, Some(square)) = (entry.empty, Square::new(entry.file as u8, rank)) {
                    squares[square.index()] = Piece::of(entry.text, style);
                }
            }
        }
        let mover = fields.next().and_then(|side| side.chars().next()).unwrap_or('w');
        Self { squares, mover, rights: fields.next().unwrap_or("-").to_owned(), style }
    }

    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Returns each piece with its square.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// Returns whether the side to move, or with `others` all other sides, have nothing but a raja.
    pub(super) fn is_bare(&self, others: bool) -> bool {
        self.pieces().all(|(_, piece)| (piece.side == self.mover) == others || piece.role == 'K')
    }

    /// Returns the board after a move of the side to move, with the other side of chaturanga to move.
    pub(super) fn after(&self, mv: &Move) -> Self {
        let mut next = self.clone();
        let piece = next.squares[mv.from.index()].take();
        let role = |piece: Piece| Piece { role: mv.promotion.unwrap_or(piece.role), ..piece };
        next.squares[mv.to.index()] = piece.map(role);
        next.mover = if self.mover == 'w' { 'b' } else { 'w' };
        next
    }

    /// Writes a position of chaturanga without rights and lost types, with `side` to move.
    pub(super) fn text(&self, side: char) -> String {
        let row = |rank| {
            let mut text = String::new();
            let mut empty = 0;
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                match self.at(square) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        let is_white = piece.side == 'w';
                        text.push(if is_white { piece.role } else { piece.role.to_ascii_lowercase() });
                    }
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let rows: Vec<_> = (0..8).rev().map(row).collect();
        format!("{} {side} - - 0 1", rows.join("/"))
    }
}

/// A move of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    /// The upper-case letter of the new role.
    pub(super) promotion: Option<char>,
}

impl Move {
    /// Reads a move such as `e2e3` or `c7c8b`; `None` for anything else.
    pub(super) fn of(text: &str) -> Option<Self> {
        let from = text.get(0..2)?.parse().ok()?;
        let to = text.get(2..4)?.parse().ok()?;
        let mut rest = text.get(4..)?.chars();
        let promotion = rest.next().map(|letter| letter.to_ascii_uppercase());
        rest.next().is_none().then_some(Self { from, to, promotion })
    }

    /// Returns by how many files and ranks the move leads, positive towards h and 8.
    pub(super) fn vector(&self) -> (i8, i8) {
        let steps = |from: u8, to: u8| to as i8 - from as i8;
        (steps(self.from.file(), self.to.file()), steps(self.from.rank(), self.to.rank()))
    }

    /// Returns the lengths of the vector, the greater first: `(2, 1)` for the move of a knight.
    pub(super) fn shape(&self) -> (i8, i8) {
        let (files, ranks) = self.vector();
        (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()))
    }

    /// Returns the adjacent square in the longer direction of a leap.
    pub(super) fn first_straight(&self) -> Option<Square> {
        let (files, ranks) = self.vector();
        let is_wide = files.abs() > ranks.abs();
        self.from.offset(if is_wide { files.signum() } else { 0 }, if is_wide { 0 } else { ranks.signum() })
    }

    /// Returns the diagonally adjacent square in the direction of a leap.
    pub(super) fn first_diagonal(&self) -> Option<Square> {
        let (files, ranks) = self.vector();
        self.from.offset(files.signum(), ranks.signum())
    }

    /// Returns the squares strictly between the two, on a common line.
    pub(super) fn between(&self) -> impl Iterator<Item = Square> {
        let (files, ranks) = self.vector();
        let (long, short) = self.shape();
        let is_line = short == 0 || long == short;
        let (from, count) = (self.from, if is_line { long } else { 1 });
        (1..count).filter_map(move |step| {
            let place = |from: u8, delta: i8| (from as i8 + step * delta.signum()) as u8;
            Square::new(place(from.file(), files), place(from.rank(), ranks))
        })
    }
}
