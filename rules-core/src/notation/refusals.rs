//! All reasons against a text or a placement at once, without allocation.

use core::fmt;

/// All reasons why a position is refused. The first 24 are kept, the others are only counted.
///
/// `{}` writes them on one line, `{:#}` each on a line of its own.
///
/// ```
/// use rules_core::chaturanga::{Refusal, Setup};
/// let refusals = "4k3/9/8/8/8/8/8/4K3 x".parse::<Setup>().unwrap_err();
/// assert_eq!(refusals.len(), 2);
/// assert!(refusals.iter().map(Refusal::kind).eq(["digit", "unknown-side"]));
/// let text = format!("{refusals:#}");
/// assert!(text.lines().eq([
///     "ranks, row 2, column 1: '9' is out of range; write 1 to 8 empty squares",
///     "side, column 1: 'x' is not valid here; expected one letter, w or b",
/// ]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusals<R> {
    kept: [Option<R>; CAPACITY],
    total: usize,
}

/// How many reasons are kept.
const CAPACITY: usize = 24;

impl<R: Copy> Refusals<R> {
    pub(crate) const fn none() -> Self {
        Self { kept: [None; CAPACITY], total: 0 }
    }

    pub(crate) fn push(&mut self, refusal: R) {
        if let Some(place) = self.kept.get_mut(self.total) {
            *place = Some(refusal);
        }
        self.total += 1;
    }

    /// Returns `value` when there is no reason against it.
    pub(crate) fn or<T>(self, value: T) -> Result<T, Self> {
        if self.total == 0 { Ok(value) } else { Err(self) }
    }

    /// Converts every reason.
    pub(crate) fn map<S>(self, convert: impl Fn(R) -> S) -> Refusals<S> {
        Refusals { kept: self.kept.map(|refusal| refusal.map(&convert)), total: self.total }
    }

    /// Returns the kept reasons, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = R> + '_ {
        self.kept.iter().flatten().copied()
    }

    /// Returns the number of reasons, kept or only counted; never 0.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub const fn len(&self) -> usize {
        self.total
    }
}

impl<R: Copy + fmt::Display> fmt::Display for Refusals<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if f.alternate() { "\n" } else { "; " };
        for (index, refusal) in self.iter().enumerate() {
            write!(f, "{}{refusal}", if index == 0 { "" } else { separator })?;
        }
        match self.total.saturating_sub(CAPACITY) {
            0 => Ok(()),
            more => write!(f, "{separator}and {more} more"),
        }
    }
}

impl<R: Copy + fmt::Debug + fmt::Display> core::error::Error for Refusals<R> {}
