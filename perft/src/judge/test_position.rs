//! A position to compare the counts of.

/// A position to compare the counts of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestPosition {
    /// Its name in the report.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The greatest depth to compare, in plies.
    pub depth: u32,
}
