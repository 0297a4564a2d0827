//! Two plies counted from the position above them: the replies are counted once for the position as it stands, and
//! for each move only what it changes of them.
//!
//! What a quiet move changes adds up man by man: what it does to the padatis, to each ratha and to the raja of the
//! other side are separate sums, and most of them can be taken of all moves of a man at once ([`Replies::quiet`]).
//! Where the moves touch the squares that the raja cares for, and where they capture, they are looked at one by one.
//! Replies to what is left are counted from the board: moves that may open or close a line to the raja, promotions.

use super::movegen::{after, generate, generate_given};
use super::position::plane;
use super::{
    BareRaja, Color, Game, Move, MoveSet, Mover, Position, PromotionChoice, PromotionDenied,
    PromotionRequires, RajaJumpCapture, RajaSafety, Role, StalemateTest,
};
use crate::attacks::{FERZ, KING, PAWN, between, lame_alfil, lines, rook, slides_after};
use crate::sink::Sink;
use crate::walkers::Walkers;
use crate::{Bitboard, Square};
use core::marker::PhantomData;

/// More sets of moves than a position has: the raja has two and every other man one, but padatis, of which no more than
/// six sets are free and two belong to each that is pinned.
const LISTED: usize = 40;

/// The number of sequences of two plies; `count` counts the replies in a position.
#[inline(always)]
pub(super) fn count_pairs<M: Mover>(
    game: &Game,
    position: &Position,
    count: impl Fn(&Position) -> u64,
) -> u64 {
    let Some(raja) = position.raja(M::Opponent::COLOR) else { return 0 };
    let from_board = |moves: &MoveSet, mv| count(&after::<M>(game, position, moves, mv));
    // Where we are bare the other side has won after any move but one that takes its last man.
    if game.rules.bare_raja == BareRaja::Loses && !position.men(M::COLOR).has_many() {
        let mut total = 0;
        generate::<M>(game, position, &mut |moves: MoveSet| {
            total += moves.moves(game, M::COLOR).map(|mv| from_board(&moves, mv)).sum::<u64>();
        });
        return total;
    }
    let replies = Replies::<M>::new(game, position, raja);
    let mut pairs = Pairs { replies: &replies, even: 0, delta: 0, single: [NO_MOVES; LISTED], len: 0 };
    generate_given::<M>(game, position, replies.attacked, &mut pairs);
    let mut total = pairs.total();
    for moves in &pairs.single[..pairs.len.min(LISTED)] {
        for mv in moves.moves(game, M::COLOR) {
            total += match replies.to_move(moves, mv) {
                Some(count) => count,
                None => from_board(moves, mv) as i64,
            };
        }
    }
    total as u64
}

struct Pairs<'a, M> {
    replies: &'a Replies<'a, M>,
    /// How many moves are even, and how many more replies there are to them than to as many moves that change nothing.
    even: i64,
    delta: i64,
    /// The moves that are looked at one by one: a list, so that what is done with them is compiled once.
    single: [MoveSet; LISTED],
    len: usize,
}

const NO_MOVES: MoveSet = MoveSet::Man { role: Role::Raja, from: Square::A1, to: Bitboard::EMPTY };

impl<M: Mover> Pairs<'_, M> {
    /// The replies to the even moves.
    #[inline(always)]
    fn total(&self) -> i64 {
        let Replies { base, raja_replies, .. } = &self.replies;
        if self.replies.ends(raja_replies) { 0 } else { self.even * (base + raja_replies.count) + self.delta }
    }
}

impl<M: Mover> Sink<MoveSet> for Pairs<'_, M> {
    #[inline(always)]
    fn take(&mut self, moves: MoveSet) {
        if moves.is_empty() {
            return;
        }
        let even = self.replies.even(&moves);
        self.even += size(even);
        self.delta += self.replies.delta(&moves, even);
        let rest = moves.to().without(even);
        if !rest.is_empty() {
            self.single[self.len % LISTED] = moves.with(rest);
            self.len += 1;
        }
    }
}

/// One move of ours.
#[derive(Clone, Copy)]
struct Ply {
    role: Role,
    from: Square,
    to: Square,
}

