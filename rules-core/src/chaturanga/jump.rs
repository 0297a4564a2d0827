//! The raja's jump: who holds the right to it, what ends the right, and which squares are closed to it.
//!
//! While a side holds the right and its raja is not attacked, the raja may leap as the ashva of the ruleset.
//! The right ends when it is used; the knob `raja-jump` says what else ends it. Where an attack ends it, it
//! does so at any moment: both sides are tested after every move and when a position is read. Where a move of
//! the raja ends it, a raja off its initial square does not hold it.
//!
//! `movegen.rs` generates the jumps: the ashva's pattern from the raja's square, without the closed squares.
//!
//! Sources: tr § Raja; nl, list of moves, king.

use super::{Color, Game, MoveSet, Mover, Position, RajaJump, RajaJumpCapture, RajaSafety, Role};
use crate::Bitboard;

impl RajaJump {
    /// Returns whether an attack on the raja ends the right.
    const fn ends_by_check(self) -> bool {
        matches!(self, Self::UntilChecked | Self::UntilCheckedOrMoved)
    }

    /// Returns whether any move of the raja ends the right.
    const fn ends_by_move(self) -> bool {
        matches!(self, Self::UntilMoved | Self::UntilCheckedOrMoved)
    }
}

impl Game {
    /// Returns whether a side can hold the right in this position: its raja is there, and nothing on the
    /// board shows that the right has ended.
    pub(super) fn can_hold_jump(&self, position: &Position, color: Color) -> bool {
        let jump = self.rules.raja_jump;
        let Some(raja) = position.raja(color) else { return false };
        let is_initial =
            raja.rank() == color.first_rank() && self.rules.start_role(color, raja.file()) == Role::Raja;
        jump != RajaJump::None
            && (is_initial || !jump.ends_by_move())
            && !(jump.ends_by_check() && self.is_attacked(position, color))
    }

    /// Returns the squares to which a raja may not jump: those of its own side's pieces, of the enemy raja,
    /// and, with `raja-jump-capture=none`, of all enemies. Attacked squares, closed where `raja-safety`
    /// restricts the raja, are not among them.
    ///
    /// ```
    /// use rules_core::{Bitboard, Square, chaturanga::{Game, Rules}};
    /// let (own, enemies) = (Bitboard::of(Square::E2), Bitboard::rank(2));
    /// let enemy_raja = Bitboard::of(Square::D3);
    /// let closed = Game::new(Rules::NL).closed_to_jump(own, enemies, enemy_raja);
    /// assert_eq!(closed, [Square::E2, Square::D3].into_iter().collect());
    /// let closed = Game::new(Rules::SJAAK).closed_to_jump(own, enemies, enemy_raja);
    /// assert_eq!(closed, own | enemies);
    /// ```
    #[inline(always)]
    pub fn closed_to_jump(&self, own: Bitboard, enemies: Bitboard, enemy_raja: Bitboard) -> Bitboard {
        own | match self.rules.raja_jump_capture {
            RajaJumpCapture::Any => enemy_raja,
            RajaJumpCapture::None => enemies,
        }
    }

    /// Ends the rights that a move of `M` ends. `next` is the position after the move, complete except for
    /// the rights.
    #[inline(always)]
    pub(super) fn end_jump_rights<M: Mover>(&self, next: &mut Position, moves: &MoveSet) {
        if next.jump == 0 {
            return;
        }
        let ends_own = match moves {
            MoveSet::Jump { .. } => true,
            _ => moves.role() == Role::Raja && self.rules.raja_jump.ends_by_move(),
        };
        if ends_own {
            next.jump &= !M::COLOR.bit();
        }
        if !self.rules.raja_jump.ends_by_check() {
            return;
        }
        for color in Color::ALL {
            // Under `all-moves` a side leaves no attack on its own raja.
            let is_safe = M::SAFETY == RajaSafety::AllMoves && color == M::COLOR;
            if !next.has_jump(color) || is_safe {
                continue;
            }
            let is_attacked = next.raja(color).is_some_and(|raja| {
                !self.attackers_given(next, raja, !color, M::LAME, next.occupied()).is_empty()
            });
            if is_attacked {
                next.jump &= !color.bit();
            }
        }
    }
}
