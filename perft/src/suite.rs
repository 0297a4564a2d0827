//! Suites of positions with known counts, in the form that perft tools of chess use: a position text, then
//! `;D1 20 ;D2 400 …`, one position a line.

use std::fmt;

/// A position and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position text.
    pub fen: String,
    /// Depths and counts, deeper ones later.
    pub counts: Vec<(u32, u128)>,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen)?;
        self.counts.iter().try_for_each(|(depth, nodes)| write!(f, " ;D{depth} {nodes}"))
    }
}

/// A line that is not a position with counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The line of the file, from 1; 0 where the file as a whole is at fault.
    pub line: usize,
    /// What is wrong.
    pub fault: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.fault),
            line => write!(f, "line {line}: {}", self.fault),
        }
    }
}

impl std::error::Error for SuiteError {}

/// Reads a suite. Empty lines, and lines that begin with `#`, are passed over.
///
/// # Errors
/// The first line that is not as it should be; a suite without positions.
///
/// ```
/// let suite = perft::suite::parse("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 ;D1 4 ;D2 60\n")?;
/// assert_eq!(suite[0].counts, [(1, 4), (2, 60)]);
/// assert!(perft::suite::parse("4r2k/8/8/8/8/8/4N3/4K3 w ;D1 four").is_err());
/// # Ok::<(), perft::suite::SuiteError>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<Entry>, SuiteError> {
    let mut entries = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if !text.trim().is_empty() && !text.starts_with('#') {
            entries.push(entry(line, text).map_err(|fault| SuiteError { line, fault })?);
        }
    }
    if entries.is_empty() {
        return Err(SuiteError { line: 0, fault: "there is no position in it".to_owned() });
    }
    Ok(entries)
}

fn entry(line: usize, text: &str) -> Result<Entry, String> {
    let mut parts = text.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    let mut counts: Vec<(u32, u128)> = Vec::new();
    for part in parts {
        let pair = part.strip_prefix('D').and_then(|rest| rest.split_once(' '));
        let count = pair.and_then(|(depth, nodes)| Some((depth.parse().ok()?, nodes.trim().parse().ok()?)));
        let Some((depth, nodes)) = count else {
            return Err(format!("{part:?} is not a depth and a count, such as D3 8902"));
        };
        if depth > crate::MAX_DEPTH || counts.last().is_some_and(|last| last.0 >= depth) {
            return Err(format!("{part:?}: depths are in order, and at most {}", crate::MAX_DEPTH));
        }
        counts.push((depth, nodes));
    }
    if counts.is_empty() {
        return Err("no count; `;D1 20` is expected after the position".to_owned());
    }
    Ok(Entry { line, fen, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "4k3/8/8/8/8/8/8/4K3 w Kk - 0 1 ;D1 9 ;D3 340282366920938463463374607431768211455";
        let entries = parse(&format!("# a comment\n\n{text}\n")).unwrap();
        assert_eq!((entries[0].line, entries[0].to_string().as_str()), (3, text));
    }

    #[test]
    fn lines_that_are_not_as_they_should_be_are_refused_with_their_number() {
        for (line, words) in [
            ("4k3/8/8/8/8/8/8/4K3 w", "no count"),
            ("4k3/8/8/8/8/8/8/4K3 w ;", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1 -5", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1 5x", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;1 5", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D2 5 ;D1 5", "in order"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D31 5", "at most 30"),
        ] {
            let error = parse(&format!("\n{line}")).unwrap_err();
            assert!(error.line == 2 && error.fault.contains(words), "{error}");
        }
        assert_eq!(parse("\n# nothing\n").unwrap_err().line, 0);
    }
}
