//! Legal moves by masks: what is attacked, what gives check and what is pinned are worked out once a position,
//! so that no move has to be made to be judged.
//!
//! The code is generic over the colour and the class of rules ([`Mover`]); [`Game::dispatch`] chooses both once,
//! at the root of whatever is to be done.

use super::pairs::count_pairs;
use super::position::{NO_RAJA, plane};
use super::{
    BareRaja, Color, ElephantMove, Game, Move, Position, PromotionChoice, PromotionDenied, PromotionRequires,
    RajaJump, RajaJumpCapture, RajaSafety, Role, StalemateTest,
};
use crate::attacks::{FERZ, KING, PAWN, between, lame_alfil, lines, rook};
use crate::sink::Sink;
use crate::{Bitboard, Square};

/// Moves that a generator found together, so that they can be counted without being listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// One man's moves that promote nothing: steps, leaps, slides, captures.
    Man {
        /// What it is.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it can go.
        to: Bitboard,
    },
    /// The raja's jump.
    Jump {
        /// Where the raja stands.
        from: Square,
        /// Where it can leap.
        to: Bitboard,
    },
    /// The moves of several padatis in one direction.
    Padatis {
        /// How many files they go to the right: 0, or -1 or 1 for a capture.
        files: i8,
        /// Where they can go.
        to: Bitboard,
        /// Whether they promote there, to the type of the square.
        promotes: bool,
    },
}

impl MoveSet {
    /// How many moves there are.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.to().len()
    }

    /// Whether there is no move.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.to().is_empty()
    }

    /// The squares that the moves go to.
    #[inline(always)]
    pub const fn to(&self) -> Bitboard {
        match *self {
            Self::Man { to, .. } | Self::Jump { to, .. } | Self::Padatis { to, .. } => to,
        }
    }

    /// The same moves, of which only those to some squares are left.
    #[inline(always)]
    pub(super) const fn with(self, to: Bitboard) -> Self {
        match self {
            Self::Man { role, from, .. } => Self::Man { role, from, to },
            Self::Jump { from, .. } => Self::Jump { from, to },
            Self::Padatis { files, promotes, .. } => Self::Padatis { files, to, promotes },
        }
    }

    /// The moves, one by one; `color` is the side that moves, `game` knows what it promotes to.
    #[inline(always)]
    pub fn moves(self, game: &Game, color: Color) -> impl Iterator<Item = Move> {
        self.to().into_iter().map(move |to| match self {
            Self::Man { from, .. } | Self::Jump { from, .. } => Move { from, to, promotion: None },
            Self::Padatis { files, promotes, .. } => {
                let back = -i32::from(files) - 8 * i32::from(color.forward());
                let from = Square::truncated((to.index() as i32 + back) as u32);
                let promotion = if promotes {
                    game.promotion_roles[color as usize][usize::from(to.file())]
                } else {
                    None
                };
                Move { from, to, promotion }
            }
        })
    }

    #[inline(always)]
    pub(super) const fn role(&self) -> Role {
        match *self {
            Self::Man { role, .. } => role,
            Self::Jump { .. } => Role::Raja,
            Self::Padatis { .. } => Role::Padati,
        }
    }
}

/// One colour under one class of rules: the code path that is chosen once, outside any recursion.
///
/// The types that implement it are made by [`Game::dispatch`] only.
pub trait Mover: Sized + 'static {
    /// The other colour under the same rules.
    type Opponent: Mover<Opponent = Self>;
    /// The side to move.
    const COLOR: Color;
    /// What may not be done to one's own raja.
    const SAFETY: RajaSafety;
    /// Whether the gaja is stopped by the man between.
    const LAME: bool;

    /// The number of legal moves, none of them listed.
    #[inline(always)]
    fn count(game: &Game, position: &Position) -> u64 {
        let mut count = 0;
        generate::<Self>(game, position, &mut |moves: MoveSet| count += u64::from(moves.len()));
        count
    }

    /// The number of sequences of two legal moves. Most are counted without the position between; where it is needed
    /// `replies` counts from there, as [`Mover::count`] of the opponent does.
    #[inline(always)]
    fn count_pairs(game: &Game, position: &Position, replies: impl Fn(&Position) -> u64) -> u64 {
        count_pairs::<Self>(game, position, replies)
    }

    /// Each legal move and the position after it.
    #[inline(always)]
    fn children(game: &Game, position: &Position, mut visit: impl FnMut(Move, Position)) {
        generate::<Self>(game, position, &mut |moves: MoveSet| {
            for mv in moves.moves(game, Self::COLOR) {
                visit(mv, after::<Self>(game, position, &moves, mv));
            }
        });
    }
}

/// Something to do with the moves of one side, for [`Game::dispatch`].
pub trait Operation {
    /// What it gives.
    type Output;
    /// Does it, under the chosen code path.
    fn run<M: Mover>(self) -> Self::Output;
}

