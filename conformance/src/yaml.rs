//! Strict YAML parsing: nothing is ignored or guessed.
//!
//! Files are bounded in size and nesting and have no anchors. Unknown and duplicate keys, scalars of the wrong
//! type, and lists, maps and claims without a value are errors.

use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::Error as _};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 512 * 1024;
/// The deepest nesting of lists and maps. Every file of the suite needs less.
const MAX_DEPTH: usize = 12;

/// Why a file of the suite was not read. Displays as `file: reason`, or `file:line: reason`.
#[derive(Debug)]
pub struct FileError {
    /// The file, or the folder that was searched for files.
    pub path: PathBuf,
    /// What is wrong.
    pub kind: FileErrorKind,
}

/// What is wrong with a file of the suite.
#[derive(Debug)]
pub enum FileErrorKind {
    /// It cannot be read, is not a regular file, is too large, or is not UTF-8.
    Io(io::Error),
    /// It begins with a byte-order mark.
    ByteOrderMark,
    /// It is not YAML of the expected form.
    Yaml(YamlError),
}

/// Why a text is not YAML of the expected form. Displays as `line: reason`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct YamlError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: String,
}

impl FileError {
    /// The error of an operation on a file or a folder.
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), kind: FileErrorKind::Io(error) }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.path.display())?;
        match &self.kind {
            FileErrorKind::Io(error) => write!(f, " {error}"),
            FileErrorKind::ByteOrderMark => f.write_str(" begins with a byte-order mark; remove it"),
            FileErrorKind::Yaml(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for FileError {}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.reason)
    }
}

impl std::error::Error for YamlError {}

/// Reads a text.
///
/// The parser stops at the event that exceeds a limit, so no text costs more than its length.
///
/// # Errors
/// The text is not YAML of the form of `T`.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
            max_anchors: 0,
            max_aliases: 0,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        reject_unsupported_tags: true,
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| YamlError::of(&error))
}

impl YamlError {
    fn of(error: &serde_saphyr::Error) -> Self {
        use serde_saphyr::Error;
        let deep = format!("nested deeper than {MAX_DEPTH} lists and maps");
        let reason = match error.without_snippet() {
            Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => deep,
            Error::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. }
            | Error::UnknownAnchor { .. } => {
                "anchors and aliases are not allowed; write the value out".to_owned()
            }
            Error::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key `{key}`"),
            Error::Unexpected { expected: "sequence start", .. } => {
                "expected a list; write [] for an empty one".to_owned()
            }
            Error::Unexpected { expected: "mapping start", .. } => {
                "expected a map; write {} for an empty one".to_owned()
            }
            // The limit of brackets, which the parser applies before an event.
            other if other.to_string().starts_with("recursion limit") => deep,
            other => other.to_string(),
        };
        Self { line: error.location().map_or(1, |place| place.line()), reason }
    }
}

/// Returns whether a file is named as a YAML file.
pub fn has_yaml_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml")
}

/// A map in the order of the file, without duplicate keys.
#[derive(Clone, Debug)]
pub struct Entries<V>(pub Vec<(String, V)>);

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<V> {
            type Value = Entries<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<V>, A::Error> {
                let mut entries: Vec<(String, V)> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if entries.iter().any(|entry| entry.0 == key) {
                        return Err(A::Error::custom(format_args!("duplicate key `{key}`")));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

/// A text, or a list of texts.
#[derive(Clone, Debug)]
pub struct OneOrMore(pub Vec<String>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMoreVisitor;
        impl<'de> Visitor<'de> for OneOrMoreVisitor {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or a list of values")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OneOrMore, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = seq.next_element()? {
                    texts.push(text);
                }
                Ok(OneOrMore(texts))
            }
        }
        deserializer.deserialize_any(OneOrMoreVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        parse::<Entries<OneOrMore>>(text).expect_err(text).to_string()
    }

    #[test]
    fn duplicate_keys_are_refused() {
        assert!(refusal("a: x\nb: y\na: z").contains("duplicate key `a`"));
    }

    #[test]
    fn scalars_in_text_fields_stay_text() {
        let Entries(entries) = parse("no: [y, n, e4]\non: yes\n1e4: 'null'").unwrap();
        let shown: Vec<String> =
            entries.into_iter().map(|(key, OneOrMore(v))| format!("{key}={}", v.join(","))).collect();
        assert_eq!(shown, ["no=y,n,e4", "on=yes", "1e4=null"]);
    }

    /// Each is refused by the event that exceeds a limit, so that the size of the rest does not matter.
    #[test]
    fn costly_texts_are_refused_at_their_line() {
        let brackets = "[".repeat(80_000);
        let bombs = [
            (brackets.clone(), "1: nested deeper"),
            (format!("a: x\nb: {}", "{a: ".repeat(20_000)), "2: nested deeper"),
            ("? ".repeat(100_000), "1: nested deeper"),
            ("- ".repeat(100_000), "1: nested deeper"),
            ("a: &a [x, x]\nb: [*a, *a]".to_owned(), "1: anchors and aliases"),
            ("a: x\nb: *a".to_owned(), "2: anchors and aliases"),
            ("a: !!str &a x".to_owned(), "1: anchors and aliases"),
            (format!("a: \"x\n # \"\nb: {brackets}"), "3: nested deeper"),
            (format!("a: |\n  Black's\nb: {brackets}"), "3: nested deeper"),
            (format!("a: >-\n  x\n\n  it's \"\nb: {brackets}"), "5: nested deeper"),
            (format!("a: Black's\n  raja's\nb: {brackets}"), "3: nested deeper"),
        ];
        for (text, words) in bombs {
            // A value of any form, so that nothing but the limits refuses it.
            let refusal = parse::<serde_json::Value>(&text).expect_err(words).to_string();
            assert!(refusal.starts_with(words), "{words}: {refusal}");
        }
    }

    #[test]
    fn marks_within_a_text_are_not_structure() {
        let marks = "[[[[[[[[[[[[[[ {{{{{{{{{{{{{ * x &a *a !b Black's \"";
        for text in [
            format!("a: word {marks}\n"),
            format!("a: |\n  {marks}\n  * x\n  [[[[[[[[[[[[[[\nb: y\n"),
            format!("a: >\n  * x\n  {marks}\nb: y # {marks}\n"),
            format!("a: '{}'\n", marks.replace('\'', "")),
            format!("a: x\n  {marks}\nb: y\n"),
        ] {
            let read = parse::<Entries<String>>(&text);
            assert!(read.is_ok(), "{text:?}: {read:?}");
        }
    }

    #[test]
    fn a_missing_value_is_not_an_empty_one() {
        for text in ["a:", "a: ~", "a: null", "a: # x\n", "a:\nb: [x]"] {
            assert!(parse::<Entries<Vec<String>>>(text).is_err(), "{text:?}");
            assert!(parse::<Entries<Entries<String>>>(text).is_err(), "{text:?}");
            assert!(parse::<Entries<String>>(text).is_err(), "{text:?}");
            assert!(parse::<Entries<OneOrMore>>(text).is_err(), "{text:?}");
        }
        assert!(parse::<Entries<Vec<String>>>("a: []").is_ok());
    }

    #[test]
    fn tags_and_merges_are_refused() {
        for text in ["a: !b x", "<<: { a: x }", "a: x\n---\na: y\n"] {
            assert!(parse::<Entries<String>>(text).is_err(), "{text:?}");
        }
    }
}
