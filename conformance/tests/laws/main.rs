//! Laws that hold for every position under every ruleset; most compare the two generators.
//!
//! A law that fails prints its seed and the smallest ruleset and position found. `LAWS_SEED=…` repeats a run,
//! `LAWS_TESTS=…` sets the number of inputs.

use quickcheck::{Gen, QuickCheck, Testable};

mod chaturaji;
mod chaturanga;
mod values;

fn from_env(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a whole number, not {text:?}")))
}

/// Checks a law on `tests` random inputs, unless the environment sets another number.
fn check(tests: u64, law: impl Testable) {
    let seed = from_env("LAWS_SEED").unwrap_or_else(|| fastrand::u64(..));
    println!("repeat this run with LAWS_SEED={seed}");
    let tests = from_env("LAWS_TESTS").unwrap_or(tests);
    // Without `max_tests` it stops after ten thousand.
    QuickCheck::new().rng(Gen::from_size_and_seed(100, seed)).max_tests(tests).tests(tests).quickcheck(law);
}
