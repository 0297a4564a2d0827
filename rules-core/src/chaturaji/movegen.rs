//! Legal moves by sets: nothing is checked, so every move of the board is legal.
//!
//! The code is generic over the seat ([`Army`]), chosen once a position; which roles may move is a set of faces.

use super::position::Faces;
use super::{
    BoatTriumph, Face, Game, Move, Position, PromotionChoice, PromotionDenied, PromotionRequires, Role, Seat,
};
use crate::attacks::{KING, diagonal, leaps, oblique, rook};
use crate::sink::Sink;
use crate::{Bitboard, Square};

pub(super) static BOAT: [Bitboard; 64] = leaps(&diagonal(2));
pub(super) static HORSE: [Bitboard; 64] = leaps(&oblique(2, 1));

/// For every square, the other three squares of the blocks of four that it belongs to; empty where a block would leave
/// the board.
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

/// Moves that the generator found together, so that they can be counted without being listed.
#[derive(Clone, Copy)]
pub(super) struct MoveSet {
    pub(super) role: Role,
    /// Where the man stands, or how far back each stands that goes to a square of `to`.
    pub(super) origin: Origin,
    pub(super) to: Bitboard,
}

#[derive(Clone, Copy)]
pub(super) enum Origin {
    Square(Square),
    /// Pawns: the index of the square minus that of the target; whether they promote.
    Back(i8, bool),
}

impl MoveSet {
    #[inline(always)]
    pub(super) const fn len(&self) -> u32 {
        self.to.len()
    }

    #[inline(always)]
    pub(super) const fn face(&self) -> Face {
        Face::of(self.role)
    }

    #[inline(always)]
    pub(super) fn moves(self, game: &Game, seat: Seat) -> impl Iterator<Item = Move> {
        self.to.into_iter().map(move |to| match self.origin {
            Origin::Square(from) => Move { from, to, promotion: None },
            Origin::Back(back, promotes) => {
                let from = Square::truncated((to.index() as i32 + i32::from(back)) as u32);
                let promotion = if promotes { game.promotion_roles[seat as usize][to.index()] } else { None };
                Move { from, to, promotion }
            }
        })
    }
}

/// The sets of moves of one position: no more than eight men and two for the pawns of each direction, some of them empty.
pub(super) struct Sets {
    list: [MoveSet; Self::ROOM],
    len: usize,
}

impl Sets {
    const ROOM: usize = 16;

    const NO_MOVES: MoveSet =
        MoveSet { role: Role::Pawn, origin: Origin::Back(0, false), to: Bitboard::EMPTY };
    pub(super) const NONE: Self = Self { list: [Self::NO_MOVES; Self::ROOM], len: 0 };

