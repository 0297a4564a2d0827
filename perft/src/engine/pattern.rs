//! Templates of the lines that are sent to a program, and patterns of the lines that it answers with.
//!
//! A template such as `go perft {depth}` has placeholders to fill in. A pattern such as `{move}: {count}`
//! matches a line word by word: it takes `e2e3: 18` apart. In a pattern, `{_}` matches any word and `{name*}`
//! one word or more.

use serde::{Deserialize, Deserializer, de};

/// Fills in the placeholders of a template.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        text += values.iter().find(|value| value.0 == name).map_or("", |value| value.1);
        rest = after;
    }
    text + rest
}

/// Returns the names of the placeholders of a template.
pub(super) fn places(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name))
}

/// The pattern of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    text: String,
    words: Vec<Word>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    /// A literal word.
    Plain(String),
    /// A placeholder, with the literal text around it in the same word.
    Place { before: String, name: String, after: String },
    /// A placeholder for one word or more.
    Words { name: String },
}

impl Pattern {
    fn new(text: &str) -> Result<Self, String> {
        let words: Vec<_> = text.split_whitespace().map(word).collect::<Result<_, _>>()?;
        if words.is_empty() {
            return Err("a pattern needs at least one word".to_owned());
        }
        Ok(Self { text: text.to_owned(), words })
    }

    /// Returns the text of the pattern.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the pattern has a placeholder of this name.
    pub(super) fn has(&self, place: &str) -> bool {
        self.places().any(|name| name == place)
    }

    /// Returns the names of the placeholders.
    pub(super) fn places(&self) -> impl Iterator<Item = &str> {
        self.words.iter().filter_map(|word| match word {
            Word::Plain(_) => None,
            Word::Place { name, .. } | Word::Words { name } => Some(name.as_str()),
        })
    }

    /// Matches a line, and returns what stands at each placeholder.
    pub(super) fn read<'a>(&'a self, line: &'a str) -> Option<Found<'a>> {
        let words: Vec<_> = line.split_whitespace().collect();
        let mut found = Vec::new();
        read(&self.words, &words, &mut found).then_some(Found(found))
    }
}

/// What stands at each placeholder of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Found<'a>(Vec<(&'a str, Vec<&'a str>)>);

impl<'a> Found<'a> {
    /// Returns the words at a placeholder; none if the pattern does not have it.
    pub(super) fn words(&self, place: &str) -> &[&'a str] {
        self.0.iter().find(|found| found.0 == place).map_or(&[], |found| &found.1)
    }

    /// Returns the first word at a placeholder.
    pub(super) fn word(&self, place: &str) -> Option<&'a str> {
        self.words(place).first().copied()
    }
}

fn word(text: &str) -> Result<Word, String> {
    let Some((before, rest)) = text.split_once('{') else { return Ok(Word::Plain(text.to_owned())) };
    let Some((name, after)) = rest.split_once('}').filter(|(_, after)| !after.contains('{')) else {
        return Err(format!("`{text}`: a word can contain only one {{placeholder}}, in a pair of braces"));
    };
    match name.strip_suffix('*') {
        Some(name) if before.is_empty() && after.is_empty() => Ok(Word::Words { name: name.to_owned() }),
        Some(_) => Err(format!("`{text}`: a placeholder for several words must stand alone")),
        None => Ok(Word::Place { before: before.to_owned(), name: name.to_owned(), after: after.to_owned() }),
    }
}

fn read<'a>(pattern: &'a [Word], words: &[&'a str], found: &mut Vec<(&'a str, Vec<&'a str>)>) -> bool {
    let Some((first, pattern)) = pattern.split_first() else { return words.is_empty() };
    let Some((&next, others)) = words.split_first() else { return false };
    match first {
        Word::Plain(text) => text == next && read(pattern, others, found),
        Word::Place { before, name, after } => {
            let inner = next.strip_prefix(before.as_str()).and_then(|rest| rest.strip_suffix(after.as_str()));
            let Some(inner) = inner.filter(|inner| !inner.is_empty()) else { return false };
            found.push((name, vec![inner]));
            read(pattern, others, found)
        }
        Word::Words { name } => (1..=words.len()).any(|count| {
            let known = found.len();
            found.push((name, words[..count].to_vec()));
            let is_read = read(pattern, &words[count..], found);
            if !is_read {
                found.truncate(known);
            }
            is_read
        }),
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(from)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, line: &str) -> Option<String> {
        let pattern = Pattern::new(pattern).unwrap();
        let found = pattern.read(line)?;
        let places: Vec<_> =
            found.0.iter().map(|(name, words)| format!("{name}={}", words.join(" "))).collect();
        Some(places.join(","))
    }

    #[test]
    fn a_line_is_read_word_by_word() {
        for (pattern, line, expected) in [
            ("{move}: {count}", "e2e3: 18", Some("move=e2e3,count=18")),
            ("{move}: {count}", "e2e3 18", None),
            ("{move}: {count}", "e2e3: 18 more", None),
            ("{move}: {count}", ": 18", None),
            ("{move} {count} {_}", "  Nb1-a3     1    7", Some("move=Nb1-a3,count=1,_=7")),
            (
                "option name {name*} type {_*}",
                "option name Clear Hash type button",
                Some("name=Clear Hash,_=button"),
            ),
            ("option name {name*} type {_*}", "option name type", None),
            ("'{name}' {_*}", "'chess'  (8x8)", Some("name=chess,_=(8x8)")),
        ] {
            assert_eq!(found(pattern, line).as_deref(), expected, "{pattern} on {line}");
        }
    }

    #[test]
    fn malformed_patterns_are_refused() {
        for text in ["", "{a}{b}", "{a", "x{a*}"] {
            assert!(Pattern::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_template_is_filled() {
        let template = "position fen {ranks} {side}{moves}";
        assert_eq!(fill(template, &[("ranks", "8"), ("side", "w")]), "position fen 8 w");
        assert_eq!(places(template).collect::<Vec<_>>(), ["ranks", "side", "moves"]);
    }
}
