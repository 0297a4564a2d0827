//! Reads lines of bounded length, whatever bytes they hold.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is read, in bytes: room for a position and thousands of moves.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line of text.
    Text(String),
    /// A line that is not text, or is too long.
    Unreadable {
        /// What is readable of it.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Line {
    /// Returns what is readable of the line.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Unreadable { text, .. } => text,
        }
    }
}

/// Reads the next line; `None` at the end of the input. A line without a line feed at the end of the input
/// counts.
///
/// # Errors
/// The error of the input.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut length = 0;
    let mut is_complete = false;
    while !is_complete {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        is_complete = end.is_some() || buffer.is_empty();
        let part = &buffer[..end.unwrap_or(buffer.len())];
        bytes.extend_from_slice(&part[..part.len().min(MAX_LINE - bytes.len())]);
        let used = part.len() + usize::from(end.is_some());
        length += used;
        input.consume(used);
    }
    if length > MAX_LINE + 1 {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let reason = format!("a line is longer than {MAX_LINE} bytes");
        return Ok(Some(Line::Unreadable { text, reason }));
    }
    Ok(Some(String::from_utf8(bytes).map_or_else(
        |error| {
            let reason = format!("byte {} of a line is not UTF-8", error.utf8_error().valid_up_to() + 1);
            Line::Unreadable { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), reason }
        },
        Line::Text,
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines are read in parts.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_end_at_a_line_feed_or_at_the_end() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(
            lines(b"uci\n\nisready\r\nquit"),
            [text("uci"), text(""), text("isready\r"), text("quit")]
        );
    }

    #[test]
    fn a_line_that_is_not_text_is_the_only_one_lost() {
        let heard = lines(b"uci\nposition \xff\nquit\n");
        assert_eq!((&heard[0], &heard[2], heard.len()), (&text("uci"), &text("quit"), 3));
        let reason = "byte 10 of a line is not UTF-8".to_owned();
        assert_eq!(heard[1], Line::Unreadable { text: "position \u{fffd}".to_owned(), reason });
    }

    #[test]
    fn the_longest_line_is_read_and_longer_ones_are_cut() {
        for (length, is_read) in [(MAX_LINE, true), (MAX_LINE + 1, false), (10 * MAX_LINE, false)] {
            let heard = lines(format!("{}\nquit\n", "d".repeat(length)).as_bytes());
            assert_eq!(heard[1..], [text("quit")], "{length}");
            assert_eq!(matches!(heard[0], Line::Text(_)), is_read, "{length}");
            assert_eq!(heard[0].text().len(), MAX_LINE, "{length}");
        }
    }
}
