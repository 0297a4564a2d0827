//! Counts one seat's moves on the current board, and incrementally after one move.

use super::faces::{ByFace, LANES};
use crate::count::pawns::PawnMoves;
use crate::count::size;
use rules_core::chaturaji::{
    BoatMove, DiceOrder, DiceUse, Face, Game, Move, MoveSet, Mover, Position, Role, RollCounts, Rules, Seat,
    Usable,
};
use rules_core::{Bitboard, PawnTargets};
use std::marker::PhantomData;

/// The roles whose pieces leap or step, so that nothing blocks them. A boat is none of them where it slides.
const LEAPERS: [Role; 3] = [Role::Boat, Role::Horse, Role::King];

/// The roles whose pieces may slide.
pub(super) const SLIDERS: [Role; 2] = [Role::Boat, Role::Elephant];

/// Returns, in the order of [`SLIDERS`], the pieces of a seat that slide under the rules of `M`.
#[inline(always)]
pub(super) fn sliders<M: Mover>(position: &Position, seat: Seat) -> [Bitboard; 2] {
    let boats = match M::BOAT {
        BoatMove::Alfil => Bitboard::EMPTY,
        BoatMove::Rook => position.of(seat, Role::Boat),
    };
    [boats, position.of(seat, Role::Elephant)]
}

/// The moves of one seat, not necessarily that of `M`, on the board as it stands.
pub(super) struct Mobility<'a, M> {
    pub(super) game: &'a Game,
    position: &'a Position,
    seat: Seat,
    pub(super) own: Bitboard,
    pub(super) occupied: Bitboard,
    /// The pieces of the seat, by `Role as usize`.
    pieces: [Bitboard; 5],
    /// The pieces that slide, in the order of [`SLIDERS`].
    pub(super) sliders: [Bitboard; 2],
    /// How many moves the pieces of each role of [`LEAPERS`] have.
    leaps: [i64; 3],
    /// The squares that the sliders reach.
    pub(super) reach: Bitboard,
    /// How many moves the pieces of each role of [`SLIDERS`] have that slide.
    pub(super) slides: [i64; 2],
    mover: PhantomData<M>,
}

impl<'a, M: Mover> Mobility<'a, M> {
    #[inline(always)]
    pub(super) fn new(game: &'a Game, position: &'a Position, seat: Seat) -> Self {
        let own = position.pieces(seat);
        let occupied = position.occupied();
        let pieces = Role::ALL.map(|role| position.of(seat, role));
        // Separate calls, so that each role is known at compile time.
        let leaps = |role: Role| {
            let mut leaps = 0;
            for square in pieces[role as usize] {
                leaps += size(game.leaps::<M>(role, square).without(own));
            }
            leaps
        };
        let leaps = [leaps(Role::Boat), leaps(Role::Horse), leaps(Role::King)];
        let sliders = sliders::<M>(position, seat);
        let (mut reach, mut slides) = (Bitboard::EMPTY, [0; 2]);
        for ((role, pieces), slides) in SLIDERS.into_iter().zip(sliders).zip(&mut slides) {
            for square in pieces {
                let to = game.attacks::<M>(role, square, occupied);
                reach |= to;
                *slides += size(to.without(own));
            }
        }
        let mover = PhantomData;
        Self { game, position, seat, own, occupied, pieces, sliders, leaps, reach, slides, mover }
    }

    /// Returns how many moves steps and leaps make, slides and pawns left out.
    #[inline(always)]
    pub(super) fn of_leapers(&self) -> ByFace {
        let mut moves = 0;
        for (role, leaps) in LEAPERS.into_iter().zip(self.leaps) {
            moves += LANES[Face::of(role) as usize] * leaps;
        }
        ByFace(moves)
    }

    /// Returns how many moves all pieces but pawns have.
    #[inline(always)]
    pub(super) fn of_officers(&self) -> ByFace {
        self.of_leapers().plus(of_sliders(self.slides))
    }

    /// Returns whether [`Mobility::after`] counts the moves after a move of the seat: it neither promotes nor
    /// triumphs.
    #[inline(always)]
    fn is_plain(&self, role: Role, mv: Move) -> bool {
        let triumphs = || !self.game.triumph(self.position, self.seat, mv.to).is_empty();
        mv.promotion.is_none() && !(role == Role::Boat && triumphs())
    }

