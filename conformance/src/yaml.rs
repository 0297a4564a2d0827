//! Reading YAML so that nothing is ignored or guessed: bounded in size and nesting, without anchors, every key known
//! and given once, every scalar of the type that is asked for.

use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::Error as _};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::marker::PhantomData;
use std::path::Path;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 512 * 1024;
/// The deepest nesting of `[` and `{`.
const DEEPEST: usize = 8;

/// Reads a file.
///
/// # Errors
/// What is wrong, with file, line, and what is allowed.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    parse(&text(path)?).map_err(|error| format!("{}:{error}", path.display()))
}

/// The text of a file of sensible size.
///
/// # Errors
/// That it cannot be read, is too large, or is not UTF-8.
pub fn text(path: &Path) -> Result<String, String> {
    let fault = |what: &dyn fmt::Display| format!("{}: {what}", path.display());
    let file = File::open(path).map_err(|error| fault(&error))?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(fault(&"not a plain file"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| fault(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(fault(&format_args!("larger than {} kB, the most that is read", LARGEST / 1024)));
    }
    let text = String::from_utf8(bytes).map_err(|error| fault(&format_args!("not UTF-8: {error}")))?;
    if text.starts_with('\u{feff}') {
        return Err(fault(&"it begins with a byte-order mark, which has no place here"));
    }
    Ok(text)
}

/// Reads a text.
///
/// # Errors
/// What is wrong, beginning with the line.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    scan(text)?;
    serde_yaml::from_str(text).map_err(|error| match error.location() {
        Some(place) => format!("{}: {error}", place.line()),
        None => format!("1: {error}"),
    })
}

/// Refuses what costs a parser seconds or gigabytes.
fn scan(text: &str) -> Result<(), String> {
    let mut depth = 0usize;
    // A quoted text may go on over lines.
    let mut quote = None;
    for (number, line) in (1..).zip(text.lines()) {
        // Where a token can begin: at the start of a line, and after what separates tokens.
        let mut fresh = true;
        let mut after_space = true;
        for letter in line.chars() {
            if let Some(mark) = quote {
                quote = (letter != mark).then_some(mark);
                fresh = false;
                continue;
            }
            match letter {
                '"' | '\'' if fresh => quote = Some(letter),
                '&' | '*' | '!' if fresh => {
                    return Err(format!(
                        "{number}: anchors, aliases and tags are not allowed; write the value out"
                    ));
                }
                '#' if after_space => break,
                '[' | '{' if fresh => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEEPEST {
                return Err(format!("{number}: nested deeper than {DEEPEST} brackets"));
            }
            after_space = letter.is_whitespace();
            fresh = match letter {
                '[' | '{' | ',' => depth > 0,
                ':' | '-' | '?' => true,
                _ => fresh && after_space,
            };
        }
    }
    Ok(())
}

/// A map in the order of the file, in which no key stands twice.
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

/// One text, or a list of texts.
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
        parse::<Entries<OneOrMore>>(text).expect_err(text)
    }

    #[test]
    fn keys_stand_once() {
        assert!(refusal("a: x\nb: y\na: z").contains("duplicate key `a`"));
    }

    #[test]
    fn scalars_in_text_fields_stay_text() {
        let Entries(entries) = parse("no: [y, n, e4]\non: yes\n1e4: 'null'").unwrap();
        let shown: Vec<String> =
            entries.into_iter().map(|(key, OneOrMore(v))| format!("{key}={}", v.join(","))).collect();
        assert_eq!(shown, ["no=y,n,e4", "on=yes", "1e4=null"]);
    }

    #[test]
    fn what_costs_too_much_is_refused_at_its_line() {
        let bombs = [
            ("[".repeat(80_000), "1: nested deeper"),
            (format!("a: 1\nb: {}", "{a: ".repeat(20_000)), "2: nested deeper"),
            ("a: &a [x, x]\nb: [*a, *a]".to_owned(), "1: anchors, aliases"),
            ("a: x\nb: *a".to_owned(), "2: anchors, aliases"),
            ("a: !!str &a x".to_owned(), "1: anchors, aliases"),
            (format!("a: \"x\n # \"\nb: {}", "[".repeat(80_000)), "3: nested deeper"),
        ];
        for (text, words) in bombs {
            assert!(refusal(&text).starts_with(words), "{words}");
        }
        // Neither a quotation mark within a word nor what is quoted counts.
        let plain =
            "a: Black's raja [[[[[[[[[[ is here, *so* & so\nb: \"[[[[[[[[[[[[ &a *a\"\nc: x # [[[[[[[[[[[\n";
        assert!(parse::<Entries<String>>(plain).is_ok());
    }
}
