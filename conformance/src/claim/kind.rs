//! The interface of a claim, and helpers that compare lists and values.

use crate::query::{Answer, Query};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt::Display;

/// A kind of claim. It displays as one line of text, such as `moves from c2: a4 e4`.
pub trait Kind: Display {
    /// Returns the queries whose answers decide the claim.
    fn queries(&self) -> Vec<Query>;

    /// Returns how the answer to one of [`Kind::queries`] contradicts the claim, one difference per line.
    fn differences(&self, answer: &Answer) -> Vec<String>;

    /// Returns the syntax errors of the claim, given a function that recognises plies.
    fn faults(&self, _is_ply: fn(&str) -> bool) -> Vec<String> {
        Vec::new()
    }

    /// Returns every variant of the claim with exactly one detail changed: the claims that replace this one.
    ///
    /// Where this claim holds, none of the replacements may hold.
    fn corruptions(&self) -> Vec<Vec<Self>>
    where
        Self: Sized;

    /// Returns the claim as an entry of a description list on a page.
    fn entry(&self) -> Entry;

    /// Returns the claim as questions with their answers, for programs that cannot read cases.
    fn vectors(&self) -> Vec<Vector>;

    /// Returns the plies that the claim names, to be marked on a board.
    fn plies(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether a ply is legal, or `None` if the claim does not say.
    fn is_legal(&self, _ply: &str) -> Option<bool> {
        None
    }

    /// Returns whether the claim excludes every other claim and a line of plies.
    fn stands_alone(&self) -> bool {
        false
    }
}

/// A question about a position and its answer, as `conformance export` writes them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Vector {
    /// The name of the question.
    pub ask: &'static str,
    /// What the question is about, such as `"square": "c2"`: the name of a field, and its value.
    #[serde(flatten, serialize_with = "as_field")]
    pub about: Option<(&'static str, Value)>,
    /// The answer.
    pub answer: Value,
}

impl Vector {
    /// A question about the whole position.
    pub fn new(ask: &'static str, answer: impl Into<Value>) -> Self {
        Self { ask, about: None, answer: answer.into() }
    }

    /// A question about something in the position.
    pub fn about(
        ask: &'static str,
        name: &'static str,
        about: impl Into<Value>,
        answer: impl Into<Value>,
    ) -> Self {
        Self { ask, about: Some((name, about.into())), answer: answer.into() }
    }
}

fn as_field<S: Serializer>(about: &Option<(&'static str, Value)>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(about.iter().map(|(name, value)| (name, value)))
}

/// An entry of a description list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What is described.
    pub term: String,
    /// The description.
    pub description: Description,
}

/// The description of an [`Entry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Description {
    /// Words.
    Words(String),
    /// Items of notation, such as moves.
    Code(Vec<String>),
}

impl Entry {
    /// An entry in words.
    pub fn words(term: impl Into<String>, words: impl Into<String>) -> Self {
        Self { term: term.into(), description: Description::Words(words.into()) }
    }

    /// An entry that lists items of notation.
    pub fn code(term: impl Into<String>, items: &[String]) -> Self {
        Self { term: term.into(), description: Description::Code(items.to_vec()) }
    }
}

/// Joins items with spaces; `none` if there are none.
pub fn joined(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(" ") }
}

/// Compares two values by their texts.
pub fn compare_values(what: &str, expected: impl Display, found: impl Display) -> Vec<String> {
    let (expected, found) = (expected.to_string(), found.to_string());
    if expected == found { Vec::new() } else { vec![format!("{what}: {found}, expected {expected}")] }
}

/// Compares two lists, ignoring order and duplicates, and names the missing and the extra items.
pub fn compare_lists(what: &str, expected: &[String], found: &[String]) -> Vec<String> {
    let only = |name: &str, these: &[String], those: &[String]| {
        let mut items: Vec<&str> =
            these.iter().filter(|item| !those.contains(item)).map(String::as_str).collect();
        items.sort_unstable();
        items.dedup();
        if items.is_empty() { String::new() } else { format!(" {name} {}", items.join(" ")) }
    };
    let (missing, extra) = (only("missing", expected, found), only("extra", found, expected));
    if missing.is_empty() && extra.is_empty() {
        return Vec::new();
    }
    let separator = if missing.is_empty() || extra.is_empty() { "" } else { ";" };
    vec![format!("{what}:{missing}{separator}{extra}")]
}

/// Returns the faults of a list of plies: items that are not plies, and duplicates.
pub fn faults_of_plies(plies: &[String], is_ply: fn(&str) -> bool) -> Vec<String> {
    let strangers = plies.iter().filter(|ply| !is_ply(ply)).map(|ply| not_a_ply(ply));
    strangers.chain(repetition(plies)).collect()
}

/// Returns the fault of a text that is not a ply.
pub fn not_a_ply(text: &str) -> String {
    format!("{text} is not a valid ply")
}

/// Returns the fault of a list that contains a duplicate.
pub fn repetition(items: &[String]) -> Option<String> {
    let is_repeated = (1..items.len()).any(|index| items[..index].contains(&items[index]));
    is_repeated.then(|| format!("[{}] contains a duplicate", items.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn differences_name_what_is_missing_and_what_is_extra() {
        let compare = |expected, found| compare_lists("moves", &words(expected), &words(found));
        assert_eq!(compare("a b", "b a"), [""; 0]);
        assert_eq!(compare("a b", "b"), ["moves: missing a"]);
        assert_eq!(compare("b", "b d c"), ["moves: extra c d"]);
        assert_eq!(compare("a b", "b c"), ["moves: missing a; extra c"]);
    }
}
