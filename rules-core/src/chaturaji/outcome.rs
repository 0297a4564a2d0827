//! Who can play, whose turn is next, and when the game is over.

use super::{Dice, Game, GameEnd, Kingless, Position, Role, Seat, TurnOrder};

impl Game {
    /// Returns whether a seat can still play: it has pieces and is not frozen (`kingless`).
    #[inline(always)]
    pub fn can_play(&self, position: &Position, seat: Seat) -> bool {
        match self.rules.kingless {
            Kingless::PlaysOn => !position.men(seat).is_empty(),
            Kingless::Frozen => !position.of(seat, Role::King).is_empty(),
        }
    }

    /// Returns whether the game is over (`game-end`). That is tested between turns only: with one die left it goes on.
    #[inline(always)]
    pub fn is_over(&self, position: &Position) -> bool {
        // Where two seats have kings it goes on under any rules, and that is quick to see.
        let kings = position.all_of(Role::King);
        let with_kings: u32 = Seat::ALL.iter().map(|&seat| u32::from(position.men(seat).meets(kings))).sum();
        with_kings < 2 && self.is_over_without_kings(position, with_kings)
    }

    /// Does the same as [`Game::is_over`] where at most one seat has a king.
    #[cold]
    fn is_over_without_kings(&self, position: &Position, with_kings: u32) -> bool {
        let live = Seat::ALL.into_iter().filter(|&seat| self.can_play(position, seat)).count();
        !matches!(position.dice, Dice::One(_))
            && (live <= 1 || (self.rules.game_end == GameEnd::LastKing && with_kings <= 1))
    }

    /// Ends a turn: returns the position without dice, with the next seat that can play to move, or with the same seat
    /// when the game is over.
    #[inline(always)]
    pub fn end_turn(&self, position: &Position) -> Position {
        let mut next = *position;
        next.dice = Dice::Unrolled;
        if !self.is_over(&next) {
            next.seat = self.next_seat(&next);
        }
        next
    }

    /// Returns the next seat that can play, in a game that is not over.
    #[inline(always)]
    fn next_seat(&self, position: &Position) -> Seat {
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
