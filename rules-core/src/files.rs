//! Sets of files: the values of the knob `promotion-barred-files`.

use core::fmt;
use core::str::FromStr;

/// A set of files, written as sorted letters (`ef`) or `none`.
///
/// It is the value of `promotion-barred-files`, the files on which no padati promotes (tr § Terfi).
///
/// ```
/// use rules_core::FileSet;
/// let set: FileSet = "fe".parse().unwrap();
/// assert!(set.contains(4) && !set.contains(3));
/// assert_eq!(set.to_string(), "ef");
/// assert_eq!("none".parse(), Ok(FileSet::EMPTY));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FileSet(u8);

impl FileSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set with these bits; the lowest bit is the a file.
    ///
    /// ```
    /// use rules_core::{FileSet, chaturanga::Rules};
    /// // tr bars the files e and f.
    /// assert_eq!(FileSet::from_bits(1 << 4 | 1 << 5), Rules::TR.promotion_barred_files);
    /// ```
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns the bits of the set; the lowest bit is the a file.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether `file` (0 = a … 7 = h) is in the set; `false` above 7.
    pub const fn contains(self, file: u8) -> bool {
        file < 8 && self.0 >> file & 1 != 0
    }
}

impl fmt::Display for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0; 8];
        let mut len = 0;
        for file in (0..8).filter(|&file| self.contains(file)) {
            letters[len] = b'a' + file;
            len += 1;
        }
        f.pad(match core::str::from_utf8(&letters[..len]) {
            Ok("") | Err(_) => "none",
            Ok(letters) => letters,
        })
    }
}

impl fmt::Debug for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is neither `none` nor letters from a to h in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFileSetError;

impl fmt::Display for ParseFileSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a set of files: write `none` or letters a to h, such as ef")
    }
}

impl core::error::Error for ParseFileSetError {}

impl FromStr for FileSet {
    type Err = ParseFileSetError;

    fn from_str(text: &str) -> Result<Self, ParseFileSetError> {
        match text {
            "none" => Ok(Self::EMPTY),
            "" => Err(ParseFileSetError),
            letters => letters.bytes().try_fold(Self::EMPTY, |set, letter| match letter {
                b'a'..=b'h' => Ok(Self(set.0 | 1 << (letter - b'a'))),
                _ => Err(ParseFileSetError),
            }),
        }
    }
}
