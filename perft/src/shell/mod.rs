//! What the programs of this workspace have in common on the command line: how they fail, and how they show
//! rules, positions and results.

mod bulk;
mod engine;

pub use engine::EngineArgs;

use crate::Variant;
use rules_core::{AnyRules, Knob, Knobs, RulesError};
use serde_json::{Map, Value};
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::Duration;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Why a command did not do its work; each has an exit code of its own.
#[derive(Debug)]
pub enum Failure {
    /// What was checked is not as it should be, and the output says where: 1.
    Difference,
    /// What was asked for makes no sense: 2.
    Misuse(String),
    /// Another program failed, or does not do what it should: 3.
    Outside(String),
    /// Standard output could not be written: 74.
    Output(io::Error),
    /// Interrupted from the terminal, or told to end: 130.
    Interrupted(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The exit code of a command, after saying on standard error what went wrong.
pub fn finish(result: Result<(), Failure>) -> ExitCode {
    let (code, message) = match result {
        Ok(()) => (0, None),
        Err(Failure::Difference) => (1, None),
        Err(Failure::Misuse(message)) => (2, Some(format!("error: {message}"))),
        Err(Failure::Outside(message)) => (3, Some(format!("error: {message}"))),
        // Whoever reads has read enough, as `head` does.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => (0, None),
        Err(Failure::Output(error)) => (74, Some(format!("error: the output could not be written: {error}"))),
        Err(Failure::Interrupted(message)) => (130, Some(format!("interrupted: {message}"))),
    };
    if let Some(message) = message {
        // When nobody can hear it, the exit code has to do.
        let _ = writeln!(io::stderr(), "{message}");
    }
    ExitCode::from(code)
}

/// Writes a text to standard output and sees to it that it has arrived.
///
/// # Errors
/// When it cannot be written.
pub fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a report and says whether all was as it should be; a reader that went away changes nothing about that.
///
/// # Errors
/// [`Failure::Difference`] when it was not, and what kept the report from being written.
pub fn conclude(report: &str, is_right: bool) -> Result<(), Failure> {
    match say(report) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ if is_right => Ok(()),
        _ => Err(Failure::Difference),
    }
}

/// The rules that a text names, of either game.
///
/// # Errors
/// What is wrong with it, shown in its place.
pub fn read_rules(text: &str) -> Result<AnyRules, Failure> {
    text.parse().map_err(|error: RulesError| {
        let marks = " ".repeat(error.column - 1) + &"^".repeat(error.width.max(1));
        Failure::Misuse(format!("RULES: {error}{}", shown(text, &marks)))
    })
}

/// The position that a text describes under the rules of a game, what statistics need to know of the way to it, and
/// the text normalised.
///
/// # Errors
/// All reasons why it is refused.
pub fn read_position<V: Variant>(game: &V, text: &str) -> Result<(V::Node, V::Record, String), Failure> {
    game.read(text).map_err(|reasons| {
        let reasons = reasons.replace('\n', "\n  ");
        Failure::Misuse(format!("--fen is refused under {}:\n  {reasons}{}", game.rules(), shown(text, "")))
    })
}

/// A text at fault on a line of its own, with marks under it, unless it is too long to be looked at.
fn shown(text: &str, marks: &str) -> String {
    const LONGEST: usize = 300;
    if text.chars().count() > LONGEST {
        return String::new();
    }
    let text: String = text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    format!("\n    {text}\n    {marks}").trim_end().to_owned()
}

/// Every knob and its value, in the order of the table of knobs.
pub fn expanded<R: Knobs>(rules: &R) -> Map<String, Value> {
    let value = |knob: &Knob<R>| knob.domain.text((knob.get)(rules)).to_string();
    R::KNOBS.iter().map(|knob| (knob.id.to_owned(), value(knob).into())).collect()
}

/// Nodes a second in the units of the field; a dash where the time is too short to tell.
pub fn rate(nodes: u128, time: Duration) -> String {
    match time.as_secs_f64() {
        ..0.001 => "-".to_owned(),
        seconds => per_second(nodes as f64 / seconds),
    }
}

/// A rate in the units of the field.
pub fn per_second(rate: f64) -> String {
    match rate {
        ..1e6 => format!("{:.1} knps", rate / 1e3),
        ..1e10 => format!("{:.1} Mnps", rate / 1e6),
        _ => format!("{:.1} Gnps", rate / 1e9),
    }
}

/// Reads a whole number in a range, for an argument of the command line.
pub fn whole(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a whole number from {} to {} is expected", range.start(), range.end()))
    }
}

