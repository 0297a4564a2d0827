//! The end of a game: who won and why.

use super::{BareRaja, Color, Game, Position, RajaSafety, Stalemate, StalemateTest};
use core::fmt;

/// The end of a game: who won, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

/// Why a game is over, in the order in which the reasons are tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// A raja was captured: tr § Taş/meteryal alma.
    RajaCaptured,
    /// The side that just moved has nothing but its raja: `bare-raja=loses`.
    BareRaja,
    /// The side to move is attacked and has no legal move: nl, second paragraph.
    Mate,
    /// The side to move is stalemated by the test of the rules: tr § Pat; nl, second paragraph.
    Stalemate,
}

impl Reason {
    /// Every reason, in the order in which they are tested.
    pub const ALL: [Self; 4] = [Self::RajaCaptured, Self::BareRaja, Self::Mate, Self::Stalemate];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RajaCaptured => "raja captured",
            Self::BareRaja => "bare raja",
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}

impl Game {
    /// Returns how the game ended; `None` while it goes on.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Game, Outcome, Reason, Rules};
    /// let game = Game::new(Rules::NL);
    /// let stalemate = game.read("7k/5K2/6Q1/8/8/8/8/8 b").unwrap();
    /// // The side that is stalemated wins.
    /// let outcome = Outcome { winner: Some(Color::Black), reason: Reason::Stalemate };
    /// assert_eq!(game.outcome(&stalemate), Some(outcome));
    /// ```
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.side;
        let won = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        if let Some(loser) = Color::ALL.into_iter().find(|&color| position.raja(color).is_none()) {
            return won(!loser, Reason::RajaCaptured);
        }
        if self.count(position) > 0 {
            return None;
        }
        if self.is_bare_win(position) {
            return won(mover, Reason::BareRaja);
        }
        if self.rules.raja_safety != RajaSafety::None && self.is_attacked(position, mover) {
            return won(!mover, Reason::Mate);
        }
        let winner = match self.rules.stalemate {
            Stalemate::Wins => Some(mover),
            Stalemate::Loses => Some(!mover),
            Stalemate::Draws => None,
        };
        Some(Outcome { winner, reason: Reason::Stalemate })
    }

    /// Returns whether the game is over, so that there is no legal move.
    pub fn is_over(&self, position: &Position) -> bool {
        self.count(position) == 0
    }

    /// Returns whether the side to move has won because the opponent has nothing but its raja:
    /// `bare-raja=loses`.
    #[inline(always)]
    pub(super) fn is_bare_win(&self, position: &Position) -> bool {
        self.rules.bare_raja == BareRaja::Loses
            && !position.pieces(!position.side).has_many()
            && position.pieces(position.side).has_many()
    }

    /// Returns whether a raja that cannot move is stalemated, whatever the other pieces can do:
    /// `stalemate-test=raja-immobile` (tr § Pat).
    #[inline(always)]
    pub fn is_immobile(&self, is_attacked: bool, has_no_move: bool) -> bool {
        self.rules.stalemate_test == StalemateTest::RajaImmobile && !is_attacked && has_no_move
    }
}
