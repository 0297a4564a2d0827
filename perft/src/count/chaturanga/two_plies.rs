//! Two plies counted from the position above them: the replies are counted once for the position as it
//! stands, and for each move, only its effect on them is computed.
//!
//! The changes of a quiet move add up piece by piece: what it does to the padatis, to each ratha and to the
//! raja of the opponent are separate sums, and most of them can be taken for all moves of a piece at once.
//! Captures, and moves that affect squares relevant to the enemy raja, are handled individually. Moves that
//! may open or close a line to the enemy raja, and promotions, are made, and their replies counted from the
//! board.

use super::replies::Replies;
use crate::count::size;
use arrayvec::ArrayVec;
use rules_core::Visitor;
use rules_core::chaturanga::{BareRaja, Game, Move, MoveSet, Mover, Position};

/// Upper bound on the number of move sets in a position: two for the raja, one for each other piece, six for
/// the free padatis and two for each pinned one.
const CAPACITY: usize = 40;

/// Returns the number of sequences of two plies. `count` counts the replies in a position, where a move has
/// to be made.
#[inline(always)]
pub(super) fn count<M: Mover>(game: &Game, position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let Some(raja) = position.raja(M::Opponent::COLOR) else { return 0 };
    let after = |moves: &MoveSet, mv: Move| count(&game.make::<M>(position, moves, mv));
    if may_be_bare::<M>(game, position) {
        let mut total = 0;
        game.generate::<M>(position, &mut |moves: MoveSet| {
            total += moves.moves(game, M::COLOR).map(|mv| after(&moves, mv)).sum::<u64>();
        });
        return total;
    }
    let replies = Replies::<M>::new(game, position, raja);
    let mut sorted = SortedMoves { replies: &replies, additive: 0, delta: 0, single: ArrayVec::new() };
    game.generate_given::<M>(position, replies.attacked, &mut sorted);
    let mut total = replies.to_additive(sorted.additive, sorted.delta);
    for moves in &sorted.single {
        for mv in moves.moves(game, M::COLOR) {
            total += match replies.to_move(moves, mv) {
                Some(count) => count,
                None => after(moves, mv) as i64,
            };
        }
    }
    total as u64
}

/// Returns whether the game may be over after a move because a side is bare.
#[inline(always)]
fn may_be_bare<M: Mover>(game: &Game, position: &Position) -> bool {
    let theirs = position.pieces(M::Opponent::COLOR);
    // A bare side loses after any move except a capture of the opponent's last other piece.
    let is_bare = || !position.pieces(M::COLOR).has_many();
    match game.rules().bare_raja {
        BareRaja::PlaysOn => false,
        BareRaja::Loses => is_bare(),
        BareRaja::LosesWhenCertain | BareRaja::LosesAtOnce => is_bare() || theirs.len() <= 2,
    }
}

/// The moves of a position, sorted by how their replies are counted.
struct SortedMoves<'a, M> {
    replies: &'a Replies<'a, M>,
    /// How many moves are additive: their replies add up.
    additive: i64,
    /// The number of replies to the additive moves, minus the number if none of them changed anything.
    delta: i64,
    /// The moves that are judged one by one: a list, so that the code that judges them is compiled once.
    single: ArrayVec<MoveSet, CAPACITY>,
}

impl<M: Mover> Visitor<MoveSet> for SortedMoves<'_, M> {
    #[inline(always)]
    fn visit(&mut self, moves: MoveSet) {
        if moves.is_empty() {
            return;
        }
        let additive = self.replies.additive(&moves);
        self.additive += size(additive);
        self.delta += self.replies.delta(&moves, additive);
        let rest = moves.to().without(additive);
        if !rest.is_empty() {
            self.single.push(moves.with_targets(rest));
        }
    }
}
