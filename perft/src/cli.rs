//! What the programs of this workspace have in common on the command line: how they fail, and how they show
//! rules, positions and results.

use rules_core::chaturanga::{Game, Refusals, Rules, Setup};
use rules_core::{Knob, Knobs, RulesError};
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

/// The rules that a text names.
///
/// # Errors
/// What is wrong with it, shown in its place.
pub fn read_rules(text: &str) -> Result<Rules, Failure> {
    text.parse().map_err(|error: RulesError| {
        let marks = " ".repeat(error.column - 1) + &"^".repeat(error.width.max(1));
        Failure::Misuse(format!("RULES: {error}{}", shown(text, &marks)))
    })
}

/// The position that a text describes under the rules of a game, normalised.
///
/// # Errors
/// All reasons why it is refused.
pub fn read_position(game: &Game, text: &str) -> Result<Setup, Failure> {
    game.read(text).map_err(|refusals: Refusals| {
        let reasons = format!("{refusals:#}").replace('\n', "\n  ");
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
pub fn expanded(rules: &Rules) -> Map<String, Value> {
    let value = |knob: &Knob<Rules>| knob.domain.text((knob.get)(rules)).to_string();
    Rules::KNOBS.iter().map(|knob| (knob.id.to_owned(), value(knob).into())).collect()
}

/// Nodes a second in the unit of the field; a dash where the time is too short to tell.
pub fn rate(nodes: u128, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.001 {
        return "-".to_owned();
    }
    format!("{:.1} Mnps", nodes as f64 / seconds / 1e6)
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
#[derive(Clone, Copy)]
pub struct Header<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position text, normalised.
    pub fen: &'a str,
}

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = serde_json::Value::from(expanded(self.rules));
        let [game, ruleset, fen] = [Rules::GAME, &self.rules.to_string(), self.fen].map(json);
        write!(f, "{{\"game\":{game},\"ruleset\":{ruleset},\"rules\":{rules},\"fen\":{fen},")
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
    /// Begins a table, or a JSON object; `events` are the names of the columns after the nodes.
    ///
    /// # Errors
    /// When it cannot be written, as for the other functions.
    pub fn begin(format: Format, header: Header<'_>, events: &'static [&'static str]) -> io::Result<Self> {
        match format {
            Format::Text => {
                let Header { rules, fen } = header;
                let mut head = format!("{rules}: {fen}\n{:>5}{:>22}", "depth", "nodes");
                for event in events {
                    head += &format!("{event:>15}");
                }
                say(&format!("{head}{:>12}{:>14}\n", "seconds", "rate"))?;
            }
            Format::Json => say(&format!("{header}\"depths\":["))?,
        }
        Ok(Self { format, events, empty: true })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn row(&mut self, depth: u32, nodes: u128, events: &[u128], time: Duration) -> io::Result<()> {
        let seconds = time.as_secs_f64();
        let text = match self.format {
            Format::Text => {
                let events: String = events.iter().map(|count| format!("{count:>15}")).collect();
                format!("{depth:>5}{nodes:>22}{events}{seconds:>12.3}{:>14}\n", rate(nodes, time))
            }
            Format::Json => {
                let separator = if self.empty { "\n" } else { ",\n" };
                let named = self.events.iter().zip(events);
                let events: String = named
                    .map(|(name, count)| format!(",{}:{count}", json(&name.replace(' ', "_"))))
                    .collect();
                format!("{separator}{{\"depth\":{depth},\"nodes\":{nodes}{events},\"seconds\":{seconds:.6}}}")
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
