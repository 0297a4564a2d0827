//! The line protocol of `conformance/PROTOCOL.md`: one question and one answer per line, each a JSON object.
//!
//! [`LinesClient`] asks a program the questions, and [`LinesEngine`] makes it an opponent of the judge.

mod client;
mod engine;
mod fault;

pub use client::LinesClient;
pub use engine::LinesEngine;
pub use fault::{AnswerError, GreetingError, LineError, LinesFault, LinesFaultKind};

use crate::knob_values;
use rules_core::Knobs;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value, json};
use std::fmt::Display;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The name of the first question.
pub const HELLO: &str = "hello";

/// The first question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HelloLine {
    /// The number that the answer repeats.
    pub id: u64,
    /// Always [`HELLO`].
    pub ask: String,
    /// The version of the protocol, [`VERSION`].
    pub protocol: u32,
}

impl HelloLine {
    /// Makes the first question.
    pub fn new(id: u64) -> Self {
        Self { id, ask: HELLO.to_owned(), protocol: VERSION }
    }
}

/// The answer to [`HelloLine`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Greeting {
    /// The version of the protocol that the program speaks.
    pub protocol: u32,
    /// The name of the program.
    pub name: String,
    /// The version of the program.
    #[serde(default)]
    pub version: String,
}

/// A question. Later versions may add fields, so unknown ones are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QuestionLine {
    /// The number that the answer repeats.
    pub id: u64,
    /// The name of the question.
    pub ask: String,
    /// The depth of `perft`, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// `chaturanga` or `chaturaji`.
    pub game: String,
    /// The ruleset as text.
    pub ruleset: String,
    /// The value of every knob.
    pub rules: Map<String, Value>,
    /// The position text, or `startpos`.
    pub position: String,
    /// The plies that lead from there to the position in question.
    pub line: Vec<String>,
}

impl QuestionLine {
    /// Makes a question about the position that a line reaches, with the number 0: the client numbers it.
    pub fn new<R: Knobs + Display>(
        ask: &str,
        depth: Option<u32>,
        rules: &R,
        position: &str,
        line: &[String],
    ) -> Self {
        Self {
            id: 0,
            ask: ask.to_owned(),
            depth,
            game: R::GAME.to_owned(),
            ruleset: rules.to_string(),
            rules: knob_values(rules),
            position: position.to_owned(),
            line: line.to_vec(),
        }
    }

    /// Returns the question in words, for a message.
    pub fn in_words(&self) -> String {
        let Self { id, ask, position, line, .. } = self;
        let after = if line.is_empty() { String::new() } else { format!(" after {}", line.join(" ")) };
        format!("question {id}, `{ask}` of {position}{after}")
    }
}

/// An answer: exactly one of four fields, in addition to the number.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// The number of the question.
    pub id: u64,
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub answer: Option<Value>,
    /// The text is not a position: the refusal kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<String>>,
    /// A ply of the line that is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// Why the program does not support the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cannot: Option<String>,
}

/// Reads `null` as an answer of the wrong form, not as a missing one.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// What an [`AnswerLine`] says.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// The answer, whose form depends on the question.
    Answer(Value),
    /// The text is not a position. Holds the refusal kinds; empty if the program does not report any.
    Refused(Vec<String>),
    /// This ply of the line is not legal.
    Illegal(String),
    /// The program does not support the question, for this reason.
    Cannot(String),
}

impl AnswerLine {
    /// Makes the line that says this.
    pub fn new(id: u64, said: Said) -> Self {
        let mut line = Self { id, ..Self::default() };
        match said {
            Said::Answer(answer) => line.answer = Some(answer),
            Said::Refused(kinds) => line.refused = Some(kinds),
            Said::Illegal(ply) => line.illegal = Some(ply),
            Said::Cannot(reason) => line.cannot = Some(reason),
        }
        line
    }

    /// Makes the answer to the first question.
    pub fn greeting(id: u64, greeting: &Greeting) -> Self {
        Self { id, answer: Some(json!(greeting)), ..Self::default() }
    }

    /// Returns what the line says about the position that a line of plies reaches. Control characters are
    /// replaced, so that a program cannot corrupt the terminal.
    ///
    /// # Errors
    /// It does not have exactly one of the four fields, names a ply that is not in the line, or gives no
    /// reason.
    pub fn said(self, line: &[String]) -> Result<Said, AnswerError> {
        match (self.answer, self.refused, self.illegal, self.cannot) {
            (Some(value), None, None, None) => Ok(Said::Answer(value)),
            (None, Some(kinds), None, None) => Ok(Said::Refused(kinds.into_iter().map(printable).collect())),
            (None, None, Some(ply), None) if line.contains(&ply) => Ok(Said::Illegal(ply)),
            (None, None, Some(ply), None) => Err(AnswerError::NotInLine(ply)),
            (None, None, None, Some(reason)) if reason.trim().is_empty() => Err(AnswerError::NoReason),
            (None, None, None, Some(reason)) => Ok(Said::Cannot(printable(reason))),
            _ => Err(AnswerError::Fields),
        }
    }
}

/// How the plies of a game are written.
#[derive(Clone, Copy, Debug)]
pub struct PlyForm {
    /// Returns whether a text is a ply.
    pub is_ply: fn(&str) -> bool,
    /// Examples of plies, for a message.
    pub examples: &'static str,
}

impl PlyForm {
    /// Reads the answer to `moves`.
    ///
    /// # Errors
    /// It is not a list of plies.
    pub fn moves(self, ask: &'static str, value: Value) -> Result<Vec<String>, AnswerError> {
        let plies: Vec<String> = parsed(ask, value, "a list of texts")?;
        plies.iter().try_for_each(|ply| self.check(ask, ply))?;
        Ok(plies)
    }

    /// Reads the answer to `rolls`.
    ///
    /// # Errors
    /// It is not a list of plies with numbers of rolls.
    pub fn rolls(self, ask: &'static str, value: Value) -> Result<Vec<(String, u32)>, AnswerError> {
        let pairs: Vec<(String, u32)> = parsed(ask, value, "a list of pairs [turn, number of rolls]")?;
        pairs.iter().try_for_each(|(ply, _)| self.check(ask, ply))?;
        Ok(pairs)
    }

    fn check(self, ask: &'static str, ply: &str) -> Result<(), AnswerError> {
        if (self.is_ply)(ply) {
            return Ok(());
        }
        Err(AnswerError::NotAPly { ask, text: ply.to_owned(), examples: self.examples })
    }
}

/// Reads an answer of a form that `expected` describes.
///
/// # Errors
/// It does not have this form.
pub fn parsed<T: de::DeserializeOwned>(
    ask: &'static str,
    value: Value,
    expected: &'static str,
) -> Result<T, AnswerError> {
    serde_json::from_value(value).map_err(|_| AnswerError::Form { ask, expected })
}

/// Reads the answer to `perft`.
///
/// # Errors
/// It is not a whole number.
pub fn count(value: Value) -> Result<u64, AnswerError> {
    parsed("perft", value, "a whole number")
}

/// Replaces control characters, so that a program cannot corrupt the terminal.
pub fn printable(text: String) -> String {
    text.replace(char::is_control, " ")
}

/// Reads a line.
///
/// # Errors
/// The line is not a JSON object of the form of `T`.
pub fn read<T: de::DeserializeOwned>(line: &str) -> Result<T, LineError> {
    serde_json::from_str(line).map_err(|error| LineError { error, line: line.to_owned() })
}
