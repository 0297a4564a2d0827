//! How the words of position texts are read and written, by a table of fields for each game.
//!
//! A game states its fields in one table, each with a function that reads its word into a `Setup` and one
//! that writes it. Reading goes through all fields, even after a fault, so that one message names every
//! fault.

use super::fault::{FaultKind, TextFault};
use super::field::Field;
use super::refusals::Refusals;
use super::rows::{Entry, RowStyle, single};
use crate::Square;
use core::fmt;

/// A row in the table of a game's fields: the field, and how a `Setup` reads and writes it.
pub(crate) struct FieldOf<S> {
    pub(crate) field: Field,
    pub(crate) read: fn(&mut S, &mut Word<'_>),
    pub(crate) write: fn(&S, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// Reads a text into `setup`, which keeps its own values for the fields that are left out.
pub(crate) fn read<S>(
    fields: &'static [FieldOf<S>],
    text: &str,
    mut setup: S,
) -> Result<S, Refusals<TextFault>> {
    let mut faults = Refusals::none();
    let mut words = text.split(' ');
    for FieldOf { field, read, .. } in fields {
        match words.next() {
            Some("") => {
                faults.push(TextFault { field, row: None, column: None, kind: FaultKind::MissingField })
            }
            Some(text) => read(&mut setup, &mut Word { field, text, faults: &mut faults }),
            None if field.is_required => {
                faults.push(TextFault { field, row: None, column: None, kind: FaultKind::MissingField });
            }
            None => break,
        }
    }
    if let Some(FieldOf { field, .. }) = fields.last().filter(|_| words.next().is_some()) {
        faults.push(TextFault { field, row: None, column: None, kind: FaultKind::TrailingWords });
    }
    faults.or(setup)
}

/// Writes these fields of `setup`, with one space between two of them.
pub(crate) fn write<S>(fields: &[FieldOf<S>], setup: &S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fields.iter().enumerate().try_for_each(|(index, field)| {
        f.write_str(if index == 0 { "" } else { " " })?;
        (field.write)(setup, f)
    })
}

/// Writes the entries of a list, or `-` when there are none.
pub(crate) fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    style: RowStyle,
    entries: impl IntoIterator<Item = T>,
) -> fmt::Result {
    let mut is_empty = true;
    for entry in entries {
        if !is_empty {
            f.write_str(style.separator())?;
        }
        is_empty = false;
        write!(f, "{entry}")?;
    }
    if is_empty { f.write_str("-") } else { Ok(()) }
}

/// The word of one field while it is read, and the faults found so far.
pub(crate) struct Word<'a> {
    field: &'static Field,
    text: &'a str,
    faults: &'a mut Refusals<TextFault>,
}

impl<'a> Word<'a> {
    /// Returns the word as it is written.
    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    /// Reports a fault; `column` is its place in the word, `None` when it concerns the whole word.
    pub(crate) fn refuse(&mut self, column: Option<u32>, kind: FaultKind) {
        self.faults.push(TextFault { field: self.field, row: None, column, kind });
    }

    /// Reads a board; an entry that is not a number of empty squares is read by `piece`.
    ///
    /// Rows after the eighth are not read: their number is the fault.
    pub(crate) fn ranks<P: Copy>(
        &mut self,
        board: &mut [Option<P>; Square::NUM],
        piece: impl Fn(&str) -> Option<P>,
    ) {
        let found = self.text.split('/').count();
        if found != 8 {
            self.refuse(None, FaultKind::RowCount { found: size(found) });
        }
        for (rank, (row, text)) in (0..8).rev().zip((1..).zip(self.text.split('/'))) {
            let place = |file: usize| Square::new(u8::try_from(file).ok()?, rank);
            self.row(row, text, |file, entry| {
                let piece = piece(entry)?;
                if let Some(square) = place(file) {
                    board[square.index()] = Some(piece);
                }
                Some(())
            });
        }
    }

