//! A table of counts with one row for each depth, written row by row.

use super::failure::Failure;
use super::output::{Format, rate, say, write_json};
use crate::knob_values;
use rules_core::Knobs;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::io::{self, Write};
use std::iter::from_fn;
use std::time::Duration;

/// The starting point of a count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Header {
    game: &'static str,
    ruleset: String,
    rules: Map<String, Value>,
    fen: String,
}

impl Header {
    /// Returns the header of a count under these rules from a normalised position text.
    pub fn new<R: Knobs + Display>(rules: &R, fen: &str) -> Self {
        Self { game: R::GAME, ruleset: rules.to_string(), rules: knob_values(rules), fen: fen.to_owned() }
    }
}

/// The count to one depth.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The depth, in plies.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u128,
    /// In a game with dice, the number of sequences of ordered rolls: `nodes / rolls` sequences of plies are
    /// expected.
    pub rolls: Option<u128>,
    /// The number of occurrences of each event at the last ply.
    pub events: Vec<u128>,
    /// How long the count took.
    pub time: Duration,
    /// Whether leaves were counted that were not visited, so that the rate is an effective one.
    pub is_effective: bool,
}

impl Row {
    /// Returns the expected number of sequences as an exact fraction.
    fn expected(&self) -> Option<String> {
        self.rolls.map(|rolls| format!("{}/{rolls}", self.nodes))
    }
}

/// A table of counts. Each row is written as soon as it is counted, so that an interrupted count keeps its
/// rows.
#[derive(Clone, Debug)]
pub struct CountTable {
    /// The starting point of the counts.
    pub header: Header,
    /// The names of the event columns.
    pub events: &'static [&'static str],
    /// Whether a column shows the expected numbers of a game with dice.
    pub has_dice: bool,
}

impl CountTable {
    /// Writes every row up to the first failure; JSON ends with `complete`, false after a failure.
    ///
    /// # Errors
    /// The first failure of a row, or [`Failure::Output`].
    pub fn print(
        &self,
        format: Format,
        rows: impl Iterator<Item = Result<Row, Failure>>,
    ) -> Result<(), Failure> {
        match format {
            Format::Text => self.print_text(rows),
            Format::Json => self.print_json(rows),
        }
    }

    fn print_text(&self, rows: impl Iterator<Item = Result<Row, Failure>>) -> Result<(), Failure> {
        let Header { ruleset, fen, .. } = &self.header;
        let mut head = format!("{ruleset}: {fen}\n{:>5}  {:>20}", "depth", "nodes");
        if self.has_dice {
            head += &format!("  {:>26}", "expected");
        }
        for event in self.events {
            head += &format!("  {event:>width$}", width = width(event));
        }
        say(&format!("{head}  {:>10}  {:>12}\n", "seconds", "rate"))?;
        for row in rows {
            say(&self.line(&row?))?;
        }
        Ok(())
    }

    /// Formats a row as text.
    fn line(&self, row: &Row) -> String {
        let Row { depth, nodes, events, time, is_effective, .. } = row;
        let mut line = format!("{depth:>5}  {nodes:>20}");
        if let Some(expected) = row.expected() {
            line += &format!("  {expected:>26}");
        }
        for (name, count) in self.events.iter().zip(events) {
            line += &format!("  {count:>width$}", width = width(name));
        }
        let rate = rate(*nodes, *time);
        let label = if *is_effective && rate != "-" { "  effective" } else { "" };
        line + &format!("  {:>10.3}  {rate:>12}{label}\n", time.as_secs_f64())
    }

    fn print_json(&self, mut rows: impl Iterator<Item = Result<Row, Failure>>) -> Result<(), Failure> {
        let failure = Cell::new(None);
        let complete = Cell::new(true);
        // The rows are counted while they are serialised, each one flushed before the next is counted.
        let counted = from_fn(|| {
            let row = io::stdout().flush().map_err(Failure::from).and_then(|()| rows.next().transpose());
            row.unwrap_or_else(|error| {
                failure.set(Some(error));
                complete.set(false);
                None
            })
        });
        let depths = Sequence(RefCell::new(counted.map(|row| JsonRow { row, events: self.events })));
        write_json(&Document { header: &self.header, depths, complete: &complete }, io::stdout())?;
        io::stdout().flush()?;
        failure.take().map_or(Ok(()), Err)
    }
}

/// The JSON form of a table.
#[derive(Serialize)]
#[serde(bound = "")]
struct Document<'a, I: Iterator<Item: Serialize>> {
    #[serde(flatten)]
    header: &'a Header,
    depths: Sequence<I>,
    complete: &'a Cell<bool>,
}

/// Serialises the elements of an iterator as it yields them.
struct Sequence<I>(RefCell<I>);

impl<I: Iterator<Item: Serialize>> Serialize for Sequence<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&mut *self.0.borrow_mut())
    }
}

/// A row with the names of its events.
struct JsonRow<'a> {
    row: Row,
    events: &'a [&'static str],
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { depth, nodes, events, time, .. } = &self.row;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("depth", depth)?;
        map.serialize_entry("nodes", nodes)?;
        if let Some(expected) = self.row.expected() {
            map.serialize_entry("expected", &expected)?;
        }
        for (name, count) in self.events.iter().zip(events) {
            map.serialize_entry(&name.replace(' ', "_"), count)?;
        }
        // Digits below a microsecond are noise.
        map.serialize_entry("seconds", &(time.as_micros() as f64 / 1e6))?;
        map.end()
    }
}

/// Returns the width of an event column: room for its name and for nine digits with a margin.
fn width(event: &str) -> usize {
    event.len().max(11)
}
