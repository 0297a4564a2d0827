//! The description of a field of a position text.

use super::rows::RowStyle;

/// One field of a position text: its name and what messages say about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its name in messages, such as `ranks`.
    pub name: &'static str,
    /// How the entries of the field follow each other.
    pub style: RowStyle,
    /// Whether every text must have the field; other fields may be left out at the end.
    pub is_required: bool,
    /// The name of the fault when an entry is not one of the field's, such as `unknown-side`.
    pub unknown: &'static str,
    /// What is expected in the field, as messages say it.
    pub expected: &'static str,
}

impl Field {
    pub(crate) const fn required(
        name: &'static str,
        style: RowStyle,
        unknown: &'static str,
        expected: &'static str,
    ) -> Self {
        Self { name, style, is_required: true, unknown, expected }
    }

    pub(crate) const fn optional(
        name: &'static str,
        style: RowStyle,
        unknown: &'static str,
        expected: &'static str,
    ) -> Self {
        Self { name, style, is_required: false, unknown, expected }
    }
}
