//! The fields of a position text of chaturanga: `ranks side jump lost halfmove fullmove`.
//!
//! The fields and letters are those of FEN. The jump takes the place of the castling rights, the lost types
//! that of the en passant square, which is usually `-`; so ordinary FEN readers accept most texts.

use super::{Color, Piece, Position, Refusal, Refusals, Role, Setup};
use crate::notation::{self, Field, FieldOf, RowStyle, write_list, write_ranks};
use core::fmt;
use core::mem;
use core::str::FromStr;

/// Every field has the style of FEN.
const STYLE: RowStyle = RowStyle::Letters;

/// The fields in their order. The first four decide the moves, the others are clocks.
static FIELDS: [FieldOf<Setup>; 6] = [
    FieldOf {
        field: Field::required(
            "ranks",
            STYLE,
            "unknown-letter",
            "1 to 8 empty squares or the letter of a piece, K Q R B N P or k q r b n p",
        ),
        read: |setup, word| word.ranks(&mut setup.board, |piece| piece.parse().ok()),
        write: |setup, f| write_ranks(f, STYLE, &setup.board),
    },
    FieldOf {
        field: Field::required("side", STYLE, "unknown-side", "one letter, w or b"),
        read: |setup, word| setup.side = word.letter(Color::from_letter).unwrap_or(setup.side),
        write: |setup, f| write!(f, "{}", setup.side.letter()),
    },
    FieldOf {
        field: Field::optional("jump", STYLE, "unknown-right", "K, k or both, or -"),
        read: |setup, word| {
            word.list(|piece| {
                let Piece { color, role } = piece.parse().ok()?;
                (role == Role::Raja).then(|| !mem::replace(&mut setup.jump[color as usize], true))
            });
        },
        write: |setup, f| {
            let holders = Color::ALL.into_iter().filter(|&color| setup.jump[color as usize]);
            write_list(f, STYLE, holders.map(|color| Piece { color, role: Role::Raja }))
        },
    },
    FieldOf {
        field: Field::optional("lost", STYLE, "unknown-lost", "letters of RNBQrnbq, or -"),
        read: |setup, word| {
            word.list(|piece| {
                let Piece { color, role } = piece.parse().ok()?;
                Role::OFFICERS.contains(&role).then(|| setup.lost[color as usize].insert(role))
            });
        },
        write: |setup, f| {
            let lost =
                |color: Color| setup.lost[color as usize].officers().map(move |role| Piece { color, role });
            write_list(f, STYLE, Color::ALL.into_iter().flat_map(lost))
        },
    },
    FieldOf {
        field: Field::optional("halfmove", STYLE, "", "a number from 0 to 65535"),
        read: |setup, word| setup.halfmove = word.number(0).unwrap_or(setup.halfmove),
        write: |setup, f| write!(f, "{}", setup.halfmove),
    },
    FieldOf {
        field: Field::optional("fullmove", STYLE, "", "a number from 1 to 65535"),
        read: |setup, word| setup.fullmove = word.number(1).unwrap_or(setup.fullmove),
        write: |setup, f| write!(f, "{}", setup.fullmove),
    },
];

impl FromStr for Setup {
    type Err = Refusals;

    /// Reads `ranks side jump lost halfmove fullmove`; fields after the side may be left out.
    fn from_str(text: &str) -> Result<Self, Refusals> {
        notation::read(&FIELDS, text, Self::EMPTY).map_err(|faults| faults.map(Refusal::Text))
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(&FIELDS, self, f)
    }
}

/// Writes the fields that decide the moves: ranks, side, jump and lost. A [`Setup`] can be read from them.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(&FIELDS[..4], &Setup::from(self), f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Setup {
    /// Draws the board, White's first rank at the bottom: a line for each rank and one for the files.
    ///
    /// ```
    /// use rules_core::chaturanga::{Rules, Setup};
    /// let drawn = Setup::start(&Rules::NL).diagram().to_string();
    /// assert!(drawn.starts_with("8 r n b k q b n r\n7 p p p p p p p p\n6 . ."));
    /// assert!(drawn.ends_with("\n  a b c d e f g h\n"));
    /// ```
    pub fn diagram(&self) -> impl fmt::Display {
        notation::draw(STYLE, |square| self.board[square.index()])
    }
}

impl Position {
    /// Draws the board, White's first rank at the bottom, as [`Setup::diagram`] does.
    pub fn diagram(&self) -> impl fmt::Display {
        notation::draw(STYLE, |square| self.piece_at(square))
    }
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
            (Rules::SHATRANJ, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"),
            (Rules::SJAAK, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
        ] {
            let game = Game::new(rules);
            assert_eq!(game.setup(&game.start()).to_string(), text);
            assert_eq!(game.read_setup("startpos").unwrap().1.to_string(), text);
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
            assert_eq!(
                game.read_setup(text).map(|(_, setup)| setup.to_string()),
                Ok(normal.to_string()),
                "{rules}"
            );
            assert_eq!(
                game.read_setup(normal).map(|(_, setup)| setup.to_string()),
                Ok(normal.to_string()),
                "{rules}"
            );
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
