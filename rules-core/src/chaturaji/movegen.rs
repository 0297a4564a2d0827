//! Moves of the pieces, in sets. There is no check (ar § scoring), so every pseudo-legal move is legal, and
//! the generator needs neither attacks nor pins.
//!
//! The generator does not look at the dice: each set has the face that its role needs ([`MoveSet::face`]),
//! and the weights ([`Weights`](super::Weights)) say how many rolls show that face. Turns of two moves are
//! put together in `play.rs`. A triumph captures when a move is made and does not affect which moves exist.

use super::{BoatTriumph, Game, Move, MoveSet, MoveSets, Mover, Origin, Position, Role, Seat};
use crate::attacks::{KING, diagonal, leaps, oblique, rook};
use crate::{Bitboard, PawnTargets, Square, Visitor};

static BOAT: [Bitboard; 64] = leaps(&diagonal(2));
static HORSE: [Bitboard; 64] = leaps(&oblique(2, 1));

impl Role {
    /// Returns the squares that a boat, horse or king attacks, whatever stands there; no squares for the
    /// elephant, which slides, and the pawn, which depends on its seat (ar § movement of the pieces).
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::Role};
    /// assert_eq!(Role::Boat.leaps(Square::A1), [Square::C3].into_iter().collect());
    /// ```
    #[inline(always)]
    pub fn leaps(self, from: Square) -> Bitboard {
        match self {
            Self::Boat => BOAT[from.index()],
            Self::Horse => HORSE[from.index()],
            Self::King => KING[from.index()],
            Self::Elephant | Self::Pawn => Bitboard::EMPTY,
        }
    }
}

impl Game {
    /// Hands the moves of the pieces of the seat `M` to `visitor`, in sets that may be empty, whatever the
    /// dice allow and whether or not the game is over (ar § movement of the pieces).
    ///
    /// The order is boats, horses, elephants and kings, a set for each piece, then the pawns, a set for each
    /// direction. [`Game::dispatch`] chooses `M`, which need not be the seat to move.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, MoveSet, Mover, Operation, Position, Rules};
    ///
    /// /// Counts the moves that each face allows: boat, horse, elephant, pawn or king.
    /// struct ByFace<'a>(&'a Game, &'a Position);
    ///
    /// impl Operation for ByFace<'_> {
    ///     type Output = [u32; 4];
    ///     fn run<M: Mover>(self) -> [u32; 4] {
    ///         let mut counts = [0; 4];
    ///         self.0.generate::<M>(self.1, &mut |moves: MoveSet| {
    ///             counts[moves.face() as usize] += moves.len();
    ///         });
    ///         counts
    ///     }
    /// }
    ///
    /// let game = Game::new(Rules::AR);
    /// let start = game.start();
    /// // a1c3; a2c1 and a2c3; no elephant; four pawns, and the king to a5 and b5.
    /// assert_eq!(game.dispatch(start.seat(), ByFace(&game, &start)), [1, 2, 0, 6]);
    /// ```
    #[inline(always)]
    pub fn generate<M: Mover>(&self, position: &Position, visitor: &mut impl Visitor<MoveSet>) {
        let occupied = position.occupied();
        let targets = !position.pieces(M::SEAT);
        let mut piece = |role, from, reach: Bitboard| {
            visitor.visit(MoveSet { role, origin: Origin::Square(from), to: reach & targets });
        };
        for from in position.of(M::SEAT, Role::Boat) {
            piece(Role::Boat, from, Role::Boat.leaps(from));
        }
        for from in position.of(M::SEAT, Role::Horse) {
            piece(Role::Horse, from, Role::Horse.leaps(from));
        }
        for from in position.of(M::SEAT, Role::Elephant) {
            piece(Role::Elephant, from, rook(from, occupied));
        }
        for from in position.of(M::SEAT, Role::King) {
            piece(Role::King, from, Role::King.leaps(from));
        }
        self.generate_pawns::<M>(position, visitor);
    }

    /// Generates the moves of the pawns, each direction with and without promotion.
    #[inline(always)]
    fn generate_pawns<M: Mover>(&self, position: &Position, visitor: &mut impl Visitor<MoveSet>) {
        let (files, ranks) = M::SEAT.forward();
        let pawns = position.of(M::SEAT, Role::Pawn);
        let occupied = position.occupied();
        let others = occupied.without(position.pieces(M::SEAT));
        // A step ahead, then diagonally ahead to each side.
        let directions = [
            (files, ranks, !occupied),
            (files + ranks, ranks + files, others),
            (files - ranks, ranks - files, others),
        ];
        let PawnTargets { plain, promoting } = self.pawn_targets(position, M::SEAT, pawns);
        for (files, ranks, allowed) in directions {
            let to = pawns.shift(files, ranks) & allowed;
            let mut pawns = |promotes, to| {
                let origin = Origin::Pawns { back: -files - 8 * ranks, promotes };
                visitor.visit(MoveSet { role: Role::Pawn, origin, to });
            };
            pawns(false, to & plain);
            if !promoting.is_empty() {
                pawns(true, to & promoting);
            }
        }
    }

