//! What can be turned in a ruleset, one thing at a time: knobs with a list of values, and the single files of
//! those whose value is a set of files.

use rules_core::{Domain, Knob, Knobs};
use std::fmt;

/// A knob, or one file of a knob whose value is a set of files (`promotion-barred-files.e`).
pub struct Point<R: 'static> {
    knob: &'static Knob<R>,
    file: Option<u8>,
}

impl<R> Clone for Point<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Point<R> {}

impl<R> PartialEq for Point<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.knob.id, self.file) == (other.knob.id, other.file)
    }
}

impl<R> fmt::Display for Point<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.knob.id)?;
        self.file.map_or(Ok(()), |file| write!(f, ".{}", char::from(b'a' + file)))
    }
}

impl<R> fmt::Debug for Point<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<R: Knobs> Point<R> {
    /// Every point of a game, in the order of its knobs.
    pub fn all() -> impl Iterator<Item = Self> {
        R::KNOBS.iter().flat_map(|knob| {
            let files = match knob.domain {
                Domain::Choice(_) => vec![None],
                Domain::Files => (0..8).map(Some).collect(),
            };
            files.into_iter().map(move |file| Self { knob, file })
        })
    }

    /// The point with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|point| point.to_string() == name)
    }

    /// The knob that it belongs to.
    pub fn knob(self) -> &'static str {
        self.knob.id
    }

    /// The names of its values.
    pub fn values(self) -> Vec<&'static str> {
        match self.knob.domain {
            Domain::Choice(values) => values.iter().map(|value| value.id).collect(),
            Domain::Files => vec!["open", "barred"],
        }
    }

    /// The value that it has in a ruleset, as an index into [`Point::values`].
    pub fn get(self, rules: &R) -> usize {
        let value = (self.knob.get)(rules);
        usize::from(self.file.map_or(value, |file| value >> file & 1))
    }

    /// Gives it a value, an index into [`Point::values`].
    pub fn set(self, rules: &mut R, value: usize) {
        let bits = match self.file {
            None => value as u8,
            Some(file) => (self.knob.get)(rules) & !(1 << file) | (value as u8) << file,
        };
        (self.knob.set)(rules, bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::chaturanga::Rules;

    #[test]
    fn every_point_takes_each_of_its_values_and_touches_no_other() {
        let points: Vec<Point<Rules>> = Point::all().collect();
        assert_eq!(points.len(), 13 + 8);
        for &point in &points {
            assert_eq!(Point::named(&point.to_string()), Some(point));
            for value in 0..point.values().len() {
                for preset in Rules::PRESETS {
                    let mut rules = *preset;
                    point.set(&mut rules, value);
                    assert_eq!(point.get(&rules), value);
                    for other in points.iter().filter(|&&other| other != point) {
                        assert_eq!(other.get(&rules), other.get(preset));
                    }
                }
            }
        }
        assert_eq!(Point::<Rules>::named("promotion-barred-files"), None);
    }
}
