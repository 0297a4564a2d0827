//! `legal: [e1f3]` and `illegal: [e1g2]`: each of these moves or turns is legal, or is not.

use super::kind::{Entry, Kind, Vector, faults_of_plies};
use crate::query::{Answer, Query};
use std::fmt;

/// Plies that are all legal, or all not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legality {
    is_legal: bool,
    plies: Vec<String>,
}

impl Legality {
    /// Reads `legal`. An empty list claims nothing.
    pub fn read_legal(plies: Vec<String>) -> Vec<Self> {
        Self::read(true, plies)
    }

    /// Reads `illegal`. An empty list claims nothing.
    pub fn read_illegal(plies: Vec<String>) -> Vec<Self> {
        Self::read(false, plies)
    }

    fn read(is_legal: bool, plies: Vec<String>) -> Vec<Self> {
        if plies.is_empty() { Vec::new() } else { vec![Self { is_legal, plies }] }
    }
}

impl fmt::Display for Legality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_legal { "legal" } else { "not legal" };
        write!(f, "{name}: {}", self.plies.join(" "))
    }
}

impl Kind for Legality {
    fn queries(&self) -> Vec<Query> {
        vec![Query::Moves]
    }

    fn differences(&self, answer: &Answer) -> Vec<String> {
        let Answer::Moves(found) = answer else { return Vec::new() };
        let wrong = self.plies.iter().filter(|ply| found.contains(ply) != self.is_legal);
        let word = if self.is_legal { "is not legal" } else { "is legal" };
        wrong.map(|ply| format!("{ply} {word}")).collect()
    }

    fn faults(&self, is_ply: fn(&str) -> bool) -> Vec<String> {
        faults_of_plies(&self.plies, is_ply)
    }

    /// Moves each ply in turn to the opposite claim.
    fn corruptions(&self) -> Vec<Vec<Self>> {
        let turned = |index: usize| {
            let mut rest = self.plies.clone();
            let ply = rest.remove(index);
            [Self::read(self.is_legal, rest), Self::read(!self.is_legal, vec![ply])].concat()
        };
        (0..self.plies.len()).map(turned).collect()
    }

    fn vectors(&self) -> Vec<Vector> {
        self.plies.iter().map(|ply| Vector::about("legal", "ply", ply.clone(), self.is_legal)).collect()
    }

    fn entry(&self) -> Entry {
        Entry::code(if self.is_legal { "Legal" } else { "Not legal" }, &self.plies)
    }

    fn plies(&self) -> Vec<String> {
        self.plies.clone()
    }

    fn is_legal(&self, ply: &str) -> Option<bool> {
        self.plies.iter().any(|other| other == ply).then_some(self.is_legal)
    }
}
