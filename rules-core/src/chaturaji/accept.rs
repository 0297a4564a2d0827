//! Positions: which placements the rules accept, and the way back to a placement.
//!
//! A placement is refused when the numbers of pieces, the squares of the pawns, the dice or the captured
//! kings show that no game under the rules reaches it; [`Refusal`] lists the reasons. A position that is
//! accepted need not be reachable.

use super::{Dice, DiceRule, Game, KingBonus, Piece, Position, Refusal, Refusals, Role, Seat, Setup, Tally};
use crate::{Bitboard, Square};

impl Game {
    /// Returns the position with which a game begins: red to move, no dice rolled (ar § movement of the
    /// pieces).
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Game, Rules}};
    /// let start = Game::new(Rules::AR).start();
    /// assert_eq!(start.piece_at(Square::A1), "rB".parse().ok());
    /// let left_handed = Game::new("ar+setup=left-handed".parse()?).start();
    /// assert_eq!(left_handed.piece_at(Square::A1), "gB".parse().ok());
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    pub fn start(&self) -> Position {
        self.accept(&Setup::start(&self.rules))
    }

    /// Judges a placement under these rules and returns its position.
    ///
    /// The lost types are joined with those that are missing from the board, or dropped where the rules do
    /// not remember them. Dice without an order are sorted.
    ///
    /// # Errors
    /// All reasons why the placement is refused.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Setup};
    /// let setup: Setup = "rK,7/8/8/8/8/8/8/7,yK r 53".parse()?;
    /// // Dice without an order are sorted.
    /// let position = Game::new(Rules::AR).position(&setup)?;
    /// assert_eq!(position.dice().to_string(), "35");
    ///
    /// let refusals = Game::new(Rules::AR_DICELESS).position(&setup).unwrap_err();
    /// assert_eq!(refusals.to_string(), "dice: these rules have no dice; write -");
    /// # Ok::<(), rules_core::chaturaji::Refusals>(())
    /// ```
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::none();
        match (self.rules.dice, setup.dice) {
            (_, Dice::Unrolled) | (DiceRule::Two | DiceRule::TwoSix, _) | (DiceRule::One, Dice::One(_)) => {}
            (DiceRule::One, Dice::Two(..)) => refusals.push(Refusal::DiceCount),
            (DiceRule::None, _) => refusals.push(Refusal::DiceNotUsed),
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
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// let (position, setup) = game.read_setup("rK,7/8/8/8/8/8/8/7,yK y - - 3,0,5,0 yb")?;
    /// assert_eq!(position.seat().to_string(), "yellow");
    /// assert_eq!(setup.tally.scores, [3, 0, 5, 0]);
    /// # Ok::<(), rules_core::chaturaji::Refusals>(())
    /// ```
    pub fn read_setup(&self, text: &str) -> Result<(Position, Setup), Refusals> {
        let setup = self.placement(text)?;
        let position = self.position(&setup)?;
        Ok((position, self.setup(&position, &setup.tally)))
    }

    fn placement(&self, text: &str) -> Result<Setup, Refusals> {
        if text == "startpos" { Ok(Setup::start(&self.rules)) } else { text.parse() }
    }

    /// Returns the placement of a position with these points. Reading its text gives the same position.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Tally};
    /// let game = Game::new(Rules::AR);
    /// let text = game.setup(&game.start(), &Tally::default()).to_string();
    /// assert!(text.ends_with(" r - - 0,0,0,0 -"));
    /// assert_eq!(game.read(&text), Ok(game.start()));
    /// ```
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
