//! Position texts: reading and writing a [`Setup`].

use super::dice::ParseDiceError;
use super::{Field, Piece, Refusal, Refusals, Role, Seat, Setup};
use crate::Square;
use core::fmt;
use core::str::FromStr;

impl FromStr for Setup {
    type Err = Refusals;

    /// Reads `ranks seat dice lost scores kings`; fields after the seat may be left out.
    fn from_str(text: &str) -> Result<Self, Refusals> {
        let mut setup = Self::EMPTY;
        let mut refusals = Refusals::none();
        let mut words = text.split(' ');
        for field in Field::ALL {
            let word = match words.next() {
                Some("") => None,
                None if field > Field::Seat => break,
                word => word,
            };
            let Some(word) = word else {
                refusals.push(Refusal::MissingField { field });
                continue;
            };
            match field {
                Field::Ranks => read_ranks(word, &mut setup, &mut refusals),
                Field::Seat => match only(word, Seat::from_letter) {
                    Ok(seat) => setup.seat = seat,
                    Err(column) => refusals.push(Refusal::UnknownSeat { column }),
                },
                Field::Dice => match word.parse() {
                    Ok(dice) => setup.dice = dice,
                    Err(ParseDiceError { column }) => refusals.push(Refusal::UnknownDice { column }),
                },
                Field::Lost => read_lost(word, &mut setup, &mut refusals),
                Field::Scores => read_scores(word, &mut setup, &mut refusals),
                Field::Kings => read_kings(word, &mut setup, &mut refusals),
            }
        }
        if words.next().is_some() {
            refusals.push(Refusal::TrailingWords);
        }
        refusals.or(setup)
    }
}

/// What a word of one letter stands for, or the column at which it goes wrong.
fn only<T>(word: &str, read: impl Fn(char) -> Option<T>) -> Result<T, usize> {
    let mut letters = word.chars();
    let first = letters.next().and_then(read).ok_or(1usize)?;
    if letters.next().is_some() { Err(2) } else { Ok(first) }
}

/// A pair of letters.
fn pair(word: &str) -> Option<(char, char)> {
    let mut letters = word.chars();
    let pair = (letters.next()?, letters.next()?);
    letters.next().is_none().then_some(pair)
}

fn read_ranks(word: &str, setup: &mut Setup, refusals: &mut Refusals) {
    let rows = word.split('/').count();
    if rows != 8 {
        refusals.push(Refusal::RowCount { found: rows });
    }
    // Rows beyond the eighth are not gone into: their number is what is wrong.
    for (rank, (row, text)) in (0..8).rev().zip((1..).zip(word.split('/'))) {
        let mut file = 0usize;
        let mut after_number = false;
        let mut readable = true;
        for (column, entry) in (1..).zip(text.split(',')) {
            let man = pair(entry).and_then(|(seat, role)| {
                Some(Piece { seat: Seat::from_letter(seat)?, role: Role::from_letter(role)? })
            });
            let empty = only(entry, |digit| digit.to_digit(10).filter(|digit| (1..=8).contains(digit)));
            match (man, empty) {
                (Some(man), _) => {
                    let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
                    if let Some(square) = square {
                        setup.board[square.index()] = Some(man);
                    }
                    file += 1;
                }
                (None, Ok(empty)) => {
                    if after_number {
                        refusals.push(Refusal::AdjacentNumbers { row, column });
                    }
                    file += empty as usize;
                }
                (None, Err(_)) => {
                    refusals.push(Refusal::UnknownMan { row, column, found: entry.chars().next() });
                    readable = false;
                }
            }
            after_number = man.is_none() && empty.is_ok();
        }
        if readable && file != 8 {
            refusals.push(Refusal::RowLength { row, found: file });
        }
    }
}

