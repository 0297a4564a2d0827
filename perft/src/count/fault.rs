//! The reason why a count failed.

use std::fmt;

/// The maximum depth of a count, in plies. No count of half this depth would ever finish.
pub const MAX_DEPTH: u32 = 30;

/// The reason why a count failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The depth is above [`MAX_DEPTH`].
    TooDeep {
        /// The depth asked for, in plies.
        depth: u32,
    },
    /// The total does not fit in 128 bits.
    Overflow,
    /// [`Watch::stop`](crate::Watch::stop) was called.
    Stopped,
    /// The table of subtrees does not fit in memory.
    Memory {
        /// The size of the table, in MiB.
        mib: usize,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The threads could not be started.
    Threads(rayon::ThreadPoolBuildError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep { depth } => write!(f, "depth {depth} is above the limit of {MAX_DEPTH} plies"),
            Self::Overflow => f.write_str("the total does not fit in 128 bits"),
            Self::Stopped => f.write_str("the count was stopped"),
            Self::Memory { mib, error } => {
                write!(f, "a table of {mib} MiB does not fit in memory: {error}")
            }
            Self::Threads(error) => write!(f, "the threads could not be started: {error}"),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Memory { error, .. } => Some(error),
            Self::Threads(error) => Some(error),
            _ => None,
        }
    }
}