    /// Reads one row; `put` places a piece on a file, or returns `None` when the entry is no piece.
    fn row(&mut self, row: u8, text: &str, mut put: impl FnMut(usize, &str) -> Option<()>) {
        let style = self.field.style;
        let mut length = 0;
        let mut after_number = false;
        let mut is_readable = true;
        for Entry { column, file, text, empty } in style.entries(text) {
            let mut refuse = |kind| {
                self.faults.push(TextFault {
                    field: self.field,
                    row: Some(row),
                    column: Some(size(column)),
                    kind,
                });
            };
            // In the style of FEN every digit counts as a number of empty squares, 0 and 9 included.
            let number = empty.filter(|empty| style == RowStyle::Letters || (1..=8).contains(empty));
            if after_number && number.is_some() {
                refuse(FaultKind::AdjacentNumbers);
            }
            after_number = number.is_some();
            let found = text.chars().next();
            let fault = match (number, found) {
                (Some(1..=8), _) => None,
                (Some(_), Some(found)) => Some(FaultKind::Digit { found }),
                _ => put(file, text).is_none().then_some(FaultKind::Unknown { found }),
            };
            if let Some(kind) = fault {
                refuse(kind);
                is_readable = false;
            }
            length = file + empty.unwrap_or(1);
        }
        if is_readable && length != 8 {
            let kind = FaultKind::RowLength { found: size(length) };
            self.faults.push(TextFault { field: self.field, row: Some(row), column: None, kind });
        }
    }

    /// Reads a word of one letter.
    pub(crate) fn letter<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let mut letters = self.text.chars();
        let first = letters.next();
        let Some(value) = first.and_then(read) else {
            self.refuse(Some(1), FaultKind::Unknown { found: first });
            return None;
        };
        if let Some(found) = letters.next() {
            self.refuse(Some(2), FaultKind::Unknown { found: Some(found) });
            return None;
        }
        Some(value)
    }

    /// Reads a list that may be `-`; `take` returns whether an entry is new, or `None` when the field has no
    /// such entry.
    pub(crate) fn list(&mut self, mut take: impl FnMut(&str) -> Option<bool>) {
        if self.text == "-" {
            return;
        }
        for Entry { column, text, .. } in self.field.style.entries(self.text) {
            let found = text.chars().next();
            match take(text) {
                Some(true) => {}
                Some(false) => self.refuse(Some(size(column)), FaultKind::Repeated { found }),
                None => self.refuse(Some(size(column)), FaultKind::Unknown { found }),
            }
        }
    }

    /// Reads a number from `least` to 65535.
    pub(crate) fn number(&mut self, least: u16) -> Option<u16> {
        number(self.text, least).map_err(|(column, kind)| self.refuse(column, kind)).ok()
    }

    /// Fills `numbers` with a list of numbers from 0 to 65535, which must be as long.
    pub(crate) fn numbers(&mut self, numbers: &mut [u16]) {
        let (style, list) = (self.field.style, self.text);
        let found = style.entries(list).count();
        if found != numbers.len() {
            self.refuse(None, FaultKind::NumberCount { found: size(found) });
        }
        for (Entry { column, text, .. }, place) in style.entries(list).zip(numbers) {
            match number(text, 0) {
                Ok(number) => *place = number,
                Err((_, kind)) => self.refuse(Some(size(column)), kind),
            }
        }
    }
}

/// Converts a length or a place for a message; what does not fit becomes the greatest number.
fn size(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Reads a number of at least `least`; a fault comes with the column of the character at fault.
fn number(text: &str, least: u16) -> Result<u16, (Option<u32>, FaultKind)> {
    let odd = (1..).zip(text.chars()).find(|(_, letter)| !letter.is_ascii_digit());
    if text.is_empty() || odd.is_some() {
        let (column, found) = odd.map_or((1, None), |(column, found)| (column, Some(found)));
        return Err((Some(column), FaultKind::NotANumber { found }));
    }
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err((None, FaultKind::NumberRange)),
    }
}

/// Returns the two letters of an entry such as `rB`; `None` for entries of another length.
pub(crate) fn pair(text: &str) -> Option<(char, char)> {
    let second = text.char_indices().nth(1)?.0;
    let (first, second) = text.split_at(second);
    Some((single(first)?, single(second)?))
}
