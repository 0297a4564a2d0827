//! Putting the site where it belongs, all of it or nothing.

use super::File;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that every report has, so that no other folder is taken for one and replaced.
pub const MARKER: &str = "conformance-report.txt";

const MARKER_TEXT: &str = "This folder was written by `conformance report`, which replaces it as a whole.\n";

/// Why a site was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The folder holds something else.
    Occupied(PathBuf),
    /// Something could not be written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied(path) => write!(
                f,
                "{} is there already and is no report (it has no {MARKER}); name a new or empty folder",
                path.display()
            ),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {}

/// Whether a folder may be written: it is not there, is empty, or is a report.
///
/// # Errors
/// When it may not, or cannot be looked at.
pub fn permit(folder: &Path) -> Result<(), WriteError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(WriteError::Occupied(folder.to_owned()));
        }
        Err(error) => return Err(WriteError::Io(folder.to_owned(), error)),
    };
    if entries.count() > 0 && !folder.join(MARKER).is_file() {
        return Err(WriteError::Occupied(folder.to_owned()));
    }
    Ok(())
}

/// Writes the files next to the folder and puts them in its place when all are there.
///
/// # Errors
/// When the folder holds something else, or something cannot be written; then the folder is as it was.
pub fn write(files: &[File], folder: &Path) -> Result<(), WriteError> {
    permit(folder)?;
    let fresh = sibling(folder, "new");
    let result = fill(files, &fresh).and_then(|()| exchange(folder, &fresh));
    if result.is_err() {
        // What cannot be removed is the lesser trouble.
        let _ = fs::remove_dir_all(&fresh);
    }
    result
}

/// A name next to the folder that nobody else has.
fn sibling(folder: &Path, what: &str) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!(".{name}.{what}-{}", std::process::id()))
}

fn fill(files: &[File], folder: &Path) -> Result<(), WriteError> {
    let marker = File { path: MARKER.to_owned(), text: MARKER_TEXT.to_owned() };
    for file in files.iter().chain([&marker]) {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| WriteError::Io(parent.to_owned(), error))?;
        fs::write(&path, &file.text).map_err(|error| WriteError::Io(path, error))?;
    }
    Ok(())
}

/// Puts a new folder in the place of an old one, which goes only when the new one is there.
fn exchange(folder: &Path, fresh: &Path) -> Result<(), WriteError> {
    let at = |error| WriteError::Io(folder.to_owned(), error);
    if !folder.exists() {
        return fs::rename(fresh, folder).map_err(at);
    }
    let old = sibling(folder, "old");
    fs::rename(folder, &old).map_err(at)?;
    if let Err(error) = fs::rename(fresh, folder) {
        fs::rename(&old, folder).map_err(at)?;
        return Err(at(error));
    }
    fs::remove_dir_all(&old).map_err(|error| WriteError::Io(old.clone(), error))
}
