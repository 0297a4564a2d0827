//! Chaturaji as a tree of turns.

mod faces;
mod mobility;
mod two_moves;
mod two_turns;

use super::recursion;
use super::subtree::Subtree;
use super::tree::{RollError, Side, Sides, Tree, Variant, Visit};
use rules_core::Bitboard;
use rules_core::chaturaji::{
    Dice, DiceRule, Game, Mover, Operation, Position, Refusals, Role, Rules, Seat, Tally, Turn,
};

/// The code path of every seat. The next seat depends on who can still play, so each position dispatches
/// again.
pub struct Turns;

impl Tree for Game {
    type Node = Position;
    type Step = Turn;
    /// The points, which determine the king bonus.
    type Record = Tally;

    const EVENTS: &'static [&'static str] = &[
        "captured pawns",
        "captured boats",
        "captured horses",
        "captured elephants",
        "captured kings",
        "promotions",
        "triumphs",
        "bonuses",
        "passes",
    ];

    fn key(position: &Position) -> [u64; 6] {
        position.key()
    }

    fn children(&self, node: &Position) -> Vec<(Turn, Position, u32)> {
        recursion::children(self, node)
    }

    fn leaves(&self, subtree: &Subtree<'_, Position>) -> u128 {
        recursion::leaves(self, subtree)
    }

    fn events(&self, before: &Position, tally: &mut Tally, turn: Turn, _: &Position) -> u32 {
        let captives = self.captives(before, turn);
        let mut scored = *tally;
        self.add_points(&mut scored, before.seat(), &captives);
        let captures = |role| captives.iter().any(|captive| captive.piece.role == role);
        let happened = [
            captures(Role::Pawn),
            captures(Role::Boat),
            captures(Role::Horse),
            captures(Role::Elephant),
            captures(Role::King),
            turn.moves().any(|mv| mv.promotion.is_some()),
            captives.iter().any(|captive| captive.by_triumph),
            Seat::ALL.into_iter().any(|seat| scored.paid[seat as usize] && !tally.paid[seat as usize]),
            turn == Turn::Pass,
        ];
        *tally = scored;
        (0..).zip(happened).fold(0, |bits, (index, happens)| bits | u32::from(happens) << index)
    }
}

impl Sides for Game {
    fn dispatch<V: Visit<Self>>(&self, _: &Position, visit: V) -> V::Output {
        visit.visit::<Turns>()
    }
}

impl Side<Game> for Turns {
    type Next = Self;

    #[inline(always)]
    fn leaves(game: &Game, position: &Position) -> u64 {
        struct Leaves<'a>(&'a Game, &'a Position);
        impl Operation for Leaves<'_> {
            type Output = u64;
            #[inline(always)]
            fn run<M: Mover>(self) -> u64 {
                leaves::<M>(self.0, self.1)
            }
        }
        game.dispatch(position.seat(), Leaves(game, position))
    }

    #[inline(always)]
    fn pairs(game: &Game, position: &Position, leaves: impl Fn(&Position) -> u64) -> u64 {
        struct Pairs<'a, F>(&'a Game, &'a Position, F);
        impl<F: Fn(&Position) -> u64> Operation for Pairs<'_, F> {
            type Output = u64;
            #[inline(always)]
            fn run<M: Mover>(self) -> u64 {
                pairs::<M>(self.0, self.1, self.2)
            }
        }
        game.dispatch(position.seat(), Pairs(game, position, leaves))
    }

    #[inline(always)]
    fn children(game: &Game, position: &Position, visit: impl FnMut(Turn, Position, u32)) {
        game.visit(position, visit);
    }
}

/// Returns the number of turns of the seat `M`, each weighted by the number of ordered rolls that allow it.
#[inline(always)]
fn leaves<M: Mover>(game: &Game, position: &Position) -> u64 {
    if game.is_over(position) {
        return 0;
    }
    if game.rules().dice != DiceRule::None {
        return mobility::count_turns::<M>(game, position);
    }
    // A seat without a move passes.
    mobility::count_moves::<M>(game, position).times([1; 4]).max(1)
}

/// Returns the number of sequences of two turns. `leaves` counts the turns of a position.
#[inline(always)]
fn pairs<M: Mover>(game: &Game, position: &Position, leaves: impl Fn(&Position) -> u64) -> u64 {
    if game.is_over(position) {
        return 0;
    }
    match game.rules().dice {
        DiceRule::None => two_moves::count::<M, false>(game, position, leaves),
        DiceRule::One => two_moves::count::<M, true>(game, position, leaves),
        DiceRule::Two | DiceRule::TwoSix => two_turns::count::<M>(game, position, leaves),
    }
}

/// Returns whether some of these boats may stand on three squares of a block of four; no false negatives, few
/// false positives.
#[inline(always)]
fn may_be_completed(boats: Bitboard) -> bool {
    boats.meets(boats.shift(1, 0)) && boats.meets(boats.shift(0, 1))
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

    fn start(&self) -> (Position, Tally) {
        (self.start(), Tally::default())
    }

    fn read(&self, text: &str) -> Result<(Position, Tally, String), Refusals> {
        let (position, setup) = self.read_setup(text)?;
        Ok((position, setup.tally, setup.to_string()))
    }

    fn write(&self, position: &Position, tally: &Tally) -> String {
        self.setup(position, tally).to_string()
    }

    fn roll(&self, position: &Position, roll: &str) -> Result<Position, RollError> {
        let dice = roll.parse::<Dice>().map_err(RollError::Text)?;
        Game::roll(self, position, dice).map_err(RollError::Illegal)
    }

    fn rolls(&self, position: &Position, depth: u32) -> Option<u128> {
        let rolls = u128::from(self.rules().dice.rolls()?);
        rolls.checked_pow(depth - u32::from(depth > 0 && position.dice() != Dice::Unrolled))
    }
}
