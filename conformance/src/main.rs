//! The program `conformance`.

use std::process::ExitCode;

fn main() -> ExitCode {
    conformance::run_command_line()
}
