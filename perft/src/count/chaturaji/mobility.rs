//! Counts one seat's moves on the current board, and incrementally after one move.

use crate::count::pawns::PawnMoves;
use crate::count::size;
use rules_core::attacks::rook;
use rules_core::chaturaji::{Face, Game, Move, Mover, Position, Role, Seat};
use rules_core::{Bitboard, PawnTargets};

/// The roles whose pieces leap or step, so that nothing blocks them.
const LEAPERS: [Role; 3] = [Role::Boat, Role::Horse, Role::King];

/// The moves of one seat on the board as it stands.
pub(super) struct Mobility<'a> {
    game: &'a Game,
    pub(super) position: &'a Position,
    pub(super) seat: Seat,
    pub(super) own: Bitboard,
    pub(super) occupied: Bitboard,
    /// The pieces of the seat, by `Role as usize`.
    pieces: [Bitboard; 5],
    /// How many moves the pieces of each role of [`LEAPERS`] have.
    pub(super) leaps: [i64; 3],
    /// The squares that the elephants reach.
    pub(super) reach: Bitboard,
    /// How many moves the elephants have.
    pub(super) slides: i64,
}

impl<'a> Mobility<'a> {
    #[inline(always)]
    pub(super) fn new(game: &'a Game, position: &'a Position, seat: Seat) -> Self {
        let own = position.pieces(seat);
        let occupied = position.occupied();
        let pieces = Role::ALL.map(|role| position.of(seat, role));
        // Separate calls, so that each role is known at compile time.
        let leaps = |role: Role| {
            let mut leaps = 0;
            for square in pieces[role as usize] {
                leaps += size(role.leaps(square).without(own));
            }
            leaps
        };
        let leaps = [leaps(Role::Boat), leaps(Role::Horse), leaps(Role::King)];
        let (mut reach, mut slides) = (Bitboard::EMPTY, 0);
        for square in pieces[Role::Elephant as usize] {
            let to = rook(square, occupied);
            reach |= to;
            slides += size(to.without(own));
        }
        Self { game, position, seat, own, occupied, pieces, leaps, reach, slides }
    }

    /// Returns the moves of all pieces but pawns, each weighted by its die face.
    #[inline(always)]
    pub(super) fn of_officers(&self, weights: [i64; 4]) -> i64 {
        let mut total = weights[Face::Four as usize] * self.slides;
        for (role, leaps) in LEAPERS.into_iter().zip(self.leaps) {
            total += weights[Face::of(role) as usize] * leaps;
        }
        total
    }

    /// Returns whether [`Mobility::after`] counts the moves after a move of the seat: it neither promotes nor
    /// triumphs.
    #[inline(always)]
    pub(super) fn is_plain(&self, role: Role, mv: Move) -> bool {
        let triumphs = || !self.game.triumph(self.position, self.seat, mv.to).is_empty();
        mv.promotion.is_none() && !(role == Role::Boat && triumphs())
    }

    /// Returns the moves of the seat after a plain move of its own, weighted by face. `before` is
    /// [`Mobility::of_officers`] with the same weights.
    #[inline(always)]
    pub(super) fn after(&self, role: Role, mv: Move, weights: [i64; 4], before: i64) -> i64 {
        let moved = Bitboard::of(mv.from) | Bitboard::of(mv.to);
        let own = self.own ^ moved;
        let others = self.occupied.without(self.own | Bitboard::of(mv.to));
        let occupied = own | others;
        let mut total = before;
        for each in LEAPERS {
            // The other pieces can now move to its origin square and no longer to its target square.
            let (left, entered) = (each.leaps(mv.from), each.leaps(mv.to));
            let pieces = self.pieces[each as usize].without(moved);
            let mut gain = size(left & pieces) - size(entered & pieces);
            if each == role {
                gain += size(entered.without(own)) - size(left.without(self.own));
            }
            total += weights[Face::of(each) as usize] * gain;
        }
        if role == Role::Elephant || self.reach.meets(moved) {
            let mut elephants = self.pieces[Role::Elephant as usize];
            if role == Role::Elephant {
                elephants ^= moved;
            }
            let mut slides = 0;
            for square in elephants {
                slides += size(rook(square, occupied).without(own));
            }
            total += weights[Face::Four as usize] * (slides - self.slides);
        }
        let mut pawns = self.pieces[Role::Pawn as usize];
        if role == Role::Pawn {
            pawns ^= moved;
        }
        let PawnTargets { plain, promoting } = self.game.pawn_targets(self.position, self.seat, pawns);
        let moves = |allowed| PawnMoves::new(pawns, self.seat.forward(), allowed).count(others, occupied);
        let pawn_moves = moves(plain) + if promoting.is_empty() { 0 } else { moves(promoting) };
        total + weights[Face::Five as usize] * pawn_moves
    }
}

/// Returns the number of turns of the seat `M` with dice, each as often as ordered rolls allow it: the second
/// moves are counted from the position before the first.
#[inline(always)]
pub(super) fn count_turns<M: Mover>(game: &Game, position: &Position) -> u64 {
    let weights = game.roll_counts(position.dice());
    let mobility = Mobility::new(game, position, M::SEAT);
    let mut count = i64::from(weights.pass);
    for moves in game.move_sets::<M>(position).iter() {
        let face = moves.face() as usize;
        if weights.single[face] == 0 {
            continue;
        }
        let pair = weights.pair[face].map(i64::from);
        let before = mobility.of_officers(pair);
        count += i64::from(weights.single[face] * moves.len());
        for mv in moves.moves(game, M::SEAT) {
            count += if mobility.is_plain(moves.role, mv) {
                mobility.after(moves.role, mv, pair, before)
            } else {
                let board = game.make::<M>(position, moves.role, mv);
                let mut seconds = 0;
                game.generate::<M>(&board, &mut |moves: rules_core::chaturaji::MoveSet| {
                    seconds += pair[moves.face() as usize] * i64::from(moves.len());
                });
                seconds
            };
        }
    }
    count as u64
}