    /// Returns the moves of the seat after a plain move of its own. `before` is [`Mobility::of_officers`].
    #[inline(always)]
    fn after(&self, role: Role, mv: Move, before: ByFace) -> ByFace {
        let moved = Bitboard::of(mv.from) | Bitboard::of(mv.to);
        let own = self.own ^ moved;
        let others = self.occupied.without(self.own | Bitboard::of(mv.to));
        let occupied = own | others;
        let ByFace(mut total) = before;
        for each in LEAPERS {
            // The other pieces can now move to its origin square and no longer to its target square.
            let (left, entered) = (self.game.leaps::<M>(each, mv.from), self.game.leaps::<M>(each, mv.to));
            let pieces = self.pieces[each as usize].without(moved);
            let mut gain = size(left & pieces) - size(entered & pieces);
            if each == role {
                gain += size(entered.without(own)) - size(left.without(self.own));
            }
            total += LANES[Face::of(each) as usize] * gain;
        }
        let [boats, elephants] = self.sliders;
        if (boats | elephants).contains(mv.from) || self.reach.meets(moved) {
            let mut after = [0; 2];
            for ((each, mut pieces), after) in SLIDERS.into_iter().zip(self.sliders).zip(&mut after) {
                if pieces.contains(mv.from) {
                    pieces ^= moved;
                }
                for square in pieces {
                    *after += size(self.game.attacks::<M>(each, square, occupied).without(own));
                }
            }
            total += of_sliders(after).0 - of_sliders(self.slides).0;
        }
        let mut pawns = self.pieces[Role::Pawn as usize];
        if role == Role::Pawn {
            pawns ^= moved;
        }
        let PawnTargets { plain, promoting } = self.game.pawn_targets(self.position, self.seat, pawns);
        let moves = |allowed| PawnMoves::new(pawns, self.seat.forward(), allowed).count(others, occupied);
        let pawn_moves = moves(plain) + if promoting.is_empty() { 0 } else { moves(promoting) };
        ByFace(total + LANES[Face::of(Role::Pawn) as usize] * pawn_moves)
    }
}

/// Returns the moves of sliders, which are given in the order of [`SLIDERS`].
#[inline(always)]
pub(super) fn of_sliders([boats, elephants]: [i64; 2]) -> ByFace {
    ByFace(LANES[Face::Two as usize] * boats + LANES[Face::Four as usize] * elephants)
}

/// Returns the number of turns of the seat `M` with dice, each as often as ordered rolls allow it: the second
/// moves are counted from the position before the first.
#[inline(always)]
pub(super) fn count_turns<M: Mover>(game: &Game, position: &Position) -> u64 {
    let Rules { dice, dice_use, dice_order, .. } = *game.rules();
    let replaces_pairs = dice_use == DiceUse::Must && dice_order == DiceOrder::Fixed;
    let mut firsts = ByFace::NONE;
    // By the face of the first move.
    let mut seconds = [ByFace::NONE; 4];
    if dice.has_two() {
        let mobility = Mobility::<M>::new(game, position, M::SEAT);
        let before = mobility.of_officers();
        for moves in game.move_sets::<M>(position).iter() {
            let face = moves.face();
            firsts = firsts.plus(ByFace::of(face, moves.len()));
            for mv in moves.moves(game, M::SEAT) {
                let mut after = if mobility.is_plain(moves.role, mv) {
                    mobility.after(moves.role, mv, before)
                } else {
                    count_moves::<M>(game, &game.make::<M>(position, moves.role, mv))
                };
                if replaces_pairs {
                    // Where no second move has a face, the first counts alone.
                    after = after.plus(after.none());
                }
                seconds[face as usize] = seconds[face as usize].plus(after);
            }
        }
    } else {
        firsts = count_moves::<M>(game, position);
    }
    let turns = |counts: &RollCounts| {
        let mut total = u64::from(counts.pass) + firsts.times(counts.single);
        for (seconds, pair) in seconds.iter().zip(counts.pair) {
            total += seconds.times(pair);
        }
        total
    };
    match game.fixed_roll_counts(position.dice()) {
        Some(counts) => turns(counts),
        None => {
            let usable = Usable { first: firsts.faces(), second: seconds.map(ByFace::faces) };
            turns(&game.roll_counts_given(position.dice(), &usable))
        }
    }
}

/// Returns the moves of the seat `M`.
#[inline(always)]
pub(super) fn count_moves<M: Mover>(game: &Game, position: &Position) -> ByFace {
    let mut total = ByFace::NONE;
    game.generate::<M>(position, &mut |moves: MoveSet| {
        total = total.plus(ByFace::of(moves.face(), moves.len()));
    });
    total
}