    /// Returns the sets of moves of the seat `M` that are not empty, as [`Game::generate`] finds them. For
    /// callers that go through the moves more than once, such as for each pair of dice.
    #[inline(always)]
    pub fn move_sets<M: Mover>(&self, position: &Position) -> MoveSets {
        let mut sets = MoveSets::EMPTY;
        self.generate::<M>(position, &mut sets);
        sets
    }

    /// Returns the board after a move of the seat `M` by a piece of this role, with what the move and a
    /// triumph capture removed. Seat and dice are still those before the move: see [`Game::end_turn`].
    ///
    /// The move must come from a set that [`Game::generate`] found in this position, and `role` from the same
    /// set; that it is legal is not tested. Use [`Game::play`] or [`Game::step`] for moves from elsewhere.
    #[inline(always)]
    pub fn make<M: Mover>(&self, position: &Position, role: Role, mv: Move) -> Position {
        let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
        let mut next = *position;
        if position.occupied().meets(to) {
            self.note_lost(&mut next, to, position.role_at(to));
        }
        if let Role::Boat = role {
            let victims = self.triumph(position, M::SEAT, mv.to);
            if !victims.is_empty() {
                self.note_lost(&mut next, victims, Role::Boat);
                next.clear(victims);
            }
        }
        next.clear(from | to);
        next.put(to, M::SEAT, mv.promotion.unwrap_or(role));
        next
    }

    /// Returns the boats that a boat of `seat` captures by its triumph when it arrives on `to`, besides
    /// whatever stands there: those of each block of four squares of which boats of other seats hold the
    /// other three (ar § the triumph of the boat).
    ///
    /// The position is the one before the move. The knob `boat-triumph` says whether the square must be
    /// empty, or that there is no triumph.
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Game, Rules, Seat}};
    /// // The source's example: black's boat goes from c6 to e4 and completes the block of d4, d5, e5 and e4.
    /// let text = "8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b";
    /// let game = Game::new(Rules::AR);
    /// let victims = game.triumph(&game.read(text)?, Seat::Black, Square::E4);
    /// assert_eq!(victims, [Square::D4, Square::D5, Square::E5].into_iter().collect());
    ///
    /// let game = Game::new("ar+boat-triumph=none".parse()?);
    /// assert!(game.triumph(&game.read(text)?, Seat::Black, Square::E4).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn triumph(&self, position: &Position, seat: Seat, to: Square) -> Bitboard {
        let triumphs = match self.rules.boat_triumph {
            BoatTriumph::AnySquare => true,
            BoatTriumph::EmptySquare => !position.occupied().contains(to),
            BoatTriumph::None => false,
        };
        let boats = position.all_of(Role::Boat).without(position.pieces(seat));
        if !triumphs || boats.len() < 3 {
            return Bitboard::EMPTY;
        }
        let full = |&block: &Bitboard| !block.is_empty() && block.without(boats).is_empty();
        let blocks = BLOCKS[to.index()].iter().copied();
        blocks.filter(full).fold(Bitboard::EMPTY, |victims, block| victims | block)
    }

    /// Remembers that the owners of these pieces, all of one role, have lost a piece of that role.
    #[inline(always)]
    fn note_lost(&self, position: &mut Position, pieces: Bitboard, role: Role) {
        if self.promotion.keeps_lost() && role != Role::Pawn {
            for seat in Seat::ALL {
                if position.pieces(seat).meets(pieces) {
                    position.lost |= Position::lost_bit(seat, role);
                }
            }
        }
    }
}

/// For every square, the other three squares of each block of four that it belongs to; no squares where the
/// block would leave the board.
static BLOCKS: [[Bitboard; 4]; 64] = {
    let mut table = [[Bitboard::EMPTY; 4]; 64];
    let corners = diagonal(1);
    let mut index = 0;
    while index < 64 {
        let square = Square::truncated(index as u32);
        let mut block = 0;
        while block < 4 {
            let (files, ranks) = corners[block];
            if let (Some(aside), Some(ahead), Some(across)) =
                (square.offset(files, 0), square.offset(0, ranks), square.offset(files, ranks))
            {
                table[index][block] = Bitboard(1 << aside.index() | 1 << ahead.index() | 1 << across.index());
            }
            block += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_holds_three_more_squares_next_to_the_first() {
        for square in Square::all() {
            let blocks = BLOCKS[square.index()];
            let inner = |place: u8| if (1..7).contains(&place) { 2 } else { 1 };
            let there: usize = blocks.iter().filter(|block| !block.is_empty()).count();
            assert_eq!(there, inner(square.file()) * inner(square.rank()));
            for block in blocks.into_iter().filter(|block| !block.is_empty()) {
                assert_eq!(block.len(), 3);
                assert!(block.without(KING[square.index()]).is_empty());
            }
        }
    }
}
