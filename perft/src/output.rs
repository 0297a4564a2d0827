//! What stands on standard output: tables for people, JSON for programs.

use perft::cli::{Format, expanded, rate, say};
use rules_core::Knobs;
use rules_core::chaturanga::Rules;
use std::fmt;
use std::io;
use std::time::Duration;

/// A text as JSON.
pub fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What was counted from. Displays as the beginning of a JSON object.
#[derive(Clone, Copy)]
pub struct Header<'a> {
    pub rules: &'a Rules,
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
pub struct Rows {
    format: Format,
    events: &'static [&'static str],
    empty: bool,
}

impl Rows {
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

    /// `complete` says whether all depths asked for were reached.
    pub fn end(self, complete: bool) -> io::Result<()> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json => say(&format!("\n],\"complete\":{complete}}}\n")),
        }
    }
}
