//! Two turns of one move each, without dice or with one die: the replies are counted once for the position as
//! it stands, and for each move, only the change that it causes is computed.

use super::faces::{ByFace, LANES};
use super::may_be_completed;
use super::mobility::{Mobility, SLIDERS, of_sliders};
use crate::count::pawns::PawnMoves;
use crate::count::size;
use crate::count::slides::slides_after;
use arrayvec::ArrayVec;
use rules_core::chaturaji::{
    BoatTriumph, DiceUse, Face, FaceSet, Game, MoveSet, Mover, Origin, Position, Role, Rules, Seat, Usable,
};
use rules_core::{Bitboard, PawnTargets, Square, Visitor};

/// At least as many sets of moves as a position has: one for each of at most eight pieces other than pawns,
/// or two in each of three directions for pawns beside at most seven others.
const CAPACITY: usize = 16;

/// Returns the number of sequences of two turns of one move, each as often as ordered rolls allow it. `turns`
/// counts the turns of a position; `DIE` says whether the rules have one die.
#[inline(always)]
pub(super) fn count<M: Mover, const DIE: bool>(
    game: &Game,
    position: &Position,
    turns: impl Fn(&Position) -> u64,
) -> u64 {
    let replies = Replies::<M, DIE>::new(game, position, game.next_seat(position));
    // Which moves a roll of one die allows does not depend on the position.
    let counts = |usable: Usable| DIE.then(|| game.roll_counts_given(position.dice(), &usable));
    let single = counts(Usable::default()).map_or([1; 4], |counts| counts.single);
    let mut sorted =
        SortedMoves { replies: &replies, single, faces: FaceSet::EMPTY, total: 0, rest: ArrayVec::new() };
    game.generate::<M>(position, &mut sorted);
    let mut total = sorted.total;
    for set in &sorted.rest {
        let weight = i64::from(single[set.face() as usize]);
        for mv in set.moves(game, M::SEAT) {
            let replies = if replies.is_quiet(set, mv.to) {
                replies.to_quiet(Bitboard::of(mv.from), Bitboard::of(mv.to))
            } else {
                turns(&game.end_turn(&game.make::<M>(position, set.role, mv))) as i64
            };
            total += weight * replies;
        }
    }
    let faces = sorted.faces;
    total += match counts(Usable { first: faces, ..Usable::default() }) {
        Some(counts) => i64::from(counts.pass) * replies.base,
        // Without dice, a seat without a move passes, and so may the next seat.
        None if faces == FaceSet::EMPTY => turns(&game.end_turn(position)) as i64,
        None => 0,
    };
    total as u64
}

/// The moves of a position, sorted by how their replies are counted.
struct SortedMoves<'a, M, const DIE: bool> {
    replies: &'a Replies<'a, M, DIE>,
    /// How many rolls allow a move, by its face.
    single: [u32; 4],
    /// The faces by which some piece can move.
    faces: FaceSet,
    /// The replies to the additive moves.
    total: i64,
    /// The moves that are judged one by one.
    rest: ArrayVec<MoveSet, CAPACITY>,
}

impl<M: Mover, const DIE: bool> Visitor<MoveSet> for SortedMoves<'_, M, DIE> {
    #[inline(always)]
    fn visit(&mut self, moves: MoveSet) {
        if moves.is_empty() {
            return;
        }
        let additive = self.replies.additive(&moves);
        self.faces = self.faces.with(moves.face());
        let weight = i64::from(self.single[moves.face() as usize]);
        self.total += weight * self.replies.to_additive(&moves, additive);
        let rest = moves.to.without(additive);
        if !rest.is_empty() {
            self.rest.push(moves.with_targets(rest));
        }
    }
}

/// The next seat's replies that a move does not affect: it captures neither a piece of that seat nor a king,
/// and changes only what the pawns and elephants of that seat can do.
struct Replies<'a, M, const DIE: bool> {
    mobility: Mobility<'a, M>,
    /// The moves of pawns as pawns, and their promotions.
    pawns: [PawnMoves; 2],
    /// The squares on which a piece that comes or goes changes what pawns and elephants can do.
    sensitive: Bitboard,
    /// The squares on which no quiet move ends: those of the next seat's pieces and of all kings, or all
    /// squares where the next seat may have no move left.
    closed: Bitboard,
    /// Whether a boat's move may triumph, so that it has to be made.
    triumphs: bool,
    /// The moves of the next seat, on the board as it stands.
    moves: ByFace,
    /// Its turns, on the board as it stands.
    base: i64,
    /// Whether a die must be used, so that the number of turns is no sum over the moves.
    is_forced: bool,
}

