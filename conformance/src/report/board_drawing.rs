//! A position drawn as SVG.

use super::board_marks::{Mark, Square};
use maud::{Markup, html};
use rules_core::notation::{Entry, RowStyle};
use std::fmt::Write;

/// The side of a square, in units of the drawing.
const SIDE: u32 = 45;
/// The space left of and below the squares, for the names of files and ranks.
const EDGE: u32 = 22;
/// The space above and to the right of the squares.
const RIM: u32 = 3;
/// The maximum number of moves that are drawn with lines.
const MAX_LINES: usize = 14;

/// The look of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {
    /// Light and dark squares, h1 light.
    Chequered,
    /// Squares of one colour.
    OneColour,
}

/// The owner of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    White,
    Black,
    /// A seat of chaturaji, by its letter.
    Four(char),
    /// An unknown letter.
    Unknown,
}

/// The contents of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Empty,
    Piece(Seat, char),
    /// The text does not reach this square.
    Missing,
}

/// A position text, as far as it can be read. Refused texts are drawn as well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// From a1, rank by rank.
    places: [Place; 64],
    /// The side to move, if the text names one.
    to_move: Option<&'static str>,
    text: String,
}

impl Picture {
    /// Reads a position text of chaturanga, or of chaturaji if `four`.
    pub fn read(text: &str, four: bool) -> Self {
        let mut places = [Place::Missing; 64];
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default().split('/');
        let style = if four { RowStyle::Commas } else { RowStyle::Letters };
        for (rank, row) in (0..8).rev().zip(rows) {
            let places_of_rank = style.entries(row).flat_map(|entry| places_of(style, entry));
            for (file, place) in places_of_rank.take(8).enumerate() {
                places[rank * 8 + file] = place;
            }
        }
        let to_move = words.next().and_then(|word| match (word, four) {
            ("w", false) => Some("White"),
            ("b", false) => Some("Black"),
            ("r", true) => Some("Red"),
            ("b", true) => Some("Black"),
            ("y", true) => Some("Yellow"),
            ("g", true) => Some("Green"),
            _ => None,
        });
        Self { places, to_move, text: text.to_owned() }
    }

    /// Returns the side to move, in words.
    pub fn to_move(&self) -> String {
        self.to_move
            .map_or_else(|| "The side to move is missing".to_owned(), |side| format!("{side} to move"))
    }

    fn place(&self, square: Square) -> Place {
        self.places[usize::from(square.rank) * 8 + usize::from(square.file)]
    }

    /// Draws the board with marks for moves.
    pub fn draw(&self, squares: Squares, marks: &[Mark]) -> Markup {
        let size = EDGE + 8 * SIDE + RIM;
        html! {
            svg.board role="img" viewBox={ "0 0 " (size) " " (size) } {
                title { (self.title(marks)) }
                (ground(squares))
                (names())
                @for square in all().filter(|square| self.place(*square) == Place::Missing) {
                    rect.missing x=(left(square)) y=(top(square)) width=(SIDE) height=(SIDE) {}
                }
                (self.lines(marks))
                @for square in all() {
                    @if let Place::Piece(seat, role) = self.place(square) { (piece(square, seat, role)) }
                }
                @for square in all() { (self.targets(square, marks)) }
            }
        }
    }

    /// Returns the drawing in words.
    fn title(&self, marks: &[Mark]) -> String {
        let mut title = format!("{}. {}", self.to_move(), self.text);
        for (legal, word) in [(true, "Legal"), (false, "Not legal")] {
            let plies: Vec<&str> =
                marks.iter().filter(|mark| mark.legal == legal).map(|mark| mark.ply.as_str()).collect();
            if !plies.is_empty() {
                let _ = write!(title, ". {word}: {}", plies.join(" "));
            }
        }
        title
    }

    /// Draws the origin of each marked move and a line to its target square.
    fn lines(&self, marks: &[Mark]) -> Markup {
        let mut origins: Vec<Square> =
            marks.iter().flat_map(Mark::legs).map(|leg| leg.0).filter(|from| self.is_piece(*from)).collect();
        origins.sort_unstable();
        origins.dedup();
        html! {
            @for square in origins {
                rect.origin x=(left(square) + 2) y=(top(square) + 2) width=(SIDE - 4) height=(SIDE - 4) {}
            }
            @if marks.len() <= MAX_LINES {
                @for mark in marks {
                    @for (from, to) in mark.legs() {
                        line.way.no[!mark.legal] x1=(left(from) + SIDE / 2) y1=(top(from) + SIDE / 2)
                            x2=(left(to) + SIDE / 2) y2=(top(to) + SIDE / 2) {}
                    }
                }
            }
        }
    }

    fn is_piece(&self, square: Square) -> bool {
        matches!(self.place(square), Place::Piece(..))
    }

