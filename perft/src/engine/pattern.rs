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
    ///
    /// Takes time proportional to the length of the line, however many placeholders for several words the
    /// pattern has: the literal words after such a placeholder are found at their first occurrence.
    pub(super) fn read<'a>(&'a self, line: &'a str) -> Option<Found<'a>> {
        let words: Vec<_> = line.split_whitespace().collect();
        let mut found = Found(Vec::new());
        let mut runs = self.words.split(|word| matches!(word, Word::Words { .. }));
        let names = self.words.iter().filter_map(|word| match word {
            Word::Words { name } => Some(name.as_str()),
            Word::Plain(_) | Word::Place { .. } => None,
        });
        let first = runs.next().unwrap_or_default();
        let mut at = first.len();
        read_run(first, words.get(..at)?, &mut found)?;
        // What comes before the next run and has no name yet.
        let mut names = names.peekable();
        while let (Some(name), Some(run)) = (names.next(), runs.next()) {
            let last_start = words.len().checked_sub(run.len())?;
            let starts = if names.peek().is_none() {
                last_start.max(at + 1)..=last_start
            } else {
                at + 1..=last_start
            };
            let place = found.0.len();
            let start = starts.into_iter().find(|&start| {
                let is_read = read_run(run, &words[start..start + run.len()], &mut found).is_some();
                if !is_read {
                    found.0.truncate(place);
                }
                is_read
            })?;
            found.0.push((name, words[at..start].to_vec()));
            at = start + run.len();
        }
        (at == words.len()).then_some(found)
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

/// Matches as many words as a run of the pattern has, one each.
fn read_run<'a>(run: &'a [Word], words: &[&'a str], found: &mut Found<'a>) -> Option<()> {
    run.iter().zip(words).try_for_each(|(expected, &word)| match expected {
        Word::Plain(text) => (text == word).then_some(()),
        Word::Place { before, name, after } => {
            let inner = word.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
            found.0.push((name, vec![inner]));
            (!inner.is_empty()).then_some(())
        }
        Word::Words { .. } => None,
    })
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
        let mut places: Vec<_> =
            found.0.iter().map(|(name, words)| format!("{name}={}", words.join(" "))).collect();
        places.sort_unstable();
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
            ("'{name}' {_*}", "'chess'  (8x8)", Some("_=(8x8),name=chess")),
            ("{a*} x {b*} y {c}", "1 2 x 3 x 4 y 5 y 6", Some("a=1 2,b=3 x 4 y 5,c=6")),
            ("{a*} x {b*}", "1 x", None),
            ("{a*} x {b*}", "x x x", Some("a=x,b=x")),
            ("{a*}", "", None),
        ] {
            let expected = expected.map(|text| {
                let mut places: Vec<_> = text.split(',').collect();
                places.sort_unstable();
                places.join(",")
            });
            assert_eq!(found(pattern, line), expected, "{pattern} on {line}");
        }
    }

    /// The longest line of a program has half a million words, and every deadline waits for its parsing.
    #[test]
    fn a_line_of_many_words_is_read_at_once() {
        let line = "x ".repeat(500_000);
        let begun = std::time::Instant::now();
        for (pattern, is_read) in [
            ("{a*}", true),
            ("{a*} {_}", true),
            ("x {a*} x {b*} x {c*}", true),
            ("{a*} y", false),
            ("{a*} y {b*}", false),
            ("{a*} x {b*} x {c*} x {d*} y", false),
            ("{a*} {b*} {c*} {d*} y {e*}", false),
        ] {
            assert_eq!(Pattern::new(pattern).unwrap().read(&line).is_some(), is_read, "{pattern}");
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
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