impl<'a, M: Mover, const DIE: bool> Replies<'a, M, DIE> {
    #[inline(always)]
    fn new(game: &'a Game, position: &'a Position, seat: Seat) -> Self {
        let mobility = Mobility::new(game, position, seat);
        let pawns = position.of(seat, Role::Pawn);
        let PawnTargets { plain, promoting } = game.pawn_targets(position, seat, pawns);
        let pawn_moves = |allowed| PawnMoves::new(pawns, seat.forward(), allowed);
        let pawns = [pawn_moves(plain), pawn_moves(promoting)];
        let others = mobility.occupied.without(mobility.own);
        let leaps = mobility.of_leapers();
        let mut moves = mobility.of_officers();
        let mut sensitive = mobility.reach;
        for pawns in &pawns {
            moves = moves.plus(of_pawns(pawns.count(others, mobility.occupied)));
            sensitive |= pawns.squares();
        }
        let Rules { dice, dice_use, .. } = *game.rules();
        let is_forced = DIE && dice_use == DiceUse::Must;
        let passes = if DIE { dice.rolls().map_or(0, i64::from) } else { 0 };
        let base = if is_forced { forced_turns(moves) } else { passes + moves.times([1; 4]) as i64 };
        let boats = position.all_of(Role::Boat).without(position.pieces(M::SEAT));
        // If any other seat loses a piece other than a king, the mover and the next seat can still play.
        let closed = mobility.own | position.all_of(Role::King);
        Self {
            sensitive,
            // A quiet move never deprives a leaper of a move.
            closed: if passes > 0 || leaps != ByFace::NONE { closed } else { Bitboard::FULL },
            mobility,
            pawns,
            triumphs: game.rules().boat_triumph != BoatTriumph::None && may_be_completed(boats),
            moves,
            base,
            is_forced,
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
                let (files, ranks) = M::SEAT.forward();
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
        if self.is_forced {
            let changing = if self.sensitive.meets(from) { to } else { to & self.sensitive };
            let changed = changing.into_iter().map(|to| self.forced_to_quiet(from, Bitboard::of(to)));
            return size(to.without(changing)) * each + changed.sum::<i64>();
        }
        let mut total = 0;
        for pawns in &self.pawns {
            each -= pawns.gain(from);
            // For the next seat, it makes no difference that the captor has replaced the captured piece.
            total += pawns.gain(to.without(self.mobility.occupied));
        }
        if self.mobility.reach.meets(from | to) {
            let [boats, elephants] = self.mobility.slides;
            each -= boats + elephants;
            let [boats, elephants] = self.slides(from, to);
            total += boats + elephants;
        }
        total + size(to) * each
    }

    /// Returns the replies to one quiet move where a die must be used.
    #[inline(always)]
    fn forced_to_quiet(&self, from: Bitboard, to: Bitboard) -> i64 {
        let mut moves = self.moves.0;
        for pawns in &self.pawns {
            moves += of_pawns(pawns.gain(to.without(self.mobility.occupied)) - pawns.gain(from)).0;
        }
        if self.mobility.reach.meets(from | to) {
            moves += of_sliders(self.slides(from, to)).0 - of_sliders(self.mobility.slides).0;
        }
        forced_turns(ByFace(moves))
    }

    /// Returns the moves of the sliders, added up over the quiet moves of one piece to these squares.
    #[inline(always)]
    fn slides(&self, from: Bitboard, to: Bitboard) -> [i64; 2] {
        let Mobility { game, own, occupied, .. } = self.mobility;
        let mut slides = [0; 2];
        for ((role, pieces), slides) in SLIDERS.into_iter().zip(self.mobility.sliders).zip(&mut slides) {
            let attacks = |square, occupied| game.attacks::<M>(role, square, occupied);
            *slides = slides_after(attacks, pieces, own, occupied, from, to);
        }
        slides
    }
}

/// Returns these moves of pawns.
#[inline(always)]
fn of_pawns(moves: i64) -> ByFace {
    ByFace(LANES[Face::of(Role::Pawn) as usize] * moves)
}

/// Returns the number of turns, over the rolls of one die that must be used where it can be: the moves that a
/// face allows, or the empty turn.
#[inline(always)]
fn forced_turns(moves: ByFace) -> i64 {
    moves.plus(moves.none()).times([1; 4]) as i64
}
