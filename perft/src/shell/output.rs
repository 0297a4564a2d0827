//! Writes results as text or as JSON.

use super::failure::Failure;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
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

/// Formats the nodes per second with a unit, or as a dash if the time is too short to measure.
pub(super) fn rate(nodes: u128, time: Duration) -> String {
    match time.as_secs_f64() {
        ..0.001 => "-".to_owned(),
        seconds => per_second(nodes as f64 / seconds),
    }
}

/// Formats a rate in thousands, millions or billions of nodes per second.
pub(super) fn per_second(rate: f64) -> String {
    match rate {
        ..1e6 => format!("{:.1} knps", rate / 1e3),
        ..1e10 => format!("{:.1} Mnps", rate / 1e6),
        _ => format!("{:.1} Gnps", rate / 1e9),
    }
}
