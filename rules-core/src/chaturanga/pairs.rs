//! Two plies counted from the position above them: the replies are counted once for the position as it stands, and
//! for each move only what it changes of them.
//!
//! What a quiet move changes adds up man by man: what it does to the padatis, to each ratha and to the raja of the
//! other side are separate sums, and most of them can be taken of all moves of a man at once ([`Replies::quiet`]).
//! Where the moves touch the squares that the raja cares for, and where they capture, they are looked at one by one.
//! Replies to what is left are counted from the board: moves that may open or close a line to the raja, promotions.

use super::movegen::{after, generate};
use super::position::plane;
use super::{
    BareRaja, Color, Game, MoveSet, Mover, Position, PromotionChoice, PromotionDenied, PromotionRequires,
    RajaJumpCapture, RajaSafety, Role, StalemateTest,
};
use crate::attacks::{FERZ, KING, PAWN, between, beyond, lame_alfil, lines, rook};
use crate::{Bitboard, Square};
use core::marker::PhantomData;

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
            let (count, uncounted) = replies.to_set(moves);
            total += count as u64;
            rest = uncounted;
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

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (Square, Bitboard)> {
        self.at[..self.len].iter().copied()
    }

    /// What each reaches when the occupation of these squares has changed.
    #[inline(always)]
    fn reach(&self, changed: Bitboard, occupied: Bitboard) -> impl Iterator<Item = (Square, Bitboard)> {
        self.iter().map(move |(square, reach)| {
            // A change that it does not reach is behind another man.
            (square, if reach.meets(changed) { rook(square, occupied) } else { reach })
        })
    }

    #[inline(always)]
    fn all(&self) -> Bitboard {
        self.iter().fold(Bitboard::EMPTY, |all, (_, reach)| all | reach)
    }
}

/// Where padatis go, or would if the squares were empty, or held a man to take.
#[derive(Clone, Copy)]
struct Padatis {
    step: Bitboard,
    left: Bitboard,
    right: Bitboard,
}

impl Padatis {
    #[inline(always)]
    fn new(men: Bitboard, forward: i8, allowed: Bitboard) -> Self {
        Self {
            step: men.shift(0, forward) & allowed,
            left: men.shift(-1, forward) & allowed,
            right: men.shift(1, forward) & allowed,
        }
    }

    /// How many moves they have.
    #[inline(always)]
    fn moves(&self, enemies: Bitboard, occupied: Bitboard) -> i64 {
        size(self.step.without(occupied)) + size(self.left & enemies) + size(self.right & enemies)
    }

    /// How many more moves they have when enemies enter these empty squares.
    #[inline(always)]
    fn gain(&self, entered: Bitboard) -> i64 {
        size(self.left & entered) + size(self.right & entered) - size(self.step & entered)
    }
}

/// One move of ours.
#[derive(Clone, Copy)]
struct Ply {
    role: Role,
    from: Square,
    to: Square,
}

/// What the enemy raja can do after a move.
struct RajaReplies {
    count: i64,
    /// Whether it is attacked.
    attacked: bool,
}