    /// Draws the signs of the moves that end on a square: one in the middle, or small ones in the corners.
    fn targets(&self, square: Square, marks: &[Mark]) -> Markup {
        let mut kinds: Vec<(bool, bool)> = marks
            .iter()
            .filter(|mark| mark.legs().last().is_some_and(|leg| leg.1 == square))
            .map(|mark| (mark.legal, mark.disputed))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let (x, y) = (left(square), top(square));
        if let [(legal, disputed)] = kinds[..]
            && !self.is_piece(square)
        {
            return sign(legal, disputed, x + SIDE / 2, y + SIDE / 2);
        }
        html! {
            @for (nth, (legal, disputed)) in kinds.into_iter().rev().enumerate() {
                @let (right, low) = ([35, 35, 10, 10][nth], [10, 35, 10, 35][nth]);
                circle.badge cx=(x + right) cy=(y + low) r="9.5" {}
                (sign(legal, disputed, x + right, y + low))
            }
        }
    }
}

/// Draws a dot for a legal move or a cross for an illegal one, with a dashed ring if the values disagree.
pub fn sign(legal: bool, disputed: bool, x: u32, y: u32) -> Markup {
    html! {
        @if disputed { circle.ring cx=(x) cy=(y) r="8.5" {} }
        @if legal {
            circle.legal cx=(x) cy=(y) r="5" {}
        } @else {
            path.illegal d={ "M" (x - 4) " " (y - 4) "l8 8m0-8l-8 8" } {}
        }
    }
}

/// Draws the empty board.
fn ground(squares: Squares) -> Markup {
    let dark = all().filter(|square| (square.file + square.rank) % 2 == 0);
    let dark: String =
        dark.map(|square| format!("M{} {}h{SIDE}v{SIDE}h-{SIDE}z", left(square), top(square))).collect();
    let lines: String = (1..8)
        .map(|index| index * SIDE)
        .map(|at| format!("M{} {RIM}v{}M{EDGE} {}h{}", EDGE + at, 8 * SIDE, RIM + at, 8 * SIDE))
        .collect();
    html! {
        rect.ground.plain[squares == Squares::OneColour] x=(EDGE) y=(RIM) width=(8 * SIDE) height=(8 * SIDE) {}
        @match squares {
            Squares::Chequered => path.dark d=(dark) {},
            Squares::OneColour => path.grid d=(lines) {},
        }
    }
}

/// Draws the names of files and ranks.
fn names() -> Markup {
    html! {
        @for index in 0..8_u8 {
            @let along = u32::from(index) * SIDE + SIDE / 2;
            text.name x=(EDGE / 2) y=(RIM + 8 * SIDE - along + 5) { (index + 1) }
            text.name x=(EDGE + along) y=(RIM + 8 * SIDE + 17) { (char::from(b'a' + index)) }
        }
    }
}

/// Draws a piece: the shape of its role in the colour of its seat, with its letters.
fn piece(square: Square, seat: Seat, role: char) -> Markup {
    let (class, shape, letters) = look(seat, role);
    let (x, y) = (left(square), top(square));
    let wedge = match seat {
        Seat::Four('r') => Some("M44 22.5l-6-5v10z"),
        Seat::Four('y') => Some("M1 22.5l6-5v10z"),
        Seat::Four('b') => Some("M22.5 44l-5-6h10z"),
        Seat::Four('g') => Some("M22.5 1l-5 6h10z"),
        _ => None,
    };
    html! {
        g.piece.(class) transform={ "translate(" (x) " " (y) ")" } {
            use href={ "#shape-" (shape) } width=(SIDE) height=(SIDE) {}
            @if let Some(wedge) = wedge { path.wedge d=(wedge) {} }
            text x="22.5" y=(if matches!(shape, "diamond" | "pawn") { "28.5" } else { "33" }) { (letters) }
        }
    }
}

/// Returns the class of the seat, the shape, and the letters of a piece.
fn look(seat: Seat, role: char) -> (&'static str, &'static str, String) {
    let class = match seat {
        Seat::White => "white",
        Seat::Black => "black",
        Seat::Four('r') => "four red",
        Seat::Four('b') => "four black",
        Seat::Four('y') => "four yellow",
        Seat::Four('g') => "four green",
        Seat::Four(_) | Seat::Unknown => "unknown",
    };
    let four = matches!(seat, Seat::Four(_));
    let shape = match (role, four) {
        ('K', _) => "crown",
        ('Q', false) => "diamond",
        ('R', false) => "tower",
        ('B', false) | ('E', true) => "dome",
        ('B', true) => "boat",
        ('N', _) => "horse",
        ('P', _) => "pawn",
        _ => "square",
    };
    let letters = if let Seat::Four(seat) = seat { format!("{seat}{role}") } else { role.to_string() };
    (class, shape, letters)
}

