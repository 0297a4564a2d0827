//! Position texts: reading and writing a [`Setup`].

use super::{Color, Field, Piece, Refusal, Refusals, Role, RoleSet, Setup};
use crate::Square;
use core::fmt;
use core::str::FromStr;

impl FromStr for Setup {
    type Err = Refusals;

    /// Reads `ranks side jump lost halfmove fullmove`; fields after the side may be left out.
    fn from_str(text: &str) -> Result<Self, Refusals> {
        let mut setup = Self::EMPTY;
        let mut refusals = Refusals::none();
        let mut words = text.split(' ');
        for field in Field::ALL {
            let word = match words.next() {
                Some("") => None,
                None if field > Field::Side => break,
                word => word,
            };
            let Some(word) = word else {
                refusals.push(Refusal::MissingField { field });
                continue;
            };
            match field {
                Field::Ranks => read_ranks(word, &mut setup.board, &mut refusals),
                Field::Side => match word {
                    "w" => setup.side = Color::White,
                    "b" => setup.side = Color::Black,
                    _ => refusals.push(unknown_side(word)),
                },
                Field::Jump => read_jump(word, &mut setup.jump, &mut refusals),
                Field::Lost => read_lost(word, &mut setup.lost, &mut refusals),
                Field::Halfmove => read_number(word, field, 0, &mut setup.halfmove, &mut refusals),
                Field::Fullmove => read_number(word, field, 1, &mut setup.fullmove, &mut refusals),
            }
        }
        if words.next().is_some() {
            refusals.push(Refusal::TrailingWords);
        }
        refusals.or(setup)
    }
}

fn read_ranks(word: &str, board: &mut [Option<Piece>; Square::NUM], refusals: &mut Refusals) {
    let rows = word.split('/').count();
    if rows != 8 {
        refusals.push(Refusal::RowCount { found: rows });
    }
    // Rows beyond the eighth are not gone into: their number is what is wrong.
    for (rank, (row, text)) in (0..8).rev().zip((1..).zip(word.split('/'))) {
        let mut file = 0;
        let mut after_digit = false;
        let mut readable = true;
        for (column, found) in (1..).zip(text.chars()) {
            let digit = found.to_digit(10);
            if after_digit && digit.is_some() {
                refusals.push(Refusal::AdjacentDigits { row, column });
            }
            match (digit, Piece::from_letter(found)) {
                (Some(empty @ 1..=8), _) => file += empty as usize,
                (Some(_), _) => {
                    refusals.push(Refusal::Digit { row, column, found });
                    readable = false;
                }
                (None, Some(piece)) => {
                    let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
                    if let Some(square) = square {
                        board[square.index()] = Some(piece);
                    }
                    file += 1;
                }
                (None, None) => {
                    refusals.push(Refusal::UnknownLetter { row, column, found });
                    readable = false;
                }
            }
            after_digit = digit.is_some();
        }
        if readable && file != 8 {
            refusals.push(Refusal::RowLength { row, found: file });
        }
    }
}

fn unknown_side(word: &str) -> Refusal {
    // A word that begins with a side goes wrong at its second character.
    let (column, found) = (1..)
        .zip(word.chars())
        .find(|&(column, letter)| column > 1 || !matches!(letter, 'w' | 'b'))
        .unwrap_or((1, ' '));
    Refusal::UnknownSide { column, found }
}

/// Goes through the letters of a field that may be `-`; `take` says of each letter whether it is new, or `None`
/// when it is not one of the field's.
fn read_letters(
    word: &str,
    field: Field,
    refusals: &mut Refusals,
    unknown: impl Fn(usize, char) -> Refusal,
    mut take: impl FnMut(char) -> Option<bool>,
) {
    if word == "-" {
        return;
    }
    for (column, found) in (1..).zip(word.chars()) {
        match take(found) {
            Some(true) => {}
            Some(false) => refusals.push(Refusal::RepeatedLetter { field, column, found }),
            None => refusals.push(unknown(column, found)),
        }
    }
}

fn read_jump(word: &str, jump: &mut [bool; 2], refusals: &mut Refusals) {
    let unknown = |column, found| Refusal::UnknownRight { column, found };
    read_letters(word, Field::Jump, refusals, unknown, |letter| {
        let piece = Piece::from_letter(letter).filter(|piece| piece.role == Role::Raja)?;
        Some(!core::mem::replace(&mut jump[piece.color as usize], true))
    });
}

fn read_lost(word: &str, lost: &mut [RoleSet; 2], refusals: &mut Refusals) {
    let unknown = |column, found| Refusal::UnknownLost { column, found };
    read_letters(word, Field::Lost, refusals, unknown, |letter| {
        let piece = Piece::from_letter(letter).filter(|piece| Role::OFFICERS.contains(&piece.role))?;
        let set = &mut lost[piece.color as usize];
        let is_new = !set.contains(piece.role);
        *set = set.with(piece.role);
        Some(is_new)
    });
}

fn read_number(word: &str, field: Field, least: u16, number: &mut u16, refusals: &mut Refusals) {
    let odd = (1..).zip(word.chars()).find(|(_, letter)| !letter.is_ascii_digit());
    if let Some((column, found)) = odd {
        refusals.push(Refusal::NotANumber { field, column, found });
    } else {
        match word.parse() {
            Ok(value) if value >= least => *number = value,
            _ => refusals.push(Refusal::NumberRange { field }),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                let Some(piece) = self.board[square.index()] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", piece.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.side {
            Color::White => "w ",
            Color::Black => "b ",
        })?;
        let rights = Color::ALL
            .into_iter()
            .filter(|&color| self.jump[color as usize])
            .map(|color| Piece { color, role: Role::Raja });
        write_letters(f, rights)?;
        f.write_str(" ")?;
        let lost = Color::ALL.into_iter().flat_map(|color| {
            let lost = self.lost[color as usize];
            Role::OFFICERS
                .into_iter()
                .filter(move |&role| lost.contains(role))
                .map(move |role| Piece { color, role })
        });
        write_letters(f, lost)?;
        write!(f, " {} {}", self.halfmove, self.fullmove)
    }
}

