//! The fields of a position text of chaturaji: `ranks seat dice lost scores kings`.

use super::dice::ParseDiceError;
use super::{Piece, Position, Refusal, Refusals, Role, Seat, Setup};
use crate::notation::{self, FaultKind, Field, FieldOf, RowStyle, pair, write_list, write_ranks};
use core::fmt;
use core::mem;
use core::str::FromStr;

/// Pieces have two letters, so commas separate the entries.
const STYLE: RowStyle = RowStyle::Commas;

/// The fields in their order. The first four decide the moves, the others are the points.
static FIELDS: [FieldOf<Setup>; 6] = [
    FieldOf {
        field: Field::required(
            "ranks",
            STYLE,
            "unknown-man",
            "1 to 8 empty squares or a piece such as rK: a seat of r b y g and a role of K E N B P",
        ),
        read: |setup, word| word.ranks(&mut setup.board, |piece| piece.parse().ok()),
        write: |setup, f| write_ranks(f, STYLE, &setup.board),
    },
    FieldOf {
        field: Field::required("seat", STYLE, "unknown-seat", "one letter, r, b, y or g"),
        read: |setup, word| setup.seat = word.letter(Seat::from_letter).unwrap_or(setup.seat),
        write: |setup, f| write!(f, "{}", setup.seat.letter()),
    },
    FieldOf {
        field: Field::optional("dice", STYLE, "unknown-dice", "one or two faces from 2 to 5, or -"),
        read: |setup, word| match word.text().parse() {
            Ok(dice) => setup.dice = dice,
            Err(ParseDiceError { column }) => {
                let found = word.text().chars().nth(column - 1);
                word.refuse(u32::try_from(column).ok(), FaultKind::Unknown { found });
            }
        },
        write: |setup, f| write!(f, "{}", setup.dice),
    },
    FieldOf {
        field: Field::optional(
            "lost",
            STYLE,
            "unknown-lost",
            "pieces of the roles B N E K such as rB,yK, or -",
        ),
        read: |setup, word| {
            word.list(|piece| {
                let Piece { seat, role } = piece.parse().ok()?;
                Role::OFFICERS.contains(&role).then(|| setup.lost[seat as usize].insert(role))
            });
        },
        write: |setup, f| {
            let lost =
                |seat: Seat| setup.lost[seat as usize].officers().map(move |role| Piece { seat, role });
            write_list(f, STYLE, Seat::ALL.into_iter().flat_map(lost))
        },
    },
    FieldOf {
        field: Field::optional(
            "scores",
            STYLE,
            "",
            "four numbers from 0 to 65535, of red, black, yellow and green,",
        ),
        read: |setup, word| word.numbers(&mut setup.tally.scores),
        write: |setup, f| write_list(f, STYLE, setup.tally.scores),
    },
    FieldOf {
        field: Field::optional(
            "kings",
            STYLE,
            "unknown-kings",
            "captor and victim such as rb, or r+ for a paid bonus, or -",
        ),
        read: |setup, word| {
            word.list(|entry| {
                let (captor, victim) = pair(entry)?;
                let captor = Seat::from_letter(captor)?;
                let mark = if victim == '+' {
                    &mut setup.tally.paid[captor as usize]
                } else {
                    let victim = Seat::from_letter(victim).filter(|&victim| victim != captor)?;
                    &mut setup.tally.kings[captor as usize][victim as usize]
                };
                Some(!mem::replace(mark, true))
            });
        },
        write: write_kings,
    },
];

/// Writes for each captor the victims, and after them the mark of the paid bonus.
fn write_kings(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let of = |captor: Seat| {
        let kings = setup.tally.kings[captor as usize];
        let victims = Seat::ALL.into_iter().filter(move |&victim| kings[victim as usize]).map(Seat::letter);
        let paid = setup.tally.paid[captor as usize].then_some('+');
        victims.chain(paid).map(move |mark| fmt::from_fn(move |f| write!(f, "{}{mark}", captor.letter())))
    };
    write_list(f, STYLE, Seat::ALL.into_iter().flat_map(of))
}