/// What the enemy raja can do.
struct RajaReplies {
    count: i64,
    attacked: bool,
}

impl RajaReplies {
    /// With what leaps on an empty board, when we attack these squares, the men stand there and our raja there.
    #[inline(always)]
    fn new<M: Mover>(
        game: &Game,
        raja: Square,
        leaps: Bitboard,
        attacked: Bitboard,
        (ours, theirs): (Bitboard, Bitboard),
        our_raja: Bitboard,
    ) -> Self {
        let forbidden = if forbids::<M>() { attacked | theirs } else { theirs };
        let mut count = size(KING[raja.index()].without(forbidden));
        let attacked = attacked.contains(raja);
        if !attacked {
            let closed = match game.rules.raja_jump_capture {
                RajaJumpCapture::Any => our_raja,
                RajaJumpCapture::None => ours,
            };
            count += size(leaps.without(forbidden | closed));
        }
        Self { count, attacked }
    }
}

/// Whether a raja may not go where it is attacked.
const fn forbids<M: Mover>() -> bool {
    !matches!(M::SAFETY, RajaSafety::None)
}

/// What the enemy can reply, as far as a move of ours leaves it alone.
struct Replies<'a, M> {
    game: &'a Game,
    position: &'a Position,
    occupied: Bitboard,
    ours: Bitboard,
    theirs: Bitboard,
    raja: Square,
    /// What they attack on the board without our raja.
    attacked: Bitboard,
    /// Squares on which a move that begins or ends may open or close a line to the raja, where that matters to other
    /// men than the raja.
    locked: Bitboard,
    /// The squares on which an even move does not begin or end: those, those of `screens`, and those of the leap where
    /// any man closes them.
    still: Bitboard,
    /// Where a man of ours that comes or goes changes what their other men can do.
    sensitive: Bitboard,
    /// What our men that neither slide nor can be blocked attack: at all, and twice or more.
    once: Bitboard,
    twice: Bitboard,
    /// What our rathas attack.
    sliding: Bitboard,
    /// What their rathas that are not pinned reach, and how many moves they have.
    their_reach: Bitboard,
    their_slides: i64,
    /// Where the enemy raja could leap on an empty board.
    leaps: Bitboard,
    /// The replies of the raja to a move that does not concern it.
    raja_replies: RajaReplies,
    /// The squares it could go to were they not attacked, and its own.
    cared: Bitboard,
    /// Those that one man of ours alone attacks, so that its leaving matters.
    lone: Bitboard,
    /// The squares on which a change lets in or shuts out one of our men that can be blocked.
    screens: Bitboard,
    /// From where a man of each role attacks a square that the raja could go to, or the raja.
    zones: [Bitboard; 6],
    /// The enemy men that are not pinned.
    free: Bitboard,
    padatis: Walkers,
    promoting_padatis: Walkers,
    /// Whether a padati of theirs is one step from its last row.
    near: bool,
    /// Where padatis go as they are, and where they are promoted.
    plain: Bitboard,
    promoting: Bitboard,
    /// By direction: the squares over which a lame gaja goes.
    passed: [Bitboard; 4],
    /// The replies of men that no quiet move changes.
    constant: i64,
    /// The replies of all men but the raja as the board stands.
    base: i64,
    mover: PhantomData<M>,
}

const DIAGONALS: [(i8, i8); 4] = crate::attacks::diagonal(1);

impl<'a, M: Mover> Replies<'a, M> {
    const PINS: bool = matches!(M::SAFETY, RajaSafety::AllMoves);

