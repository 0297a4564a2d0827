//! Chaturaji as a tree of turns.

use super::recursion;
use super::subtree::Subtree;
use super::tree::{Side, Sides, Tree, Variant, Visit};
use rules_core::chaturaji::{
    Dice, DiceRule, Game, Position, Refusals, Role, Rules, Seat, Setup, Tally, Turn,
};

/// The code path of every seat: which one it is changes with who is left, so it is looked up at each position.
pub struct Turns;

impl Tree for Game {
    type Node = Position;
    type Step = Turn;
    /// The points, on which the reward for the kings depends.
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
        let captures = |role| captives.iter().any(|captive| captive.man.role == role);
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
        game.count(position)
    }

    #[inline(always)]
    fn pairs(game: &Game, position: &Position, leaves: impl Fn(&Position) -> u64) -> u64 {
        game.count_pairs(position, leaves)
    }

    #[inline(always)]
    fn children(game: &Game, position: &Position, visit: impl FnMut(Turn, Position, u32)) {
        game.visit(position, visit);
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

    fn start(&self) -> (Position, Tally) {
        (self.start(), Tally::default())
    }

    fn read(&self, text: &str) -> Result<(Position, Tally, String), Refusals> {
        let setup = self.read(text)?;
        Ok((self.position(&setup)?, setup.tally, setup.to_string()))
    }

    fn write(&self, position: &Position, tally: &Tally) -> String {
        self.setup(position, tally).to_string()
    }

    fn roll(&self, position: &Position, tally: &Tally, roll: &str) -> Result<Position, String> {
        let dice = roll.parse::<Dice>().map_err(|error| error.to_string())?;
        if position.dice() != Dice::Unrolled {
            return Err(format!("the position has the dice {} already", position.dice()));
        }
        let setup = Setup { dice, ..self.setup(position, tally) };
        self.position(&setup).map_err(|refusals| refusals.to_string())
    }

    fn unrolled_plies(&self, position: &Position, depth: u32) -> Option<u32> {
        let has_dice = self.rules().dice == DiceRule::Two;
        has_dice.then(|| depth - u32::from(depth > 0 && position.dice() != Dice::Unrolled))
    }
}
