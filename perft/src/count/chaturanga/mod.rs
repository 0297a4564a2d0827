//! Chaturanga as a tree of moves.

mod replies;
mod reply_changes;
mod two_plies;

use super::recursion;
use super::subtree::Subtree;
use super::tree::{RollError, Side, Sides, Tree, Variant, Visit};
use rules_core::chaturaji::IllegalRoll;
use rules_core::chaturanga::{
    Game, Move, MoveSet, Mover, Operation, Position, Reason, Refusals, Role, Rules,
};

impl Tree for Game {
    type Node = Position;
    type Step = Move;
    type Record = ();

    const EVENTS: &'static [&'static str] =
        &["captures", "jumps", "promotions", "checks", "mates", "stalemates", "raja captures", "bare rajas"];

    fn key(position: &Position) -> [u64; 6] {
        position.key()
    }

    fn children(&self, node: &Position) -> Vec<(Move, Position, u32)> {
        recursion::children(self, node)
    }

    fn leaves(&self, subtree: &Subtree<'_, Position>) -> u128 {
        recursion::leaves(self, subtree)
    }

    fn events(&self, before: &Position, (): &mut (), step: Move, after: &Position) -> u32 {
        let (mover, next) = (before.side(), after.side());
        // Only a jump takes the raja farther than one square.
        let is_jump = before.of(mover, Role::Raja).contains(step.from)
            && (step.from.file().abs_diff(step.to.file()) > 1
                || step.from.rank().abs_diff(step.to.rank()) > 1);
        let reason = self.outcome(after).map(|outcome| outcome.reason);
        let happened = [
            before.pieces(next).contains(step.to),
            is_jump,
            step.promotion.is_some(),
            self.is_attacked(after, next),
            reason == Some(Reason::Mate),
            reason == Some(Reason::Stalemate),
            reason == Some(Reason::RajaCaptured),
            reason == Some(Reason::BareRaja),
        ];
        (0..).zip(happened).fold(0, |bits, (index, happens)| bits | u32::from(happens) << index)
    }
}

impl Sides for Game {
    fn dispatch<V: Visit<Self>>(&self, node: &Position, visit: V) -> V::Output {
        struct Run<V>(V);
        impl<V: Visit<Game>> Operation for Run<V> {
            type Output = V::Output;
            fn run<M: Mover>(self) -> V::Output {
                self.0.visit::<M>()
            }
        }
        Game::dispatch(self, node.side(), Run(visit))
    }
}

impl<M: Mover> Side<Game> for M {
    type Next = M::Opponent;

    #[inline(always)]
    fn leaves(game: &Game, position: &Position) -> u64 {
        let mut count = 0;
        game.generate::<M>(position, &mut |moves: MoveSet| count += u64::from(moves.len()));
        count
    }

    #[inline(always)]
    fn pairs(game: &Game, position: &Position, leaves: impl Fn(&Position) -> u64) -> u64 {
        two_plies::count::<M>(game, position, leaves)
    }

    #[inline(always)]
    fn children(game: &Game, position: &Position, mut visit: impl FnMut(Move, Position, u32)) {
        game.children::<M>(position, |mv, child| visit(mv, child, 1));
    }
}

impl Variant for Game {
    type Rules = Rules;
    type Refusals = Refusals;

    fn new(rules: Rules) -> Self {
        Self::new(rules)
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn start(&self) -> (Position, ()) {
        (self.start(), ())
    }

    fn read(&self, text: &str) -> Result<(Position, (), String), Refusals> {
        let (position, setup) = self.read_setup(text)?;
        Ok((position, (), setup.to_string()))
    }

    fn write(&self, position: &Position, (): &()) -> String {
        self.setup(position).to_string()
    }

    fn roll(&self, _: &Position, _: &str) -> Result<Position, RollError> {
        Err(RollError::Illegal(IllegalRoll::NoDice))
    }

    fn rolls(&self, _: &Position, _: u32) -> Option<u128> {
        None
    }
}