impl FromStr for Setup {
    type Err = Refusals;

    /// Reads `ranks seat dice lost scores kings`; fields after the seat may be left out.
    fn from_str(text: &str) -> Result<Self, Refusals> {
        notation::read(&FIELDS, text, Self::EMPTY).map_err(|faults| faults.map(Refusal::Text))
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(&FIELDS, self, f)
    }
}

/// Writes the fields that decide the moves: ranks, seat, dice and lost. A [`Setup`] can be read from them.
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
    /// Draws the board, green's back row at the bottom: a line for each rank and one for the files.
    ///
    /// ```
    /// use rules_core::chaturaji::{Rules, Setup};
    /// let drawn = Setup::start(&Rules::AR).diagram().to_string();
    /// assert!(drawn.starts_with("8 bB bN bE bK  .  . yP yB\n7 bP bP bP bP  .  . yP yN\n"));
    /// assert!(drawn.ends_with("\n   a  b  c  d  e  f  g  h\n"));
    /// ```
    pub fn diagram(&self) -> impl fmt::Display {
        notation::draw(STYLE, |square| self.board[square.index()])
    }
}

impl Position {
    /// Draws the board, green's back row at the bottom, as [`Setup::diagram`] does.
    pub fn diagram(&self) -> impl fmt::Display {
        notation::draw(STYLE, |square| self.piece_at(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Knobs, chaturaji::Rules};
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn both_starts_are_read_as_written() {
        for rules in Rules::PRESETS.iter().copied().chain(["ar+setup=left-handed".parse().unwrap()]) {
            let start = Setup::start(&rules);
            assert_eq!(start.to_string().parse(), Ok(start));
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_at_its_place() {
        let kings = "rK,7/8/8/8/8/8/8/7,yK";
        let with = |rest: &str| [kings, rest].concat();
        for (text, expected) in [
            ("".to_string(), "missing-field missing-field"),
            (with(""), "missing-field"),
            (with("  -"), "missing-field"),
            ("rK,7/8/8 r".to_string(), "row-count"),
            ("rK,8/8/8/8/8/8/8/7,yK r".to_string(), "row-length"),
            ("rK,7/8/8/8/8/8/8/3,4,yK r".to_string(), "adjacent-numbers"),
            ("rK,7/0/9/8/8/8/8/7,yK r".to_string(), "unknown-man unknown-man"),
            // An entry that cannot be read is not a number, so a number may follow it.
            (
                "rK,7/2,xK,5/2,rQ,5/2,Rb,5/2,,5/2,rKK,5/8/7,yK r".to_string(),
                "unknown-man unknown-man unknown-man unknown-man unknown-man",
            ),
            (with(" x"), "unknown-seat"),
            (with(" rr"), "unknown-seat"),
            (with(" r 1"), "unknown-dice"),
            (with(" r 335"), "unknown-dice"),
            (with(" r 3-"), "unknown-dice"),
            (with(" r - rP"), "unknown-lost"),
            (with(" r - rB,rB"), "repeated-entry"),
            (with(" r - - 0,0,0"), "score-count"),
            (with(" r - - 0,-1,x,"), "not-a-number not-a-number not-a-number"),
            (with(" r - - 0,0,0,65536"), "number-range"),
            (with(" r - - 0,0,0,0 rr"), "unknown-kings"),
            (with(" r - - 0,0,0,0 rb,rb"), "repeated-entry"),
            (with(" r - - 0,0,0,0 r+,r+"), "repeated-entry"),
            (with(" r - - 0,0,0,0 - x"), "trailing-words"),
        ] {
            let found = text.parse::<Setup>().expect_err(&text);
            let kinds: Vec<&str> = found.iter().map(Refusal::kind).collect();
            assert_eq!(kinds.join(" "), expected, "{text}");
        }
    }
}
