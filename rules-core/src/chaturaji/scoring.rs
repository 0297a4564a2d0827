//! Scoring: the pieces that a turn captures, and the points for them.
//!
//! A turn is scored capture by capture: first the piece on the target square, then the boats of a triumph in
//! the order of their squares. The bonus is judged at the capture of the last king that it needs, because the
//! captor must have a king of its own at that moment; and a seat is frozen from the capture of its last king,
//! so that pieces captured after it in the same turn are those of a frozen seat.
//!
//! Sources: ar § scoring; chesscom4.

use super::{Game, IllegalTurn, KingBonus, Kingless, Piece, Points, Position, Role, Seat, Tally, Turn};
use crate::Bitboard;

impl Points {
    /// Returns the points for capturing a piece of this role from a seat that is not frozen: 1 to 5 (ar §
    /// scoring, table; chesscom4). A promoted piece counts as what it is at that moment.
    ///
    /// ```
    /// use rules_core::chaturaji::{Points, Role};
    /// assert_eq!(Role::ALL.map(|role| Points::Ar.of(role)), [2, 3, 4, 5, 1]);
    /// assert_eq!(Role::ALL.map(|role| Points::Chesscom.of(role)), [5, 3, 5, 3, 1]);
    /// ```
    pub const fn of(self, role: Role) -> u32 {
        match (role, self) {
            (Role::Pawn, _) => 1,
            (Role::Horse, _) => 3,
            (Role::Boat, Self::Ar) => 2,
            (Role::Elephant, Self::Ar) => 4,
            (Role::King, Self::Ar) => 5,
            (Role::King, Self::Chesscom) => 3,
            (Role::Boat | Role::Elephant, Self::Chesscom) => 5,
        }
    }

    /// Returns the points for a captive: those of its role, or none where its seat is frozen and such pieces
    /// do not count.
    const fn of_captive(self, captive: &Captive) -> u32 {
        match self {
            Self::Chesscom if captive.is_frozen => 0,
            _ => self.of(captive.piece.role),
        }
    }
}

impl Game {
    /// Returns the points after a legal turn (ar § scoring). A score stops at 65535, the most that a position
    /// text holds.
    ///
    /// # Errors
    /// [`IllegalTurn`] when the turn is not legal.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// // Red has captured the kings of black and yellow and takes green's: 5 points and the bonus of 54.
    /// let (position, setup) = game.read_setup("8/8/8/8/8/8/rE,gK,6/rK,7 r 4 - 10,0,0,0 rb,ry")?;
    /// let tally = game.score(&position, &setup.tally, "a2b2".parse()?)?;
    /// assert_eq!(tally.scores, [10 + 5 + 54, 0, 0, 0]);
    /// assert!(tally.paid[Seat::Red as usize]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, position: &Position, tally: &Tally, turn: Turn) -> Result<Tally, IllegalTurn> {
        if !self.is_legal(position, turn) {
            return Err(IllegalTurn);
        }
        let mut tally = *tally;
        self.add_points(&mut tally, position.seat, &self.captives(position, turn));
        Ok(tally)
    }

    /// Returns the pieces that a turn captures, in the order in which it captures them. The turn must be one
    /// that [`Game::visit`] gives: that it is legal is not tested.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules, Seat, Tally};
    /// let game = Game::new(Rules::AR);
    /// // The source's example of a triumph: black's boat goes from c6 to e4.
    /// let position = game.read("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 23")?;
    /// let captives = game.captives(&position, "c6e4".parse()?);
    /// let boats: Vec<String> = captives.iter().map(|captive| captive.piece.to_string()).collect();
    /// assert_eq!(boats, ["yB", "gB", "rB"]);
    /// assert!(captives.iter().all(|captive| captive.by_triumph && captive.has_king));
    ///
    /// let mut tally = Tally::default();
    /// game.add_points(&mut tally, Seat::Black, &captives);
    /// assert_eq!(tally.scores, [0, 3 * 2, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captives(&self, position: &Position, turn: Turn) -> Captives {
        let mut captives = Captives::default();
        let mut board = *position;
        for mv in turn.moves() {
            let Some((_, next)) = self.board_after(&board, mv) else { break };
            let has_king = !next.of(position.seat, Role::King).is_empty();
            let captive = |piece: Piece, by_triumph, kings: Bitboard| {
                let is_frozen =
                    self.rules.kingless == Kingless::Frozen && !kings.meets(board.pieces(piece.seat));
                Captive { piece, by_triumph, has_king, is_frozen }
            };
            let kings = board.all_of(Role::King);
            captives.extend(board.piece_at(mv.to).map(|piece| captive(piece, false, kings)));
            if board.of(position.seat, Role::Boat).contains(mv.from) {
                let victims = self.triumph(&board, position.seat, mv.to);
                let pieces = victims.into_iter().filter_map(|square| board.piece_at(square));
                // What stood on the target square is captured first.
                let kings = kings.without(Bitboard::of(mv.to));
                captives.extend(pieces.map(|piece| captive(piece, true, kings)));
            }
            board = next;
        }
        captives
    }

    /// Adds the points for these captives, and the bonus where it is due (`king-bonus`), to the captor's
    /// score. [`Game::score`] does this for a turn; callers that already have the captives call it directly.
    pub fn add_points(&self, tally: &mut Tally, captor: Seat, captives: &Captives) {
        captives.iter().for_each(|captive| self.add_captive(tally, captor, &captive));
    }

    fn add_captive(&self, tally: &mut Tally, captor: Seat, captive: &Captive) {
        let &Captive { piece, has_king, .. } = captive;
        let mut points = self.rules.points.of_captive(captive);
        let had_all = tally.has_all_kings(captor);
        if piece.role == Role::King {
            tally.kings[captor as usize][piece.seat as usize] = true;
        }
        if !had_all && tally.has_all_kings(captor) && has_king {
            let bonus = match self.rules.king_bonus {
                KingBonus::Added => 54,
                KingBonus::Replaces => 54 - 3 * self.rules.points.of(Role::King),
                KingBonus::None => 0,
            };
            points += bonus;
            tally.paid[captor as usize] = bonus > 0;
        }
        let score = &mut tally.scores[captor as usize];
        *score = score.saturating_add(points as u16);
    }
}

/// A piece that a turn captures, with what decides its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captive {
    /// The piece that is captured.
    pub piece: Piece,
    /// Whether the piece is one of the boats of a triumph.
    pub by_triumph: bool,
    /// Whether the captor has a king on the board after the move, which the bonus requires.
    pub has_king: bool,
    /// Whether the seat of the piece is frozen when the piece is captured: it has no king, and the rules have
    /// `kingless=frozen`.
    pub is_frozen: bool,
}

/// The pieces that a turn captures: at most one on the target square of each of two moves, and at most eight
/// by the triumph of each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Captives([Option<Captive>; 18]);

impl Captives {
    /// Returns the captives, in the order in which they are captured.
    pub fn iter(&self) -> impl Iterator<Item = Captive> + '_ {
        self.0.iter().flatten().copied()
    }

    fn extend(&mut self, captives: impl IntoIterator<Item = Captive>) {
        let free = self.0.iter_mut().filter(|place| place.is_none());
        free.zip(captives).for_each(|(place, captive)| *place = Some(captive));
    }
}
