//! Runs [`fuzz::turns_agree`] on inputs from libFuzzer.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::turns_agree(data));

#[cfg(not(fuzzing))]
fn main() {}
