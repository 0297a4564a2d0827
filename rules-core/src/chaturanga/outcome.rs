//! How a game ends.

use super::Color;
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
