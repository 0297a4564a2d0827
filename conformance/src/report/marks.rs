//! What the expectations of a case say of single moves, to be marked on its boards.

use crate::suite::{Case, Expectation};

/// A move and what holds of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The move, or turn.
    pub ply: String,
    /// Whether it is legal.
    pub legal: bool,
    /// Whether another value says the opposite.
    pub disputed: bool,
}

impl Mark {
    /// The squares that it goes through, move by move: from and to.
    pub fn legs(&self) -> Vec<(Square, Square)> {
        let leg = |text: &str| Some((Square::read(text.get(..2)?)?, Square::read(text.get(2..4)?)?));
        self.ply.split('+').filter_map(leg).collect()
    }
}

/// A square, from a1 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square {
    /// From the left, 0 to 7.
    pub file: u8,
    /// From below, 0 to 7.
    pub rank: u8,
}

impl Square {
    /// The square with this name.
    pub fn read(name: &str) -> Option<Self> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *name.as_bytes() else {
            return None;
        };
        Some(Self { file: file - b'a', rank: rank - b'1' })
    }
}

/// What the expectation under one value says of every move that the case names anywhere.
pub fn marks<R>(case: &Case<R>, varied: usize) -> Vec<Mark> {
    let mut plies: Vec<String> = Vec::new();
    for ply in case.expect.iter().flat_map(named) {
        if !plies.contains(&ply) {
            plies.push(ply);
        }
    }
    let mark = |ply: String| {
        let legal = says(&case.expect[varied], &ply)?;
        let disputed = case.expect.iter().any(|other| says(other, &ply) == Some(!legal));
        Some(Mark { ply, legal, disputed })
    };
    plies.into_iter().filter_map(mark).collect()
}

/// Every move that an expectation names.
fn named(expected: &Expectation) -> Vec<String> {
    let from = expected.from.0.iter();
    let from = from.flat_map(|(from, targets)| targets.iter().map(move |target| format!("{from}{target}")));
    let lists = expected.moves.iter().flatten().chain(&expected.legal).chain(&expected.illegal);
    lists.cloned().chain(from).chain(expected.rolls.0.iter().map(|roll| roll.0.clone())).collect()
}

/// Whether a move is legal, as far as an expectation tells.
fn says(expected: &Expectation, ply: &String) -> Option<bool> {
    if expected.legal.contains(ply) {
        return Some(true);
    }
    if expected.illegal.contains(ply) {
        return Some(false);
    }
    if let Some((_, rolls)) = expected.rolls.0.iter().find(|roll| roll.0 == *ply) {
        return Some(*rolls > 0);
    }
    if let Some(moves) = &expected.moves {
        return Some(moves.contains(ply));
    }
    let (from, target) = ply.split_at_checked(2).filter(|_| !ply.contains('+'))?;
    let (_, targets) = expected.from.0.iter().find(|entry| entry.0 == from)?;
    Some(targets.iter().any(|other| other == target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Targets;

    #[test]
    fn an_expectation_tells_of_what_it_names_and_no_more() {
        let from = Targets(vec![("c2".to_owned(), vec!["a4".to_owned(), "c8q".to_owned()])]);
        let expected = Expectation { from, legal: vec!["e1f3".to_owned()], ..Expectation::default() };
        for (ply, answer) in
            [("c2a4", Some(true)), ("c2c8", Some(false)), ("c2c8q", Some(true)), ("e1f3", Some(true))]
        {
            assert_eq!(says(&expected, &ply.to_owned()), answer, "{ply}");
        }
        for ply in ["e1e2", "c2a4+a1a2", "pass"] {
            assert_eq!(says(&expected, &ply.to_owned()), None, "{ply}");
        }
    }

    #[test]
    fn a_turn_has_a_leg_for_each_move() {
        let mark = Mark { ply: "a2c3+b7b8q".to_owned(), legal: true, disputed: false };
        let square = |name| Square::read(name).expect("a square");
        assert_eq!(mark.legs(), [(square("a2"), square("c3")), (square("b7"), square("b8"))]);
        assert_eq!(Mark { ply: "pass".to_owned(), ..mark }.legs(), []);
    }
}
