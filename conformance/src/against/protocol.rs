//! The line protocol of `conformance/PROTOCOL.md`: one question and one answer per line, each a JSON object.

use super::fault::{AnswerError, LineError};
use super::program::{Identity, Question, Reply};
use crate::generator::Tested;
use crate::query::{Answer, Query};
use perft::knob_values;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value, json};
use std::fmt;

/// The version of the protocol that this crate speaks.
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

impl From<Greeting> for Identity {
    fn from(Greeting { name, version, .. }: Greeting) -> Self {
        Self { name: printable(name), version: printable(version) }
    }
}

/// A question. Later versions may add fields, so unknown ones are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QuestionLine {
    /// The number that the answer repeats.
    pub id: u64,
    /// The name of the query.
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

/// A line contains an unknown query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueryError {
    /// The name is not that of a query.
    Unknown(String),
    /// `perft` lacks its depth.
    NoDepth,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "unknown question {name:?}"),
            Self::NoDepth => f.write_str("perft needs a depth"),
        }
    }
}

impl std::error::Error for QueryError {}

impl QuestionLine {
    /// Makes the line of a question.
    pub fn new<R: Tested>(id: u64, question: &Question<'_, R>) -> Self {
        let Question { rules, position, line, query } = *question;
        let depth = if let Query::Perft(depth) = query { Some(depth) } else { None };
        Self {
            id,
            ask: query.name().to_owned(),
            depth,
            game: R::GAME.to_owned(),
            ruleset: rules.to_string(),
            rules: knob_values(rules),
            position: position.to_owned(),
            line: line.to_vec(),
        }
    }

    /// Returns the query that the line asks.
    ///
    /// # Errors
    /// The name is unknown, or `perft` lacks its depth.
    pub fn query(&self) -> Result<Query, QueryError> {
        match (self.ask.as_str(), self.depth) {
            ("perft", Some(depth)) => Ok(Query::Perft(depth)),
            ("perft", None) => Err(QueryError::NoDepth),
            (name, _) => Query::WITHOUT_DEPTH
                .into_iter()
                .find(|query| query.name() == name)
                .ok_or_else(|| QueryError::Unknown(name.to_owned())),
        }
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

impl AnswerLine {
    /// Makes the line of a reply.
    pub fn new(id: u64, reply: Reply) -> Self {
        let mut line = Self { id, ..Self::default() };
        match reply {
            Reply::Answer(answer) => line.answer = Some(value(answer)),
            Reply::Refused(kinds) => line.refused = Some(kinds),
            Reply::Illegal(ply) => line.illegal = Some(ply),
            Reply::Cannot(reason) => line.cannot = Some(reason),
        }
        line
    }

    /// Makes the answer to the first question.
    pub(super) fn greeting(id: u64, greeting: &Greeting) -> Self {
        Self { id, answer: Some(json!(greeting)), ..Self::default() }
    }

    /// Returns the reply to a question.
    ///
    /// # Errors
    /// The line does not have the form that an answer to this question must have.
    pub fn reply<R: Tested>(self, question: &Question<'_, R>) -> Result<Reply, AnswerError> {
        match (self.answer, self.refused, self.illegal, self.cannot) {
            (Some(value), None, None, None) => answer::<R>(question.query, value).map(Reply::Answer),
            (None, Some(kinds), None, None) => Ok(Reply::Refused(kinds.into_iter().map(printable).collect())),
            (None, None, Some(ply), None) if question.line.contains(&ply) => Ok(Reply::Illegal(ply)),
            (None, None, Some(ply), None) => Err(AnswerError::NotInLine(ply)),
            (None, None, None, Some(reason)) if reason.trim().is_empty() => Err(AnswerError::NoReason),
            (None, None, None, Some(reason)) => Ok(Reply::Cannot(printable(reason))),
            _ => Err(AnswerError::Fields),
        }
    }
}

/// Returns the form of an answer in the protocol.
fn value(answer: Answer) -> Value {
    match answer {
        Answer::Read => true.into(),
        Answer::Refused(items) | Answer::Moves(items) => items.into(),
        Answer::Rolls(plies) => json!(plies),
        Answer::Text(text) | Answer::Outcome(text) => text.into(),
        Answer::Check(is_check) => is_check.into(),
        Answer::Perft { nodes, .. } => u64::try_from(nodes).map_or(Value::Null, Value::from),
    }
}

/// Reads the answer to a query.
fn answer<R: Tested>(query: Query, value: Value) -> Result<Answer, AnswerError> {
    match query {
        Query::Read if value == Value::Bool(true) => Ok(Answer::Read),
        Query::Read => {
            Err(AnswerError::Form { query, expected: "`true`; a text that is not a position is `refused`" })
        }
        Query::Moves => {
            let plies: Vec<String> = parsed(query, value, "a list of texts")?;
            plies.iter().try_for_each(|ply| check_ply::<R>(query, ply))?;
            Ok(Answer::Moves(plies))
        }
        Query::Rolls => {
            let pairs: Vec<(String, u32)> = parsed(query, value, "a list of pairs [turn, number of rolls]")?;
            pairs.iter().try_for_each(|(ply, _)| check_ply::<R>(query, ply))?;
            Ok(Answer::Rolls(pairs))
        }
        Query::Text => parsed(query, value, "a text").map(printable).map(Answer::Text),
        Query::Check => parsed(query, value, "`true` or `false`").map(Answer::Check),
        Query::Outcome => parsed(query, value, "a text").map(printable).map(Answer::Outcome),
        Query::Perft(depth) => {
            let nodes: u64 = parsed(query, value, "a whole number")?;
            Ok(Answer::Perft { depth, nodes: nodes.into() })
        }
    }
}

fn parsed<T: de::DeserializeOwned>(
    query: Query,
    value: Value,
    expected: &'static str,
) -> Result<T, AnswerError> {
    serde_json::from_value(value).map_err(|_| AnswerError::Form { query, expected })
}

fn check_ply<R: Tested>(query: Query, ply: &str) -> Result<(), AnswerError> {
    if R::is_ply(ply) {
        return Ok(());
    }
    Err(AnswerError::NotAPly { query, text: ply.to_owned(), examples: R::PLY_EXAMPLES })
}

/// Replaces control characters, so that a program cannot corrupt the terminal.
fn printable(text: String) -> String {
    text.replace(char::is_control, " ")
}

/// Reads a line.
///
/// # Errors
/// The line is not a JSON object of the form of `T`.
pub fn read<T: de::DeserializeOwned>(line: &str) -> Result<T, LineError> {
    serde_json::from_str(line).map_err(|error| LineError { error, line: line.to_owned() })
}
