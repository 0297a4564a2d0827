//! The line protocol, as `conformance/PROTOCOL.md` tells it: a question a line, an answer a line, each a JSON object.

use super::program::{Identity, Question, Reply};
use crate::generator::Tested;
use crate::query::{Answer, Query};
use perft::cli::expanded;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};
use std::fmt;

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;

/// The first line: who is there?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The number that the answer has to repeat.
    pub id: u64,
    /// Always `hello`.
    pub ask: String,
    /// The version of the protocol, [`VERSION`].
    pub protocol: u32,
}

impl Hello {
    /// The first line.
    pub fn new(id: u64) -> Self {
        Self { id, ask: "hello".to_owned(), protocol: VERSION }
    }
}

/// The answer to [`Hello`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Greeting {
    /// The version of the protocol that the program speaks.
    pub protocol: u32,
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
}

impl From<Greeting> for Identity {
    fn from(Greeting { name, version, .. }: Greeting) -> Self {
        Self { name: printable(name), version: printable(version) }
    }
}

/// A question, as it stands on its line. Fields may be added in later versions: who answers ignores what it does not
/// know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The number that the answer has to repeat.
    pub id: u64,
    /// The name of what is asked.
    pub ask: String,
    /// How deep, for `perft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// `chaturanga` or `chaturaji`.
    pub game: String,
    /// The ruleset, as a text.
    pub ruleset: String,
    /// The same, knob by knob.
    pub rules: Map<String, Value>,
    /// The position text, or `startpos`.
    pub position: String,
    /// The plies from there to the position that is asked about.
    pub line: Vec<String>,
}

impl Line {
    /// The line for a question.
    pub fn new<R: Tested>(id: u64, question: &Question<'_, R>) -> Self {
        let Question { rules, position, line, query } = *question;
        let depth = if let Query::Perft(depth) = query { Some(depth) } else { None };
        Self {
            id,
            ask: query.name().to_owned(),
            depth,
            game: R::GAME.to_owned(),
            ruleset: rules.to_string(),
            rules: expanded(rules),
            position: position.to_owned(),
            line: line.to_vec(),
        }
    }

    /// What it asks, or why that cannot be told.
    ///
    /// # Errors
    /// When the name is none of those known here, or a `perft` lacks its depth.
    pub fn query(&self) -> Result<Query, String> {
        match (self.ask.as_str(), self.depth) {
            ("perft", Some(depth)) => Ok(Query::Perft(depth)),
            ("perft", None) => Err("perft without a depth".to_owned()),
            (name, _) => Query::WITHOUT_DEPTH
                .into_iter()
                .find(|query| query.name() == name)
                .ok_or_else(|| format!("unknown question {name:?}")),
        }
    }
}

/// An answer, as it stands on its line: exactly one of the four beside the number.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The number of the question.
    pub id: u64,
    /// What was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub answer: Option<Value>,
    /// The text is no position: kinds of reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<String>>,
    /// A ply of the line that is not legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// Why the program is not made to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cannot: Option<String>,
}

/// `null` is an answer of the wrong form, not one that is missing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Answered {
    /// The line for a reply.
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

    /// What it says to a question.
    ///
    /// # Errors
    /// How it is not of the form that an answer to this question has.
    pub fn reply<R: Tested>(self, question: &Question<'_, R>) -> Result<Reply, String> {
        match (self.answer, self.refused, self.illegal, self.cannot) {
            (Some(value), None, None, None) => answer::<R>(question.query, value).map(Reply::Answer),
            (None, Some(kinds), None, None) => Ok(Reply::Refused(kinds.into_iter().map(printable).collect())),
            (None, None, Some(ply), None) if question.line.contains(&ply) => Ok(Reply::Illegal(ply)),
            (None, None, Some(ply), None) => Err(format!("`illegal` names {ply:?}, which the line has not")),
            (None, None, None, Some(reason)) if !reason.trim().is_empty() => {
                Ok(Reply::Cannot(printable(reason)))
            }
            (None, None, None, Some(_)) => Err("`cannot` gives no reason".to_owned()),
            _ => Err("it has to have exactly one of `answer`, `refused`, `illegal` and `cannot`".to_owned()),
        }
    }
}

fn value(answer: Answer) -> Value {
    match answer {
        Answer::Read => true.into(),
        Answer::Refused(kinds) => kinds.into(),
        Answer::Moves(plies) => plies.into(),
        Answer::Rolls(plies) => {
            plies.into_iter().map(|(ply, rolls)| Value::from(vec![Value::from(ply), rolls.into()])).collect()
        }
        Answer::Text(text) | Answer::Outcome(text) => text.into(),
        Answer::Check(is_check) => is_check.into(),
        Answer::Perft { nodes, .. } => u64::try_from(nodes).map_or(Value::Null, Value::from),
    }
}

fn answer<R: Tested>(query: Query, value: Value) -> Result<Answer, String> {
    let form = |what: &str| format!("the answer to `{}` is {what}", query.name());
    let plies = |plies: &[&String]| match plies.iter().find(|ply| !R::is_ply(ply)) {
        Some(ply) => Err(form(&format!("made of plies such as {}, not {ply:?}", R::PLY_FORM))),
        None => Ok(()),
    };
    match query {
        Query::Read => match value {
            Value::Bool(true) => Ok(Answer::Read),
            _ => Err(form("`true`; a text that is no position is `refused`")),
        },
        Query::Moves => {
            let moves: Vec<String> = parsed(value).map_err(|_| form("a list of texts"))?;
            plies(&moves.iter().collect::<Vec<_>>())?;
            Ok(Answer::Moves(moves))
        }
        Query::Rolls => {
            let pairs: Vec<(String, u32)> =
                parsed(value).map_err(|_| form("a list of pairs [turn, number of rolls]"))?;
            plies(&pairs.iter().map(|pair| &pair.0).collect::<Vec<_>>())?;
            Ok(Answer::Rolls(pairs))
        }
        Query::Text => parsed(value).map(printable).map(Answer::Text).map_err(|_| form("a text")),
        Query::Check => parsed(value).map(Answer::Check).map_err(|_| form("`true` or `false`")),
        Query::Outcome => parsed(value).map(printable).map(Answer::Outcome).map_err(|_| form("a text")),
        Query::Perft(depth) => {
            let nodes: u64 = parsed(value).map_err(|_| form("a whole number"))?;
            Ok(Answer::Perft { depth, nodes: nodes.into() })
        }
    }
}

/// A text that no program can use to write over the terminal.
fn printable(text: String) -> String {
    text.replace(char::is_control, " ")
}

fn parsed<T: de::DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    serde_json::from_value(value)
}

/// Reads an object of a line.
///
/// # Errors
/// What is wrong with it, and what it was.
pub fn read<T: de::DeserializeOwned>(line: &str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| format!("{error}: {}", Excerpt(line)))
}

/// The beginning of a line, as it can be shown in a message.
pub struct Excerpt<'a>(pub &'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 120;
        let shown: String = self.0.chars().take(LONGEST).collect();
        let rest = if self.0.chars().count() > LONGEST { " …" } else { "" };
        write!(f, "{shown:?}{rest}")
    }
}
