//! Moves of the pieces, in sets. There is no check (ar § scoring), so every pseudo-legal move is legal, and
//! the generator needs neither attacks nor pins.
//!
//! The generator does not look at the dice: each set has the face that its role needs ([`MoveSet::face`]),
//! and [`RollCounts`](super::RollCounts) say how many rolls show that face. Turns of two moves
//! are put together in `play.rs`. A triumph captures when a move is made and does not affect which moves
//! exist.

use super::{Game, Move, MoveSet, MoveSets, Mover, Origin, Position, Role, Seat};
use crate::{Bitboard, PawnTargets, Visitor};

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
        // Separate loops, so that each role is known at compile time.
        for from in position.of(M::SEAT, Role::Boat) {
            piece(Role::Boat, from, self.attacks::<M>(Role::Boat, from, occupied));
        }
        for from in position.of(M::SEAT, Role::Horse) {
            piece(Role::Horse, from, self.attacks::<M>(Role::Horse, from, occupied));
        }
        for from in position.of(M::SEAT, Role::Elephant) {
            piece(Role::Elephant, from, self.attacks::<M>(Role::Elephant, from, occupied));
        }
        for from in position.of(M::SEAT, Role::King) {
            piece(Role::King, from, self.attacks::<M>(Role::King, from, occupied));
        }
        self.generate_pawns::<M>(position, visitor);
    }

    /// Returns the squares that `pawns` of a seat may enter as pawns and those on which they promote (ar §
    /// movement of the pieces, second paragraph). Whether they reach the squares is not asked.
    ///
    /// The last row is judged only when one of `pawns` is a step away from it; otherwise the answer is
    /// [`PawnTargets::UNRESTRICTED`].
    ///
    /// ```
    /// use rules_core::{Bitboard, Square, chaturaji::{Game, Role, Rules, Seat}};
    /// let game = Game::new(Rules::AR);
    /// let position = game.read("7,rK/6,rP,1/8/8/8/8/8/yK,7 r")?;
    /// // Red has no boat, horse or elephant left, but it still has its king.
    /// let targets = game.pawn_targets(&position, Seat::Red, position.of(Seat::Red, Role::Pawn));
    /// assert!(targets.promoting.contains(Square::H7) && targets.plain.contains(Square::H5));
    /// # Ok::<(), rules_core::chaturaji::Refusals>(())
    /// ```
    #[inline(always)]
    pub fn pawn_targets(&self, position: &Position, seat: Seat, pawns: Bitboard) -> PawnTargets {
        self.promotion.targets(position, seat, pawns)
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
