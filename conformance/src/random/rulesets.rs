//! Random rulesets of either game.

use super::draw::{one_in, pick};
use fastrand::Rng;
use rules_core::{Domain, Knob, Knobs};

/// Returns rules close to those that people play: usually a preset with up to three knobs changed,
/// occasionally fully random.
pub fn rules_near_presets<R: Knobs>(rng: &mut Rng) -> R {
    if one_in(rng, 8) {
        return any_rules(rng);
    }
    let mut rules = pick(rng, R::PRESETS);
    for _ in 0..rng.usize(..=3) {
        let index = rng.usize(..R::KNOBS.len());
        flip(rng, &R::KNOBS[index], &mut rules);
    }
    rules
}

/// Returns rules in which every knob has a random value, each about as likely as the others.
pub fn any_rules<R: Knobs>(rng: &mut Rng) -> R {
    let mut rules = R::PRESETS[0];
    for knob in R::KNOBS {
        flip(rng, knob, &mut rules);
    }
    rules
}

/// Sets a knob to a random value.
fn flip<R>(rng: &mut Rng, knob: &Knob<R>, rules: &mut R) {
    let value = match knob.domain {
        Domain::Choice(values) => rng.usize(..values.len()) as u8,
        // Half of the sets have all files, or none.
        Domain::Files => match rng.u8(..4) {
            0 => 0,
            1 => u8::MAX,
            _ => rng.u8(..),
        },
    };
    (knob.set)(rules, value);
}