    /// Those that these faces allow, but for empty ones.
    #[inline(always)]
    pub(super) fn new<A: Army>(game: &Game, position: &Position, faces: Faces) -> Self {
        let mut sets = Self::NONE;
        generate::<A>(game, position, faces, &mut sets);
        sets
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &MoveSet> {
        self.list[..self.len.min(Self::ROOM)].iter()
    }
}

impl Sink<MoveSet> for Sets {
    #[inline(always)]
    fn take(&mut self, moves: MoveSet) {
        if !moves.to.is_empty() {
            self.list[self.len % Self::ROOM] = moves;
            self.len += 1;
        }
    }
}

/// The moves of one seat, known at compile time.
pub(super) trait Army {
    const SEAT: Seat;
}

pub(super) struct Of<const SEAT: u8>;

impl<const SEAT: u8> Army for Of<SEAT> {
    const SEAT: Seat = Seat::ALL[SEAT as usize];
}

/// Hands the moves that these faces allow to `sink` in sets, some of which may be empty.
#[inline(always)]
pub(super) fn generate<A: Army>(
    game: &Game,
    position: &Position,
    faces: Faces,
    sink: &mut impl Sink<MoveSet>,
) {
    let own = position.men(A::SEAT);
    let occupied = position.occupied();
    let targets = !own;
    if faces.contains(Face::Two) {
        for from in position.of(A::SEAT, Role::Boat) {
            let to = BOAT[from.index()] & targets;
            sink.take(MoveSet { role: Role::Boat, origin: Origin::Square(from), to });
        }
    }
    if faces.contains(Face::Three) {
        for from in position.of(A::SEAT, Role::Horse) {
            let to = HORSE[from.index()] & targets;
            sink.take(MoveSet { role: Role::Horse, origin: Origin::Square(from), to });
        }
    }
    if faces.contains(Face::Four) {
        for from in position.of(A::SEAT, Role::Elephant) {
            let to = rook(from, occupied) & targets;
            sink.take(MoveSet { role: Role::Elephant, origin: Origin::Square(from), to });
        }
    }
    if faces.contains(Face::Five) {
        for from in position.of(A::SEAT, Role::King) {
            let to = KING[from.index()] & targets;
            sink.take(MoveSet { role: Role::King, origin: Origin::Square(from), to });
        }
        generate_pawns::<A>(game, position, occupied, sink);
    }
}

#[inline(always)]
fn generate_pawns<A: Army>(
    game: &Game,
    position: &Position,
    occupied: Bitboard,
    sink: &mut impl Sink<MoveSet>,
) {
    let (files, ranks) = A::SEAT.forward();
    let pawns = position.of(A::SEAT, Role::Pawn);
    let empty = !occupied;
    let others = occupied.without(position.men(A::SEAT));
    // Ahead, and ahead to either side: a step and half a turn of it.
    let directions = [
        (files, ranks, empty),
        (files + ranks, ranks + files, others),
        (files - ranks, ranks - files, others),
    ];
    let (plain, promoting) = game.pawn_targets(position, A::SEAT, pawns);
    for (files, ranks, allowed) in directions {
        let to = pawns.shift(files, ranks) & allowed;
        let back = -files - 8 * ranks;
        sink.take(MoveSet { role: Role::Pawn, origin: Origin::Back(back, false), to: to & plain });
        if !promoting.is_empty() {
            sink.take(MoveSet { role: Role::Pawn, origin: Origin::Back(back, true), to: to & promoting });
        }
    }
}

/// Each move that these faces allow, its face, and the board after it; the seat and the dice are still those before.
#[inline(always)]
pub(super) fn each_move<A: Army>(
    game: &Game,
    position: &Position,
    faces: Faces,
    mut visit: impl FnMut(Move, Face, Position),
) {
    for moves in Sets::new::<A>(game, position, faces).iter() {
        for mv in moves.moves(game, A::SEAT) {
            visit(mv, moves.face(), after::<A>(game, position, moves.role, mv));
        }
    }
}

/// How many moves each face allows.
#[inline(always)]
pub(super) fn counts<A: Army>(game: &Game, position: &Position, faces: Faces) -> [u32; 4] {
    let mut counts = [0; 4];
    generate::<A>(game, position, faces, &mut |moves: MoveSet| counts[moves.face() as usize] += moves.len());
    counts
}

/// The board after a move.
#[inline(always)]
pub(super) fn after<A: Army>(game: &Game, position: &Position, role: Role, mv: Move) -> Position {
    let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
    let mut next = *position;
    let captures = position.occupied().meets(to);
    if captures {
        game.note_lost(&mut next, to, position.role_at(to));
    }
    if let Role::Boat = role {
        let victims = game.triumph(position, A::SEAT, mv.to, captures);
        if !victims.is_empty() {
            game.note_lost(&mut next, victims, Role::Boat);
            next.clear(victims);
        }
    }
    next.clear(from | to);
    next.put(to, A::SEAT, mv.promotion.unwrap_or(role));
    next
}

impl Game {
    /// The boats that a boat of a seat captures by its triumph when it arrives on a square, besides whatever stands
    /// there.
    #[inline(always)]
    pub(super) fn triumph(&self, position: &Position, seat: Seat, to: Square, captures: bool) -> Bitboard {
        let triumphs = match self.rules.boat_triumph {
            BoatTriumph::AnySquare => true,
            BoatTriumph::EmptySquare => !captures,
            BoatTriumph::None => false,
        };
        let boats = position.all_of(Role::Boat).without(position.men(seat));
        if !triumphs || boats.len() < 3 {
            return Bitboard::EMPTY;
        }
        let full = |&block: &Bitboard| !block.is_empty() && block.without(boats).is_empty();
        BLOCKS[to.index()]
            .iter()
            .copied()
            .filter(full)
            .fold(Bitboard::EMPTY, |victims, block| victims | block)
    }

    /// Remembers that the owners of these men, all of one type, have lost such.
    #[inline(always)]
    fn note_lost(&self, position: &mut Position, men: Bitboard, role: Role) {
        if self.keeps_lost && role != Role::Pawn {
            for seat in Seat::ALL {
                if position.men(seat).meets(men) {
                    position.lost |= Position::lost_bit(seat, role);
                }
            }
        }
    }

    /// Where these pawns of a seat may go as they are, and where they are promoted.
    #[inline(always)]
    pub(super) fn pawn_targets(
        &self,
        position: &Position,
        seat: Seat,
        pawns: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let (files, ranks) = seat.forward();
        let last_row = self.last_rows[seat as usize];
        if !pawns.meets(last_row.shift(-files, -ranks)) {
            return (Bitboard::FULL, Bitboard::EMPTY);
        }
        let promoting = self.promoting_squares(position, seat);
        let mut plain = !last_row;
        if self.rules.promotion_choice == PromotionChoice::Optional {
            plain |= promoting;
        }
        if self.rules.promotion_denied == PromotionDenied::Stays {
            plain |= last_row.without(promoting);
        }
        (plain, promoting)
    }

    /// The squares of the last row on which a pawn of this seat would promote now.
    #[inline(always)]
    fn promoting_squares(&self, position: &Position, seat: Seat) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for role in Role::OFFICERS {
            let promotes = match self.rules.promotion_requires {
                PromotionRequires::Lost => position.lost & Position::lost_bit(seat, role) != 0,
                PromotionRequires::Missing => position.of(seat, role).is_empty(),
            };
            if promotes {
                squares |= self.promotion_squares[seat as usize][role as usize];
            }
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_three_more_squares_and_meet_in_the_square_between() {
        for square in Square::all() {
            let blocks = BLOCKS[square.index()];
            let inner = |place: u8| if (1..7).contains(&place) { 2 } else { 1 };
            let there: usize = blocks.iter().filter(|block| !block.is_empty()).count();
            assert_eq!(there, inner(square.file()) * inner(square.rank()));
            for block in blocks.into_iter().filter(|block| !block.is_empty()) {
                assert_eq!(block.len(), 3);
                assert!((block.without(KING[square.index()])).is_empty());
            }
        }
    }
}
