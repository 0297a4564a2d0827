//! Two plies counted from the position above them: the replies are counted once for the position as it stands, and
//! for each move only what it changes of them is counted anew.
//!
//! This holds of quiet moves of men that do not slide, that give no check and do not touch the lines of the enemy raja;
//! after any other move the replies are counted from the board.

use super::movegen::{after, generate};
use super::position::plane;
use super::{
    BareRaja, Color, Game, MoveSet, Mover, Position, PromotionChoice, PromotionDenied, RajaJumpCapture,
    RajaSafety, Role, StalemateTest,
};
use crate::attacks::{FERZ, KING, PAWN, between, lines, rook};
use crate::{Bitboard, Square};

/// The sets of moves of one position: one for each man and no more than six for the padatis of each line.
const SETS: usize = 64;

/// The number of sequences of two plies.
#[inline(always)]
pub(super) fn count_pairs<M: Mover>(game: &Game, position: &Position) -> u64 {
    // A list of sets, so that what is done with each stands in one place and is compiled once.
    let mut sets = [MoveSet::Man { role: Role::Raja, from: Square::A1, to: Bitboard::EMPTY }; SETS];
    let mut len = 0;
    generate::<M>(game, position, |moves| {
        if !moves.is_empty() {
            sets[len % SETS] = moves;
            len += 1;
        }
    });
    let replies = Replies::<M>::new(game, position);
    let mut total = 0;
    for moves in &sets[..len.min(SETS)] {
        let mut rest = moves.to();
        if let Some(replies) = &replies {
            let quiet = replies.quiet(moves);
            for mv in moves.with(quiet).moves(game, M::COLOR) {
                if let Some(count) = replies.count(moves, mv.from, mv.to) {
                    total += count;
                    rest = rest.without(Bitboard::of(mv.to));
                }
            }
        }
        for mv in moves.with(rest).moves(game, M::COLOR) {
            total += M::Opponent::count(game, &after::<M>(game, position, moves, mv));
        }
    }
    total
}

/// Men that slide, each with the squares it reaches on the board as it stands.
struct Sliders {
    at: [(Square, Bitboard); 10],
    len: usize,
}

impl Sliders {
    #[inline(always)]
    fn new(men: Bitboard, occupied: Bitboard) -> Self {
        let mut sliders = Self { at: [(Square::A1, Bitboard::EMPTY); 10], len: 0 };
        for (place, square) in sliders.at.iter_mut().zip(men) {
            *place = (square, rook(square, occupied));
            sliders.len += 1;
        }
        sliders
    }

    /// What each reaches when the occupation of these squares has changed.
    #[inline(always)]
    fn reach(&self, changed: Bitboard, occupied: Bitboard) -> impl Iterator<Item = Bitboard> {
        self.at[..self.len].iter().map(move |&(square, reach)| {
            // A change that it does not reach is behind another man.
            if reach.meets(changed) { rook(square, occupied) } else { reach }
        })
    }
}

/// What the enemy can reply, as far as a quiet move leaves it alone.
struct Replies<'a, M> {
    game: &'a Game,
    occupied: Bitboard,
    ours: Bitboard,
    theirs: Bitboard,
    raja: Square,
    /// Squares that no quiet move may begin or end on: the lines on which men may be pinned.
    pin_lines: Bitboard,
    /// What our men that do not slide attack: at all, and twice or more.
    once: Bitboard,
    twice: Bitboard,
    our_rathas: Sliders,
    their_rathas: Sliders,
    /// Where the enemy raja can leap.
    leaps: Bitboard,
    their_padatis: Bitboard,
    /// Where these go as they are, and where they are promoted.
    plain: Bitboard,
    promoting: Bitboard,
    /// The replies that no quiet move changes.
    constant: u64,
    mover: core::marker::PhantomData<M>,
}