/// A text as JSON.
pub fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What was counted from. Displays as the beginning of a JSON object.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a, R> {
    /// The rules.
    pub rules: &'a R,
    /// The position text, normalised.
    pub fen: &'a str,
}

impl<R: Knobs + fmt::Display> fmt::Display for Header<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = Value::from(expanded(self.rules));
        let [game, ruleset, fen] = [R::GAME, &self.rules.to_string(), self.fen].map(json);
        write!(f, "{{\"game\":{game},\"ruleset\":{ruleset},\"rules\":{rules},\"fen\":{fen},")
    }
}

/// What is known of a depth.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The depth.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u128,
    /// Where dice are rolled: how many plies begin without a roll, so that `nodes / 16^plies` sequences are expected.
    pub unrolled_plies: Option<u32>,
    /// How often each event happens.
    pub events: Vec<u128>,
    /// How long it took.
    pub time: Duration,
}

impl Row {
    /// The expected number of sequences as an exact fraction.
    fn expected(&self) -> Option<String> {
        let rolls = 16u128.checked_pow(self.unrolled_plies?)?;
        Some(format!("{}/{rolls}", self.nodes))
    }
}

/// A row for each depth, written as soon as it is known: a count that is killed leaves what it had.
#[derive(Debug)]
pub struct Rows {
    format: Format,
    events: &'static [&'static str],
    empty: bool,
}

impl Rows {
    /// Begins a table, or a JSON object; `events` are the names of further columns, `has_dice` says that expected
    /// numbers make another.
    ///
    /// # Errors
    /// When it cannot be written, as for the other functions.
    pub fn begin<R: Knobs + fmt::Display>(
        format: Format,
        header: Header<'_, R>,
        events: &'static [&'static str],
        has_dice: bool,
    ) -> io::Result<Self> {
        match format {
            Format::Text => {
                let Header { rules, fen } = header;
                let mut head = format!("{rules}: {fen}\n{:>5}  {:>20}", "depth", "nodes");
                if has_dice {
                    head += &format!("  {:>26}", "expected");
                }
                for event in events {
                    head += &format!("  {event:>width$}", width = width(event));
                }
                say(&format!("{head}  {:>10}  {:>12}\n", "seconds", "rate"))?;
            }
            Format::Json => say(&format!("{header}\"depths\":["))?,
        }
        Ok(Self { format, events, empty: true })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn row(&mut self, row: &Row) -> io::Result<()> {
        let Row { depth, nodes, events, time, .. } = row;
        let seconds = time.as_secs_f64();
        let events = self.events.iter().zip(events);
        let text = match self.format {
            Format::Text => {
                let expected = row.expected().map_or_else(String::new, |text| format!("  {text:>26}"));
                let events: String =
                    events.map(|(name, count)| format!("  {count:>width$}", width = width(name))).collect();
                format!(
                    "{depth:>5}  {nodes:>20}{expected}{events}  {seconds:>10.3}  {:>12}\n",
                    rate(*nodes, *time)
                )
            }
            Format::Json => {
                let separator = if self.empty { "\n" } else { ",\n" };
                let expected =
                    row.expected().map_or_else(String::new, |text| format!(",\"expected\":{}", json(&text)));
                let events: String = events
                    .map(|(name, count)| format!(",{}:{count}", json(&name.replace(' ', "_"))))
                    .collect();
                format!(
                    "{separator}{{\"depth\":{depth},\"nodes\":{nodes}{expected}{events},\"seconds\":{seconds:.6}}}"
                )
            }
        };
        self.empty = false;
        say(&text)
    }

    /// Ends; `complete` says whether all depths asked for were reached.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(self, complete: bool) -> io::Result<()> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json => say(&format!("\n],\"complete\":{complete}}}\n")),
        }
    }
}

/// The width of the column of an event: room for counts up to a thousand million, and for its name.
fn width(event: &str) -> usize {
    event.len().max(11)
}