enum Side<const WHITE: bool, const SAFETY: u8, const LAME: bool> {}

impl<const SAFETY: u8, const LAME: bool> Mover for Side<true, SAFETY, LAME> {
    type Opponent = Side<false, SAFETY, LAME>;
    const COLOR: Color = Color::White;
    const SAFETY: RajaSafety = RajaSafety::ALL[SAFETY as usize];
    const LAME: bool = LAME;
}

impl<const SAFETY: u8, const LAME: bool> Mover for Side<false, SAFETY, LAME> {
    type Opponent = Side<true, SAFETY, LAME>;
    const COLOR: Color = Color::Black;
    const SAFETY: RajaSafety = RajaSafety::ALL[SAFETY as usize];
    const LAME: bool = LAME;
}

impl Game {
    /// Runs an operation for the side to move under the code path of these rules.
    pub fn dispatch<O: Operation>(&self, side: Color, operation: O) -> O::Output {
        const ALL_MOVES: u8 = RajaSafety::AllMoves as u8;
        const OWN_MOVES: u8 = RajaSafety::OwnMoves as u8;
        const NONE: u8 = RajaSafety::None as u8;
        match (self.rules.raja_safety, self.is_lame()) {
            (RajaSafety::AllMoves, false) => dispatch_side::<ALL_MOVES, false, _>(side, operation),
            (RajaSafety::AllMoves, true) => dispatch_side::<ALL_MOVES, true, _>(side, operation),
            (RajaSafety::OwnMoves, false) => dispatch_side::<OWN_MOVES, false, _>(side, operation),
            (RajaSafety::OwnMoves, true) => dispatch_side::<OWN_MOVES, true, _>(side, operation),
            (RajaSafety::None, false) => dispatch_side::<NONE, false, _>(side, operation),
            (RajaSafety::None, true) => dispatch_side::<NONE, true, _>(side, operation),
        }
    }

    /// Whether the side to move has won because the opponent has nothing but its raja, where the rules say so.
    #[inline(always)]
    pub(super) fn is_bare_win(&self, position: &Position) -> bool {
        self.rules.bare_raja == BareRaja::Loses
            && !position.men(!position.side).has_many()
            && position.men(position.side).has_many()
    }

    pub(super) fn is_lame(&self) -> bool {
        self.rules.elephant_move == ElephantMove::LameAlfil
    }

    /// The squares that the gaja of `color` on `from` reaches.
    #[inline(always)]
    fn gaja(&self, lame: bool, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        if lame {
            lame_alfil(Bitboard::of(from), occupied)
        } else {
            self.elephant[color as usize][from.index()]
        }
    }

    /// The men of `by` whose capture pattern reaches `square` on a board with these squares occupied.
    #[inline(always)]
    pub(super) fn attackers_given(
        &self,
        position: &Position,
        square: Square,
        by: Color,
        lame: bool,
        occupied: Bitboard,
    ) -> Bitboard {
        // Every pattern is that of the other side backwards, so it is looked up from the square attacked.
        let target = !by;
        let index = square.index();
        let [mantri, ratha, gaja, ashva, padati] = position.roles;
        let mut attackers = (FERZ[index] & mantri)
            | (self.gaja(lame, target, square, occupied) & gaja)
            | (self.horse[index] & ashva)
            | (PAWN[target as usize][index] & padati)
            | (rook(square, occupied) & ratha);
        if let Some(raja) = position.raja(by) {
            attackers |= KING[index] & Bitboard::of(raja);
        }
        attackers & position.men(by)
    }

    /// Every square that the men of `by` attack on a board with these squares occupied.
    #[inline(always)]
    fn attacked_by(&self, position: &Position, by: Color, lame: bool, occupied: Bitboard) -> Bitboard {
        let men = position.men(by);
        let padatis = men & position.roles[plane(Role::Padati)];
        let mantris = men & position.roles[plane(Role::Mantri)];
        let gajas = men & position.roles[plane(Role::Gaja)];
        let forward = by.forward();
        let mut attacked = padatis.shift(-1, forward)
            | padatis.shift(1, forward)
            | mantris.shift(-1, -1)
            | mantris.shift(1, -1)
            | mantris.shift(-1, 1)
            | mantris.shift(1, 1);
        if let Some(raja) = position.raja(by) {
            attacked |= KING[raja.index()];
        }
        for from in men & position.roles[plane(Role::Ratha)] {
            attacked |= rook(from, occupied);
        }
        for from in men & position.roles[plane(Role::Ashva)] {
            attacked |= self.horse[from.index()];
        }
        if lame {
            attacked |= lame_alfil(gajas, occupied);
        } else {
            for from in gajas {
                attacked |= self.elephant[by as usize][from.index()];
            }
        }
        attacked
    }

