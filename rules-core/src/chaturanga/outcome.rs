//! The end of a game: who won and why.
//!
//! The tests come in a fixed order: a captured raja, a bare raja, mate, stalemate. A position that is over
//! has no legal moves, and one that has none is over.

use super::{BareRaja, Color, Game, Mover, Position, RajaSafety, Stalemate, StalemateTest};
use crate::Bitboard;
use core::fmt;

/// The end of a game: who won, and why.
///
/// ```
/// use rules_core::chaturanga::{Game, Rules};
/// let outcome = |rules, text| {
///     let game = Game::new(rules);
///     game.outcome(&game.read(text).unwrap()).map(|outcome| outcome.to_string())
/// };
/// // tr: White's raja was captured.
/// assert_eq!(outcome(Rules::TR, "4k3/8/8/8/8/8/8/8 w").unwrap(), "Black wins (raja captured)");
/// // Black has nothing but its raja, which loses under sjaak and not under nl.
/// assert_eq!(outcome(Rules::SJAAK, "4k3/8/8/8/8/8/8/R3K3 w").unwrap(), "White wins (bare raja)");
/// assert_eq!(outcome(Rules::NL, "4k3/8/8/8/8/8/8/R3K3 w"), None);
/// // The ratha checks along the eighth rank, and the raja guards the seventh.
/// assert_eq!(outcome(Rules::NL, "k6R/8/K7/8/8/8/8/8 b").unwrap(), "White wins (mate)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub reason: Reason,
}

/// Why a game is over, in the order in which the reasons are tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// A raja was captured, which `raja-safety=own-moves` and `none` allow (tr § Taş/meteryal alma). The
    /// captor wins.
    RajaCaptured,
    /// A side has nothing but its raja, the other has more, and the knob `bare-raja` ends the game there. The
    /// side with more wins. tr and nl have no such rule; Sjaak II and Fairy-Stockfish play it.
    BareRaja,
    /// The raja of the side to move is attacked and there is no legal move (nl, second paragraph). The other
    /// side wins.
    Mate,
    /// The side to move is stalemated by the test of the rules (tr § Pat; nl, second paragraph). The knob
    /// `stalemate` decides who wins.
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

impl BareRaja {
    /// Returns whether a side to move that has nothing but its raja has lost to these enemies, which are more
    /// than a raja.
    #[inline(always)]
    const fn ends_bare_mover(self, enemies: Bitboard) -> bool {
        match self {
            Self::PlaysOn | Self::Loses => false,
            Self::LosesWhenCertain => enemies.len() > 2,
            Self::LosesAtOnce => true,
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
        if let Some(winner) = self.bare_winner(position) {
            return won(winner, Reason::BareRaja);
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

    /// Returns whether the game is over: there is no legal move. [`Game::outcome`] says why.
    pub fn is_over(&self, position: &Position) -> bool {
        self.count(position) == 0
    }

    /// Returns the side that has won because the other has nothing but its raja (`bare-raja`); `None` while
    /// neither has.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Game, Rules};
    /// let game = Game::new(Rules::SHATRANJ);
    /// // Black is bare and to move. It can capture one piece, so it has lost to two and not yet to one.
    /// let certain = game.read("k7/8/8/8/8/8/R7/3K3R b").unwrap();
    /// assert_eq!(game.bare_winner(&certain), Some(Color::White));
    /// let open = game.read("k7/8/8/8/8/8/R7/3K4 b").unwrap();
    /// assert_eq!(game.bare_winner(&open), None);
    /// ```
    #[inline(always)]
    pub fn bare_winner(&self, position: &Position) -> Option<Color> {
        let rule = self.rules.bare_raja;
        if rule == BareRaja::PlaysOn {
            return None;
        }
        let mover = position.side;
        let [own, others] = [mover, !mover].map(|color| position.pieces(color));
        match (own.has_many(), others.has_many()) {
            (true, false) => Some(mover),
            (false, true) if rule.ends_bare_mover(others) => Some(!mover),
            _ => None,
        }
    }

    /// Returns whether the game is over because a side is bare, on the path of the generator.
    #[inline(always)]
    pub(super) fn is_over_by_baring<M: Mover>(&self, position: &Position) -> bool {
        #[cold]
        fn out_of_line(game: &Game, position: &Position) -> bool {
            game.bare_winner(position).is_some()
        }
        self.rules.bare_raja != BareRaja::PlaysOn
            && match M::SAFETY {
                // The generator with pins keeps more values in registers: inlined, the test costs it 3 %.
                RajaSafety::AllMoves => out_of_line(self, position),
                RajaSafety::OwnMoves | RajaSafety::None => self.bare_winner(position).is_some(),
            }
    }

    /// Returns whether a raja that cannot move is stalemated, whatever the other pieces can do:
    /// `stalemate-test=raja-immobile` (tr § Pat).
    ///
    /// The arguments are whether the raja is attacked, and whether it has neither a step nor a jump. For
    /// callers that count without [`Game::generate`].
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// assert!(Game::new(Rules::TR_LITERAL).is_immobile(false, true));
    /// // An attacked raja is not stalemated; and nl asks whether any piece can move.
    /// assert!(!Game::new(Rules::TR_LITERAL).is_immobile(true, true));
    /// assert!(!Game::new(Rules::NL).is_immobile(false, true));
    /// ```
    #[inline(always)]
    pub fn is_immobile(&self, is_attacked: bool, has_no_move: bool) -> bool {
        self.rules.stalemate_test == StalemateTest::RajaImmobile && !is_attacked && has_no_move
    }
}
