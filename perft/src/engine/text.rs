//! Translates positions and moves between the notation of this crate and that of a program.

use super::dialect::{Dialect, JumpField, LostField, Notation};
use rules_core::notation::RowStyle;

/// Our letters for the raja, mantri, ratha, gaja, ashva and padati, in the order of [`Dialect::letters`].
const LETTERS: &str = "KQRBNP";

/// The fields of a position in the notation of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fields {
    /// The whole text.
    pub(super) text: String,
    pub(super) ranks: String,
    pub(super) side: String,
    pub(super) jump: String,
    pub(super) lost: String,
}

impl Fields {
    /// Translates the fields of one of our texts; a missing field is `-`.
    pub(super) fn new(text: &str, dialect: &Dialect) -> Self {
        let translated =
            |text: &str| text.chars().map(|letter| their_letter(letter, dialect)).collect::<String>();
        // Every field but the side and the numbers consists of letters of pieces.
        let whole: Vec<_> = text
            .split(' ')
            .enumerate()
            .map(|(place, field)| if place == 1 { field.to_owned() } else { translated(field) })
            .collect();
        let mut words = text.split_whitespace();
        let mut next = || words.next().unwrap_or("-");
        let (ranks, side, jump, lost) = (next(), next(), next(), next());
        Self {
            text: whole.join(" "),
            side: side.to_owned(),
            jump: match dialect.jump {
                JumpField::RajaLetter => translated(jump),
                JumpField::RajaFile => rajas_files(ranks, jump),
                JumpField::None => "-".to_owned(),
            },
            lost: match dialect.lost {
                LostField::Letters => translated(lost),
                LostField::None => "-".to_owned(),
            },
            ranks: translated(ranks),
        }
    }
}

/// Returns the files of the rajas that may jump, in upper case for White.
fn rajas_files(ranks: &str, jump: &str) -> String {
    let square = |raja: char| {
        RowStyle::of(ranks)
            .pieces(ranks)
            .find(|(_, piece)| piece.chars().eq([raja]))
            .map(|(square, _)| square)
    };
    let files: String = jump
        .chars()
        .filter_map(|raja| {
            let letter = char::from(b'a' + square(raja)?.file());
            Some(if raja.is_uppercase() { letter.to_ascii_uppercase() } else { letter })
        })
        .collect();
    if files.is_empty() { "-".to_owned() } else { files }
}

/// Translates the letter of a piece into a dialect; returns any other letter unchanged.
fn their_letter(letter: char, dialect: &Dialect) -> char {
    let place = LETTERS.find(letter.to_ascii_uppercase());
    let other = place.and_then(|place| dialect.letters.as_ref()?.chars().nth(place));
    other.map_or(letter, |other| if letter.is_lowercase() { other.to_ascii_lowercase() } else { other })
}

/// Translates the letter of a piece from a dialect, in lower case; `None` if it names no piece.
fn our_letter(letter: char, dialect: &Dialect) -> Option<char> {
    let letter = letter.to_ascii_uppercase();
    match &dialect.letters {
        Some(letters) => LETTERS.chars().nth(letters.chars().position(|other| other == letter)?),
        None => Some(letter),
    }
    .map(|letter| letter.to_ascii_lowercase())
}

/// Translates a move from the notation of a program; `None` if the word is not a move.
pub(super) fn read_move(word: &str, dialect: &Dialect) -> Option<String> {
    if word == "pass" {
        return Some(word.to_owned());
    }
    // A plus separates the two moves of a turn.
    if dialect.moves == Notation::default() && word.contains('+') {
        let moves: Option<Vec<_>> = word.split('+').map(|one| read_move(one, dialect)).collect();
        return Some(moves?.join("+"));
    }
    let notation = &dialect.moves;
    let word = match word.chars().next()? {
        letter if notation.letter && letter.is_ascii_uppercase() => {
            our_letter(letter, dialect).map(|_| &word[1..])?
        }
        _ => word,
    };
    let (from, word) = square(word)?;
    let (to, word) = square(word)
        .or_else(|| notation.between.iter().find_map(|mark| square(word.strip_prefix(mark.as_str())?)))?;
    let word =
        notation.after.iter().fold(word, |word, mark| word.strip_suffix(mark.as_str()).unwrap_or(word));
    let promotion =
        notation.promotion.iter().fold(word, |word, mark| word.strip_prefix(mark.as_str()).unwrap_or(word));
    let mut letters = promotion.chars();
    match (letters.next(), letters.next()) {
        (None, _) => word.is_empty().then(|| format!("{from}{to}")),
        (Some(letter), None) => Some(format!("{from}{to}{}", our_letter(letter, dialect)?)),
        _ => None,
    }
}

