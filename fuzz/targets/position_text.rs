//! Runs [`fuzz::position_text`] on inputs from libFuzzer.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::position_text(data));

#[cfg(not(fuzzing))]
fn main() {}