/// Defines the shapes of the pieces, once on a page.
pub fn shapes() -> Markup {
    let shapes = [
        ("crown", "M6 39V12l8.5 8 8-14 8 14 8.5-8V39z"),
        ("diamond", "M22.5 3 41 22.5 22.5 42 4 22.5z"),
        ("tower", "M8 39V8h7v6h4V8h7v6h4V8h7v31z"),
        ("dome", "M5 39V23a17.5 16 0 0 1 35 0V39h-9v-4h-17v4z"),
        ("horse", "M9 40c0-9 4-12 3-17l-6 2-1-7 9-8 2-6 6 4c12 3 18 15 16 32z"),
        ("pawn", "M22.5 9a14 14 0 0 1 0 28a14 14 0 0 1 0-28z"),
        ("boat", "M3 19h15V3l15 11H21v5h21c-1 12-6 20-13 20H16C9 39 4 31 3 19z"),
        ("square", "M9 9h27v27H9z"),
    ];
    html! {
        svg.shapes aria-hidden="true" width="0" height="0" {
            @for (id, shape) in shapes {
                symbol id={ "shape-" (id) } viewBox="0 0 45 45" { path d=(shape) {} }
            }
        }
    }
}

/// Explains the signs and the shapes.
pub fn legend(four: bool) -> Markup {
    let signs = [
        (true, false, "legal"),
        (false, false, "not legal"),
        (true, true, "legal here, not legal under another value"),
        (false, true, "not legal here, legal under another value"),
    ];
    let pieces: &[(Seat, char, &str)] = if four {
        &[
            (Seat::Four('r'), 'K', "red king"),
            (Seat::Four('b'), 'E', "black elephant"),
            (Seat::Four('y'), 'N', "yellow horse"),
            (Seat::Four('g'), 'B', "green boat"),
            (Seat::Four('r'), 'P', "red pawn"),
        ]
    } else {
        &[
            (Seat::White, 'K', "White's raja"),
            (Seat::Black, 'Q', "Black's mantri"),
            (Seat::White, 'R', "White's ratha"),
            (Seat::Black, 'B', "Black's gaja"),
            (Seat::White, 'N', "White's ashva"),
            (Seat::Black, 'P', "Black's padati"),
        ]
    };
    let corner = Square { file: 0, rank: 7 };
    let shift = format!("{EDGE} {RIM} {SIDE} {SIDE}");
    html! {
        ul.legend aria-label="Signs and pieces on the boards" {
            @for (legal, disputed, text) in signs {
                li { svg.key aria-hidden="true" viewBox="0 0 22 22" { (sign(legal, disputed, 11, 11)) } (text) }
            }
            @for &(seat, role, text) in pieces {
                li { svg.key aria-hidden="true" viewBox=(shift) { (piece(corner, seat, role)) } (text) }
            }
        }
    }
}

/// Returns the squares of an entry of a rank.
fn places_of(style: RowStyle, entry: Entry<'_>) -> Vec<Place> {
    let mut letters = entry.text.chars();
    let Some(letter) = letters.next() else { return Vec::new() };
    let piece = match (style, letters.next()) {
        (RowStyle::Letters, _) if letter.is_ascii_uppercase() => Place::Piece(Seat::White, letter),
        (RowStyle::Letters, _) if letter.is_ascii_lowercase() => {
            Place::Piece(Seat::Black, letter.to_ascii_uppercase())
        }
        (RowStyle::Commas, Some(role)) if matches!(letter, 'r' | 'b' | 'y' | 'g') => {
            Place::Piece(Seat::Four(letter), role)
        }
        _ => Place::Piece(Seat::Unknown, letter),
    };
    vec![entry.empty.map_or(piece, |_| Place::Empty); entry.empty.unwrap_or(1)]
}

fn all() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| Square { file, rank }))
}

fn left(square: Square) -> u32 {
    EDGE + u32::from(square.file) * SIDE
}

fn top(square: Square) -> u32 {
    RIM + u32::from(7 - square.rank) * SIDE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_where_the_text_puts_them() {
        let picture = Picture::read("7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1", false);
        let at = |name| picture.place(Square::read(name).expect("a square"));
        assert_eq!(at("h8"), Place::Piece(Seat::Black, 'K'));
        assert_eq!(at("c2"), Place::Piece(Seat::White, 'B'));
        assert_eq!(at("a1"), Place::Piece(Seat::White, 'R'));
        assert_eq!(at("b1"), Place::Empty);
        assert_eq!(picture.to_move(), "White to move");
        let picture = Picture::read("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 23", true);
        let at = |name| picture.place(Square::read(name).expect("a square"));
        assert_eq!(at("c6"), Place::Piece(Seat::Four('b'), 'B'));
        assert_eq!(at("h3"), Place::Piece(Seat::Four('y'), 'K'));
        assert_eq!(picture.to_move(), "Black to move");
    }

    #[test]
    fn faulty_texts_are_drawn_too() {
        let picture = Picture::read("7k/9/8/8/8/3x4/2B4/R3K3R", false);
        let at = |name| picture.place(Square::read(name).expect("a square"));
        assert_eq!(at("h2"), Place::Missing);
        assert_eq!(at("d3"), Place::Piece(Seat::Black, 'X'));
        assert_eq!(picture.to_move(), "The side to move is missing");
    }
}
