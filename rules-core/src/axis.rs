//! The same rules with one thing changed: the axes along which rulesets differ.
//!
//! Tests, mutation and search walk from one ruleset to another in steps of one change. A knob with a list of
//! values is one such step. A knob whose value is a set of files is eight, one for each file, because files
//! are barred independently of each other.

use crate::{Domain, Knob, Knobs, Value};
use core::fmt;

/// One thing that can be changed in a ruleset by itself: a knob with a list of values, or one file of a knob
/// whose value is a set of files.
///
/// Two rulesets are [neighbours](Knobs::neighbours) when they differ on exactly one axis, and their
/// [distance](Knobs::distance) is the number of axes on which they differ. An axis displays as the name of
/// its knob (`elephant-move`), with the file where it is one of several (`promotion-barred-files.e`).
///
/// ```
/// use rules_core::{Axis, Knobs, chaturanga::Rules};
/// let elephant = Axis::<Rules>::named("elephant-move").unwrap();
/// assert!(elephant.names().eq(["alfil", "lame-alfil", "dabbaba", "silver"]));
///
/// let other = elephant.with(&Rules::NL, 3);
/// assert_eq!(other.to_string(), "nl+elephant-move=silver");
/// assert_eq!(other.distance(&Rules::NL), 1);
///
/// let barred = Axis::<Rules>::named("promotion-barred-files.e").unwrap();
/// assert_eq!(barred.with(&Rules::TR, 0).to_string(), "tr+promotion-barred-files=f");
/// ```
pub struct Axis<R: 'static> {
    knob: &'static Knob<R>,
    file: Option<u8>,
}

/// The values of one file of the only set of files, `promotion-barred-files`.
static FILE_VALUES: [Value; 2] = [
    Value { id: "open", meaning: "there is promotion on this file" },
    Value { id: "barred", meaning: "there is no promotion on this file" },
];

