//! FEN4, the form in which chess.com writes positions of its four-player games, for Chaturaji.
//!
//! A text has the fields `turn-eliminated-castling-castling-points-halfmoves-extras-ranks`. The board of 8 by 8
//! lies in the middle of one of 14 by 14, whose other squares are walls:
//!
//! ```text
//! R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{'dim':'8x8','boxOffset':1}-
//! x,x,x,x,x,x,x,x,x,x,x,x,x,x/ …
//! x,x,x,bR,bP,2,yK,yB,yN,yR,x,x,x/ …
//! ```
//!
//! Red sits at the south edge there and at the west edge here, so the board is turned by a quarter. `R` is the
//! boat, `B` the elephant. The pieces of an eliminated player have `d` in front of their colour.

use rules_core::Square;
use rules_core::chaturaji::{Dice, Piece, Role, Seat, Setup};
use std::fmt;

/// The number of squares along an edge of the large board.
const LARGE: usize = 14;
/// The number of walls on each side of the small board.
const MARGIN: usize = 3;
/// The extras of every text that is written.
const EXTRAS: &str = "{'dim':'8x8','boxOffset':1}";

/// Why a position cannot be read from FEN4, or written in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fen4Error {
    /// The text does not have its fields.
    Fields,
    /// The first field is not `R`, `B`, `Y` or `G`.
    Turn(String),
    /// This field does not hold four values of the right form.
    Four(&'static str, String),
    /// The extras are not closed, or are not those of a board of 8 by 8.
    Extras,
    /// The text does not have 14 ranks.
    Ranks(usize),
    /// This rank, from 14 to 1, does not have 14 squares.
    Length(usize, usize),
    /// This entry of a rank is not a number of empty squares, a wall, or a piece of Chaturaji.
    Entry(usize, String),
    /// A piece outside the board of 8 by 8, or a wall within.
    Board(usize, String),
    /// A dead piece without the colour of its player.
    NoColour(usize),
    /// A player is marked as eliminated although the king is there, or not marked although it is missing.
    Eliminated(Seat),
    /// A piece is dead but its player is not eliminated, or the other way round.
    Dead(Piece),
    /// The position has dice or lost types, for which FEN4 has no form.
    NoForm(&'static str),
}

impl fmt::Display for Fen4Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => f.write_str(
                "expected turn-eliminated-castling-castling-points-halfmoves-extras-ranks, such as \
                 R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{'dim':'8x8','boxOffset':1}-x,x,…",
            ),
            Self::Turn(found) => write!(f, "the turn is {found:?}; expected R, B, Y or G"),
            Self::Four(field, found) => {
                write!(f, "{field}: expected four numbers joined by commas, found {found:?}")
            }
            Self::Extras => write!(f, "the extras must name a board of 8 by 8, such as {EXTRAS}"),
            Self::Ranks(found) => write!(f, "expected {LARGE} ranks joined by /, found {found}"),
            Self::Length(rank, found) => write!(f, "rank {rank} has {found} squares; expected {LARGE}"),
            Self::Entry(rank, found) => write!(
                f,
                "rank {rank}: {found:?} is not a number of empty squares, x, or a piece such as rR or dyB: a \
                 colour of r b y g and one of K R B N P"
            ),
            Self::Board(rank, found) => {
                write!(f, "rank {rank}: {found:?} does not belong here; the board is d4 to k11")
            }
            Self::NoColour(rank) => {
                write!(f, "rank {rank}: a dead piece needs the colour of its player, such as dyB")
            }
            Self::Eliminated(seat) => write!(
                f,
                "{}: a player without a king must be marked as eliminated, and no other can be",
                seat.letter().to_ascii_uppercase()
            ),
            Self::Dead(piece) => {
                write!(f, "{piece}: the pieces of eliminated players are dead, and no others")
            }
            Self::NoForm(what) => write!(f, "FEN4 has no form for {what}"),
        }
    }
}

impl std::error::Error for Fen4Error {}