/// Goes through the entries of a field that may be `-`; `take` says of each entry whether it is new, or `None` when
/// it is not one of the field's.
fn read_entries(
    word: &str,
    field: Field,
    refusals: &mut Refusals,
    unknown: impl Fn(usize) -> Refusal,
    mut take: impl FnMut(char, char) -> Option<bool>,
) {
    if word == "-" {
        return;
    }
    for (column, entry) in (1..).zip(word.split(',')) {
        match pair(entry).and_then(|(first, second)| take(first, second)) {
            Some(true) => {}
            Some(false) => refusals.push(Refusal::RepeatedEntry { field, column }),
            None => refusals.push(unknown(column)),
        }
    }
}

fn read_lost(word: &str, setup: &mut Setup, refusals: &mut Refusals) {
    let unknown = |column| Refusal::UnknownLost { column };
    read_entries(word, Field::Lost, refusals, unknown, |seat, role| {
        let seat = Seat::from_letter(seat)?;
        let role = Role::from_letter(role).filter(|role| Role::OFFICERS.contains(role))?;
        let lost = &mut setup.lost[seat as usize];
        let is_new = !lost.contains(role);
        *lost = lost.with(role);
        Some(is_new)
    });
}

fn read_kings(word: &str, setup: &mut Setup, refusals: &mut Refusals) {
    let unknown = |column| Refusal::UnknownKings { column };
    read_entries(word, Field::Kings, refusals, unknown, |captor, victim| {
        let captor = Seat::from_letter(captor)?;
        let mark = if victim == '+' {
            &mut setup.tally.paid[captor as usize]
        } else {
            let victim = Seat::from_letter(victim).filter(|&victim| victim != captor)?;
            &mut setup.tally.kings[captor as usize][victim as usize]
        };
        Some(!core::mem::replace(mark, true))
    });
}

fn read_scores(word: &str, setup: &mut Setup, refusals: &mut Refusals) {
    let found = word.split(',').count();
    if found != 4 {
        refusals.push(Refusal::ScoreCount { found });
    }
    for ((column, text), score) in (1..).zip(word.split(',')).zip(&mut setup.tally.scores) {
        if text.is_empty() || !text.chars().all(|letter| letter.is_ascii_digit()) {
            refusals.push(Refusal::NotANumber { column });
        } else if let Ok(number) = text.parse() {
            *score = number;
        } else {
            refusals.push(Refusal::NumberRange { column });
        }
    }
}

/// Entries with commas between them, or `-`.
struct Entries<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    empty: bool,
}

impl Entries<'_, '_> {
    fn write(&mut self, entry: fmt::Arguments<'_>) -> fmt::Result {
        if !self.empty {
            self.f.write_str(",")?;
        }
        self.empty = false;
        self.f.write_fmt(entry)
    }

    fn end(self) -> fmt::Result {
        if self.empty { self.f.write_str("-") } else { Ok(()) }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut row = Entries { f: &mut *f, empty: true };
            let mut empty = 0;
            for file in 0..=8 {
                let man = Square::new(file, rank).map(|square| self.board[square.index()]);
                if man == Some(None) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row.write(format_args!("{empty}"))?;
                    empty = 0;
                }
                if let Some(Some(man)) = man {
                    row.write(format_args!("{man}"))?;
                }
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {} ", self.seat.letter(), self.dice)?;
        let mut lost = Entries { f: &mut *f, empty: true };
        for seat in Seat::ALL {
            let roles = Role::OFFICERS.into_iter().filter(|&role| self.lost[seat as usize].contains(role));
            roles.map(|role| Piece { seat, role }).try_for_each(|man| lost.write(format_args!("{man}")))?;
        }
        lost.end()?;
        let [red, black, yellow, green] = self.tally.scores;
        write!(f, " {red},{black},{yellow},{green} ")?;
        let mut kings = Entries { f, empty: true };
        for captor in Seat::ALL {
            for victim in Seat::ALL {
                if self.tally.kings[captor as usize][victim as usize] {
                    kings.write(format_args!("{}{}", captor.letter(), victim.letter()))?;
                }
            }
            if self.tally.paid[captor as usize] {
                kings.write(format_args!("{}+", captor.letter()))?;
            }
        }
        kings.end()
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
            // What cannot be read is no number, so a number may stand beside it.
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
