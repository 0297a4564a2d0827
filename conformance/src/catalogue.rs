//! The sources, statement by statement: what each says, where, and which reading it supports.

use serde::Deserialize;
use std::fmt;

/// One source: a text, or a program that plays the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its id, such as `nl`; its statements begin with it.
    pub id: String,
    /// What it is.
    pub title: String,
    /// The language in which it is written.
    pub language: String,
    /// The game that it is about.
    pub game: String,
    /// Where it can be found.
    pub found: Option<String>,
    /// Whether it is one of the texts that the project rests on, or known from extracts only.
    #[serde(default)]
    pub secondary: bool,
    /// The rulesets that it supports.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// What it says, one by one, in its own order.
    pub statements: Vec<Statement>,
    /// Knobs on which it is silent, and what its readings take.
    #[serde(default)]
    pub silent: Vec<Silence>,
    /// Rules of its own that no knob has.
    #[serde(default, rename = "not-modelled")]
    pub not_modelled: Vec<NotModelled>,
}

/// A ruleset that a source supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its name: that of a preset, or of its own.
    pub id: String,
    /// The ruleset in its text form.
    pub rules: String,
}

/// One statement of a source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its id, such as `nl.elephant.leap`.
    pub id: String,
    /// Where it stands in the source.
    pub place: String,
    /// What it says, in other words.
    pub says: String,
    /// A few words of the original, where the wording is what is disputed.
    pub quote: Option<String>,
    /// The values of knobs that it supports.
    #[serde(default)]
    pub supports: Vec<Support>,
    /// Other statements of the same source with which it does not agree.
    #[serde(default)]
    pub contradicts: Vec<String>,
    /// Why no position can test it.
    pub untestable: Option<String>,
}

/// A value that a statement supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// The knob, or one file of a set of files, such as `promotion-barred-files.e`.
    pub knob: String,
    /// Its value.
    pub value: String,
    /// How it does.
    pub how: How,
    /// How the statement leads to the value, where that is not plain.
    pub why: Option<String>,
}

/// How a statement supports a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It says so.
    Explicit,
    /// It follows from what it says.
    Inferred,
    /// The source is silent; its readings take this value.
    Assumed,
    /// It speaks against it.
    Contradicts,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Explicit => "explicit",
            Self::Inferred => "inferred",
            Self::Assumed => "assumed",
            Self::Contradicts => "contradicts",
        })
    }
}

/// A knob on which a source is silent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Silence {
    /// The knob, or one file of a set of files.
    pub knob: String,
    /// The value that its readings take.
    pub value: String,
    /// Why this one.
    pub why: String,
}

/// A rule of a source that no knob has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotModelled {
    /// The rule.
    pub what: String,
    /// Why it is left out.
    pub why: String,
}

/// A rule of a game: a knob, or what all readings share.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id: that of the knob, or its own.
    pub id: String,
    /// What it says.
    pub says: String,
    /// Values of the knob that no statement supports, and why there are such.
    #[serde(default)]
    pub unsupported: Vec<Unsupported>,
}

/// A value that no statement supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsupported {
    /// The value.
    pub value: String,
    /// Why there is such a value.
    pub why: String,
}
