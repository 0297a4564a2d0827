//! Suites of positions with known counts, in the form that perft tools for chess use: one position on each
//! line, followed by its counts, `FEN ;D1 20 ;D2 400`.

use crate::MAX_DEPTH;
use std::fmt;

/// A position and its known counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position text.
    pub fen: String,
    /// Depths in plies with their counts, in ascending order of depth.
    pub counts: Vec<(u32, u128)>,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen)?;
        self.counts.iter().try_for_each(|(depth, nodes)| write!(f, " ;D{depth} {nodes}"))
    }
}

/// Why a text is not a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The line of the file, from 1; 0 when the file as a whole is at fault.
    pub line: usize,
    /// What is wrong.
    pub kind: SuiteErrorKind,
}

/// What is wrong with a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SuiteErrorKind {
    /// The file has no positions.
    Empty,
    /// A position has no counts.
    NoCounts,
    /// A part of a line is not a depth and a count.
    NotACount(String),
    /// A part of a line repeats a depth, has a smaller one, or one above [`MAX_DEPTH`].
    Depth(String),
}

impl fmt::Display for SuiteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file has no positions"),
            Self::NoCounts => f.write_str("no count: expected `;D1 20` after the position"),
            Self::NotACount(part) => write!(f, "{part:?} is not a depth and a count, such as D3 8902"),
            Self::Depth(part) => {
                write!(f, "{part:?}: depths must be in ascending order and at most {MAX_DEPTH}")
            }
        }
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.kind.fmt(f),
            line => write!(f, "line {line}: {}", self.kind),
        }
    }
}

impl std::error::Error for SuiteError {}

/// Reads a suite. Ignores empty lines and lines that begin with `#`, both also when indented. A line may end
/// in `;`.
///
/// # Errors
/// The first line that is not a position with counts, or a suite without positions.
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
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            entries.push(entry(line, text).map_err(|kind| SuiteError { line, kind })?);
        }
    }
    if entries.is_empty() {
        return Err(SuiteError { line: 0, kind: SuiteErrorKind::Empty });
    }
    Ok(entries)
}

fn entry(line: usize, text: &str) -> Result<Entry, SuiteErrorKind> {
    let text = text.strip_suffix(';').unwrap_or(text);
    let mut parts = text.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    let mut counts: Vec<(u32, u128)> = Vec::new();
    for part in parts {
        let pair = part.strip_prefix('D').and_then(|rest| rest.split_once(char::is_whitespace));
        let count = pair.and_then(|(depth, nodes)| Some((depth.parse().ok()?, nodes.trim().parse().ok()?)));
        let Some((depth, nodes)) = count else {
            return Err(SuiteErrorKind::NotACount(part.to_owned()));
        };
        if depth > MAX_DEPTH || counts.last().is_some_and(|last| last.0 >= depth) {
            return Err(SuiteErrorKind::Depth(part.to_owned()));
        }
        counts.push((depth, nodes));
    }
    if counts.is_empty() {
        return Err(SuiteErrorKind::NoCounts);
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
    fn blanks_comments_and_a_last_semicolon_are_accepted() {
        let text = "  # indented\n\t#\r\n \t \n  4k3/8/8/8/8/8/8/4K3 w Kk - 0 1 ; D1 9;\tD2\t80 ;  \r\n";
        let entries = parse(text).unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].line, &entries[0].counts[..]), (4, &[(1, 9), (2, 80)][..]));
        assert_eq!(entries[0].fen, "4k3/8/8/8/8/8/8/4K3 w Kk - 0 1");
    }

    #[test]
    fn faulty_lines_are_refused_with_their_number() {
        for (line, words) in [
            ("4k3/8/8/8/8/8/8/4K3 w", "no count"),
            ("4k3/8/8/8/8/8/8/4K3 w ;", "no count"),
            ("4k3/8/8/8/8/8/8/4K3 w ;;", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1 5;;", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;;D1 5", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1 5 # five", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1 -5", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D1 5x", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;1 5", "is not a depth"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D2 5 ;D1 5", "ascending order"),
            ("4k3/8/8/8/8/8/8/4K3 w ;D31 5", "at most 30"),
        ] {
            let error = parse(&format!("\n{line}")).unwrap_err();
            assert!(error.line == 2 && error.to_string().contains(words), "{error}");
        }
        assert_eq!(parse("\n# nothing\n").unwrap_err().line, 0);
    }
}
