//! Both generators of chaturanga.

use super::{Generator, Tested, sorted};
use crate::reference::chaturanga::State;
use rules_core::chaturanga::{Game, Move, Outcome, Position, Refusal, Refusals, Rules, Setup};

/// The generator of `rules-core`.
pub struct Fast(Game);

/// The generator of [`crate::reference`].
pub struct Slow(Rules);

impl Tested for Rules {
    type Fast = Fast;
    type Slow = Slow;
    const PLY_EXAMPLES: &'static str = "e2e3 or c7c8b";

    fn is_ply(text: &str) -> bool {
        text.parse::<Move>().is_ok()
    }
}

fn kinds(refusals: &Refusals) -> Vec<&'static str> {
    sorted(refusals.iter().map(Refusal::kind))
}

fn outcome_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

fn texts(moves: impl IntoIterator<Item = Move>) -> Vec<(String, u32)> {
    moves.into_iter().map(|mv| (mv.to_string(), 1)).collect()
}

impl Generator for Fast {
    type Position = Position;
    type Rules = Rules;
    const NAME: &'static str = "fast";

    fn new(rules: &Rules) -> Self {
        Self(Game::new(*rules))
    }

    fn read(&self, text: &str) -> Result<Position, Vec<&'static str>> {
        self.0.read(text).map_err(|refusals| kinds(&refusals))
    }

    fn text(&self, position: &Position) -> String {
        self.0.setup(position).to_string()
    }

    fn moves(&self, position: &Position) -> Vec<(String, u32)> {
        texts(self.0.moves(position))
    }

    fn play(&self, position: &Position, ply: &str) -> Option<Position> {
        self.0.play(position, ply.parse().ok()?).ok()
    }

    fn is_check(&self, position: &Position) -> bool {
        !self.0.checkers(position).is_empty()
    }

    fn outcome(&self, position: &Position) -> String {
        outcome_text(self.0.outcome(position))
    }

    fn perft(&self, position: &Position, depth: u32) -> u128 {
        match depth {
            0 => 1,
            1 => self.0.count(position).into(),
            _ => {
                let child = |mv| self.0.play(position, mv).map_or(0, |child| self.perft(&child, depth - 1));
                self.0.moves(position).map(child).sum()
            }
        }
    }
}

impl Generator for Slow {
    type Position = State;
    type Rules = Rules;
    const NAME: &'static str = "slow";

    fn new(rules: &Rules) -> Self {
        Self(*rules)
    }

    fn read(&self, text: &str) -> Result<State, Vec<&'static str>> {
        if text == "startpos" {
            return Ok(State::start(&self.0));
        }
        let setup: Setup = text.parse().map_err(|refusals| kinds(&refusals))?;
        State::from_setup(&self.0, &setup)
    }

    fn text(&self, state: &State) -> String {
        state.to_setup().to_string()
    }

    fn moves(&self, state: &State) -> Vec<(String, u32)> {
        texts(state.moves(&self.0))
    }

    fn play(&self, state: &State, ply: &str) -> Option<State> {
        state.play(&self.0, ply.parse().ok()?)
    }

    fn is_check(&self, state: &State) -> bool {
        state.is_attacked(&self.0, state.to_setup().side)
    }

    fn outcome(&self, state: &State) -> String {
        outcome_text(state.outcome(&self.0))
    }

    fn perft(&self, state: &State, depth: u32) -> u128 {
        state.perft(&self.0, depth)
    }
}
