//! The end of a game: when it is over, and why.
//!
//! The knobs `kingless` and `game-end` hold the readings (ar § scoring). The end is tested between turns,
//! never between the two moves of one.

use super::{Dice, Game, GameEnd, Position, Role, Seat};
use core::fmt;

/// The end of a game: who can still play, and why it ended. The points decide who wins: see
/// [`Tally::places`](super::Tally::places).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The seat that can still play, if exactly one can.
    pub survivor: Option<Seat>,
    /// Why the game is over.
    pub reason: Reason,
}

/// Why a game is over, in the order in which the reasons are tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// At most one seat can still play: it has pieces and is not frozen. This ends the game under all rules.
    LastArmy,
    /// At most one seat has a king: `game-end=last-king`.
    LastKing,
}

impl Reason {
    /// Every reason, in the order in which they are tested.
    pub const ALL: [Self; 2] = [Self::LastArmy, Self::LastKing];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LastArmy => "last army",
            Self::LastKing => "last king",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.survivor {
            Some(seat) => write!(f, "{seat} is left ({})", self.reason),
            None => write!(f, "over ({})", self.reason),
        }
    }
}

impl Game {
    /// Returns whether the game is over (`game-end`). With one of two dice left in the position the game goes
    /// on, because the end is tested between turns only.
    #[inline(always)]
    pub fn is_over(&self, position: &Position) -> bool {
        // While two seats have kings the game goes on under all rules; this test is cheap.
        let kings = position.all_of(Role::King);
        let with_kings: u32 =
            Seat::ALL.iter().map(|&seat| u32::from(position.pieces(seat).meets(kings))).sum();
        with_kings < 2 && self.is_over_without_kings(position, with_kings)
    }

    /// Does the same as [`Game::is_over`] where at most one seat has a king.
    #[cold]
    fn is_over_without_kings(&self, position: &Position, with_kings: u32) -> bool {
        let live = Seat::ALL.into_iter().filter(|&seat| self.can_play(position, seat)).count();
        let is_half_turn = self.rules.dice.has_two() && matches!(position.dice, Dice::One(_));
        !is_half_turn && (live <= 1 || (self.rules.game_end == GameEnd::LastKing && with_kings <= 1))
    }

    /// Returns how the game ended; `None` while it goes on.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Outcome, Reason, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// let alone = game.read("rK,7/8/8/8/8/8/8/8 r").unwrap();
    /// let outcome = Outcome { survivor: Some(Seat::Red), reason: Reason::LastArmy };
    /// assert_eq!(game.outcome(&alone), Some(outcome));
    /// ```
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !self.is_over(position) {
            return None;
        }
        let mut live = Seat::ALL.into_iter().filter(|&seat| self.can_play(position, seat));
        let (first, second) = (live.next(), live.next());
        Some(match second {
            None => Outcome { survivor: first, reason: Reason::LastArmy },
            Some(_) => Outcome { survivor: None, reason: Reason::LastKing },
        })
    }
}
