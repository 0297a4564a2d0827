//! Positions: which placements the rules accept, and the way back to a placement.

use super::{Dice, DiceRule, Game, KingBonus, Piece, Position, Refusal, Refusals, Role, Seat, Setup, Tally};
use crate::{Bitboard, Square};

impl Game {
    /// The position with which a game begins.
    pub fn start(&self) -> Position {
        self.accept(&Setup::start(&self.rules))
    }

    /// Judges a placement under these rules; the lost types are joined with those that are missing, or dropped where
    /// the rules do not remember them, and dice without an order are sorted.
    ///
    /// # Errors
    /// All reasons why the placement is refused.
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::none();
        if self.rules.dice == DiceRule::None && setup.dice != Dice::Unrolled {
            refusals.push(Refusal::DiceNotUsed);
        }
        let men = || Square::all().filter_map(|square| Some((square, setup.board[square.index()]?)));
        for seat in Seat::ALL {
            let found = men().filter(|(_, man)| man.seat == seat).count() as u32;
            if found > 8 {
                refusals.push(Refusal::Pieces { seat, found });
            }
            let found = men().filter(|&(_, man)| man == Piece { seat, role: Role::Pawn }).count() as u32;
            if found > 4 {
                refusals.push(Refusal::Pawns { seat, found });
            }
        }
        for (square, man) in men() {
            let opposite = self.promotion.last_row(man.seat.opposite());
            if man.role == Role::Pawn && opposite.contains(square) {
                refusals.push(Refusal::PawnOnBackRow { seat: man.seat, square });
            }
        }
        let position = self.accept(setup);
        if !self.can_play(&position, position.seat) && !self.is_over(&position) {
            refusals.push(Refusal::CannotPlay { seat: position.seat });
        }
        for seat in Seat::ALL {
            let has_all = setup.tally.has_all_kings(seat);
            if setup.tally.paid[seat as usize] && (self.rules.king_bonus == KingBonus::None || !has_all) {
                refusals.push(Refusal::UndefinedBonus { seat });
            }
        }
        refusals.or(position)
    }

    /// Reads a position text, or `startpos`, and normalises it under these rules.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    pub fn read(&self, text: &str) -> Result<Setup, Refusals> {
        let setup = if text == "startpos" { Setup::start(&self.rules) } else { text.parse()? };
        Ok(self.setup(&self.position(&setup)?, &setup.tally))
    }

    /// The placement that a position stands for; reading it gives the same position.
    pub fn setup(&self, position: &Position, tally: &Tally) -> Setup {
        let mut setup = Setup {
            seat: position.seat,
            dice: position.dice,
            lost: Seat::ALL.map(|seat| position.lost(seat).without(position.missing(seat))),
            tally: *tally,
            ..Setup::EMPTY
        };
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }

    fn accept(&self, setup: &Setup) -> Position {
        let dice = self.rules.normal(setup.dice);
        let mut position = Position { seat: setup.seat, dice, ..Position::EMPTY };
        for square in Square::all() {
            if let Some(Piece { seat, role }) = setup.board[square.index()] {
                position.put(Bitboard::of(square), seat, role);
            }
        }
        if self.promotion.keeps_lost() {
            for seat in Seat::ALL {
                let lost = setup.lost[seat as usize].union(position.missing(seat));
                for role in Role::OFFICERS.into_iter().filter(|&role| lost.contains(role)) {
                    position.lost |= Position::lost_bit(seat, role);
                }
            }
        }
        position
    }
}
