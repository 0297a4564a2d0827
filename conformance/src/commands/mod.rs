//! The commands of the program.

pub mod count;
pub mod lint;
pub mod list;
pub mod run;
