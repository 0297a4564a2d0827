//! `check: true`: the raja of the side to move is attacked.

use super::kind::{Entry, Kind, Vector, compare_values};
use crate::query::{Answer, Query};
use std::fmt;

/// Whether the raja of the side to move is attacked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check(bool);

impl Check {
    /// Reads the claim.
    pub fn read(is_check: bool) -> Vec<Self> {
        vec![Self(is_check)]
    }

    fn word(&self) -> &'static str {
        if self.0 { "yes" } else { "no" }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in check: {}", self.word())
    }
}

impl Kind for Check {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Check]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Check(found) = answer else { return Vec::new() };
        compare_values("check", self.0, found)
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        vec![vec![Self(!self.0)]]
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::new("check", self.0)]
    }

    fn entry(&self) -> Entry {
        Entry::words("Raja attacked", self.word())
    }
}