    #[inline(always)]
    fn new(game: &'a Game, position: &'a Position, raja: Square) -> Self {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let (ours, theirs) = (position.men(us), position.men(them));
        let occupied = ours | theirs;
        let without_raja = occupied.without(Bitboard::of(raja));
        let [mantris, rathas, gajas, ashvas, padatis] = position.roles;

        // What we attack.
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut add = |attacks: Bitboard| {
            twice |= once & attacks;
            once |= attacks;
        };
        for square in ours & mantris {
            add(FERZ[square.index()]);
        }
        if !M::LAME {
            for square in ours & gajas {
                add(game.elephant[us as usize][square.index()]);
            }
        }
        for square in ours & ashvas {
            add(game.horse[square.index()]);
        }
        add((ours & padatis).shift(-1, us.forward()));
        add((ours & padatis).shift(1, us.forward()));
        if let Some(raja) = position.raja(us) {
            add(KING[raja.index()]);
        }
        let mut sliding = Bitboard::EMPTY;
        for square in ours & rathas {
            sliding |= rook(square, without_raja);
        }

        // Lines to their raja.
        let mut pinned = Bitboard::EMPTY;
        let mut locked = Bitboard::EMPTY;
        let last_row = Bitboard::rank(them.last_rank());
        let forward = (0, them.forward());
        let (mut plain, mut promoting) = (Bitboard::FULL, Bitboard::EMPTY);
        let near = (theirs & padatis).meets(last_row.shift(0, -them.forward()));
        if near {
            promoting = game.promoting_squares(position, them);
            plain = !last_row;
            if game.rules.promotion_choice == PromotionChoice::Optional {
                plain |= promoting;
            }
            if game.rules.promotion_denied == PromotionDenied::Stays {
                plain |= last_row.without(promoting);
            }
        }
        let our_raja = position.of(us, Role::Raja);
        let men = theirs & padatis;
        let mut attacked = men.shift(-1, them.forward()) | men.shift(1, them.forward()) | KING[raja.index()];
        let mut constant = 0;
        if Self::PINS {
            let mut aimed = ours & rathas & lines(raja);
            if M::LAME {
                aimed |= ours & gajas & game.elephant[us as usize][raja.index()];
            }
            for pinner in aimed {
                let line = between(raja, pinner);
                locked |= line | Bitboard::of(pinner);
                let blockers = line & occupied;
                if blockers.meets(theirs) && !blockers.has_many() {
                    pinned |= blockers;
                    let along = line | Bitboard::of(pinner);
                    for man in blockers & rathas {
                        attacked |= rook(man, occupied.without(our_raja));
                        constant += size(rook(man, occupied) & along);
                    }
                    // What it could do elsewhere is counted with the men that are free.
                    let mut leaper = |role: Bitboard, reach: &[Bitboard; 64]| {
                        for man in blockers & role {
                            constant -= size(reach[man.index()].without(theirs | along));
                        }
                    };
                    leaper(mantris, &FERZ);
                    leaper(ashvas, &game.horse);
                    if !M::LAME {
                        leaper(gajas, &game.elephant[them as usize]);
                    }
                    for allowed in [plain, promoting] {
                        constant +=
                            Walkers::new(blockers & padatis, forward, along & allowed).moves(ours, occupied);
                    }
                }
            }
        }

        // What they attack and what those that are free can do.
        let free = theirs.without(pinned);
        let targets = !theirs;
        let mut leaper = |reach: Bitboard| {
            attacked |= reach;
            constant += size(reach & targets);
        };
        for square in theirs & mantris {
            leaper(FERZ[square.index()]);
        }
        if !M::LAME {
            for square in theirs & gajas {
                leaper(game.elephant[them as usize][square.index()]);
            }
        }
        for square in theirs & ashvas {
            leaper(game.horse[square.index()]);
        }
        let mut passed = [Bitboard::EMPTY; 4];
        if M::LAME {
            for ((files, ranks), passed) in DIAGONALS.into_iter().zip(&mut passed) {
                *passed = (free & gajas).shift(files, ranks) & targets.shift(-files, -ranks);
            }
            attacked |= lame_alfil(theirs & gajas, occupied.without(our_raja));
        }
        let (mut their_reach, mut their_slides) = (Bitboard::EMPTY, 0);
        for square in free & rathas {
            let reach = rook(square, occupied);
            attacked |= if reach.meets(our_raja) { rook(square, occupied.without(our_raja)) } else { reach };
            their_reach |= reach;
            their_slides += size(reach & targets);
        }
        let their_padatis = Walkers::new(free & padatis, forward, plain);
        let mut base = constant + their_slides + their_padatis.moves(ours, occupied);
        let mut sensitive = their_reach | their_padatis.all();
        let mut promoting_padatis = Walkers::NONE;
        if near {
            promoting_padatis = Walkers::new(free & padatis, forward, promoting);
            base += promoting_padatis.moves(ours, occupied);
            sensitive |= promoting_padatis.all();
        }
        if M::LAME {
            for passed in passed {
                base += size(passed.without(occupied));
                sensitive |= passed;
            }
        }

        // What their raja cares for.
        let leaps = if position.has_jump(them) { game.horse[raja.index()] } else { Bitboard::EMPTY };
        let cared = if forbids::<M>() {
            (KING[raja.index()] | leaps).without(theirs) | Bitboard::of(raja)
        } else {
            Bitboard::of(raja)
        };
        let mut screens = Bitboard::EMPTY;
        for square in ours & rathas {
            for target in lines(square) & cared {
                screens |= between(square, target);
            }
        }
        screens &= sliding;
        let mut our_attacks = once | sliding;
        if M::LAME {
            for (files, ranks) in DIAGONALS {
                screens |= (ours & gajas).shift(files, ranks) & cared.shift(-files, -ranks);
            }
            our_attacks |= lame_alfil(ours & gajas, without_raja);
        }
        let mut zones = [Bitboard::EMPTY; 6];
        let open = cared.without(our_attacks) | Bitboard::of(raja);
        for square in open {
            for role in [Role::Raja, Role::Mantri, Role::Gaja, Role::Ashva, Role::Padati] {
                zones[role as usize] |= pattern(game, them, role, square);
            }
            zones[Role::Ratha as usize] |= lines(square);
        }
        let mut still = locked | screens;
        if game.rules.raja_jump_capture == RajaJumpCapture::None {
            still |= leaps;
        }
        let raja_replies = RajaReplies::new::<M>(game, raja, leaps, our_attacks, (ours, theirs), our_raja);
        Self {
            game,
            position,
            occupied,
            ours,
            theirs,
            raja,
            attacked,
            locked,
            still,
            sensitive,
            once,
            twice,
            sliding,
            their_reach,
            their_slides,
            leaps,
            raja_replies,
            cared,
            lone: once.without(twice) & cared,
            screens,
            zones,
            free,
            padatis: their_padatis,
            promoting_padatis,
            near,
            plain,
            promoting,
            passed,
            constant,
            base,
            mover: PhantomData,
        }
    }

