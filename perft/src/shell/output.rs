//! Writes results as text or as JSON.

use super::failure::Failure;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::time::Duration;

/// How a command writes its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// Human-readable text
    Text,
    /// JSON
    Json,
}

/// Writes a text to standard output and flushes it.
///
/// # Errors
/// The error of the write.
pub fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a report, and fails unless `is_right`. A reader that closes the pipe early does not change the
/// result.
///
/// # Errors
/// [`Failure::Difference`] unless `is_right`, or [`Failure::Output`] when the report cannot be written.
pub fn conclude(report: &str, is_right: bool) -> Result<(), Failure> {
    match say(report) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ if is_right => Ok(()),
        _ => Err(Failure::Difference),
    }
}

/// Formats a value as JSON, with a line feed at the end.
///
/// # Errors
/// [`Failure::Output`] when the value cannot be represented in JSON.
pub fn json_text<T: Serialize + ?Sized>(value: &T) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    write_json(value, &mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a value as JSON, with a line feed at the end.
///
/// # Errors
/// The error of the write.
pub(super) fn write_json<T: Serialize + ?Sized>(value: &T, mut out: impl Write) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut out, LinePerElement::default());
    value.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Compact JSON, except that each element of an outermost array has its own line.
#[derive(Default)]
struct LinePerElement {
    nesting: u32,
}

impl Formatter for LinePerElement {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.nesting += 1;
        writer.write_all(b"[")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.nesting == 1 { writer.write_all(b"\n") } else { Ok(()) }
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let end: &[u8] = if self.nesting == 1 { b"\n]" } else { b"]" };
        self.nesting -= 1;
        writer.write_all(end)
    }
}

/// Formats the nodes per second with a unit, or as a dash if there are none or the time is too short to measure.
pub(super) fn rate(nodes: u128, time: Duration) -> String {
    match (nodes, time.as_secs_f64()) {
        (0, _) | (_, ..0.001) => "-".to_owned(),
        (_, seconds) => per_second(nodes as f64 / seconds),
    }
}

/// Formats a rate with four digits and the unit that they need.
pub(super) fn per_second(rate: f64) -> String {
    const UNITS: [&str; 11] = ["", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"];
    let mut scaled = rate;
    for unit in UNITS {
        // The limits are those from which on the number would be rounded to one digit more.
        let digits = match scaled {
            ..9.9995 => 3,
            ..99.995 => 2,
            ..999.95 => 1,
            _ => {
                scaled /= 1e3;
                continue;
            }
        };
        return format!("{scaled:.digits$} {unit}nps");
    }
    format!("{rate:.3e} nps")
}

/// Returns a number with a word, in the plural unless the number is one.
///
/// ```
/// assert_eq!(perft::shell::plural(1, "case"), "1 case");
/// assert_eq!(perft::shell::plural(0, "case"), "0 cases");
/// ```
pub fn plural(number: impl Display, word: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {word}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_four_digits_and_a_unit() {
        for (nodes, text) in [
            (0.0, "0.000 nps"),
            (1.0, "1.000 nps"),
            (999.949, "999.9 nps"),
            (999.951, "1.000 knps"),
            (9_999_490.0, "9.999 Mnps"),
            (9_999_510.0, "10.00 Mnps"),
            (46_800_000.0, "46.80 Mnps"),
            (1_440_900_000.0, "1.441 Gnps"),
            (15_049_887_310_027.5e9, "15.05 Znps"),
            (f64::from(u32::MAX).powi(4), "3.403e38 nps"),
            (f64::INFINITY, "inf nps"),
        ] {
            assert_eq!(per_second(nodes), text, "{nodes}");
        }
        for power in -2..42 {
            let text = per_second(9.995 * 10f64.powi(power));
            let number = text.split([' ', 'e']).next().unwrap();
            assert!(number.chars().filter(char::is_ascii_digit).count() <= 4, "{text}");
        }
    }

    /// The largest count in no time, and no count in any time.
    #[test]
    fn a_time_too_short_to_measure_has_no_rate() {
        assert_eq!(rate(u128::MAX, Duration::ZERO), "-");
        assert_eq!(rate(0, Duration::ZERO), "-");
        assert_eq!(rate(0, Duration::from_secs(1)), "-");
        assert_eq!(rate(2000, Duration::from_secs(2)), "1.000 knps");
    }
}