fn write_letters(f: &mut fmt::Formatter<'_>, pieces: impl Iterator<Item = Piece>) -> fmt::Result {
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return f.write_str("-");
    }
    pieces.try_for_each(|piece| write!(f, "{}", piece.letter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaturanga::{Game, Rules};
    extern crate std;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn kinds(refusals: &Refusals) -> Vec<&'static str> {
        refusals.iter().map(Refusal::kind).collect()
    }

    #[test]
    fn start_texts_are_those_of_the_sources() {
        for (rules, text) in [
            (Rules::NL, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
            (Rules::TR, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
            (Rules::TR_LITERAL, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
            (Rules::CHESSCOM, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
            (Rules::SHATRANJ, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
            (Rules::SJAAK, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
        ] {
            let game = Game::new(rules);
            assert_eq!(game.setup(&game.start()).to_string(), text);
            assert_eq!(game.read("startpos").unwrap().to_string(), text);
        }
    }

    #[test]
    fn reading_normalises_in_the_ways_stated_and_no_other() {
        for (rules, text, normal) in [
            ("nl", "4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("nl", "4k3/8/8/8/8/8/8/4K3 b kK bQR 7 9", "4k3/8/8/8/8/8/8/4K3 b Kk - 7 9"),
            ("nl", "rnbkqbnr/8/8/8/8/8/8/RNBQKBNR w - nQ 0 1", "rnbkqbnr/8/8/8/8/8/8/RNBQKBNR w - Qn 0 1"),
            ("sjaak", "rnbkqbnr/8/8/8/8/8/8/RNBQKBNR w - nQ 0 1", "rnbkqbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1"),
            ("chesscom", "4k3/8/8/8/8/8/8/4K3 w Kk", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("nl", "4k3/8/8/8/8/8/8/r3K3 w Kk", "4k3/8/8/8/8/8/8/r3K3 w k - 0 1"),
            ("tr", "4k3/8/8/8/8/8/8/r3K3 w Kk", "4k3/8/8/8/8/8/8/r3K3 w Kk - 0 1"),
            ("sjaak", "3k4/8/8/8/8/8/8/3K4 w Kk", "3k4/8/8/8/8/8/8/3K4 w k - 0 1"),
            ("tr", "8/8/8/8/8/8/8/3K4 b Kk", "8/8/8/8/8/8/8/3K4 b K - 0 1"),
        ] {
            let game = Game::new(rules.parse().unwrap());
            assert_eq!(game.read(text).map(|setup| setup.to_string()), Ok(normal.to_string()), "{rules}");
            assert_eq!(game.read(normal).map(|setup| setup.to_string()), Ok(normal.to_string()), "{rules}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_at_its_place() {
        let kings = "4k3/8/8/8/8/8/8/4K3";
        for (text, expected) in [
            ("", "missing-field missing-field"),
            ("xpx ", "row-count unknown-letter unknown-letter missing-field"),
            (kings, "missing-field"),
            ("4k3/8/8/8/8/8/4K3 w", "row-count"),
            ("4k3/8/8/8/8/8/8/8/4K3 w", "row-count"),
            ("4k2/8/8/8/8/8/8/4K4 w", "row-length row-length"),
            ("4k3/0/9/8/8/8/8/4K3 w", "digit digit"),
            ("4k3/44/8/8/8/8/8/4K3 w", "adjacent-digits"),
            ("4k3/x7/8/8/8/8/8/4K3 w", "unknown-letter"),
            ("KZ5k/8/8/8/8/8/8/8 w", "unknown-letter"),
            ("4k3/8/8/8/8/8/8/4K3 x", "unknown-side"),
            ("4k3/8/8/8/8/8/8/4K3 white", "unknown-side"),
            ("4k3/8/8/8/8/8/8/4K3 w KQkq", "unknown-right unknown-right"),
            ("4k3/8/8/8/8/8/8/4K3 w KK", "repeated-letter"),
            ("4k3/8/8/8/8/8/8/4K3 w - e3", "unknown-lost unknown-lost"),
            ("4k3/8/8/8/8/8/8/4K3 w - KP", "unknown-lost unknown-lost"),
            ("4k3/8/8/8/8/8/8/4K3 w - RrR", "repeated-letter"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "not-a-number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "number-range"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "number-range"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "trailing-words"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "trailing-words"),
            ("4k3/8/8/8/8/8/8/4K3  w", "missing-field unknown-right"),
            ("4k3/8/8/8/8/8/8/4K3\tw", "unknown-letter unknown-letter missing-field"),
            ("4k3/8/8/8/8/8/8/4K3\u{a0}w", "unknown-letter unknown-letter missing-field"),
            ("\u{feff}4k3/8/8/8/8/8/8/4K3 w", "unknown-letter"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n", "not-a-number"),
            (" 4k3/8/8/8/8/8/8/4K3 w", "missing-field unknown-side unknown-right"),
        ] {
            let found = text.parse::<Setup>().expect_err(text);
            let found = kinds(&found).join(" ");
            let shown: String = text.escape_debug().collect();
            assert_eq!(found, expected, "{shown}");
        }
    }
}
