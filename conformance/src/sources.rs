//! The sources, statement by statement: what each says, where, and which reading it supports; and the rules
//! of a game.

use crate::id;
use rules_core::{Axis, Knobs, chaturaji, chaturanga};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::fmt;

/// A source: a text, or a program that plays the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The id, such as `nl`. The ids of the statements begin with it.
    #[serde(deserialize_with = "id::of_case")]
    pub id: String,
    /// The title.
    pub title: String,
    /// The language of the source.
    pub language: String,
    /// The game that the source describes.
    #[serde(deserialize_with = "game")]
    pub game: String,
    /// Where to find the source.
    pub found: Option<String>,
    /// Whether the source is secondary: less important, or known only from excerpts.
    #[serde(default)]
    pub secondary: bool,
    /// The rulesets that the source supports.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// The statements, in the order of the source.
    pub statements: Vec<Statement>,
    /// The knobs on which the source is silent, and what its readings assume.
    #[serde(default)]
    pub silent: Vec<Silence>,
    /// The rules of the source that no knob covers.
    #[serde(default, rename = "not-modelled")]
    pub not_modelled: Vec<NotModelled>,
}

/// A ruleset that a source supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The name: that of a preset, or another.
    #[serde(deserialize_with = "id::of_case")]
    pub id: String,
    /// The ruleset as text.
    pub rules: String,
}

/// A statement of a source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The id, such as `nl.elephant.leap`.
    #[serde(deserialize_with = "id::with_parts")]
    pub id: String,
    /// The place of the statement in the source.
    pub place: String,
    /// What the statement says, in other words.
    pub says: String,
    /// A few words of the original, where the wording is disputed.
    pub quote: Option<String>,
    /// The values of knobs that the statement supports or contradicts.
    #[serde(default)]
    pub supports: Vec<Support>,
    /// The statements of the same source that contradict this one.
    #[serde(default)]
    pub contradicts: Vec<String>,
    /// Why no position can test the statement.
    pub untestable: Option<String>,
}

/// How a statement bears on a value of a knob.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// The knob, or one file of a set of files, such as `promotion-barred-files.e`.
    pub knob: String,
    /// The value of the knob.
    pub value: String,
    /// How the statement bears on the value.
    pub how: How,
    /// How the statement leads to the value, where that is not obvious.
    pub why: Option<String>,
}

/// How a statement bears on a value, from strongest support to contradiction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The statement says it.
    Explicit,
    /// It follows from the statement.
    Inferred,
    /// The source is silent, and its readings take this value.
    Assumed,
    /// The statement contradicts it.
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
    /// The value that the readings of the source take.
    pub value: String,
    /// Why they take this value.
    pub why: String,
}

/// A rule of a source that no knob covers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotModelled {
    /// The rule.
    pub what: String,
    /// Why it is left out.
    pub why: String,
}

/// A rule of a game: a knob, or a rule that all readings share.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The id: that of the knob, or another.
    #[serde(deserialize_with = "id::with_parts")]
    pub id: String,
    /// What the rule says.
    pub says: String,
    /// The values of the knob that no statement supports.
    #[serde(default)]
    pub unsupported: Vec<Unsupported>,
}

/// A value of a knob that no statement supports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsupported {
    /// The value.
    pub value: String,
    /// Why the knob has this value.
    pub why: String,
}

/// Reads the name of a game.
fn game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    const GAMES: &[&str] = &[chaturanga::Rules::GAME, chaturaji::Rules::GAME];
    let game = String::deserialize(deserializer)?;
    if GAMES.contains(&game.as_str()) { Ok(game) } else { Err(D::Error::unknown_variant(&game, GAMES)) }
}

/// Returns the statements of all sources.
pub(crate) fn statements(sources: &[Source]) -> impl Iterator<Item = &Statement> {
    sources.iter().flat_map(|source| &source.statements)
}

impl Source {
    /// Returns the statements that bear on a value of a knob, with how they do.
    pub(crate) fn bearing_on<R: Knobs>(
        &self,
        axis: Axis<R>,
        value: &str,
    ) -> impl Iterator<Item = (&Statement, &Support)> {
        let knob = axis.to_string();
        self.statements.iter().flat_map(move |statement| {
            let knob = knob.clone();
            let supports = statement.supports.iter();
            supports
                .filter(move |support| support.knob == knob && support.value == value)
                .map(move |support| (statement, support))
        })
    }

    /// Returns whether a statement supports a value of a knob.
    pub(crate) fn supports<R: Knobs>(&self, axis: Axis<R>, value: &str) -> bool {
        self.bearing_on(axis, value).any(|(_, support)| support.how < How::Assumed)
    }

    /// Returns why the readings of the source take a value of a knob on which the source is silent.
    pub(crate) fn silence<R: Knobs>(&self, axis: Axis<R>, value: &str) -> Option<&Silence> {
        let knob = axis.to_string();
        self.silent.iter().find(|silence| silence.knob == knob && silence.value == value)
    }
}
