//! `moves: [e2e3, c7c8b]`: these are all the legal moves, in chaturaji all the legal turns.

use super::kind::{Entry, Kind, Vector, compare_lists, faults_of_plies, joined};
use crate::query::{Answer, Query};
use std::fmt;

/// All legal plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves(Vec<String>);

impl Moves {
    /// Reads the claim. An empty list claims that no move is legal.
    pub fn read(plies: Vec<String>) -> Vec<Self> {
        vec![Self(plies)]
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves: {}", joined(&self.0))
    }
}

impl Kind for Moves {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Moves]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Moves(found) = answer else { return Vec::new() };
        compare_lists("moves", &self.0, found)
    }

    fn faults(&self, is_ply: fn(&str) -> bool) -> Vec<String> {
        faults_of_plies(&self.0, is_ply)
    }

    fn corruptions(&self) -> Vec<Vec<Self>> {
        let shorter = self.0.split_last().map(|(_, rest)| Self(rest.to_vec()));
        let longer = Self([&self.0[..], &["a1a1".to_owned()]].concat());
        shorter.into_iter().chain([longer]).map(|wrong| vec![wrong]).collect()
    }

    fn vectors(&self) -> Vec<Vector> {
        vec![Vector::new("moves", self.0.clone())]
    }

    fn entry(&self) -> Entry {
        Entry::code("All moves", &self.0)
    }

    fn plies(&self) -> Vec<String> {
        self.0.clone()
    }

    fn is_legal(&self, ply: &str) -> Option<bool> {
        Some(self.0.iter().any(|other| other == ply))
    }
}
