//! The files of a suite: a folder, or the files that are built into the program.

use crate::yaml::{self, FileError, FileErrorKind, MAX_BYTES};
use serde::de::DeserializeOwned;
use std::fs::read_dir;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// Where the files of a suite are: `cases/`, `sources/`, `rules/` and `expectations/`.
///
/// ```
/// use conformance::{Suite, SuiteFiles};
/// use rules_core::chaturanga::Rules;
///
/// let suite: Suite<Rules> = Suite::load(SuiteFiles::BuiltIn)?;
/// assert!(suite.cases.len() > 500);
/// # Ok::<(), conformance::LoadErrors>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SuiteFiles {
    /// The suite of this project, as it was when the program was built.
    BuiltIn,
    /// A folder.
    Folder(PathBuf),
}

impl From<&Path> for SuiteFiles {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

impl SuiteFiles {
    /// Returns the place of a file of the suite, for messages and for [`crate::Case::file`].
    pub(crate) fn place(&self, path: &Path) -> PathBuf {
        match self {
            Self::BuiltIn => path.to_owned(),
            Self::Folder(folder) => folder.join(path),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// The file cannot be read, is too large, is not UTF-8, or begins with a byte-order mark.
    pub(crate) fn text(&self, path: &Path) -> Result<String, FileError> {
        match self {
            Self::BuiltIn => {
                let found = BUILT_IN.iter().find(|(name, _)| Path::new(name) == path);
                let missing = || FileError::io(path, ErrorKind::NotFound.into());
                Ok(found.ok_or_else(missing)?.1.to_owned())
            }
            Self::Folder(folder) => read_text(&folder.join(path)),
        }
    }

    /// Reads a YAML file.
    ///
    /// # Errors
    /// The file cannot be read, or is not YAML of the form of `T`.
    pub(crate) fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<T, FileError> {
        let kind = |error| FileError { path: self.place(path), kind: FileErrorKind::Yaml(error) };
        yaml::parse(&self.text(path)?).map_err(kind)
    }

    /// Returns the files and folders in a folder, sorted by path.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(crate) fn in_folder(&self, folder: &str) -> Result<Vec<PathBuf>, FileError> {
        let mut paths = match self {
            Self::BuiltIn => BUILT_IN
                .iter()
                .filter_map(|(path, _)| Path::new(path).strip_prefix(folder).ok()?.components().next())
                .map(|first| Path::new(folder).join(first))
                .collect(),
            Self::Folder(root) => names_in(&root.join(folder))
                .map_err(|error| FileError::io(&root.join(folder), error))?
                .into_iter()
                .map(|name| Path::new(folder).join(name))
                .collect::<Vec<_>>(),
        };
        paths.sort();
        paths.dedup();
        Ok(paths)
    }
}

fn names_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    read_dir(folder)?.map(|entry| Ok(entry?.file_name().into())).collect()
}

/// Reads a text file.
///
/// # Errors
/// The file cannot be read, is not a regular file, is too large, is not UTF-8, or begins with a byte-order mark.
pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    let text = perft::file::read_text(path, MAX_BYTES).map_err(|error| FileError::io(path, error))?;
    if text.starts_with('\u{feff}') {
        return Err(FileError { path: path.to_owned(), kind: FileErrorKind::ByteOrderMark });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that was added after the last build would be missing.
    #[test]
    fn everything_in_the_folders_is_built_in() {
        let folder = SuiteFiles::from(Path::new(env!("CARGO_MANIFEST_DIR")));
        let mut count = 0;
        for name in ["cases", "cases/chaturanga", "cases/chaturaji", "sources", "rules", "expectations"] {
            let paths = folder.in_folder(name).unwrap();
            assert_eq!(SuiteFiles::BuiltIn.in_folder(name).unwrap(), paths);
            for path in paths.iter().filter(|path| path.extension().is_some()) {
                assert_eq!(SuiteFiles::BuiltIn.text(path).unwrap(), folder.text(path).unwrap());
                count += 1;
            }
        }
        assert_eq!(count, BUILT_IN.len());
    }
}
