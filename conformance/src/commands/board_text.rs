//! Boards in the output of commands.

use rules_core::notation::Diagram;

/// Draws the board of a position text, indented by this many spaces. Draws nothing if the text does not have
/// eight ranks.
pub fn indented(text: &str, spaces: usize) -> String {
    Diagram::of(text).to_string().lines().map(|line| format!("{:spaces$}{line}\n", "")).collect()
}
