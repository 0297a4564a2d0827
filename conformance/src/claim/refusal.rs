//! `refused: [row-count]`: the text is refused with exactly these refusal kinds.

use super::kind::{Entry, Kind, Vector, compare_lists, joined, repetition};
use crate::query::{Answer, Query};
use std::fmt;

/// The refusal kinds of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(Vec<String>);

impl Refusal {
    /// Reads the claim.
    pub fn read(kinds: Vec<String>) -> Vec<Self> {
        vec![Self(kinds)]
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused for: {}", joined(&self.0))
    }
}

impl Kind for Refusal {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Read]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        match answer {
            Answer::Read => vec![format!("accepted, but expected a refusal for {}", self.0.join(" "))],
            // If a program gives no reasons, only the refusal itself is compared.
            Answer::Refused(kinds) if !kinds.is_empty() => compare_lists("refused for", &self.0, kinds),
            _ => Vec::new(),
        }
    }

    fn faults(&self, _: fn(&str) -> bool) -> Vec<String> {
        repetition(&self.0).into_iter().collect()
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        let longer = Self([&self.0[..], &["nothing".to_owned()]].concat());
        vec![vec![longer], Vec::new()]
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::new("refused", self.0.clone())]
    }

    fn entry(&self) -> Entry {
        Entry::code("Refused for", &self.0)
    }

    fn stands_alone(&self) -> bool {
        true
    }
}