/// The letters of the roles.
const LETTERS: [(Role, char); 5] =
    [(Role::King, 'K'), (Role::Boat, 'R'), (Role::Elephant, 'B'), (Role::Horse, 'N'), (Role::Pawn, 'P')];

/// Returns whether a text looks like FEN4, which begins with the turn and a hyphen.
pub fn is_fen4(text: &str) -> bool {
    text.trim_start().get(..2).is_some_and(|start| matches!(start, "R-" | "B-" | "Y-" | "G-"))
}

/// Reads a position. The castling rights and the number of halfmoves are ignored.
///
/// # Errors
/// What is wrong with the text, or has no form here.
pub fn read(text: &str) -> Result<Setup, Fen4Error> {
    // Ranks may be on lines of their own.
    let text: String = text.split_whitespace().collect();
    let fields: Vec<&str> = text.splitn(7, '-').collect();
    let [turn, eliminated, short, long, points, halfmoves, rest] = fields[..] else {
        return Err(Fen4Error::Fields);
    };
    let mut setup = Setup { seat: seat(turn)?, ..Setup::EMPTY };
    let eliminated: [u16; 4] = four("eliminated", eliminated)?;
    for castling in [short, long] {
        four("castling", castling)?;
    }
    setup.tally.scores = four("points", points)?;
    if halfmoves.parse::<u32>().is_err() {
        return Err(Fen4Error::Fields);
    }
    let ranks = rest.strip_prefix('{').map_or(Err(Fen4Error::Extras), |rest| {
        let (extras, ranks) = rest.split_once("}-").ok_or(Fen4Error::Extras)?;
        if extras.split(',').any(|extra| extra == "'dim':'8x8'") { Ok(ranks) } else { Err(Fen4Error::Extras) }
    })?;
    let ranks: Vec<&str> = ranks.split('/').collect();
    if ranks.len() != LARGE {
        return Err(Fen4Error::Ranks(ranks.len()));
    }
    let mut dead = Vec::new();
    for (above, rank) in ranks.into_iter().enumerate() {
        read_rank(&mut setup, &mut dead, above, rank)?;
    }
    for seat in Seat::ALL {
        let is_out = !setup.board.contains(&Some(Piece { seat, role: Role::King }));
        if is_out != (eliminated[seat as usize] > 0) {
            return Err(Fen4Error::Eliminated(seat));
        }
        let mut pieces = setup.board.iter().enumerate().filter_map(|(index, piece)| Some((index, (*piece)?)));
        let wrong = pieces.find(|(index, piece)| piece.seat == seat && dead.contains(index) != is_out);
        if let Some((_, piece)) = wrong {
            return Err(Fen4Error::Dead(piece));
        }
    }
    Ok(setup)
}

fn seat(turn: &str) -> Result<Seat, Fen4Error> {
    let mut seats = Seat::ALL.into_iter();
    let is_named = |seat: &Seat| turn == seat.letter().to_ascii_uppercase().to_string();
    seats.find(is_named).ok_or_else(|| Fen4Error::Turn(turn.to_owned()))
}

fn four(field: &'static str, text: &str) -> Result<[u16; 4], Fen4Error> {
    let numbers: Option<Vec<u16>> = text.split(',').map(|number| number.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| Fen4Error::Four(field, text.to_owned()))
}

