//! The command line of `perft`, and code shared with the other programs in this workspace.
//!
//! Behind the feature `cli`, which is on by default. A program parses its arguments, runs a command that
//! returns `Result<(), `[`Failure`]`>`, and passes the result to [`finish`], the only place that picks an
//! exit code:
//!
//! | code | meaning |
//! |---|---|
//! | 0 | success |
//! | 1 | a difference was found |
//! | 2 | misuse |
//! | 3 | an outside program failed |
//! | 74 | the output could not be written |
//! | 130 | interrupted |

mod arguments;
mod built_in_suites;
mod commands;
mod engine_arguments;
mod failure;
mod input;
mod installation;
mod manual;
mod output;
mod progress;
mod rows;
mod signals;

pub use commands::run;
pub use engine_arguments::{EngineArgs, LINES};
pub use failure::{Failure, finish};
pub use input::{read_position, read_rules, whole};
pub use installation::{CompletionArgs, ManualArgs, VERSION};
pub use output::{Format, conclude, json_text, plural, say};
pub use rows::{CountTable, Header, Row};
pub use signals::stop_on_every_signal;