    /// The squares of the last row on which a padati of this side would promote now.
    #[inline(always)]
    pub(super) fn promoting_squares(&self, position: &Position, color: Color) -> Bitboard {
        let men = position.men(color);
        let mut squares = Bitboard::EMPTY;
        for role in Role::OFFICERS {
            let allowed = match self.rules.promotion_requires {
                PromotionRequires::Lost => position.lost >> color.lost_shift() >> plane(role) & 1 != 0,
                PromotionRequires::Missing => (men & position.roles[plane(role)]).len() < role.start_count(),
                PromotionRequires::Nothing => true,
            };
            if allowed {
                squares |= self.promotion_squares[color as usize][plane(role)];
            }
        }
        squares
    }
}

#[inline(always)]
fn dispatch_side<const SAFETY: u8, const LAME: bool, O: Operation>(side: Color, operation: O) -> O::Output {
    match side {
        Color::White => operation.run::<Side<true, SAFETY, LAME>>(),
        Color::Black => operation.run::<Side<false, SAFETY, LAME>>(),
    }
}

/// Hands every legal move to `sink`, in sets that may be empty; nothing when the game is over.
#[inline(always)]
pub(super) fn generate<M: Mover>(game: &Game, position: &Position, sink: &mut impl Sink<MoveSet>) {
    let attacked = match M::SAFETY {
        RajaSafety::AllMoves | RajaSafety::OwnMoves => {
            // The raja leaves its square, so a line through it is not blocked by it.
            let raja = position.of(M::COLOR, Role::Raja);
            game.attacked_by(position, M::Opponent::COLOR, M::LAME, position.occupied().without(raja))
        }
        RajaSafety::None => Bitboard::EMPTY,
    };
    generate_given::<M>(game, position, attacked, sink);
}

/// The same when it is known what the other side attacks on the board without our raja; where the raja may go anywhere
/// it does not matter.
#[inline(always)]
pub(super) fn generate_given<M: Mover>(
    game: &Game,
    position: &Position,
    attacked: Bitboard,
    sink: &mut impl Sink<MoveSet>,
) {
    let us = M::COLOR;
    let them = M::Opponent::COLOR;
    let rules = &game.rules;
    let own = position.men(us);
    let enemy = position.men(them);
    let occupied = own | enemy;

    let Some(raja) = position.raja(us) else { return };
    if game.is_bare_win(position) {
        return;
    }

    let has_jump = position.has_jump(us);
    let unsafe_squares = match M::SAFETY {
        RajaSafety::AllMoves | RajaSafety::OwnMoves => attacked,
        RajaSafety::None => Bitboard::EMPTY,
    };
    let is_attacked = match M::SAFETY {
        RajaSafety::AllMoves | RajaSafety::OwnMoves => unsafe_squares.contains(raja),
        RajaSafety::None => {
            // Nothing is forbidden, so this matters to the jump and to the stalemate test alone.
            (has_jump || rules.stalemate_test == StalemateTest::RajaImmobile)
                && !game.attackers_given(position, raja, them, M::LAME, occupied).is_empty()
        }
    };

    let steps = KING[raja.index()].without(own | unsafe_squares);
    let mut leaps = Bitboard::EMPTY;
    if has_jump && !is_attacked {
        let closed = match rules.raja_jump_capture {
            RajaJumpCapture::Any => own | position.of(them, Role::Raja),
            RajaJumpCapture::None => occupied,
        };
        leaps = game.horse[raja.index()].without(closed | unsafe_squares);
    }
    if rules.stalemate_test == StalemateTest::RajaImmobile && !is_attacked && (steps | leaps).is_empty() {
        return;
    }
    sink.take(MoveSet::Man { role: Role::Raja, from: raja, to: steps });
    if has_jump {
        sink.take(MoveSet::Jump { from: raja, to: leaps });
    }

    let [mantris, rathas, gajas, ashvas, padatis] = position.roles;
    // What a check can be answered by, and the men that alone stand between an attacker and the raja.
    let mut answers = Bitboard::FULL;
    let mut pinned = Bitboard::EMPTY;
    let mut pinners = Bitboard::EMPTY;
    if let RajaSafety::AllMoves = M::SAFETY {
        let stoppable = enemy & if M::LAME { rathas | gajas } else { rathas };
        if is_attacked {
            let checkers = game.attackers_given(position, raja, them, M::LAME, occupied);
            if checkers.has_many() {
                return;
            }
            answers = checkers;
            if let Some(checker) = (checkers & stoppable).first() {
                answers |= between(raja, checker);
            }
        }
        let mut candidates = enemy & rathas & lines(raja);
        if M::LAME {
            candidates |= enemy & gajas & lame_alfil(Bitboard::of(raja), Bitboard::EMPTY);
        }
        for candidate in candidates {
            let blockers = between(raja, candidate) & occupied;
            if blockers.meets(own) && !blockers.has_many() {
                pinned |= blockers;
                pinners |= Bitboard::of(candidate);
            }
        }
    }

    // The free men first, then each pinned man within its line.
    let mut men = own.without(pinned);
    let mut allowed = answers;
    loop {
        let targets = allowed.without(own);
        for from in men & mantris {
            sink.take(MoveSet::Man { role: Role::Mantri, from, to: FERZ[from.index()] & targets });
        }
        for from in men & rathas {
            sink.take(MoveSet::Man { role: Role::Ratha, from, to: rook(from, occupied) & targets });
        }
        for from in men & gajas {
            let to = game.gaja(M::LAME, us, from, occupied) & targets;
            sink.take(MoveSet::Man { role: Role::Gaja, from, to });
        }
        for from in men & ashvas {
            sink.take(MoveSet::Man { role: Role::Ashva, from, to: game.horse[from.index()] & targets });
        }
        generate_padatis::<M>(game, position, men & padatis, allowed, sink);

        let Some(pinner) = pinners.first() else { break };
        let line = between(raja, pinner);
        pinners = pinners.without(Bitboard::of(pinner));
        men = line & own;
        allowed = answers & (line | Bitboard::of(pinner));
    }
}

