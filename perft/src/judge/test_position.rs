//! A position whose counts are compared.

/// A position whose counts are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestPosition {
    /// Its name in the report.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The maximum depth to compare, in plies.
    pub depth: u32,
}
