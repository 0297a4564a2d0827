//! Points: what each seat scores, and for which captures.

use super::{Game, IllegalTurn, KingBonus, Piece, Position, Role, Seat, Turn};

/// The points of a game, on which no move depends (ar § scoring).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tally {
    /// The points of each seat, by `Seat as usize`.
    pub scores: [u16; 4],
    /// Who has captured whose king: by captor, then by victim.
    pub kings: [[bool; 4]; 4],
    /// Who has been paid the reward for the kings of all others.
    pub paid: [bool; 4],
}

impl Tally {
    /// Returns the place of each seat, by `Seat as usize`: 1 for the highest score; seats with equal scores
    /// share a place.
    ///
    /// ```
    /// use rules_core::chaturaji::Tally;
    /// let tally = Tally { scores: [5, 12, 5, 0], ..Tally::default() };
    /// assert_eq!(tally.places(), [2, 1, 2, 4]);
    /// ```
    pub fn places(&self) -> [u8; 4] {
        self.scores.map(|score| 1 + self.scores.iter().filter(|&&other| other > score).count() as u8)
    }

    /// Returns whether a seat has captured a king of each of the others.
    pub(super) fn has_all_kings(&self, captor: Seat) -> bool {
        let has_king = |victim| self.kings[captor as usize][victim as usize];
        Seat::ALL.into_iter().all(|victim| victim == captor || has_king(victim))
    }
}

impl Game {
    /// Returns the points after a legal turn (ar § scoring). A score stops at 65535, the most that a position
    /// text holds.
    ///
    /// # Errors
    /// [`IllegalTurn`] when the turn is not legal.
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
    pub fn captives(&self, position: &Position, turn: Turn) -> Captives {
        let mut captives = Captives::default();
        let mut board = *position;
        for mv in turn.moves() {
            let Some((_, next)) = self.board_after(&board, mv) else { break };
            let has_king = !next.of(position.seat, Role::King).is_empty();
            let on_target = board.piece_at(mv.to);
            captives.extend(on_target.map(|piece| Captive { piece, by_triumph: false, has_king }));
            if board.of(position.seat, Role::Boat).contains(mv.from) {
                let victims = self.triumph(&board, position.seat, mv.to);
                let pieces = victims.into_iter().filter_map(|square| board.piece_at(square));
                captives.extend(pieces.map(|piece| Captive { piece, by_triumph: true, has_king }));
            }
            board = next;
        }
        captives
    }

    /// Gives a seat the points for the pieces that it has captured.
    pub fn add_points(&self, tally: &mut Tally, captor: Seat, captives: &Captives) {
        captives.iter().for_each(|captive| self.add_captive(tally, captor, captive));
    }

    fn add_captive(&self, tally: &mut Tally, captor: Seat, Captive { piece, has_king, .. }: Captive) {
        let mut points = piece.role.points();
        let had_all = tally.has_all_kings(captor);
        if piece.role == Role::King {
            tally.kings[captor as usize][piece.seat as usize] = true;
        }
        if !had_all && tally.has_all_kings(captor) && has_king {
            let bonus = match self.rules.king_bonus {
                KingBonus::Added => 54,
                KingBonus::Replaces => 54 - 3 * Role::King.points(),
                KingBonus::None => 0,
            };
            points += bonus;
            tally.paid[captor as usize] = bonus > 0;
        }
        let score = &mut tally.scores[captor as usize];
        *score = score.saturating_add(points as u16);
    }
}

/// A piece that a turn captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captive {
    /// The piece.
    pub piece: Piece,
    /// Whether it is one of the boats of a triumph.
    pub by_triumph: bool,
    /// Whether the captor has a king on the board at that moment.
    pub has_king: bool,
}

/// The pieces that a turn captures: at most one on the target square of each of two moves, and at most eight
/// in the triumph of each.
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
