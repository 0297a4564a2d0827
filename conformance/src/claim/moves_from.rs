//! `from: { c2: [a4, e4], c7: [c8b] }`: these are all the legal moves of the pieces on these squares.

use super::kind::{Entry, Kind, Vector, compare_lists, joined, not_a_ply, repetition};
use crate::query::{Answer, Query};
use crate::yaml::Entries;
use rules_core::Square;
use std::fmt;

/// All legal moves from one square. In chaturaji, turns of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesFrom {
    /// The name of the square.
    square: String,
    /// The target squares, each with the promotion letter if there is one.
    targets: Vec<String>,
}

impl MovesFrom {
    /// Reads one claim per square. An empty list claims that no move from the square is legal.
    pub fn read(squares: Entries<Vec<String>>) -> Vec<Self> {
        squares.0.into_iter().map(|(square, targets)| Self { square, targets }).collect()
    }
}

impl fmt::Display for MovesFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves from {}: {}", self.square, joined(&self.targets))
    }
}

impl Kind for MovesFrom {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Moves]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Moves(found) = answer else { return Vec::new() };
        let single = found.iter().filter(|ply| !ply.contains('+'));
        let targets: Vec<String> =
            single.filter_map(|ply| ply.strip_prefix(self.square.as_str())).map(str::to_owned).collect();
        compare_lists(&format!("moves from {}", self.square), &self.targets, &targets)
    }

    fn faults(&self, is_ply: fn(&str) -> bool) -> Vec<String> {
        let Self { square, targets } = self;
        let mut faults = Vec::new();
        if square.parse::<Square>().is_err() {
            faults.push(format!("{square} is not a square"));
        }
        let plies = targets.iter().map(|target| format!("{square}{target}"));
        faults.extend(plies.filter(|ply| !is_ply(ply)).map(|ply| not_a_ply(&ply)));
        faults.extend(repetition(targets));
        faults
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        let with = |targets: Vec<String>| vec![Self { square: self.square.clone(), targets }];
        let shorter = self.targets.split_last().map(|(_, rest)| with(rest.to_vec()));
        let longer = with([&self.targets[..], &["nowhere".to_owned()]].concat());
        shorter.into_iter().chain([longer]).collect()
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::about("moves-from", "square", self.square.clone(), self.plies())]
    }

    fn entry(&self) -> Entry {
        Entry::code(format!("From {}", self.square), &self.targets)
    }

    fn plies(&self) -> Vec<String> {
        self.targets.iter().map(|target| format!("{}{target}", self.square)).collect()
    }

    fn is_legal(&self, ply: &str) -> Option<bool> {
        let target = ply.strip_prefix(self.square.as_str()).filter(|_| !ply.contains('+'))?;
        Some(self.targets.iter().any(|other| other == target))
    }
}
