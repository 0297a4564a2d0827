//! Random decisions.

use fastrand::Rng;

/// Returns `true` with probability 1/`times`.
pub fn one_in(rng: &mut Rng, times: u32) -> bool {
    rng.u32(..times) == 0
}

/// Returns one of the items. Panics if there are none.
pub fn pick<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.usize(..items.len())]
}
