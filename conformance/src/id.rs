//! Ids: the names of cases, sources, statements, readings and rules.
//!
//! An id is part of file names and addresses of the report, so it is checked where it is read.

use serde::de::{Deserialize, Deserializer, Error};

/// What an id may have beside lower-case letters and digits, in words and as characters.
pub(crate) type Marks = (&'static str, &'static [char]);

/// The marks of the id of a case, a source or a reading.
pub(crate) const CASE: Marks = ("hyphens", &['-']);
/// The marks of the id of a statement or a rule, which may have parts.
const PARTS: Marks = ("hyphens and dots", &['-', '.']);

/// Checks the id of a case, a source or a reading as it is read.
pub(crate) fn of_case<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    checked(deserializer, CASE)
}

/// Checks the id of a statement or a rule as it is read.
pub(crate) fn with_parts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    checked(deserializer, PARTS)
}

fn checked<'de, D: Deserializer<'de>>(deserializer: D, marks: Marks) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    check(&id, marks).map_err(Error::custom)?;
    Ok(id)
}

/// Checks an id.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check(id: &str, (words, marks): Marks) -> Result<(), String> {
    let is_allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || marks.contains(&letter);
    // Every part has a letter, so that an id is never a path to another folder.
    if id.split('.').all(|part| !part.is_empty()) && id.chars().all(is_allowed) {
        return Ok(());
    }
    Err(format!("the id {id:?} may only have lower-case letters, digits, {words}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_no_paths() {
        for id in ["x", "promotion-piece", "1"] {
            assert!(check(id, CASE).is_ok() && check(id, PARTS).is_ok(), "{id}");
        }
        assert!(check("nl.elephant.leap", PARTS).is_ok() && check("nl.elephant.leap", CASE).is_err());
        for id in
            ["", ".", "..", "../x", "x/y", "x\\y", "X", "x y", "x.", ".x", "x..y", "\u{e9}", "x\n", "<x>"]
        {
            assert!(check(id, CASE).is_err() && check(id, PARTS).is_err(), "{id:?}");
        }
    }
}
