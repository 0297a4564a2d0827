//! The reasons why a text or a placement is refused, all at once and without allocation.

use core::fmt;

/// All reasons why a position is refused, the first of them kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusals<R> {
    kept: [Option<R>; CAPACITY],
    total: usize,
}

/// How many reasons are kept; the others are counted.
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

    /// `value`, unless there is a reason against it.
    pub(crate) fn or<T>(self, value: T) -> Result<T, Self> {
        if self.total == 0 { Ok(value) } else { Err(self) }
    }

    /// The reasons that are kept, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = R> + '_ {
        self.kept.iter().flatten().copied()
    }

    /// How many reasons there are, kept or not; never 0.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub const fn len(&self) -> usize {
        self.total
    }
}

/// On one line; with `{:#}` each reason on a line of its own.
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