/// The moves of these padatis that end on allowed squares.
#[inline(always)]
fn generate_padatis<M: Mover>(
    game: &Game,
    position: &Position,
    padatis: Bitboard,
    allowed: Bitboard,
    sink: &mut impl Sink<MoveSet>,
) {
    let us = M::COLOR;
    let forward = us.forward();
    let enemy = position.men(M::Opponent::COLOR) & allowed;
    let empty = allowed.without(position.occupied());
    let directions = [
        (0, padatis.shift(0, forward) & empty),
        (-1, padatis.shift(-1, forward) & enemy),
        (1, padatis.shift(1, forward) & enemy),
    ];
    let last_row = Bitboard::rank(us.last_rank());
    let before_last = last_row.shift(0, -forward);
    let mut plain = Bitboard::FULL;
    if padatis.meets(before_last) {
        let promoting = game.promoting_squares(position, us);
        plain = !last_row;
        if game.rules.promotion_choice == PromotionChoice::Optional {
            plain |= promoting;
        }
        if game.rules.promotion_denied == PromotionDenied::Stays {
            plain |= last_row.without(promoting);
        }
        for (files, to) in directions {
            sink.take(MoveSet::Padatis { files, to: to & promoting, promotes: true });
        }
    }
    for (files, to) in directions {
        sink.take(MoveSet::Padatis { files, to: to & plain, promotes: false });
    }
}

/// The position after a legal move of the set.
#[inline(always)]
pub(super) fn after<M: Mover>(game: &Game, position: &Position, moves: &MoveSet, mv: Move) -> Position {
    let us = M::COLOR;
    let them = M::Opponent::COLOR;
    let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
    let mut next = *position;
    next.side = them;

    if position.men(them).meets(to) {
        next.colors[them as usize] ^= to;
        for (index, men) in next.roles.iter_mut().enumerate() {
            let is_lost = game.keeps_lost && index != plane(Role::Padati) && men.meets(to);
            next.lost |= u8::from(is_lost) << index << them.lost_shift();
            *men = men.without(to);
        }
        if position.raja(them) == Some(mv.to) {
            next.rajas[them as usize] = NO_RAJA;
            next.jump &= !them.bit();
        }
    }

    next.colors[us as usize] ^= from | to;
    match moves.role() {
        Role::Raja => {
            next.rajas[us as usize] = mv.to.index() as u8;
            if matches!(moves, MoveSet::Jump { .. }) || game.rules.raja_jump == RajaJump::UntilMoved {
                next.jump &= !us.bit();
            }
        }
        role => {
            next.roles[plane(role)] ^= from;
            next.roles[plane(mv.promotion.unwrap_or(role))] |= to;
        }
    }

    if next.jump != 0 && game.rules.raja_jump == RajaJump::UntilChecked {
        game.end_rights_of_attacked(&mut next, M::LAME, M::SAFETY);
    }
    next
}

impl Game {
    /// Under `raja-jump=until-checked`: ends the right of each side whose raja is attacked.
    #[inline(always)]
    pub(super) fn end_rights_of_attacked(&self, position: &mut Position, lame: bool, safety: RajaSafety) {
        for color in Color::ALL {
            // A side that may leave no attack on its own raja was not attacked after its move.
            if !position.has_jump(color) || (safety == RajaSafety::AllMoves && color != position.side) {
                continue;
            }
            let is_attacked = position.raja(color).is_some_and(|raja| {
                !self.attackers_given(position, raja, !color, lame, position.occupied()).is_empty()
            });
            if is_attacked {
                position.jump &= !color.bit();
            }
        }
    }
}
