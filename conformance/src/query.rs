//! The queries about a position and their answers, shared by this crate's generators and external programs.

use crate::generator::Generator;
use std::collections::HashSet;

/// A query about the position that a line of plies leads to. The order is the order in which queries are
/// asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Query {
    /// Whether the text is a position under the rules, and the line is legal.
    Read,
    /// All legal plies.
    Moves,
    /// The position as text.
    Text,
    /// The ranks and the side of the position.
    Board,
    /// Whether the raja of the side to move is attacked.
    Check,
    /// How the game ended, or `ongoing`.
    Outcome,
    /// All legal plies, each with the number of ordered rolls that allow it.
    Rolls,
    /// The number of sequences of this many plies.
    Perft(u32),
}

impl Query {
    /// The queries that take no depth.
    pub const WITHOUT_DEPTH: [Self; 7] =
        [Self::Read, Self::Moves, Self::Text, Self::Board, Self::Check, Self::Outcome, Self::Rolls];

    /// Returns the name of the query in the line protocol and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Moves => "moves",
            Self::Text => "text",
            Self::Board => "board",
            Self::Check => "check",
            Self::Outcome => "outcome",
            Self::Rolls => "rolls",
            Self::Perft(_) => "perft",
        }
    }

    /// Asks a generator.
    pub fn ask<G: Generator>(self, generator: &G, position: &G::Position) -> Answer {
        match self {
            Self::Read => Answer::Read,
            Self::Moves => Answer::Moves(generator.moves(position).into_iter().map(|ply| ply.0).collect()),
            Self::Text => Answer::Text(generator.text(position)),
            Self::Board => Answer::Board(board(&generator.text(position)).to_owned()),
            Self::Check => Answer::Check(generator.is_check(position)),
            Self::Outcome => Answer::Outcome(generator.outcome(position)),
            Self::Rolls => Answer::Rolls(generator.moves(position)),
            Self::Perft(depth) => Answer::Perft { depth, nodes: generator.perft(position, depth) },
        }
    }
}

/// An answer to a [`Query`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The text is a position, and the line is legal.
    Read,
    /// The text is not a position. Holds the refusal kinds; empty if the program does not report any.
    Refused(Vec<String>),
    /// The legal plies.
    Moves(Vec<String>),
    /// The position as text.
    Text(String),
    /// The ranks and the side of the position.
    Board(String),
    /// Whether the raja of the side to move is attacked.
    Check(bool),
    /// How the game ended, or `ongoing`.
    Outcome(String),
    /// The legal plies, each with the number of ordered rolls that allow it.
    Rolls(Vec<(String, u32)>),
    /// The number of sequences of `depth` plies.
    Perft {
        /// The number of plies.
        depth: u32,
        /// The number of sequences.
        nodes: u128,
    },
}

impl Answer {
    /// Returns the query that this answers.
    pub fn query(&self) -> Query {
        match self {
            Self::Read | Self::Refused(_) => Query::Read,
            Self::Moves(_) => Query::Moves,
            Self::Text(_) => Query::Text,
            Self::Board(_) => Query::Board,
            Self::Check(_) => Query::Check,
            Self::Outcome(_) => Query::Outcome,
            Self::Rolls(_) => Query::Rolls,
            Self::Perft { depth, .. } => Query::Perft(*depth),
        }
    }

    /// Returns what is wrong with the answer regardless of the claims: a ply that is listed more than once.
    pub fn faults(&self) -> Vec<String> {
        let (what, plies): (_, Vec<&String>) = match self {
            Self::Moves(plies) => ("moves", plies.iter().collect()),
            Self::Rolls(plies) => ("rolls", plies.iter().map(|ply| &ply.0).collect()),
            _ => return Vec::new(),
        };
        let mut seen = HashSet::new();
        let repeated = plies.into_iter().filter(|ply| !seen.insert(ply.as_str()));
        repeated.map(|ply| format!("{what}: {ply} is listed twice")).collect()
    }
}

/// Returns the ranks and the side of a position text.
pub fn board(text: &str) -> &str {
    text.match_indices(' ').nth(1).map_or(text, |(end, _)| &text[..end])
}
