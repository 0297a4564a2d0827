//! Positions: which placements the rules accept, and the way back to a placement.

use super::{Dice, DiceRule, Game, KingBonus, Piece, Position, Refusal, Refusals, Role, Seat, Setup, Tally};
use crate::{Bitboard, Square};

impl Game {
    /// Returns the position with which a game begins.
    pub fn start(&self) -> Position {
        self.accept(&Setup::start(&self.rules))
    }

    /// Judges a placement under these rules.
    ///
    /// The lost types are joined with those that are missing from the board, or dropped where the rules do
    /// not remember them. Dice without an order are sorted.
    ///
    /// # Errors
    /// All reasons why the placement is refused.
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::none();
        if self.rules.dice == DiceRule::None && setup.dice != Dice::Unrolled {
            refusals.push(Refusal::DiceNotUsed);
        }
        let placed = || Square::all().filter_map(|square| Some((square, setup.board[square.index()]?)));
        for seat in Seat::ALL {
            let found = placed().filter(|(_, piece)| piece.seat == seat).count() as u32;
            if found > 8 {
                refusals.push(Refusal::Pieces { seat, found });
            }
            let found =
                placed().filter(|&(_, piece)| piece == Piece { seat, role: Role::Pawn }).count() as u32;
            if found > 4 {
                refusals.push(Refusal::Pawns { seat, found });
            }
        }
        for (square, piece) in placed() {
            let opposite = self.promotion.last_row(piece.seat.opposite());
            if piece.role == Role::Pawn && opposite.contains(square) {
                refusals.push(Refusal::PawnOnBackRow { seat: piece.seat, square });
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

    /// Reads a position text, or `startpos`. The points of the text are dropped.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// assert_eq!(game.read("startpos"), Ok(game.start()));
    /// let refusals = game.read("rK,7/8/8/8/8/8/8/7,yK x").unwrap_err();
    /// assert!(refusals.to_string().contains("seat"));
    /// ```
    pub fn read(&self, text: &str) -> Result<Position, Refusals> {
        self.position(&self.placement(text)?)
    }

    /// Reads a position text, or `startpos`, as [`Game::read`] does, and also returns its placement:
    /// normalised by these rules, with the points of the text.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    pub fn read_setup(&self, text: &str) -> Result<(Position, Setup), Refusals> {
        let setup = self.placement(text)?;
        let position = self.position(&setup)?;
        Ok((position, self.setup(&position, &setup.tally)))
    }

    fn placement(&self, text: &str) -> Result<Setup, Refusals> {
        if text == "startpos" { Ok(Setup::start(&self.rules)) } else { text.parse() }
    }

    /// Returns the placement of a position with these points. Reading it gives the same position.
    pub fn setup(&self, position: &Position, tally: &Tally) -> Setup {
        Setup { tally: *tally, ..position.into() }
    }

    /// Returns the position of a placement, normalised by these rules, whether or not they accept it.
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
