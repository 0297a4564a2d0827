//! How a move changes the replies to it, so that they are counted without making the move.

use super::replies::{DIAGONALS, RajaReplies, Replies};
use crate::count::pawns::PawnMoves;
use crate::count::size;
use crate::count::slides::slides_after;
use rules_core::attacks::{lame_alfil, lines, rook};
use rules_core::chaturanga::{Game, Move, MoveSet, Mover, PromotionRequires, Role};
use rules_core::{Bitboard, Square};

/// One move of the side to move, without promotion.
#[derive(Clone, Copy)]
struct Ply {
    role: Role,
    from: Square,
    to: Square,
}

impl<M: Mover> Replies<'_, M> {
    /// Returns the target squares of the additive moves of a set: non-captures that do not affect the
    /// enemy raja, whose effects on the replies add up.
    #[inline(always)]
    pub(super) fn additive(&self, moves: &MoveSet) -> Bitboard {
        let (role, from) = match *moves {
            MoveSet::Piece { role, from, .. } => (role, from),
            MoveSet::Jump { from, .. } => (Role::Raja, from),
            MoveSet::Padatis { files: 0, promotes: false, to } => return self.additive_steps(to),
            MoveSet::Padatis { .. } => return Bitboard::EMPTY,
        };
        let unsettles = match role {
            Role::Ratha => rook(from, self.occupied).meets(self.cared),
            Role::Gaja if M::LAME => self.game.pattern(M::COLOR, role, from).meets(self.cared),
            _ => self.game.pattern(M::COLOR, role, from).meets(self.lone),
        };
        // Our raja always blocks a jump target, whatever the rules.
        let still = if role == Role::Raja { self.still | self.leaps } else { self.still };
        if unsettles || still.contains(from) {
            return Bitboard::EMPTY;
        }
        moves.to().without(self.occupied | still | self.approaches[role as usize])
    }

    /// Returns the same for steps of padatis.
    #[inline(always)]
    fn additive_steps(&self, to: Bitboard) -> Bitboard {
        let forward = M::COLOR.forward();
        let lone = self.lone;
        // Ratha mobility is computed for all moves of one piece together, but for each padati separately.
        let touched = self.still | self.reach;
        let begins = touched | lone.shift(-1, -forward) | lone.shift(1, -forward);
        to.without(touched | self.approaches[Role::Padati as usize] | begins.shift(0, forward))
    }

    /// Returns how many more replies there are to the additive moves of a set to these squares than to as
    /// many moves that change nothing.
    #[inline(always)]
    pub(super) fn delta(&self, moves: &MoveSet, to: Bitboard) -> i64 {
        match *moves {
            MoveSet::Piece { from, .. } | MoveSet::Jump { from, .. } => self.quiet(from, to),
            MoveSet::Padatis { .. } => {
                let from = to.shift(0, -M::COLOR.forward());
                let mut delta = self.padatis.gain(to) - self.padatis.gain(from);
                if self.near {
                    delta += self.promotions.gain(to) - self.promotions.gain(from);
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

    /// Returns the replies to all additive moves: how many there are, and the sum of [`Replies::delta`].
    #[inline(always)]
    pub(super) fn to_additive(&self, additive: i64, delta: i64) -> i64 {
        if self.ends(&self.raja_replies) {
            0
        } else {
            additive * (self.base + self.raja_replies.count) + delta
        }
    }

    /// Returns the replies to a move; `None` where it changes too much.
    #[inline(always)]
    pub(super) fn to_move(&self, moves: &MoveSet, mv: Move) -> Option<i64> {
        let ply = Ply { role: moves.role(), from: mv.from, to: mv.to };
        let to = Bitboard::of(ply.to);
        let mut locked = self.locked;
        if Self::PINS {
            // The piece may create a pin from its new square.
            match ply.role {
                Role::Ratha => locked |= lines(self.raja),
                Role::Gaja if M::LAME => locked |= self.approaches[Role::Gaja as usize],
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
        // A side that loses a piece may promote a padati that it could not promote before.
        let requires = self.game.rules().promotion_requires;
        if captures && self.near && requires != PromotionRequires::Nothing {
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

    /// Returns whether the raja has no move and this ends the game.
    #[inline(always)]
    fn ends(&self, raja: &RajaReplies) -> bool {
        self.game.is_immobile(raja.attacked, raja.count == 0)
    }

    /// Returns how many more replies all pieces but the raja have to quiet moves of one piece than to as many
    /// moves that change nothing.
    #[inline(always)]
    fn quiet(&self, from: Square, to: Bitboard) -> i64 {
        let own = Bitboard::of(from);
        if !self.sensitive.meets(own | to) {
            return 0;
        }
        let mut each = -self.padatis.gain(own);
        let mut total = self.padatis.gain(to);
        if self.near {
            each -= self.promotions.gain(own);
            total += self.promotions.gain(to);
        }
        if M::LAME {
            for passed in self.passed {
                each += size(passed & own);
                total -= size(passed & to);
            }
        }
        if self.reach.meets(own | to) {
            let rathas = self.free & self.position.all_of(Role::Ratha);
            each -= self.slides;
            total += slides_after(rook, rathas, self.theirs, self.occupied, own, to);
        }
        total + size(to) * each
    }

    /// Returns the replies of all pieces but the raja to a capture.
    #[inline(always)]
    fn to_capture(&self, ply: Ply, theirs: Bitboard) -> i64 {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let captured = Bitboard::of(ply.to);
        let free = self.free & theirs;
        let ours = self.ours ^ (Bitboard::of(ply.from) | captured);
        let occupied = ours | theirs;
        // The other pieces can recapture; the captured piece no longer moves.
        let leaper = |role| {
            let pieces = self.position.all_of(role);
            let back = size(self.game.pattern(us, role, ply.to) & pieces & free);
            let gone = if pieces.meets(captured) {
                size(self.game.pattern(them, role, ply.to).without(self.theirs))
            } else {
                0
            };
            back - gone
        };
        let mut total = self.constant + leaper(Role::Mantri) + leaper(Role::Ashva);
        if M::LAME {
            let gajas = free & self.position.all_of(Role::Gaja);
            for (files, ranks) in DIAGONALS {
                let passed = gajas.shift(files, ranks).without(occupied);
                total += size(passed.shift(files, ranks).without(theirs));
            }
        } else {
            total += leaper(Role::Gaja);
        }
        let rathas = self.position.all_of(Role::Ratha);
        if self.reach.contains(ply.from) || rathas.meets(captured) {
            for square in rathas & free {
                total += size(rook(square, occupied).without(theirs));
            }
        } else if self.reach.meets(captured) {
            total += self.slides + size(rook(ply.to, occupied) & rathas & free);
        } else {
            total += self.slides;
        }
        let padatis = free & self.position.all_of(Role::Padati);
        let forward = (0, them.forward());
        total += PawnMoves::new(padatis, forward, self.targets.plain).count(ours, occupied);
        if self.near {
            total += PawnMoves::new(padatis, forward, self.targets.promoting).count(ours, occupied);
        }
        total
    }

    /// Returns the replies of all pieces but the raja to a check that must be answered: captures of the
    /// checker. The checker is the piece that moved, since no line to the raja was touched, and nothing can
    /// be interposed.
    #[inline(always)]
    fn to_check(&self, ply: Ply, theirs: Bitboard) -> i64 {
        let us = M::COLOR;
        let checker = Bitboard::of(ply.to);
        let free = self.free & theirs;
        let occupied = (self.ours ^ (Bitboard::of(ply.from) | checker)) | theirs;
        let takers = |role, pattern: Bitboard| pattern & self.position.all_of(role);
        let leapers = |role| takers(role, self.game.pattern(us, role, ply.to));
        let gajas =
            if M::LAME { takers(Role::Gaja, lame_alfil(checker, occupied)) } else { leapers(Role::Gaja) };
        let officers = leapers(Role::Mantri)
            | leapers(Role::Ashva)
            | gajas
            | takers(Role::Ratha, rook(ply.to, occupied));
        let targets = self.targets;
        let each_padati = size(checker & targets.plain) + size(checker & targets.promoting);
        size(officers & free) + size(leapers(Role::Padati) & free) * each_padati
    }

    /// Returns the replies of the enemy raja to a move, given its remaining pieces.
    #[inline(always)]
    fn raja_after(&self, ply: Ply, theirs: Bitboard) -> RajaReplies {
        let Ply { role, from, to } = ply;
        let us = M::COLOR;
        let moved = Bitboard::of(from) | Bitboard::of(to);
        let ours = self.ours ^ moved;
        let without_raja = (ours | theirs).without(Bitboard::of(self.raja));
        let left = leaps::<M>(self.game, role, from).without(self.twice);
        let mut attacked = self.once.without(left) | leaps::<M>(self.game, role, to);
        let rathas = self.position.of(us, Role::Ratha);
        // The captured piece's square is also relevant.
        let screens = if theirs == self.theirs { self.screens } else { self.sliding };
        if role == Role::Ratha || screens.meets(moved) {
            for square in if role == Role::Ratha { rathas ^ moved } else { rathas } {
                attacked |= rook(square, without_raja);
            }
        } else {
            // Other lines that the move opens or closes do not affect the raja.
            attacked |= self.sliding;
        }
        if M::LAME {
            let gajas = self.position.of(us, Role::Gaja);
            attacked |= lame_alfil(if role == Role::Gaja { gajas ^ moved } else { gajas }, without_raja);
        }
        let our_raja = match role {
            Role::Raja => Bitboard::of(to),
            _ => self.position.of(us, Role::Raja),
        };
        RajaReplies::new::<M>(self.game, self.raja, self.leaps, attacked, (ours, theirs), our_raja)
    }
}

/// Returns the attacks of an unblockable leaper; empty for all other pieces.
#[inline(always)]
fn leaps<M: Mover>(game: &Game, role: Role, square: Square) -> Bitboard {
    match role {
        Role::Gaja if M::LAME => Bitboard::EMPTY,
        _ => game.pattern(M::COLOR, role, square),
    }
}
