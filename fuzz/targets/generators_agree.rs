//! Runs [`fuzz::generators_agree`] on inputs from libFuzzer.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::generators_agree(data));

#[cfg(not(fuzzing))]
fn main() {}
