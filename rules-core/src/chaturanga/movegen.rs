//! Legal moves by masks: attacked squares, checks and pins are computed once a position, so that no move has
//! to be made to be judged.
//!
//! - The squares that the enemy attacks on the board without the raja are closed to the raja, so that it does
//!   not step back along the line of a ratha.
//! - Without check the other pieces may go anywhere. In check they must capture the checker or, when it can
//!   be blocked, move in between. In double check only the raja moves.
//! - A pinned piece may move only on the line between its raja and the piece that pins it, that piece
//!   included.
//!
//! Only rathas pin, and lame gajas, whose leap an occupied square blocks. With `raja-safety=own-moves` only
//! the first point holds, with `none` nothing is closed (tr § Raja; nl, second paragraph). Moves are handed
//! out in sets, one for each piece and one for each direction of the padatis.

use super::position::{NO_RAJA, plane};
use super::{Color, Game, Move, MoveSet, Mover, Position, RajaSafety, Role, StalemateTest};
use crate::attacks::{KING, between, lame_alfil, lines, rook};
use crate::{Bitboard, PawnTargets, Square, Visitor};

impl Game {
    /// Hands every legal move of the side `M` to `visitor`, in sets that may be empty; none when the game is
    /// over.
    ///
    /// `M` must be the side to move, under the rules of this game: [`Game::dispatch`] chooses it. The order
    /// of the sets is the raja's steps and its jump, then the free pieces, then each pinned piece; within
    /// these, mantris, rathas, gajas, ashvas and padatis.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, MoveSet, Mover, Operation, Position, Rules};
    ///
    /// /// Counts the captures among the legal moves.
    /// struct Captures<'a>(&'a Game, &'a Position);
    ///
    /// impl Operation for Captures<'_> {
    ///     type Output = u32;
    ///     fn run<M: Mover>(self) -> u32 {
    ///         let enemies = self.1.pieces(M::Opponent::COLOR);
    ///         let mut count = 0;
    ///         self.0.generate::<M>(self.1, &mut |moves: MoveSet| count += (moves.to() & enemies).len());
    ///         count
    ///     }
    /// }
    ///
    /// let game = Game::new(Rules::NL);
    /// let position = game.read("4k3/8/8/3p4/4P3/8/8/4K3 w")?;
    /// // Five steps of the raja, and the padati steps to e5 or captures on d5.
    /// assert_eq!(game.count(&position), 7);
    /// assert_eq!(game.dispatch(position.side(), Captures(&game, &position)), 1);
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    #[inline(always)]
    pub fn generate<M: Mover>(&self, position: &Position, visitor: &mut impl Visitor<MoveSet>) {
        let attacked = match M::SAFETY {
            RajaSafety::AllMoves | RajaSafety::OwnMoves => {
                // The raja leaves its square, so a line through it is not blocked by it.
                let raja = position.of(M::COLOR, Role::Raja);
                let occupied = position.occupied().without(raja);
                self.attacked_by::<M>(position, M::Opponent::COLOR, occupied)
            }
            RajaSafety::None => Bitboard::EMPTY,
        };
        self.generate_given::<M>(position, attacked, visitor);
    }

    /// Does the same as [`Game::generate`] for a caller that already knows the squares that the opponent
    /// attacks on the board without the raja of `M`. They are ignored with `raja-safety=none`.
    #[inline(always)]
    pub fn generate_given<M: Mover>(
        &self,
        position: &Position,
        attacked: Bitboard,
        visitor: &mut impl Visitor<MoveSet>,
    ) {
        let (own, enemies) = (position.pieces(M::COLOR), position.pieces(M::Opponent::COLOR));
        let occupied = own | enemies;
        let Some(raja) = position.raja(M::COLOR) else { return };
        if self.is_over_by_baring::<M>(position) {
            return;
        }

        let has_jump = position.has_jump(M::COLOR);
        let (forbidden, is_attacked) = match M::SAFETY {
            RajaSafety::AllMoves | RajaSafety::OwnMoves => (attacked, attacked.contains(raja)),
            RajaSafety::None => {
                // Nothing is forbidden, so an attack matters only to the jump and the stalemate test.
                let matters = has_jump || self.rules.stalemate_test == StalemateTest::RajaImmobile;
                let attackers =
                    || self.attackers_given(position, raja, M::Opponent::COLOR, M::LAME, occupied);
                (Bitboard::EMPTY, matters && !attackers().is_empty())
            }
        };

        let steps = KING[raja.index()].without(own | forbidden);
        let mut leaps = Bitboard::EMPTY;
        if has_jump && !is_attacked {
            let enemy_raja = position.of(M::Opponent::COLOR, Role::Raja);
            let closed = self.closed_to_jump(own, enemies, enemy_raja);
            leaps = self.pattern(M::COLOR, Role::Ashva, raja).without(closed | forbidden);
        }
        if self.is_immobile(is_attacked, (steps | leaps).is_empty()) {
            return;
        }
        visitor.visit(MoveSet::Piece { role: Role::Raja, from: raja, to: steps });
        if has_jump {
            visitor.visit(MoveSet::Jump { from: raja, to: leaps });
        }

        let Some(restrictions) = Restrictions::new::<M>(self, position, raja, is_attacked) else { return };
        let Restrictions { answers, pinned, mut pinners } = restrictions;
        // The free pieces first, then each pinned piece within its line: a loop, so that the body is compiled
        // once.
        let mut pieces = own.without(pinned);
        let mut allowed = answers;
        loop {
            self.generate_pieces::<M>(position, pieces, allowed, visitor);
            let Some(pinner) = pinners.first() else { break };
            let line = between(raja, pinner);
            pinners = pinners.without(Bitboard::of(pinner));
            pieces = line & own;
            allowed = answers & (line | Bitboard::of(pinner));
        }
    }

