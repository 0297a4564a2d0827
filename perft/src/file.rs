//! Reads text files of a bounded size, such as suites and dialects.

use std::fs::{File, metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a text file of at most `limit` bytes.
///
/// Refuses everything but a regular file before opening it, because opening a named pipe waits for a writer and
/// a device has no end. Reads no more than one byte beyond the limit.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] when the path is not a regular file, [`ErrorKind::FileTooLarge`] when the file is
/// longer than the limit, [`ErrorKind::InvalidData`] when it is not UTF-8, or the error of the system. The
/// messages do not repeat the path.
///
/// ```
/// use perft::file::read_text;
/// use std::io::ErrorKind;
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/engines.yaml");
/// assert!(read_text(path, 1 << 20)?.contains("dialects:"));
/// assert_eq!(read_text(path, 10).unwrap_err().kind(), ErrorKind::FileTooLarge);
/// assert_eq!(read_text("/", 10).unwrap_err().to_string(), "not a regular file");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_text(path: impl AsRef<Path>, limit: u64) -> io::Result<String> {
    let path = path.as_ref();
    if !metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    // The size that the system states is not enough: a file may grow, and those under /proc state none.
    File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("longer than the limit of {limit} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, format!("not UTF-8: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_longest_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "four").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "four");
        assert_eq!(read_text(&path, u64::MAX).unwrap(), "four");
        assert_eq!(read_text(&path, 3).unwrap_err().to_string(), "longer than the limit of 3 bytes");
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 4).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(read_text(folder.path(), 4).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(read_text(folder.path().join("none"), 4).unwrap_err().kind(), ErrorKind::NotFound);
    }

    /// Opening a pipe without a writer waits for ever, and these devices have no end.
    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_before_they_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let status = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(status.success());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for path in [pipe.as_path(), &link, Path::new("/dev/zero"), Path::new("/dev/null")] {
            assert_eq!(read_text(path, 4).unwrap_err().kind(), ErrorKind::InvalidInput, "{}", path.display());
        }
    }

    /// This file states that it has no bytes.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_size_is_read_up_to_the_limit() {
        assert!(metadata("/proc/self/status").unwrap().len() == 0);
        assert!(read_text("/proc/self/status", 1 << 16).unwrap().contains("Pid:"));
        assert_eq!(read_text("/proc/self/status", 10).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }
}
