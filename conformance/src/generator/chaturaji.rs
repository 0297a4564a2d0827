//! Both generators of chaturaji. A ply that ends with `..` uses one die of a roll and leaves the other
//! unplayed.

use super::{Generator, Tested, sorted};
use crate::reference::chaturaji::{State, ranking};
use perft::Tree;
use rules_core::chaturaji::{Game, Move, Position, Refusal, Refusals, Rules, Setup, Tally, Turn};

/// The generator of `rules-core`.
pub struct Fast(Game);

/// The generator of [`crate::reference`].
pub struct Slow(Rules);

/// A ply in the line of a case.
enum Ply {
    Turn(Turn),
    Step(Move),
}

fn ply(text: &str) -> Option<Ply> {
    match text.strip_suffix("..") {
        Some(mv) => mv.parse().ok().map(Ply::Step),
        None => text.parse().ok().map(Ply::Turn),
    }
}

impl Tested for Rules {
    type Fast = Fast;
    type Slow = Slow;
    const PLY_EXAMPLES: &'static str = "pass, a1c3 or a2c3+b2b3";

    fn is_ply(text: &str) -> bool {
        ply(text).is_some()
    }
}

fn kinds(refusals: &Refusals) -> Vec<&'static str> {
    sorted(refusals.iter().map(Refusal::kind))
}

fn outcome_text(is_over: bool, [red, black, yellow, green]: [u8; 4]) -> String {
    if is_over { format!("places {red},{black},{yellow},{green}") } else { "ongoing".to_owned() }
}

impl Generator for Fast {
    type Position = (Position, Tally);
    type Rules = Rules;
    const NAME: &'static str = "fast";

    fn new(rules: &Rules) -> Self {
        Self(Game::new(*rules))
    }

    fn read(&self, text: &str) -> Result<(Position, Tally), Vec<&'static str>> {
        let read = self.0.read_setup(text).map(|(position, setup)| (position, setup.tally));
        read.map_err(|refusals| kinds(&refusals))
    }

    fn text(&self, (position, tally): &(Position, Tally)) -> String {
        self.0.setup(position, tally).to_string()
    }

    fn moves(&self, (position, _): &(Position, Tally)) -> Vec<(String, u32)> {
        let turns = self.0.children(position).into_iter();
        turns.map(|(turn, _, rolls)| (turn.to_string(), rolls)).collect()
    }

    fn play(&self, (position, tally): &(Position, Tally), text: &str) -> Option<(Position, Tally)> {
        match ply(text)? {
            Ply::Turn(turn) => {
                Some((self.0.play(position, turn).ok()?, self.0.score(position, tally, turn).ok()?))
            }
            // The move alone need not be a legal turn.
            Ply::Step(mv) => {
                let next = self.0.step(position, mv).ok()?;
                let mut tally = *tally;
                let captives = self.0.captives(position, Turn::One(mv));
                self.0.add_points(&mut tally, position.seat(), &captives);
                Some((next, tally))
            }
        }
    }

    fn is_check(&self, _: &(Position, Tally)) -> bool {
        false
    }

    fn outcome(&self, (position, tally): &(Position, Tally)) -> String {
        outcome_text(self.0.is_over(position), tally.places())
    }

    fn perft(&self, (position, tally): &(Position, Tally), depth: u32) -> u128 {
        match depth {
            0 => 1,
            1 => self.0.count(position).into(),
            _ => {
                let below = |next| self.perft(&(next, *tally), depth - 1);
                let turns = self.0.children(position).into_iter();
                turns.map(|(_, next, rolls)| u128::from(rolls) * below(next)).sum()
            }
        }
    }
}

impl Generator for Slow {
    type Position = (State, Tally);
    type Rules = Rules;
    const NAME: &'static str = "slow";

    fn new(rules: &Rules) -> Self {
        Self(*rules)
    }

    fn read(&self, text: &str) -> Result<(State, Tally), Vec<&'static str>> {
        if text == "startpos" {
            return Ok((State::start(&self.0), Tally::default()));
        }
        let setup: Setup = text.parse().map_err(|refusals| kinds(&refusals))?;
        State::from_setup(&self.0, &setup)
    }

    fn text(&self, (state, tally): &(State, Tally)) -> String {
        state.to_setup(&self.0, tally).to_string()
    }

    fn moves(&self, (state, _): &(State, Tally)) -> Vec<(String, u32)> {
        state.turns(&self.0).into_iter().map(|(turn, rolls)| (turn.to_string(), rolls)).collect()
    }

    fn play(&self, (state, tally): &(State, Tally), text: &str) -> Option<(State, Tally)> {
        match ply(text)? {
            Ply::Turn(turn) => state.play_scored(&self.0, tally, turn),
            Ply::Step(mv) => state.step_scored(&self.0, tally, mv),
        }
    }

    fn is_check(&self, _: &(State, Tally)) -> bool {
        false
    }

    fn outcome(&self, (state, tally): &(State, Tally)) -> String {
        outcome_text(state.is_over(&self.0), ranking(tally))
    }

    fn perft(&self, (state, _): &(State, Tally), depth: u32) -> u128 {
        state.perft(&self.0, depth)
    }
}
