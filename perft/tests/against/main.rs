//! `perft against`: tests of the judge with misbehaving engines, with mutants and with independent engines.

mod bugs;
mod fake;
mod mutants;
mod others;
mod quick;
mod traps;
mod whole;

use libtest_mimic::Arguments;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = words.as_slice()
        && first == "fake"
    {
        return fake::run(rest);
    }
    if let [first, preset] = words.as_slice()
        && first == "quick"
    {
        return quick::write(preset);
    }
    let trials = [
        bugs::trials(),
        traps::trials(),
        others::trials(),
        mutants::trials(),
        quick::trials(),
        whole::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