    /// Generates the moves of these pieces, the raja left out, that end on allowed squares.
    #[inline(always)]
    fn generate_pieces<M: Mover>(
        &self,
        position: &Position,
        pieces: Bitboard,
        allowed: Bitboard,
        visitor: &mut impl Visitor<MoveSet>,
    ) {
        let [mantris, rathas, gajas, ashvas, padatis] = position.roles;
        let occupied = position.occupied();
        let targets = allowed.without(position.pieces(M::COLOR));
        let mut piece = |role, from, reach: Bitboard| {
            visitor.visit(MoveSet::Piece { role, from, to: reach & targets });
        };
        for from in pieces & mantris {
            piece(Role::Mantri, from, self.pattern(M::COLOR, Role::Mantri, from));
        }
        for from in pieces & rathas {
            piece(Role::Ratha, from, rook(from, occupied));
        }
        for from in pieces & gajas {
            piece(Role::Gaja, from, self.gaja_attacks(M::LAME, M::COLOR, from, occupied));
        }
        for from in pieces & ashvas {
            piece(Role::Ashva, from, self.pattern(M::COLOR, Role::Ashva, from));
        }
        self.generate_padatis::<M>(position, pieces & padatis, allowed, visitor);
    }

    /// Returns the squares that `padatis` of `color` may enter as padatis and those on which they promote (tr
    /// § Terfi; nl, last paragraph). Whether they reach the squares is not asked.
    ///
    /// The last row is judged only when one of `padatis` is a step away from it; otherwise the answer is
    /// [`PawnTargets::UNRESTRICTED`].
    ///
    /// ```
    /// use rules_core::{Bitboard, Square, chaturanga::{Color, Game, Role, Rules}};
    /// let game = Game::new(Rules::NL);
    /// let position = game.read("7k/4P3/8/8/8/8/8/K7 w - Q 0 1")?;
    /// // White has lost its mantri, and e8 is the square of a mantri.
    /// let padatis = position.of(Color::White, Role::Padati);
    /// let targets = game.pawn_targets(&position, Color::White, padatis);
    /// assert!(targets.promoting.contains(Square::E8) && !targets.plain.contains(Square::E8));
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    #[inline(always)]
    pub fn pawn_targets(&self, position: &Position, color: Color, padatis: Bitboard) -> PawnTargets {
        self.promotion.targets(position, color, padatis)
    }

    /// Generates the moves of these padatis that end on allowed squares.
    #[inline(always)]
    fn generate_padatis<M: Mover>(
        &self,
        position: &Position,
        padatis: Bitboard,
        allowed: Bitboard,
        visitor: &mut impl Visitor<MoveSet>,
    ) {
        let forward = M::COLOR.forward();
        let enemies = position.pieces(M::Opponent::COLOR) & allowed;
        let empty = allowed.without(position.occupied());
        let directions = [
            (0, padatis.shift(0, forward) & empty),
            (-1, padatis.shift(-1, forward) & enemies),
            (1, padatis.shift(1, forward) & enemies),
        ];
        let PawnTargets { plain, promoting } = self.pawn_targets(position, M::COLOR, padatis);
        if !promoting.is_empty() {
            for (files, to) in directions {
                visitor.visit(MoveSet::Padatis { files, to: to & promoting, promotes: true });
            }
        }
        for (files, to) in directions {
            visitor.visit(MoveSet::Padatis { files, to: to & plain, promotes: false });
        }
    }

