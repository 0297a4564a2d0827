//! Attack: which squares the pieces of a side can capture on, without regard to safety, pins, or promotion.
//!
//! The raja's jump attacks nothing (tr § Raja; nl, list of moves, king). Every test takes the occupied
//! squares as an argument, so that callers can lift a piece off the board.

use super::{Color, ElephantMove, Game, Mover, Position, Role};
use crate::attacks::{FERZ, KING, PAWN, lame_alfil, rook};
use crate::{Bitboard, Square};

impl Game {
    /// Returns the squares that a piece attacks on an empty board, if it steps or leaps; no squares for the
    /// ratha, which slides. A lame gaja attacks fewer squares where pieces stand in between.
    ///
    /// ```
    /// use rules_core::{Square, chaturanga::{Color, Game, Role, Rules}};
    /// let game = Game::new(Rules::NL);
    /// let targets = game.pattern(Color::White, Role::Gaja, Square::C1);
    /// assert_eq!(targets, [Square::A3, Square::E3].into_iter().collect());
    /// ```
    #[inline(always)]
    pub fn pattern(&self, color: Color, role: Role, square: Square) -> Bitboard {
        match role {
            Role::Raja => KING[square.index()],
            Role::Mantri => FERZ[square.index()],
            Role::Gaja => self.gaja[color as usize][square.index()],
            Role::Ashva => self.ashva[square.index()],
            Role::Padati => PAWN[color as usize][square.index()],
            Role::Ratha => Bitboard::EMPTY,
        }
    }

    /// Returns the pieces of `by` that attack a square, whatever stands on it. The raja's jump attacks
    /// nothing.
    ///
    /// ```
    /// use rules_core::{Bitboard, Square, chaturanga::{Color, Game, Rules}};
    /// let game = Game::new(Rules::NL);
    /// let attackers = game.attackers(&game.start(), Square::F3, Color::White);
    /// assert_eq!(attackers, [Square::E2, Square::G2, Square::G1].into_iter().collect());
    /// ```
    pub fn attackers(&self, position: &Position, square: Square, by: Color) -> Bitboard {
        let lame = self.rules.elephant_move == ElephantMove::LameAlfil;
        self.attackers_given(position, square, by, lame, position.occupied())
    }

    /// Returns the pieces that attack the raja of the side to move: the checkers. The set is empty without
    /// check and has two squares in a double check, which only the raja can answer.
    ///
    /// ```
    /// use rules_core::{Bitboard, Square, chaturanga::{Color, Game, Rules}};
    /// let game = Game::new(Rules::NL);
    /// let position = game.read("4r2k/8/8/8/8/8/8/4K3 w")?;
    /// assert_eq!(game.checkers(&position), Bitboard::of(Square::E8));
    /// assert!(game.is_attacked(&position, Color::White) && !game.is_attacked(&position, Color::Black));
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    pub fn checkers(&self, position: &Position) -> Bitboard {
        let raja = position.raja(position.side);
        raja.map_or(Bitboard::EMPTY, |raja| self.attackers(position, raja, !position.side))
    }

    /// Returns whether the raja of a side is attacked, whoever is to move; `false` when it was captured.
    pub fn is_attacked(&self, position: &Position, color: Color) -> bool {
        position.raja(color).is_some_and(|raja| !self.attackers(position, raja, !color).is_empty())
    }

    /// Returns the squares that the gaja of `color` on `from` attacks. `lame` repeats what the rules say, so
    /// that it can be a constant.
    #[inline(always)]
    pub(super) fn gaja_attacks(
        &self,
        lame: bool,
        color: Color,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        if lame { lame_alfil(Bitboard::of(from), occupied) } else { self.pattern(color, Role::Gaja, from) }
    }

    /// Returns the pieces of `by` that attack `square` when these squares are occupied.
    #[inline(always)]
    pub(super) fn attackers_given(
        &self,
        position: &Position,
        square: Square,
        by: Color,
        lame: bool,
        occupied: Bitboard,
    ) -> Bitboard {
        // A piece attacks a square if a piece of the other side on that square would attack it, so the patterns
        // are looked up from the square attacked.
        let target = !by;
        let [mantris, rathas, gajas, ashvas, padatis] = position.roles;
        let mut attackers = (self.pattern(target, Role::Mantri, square) & mantris)
            | (self.gaja_attacks(lame, target, square, occupied) & gajas)
            | (self.pattern(target, Role::Ashva, square) & ashvas)
            | (self.pattern(target, Role::Padati, square) & padatis)
            | (rook(square, occupied) & rathas);
        if let Some(raja) = position.raja(by) {
            attackers |= KING[square.index()] & Bitboard::of(raja);
        }
        attackers & position.pieces(by)
    }

    /// Returns every square that the pieces of `by` attack when these squares are occupied.
    #[inline(always)]
    pub(super) fn attacked_by<M: Mover>(
        &self,
        position: &Position,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut attacked = self.padati_attacks(position, by);
        self.each_leap::<M>(position, by, |leaps| attacked |= leaps);
        if let Some(raja) = position.raja(by) {
            attacked |= KING[raja.index()];
        }
        for from in position.of(by, Role::Ratha) {
            attacked |= rook(from, occupied);
        }
        if M::LAME {
            attacked |= lame_alfil(position.of(by, Role::Gaja), occupied);
        }
        attacked
    }

    /// Returns the squares that the padatis of `by` attack: both squares diagonally ahead of each, whatever
    /// stands there (tr § Padati).
    ///
    /// ```
    /// use rules_core::{Bitboard, chaturanga::{Color, Game, Rules}};
    /// let game = Game::new(Rules::NL);
    /// assert_eq!(game.padati_attacks(&game.start(), Color::White), Bitboard::rank(2));
    /// ```
    #[inline(always)]
    pub fn padati_attacks(&self, position: &Position, by: Color) -> Bitboard {
        let padatis = position.of(by, Role::Padati);
        padatis.shift(-1, by.forward()) | padatis.shift(1, by.forward())
    }

    /// Calls `visit` with the squares that each mantri, ashva and gaja of `by` attacks, a lame gaja left out:
    /// the attacks of the pieces that nothing blocks, without raja and padatis.
    #[inline(always)]
    pub fn each_leap<M: Mover>(&self, position: &Position, by: Color, mut visit: impl FnMut(Bitboard)) {
        for from in position.of(by, Role::Mantri) {
            visit(self.pattern(by, Role::Mantri, from));
        }
        if !M::LAME {
            for from in position.of(by, Role::Gaja) {
                visit(self.pattern(by, Role::Gaja, from));
            }
        }
        for from in position.of(by, Role::Ashva) {
            visit(self.pattern(by, Role::Ashva, from));
        }
    }
}
