//! `rolls: { pass: 16, a1c3: 7 }`: this many of the ordered rolls allow these turns.

use super::kind::{Entry, Kind, Vector, compare_values, not_a_ply};
use crate::query::{Answer, Query};
use crate::yaml::Entries;
use std::fmt;

/// The number of ordered rolls that allow one turn: 1 if the dice are rolled, or if the rules have no dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolls {
    turn: String,
    count: u32,
}

impl Rolls {
    /// Reads one claim per turn.
    pub fn read(turns: Entries<u32>) -> Vec<Self> {
        turns.0.into_iter().map(|(turn, count)| Self { turn, count }).collect()
    }
}

impl fmt::Display for Rolls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ordered rolls allow {}", self.count, self.turn)
    }
}

impl Kind for Rolls {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Rolls]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Rolls(found) = answer else { return Vec::new() };
        let rolls = found.iter().find(|other| other.0 == self.turn).map_or(0, |found| found.1);
        compare_values(&format!("rolls that allow {}", self.turn), self.count, rolls)
    }

    fn faults(&self, is_ply: fn(&str) -> bool) -> Vec<String> {
        if is_ply(&self.turn) { Vec::new() } else { vec![not_a_ply(&self.turn)] }
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        vec![vec![Self { turn: self.turn.clone(), count: self.count + 1 }]]
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::about("rolls", "ply", self.turn.clone(), self.count)]
    }

    fn entry(&self) -> Entry {
        Entry::words(format!("Ordered rolls for {}", self.turn), self.count.to_string())
    }

    fn plies(&self) -> Vec<String> {
        vec![self.turn.clone()]
    }

    fn is_legal(&self, ply: &str) -> Option<bool> {
        (ply == self.turn).then_some(self.count > 0)
    }
}