    /// Returns the position after a legal move of the set `moves` of the side `M`.
    ///
    /// The move must come from [`MoveSet::moves`] for a set that [`Game::generate`] found in this position;
    /// that it is legal is not tested, and another move gives a position without meaning. Use [`Game::play`]
    /// for moves from elsewhere. The set tells a jump from a step of the raja, which a [`Move`] does not.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, MoveSet, Mover, Operation, Position, Rules};
    ///
    /// /// Makes the first jump of the raja.
    /// struct Jump<'a>(&'a Game, &'a Position);
    ///
    /// impl Operation for Jump<'_> {
    ///     type Output = Option<Position>;
    ///     fn run<M: Mover>(self) -> Option<Position> {
    ///         let Self(game, position) = self;
    ///         let mut next = None;
    ///         game.generate::<M>(position, &mut |moves: MoveSet| {
    ///             if let (MoveSet::Jump { .. }, Some(mv)) = (moves, moves.moves(game, M::COLOR).next()) {
    ///                 next = Some(game.make::<M>(position, &moves, mv));
    ///             }
    ///         });
    ///         next
    ///     }
    /// }
    ///
    /// let game = Game::new(Rules::NL);
    /// let start = game.start();
    /// // e1 to d3 or f3; d3 has the lower index. The jump is used up.
    /// let next = game.dispatch(start.side(), Jump(&game, &start)).unwrap();
    /// assert_eq!(next.to_string(), "rnbkqbnr/pppppppp/8/8/8/3K4/PPPPPPPP/RNBQ1BNR b k -");
    /// ```
    #[inline(always)]
    pub fn make<M: Mover>(&self, position: &Position, moves: &MoveSet, mv: Move) -> Position {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
        let mut next = *position;
        next.side = them;

        if position.pieces(them).meets(to) {
            next.colors[them as usize] ^= to;
            for (index, pieces) in next.roles.iter_mut().enumerate() {
                let is_lost = self.promotion.keeps_lost() && index != plane(Role::Padati) && pieces.meets(to);
                next.lost |= u8::from(is_lost) << index << them.lost_shift();
                *pieces = pieces.without(to);
            }
            if position.raja(them) == Some(mv.to) {
                next.rajas[them as usize] = NO_RAJA;
                next.jump &= !them.bit();
            }
        }

        next.colors[us as usize] ^= from | to;
        match moves.role() {
            Role::Raja => next.rajas[us as usize] = mv.to.index() as u8,
            role => {
                next.roles[plane(role)] ^= from;
                next.roles[plane(mv.promotion.unwrap_or(role))] |= to;
            }
        }
        self.end_jump_rights::<M>(&mut next, moves);
        next
    }
}

/// How checks and pins restrict the pieces other than the raja. There is no restriction where the rules let
/// them leave the raja attacked.
struct Restrictions {
    /// The target squares that answer a check; all squares without one.
    answers: Bitboard,
    /// The pieces that alone stand between an attacker and the raja.
    pinned: Bitboard,
    /// The enemies that pin them.
    pinners: Bitboard,
}

impl Restrictions {
    /// Returns the restrictions of the side `M`, whose raja stands on `raja`; `None` in a double check, which
    /// only the raja can answer.
    #[inline(always)]
    fn new<M: Mover>(game: &Game, position: &Position, raja: Square, is_attacked: bool) -> Option<Self> {
        let mut restrictions =
            Self { answers: Bitboard::FULL, pinned: Bitboard::EMPTY, pinners: Bitboard::EMPTY };
        let RajaSafety::AllMoves = M::SAFETY else { return Some(restrictions) };

        let occupied = position.occupied();
        let (own, enemies) = (position.pieces(M::COLOR), position.pieces(M::Opponent::COLOR));
        let [_, rathas, gajas, ..] = position.roles.map(|role| role & enemies);
        if is_attacked {
            let checkers = game.attackers_given(position, raja, M::Opponent::COLOR, M::LAME, occupied);
            if checkers.has_many() {
                return None;
            }
            restrictions.answers = checkers;
            let stoppable = if M::LAME { rathas | gajas } else { rathas };
            if let Some(checker) = (checkers & stoppable).first() {
                restrictions.answers |= between(raja, checker);
            }
        }
        let mut candidates = rathas & lines(raja);
        if M::LAME {
            candidates |= gajas & lame_alfil(Bitboard::of(raja), Bitboard::EMPTY);
        }
        for candidate in candidates {
            let blockers = between(raja, candidate) & occupied;
            if blockers.meets(own) && !blockers.has_many() {
                restrictions.pinned |= blockers;
                restrictions.pinners |= Bitboard::of(candidate);
            }
        }
        Some(restrictions)
    }
}