/// What the enemy can reply, as far as a move of ours leaves it alone.
struct Replies<'a, M> {
    game: &'a Game,
    position: &'a Position,
    occupied: Bitboard,
    ours: Bitboard,
    theirs: Bitboard,
    raja: Square,
    /// Squares on which a move that begins or ends may open or close a line to the raja, where that matters to other
    /// men than the raja.
    locked: Bitboard,
    /// What our men that neither slide nor can be blocked attack: at all, and twice or more.
    once: Bitboard,
    twice: Bitboard,
    our_rathas: Sliders,
    their_rathas: Sliders,
    /// What these reach, each and together.
    their_reach: Bitboard,
    /// Where the enemy raja could leap on an empty board.
    leaps: Bitboard,
    /// The replies of the raja to a move that does not concern it.
    raja_replies: RajaReplies,
    /// The squares where an attack of ours alone matters to the raja.
    lone: Bitboard,
    /// The squares on which a change lets in or shuts out one of our men that can be blocked.
    screens: Bitboard,
    /// From where a man of each role attacks a square that the raja could go to, or the raja.
    zones: [Bitboard; 6],
    /// The enemy men that are not pinned.
    free: Bitboard,
    padatis: Padatis,
    promoting_padatis: Padatis,
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
    const FORBIDS: bool = !matches!(M::SAFETY, RajaSafety::None);
    const PINS: bool = matches!(M::SAFETY, RajaSafety::AllMoves);

    /// `None` where every move changes too much: baring ends the game.
    #[inline(always)]
    fn new(game: &'a Game, position: &'a Position) -> Option<Self> {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let (ours, theirs) = (position.men(us), position.men(them));
        let raja = position.raja(them)?;
        if game.rules.bare_raja == BareRaja::Loses && !ours.has_many() {
            return None;
        }
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
        let our_rathas = Sliders::new(ours & rathas, without_raja);

        // Lines to their raja.
        let mut pinned = Bitboard::EMPTY;
        let mut locked = Bitboard::EMPTY;
        let last_row = Bitboard::rank(them.last_rank());
        let forward = them.forward();
        let (mut plain, mut promoting) = (Bitboard::FULL, Bitboard::EMPTY);
        let near = (theirs & padatis).meets(last_row.shift(0, -forward));
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
                        constant += size(rook(man, occupied) & along);
                    }
                    for man in blockers & mantris {
                        constant += size(FERZ[man.index()] & along);
                    }
                    for man in blockers & gajas.without(if M::LAME { gajas } else { Bitboard::EMPTY }) {
                        let reach = game.elephant[them as usize][man.index()];
                        constant += size((reach & along).without(theirs));
                    }
                    for allowed in [plain, promoting] {
                        constant += Padatis::new(blockers & padatis, forward, along & allowed).moves(ours, occupied);
                    }
                }
            }
        }

        // What they can do.
        let free = theirs.without(pinned);
        let targets = !theirs;
        for square in free & mantris {
            constant += size(FERZ[square.index()] & targets);
        }
        let mut passed = [Bitboard::EMPTY; 4];
        if M::LAME {
            for ((files, ranks), passed) in DIAGONALS.into_iter().zip(&mut passed) {
                *passed = (free & gajas).shift(files, ranks) & targets.shift(-files, -ranks);
            }
        } else {
            for square in free & gajas {
                constant += size(game.elephant[them as usize][square.index()] & targets);
            }
        }
        for square in free & ashvas {
            constant += size(game.horse[square.index()] & targets);
        }
        let their_rathas = Sliders::new(free & rathas, occupied);
        let their_padatis = Padatis::new(free & padatis, forward, plain);
        let promoting_padatis = Padatis::new(free & padatis, forward, promoting);
        let mut base = constant + their_padatis.moves(ours, occupied) + promoting_padatis.moves(ours, occupied);
        for (_, reach) in their_rathas.iter() {
            base += size(reach & targets);
        }
        for passed in passed {
            base += size(passed.without(occupied));
        }

        // What their raja cares for.
        let leaps = if position.has_jump(them) { game.horse[raja.index()] } else { Bitboard::EMPTY };
        let cared = if Self::FORBIDS {
            (KING[raja.index()] | leaps).without(theirs) | Bitboard::of(raja)
        } else {
            Bitboard::of(raja)
        };
        let mut screens = Bitboard::EMPTY;
        for (square, reach) in our_rathas.iter() {
            for target in lines(square) & cared {
                screens |= between(square, target) & reach;
            }
        }
        let mut attacked = once | our_rathas.all();
        if M::LAME {
            for (files, ranks) in DIAGONALS {
                screens |= (ours & gajas).shift(files, ranks) & cared.shift(-files, -ranks);
            }
            attacked |= lame_alfil(ours & gajas, without_raja);
        }
        let mut zones = [Bitboard::EMPTY; 6];
        let open = cared.without(attacked) | Bitboard::of(raja);
        for square in open {
            for role in [Role::Raja, Role::Mantri, Role::Gaja, Role::Ashva, Role::Padati] {
                zones[role as usize] |= pattern(game, them, role, square);
            }
            zones[Role::Ratha as usize] |= lines(square);
        }
        let mut replies = Self {
            game,
            position,
            occupied,
            ours,
            theirs,
            raja,
            locked,
            once,
            twice,
            their_reach: their_rathas.all(),
            our_rathas,
            their_rathas,
            leaps,
            raja_replies: RajaReplies { count: 0, attacked: false },
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
        };
        replies.raja_replies = replies.raja_among(attacked, ours, theirs, position.of(us, Role::Raja));
        Some(replies)
    }

    /// The number of replies to the moves of a set, and those of its moves that are left to be counted from the board.
    #[inline(always)]
    fn to_set(&self, moves: &MoveSet) -> (i64, Bitboard) {
        match *moves {
            MoveSet::Man { role, from, to } => self.to_man(role, from, to),
            MoveSet::Jump { from, to } => self.to_man(Role::Raja, from, to),
            MoveSet::Padatis { files: 0, to, promotes: false } => self.to_steps(to),
            MoveSet::Padatis { files, to, promotes: false } => {
                let mut total = 0;
                let mut rest = Bitboard::EMPTY;
                let back = -i32::from(files) - 8 * i32::from(M::COLOR.forward());
                for to in to {
                    let from = Square::truncated((to.index() as i32 + back) as u32);
                    match self.to_capture(Ply { role: Role::Padati, from, to }) {
                        Some(count) => total += count,
                        None => rest |= Bitboard::of(to),
                    }
                }
                (total, rest)
            }
            MoveSet::Padatis { to, promotes: true, .. } => (0, to),
        }
    }

    /// The replies to the moves of one man.
    #[inline(always)]
    fn to_man(&self, role: Role, from: Square, to: Bitboard) -> (i64, Bitboard) {
        let mut locked = self.locked;
        if locked.contains(from) {
            return (0, to);
        }
        if Self::PINS {
            // Where the man arrives it may pin another.
            match role {
                Role::Ratha => locked |= lines(self.raja),
                Role::Gaja if M::LAME => locked |= self.zones[Role::Gaja as usize],
                _ => {}
            }
        }
        let mut rest = to & locked;
        let to = to.without(locked);
        let quiet = to.without(self.occupied);
        let mut hot = quiet & (self.zones[role as usize] | self.screens);
        let own = Bitboard::of(from);
        let unsettles = match role {
            Role::Ratha => rook(from, self.occupied).meets(self.cared()),
            Role::Gaja if M::LAME => self.game.elephant[M::COLOR as usize][from.index()].meets(self.cared()),
            _ => attacks::<M>(self.game, role, from).meets(self.lone),
        };
        if unsettles || own.meets(self.screens) {
            hot = quiet;
        }
        hot |= self.near_leaps(role, own, quiet);
        let mut total = self.to_boring(from, quiet.without(hot));
        for to in hot {
            let ply = Ply { role, from, to };
            match self.to_hot(ply) {
                Some(count) => total += count,
                None => rest |= Bitboard::of(to),
            }
        }
        for to in to & self.theirs {
            match self.to_capture(Ply { role, from, to }) {
                Some(count) => total += count,
                None => rest |= Bitboard::of(to),
            }
        }
        (total, rest)
    }

    /// The replies to steps of padatis that promote nothing.
    #[inline(always)]
    fn to_steps(&self, to: Bitboard) -> (i64, Bitboard) {
        let forward = M::COLOR.forward();
        // What must be looked at one by one, by where it ends or where it begins.
        let touched = self.locked | self.screens | self.their_reach | self.near_leaps(Role::Padati, Bitboard::EMPTY, self.leaps);
        let begins = touched | self.lone.shift(-1, -forward) | self.lone.shift(1, -forward);
        let single = to & (touched | self.zones[Role::Padati as usize] | begins.shift(0, forward));
        let many = to.without(single);
        let from = many.shift(0, -forward);
        let mut total = 0;
        if !self.raja_stands() {
            total = size(many) * (self.base + self.raja_replies.count);
            for padatis in [&self.padatis, &self.promoting_padatis] {
                total += padatis.gain(many) - padatis.gain(from);
            }
            for passed in self.passed {
                total += size(passed & from) - size(passed & many);
            }
        }
        let mut rest = Bitboard::EMPTY;
        for to in single {
            let from = Square::truncated((to.index() as i32 - 8 * i32::from(forward)) as u32);
            if self.locked.meets(Bitboard::of(from) | Bitboard::of(to)) {
                rest |= Bitboard::of(to);
                continue;
            }
            match self.to_hot(Ply { role: Role::Padati, from, to }) {
                Some(count) => total += count,
                None => rest |= Bitboard::of(to),
            }
        }
        (total, rest)
    }

    /// Whether the raja has no move and that alone is the end.
    #[inline(always)]
    fn raja_stands(&self) -> bool {
        self.ends(&self.raja_replies)
    }

    #[inline(always)]
    fn ends(&self, raja: &RajaReplies) -> bool {
        self.game.rules.stalemate_test == StalemateTest::RajaImmobile && !raja.attacked && raja.count == 0
    }

    #[inline(always)]
    fn cared(&self) -> Bitboard {
        if Self::FORBIDS {
            (KING[self.raja.index()] | self.leaps).without(self.theirs) | Bitboard::of(self.raja)
        } else {
            Bitboard::of(self.raja)
        }
    }

    /// Of these moves those that open or close a square to the leap.
    #[inline(always)]
    fn near_leaps(&self, role: Role, from: Bitboard, to: Bitboard) -> Bitboard {
        if role == Role::Raja || self.game.rules.raja_jump_capture == RajaJumpCapture::None {
            if from.meets(self.leaps) { to } else { to & self.leaps }
        } else {
            Bitboard::EMPTY
        }
    }

    /// The replies to quiet moves of one man that do not concern the raja.
    #[inline(always)]
    fn to_boring(&self, from: Square, to: Bitboard) -> i64 {
        if to.is_empty() || self.raja_stands() {
            return 0;
        }
        self.quiet(from, to) + size(to) * self.raja_replies.count
    }

    /// The replies of all men but the raja to quiet moves of one man.
    #[inline(always)]
    fn quiet(&self, from: Square, to: Bitboard) -> i64 {
        let own = Bitboard::of(from);
        let mut each = self.base - self.padatis.gain(own);
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
            for (square, reach) in self.their_rathas.iter() {
                let mut now = reach;
                if reach.meets(own) {
                    now = rook(square, self.occupied ^ own);
                    each += size(now.without(self.theirs)) - size(reach.without(self.theirs));
                }
                for to in to & now {
                    total -= size((now & beyond(square, to)).without(self.theirs));
                }
            }
        }
        total + size(to) * each
    }

    /// The replies to a quiet move that may concern the raja; `None` where a check could be answered by closing a line.
    #[inline(always)]
    fn to_hot(&self, ply: Ply) -> Option<i64> {
        let raja = self.raja_after(ply, self.theirs);
        if Self::PINS && raja.attacked {
            return self.to_check(ply, self.theirs, &raja);
        }
        if self.ends(&raja) {
            return Some(0);
        }
        Some(self.quiet(ply.from, Bitboard::of(ply.to)) + raja.count)
    }

    /// The replies to a capture that promotes nothing.
    #[inline(always)]
    fn to_capture(&self, ply: Ply) -> Option<i64> {
        let captured = Bitboard::of(ply.to);
        let moved = Bitboard::of(ply.from) | captured;
        if self.locked.meets(moved) {
            return None;
        }
        if ply.to == self.raja {
            return Some(0);
        }
        // Losing a man may let a padati promote that could not.
        if self.near && self.game.rules.promotion_requires != PromotionRequires::Nothing {
            return None;
        }
        let theirs = self.theirs.without(captured);
        let raja = self.raja_after(ply, theirs);
        if Self::PINS && raja.attacked {
            return self.to_check(ply, theirs, &raja);
        }
        if self.ends(&raja) {
            return Some(0);
        }
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let free = self.free.without(captured);
        let ours = self.ours ^ moved;
        let occupied = ours | theirs;
        let [mantris, _, gajas, ashvas, padatis] = self.position.roles;
        let index = ply.to.index();
        let mut total = self.constant + raja.count;
        let takes_back = |role, reach: Bitboard| size(reach & role & free);
        let lost = |role: Bitboard, reach: Bitboard| {
            if role.meets(captured) { size(reach.without(self.theirs)) } else { 0 }
        };
        total += takes_back(mantris, FERZ[index]) - lost(mantris, FERZ[index]);
        total += takes_back(ashvas, self.game.horse[index]) - lost(ashvas, self.game.horse[index]);
        if M::LAME {
            for (files, ranks) in DIAGONALS {
                let passed = (free & gajas).shift(files, ranks).without(occupied);
                total += size(passed.shift(files, ranks).without(theirs));
            }
        } else {
            total += takes_back(gajas, self.game.elephant[us as usize][index]);
            total -= lost(gajas, self.game.elephant[them as usize][index]);
        }
        for (square, reach) in self.their_rathas.reach(Bitboard::of(ply.from), occupied) {
            if square != ply.to {
                total += size(reach.without(theirs));
            }
        }
        for allowed in [self.plain, self.promoting] {
            total += Padatis::new(free & padatis, them.forward(), allowed).moves(ours, occupied);
        }
        Some(total)
    }

    /// The replies to a move that gives check, where a check must be answered: the raja's, and captures of the checker.
    /// The man that gives it is the one that moved, since no line to the raja was touched.
    #[inline(always)]
    fn to_check(&self, ply: Ply, theirs: Bitboard, raja: &RajaReplies) -> Option<i64> {
        let us = M::COLOR;
        let checker = Bitboard::of(ply.to);
        let free = self.free & theirs;
        let moved = Bitboard::of(ply.from) | checker;
        let occupied = (self.ours ^ moved) | theirs;
        let [mantris, _, gajas, ashvas, padatis] = self.position.roles;
        let index = ply.to.index();
        let leapers = (FERZ[index] & mantris)
            | (self.game.horse[index] & ashvas)
            | if M::LAME {
                lame_alfil(checker, occupied) & gajas
            } else {
                self.game.elephant[us as usize][index] & gajas
            };
        let mut total = raja.count + size(leapers & free);
        for (square, reach) in self.their_rathas.reach(moved, occupied) {
            total += i64::from(square != ply.to && reach.contains(ply.to));
        }
        let takers = size(PAWN[us as usize][index] & padatis & free);
        total += takers * (size(checker & self.plain) + size(checker & self.promoting));
        Some(total)
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
        for (square, reach) in self.our_rathas.reach(moved, without_raja) {
            if square != from {
                attacked |= reach;
            }
        }
        if role == Role::Ratha {
            attacked |= rook(to, without_raja);
        }
        if M::LAME {
            let gajas = self.position.roles[plane(Role::Gaja)];
            let gajas = if role == Role::Gaja { (gajas & self.ours) ^ moved } else { gajas & self.ours };
            attacked |= lame_alfil(gajas, without_raja);
        }
        let raja = if role == Role::Raja { Bitboard::of(to) } else { self.position.of(M::COLOR, Role::Raja) };
        self.raja_among(attacked, ours, theirs, raja)
    }

    /// What the enemy raja can do when we attack these squares, have these men and a raja there.
    #[inline(always)]
    fn raja_among(&self, attacked: Bitboard, ours: Bitboard, theirs: Bitboard, our_raja: Bitboard) -> RajaReplies {
        let is_attacked = attacked.contains(self.raja);
        let forbidden = if Self::FORBIDS { attacked | theirs } else { theirs };
        let mut count = size(KING[self.raja.index()].without(forbidden));
        if !is_attacked {
            let closed = match self.game.rules.raja_jump_capture {
                RajaJumpCapture::Any => our_raja,
                RajaJumpCapture::None => ours,
            };
            count += size(self.leaps.without(forbidden | closed));
        }
        RajaReplies { count, attacked: is_attacked }
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