/// Translates a move into the notation of a program: both squares, and the letter of a promotion in lower
/// case.
pub(super) fn write_move(text: &str, dialect: &Dialect) -> String {
    let is_coordinate = square(text).and_then(|(_, rest)| square(rest));
    match is_coordinate {
        Some((_, promotion)) => {
            let squares = &text[..text.len() - promotion.len()];
            squares.chars().chain(promotion.chars().map(|letter| their_letter(letter, dialect))).collect()
        }
        None => text.to_owned(),
    }
}

/// Splits the square off the beginning of a text.
fn square(text: &str) -> Option<(&str, &str)> {
    let is_square = matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8', ..]);
    is_square.then(|| text.split_at(2))
}

/// Returns the origin square of a move if no piece of the side to move stands on it.
pub(super) fn foreign_origin<'a>(mv: &'a str, position: &str) -> Option<&'a str> {
    let (from, _) = square(mv)?;
    let mut fields = position.split_whitespace();
    let (ranks, side) = (fields.next()?, fields.next()?);
    let origin = from.parse().ok()?;
    let piece =
        RowStyle::of(ranks).pieces(ranks).find(|(square, _)| *square == origin).map(|(_, piece)| piece);
    let is_own = piece.is_some_and(|piece| match piece.chars().next() {
        Some(seat) if piece.len() > 1 => side.starts_with(seat),
        Some(letter) => letter.is_uppercase() == (side == "w"),
        None => false,
    });
    (!is_own).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dialect::Phrasebook;

    fn dialect(id: &str) -> Dialect {
        Phrasebook::known().unwrap().dialect(id).unwrap().clone()
    }

    #[test]
    fn moves_are_read_in_the_notation_of_each_program() {
        for (id, word, expected) in [
            ("uci", "e2e3", Some("e2e3")),
            ("uci", "c7c8q", Some("c7c8q")),
            ("uci", "c7c8qq", None),
            ("uci", "e2-e3", None),
            ("uci", "e2e9", None),
            ("uci", "Total", None),
            ("uci", "pass", Some("pass")),
            ("uci", "a2c3+b2b3", Some("a2c3+b2b3")),
            ("uci", "g4h4k", Some("g4h4k")),
            ("fairy-stockfish", "c7c8q", Some("c7c8q")),
            ("fairy-stockfish", "c7c8x", None),
            ("sjaak", "Ke1xb2", Some("e1b2")),
            ("sjaak", "Nb1-a3", Some("b1a3")),
            ("sjaak", "a2-a3", Some("a2a3")),
            ("sjaak", "c7-c8E", Some("c7c8b")),
            ("sjaak", "c7xd8=F+", Some("c7d8q")),
            ("sjaak", "Zb1-a3", None),
            ("sjaak", "c7-c8=", None),
        ] {
            assert_eq!(read_move(word, &dialect(id)).as_deref(), expected, "{word} in {id}");
        }
        assert_eq!(write_move("c7c8b", &dialect("sjaak")), "c7c8e");
        assert_eq!(write_move("b1c3", &dialect("sjaak")), "b1c3");
        assert_eq!(write_move("pass", &dialect("uci")), "pass");
    }

    #[test]
    fn fields_are_written_as_each_program_reads_them() {
        let text = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk Qn 0 1";
        let fields = |id| {
            let Fields { ranks, side, jump, lost, .. } = Fields::new(text, &dialect(id));
            [ranks, side, jump, lost].join(" ")
        };
        assert_eq!(fields("uci"), "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk Qn");
        assert_eq!(fields("fairy-stockfish"), "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -");
        assert_eq!(fields("sjaak"), "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR w Ed -");
    }

    #[test]
    fn a_move_from_a_foreign_square_is_noticed() {
        for (mv, position, expected) in [
            ("e1e2", "4k3/8/8/8/8/8/8/R3K3 w", None),
            ("e8e7", "4k3/8/8/8/8/8/8/R3K3 w", Some("e8")),
            ("b1c3", "4k3/8/8/8/8/8/8/R3K3 w", Some("b1")),
            ("c6e4", "rK,7/8/2,bB,5/8/8/8/8/7,yK b - -", None),
            ("a8a7", "rK,7/8/2,bB,5/8/8/8/8/7,yK b - -", Some("a8")),
            ("pass", "rK,7/8/2,bB,5/8/8/8/8/7,yK b - -", None),
        ] {
            assert_eq!(foreign_origin(mv, position), expected, "{mv}");
        }
    }
}
