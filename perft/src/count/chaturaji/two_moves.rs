//! Two moves without dice: the replies are counted once for the position as it stands, and for each move,
//! only the change that it causes is computed.

use super::may_be_completed;
use super::mobility::Mobility;
use crate::count::pawns::PawnMoves;
use crate::count::size;
use crate::count::slides::slides_after;
use arrayvec::ArrayVec;
use rules_core::chaturaji::{BoatTriumph, Game, MoveSet, Mover, Origin, Position, Role, Seat};
use rules_core::{Bitboard, PawnTargets, Square, Visitor};

/// At least as many sets of moves as a position has: one for each of at most eight pieces other than pawns,
/// or two in each of three directions for pawns beside at most seven others.
const CAPACITY: usize = 16;

/// Returns the number of sequences of two moves without dice. `moves` counts the moves of a position.
#[inline(always)]
pub(super) fn count<M: Mover>(game: &Game, position: &Position, moves: impl Fn(&Position) -> u64) -> u64 {
    let replies = Replies::new(game, position, game.next_seat(position), M::SEAT);
    let mut sorted = SortedMoves { replies: &replies, moves: 0, total: 0, single: ArrayVec::new() };
    game.generate::<M>(position, &mut sorted);
    if sorted.moves == 0 {
        return moves(&game.end_turn(position));
    }
    let mut total = sorted.total;
    for set in &sorted.single {
        for mv in set.moves(game, M::SEAT) {
            total += if replies.is_quiet(set, mv.to) {
                replies.to_quiet(Bitboard::of(mv.from), Bitboard::of(mv.to))
            } else {
                moves(&game.end_turn(&game.make::<M>(position, set.role, mv))) as i64
            };
        }
    }
    total as u64
}

/// The moves of a position, sorted by how their replies are counted.
struct SortedMoves<'a> {
    replies: &'a Replies<'a>,
    /// How many moves there are.
    moves: u32,
    /// The replies to the additive moves.
    total: i64,
    /// The moves that are judged one by one.
    single: ArrayVec<MoveSet, CAPACITY>,
}

impl Visitor<MoveSet> for SortedMoves<'_> {
    #[inline(always)]
    fn visit(&mut self, moves: MoveSet) {
        let additive = self.replies.additive(&moves);
        self.moves += moves.len();
        self.total += self.replies.to_additive(&moves, additive);
        let rest = moves.to.without(additive);
        if !rest.is_empty() {
            self.single.push(moves.with_targets(rest));
        }
    }
}

/// The next seat's replies that a move does not affect: it captures neither a piece of that seat nor a king,
/// and changes only what the pawns and elephants of that seat can do.
struct Replies<'a> {
    mobility: Mobility<'a>,
    /// The moves of pawns as pawns, and their promotions.
    pawns: [PawnMoves; 2],
    /// The squares on which a piece that comes or goes changes what pawns and elephants can do.
    sensitive: Bitboard,
    /// The squares on which no quiet move ends: those of the next seat's pieces and of all kings, or all
    /// squares where the next seat may have no move left.
    closed: Bitboard,
    /// Whether a boat's move may triumph, so that it has to be made.
    triumphs: bool,
    /// All replies, on the board as it stands.
    base: i64,
    /// The direction of the mover's pawns.
    forward: (i8, i8),
}

impl<'a> Replies<'a> {
    #[inline(always)]
    fn new(game: &'a Game, position: &'a Position, seat: Seat, mover: Seat) -> Self {
        let mobility = Mobility::new(game, position, seat);
        let pawns = position.of(seat, Role::Pawn);
        let PawnTargets { plain, promoting } = game.pawn_targets(position, seat, pawns);
        let pawn_moves = |allowed| PawnMoves::new(pawns, seat.forward(), allowed);
        let pawns = [pawn_moves(plain), pawn_moves(promoting)];
        let others = mobility.occupied.without(mobility.own);
        let leaps: i64 = mobility.leaps.into_iter().sum();
        let mut base = leaps + mobility.slides;
        let mut sensitive = mobility.reach;
        for pawns in &pawns {
            base += pawns.count(others, mobility.occupied);
            sensitive |= pawns.squares();
        }
        let boats = position.all_of(Role::Boat).without(position.pieces(mover));
        // If any other seat loses a piece other than a king, the mover and the next seat can still play.
        let closed = mobility.own | position.all_of(Role::King);
        Self {
            sensitive,
            // A quiet move never deprives a leaper of a move.
            closed: if leaps > 0 { closed } else { Bitboard::FULL },
            mobility,
            pawns,
            triumphs: game.rules().boat_triumph != BoatTriumph::None && may_be_completed(boats),
            base,
            forward: mover.forward(),
        }
    }

    /// Returns whether [`Replies::to_quiet`] counts the replies to a move.
    #[inline(always)]
    fn is_quiet(&self, moves: &MoveSet, to: Square) -> bool {
        let promotes = matches!(moves.origin, Origin::Pawns { promotes: true, .. });
        let may_triumph = self.triumphs && moves.role == Role::Boat;
        !(promotes || may_triumph || self.closed.contains(to))
    }

    /// Returns the target squares of the quiet moves of a set whose replies are counted together.
    #[inline(always)]
    fn additive(&self, moves: &MoveSet) -> Bitboard {
        match moves.origin {
            _ if self.triumphs && moves.role == Role::Boat => Bitboard::EMPTY,
            Origin::Square(_) => moves.to.without(self.closed),
            Origin::Pawns { promotes: true, .. } => Bitboard::EMPTY,
            Origin::Pawns { .. } => {
                // Only steps are counted together; captures are rare.
                let (files, ranks) = self.forward;
                let to = moves.to.without(self.closed | self.mobility.occupied);
                to.without(self.sensitive | self.sensitive.shift(files, ranks))
            }
        }
    }

    /// Returns the replies to the additive moves of a set.
    #[inline(always)]
    fn to_additive(&self, moves: &MoveSet, to: Bitboard) -> i64 {
        match moves.origin {
            Origin::Square(from) => self.to_quiet(Bitboard::of(from), to),
            Origin::Pawns { .. } => size(to) * self.base,
        }
    }

    /// Returns the replies to quiet moves of one piece.
    #[inline(always)]
    fn to_quiet(&self, from: Bitboard, to: Bitboard) -> i64 {
        let mut each = self.base;
        if !self.sensitive.meets(from | to) {
            return size(to) * each;
        }
        let mut total = 0;
        let Mobility { position, seat, own, occupied, reach, slides, .. } = self.mobility;
        for pawns in &self.pawns {
            each -= pawns.gain(from);
            // For the next seat, it makes no difference that the captor has replaced the captured piece.
            total += pawns.gain(to.without(occupied));
        }
        if reach.meets(from | to) {
            each -= slides;
            total += slides_after(position.of(seat, Role::Elephant), own, occupied, from, to);
        }
        total + size(to) * each
    }
}