    /// The moves of a set that leave the raja alone and take nothing, so that the replies to them add up.
    #[inline(always)]
    fn even(&self, moves: &MoveSet) -> Bitboard {
        let (role, from) = match *moves {
            MoveSet::Man { role, from, .. } => (role, from),
            MoveSet::Jump { from, .. } => (Role::Raja, from),
            MoveSet::Padatis { files: 0, promotes: false, to } => return self.even_steps(to),
            MoveSet::Padatis { .. } => return Bitboard::EMPTY,
        };
        let own = Bitboard::of(from);
        let unsettles = match role {
            Role::Ratha => rook(from, self.occupied).meets(self.cared),
            Role::Gaja if M::LAME => pattern(self.game, M::COLOR, role, from).meets(self.cared),
            _ => pattern(self.game, M::COLOR, role, from).meets(self.lone),
        };
        let still = if role == Role::Raja { self.still | self.leaps } else { self.still };
        if unsettles || own.meets(still) {
            return Bitboard::EMPTY;
        }
        moves.to().without(self.occupied | still | self.zones[role as usize])
    }

    /// The same for steps of padatis.
    #[inline(always)]
    fn even_steps(&self, to: Bitboard) -> Bitboard {
        let forward = M::COLOR.forward();
        // The rathas look at the moves of a man together, but at each padati alone.
        let touched = self.still | self.their_reach;
        let begins = touched | self.lone.shift(-1, -forward) | self.lone.shift(1, -forward);
        to.without(touched | self.zones[Role::Padati as usize] | begins.shift(0, forward))
    }

    /// How many more replies there are to even moves than to as many moves that change nothing.
    #[inline(always)]
    fn delta(&self, moves: &MoveSet, to: Bitboard) -> i64 {
        match *moves {
            MoveSet::Man { from, .. } | MoveSet::Jump { from, .. } => self.quiet(from, to),
            MoveSet::Padatis { .. } => {
                let from = to.shift(0, -M::COLOR.forward());
                let mut delta = self.padatis.gain(to) - self.padatis.gain(from);
                if self.near {
                    delta += self.promoting_padatis.gain(to) - self.promoting_padatis.gain(from);
                }
                if M::LAME {
                    for passed in self.passed {
                        delta += size(passed & from) - size(passed & to);
                    }
                }
                delta
            }
        }
    }