/// Reads a rank, `above` of which lie `above` others, and notes the squares of dead pieces by their index.
fn read_rank(setup: &mut Setup, dead: &mut Vec<usize>, above: usize, rank: &str) -> Result<(), Fen4Error> {
    let number = LARGE - above;
    let mut column = 0;
    for entry in rank.split(',') {
        if let Ok(empty) = entry.parse::<u8>() {
            column += usize::from(empty);
            continue;
        }
        let square = small(column, LARGE - 1 - above);
        column += 1;
        if entry == "x" {
            if square.is_some() {
                return Err(Fen4Error::Board(number, entry.to_owned()));
            }
            continue;
        }
        let of_dead = entry.strip_prefix('d');
        let piece = match of_dead.unwrap_or(entry).chars().collect::<Vec<_>>()[..] {
            [colour, letter] => Seat::from_letter(colour)
                .zip(LETTERS.iter().find(|(_, one)| *one == letter))
                .map(|(seat, &(role, _))| Piece { seat, role }),
            [_] if of_dead.is_some() => return Err(Fen4Error::NoColour(number)),
            _ => None,
        };
        let piece = piece.ok_or_else(|| Fen4Error::Entry(number, entry.to_owned()))?;
        let square = square.ok_or_else(|| Fen4Error::Board(number, entry.to_owned()))?;
        setup.board[square.index()] = Some(piece);
        if of_dead.is_some() {
            dead.push(square.index());
        }
    }
    if column == LARGE { Ok(()) } else { Err(Fen4Error::Length(number, column)) }
}

/// Returns the square of the small board at a column and a row of the large one, from its south-west corner.
///
/// The board is turned by a quarter: the south edge of the large board is the file a.
fn small(column: usize, row: usize) -> Option<Square> {
    let (column, row) = (column.checked_sub(MARGIN)?, row.checked_sub(MARGIN)?);
    Square::new(u8::try_from(row).ok()?, 7u8.checked_sub(u8::try_from(column).ok()?)?)
}

