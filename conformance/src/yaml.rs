//! Strict YAML parsing: nothing is ignored or guessed.
//!
//! Files are bounded in size and nesting and have no anchors. Unknown and duplicate keys, and scalars of the
//! wrong type, are errors.

use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::Error as _};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 512 * 1024;
/// The deepest nesting of `[` and `{`.
const MAX_DEPTH: usize = 8;

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
    /// It cannot be opened or read.
    Io(io::Error),
    /// It is not a regular file.
    NotAFile,
    /// It is larger than any file of a suite.
    TooLarge,
    /// It is not UTF-8.
    NotUtf8(FromUtf8Error),
    /// It begins with a byte-order mark.
    ByteOrderMark,
    /// It is not YAML of the expected form.
    Yaml(YamlError),
}

/// Why a text is not YAML of the expected form. Displays as `line: reason`.
#[derive(Debug)]
pub enum YamlError {
    /// Brackets are nested too deep on this line.
    TooDeep(usize),
    /// An anchor, an alias or a tag on this line.
    Anchor(usize),
    /// The parser refuses it.
    Parser(serde_yaml::Error),
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
            FileErrorKind::NotAFile => f.write_str(" not a regular file"),
            FileErrorKind::TooLarge => write!(f, " exceeds the limit of {} kB", MAX_BYTES / 1024),
            FileErrorKind::NotUtf8(error) => write!(f, " not UTF-8: {error}"),
            FileErrorKind::ByteOrderMark => f.write_str(" begins with a byte-order mark; remove it"),
            FileErrorKind::Yaml(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for FileError {}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep(line) => write!(f, "{line}: nested deeper than {MAX_DEPTH} brackets"),
            Self::Anchor(line) => {
                write!(f, "{line}: anchors, aliases and tags are not allowed; write the value out")
            }
            Self::Parser(error) => {
                write!(f, "{}: {error}", error.location().map_or(1, |place| place.line()))
            }
        }
    }
}

impl std::error::Error for YamlError {}

/// Reads a file.
///
/// # Errors
/// The file cannot be read, or is not YAML of the form of `T`.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    parse(&text(path)?).map_err(|error| FileError { path: path.to_owned(), kind: FileErrorKind::Yaml(error) })
}

/// Reads the text of a file.
///
/// # Errors
/// The file cannot be read, is too large, is not UTF-8, or begins with a byte-order mark.
pub fn text(path: &Path) -> Result<String, FileError> {
    let error = |kind| FileError { path: path.to_owned(), kind };
    let file = File::open(path).map_err(|cause| FileError::io(path, cause))?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(error(FileErrorKind::NotAFile));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|cause| FileError::io(path, cause))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(error(FileErrorKind::TooLarge));
    }
    let text = String::from_utf8(bytes).map_err(|cause| error(FileErrorKind::NotUtf8(cause)))?;
    if text.starts_with('\u{feff}') {
        return Err(error(FileErrorKind::ByteOrderMark));
    }
    Ok(text)
}

/// Returns the files of a folder, sorted by path.
///
/// # Errors
/// The folder cannot be read.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

/// Returns whether a file is named as a YAML file.
pub fn has_yaml_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml")
}

/// Reads a text.
///
/// # Errors
/// The text is not YAML of the form of `T`.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    refuse_costly(text)?;
    serde_yaml::from_str(text).map_err(YamlError::Parser)
}

/// Rejects input that would cost the parser too much time or memory.
fn refuse_costly(text: &str) -> Result<(), YamlError> {
    let mut depth = 0usize;
    // A quoted text may span lines.
    let mut quote = None;
    for (number, line) in (1..).zip(text.lines()) {
        // True if a token can begin here: at the start of a line, and after a separator.
        let mut at_token = true;
        let mut after_space = true;
        for letter in line.chars() {
            if let Some(mark) = quote {
                quote = (letter != mark).then_some(mark);
                at_token = false;
                continue;
            }
            match letter {
                '"' | '\'' if at_token => quote = Some(letter),
                '&' | '*' | '!' if at_token => return Err(YamlError::Anchor(number)),
                '#' if after_space => break,
                '[' | '{' if at_token => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                return Err(YamlError::TooDeep(number));
            }
            after_space = letter.is_whitespace();
            at_token = match letter {
                '[' | '{' | ',' => depth > 0,
                ':' | '-' | '?' => true,
                _ => at_token && after_space,
            };
        }
    }
    Ok(())
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

    #[test]
    fn costly_texts_are_refused_at_their_line() {
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
        // Marks within a word, in quotes and in comments do not count.
        let plain =
            "a: Black's raja [[[[[[[[[[ is here, *so* & so\nb: \"[[[[[[[[[[[[ &a *a\"\nc: x # [[[[[[[[[[[\n";
        assert!(parse::<Entries<String>>(plain).is_ok());
    }
}
