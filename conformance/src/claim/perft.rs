//! `perft: [4, 60, 604]`: there are this many sequences of 1, 2, 3 … plies.

use super::kind::{Entry, Kind, Vector, compare_values};
use crate::query::{Answer, Query};
use std::fmt;

/// The number of sequences of 1, 2, 3 … plies. In chaturaji, of turns, each counted once for every roll that
/// allows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft(Vec<u64>);

/// The maximum number of depths that a case may ask of the slow generator.
const MAX_DEPTHS: usize = 6;
/// The maximum count that a case may ask of the slow generator.
const MAX_NODES: u64 = 1_000_000;

impl Perft {
    /// Reads the claim. An empty list claims nothing.
    pub fn read(counts: Vec<u64>) -> Vec<Self> {
        if counts.is_empty() { Vec::new() } else { vec![Self(counts)] }
    }

    fn joined(&self, separator: &str) -> String {
        self.0.iter().map(u64::to_string).collect::<Vec<_>>().join(separator)
    }
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "perft: {}", self.joined(" "))
    }
}

impl Kind for Perft {
    fn queries(&self) -> Vec<Query> {
        (1..).zip(&self.0).map(|(depth, _)| Query::Perft(depth)).collect()
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Perft { depth, nodes } = answer else { return Vec::new() };
        let expected = self.0.get((*depth as usize).wrapping_sub(1));
        let differences = expected.map(|count| compare_values(&format!("perft {depth}"), count, nodes));
        differences.unwrap_or_default()
    }

    fn faults(&self, _: fn(&str) -> bool) -> Vec<String> {
        if self.0.len() > MAX_DEPTHS || self.0.iter().any(|&nodes| nodes > MAX_NODES) {
            return vec![format!("perft is limited to {MAX_DEPTHS} depths and {MAX_NODES} sequences")];
        }
        Vec::new()
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        let wrong = |index: usize| {
            let mut counts = self.0.clone();
            counts[index] += 1;
            vec![Self(counts)]
        };
        (0..self.0.len()).map(wrong).collect()
    }

    fn vectors(&self) -> Vec<Vector> {
        (1..)
            .zip(&self.0)
            .map(|(depth, &nodes): (u32, _)| Vector::about("perft", "depth", depth, nodes))
            .collect()
    }

    fn entry(&self) -> Entry {
        Entry::words("Sequences of 1, 2, … plies", self.joined(", "))
    }
}