    /// The replies to a move; `None` where it changes too much.
    #[inline(always)]
    fn to_move(&self, moves: &MoveSet, mv: Move) -> Option<i64> {
        let ply = Ply { role: moves.role(), from: mv.from, to: mv.to };
        let to = Bitboard::of(ply.to);
        let mut locked = self.locked;
        if Self::PINS {
            // Where the man arrives it may pin another.
            match ply.role {
                Role::Ratha => locked |= lines(self.raja),
                Role::Gaja if M::LAME => locked |= self.zones[Role::Gaja as usize],
                _ => {}
            }
        }
        if mv.promotion.is_some() || self.locked.contains(ply.from) || locked.meets(to) {
            return None;
        }
        if ply.to == self.raja {
            return Some(0);
        }
        let captures = self.theirs.meets(to);
        // Losing a man may let a padati promote that could not.
        if captures && self.near && self.game.rules.promotion_requires != PromotionRequires::Nothing {
            return None;
        }
        let theirs = self.theirs.without(to);
        let raja = self.raja_after(ply, theirs);
        Some(if Self::PINS && raja.attacked {
            self.to_check(ply, theirs) + raja.count
        } else if self.ends(&raja) {
            0
        } else if captures {
            self.to_capture(ply, theirs) + raja.count
        } else {
            self.base + self.quiet(ply.from, to) + raja.count
        })
    }

    /// Whether the raja stands still, and that ends the game.
    #[inline(always)]
    fn ends(&self, raja: &RajaReplies) -> bool {
        self.game.rules.stalemate_test == StalemateTest::RajaImmobile && !raja.attacked && raja.count == 0
    }

    /// How many more replies all men but the raja have after quiet moves of one man than after as many moves that change
    /// nothing.
    #[inline(always)]
    fn quiet(&self, from: Square, to: Bitboard) -> i64 {
        let own = Bitboard::of(from);
        if !self.sensitive.meets(own | to) {
            return 0;
        }
        let mut each = -self.padatis.gain(own);
        let mut total = self.padatis.gain(to);
        if self.near {
            each -= self.promoting_padatis.gain(own);
            total += self.promoting_padatis.gain(to);
        }
        if M::LAME {
            for passed in self.passed {
                each += size(passed & own);
                total -= size(passed & to);
            }
        }
        if self.their_reach.meets(own | to) {
            let rathas = self.free & self.position.roles[plane(Role::Ratha)];
            each -= self.their_slides;
            total += slides_after(rathas, self.theirs, self.occupied, own, to);
        }
        total + size(to) * each
    }

    /// The replies of all men but the raja to a capture.
    #[inline(always)]
    fn to_capture(&self, ply: Ply, theirs: Bitboard) -> i64 {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let captured = Bitboard::of(ply.to);
        let free = self.free & theirs;
        let ours = self.ours ^ (Bitboard::of(ply.from) | captured);
        let occupied = ours | theirs;
        let [mantris, rathas, gajas, ashvas, padatis] = self.position.roles;
        let index = ply.to.index();
        // The others can take back, and the man that is taken has no move any more.
        let leaper = |role: Bitboard, from: Bitboard, to: Bitboard| {
            size(from & role & free) - if role.meets(captured) { size(to.without(self.theirs)) } else { 0 }
        };
        let mut total = self.constant
            + leaper(mantris, FERZ[index], FERZ[index])
            + leaper(ashvas, self.game.horse[index], self.game.horse[index]);
        if M::LAME {
            for (files, ranks) in DIAGONALS {
                let passed = (free & gajas).shift(files, ranks).without(occupied);
                total += size(passed.shift(files, ranks).without(theirs));
            }
        } else {
            let reach = &self.game.elephant;
            total += leaper(gajas, reach[us as usize][index], reach[them as usize][index]);
        }
        if self.their_reach.contains(ply.from) || rathas.meets(captured) {
            for square in rathas & free {
                total += size(rook(square, occupied).without(theirs));
            }
        } else if self.their_reach.meets(captured) {
            total += self.their_slides + size(rook(ply.to, occupied) & rathas & free);
        } else {
            total += self.their_slides;
        }
        total += Walkers::new(free & padatis, (0, them.forward()), self.plain).moves(ours, occupied);
        if self.near {
            total += Walkers::new(free & padatis, (0, them.forward()), self.promoting).moves(ours, occupied);
        }
        total
    }

