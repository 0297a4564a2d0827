//! The commands of the program.

pub mod against;
pub mod compare;
pub mod count;
pub mod explain;
pub mod lint;
pub mod list;
pub mod mutate;
pub mod report;
pub mod run;
pub mod serve;
