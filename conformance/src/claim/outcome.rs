//! `outcome: White wins (mate)`: the game ended in this way, or is `ongoing`.

use super::kind::{Entry, Kind, Vector, compare_values};
use crate::query::{Answer, Query};
use std::fmt;

/// How the game ended, or `ongoing`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome(String);

impl Outcome {
    /// Reads the claim.
    pub fn read(outcome: String) -> Vec<Self> {
        vec![Self(outcome)]
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "outcome: {}", self.0)
    }
}

impl Kind for Outcome {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Outcome]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Outcome(found) = answer else { return Vec::new() };
        compare_values("outcome", &self.0, found)
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        vec![vec![Self(format!("{}!", self.0))]]
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::new("outcome", self.0.clone())]
    }

    fn entry(&self) -> Entry {
        Entry::words("Outcome", self.0.as_str())
    }
}
