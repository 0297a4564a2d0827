//! `text: "…"`: the position, written as text, is this. Clocks are written as `0 1`.

use super::kind::{Entry, Kind, Vector, compare_values};
use crate::query::{Answer, Query, board};
use std::fmt;

/// The position as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(String);

impl Text {
    /// Reads the claim.
    pub fn read(text: String) -> Vec<Self> {
        vec![Self(text)]
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text: {}", self.0)
    }
}

impl Kind for Text {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Text]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        match answer {
            Answer::Text(found) => compare_values("text", &self.0, found),
            Answer::Board(found) => compare_values("board", board(&self.0), board(found)),
            _ => Vec::new(),
        }
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        vec![vec![Self(format!("{}1", self.0))]]
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::new("text", self.0.clone())]
    }

    fn entry(&self) -> Entry {
        Entry::code("Written", std::slice::from_ref(&self.0))
    }
}