    /// The replies of all men but the raja to a check that must be answered: captures of the checker. That is the man
    /// that moved, since no line to the raja was touched, and nothing can come between.
    #[inline(always)]
    fn to_check(&self, ply: Ply, theirs: Bitboard) -> i64 {
        let us = M::COLOR;
        let checker = Bitboard::of(ply.to);
        let free = self.free & theirs;
        let moved = Bitboard::of(ply.from) | checker;
        let occupied = (self.ours ^ moved) | theirs;
        let [mantris, rathas, gajas, ashvas, padatis] = self.position.roles;
        let index = ply.to.index();
        let gaja =
            if M::LAME { lame_alfil(checker, occupied) } else { self.game.elephant[us as usize][index] };
        let leapers = (FERZ[index] & mantris) | (self.game.horse[index] & ashvas) | (gaja & gajas);
        let officers = leapers | (rook(ply.to, occupied) & rathas);
        let takers = size(PAWN[us as usize][index] & padatis & free);
        size(officers & free) + takers * (size(checker & self.plain) + size(checker & self.promoting))
    }

    /// What the enemy raja can do after a move, when these of its men are left.
    #[inline(always)]
    fn raja_after(&self, ply: Ply, theirs: Bitboard) -> RajaReplies {
        let Ply { role, from, to } = ply;
        let moved = Bitboard::of(from) | Bitboard::of(to);
        let ours = self.ours ^ moved;
        let without_raja = (ours | theirs).without(Bitboard::of(self.raja));
        let left = attacks::<M>(self.game, role, from).without(self.twice);
        let mut attacked = self.once.without(left) | attacks::<M>(self.game, role, to);
        let rathas = self.ours & self.position.roles[plane(Role::Ratha)];
        // The square of a man that is taken is one more to care for.
        let screens = if theirs == self.theirs { self.screens } else { self.sliding };
        if role == Role::Ratha || screens.meets(moved) {
            for square in if role == Role::Ratha { rathas ^ moved } else { rathas } {
                attacked |= rook(square, without_raja);
            }
        } else {
            // What else a change lets in or shuts out does not concern the raja.
            attacked |= self.sliding;
        }
        if M::LAME {
            let gajas = self.ours & self.position.roles[plane(Role::Gaja)];
            attacked |= lame_alfil(if role == Role::Gaja { gajas ^ moved } else { gajas }, without_raja);
        }
        let our_raja = match role {
            Role::Raja => Bitboard::of(to),
            _ => self.position.of(M::COLOR, Role::Raja),
        };
        RajaReplies::new::<M>(self.game, self.raja, self.leaps, attacked, (ours, theirs), our_raja)
    }
}

#[inline(always)]
fn size(set: Bitboard) -> i64 {
    i64::from(set.len())
}

/// What a man that neither slides nor can be blocked attacks; nothing for the others.
#[inline(always)]
fn attacks<M: Mover>(game: &Game, role: Role, square: Square) -> Bitboard {
    match role {
        Role::Gaja if M::LAME => Bitboard::EMPTY,
        _ => pattern(game, M::COLOR, role, square),
    }
}

/// What a man that does not slide attacks on an empty board.
#[inline(always)]
fn pattern(game: &Game, color: Color, role: Role, square: Square) -> Bitboard {
    match role {
        Role::Raja => KING[square.index()],
        Role::Mantri => FERZ[square.index()],
        Role::Gaja => game.elephant[color as usize][square.index()],
        Role::Ashva => game.horse[square.index()],
        Role::Padati => PAWN[color as usize][square.index()],
        Role::Ratha => Bitboard::EMPTY,
    }
}
