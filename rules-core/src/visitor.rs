//! The receiver of the moves that a generator finds.

/// Receives sets of moves from a generator, one after the other.
///
/// `S` is the `MoveSet` of a game. The generator calls [`Visitor::visit`] instead of building a list, so a
/// caller that counts, filters or searches pays only for what it uses.
///
/// Every closure of a fitting type is a visitor. A visitor with more than a few instructions is better a type
/// of its own, with `#[inline(always)]` on [`Visitor::visit`]: a closure cannot carry that attribute, and a
/// function that is not inlined is compiled without the CPU features of its caller.
///
/// ```
/// use rules_core::{Visitor, chaturanga::MoveSet};
///
/// /// Counts moves.
/// struct Count(u32);
///
/// impl Visitor<MoveSet> for Count {
///     #[inline(always)]
///     fn visit(&mut self, moves: MoveSet) {
///         self.0 += moves.len();
///     }
/// }
///
/// let steps = MoveSet::Piece {
///     role: rules_core::chaturanga::Role::Raja,
///     from: rules_core::Square::E1,
///     to: rules_core::Bitboard::rank(1),
/// };
/// let mut count = Count(0);
/// count.visit(steps);
/// assert_eq!(count.0, 8);
///
/// // A closure does the same.
/// let mut total = 0;
/// (|moves: MoveSet| total += moves.len()).visit(steps);
/// assert_eq!(total, 8);
/// ```
pub trait Visitor<S> {
    /// Receives one set of moves, which may be empty.
    fn visit(&mut self, moves: S);
}

impl<S, F: FnMut(S)> Visitor<S> for F {
    #[inline(always)]
    fn visit(&mut self, moves: S) {
        self(moves);
    }
}
