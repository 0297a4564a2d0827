//! Writes the files of a site to a folder: all of them, or none.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file of a site.
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// The path relative to the folder of the site, with `/` between names.
    pub path: String,
    /// The contents.
    pub text: String,
}

impl SiteFile {
    /// Makes a file.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }
}

/// The name of a file that every report has. A folder without it is never replaced.
const MARKER: &str = "conformance-report.txt";

const MARKER_TEXT: &str =
    "This folder was written by `conformance report`, which replaces the whole folder.\n";

/// A site was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The folder holds something else.
    Occupied(PathBuf),
    /// A file or folder cannot be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied(path) => write!(
                f,
                "{} exists and is not a report (it has no {MARKER}); name a new or empty folder",
                path.display()
            ),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {}

/// Checks that a folder may be written: it does not exist, is empty, or is a report.
///
/// # Errors
/// The folder holds something else, or cannot be read.
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

/// Writes the files to a new folder next to `folder`, and replaces `folder` with it once all are written.
///
/// # Errors
/// The folder holds something else, or a file cannot be written. The folder is then unchanged.
pub fn write(files: &[SiteFile], folder: &Path) -> Result<(), WriteError> {
    permit(folder)?;
    let fresh = sibling(folder, "new");
    let result = fill(files, &fresh).and_then(|()| exchange(folder, &fresh));
    if result.is_err() {
        // Report the write error rather than a cleanup error.
        let _ = fs::remove_dir_all(&fresh);
    }
    result
}

/// Returns a path next to the folder that no other process uses.
fn sibling(folder: &Path, what: &str) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!(".{name}.{what}-{}", std::process::id()))
}

fn fill(files: &[SiteFile], folder: &Path) -> Result<(), WriteError> {
    let marker = SiteFile::new(MARKER, MARKER_TEXT);
    for file in files.iter().chain([&marker]) {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| WriteError::Io(parent.to_owned(), error))?;
        fs::write(&path, &file.text).map_err(|error| WriteError::Io(path, error))?;
    }
    Ok(())
}

/// Replaces the old folder with the new one; the old one is removed last.
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
