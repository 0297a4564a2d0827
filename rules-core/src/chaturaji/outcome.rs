//! Who can play, whose turn is next, and when the game is over.
//!
//! The knobs `kingless` and `game-end` hold the readings (ar § scoring). The end is tested between turns,
//! never between the two moves of one.

use super::{Dice, Game, GameEnd, Kingless, Position, Role, Seat, TurnOrder};
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
    /// Returns whether a seat can still play: it has pieces and is not frozen (`kingless`).
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// let position = game.read("1,rP,6/8/8/bK,7/8/8/8/7,yK b")?;
    /// // Red has lost its king and plays on with its pawn, unless the rules freeze it.
    /// assert!(game.can_play(&position, Seat::Red) && !game.can_play(&position, Seat::Green));
    /// let frozen = Game::new("ar+kingless=frozen".parse()?);
    /// assert!(!frozen.can_play(&position, Seat::Red));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn can_play(&self, position: &Position, seat: Seat) -> bool {
        match self.rules.kingless {
            Kingless::PlaysOn => !position.pieces(seat).is_empty(),
            Kingless::Frozen => !position.of(seat, Role::King).is_empty(),
        }
    }

    /// Returns whether the game is over (`game-end`). With one die left in the position the game goes on,
    /// because the end is tested between turns only.
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
        !matches!(position.dice, Dice::One(_))
            && (live <= 1 || (self.rules.game_end == GameEnd::LastKing && with_kings <= 1))
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

    /// Ends a turn: returns the position without dice, with the next seat that can play to move, or with the
    /// same seat when the game is over.
    ///
    /// For callers of [`Game::make`]; [`Game::play`], [`Game::step`] and [`Game::visit`] end turns
    /// themselves.
    ///
    /// ```
    /// use rules_core::chaturaji::{Dice, Game, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// let rolled = game.roll(&game.start(), "35".parse()?)?;
    /// let next = game.end_turn(&rolled);
    /// assert_eq!((next.seat(), next.dice()), (Seat::Black, Dice::Unrolled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn end_turn(&self, position: &Position) -> Position {
        let mut next = *position;
        next.dice = Dice::Unrolled;
        if !self.is_over(&next) {
            next.seat = self.next_seat(&next);
        }
        next
    }

    /// Returns the next seat that can play, in the order of the knob `turn-order` (ar § movement of the
    /// pieces). The game must not be over. Seats that cannot play are passed over, which is no ply.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// assert_eq!(game.next_seat(&game.start()), Seat::Black);
    /// // Black and green have no pieces.
    /// let position = game.read("rK,7/8/8/8/8/8/8/7,yK r")?;
    /// assert_eq!(game.next_seat(&position), Seat::Yellow);
    /// # Ok::<(), rules_core::chaturaji::Refusals>(())
    /// ```
    #[inline(always)]
    pub fn next_seat(&self, position: &Position) -> Seat {
        let step = match self.rules.turn_order {
            TurnOrder::Clockwise => 1,
            TurnOrder::CounterClockwise => 3,
        };
        let mut seat = position.seat;
        for _ in 0..4 {
            seat = Seat::ALL[(seat as usize + step) % 4];
            if self.can_play(position, seat) {
                break;
            }
        }
        seat
    }
}
