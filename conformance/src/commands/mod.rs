//! The commands of the program.

pub mod count;
pub mod lint;
pub mod list;
pub mod mutate;
pub mod run;
