//! Why a suite was not loaded.

use crate::yaml::FileError;
use std::fmt;
use std::path::PathBuf;

/// All reasons why a suite was not loaded. Displays one reason per line.
#[derive(Debug)]
pub struct LoadErrors(pub Vec<LoadError>);

/// A reason why a suite was not loaded. Displays with the file and, where there is one, the line.
#[derive(Debug)]
pub enum LoadError {
    /// A file or folder cannot be read, or is not YAML of the expected form.
    File(FileError),
    /// A folder of YAML files holds another file.
    NotYaml(PathBuf),
    /// A file or folder that nothing would read, such as one with a misspelt name.
    Stranger {
        /// The file or folder.
        path: PathBuf,
        /// The names that are read.
        allowed: Vec<String>,
    },
    /// The cases of a file do not all begin with `- id:` at the start of a line.
    CaseStarts {
        /// The file.
        path: PathBuf,
        /// The number of cases.
        cases: usize,
        /// The number of lines that begin with `- id:`.
        starts: usize,
    },
    /// A case is inconsistent or refers to something that does not exist.
    Case {
        /// The file.
        path: PathBuf,
        /// The line on which the case begins.
        line: usize,
        /// The id of the case in its file.
        id: String,
        /// What is wrong.
        error: CaseError,
    },
}

/// What is wrong with a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseError {
    /// An error in the value of a key of the case.
    In(&'static str, KnobError),
    /// The same knob is under `given` and `vary`.
    GivenAndVaried(String),
    /// The expectation for this key is empty.
    ClaimsNothing(String),
    /// The expectation for this key combines `refused` with other claims, or the case has a line.
    RefusedAndMore(String),
    /// The expectation is for a value that the varied knob does not have.
    UnknownKey {
        /// The key under `expect`.
        key: String,
        /// The keys that are allowed.
        allowed: Vec<&'static str>,
    },
    /// Two expectations are for this value.
    RepeatedKey(String),
    /// No expectation is for a value of the varied knob.
    MissingKey {
        /// The value.
        key: &'static str,
        /// The keys that are required.
        allowed: Vec<&'static str>,
    },
}

/// What is wrong with a knob and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnobError {
    /// The game has no such knob.
    Unknown {
        /// The name.
        name: String,
        /// The names of the knobs.
        knobs: Vec<String>,
    },
    /// The knob does not have this value.
    UnknownValue {
        /// The name of the knob.
        knob: String,
        /// The value.
        value: String,
        /// The values of the knob.
        values: Vec<&'static str>,
    },
    /// No value is given for the knob.
    NoValue(String),
    /// A value of the knob is listed twice, or every value is listed.
    RepeatedOrAll(String),
}

impl fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadErrors {}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::NotYaml(path) => write!(f, "{}: only .yaml files may be here", path.display()),
            Self::Stranger { path, allowed } => {
                write!(f, "{}: only {} are read here", path.display(), allowed.join(", "))
            }
            Self::CaseStarts { path, cases, starts } => write!(
                f,
                "{}:1: {cases} cases, but {starts} lines begin with `- id:`; each case must begin with one",
                path.display()
            ),
            Self::Case { path, line, id, error } => write!(f, "{}:{line}: {id}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<FileError> for LoadError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::In(key, error) => write!(f, "{key}: {error}"),
            Self::GivenAndVaried(knob) => write!(f, "{knob} is both given and varied"),
            Self::ClaimsNothing(key) => write!(f, "expect: {key} is empty"),
            Self::RefusedAndMore(key) => {
                write!(
                    f,
                    "expect: {key}: `refused` cannot be combined with other expectations or with `line`"
                )
            }
            Self::UnknownKey { key, allowed } => {
                write!(f, "expect: unknown value {key}; expected one of {}", allowed.join(", "))
            }
            Self::RepeatedKey(key) => write!(f, "expect: {key} is repeated"),
            Self::MissingKey { key, allowed } => {
                write!(f, "expect: {key} is missing; required: {}", allowed.join(", "))
            }
        }
    }
}

impl std::error::Error for CaseError {}

impl fmt::Display for KnobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, knobs } => {
                write!(f, "unknown knob {name}; the knobs are {}", knobs.join(", "))
            }
            Self::UnknownValue { knob, value, values } => {
                write!(f, "unknown value {value} of {knob}; its values are {}", values.join(", "))
            }
            Self::NoValue(knob) => write!(f, "{knob} has no value"),
            Self::RepeatedOrAll(knob) => write!(f, "{knob} lists a value twice, or lists every value"),
        }
    }
}

impl std::error::Error for KnobError {}
