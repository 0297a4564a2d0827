//! Counts sequences of moves in chaturanga and chaturaji from the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    perft::shell::run()
}