impl<R: Knobs> Axis<R> {
    /// Returns every axis of a game, in the order of its knobs.
    ///
    /// ```
    /// use rules_core::{Axis, chaturanga, chaturaji};
    /// // Chaturanga has 13 knobs with a list of values, and one whose value is a set of the eight files.
    /// assert_eq!(Axis::<chaturanga::Rules>::all().count(), 13 + 8);
    /// assert_eq!(Axis::<chaturaji::Rules>::all().count(), 16);
    /// ```
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        R::KNOBS.iter().flat_map(|knob| {
            let (single, files) = match knob.domain {
                Domain::Choice(_) => (Some(None), 0..0),
                Domain::Files => (None, 0..8),
            };
            single.into_iter().chain(files.map(Some)).map(move |file| Self { knob, file })
        })
    }

    /// Returns the axis with this name, as it is displayed; `None` when the game has no such axis.
    ///
    /// A knob whose value is a set of files is no axis as a whole: name a file, such as
    /// `promotion-barred-files.e`.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|axis| {
            let rest = name.strip_prefix(axis.knob.id);
            rest.is_some_and(|rest| match axis.file {
                None => rest.is_empty(),
                Some(file) => rest.strip_prefix('.').is_some_and(|rest| rest.bytes().eq([b'a' + file])),
            })
        })
    }

    /// Returns the name of the knob to which the axis belongs.
    pub const fn knob(self) -> &'static str {
        self.knob.id
    }

    /// Returns the values that the axis can take, at least two, in the order of the table of knobs.
    pub const fn values(self) -> &'static [Value] {
        match self.knob.domain {
            Domain::Choice(values) => values,
            Domain::Files => &FILE_VALUES,
        }
    }

    /// Returns the names of the values, in the same order as [`Axis::values`].
    pub fn names(self) -> impl ExactSizeIterator<Item = &'static str> + Clone {
        self.values().iter().map(|value| value.id)
    }

    /// Returns the index of the value with this name; `None` when the axis has no such value.
    ///
    /// ```
    /// use rules_core::{Axis, chaturanga::Rules};
    /// let safety = Axis::<Rules>::named("raja-safety").unwrap();
    /// assert_eq!(safety.value_named("own-moves"), Some(1));
    /// assert_eq!(safety.value_named("never"), None);
    /// ```
    pub fn value_named(self, name: &str) -> Option<usize> {
        self.names().position(|id| id == name)
    }

    /// Returns the value of the axis in a ruleset, as an index into [`Axis::values`].
    ///
    /// ```
    /// use rules_core::{Axis, chaturanga::Rules};
    /// let barred = Axis::<Rules>::named("promotion-barred-files.e").unwrap();
    /// // tr bars the files e and f, nl none.
    /// assert_eq!((barred.get(&Rules::TR), barred.get(&Rules::NL)), (1, 0));
    /// ```
    pub fn get(self, rules: &R) -> usize {
        let bits = (self.knob.get)(rules);
        usize::from(self.file.map_or(bits, |file| bits >> file & 1))
    }

    /// Sets the value of the axis in a ruleset to an index into [`Axis::values`]. An index out of range
    /// changes nothing.
    pub fn set(self, rules: &mut R, value: usize) {
        if value >= self.values().len() {
            return;
        }
        let bits = match self.file {
            None => value as u8,
            Some(file) => (self.knob.get)(rules) & !(1 << file) | (value as u8) << file,
        };
        (self.knob.set)(rules, bits);
    }

    /// Returns a copy of the rules with this value, an index into [`Axis::values`]. An index out of range
    /// gives an unchanged copy.
    #[must_use]
    pub fn with(self, rules: &R, value: usize) -> R {
        let mut changed = *rules;
        self.set(&mut changed, value);
        changed
    }

    /// Returns the values other than the one in the ruleset, as indices into [`Axis::values`].
    ///
    /// ```
    /// use rules_core::{Axis, chaturanga::Rules};
    /// let stalemate = Axis::<Rules>::named("stalemate").unwrap();
    /// let others: Vec<_> = stalemate.others(&Rules::NL).map(|value| stalemate.values()[value].id).collect();
    /// assert_eq!(others, ["loses", "draws"]);
    /// ```
    pub fn others(self, rules: &R) -> impl Iterator<Item = usize> + Clone {
        let own = self.get(rules);
        (0..self.values().len()).filter(move |&value| value != own)
    }
}

impl<R> Clone for Axis<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Axis<R> {}

impl<R> PartialEq for Axis<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.knob.id, self.file) == (other.knob.id, other.file)
    }
}

impl<R> Eq for Axis<R> {}

impl<R> fmt::Display for Axis<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.knob.id)?;
        self.file.map_or(Ok(()), |file| write!(f, ".{}", char::from(b'a' + file)))
    }
}

impl<R> fmt::Debug for Axis<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaturanga::Rules;
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn every_axis_takes_each_of_its_values_and_changes_no_other() {
        let axes: Vec<Axis<Rules>> = Axis::all().collect();
        assert_eq!(axes.len(), 13 + 8);
        for &axis in &axes {
            assert_eq!(Axis::named(&axis.to_string()), Some(axis));
            for value in 0..axis.values().len() {
                for preset in Rules::PRESETS {
                    let rules = axis.with(preset, value);
                    assert_eq!(axis.get(&rules), value);
                    for other in axes.iter().filter(|&&other| other != axis) {
                        assert_eq!(other.get(&rules), other.get(preset));
                    }
                }
            }
        }
        assert_eq!(Axis::<Rules>::named("promotion-barred-files"), None);
    }

    #[test]
    fn neighbours_are_one_axis_away() {
        for preset in Rules::PRESETS {
            let others: usize = Axis::all().map(|axis| axis.others(preset).count()).sum();
            assert_eq!(preset.neighbours().count(), others);
            for other in preset.neighbours() {
                assert_eq!(preset.distance(&other), 1);
                let differing = Axis::all().filter(|axis| axis.get(preset) != axis.get(&other));
                assert_eq!(differing.count(), 1, "{other}");
            }
        }
    }
}
