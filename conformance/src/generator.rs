//! One way of asking any generator what a case says, in texts, so that the generators share nothing but words.

use crate::reference::chaturanga::State;
use rules_core::chaturanga::{Game, Move, Outcome, Position, Refusals, Rules, Setup};

/// A generator under fixed rules.
pub trait Generator {
    /// What it holds a position in.
    type Position;

    /// Its name in reports.
    const NAME: &'static str;

    /// The rules that it reads.
    type Rules;

    /// A generator under these rules.
    fn new(rules: &Self::Rules) -> Self;

    /// Reads a position text, or `startpos`.
    ///
    /// # Errors
    /// The kinds of reasons for which it is refused, sorted, each once.
    fn read(&self, text: &str) -> Result<Self::Position, Vec<&'static str>>;

    /// The position, written, with the clocks 0 1.
    fn text(&self, position: &Self::Position) -> String;

    /// The legal moves.
    fn moves(&self, position: &Self::Position) -> Vec<String>;

    /// The position after a move; `None` when it is not legal.
    fn play(&self, position: &Self::Position, mv: &str) -> Option<Self::Position>;

    /// Whether the raja of the side to move is attacked.
    fn is_check(&self, position: &Self::Position) -> bool;

    /// How the game ended, or `ongoing`.
    fn outcome(&self, position: &Self::Position) -> String;

    /// The number of sequences of this many plies.
    fn perft(&self, position: &Self::Position, depth: u32) -> u128;
}

/// The generator of `rules-core`.
pub struct Fast(Game);

/// The generator of [`crate::reference`].
pub struct Slow(Rules);

fn kinds(refusals: &Refusals) -> Vec<&'static str> {
    let mut kinds: Vec<_> = refusals.iter().map(|refusal| refusal.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn outcome_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

fn texts(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

impl Generator for Fast {
    type Position = Position;
    type Rules = Rules;
    const NAME: &'static str = "fast";

    fn new(rules: &Rules) -> Self {
        Self(Game::new(*rules))
    }

    fn read(&self, text: &str) -> Result<Position, Vec<&'static str>> {
        let read = self.0.read(text).and_then(|setup| self.0.position(&setup));
        read.map_err(|refusals| kinds(&refusals))
    }

    fn text(&self, position: &Position) -> String {
        self.0.setup(position).to_string()
    }

    fn moves(&self, position: &Position) -> Vec<String> {
        texts(self.0.moves(position))
    }

    fn play(&self, position: &Position, mv: &str) -> Option<Position> {
        self.0.play(position, mv.parse().ok()?).ok()
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

    fn moves(&self, state: &State) -> Vec<String> {
        texts(state.moves(&self.0))
    }

    fn play(&self, state: &State, mv: &str) -> Option<State> {
        state.play(&self.0, mv.parse().ok()?)
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
