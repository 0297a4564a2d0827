//! The order of turns: who can play, and whose turn is next.

use super::{Dice, Game, Kingless, Position, Role, Seat, TurnOrder};

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
