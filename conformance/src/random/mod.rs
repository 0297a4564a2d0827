//! Random rulesets and positions, for tests that must hold under all of them.
//!
//! The random number generator is an argument, so that a caller who prints its seed can reproduce a run.
//!
//! ```
//! use conformance::{random, reference};
//!
//! let mut rng = fastrand::Rng::with_seed(1);
//! let rules = random::chaturanga::rules(&mut rng);
//! let setup = random::chaturanga::setup(&mut rng, &rules);
//! assert!(reference::chaturanga::State::from_setup(&rules, &setup).is_ok());
//!
//! let rules = random::chaturaji::rules(&mut rng);
//! let setup = random::chaturaji::setup(&mut rng, &rules);
//! assert!(reference::chaturaji::State::from_setup(&rules, &setup).is_ok());
//! ```

pub mod chaturaji;
pub mod chaturanga;

mod draw;
mod rulesets;

pub use rulesets::any_rules;
