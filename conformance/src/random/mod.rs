//! Random rulesets and positions, for tests that must hold of all of them.
//!
//! The generator of random numbers is passed in, so that whoever prints its seed can have the same again. What
//! stands here is for the game for two; that for the game for four is in [`chaturaji`].
//!
//! ```
//! use conformance::{random, reference};
//!
//! let mut rng = fastrand::Rng::with_seed(1);
//! let rules = random::rules(&mut rng);
//! let setup = random::setup(&mut rng, &rules);
//! assert!(reference::chaturanga::State::from_setup(&rules, &setup).is_ok());
//!
//! let rules = random::chaturaji::rules(&mut rng);
//! let setup = random::chaturaji::setup(&mut rng, &rules);
//! assert!(reference::chaturaji::State::from_setup(&rules, &setup).is_ok());
//! ```

use fastrand::Rng;
use rules_core::{Domain, Knob, Knobs};

pub mod chaturaji;
pub mod chaturanga;

pub use chaturanga::{any_rules, anything, played, rules, scattered, setup};

/// Mostly a preset with up to three knobs turned, now and then any rules.
fn rules_near_presets<R: Knobs>(rng: &mut Rng) -> R {
    if one_in(rng, 8) {
        return any(rng);
    }
    let mut rules = pick(rng, R::PRESETS);
    for _ in 0..rng.usize(..=3) {
        let index = rng.usize(..R::KNOBS.len());
        turn(rng, &R::KNOBS[index], &mut rules);
    }
    rules
}

/// Rules of which every knob may stand anywhere, each value about as likely as the others.
pub fn any<R: Knobs>(rng: &mut Rng) -> R {
    let mut rules = R::PRESETS[0];
    for knob in R::KNOBS {
        turn(rng, knob, &mut rules);
    }
    rules
}

/// Gives a knob any of its values.
fn turn<R>(rng: &mut Rng, knob: &Knob<R>, rules: &mut R) {
    let value = match knob.domain {
        Domain::Choice(values) => rng.usize(..values.len()) as u8,
        // All files, and none, are cases of their own.
        Domain::Files => match rng.u8(..4) {
            0 => 0,
            1 => u8::MAX,
            _ => rng.u8(..),
        },
    };
    (knob.set)(rules, value);
}

/// True once in so many times.
fn one_in(rng: &mut Rng, times: u32) -> bool {
    rng.u32(..times) == 0
}

/// Any of the items, which must not be none.
fn pick<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.usize(..items.len())]
}
