//! Moves marked on the boards of a case.

use crate::case::Case;

/// A move that is marked on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The move, or turn.
    pub ply: String,
    /// Whether the move is legal.
    pub legal: bool,
    /// Whether the case expects the opposite under another value.
    pub disputed: bool,
}

impl Mark {
    /// Returns the origin and the target square of each move of a turn.
    pub fn legs(&self) -> Vec<(Square, Square)> {
        let leg = |text: &str| Some((Square::read(text.get(..2)?)?, Square::read(text.get(2..4)?)?));
        self.ply.split('+').filter_map(leg).collect()
    }
}

/// A square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square {
    /// The file, 0 to 7 from the left.
    pub file: u8,
    /// The rank, 0 to 7 from below.
    pub rank: u8,
}

impl Square {
    /// Reads the name of a square.
    pub fn read(name: &str) -> Option<Self> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *name.as_bytes() else {
            return None;
        };
        Some(Self { file: file - b'a', rank: rank - b'1' })
    }
}

/// Returns the moves that a case names under any value, with what the expectation under one value says of
/// each.
pub fn marks<R>(case: &Case<R>, varied: usize) -> Vec<Mark> {
    let mut plies: Vec<String> = Vec::new();
    for ply in case.expect.iter().flat_map(|expected| expected.claims()).flat_map(|claim| claim.plies()) {
        if !plies.contains(&ply) {
            plies.push(ply);
        }
    }
    let mark = |ply: String| {
        let legal = case.expect[varied].is_legal(&ply)?;
        let disputed = case.expect.iter().any(|other| other.is_legal(&ply) == Some(!legal));
        Some(Mark { ply, legal, disputed })
    };
    plies.into_iter().filter_map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_has_a_leg_for_each_move() {
        let mark = Mark { ply: "a2c3+b7b8q".to_owned(), legal: true, disputed: false };
        let square = |name| Square::read(name).expect("a square");
        assert_eq!(mark.legs(), [(square("a2"), square("c3")), (square("b7"), square("b8"))]);
        assert_eq!(Mark { ply: "pass".to_owned(), ..mark }.legs(), []);
    }
}
