//! Positions: which placements the rules accept, and the way back to a placement.
//!
//! A placement is refused when the numbers of pieces, the squares of the padatis or the state of the rajas
//! show that no game under the rules reaches it; [`Refusal`] lists the reasons. A position that is accepted
//! need not be reachable.

use super::position::plane;
use super::{Color, Game, Piece, Position, RajaSafety, Refusal, Refusals, Role, Setup};
use crate::{Bitboard, Square};

impl Game {
    /// Returns the position with which a game begins (tr § Taşlar ve dizilişi; nl, fourth paragraph).
    ///
    /// ```
    /// use rules_core::{Square, chaturanga::{Color, Game, Rules}};
    /// // nl sets the rajas on e1 and d8, tr on e1 and e8.
    /// assert_eq!(Game::new(Rules::NL).start().raja(Color::Black), Some(Square::D8));
    /// assert_eq!(Game::new(Rules::TR).start().raja(Color::Black), Some(Square::E8));
    /// ```
    pub fn start(&self) -> Position {
        self.accept(&Setup::start(&self.rules))
    }

    /// Judges a placement under these rules and returns its position.
    ///
    /// A jump right that cannot be held is dropped. The lost types are joined with those that are missing
    /// from the board, or dropped where the rules do not remember them.
    ///
    /// # Errors
    /// All reasons why the placement is refused.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Game, Rules, Setup};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/r3K3 w Kk".parse()?;
    /// // The ratha on a1 attacks White's raja, and under nl an attack ends the right to the jump.
    /// let position = Game::new(Rules::NL).position(&setup)?;
    /// assert!(!position.has_jump(Color::White) && position.has_jump(Color::Black));
    /// // Under tr the right lasts until it is used.
    /// assert!(Game::new(Rules::TR).position(&setup)?.has_jump(Color::White));
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::none();
        judge_pieces(setup, &mut refusals);
        // Where a side has two rajas it is not clear which attack to test.
        let position = refusals.or(self.accept(setup))?;
        self.judge_rajas(&position)?;
        Ok(position)
    }

    /// Reads a position text, or `startpos`.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::CHESSCOM);
    /// assert_eq!(game.read("startpos"), Ok(game.start()));
    /// let refusals = game.read("4k3/9/8/8/8/8/8/4K3 w").unwrap_err();
    /// assert!(refusals.to_string().contains("row 2"));
    /// ```
    pub fn read(&self, text: &str) -> Result<Position, Refusals> {
        self.position(&self.placement(text)?)
    }

    /// Reads a position text, or `startpos`, as [`Game::read`] does, and also returns its placement:
    /// normalised by these rules, with the clocks of the text.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::NL);
    /// // Types of which the board shows too few are lost in any case, so they are not written back.
    /// let (_, setup) = game.read_setup("4k3/8/8/8/8/8/8/4K3 b kK bQR 7 9")?;
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3 b Kk - 7 9");
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    pub fn read_setup(&self, text: &str) -> Result<(Position, Setup), Refusals> {
        let setup = self.placement(text)?;
        let position = self.position(&setup)?;
        let Setup { halfmove, fullmove, .. } = setup;
        Ok((position, Setup { halfmove, fullmove, ..self.setup(&position) }))
    }

    fn placement(&self, text: &str) -> Result<Setup, Refusals> {
        if text == "startpos" { Ok(Setup::start(&self.rules)) } else { text.parse() }
    }

    /// Returns the placement of a position, with the clocks of a new game. Reading its text gives the same
    /// position.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::SJAAK);
    /// let next = game.play(&game.start(), "e1f3".parse()?)?;
    /// let text = game.setup(&next).to_string();
    /// assert_eq!(text, "rnbkqbnr/pppppppp/8/8/8/5K2/PPPPPPPP/RNBQ1BNR b k - 0 1");
    /// assert_eq!(game.read(&text), Ok(next));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self, position: &Position) -> Setup {
        position.into()
    }

    /// Judges which rajas are missing, and whether the side not to move is attacked.
    fn judge_rajas(&self, position: &Position) -> Result<(), Refusals> {
        let mut refusals = Refusals::none();
        let all_moves = self.rules.raja_safety == RajaSafety::AllMoves;
        let opponent = !position.side;
        match Color::ALL.map(|color| position.raja(color)) {
            [None, None] => refusals.push(Refusal::NoRajas),
            _ => {
                for color in Color::ALL {
                    if position.raja(color).is_none() && (all_moves || color == opponent) {
                        refusals.push(Refusal::RajaMissing { color });
                    }
                }
            }
        }
        if let Some(raja) = position.raja(opponent).filter(|_| all_moves)
            && self.is_attacked(position, opponent)
        {
            refusals.push(Refusal::OpponentAttacked { raja });
        }
        refusals.or(())
    }

    /// Returns the position of a placement, normalised by these rules, whether or not they accept it.
    fn accept(&self, setup: &Setup) -> Position {
        let mut position = Position { side: setup.side, ..Position::EMPTY };
        for square in Square::all() {
            let Some(piece) = setup.board[square.index()] else { continue };
            position.colors[piece.color as usize] |= Bitboard::of(square);
            match piece.role {
                Role::Raja => position.rajas[piece.color as usize] = square.index() as u8,
                role => position.roles[plane(role)] |= Bitboard::of(square),
            }
        }
        for color in Color::ALL {
            if setup.jump[color as usize] && self.can_hold_jump(&position, color) {
                position.jump |= color.bit();
            }
            if self.promotion.keeps_lost() {
                let lost = setup.lost[color as usize].union(position.missing(color));
                for role in Role::OFFICERS.into_iter().filter(|&role| lost.contains(role)) {
                    position.lost |= 1 << plane(role) << color.lost_shift();
                }
            }
        }
        position
    }
}

/// Judges the numbers of pieces and their squares, piece by piece.
fn judge_pieces(setup: &Setup, refusals: &mut Refusals) {
    let placed = || Square::all().filter_map(|square| Some((square, setup.board[square.index()]?)));
    for color in Color::ALL {
        let count = |role| placed().filter(|&(_, piece)| piece == Piece { color, role }).count() as u32;
        let rajas = count(Role::Raja);
        if rajas > 1 {
            refusals.push(Refusal::Rajas { color, found: rajas });
        }
        let padatis = count(Role::Padati);
        if padatis > Role::Padati.start_count() {
            refusals.push(Refusal::Padatis { color, found: padatis });
        }
        let pieces = placed().filter(|(_, piece)| piece.color == color).count() as u32;
        if pieces > 16 {
            refusals.push(Refusal::Pieces { color, found: pieces });
        }
        for role in Role::OFFICERS {
            let found = count(role);
            let promoted = Role::Padati.start_count().saturating_sub(padatis);
            let allowed = role.start_count() + promoted;
            if found > allowed {
                refusals.push(Refusal::TooMany { color, role, found, allowed });
            }
        }
    }
    for (square, piece) in placed() {
        if piece.role == Role::Padati && square.rank() == piece.color.first_rank() {
            refusals.push(Refusal::PadatiOnFirstRow { color: piece.color, square });
        }
    }
}