/// Writes a position. Who captured whose king is left out: it decides nothing without a bonus.
///
/// # Errors
/// The position has dice or lost types.
pub fn write(setup: &Setup) -> Result<String, Fen4Error> {
    if setup.dice != Dice::Unrolled {
        return Err(Fen4Error::NoForm("dice"));
    }
    if setup.lost.iter().any(|lost| lost.officers().next().is_some()) {
        return Err(Fen4Error::NoForm("lost types"));
    }
    let is_out = |seat: Seat| !setup.board.contains(&Some(Piece { seat, role: Role::King }));
    let eliminated = Seat::ALL.map(|seat| u8::from(is_out(seat)).to_string()).join(",");
    let points = setup.tally.scores.map(|points| points.to_string()).join(",");
    let turn = setup.seat.letter().to_ascii_uppercase();
    let entry = |column, row| match small(column, row) {
        None => Some("x".to_owned()),
        Some(square) => setup.board[square.index()].map(|Piece { seat, role }| {
            let letter = LETTERS.iter().find(|(one, _)| *one == role).map_or('P', |(_, letter)| *letter);
            format!("{}{}{letter}", if is_out(seat) { "d" } else { "" }, seat.letter())
        }),
    };
    let rank = |row| {
        let mut entries: Vec<String> = Vec::new();
        let mut empty = 0;
        for column in 0..=LARGE {
            let entry = if column < LARGE { entry(column, row) } else { Some(String::new()) };
            match entry {
                None => empty += 1,
                Some(entry) => {
                    if empty > 0 {
                        entries.push(empty.to_string());
                        empty = 0;
                    }
                    entries.push(entry);
                }
            }
        }
        entries.truncate(entries.len() - 1);
        entries.join(",")
    };
    let ranks: Vec<String> = (0..LARGE).rev().map(rank).collect();
    Ok(format!("{turn}-{eliminated}-0,0,0,0-0,0,0,0-{points}-0-{EXTRAS}-{}", ranks.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::chaturaji::Rules;

    const WALL: &str = "x,x,x,x,x,x,x,x,x,x,x,x,x,x";

    fn text(head: &str, ranks: [&str; 8]) -> String {
        let ranks = ranks.map(|rank| format!("x,x,x,{rank},x,x,x"));
        format!("{head}{EXTRAS}-{WALL}/{WALL}/{WALL}/{}/{WALL}/{WALL}/{WALL}", ranks.join("/"))
    }

    /// The array of chess.com, with red at the south edge.
    fn start() -> String {
        text(
            "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-",
            [
                "bR,bP,2,yK,yB,yN,yR",
                "bN,bP,2,yP,yP,yP,yP",
                "bB,bP,6",
                "bK,bP,6",
                "6,gP,gK",
                "6,gP,gB",
                "rP,rP,rP,rP,2,gP,gN",
                "rR,rN,rB,rK,2,gP,gR",
            ],
        )
    }

    #[test]
    fn the_start_is_that_of_the_preset() {
        let setup = Setup::start(&Rules::CHESSCOM4);
        assert_eq!(read(&start()), Ok(setup.clone()));
        assert_eq!(write(&setup), Ok(start()));
        // Texts in game records have a line for each rank.
        assert_eq!(read(&start().replace('/', "/\n").replace("}-", "}-\n")), Ok(setup));
    }

    /// Yellow and green are eliminated.
    #[test]
    fn dead_pieces_keep_their_player() {
        let played = text(
            "B-0,0,1,1-0,0,0,0-0,0,0,0-7,12,3,0-0-",
            [
                "bR,1,bN,3,dyB,dyR",
                "1,bK,1,bP,4",
                "8",
                "3,dyP,4",
                "2,rP,4,dgP",
                "8",
                "rP,1,rN,5",
                "rR,rK,5,dgR",
            ],
        );
        let setup = read(&played).unwrap();
        assert_eq!(setup.seat, Seat::Black);
        assert_eq!(setup.tally.scores, [7, 12, 3, 0]);
        // The south-west corner is a8 here; red's king on e4 of the large board stands beside it, on a7.
        assert_eq!(setup.board[Square::A7.index()], Some(Piece { seat: Seat::Red, role: Role::King }));
        assert_eq!(setup.board[Square::H1.index()], Some(Piece { seat: Seat::Yellow, role: Role::Boat }));
        assert_eq!(write(&setup), Ok(played));
    }

    #[test]
    fn what_has_no_form_is_refused() {
        let start = start();
        for (old, new, words) in [
            ("R-0,0,0,0", "W-0,0,0,0", "expected R, B, Y or G"),
            ("R-0,0,0,0", "R-0,0,0", "eliminated: expected four"),
            ("-0,0,0,0-0-", "-0,0,0,70000-0-", "points: expected four"),
            ("'dim':'8x8'", "'dim':'14x14'", "a board of 8 by 8"),
            (EXTRAS, "{'dim':'8x8'", "a board of 8 by 8"),
            ("bB,bP,6", "bB,bP,5", "does not belong here"),
            ("bB,bP,6,x,x,x", "bB,bP,6,x,x", "rank 9 has 13 squares"),
            ("bB,bP,6", "bB,bP,255", "rank 9 has 263 squares"),
            ("bB,bP,6", "bQ,bP,6", "\"bQ\" is not"),
            ("bB,bP,6", "dP,bP,6", "needs the colour"),
            ("bB,bP,6", "dbB,bP,6", "bE: the pieces of eliminated players"),
            ("bB,bP,6", "x,bP,6", "does not belong here"),
            ("R-0,0,0,0", "R-0,1,0,0", "B: a player without a king"),
            ("bK,bP,6", "1,bP,6", "B: a player without a king"),
            ("-x,x,x,x", "-bP,x,x,x", "does not belong here"),
            (WALL, "14/14", "found 15"),
        ] {
            assert!(start.contains(old), "{old}");
            let error = read(&start.replacen(old, new, 1)).expect_err(new).to_string();
            assert!(error.contains(words), "{new}: {error}");
        }
        for text in ["", "R", "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14", "R-é-0-0-0-0-0"] {
            assert!(read(text).is_err(), "{text}");
        }
        let rolled: Setup = "8/8/8/rK,7/8/8/8/yK,7 r 35".parse().unwrap();
        assert_eq!(write(&rolled), Err(Fen4Error::NoForm("dice")));
        let lost: Setup = "8/8/8/rK,7/8/8/8/yK,7 r - rB".parse().unwrap();
        assert_eq!(write(&lost), Err(Fen4Error::NoForm("lost types")));
    }
}
