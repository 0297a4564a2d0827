//! The points of a game.

use super::Seat;

/// The points of a game, on which no move depends (ar § scoring).
///
/// A tally is kept beside the position: [`Game::score`](super::Game::score) returns the next one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tally {
    /// The points of each seat, by `Seat as usize`.
    pub scores: [u16; 4],
    /// Who has captured whose king: by captor, then by victim, each by `Seat as usize`.
    pub kings: [[bool; 4]; 4],
    /// Which seats have been paid the bonus for the kings of all others, by `Seat as usize`. It is paid once.
    pub paid: [bool; 4],
}

impl Tally {
    /// Returns the place of each seat, by `Seat as usize`: 1 for the highest score; seats with equal scores
    /// share a place.
    ///
    /// ```
    /// use rules_core::chaturaji::Tally;
    /// let tally = Tally { scores: [5, 12, 5, 0], ..Tally::default() };
    /// assert_eq!(tally.places(), [2, 1, 2, 4]);
    /// ```
    pub fn places(&self) -> [u8; 4] {
        self.scores.map(|score| 1 + self.scores.iter().filter(|&&other| other > score).count() as u8)
    }

    /// Returns whether a seat has captured a king of each of the others.
    pub(super) fn has_all_kings(&self, captor: Seat) -> bool {
        let has_king = |victim| self.kings[captor as usize][victim as usize];
        Seat::ALL.into_iter().all(|victim| victim == captor || has_king(victim))
    }
}