impl<'a, M: Mover> Replies<'a, M> {
    /// `None` where every move changes too much: a lame gaja slides, and baring ends the game.
    #[inline(always)]
    fn new(game: &'a Game, position: &Position) -> Option<Self> {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let (ours, theirs) = (position.men(us), position.men(them));
        let raja = position.raja(them)?;
        if M::LAME || (game.rules.bare_raja == BareRaja::Loses && !ours.has_many()) {
            return None;
        }
        let occupied = ours | theirs;
        let [mantris, rathas, gajas, ashvas, padatis] = position.roles;

        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut add = |attacks: Bitboard| {
            twice |= once & attacks;
            once |= attacks;
        };
        for role in [Role::Mantri, Role::Gaja, Role::Ashva] {
            for square in ours & position.roles[plane(role)] {
                add(pattern(game, us, role, square));
            }
        }
        add((ours & padatis).shift(-1, us.forward()));
        add((ours & padatis).shift(1, us.forward()));
        if let Some(raja) = position.raja(us) {
            add(KING[raja.index()]);
        }

        let mut pinned = Bitboard::EMPTY;
        let mut pin_lines = Bitboard::EMPTY;
        let targets = !theirs;
        let mut constant = 0;
        if let RajaSafety::AllMoves = M::SAFETY {
            pin_lines = lines(raja);
            for pinner in ours & rathas & pin_lines {
                let line = between(raja, pinner);
                let blockers = line & occupied;
                if blockers.meets(theirs) && !blockers.has_many() {
                    pinned |= blockers;
                    let along = line | Bitboard::of(pinner);
                    for man in blockers & rathas {
                        constant += u64::from((rook(man, occupied) & along).len());
                    }
                    // Where the gaja goes straight it can go along the line.
                    for man in blockers & gajas {
                        let reach = pattern(game, them, Role::Gaja, man) & along;
                        constant += u64::from(reach.without(theirs).len());
                    }
                    // On the file of the raja a padati can step, unless it does so onto its last row, which is
                    // the raja's own or beyond it.
                    let steps = (blockers & padatis).shift(0, them.forward()) & along;
                    constant += u64::from(steps.without(occupied).len());
                }
            }
        }
        let free = theirs.without(pinned);
        for role in [Role::Mantri, Role::Gaja, Role::Ashva] {
            for square in free & [mantris, rathas, gajas, ashvas][plane(role)] {
                constant += u64::from((pattern(game, them, role, square) & targets).len());
            }
        }

        let leaps = if position.has_jump(them) {
            let closed = match game.rules.raja_jump_capture {
                RajaJumpCapture::Any => theirs | position.of(us, Role::Raja),
                RajaJumpCapture::None => theirs,
            };
            game.horse[raja.index()].without(closed)
        } else {
            Bitboard::EMPTY
        };
        let their_padatis = free & padatis;
        let last_row = Bitboard::rank(them.last_rank());
        let (mut plain, mut promoting) = (Bitboard::FULL, Bitboard::EMPTY);
        if (theirs & padatis).meets(last_row.shift(0, -them.forward())) {
            promoting = game.promoting_squares(position, them);
            plain = !last_row;
            if game.rules.promotion_choice == PromotionChoice::Optional {
                plain |= promoting;
            }
            if game.rules.promotion_denied == PromotionDenied::Stays {
                plain |= last_row.without(promoting);
            }
        }
        Some(Self {
            game,
            occupied,
            ours,
            theirs,
            raja,
            pin_lines,
            once,
            twice,
            our_rathas: Sliders::new(ours & rathas, occupied.without(Bitboard::of(raja))),
            their_rathas: Sliders::new(free & rathas, occupied),
            leaps,
            their_padatis,
            plain,
            promoting,
            constant,
            mover: core::marker::PhantomData,
        })
    }

    /// Those moves of a set that leave the rest of the replies alone.
    #[inline(always)]
    fn quiet(&self, moves: &MoveSet) -> Bitboard {
        let quiet = moves.to().without(self.occupied | self.pin_lines);
        match *moves {
            MoveSet::Man { role: Role::Mantri | Role::Gaja | Role::Ashva, from, .. } => {
                if self.pin_lines.contains(from) { Bitboard::EMPTY } else { quiet }
            }
            MoveSet::Padatis { files: 0, promotes: false, .. } => {
                quiet.without(self.pin_lines.shift(0, M::COLOR.forward()))
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The number of replies to a quiet move; `None` when it gives check.
    #[inline(always)]
    fn count(&self, moves: &MoveSet, from: Square, to: Square) -> Option<u64> {
        let role = moves.role();
        let moved = Bitboard::of(from) | Bitboard::of(to);
        let occupied = self.occupied ^ moved;
        let left = pattern(self.game, M::COLOR, role, from).without(self.twice);
        let mut attacked = self.once.without(left) | pattern(self.game, M::COLOR, role, to);
        for reach in self.our_rathas.reach(moved, occupied.without(Bitboard::of(self.raja))) {
            attacked |= reach;
        }
        if attacked.contains(self.raja) {
            return None;
        }
        let forbidden = match M::SAFETY {
            RajaSafety::AllMoves | RajaSafety::OwnMoves => attacked,
            RajaSafety::None => Bitboard::EMPTY,
        };
        let steps = KING[self.raja.index()].without(self.theirs | forbidden);
        let mut leaps = self.leaps.without(forbidden);
        if self.game.rules.raja_jump_capture == RajaJumpCapture::None {
            leaps = leaps.without(occupied);
        }
        if self.game.rules.stalemate_test == StalemateTest::RajaImmobile && (steps | leaps).is_empty() {
            return Some(0);
        }
        let mut count = self.constant + u64::from(steps.len() + leaps.len());
        for reach in self.their_rathas.reach(moved, occupied) {
            count += u64::from(reach.without(self.theirs).len());
        }
        let forward = M::Opponent::COLOR.forward();
        let ours = self.ours ^ moved;
        for to in [
            self.their_padatis.shift(0, forward).without(occupied),
            self.their_padatis.shift(-1, forward) & ours,
            self.their_padatis.shift(1, forward) & ours,
        ] {
            count += u64::from((to & self.plain).len() + (to & self.promoting).len());
        }
        Some(count)
    }
}

/// What a man that does not slide attacks.
#[inline(always)]
fn pattern(game: &Game, color: Color, role: Role, square: Square) -> Bitboard {
    match role {
        Role::Mantri => FERZ[square.index()],
        Role::Gaja => game.elephant[color as usize][square.index()],
        Role::Ashva => game.horse[square.index()],
        Role::Padati => PAWN[color as usize][square.index()],
        Role::Raja | Role::Ratha => Bitboard::EMPTY,
    }
}
