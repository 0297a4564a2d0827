//! The questions of cases in the line protocol of `conformance/PROTOCOL.md`, whose lines are those of
//! [`perft::engine::lines`].

use super::program::{Question, Reply};
use crate::generator::Tested;
use crate::query::{Answer, Query};
use perft::engine::lines::{AnswerError, PlyForm, Said, count, parsed, printable};
pub use perft::engine::lines::{AnswerLine, Greeting, HELLO, HelloLine, QuestionLine, VERSION, read};
use serde_json::{Value, json};
use std::fmt;

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

/// Makes the line of a question.
pub fn line_of<R: Tested>(question: &Question<'_, R>) -> QuestionLine {
    let Question { rules, position, line, query } = *question;
    let depth = if let Query::Perft(depth) = query { Some(depth) } else { None };
    QuestionLine::new(query.name(), depth, rules, position, line)
}

/// Returns the query that a line asks.
///
/// # Errors
/// The name is unknown, or `perft` lacks its depth.
pub fn query_of(line: &QuestionLine) -> Result<Query, QueryError> {
    match (line.ask.as_str(), line.depth) {
        ("perft", Some(depth)) => Ok(Query::Perft(depth)),
        ("perft", None) => Err(QueryError::NoDepth),
        (name, _) => Query::WITHOUT_DEPTH
            .into_iter()
            .find(|query| query.name() == name)
            .ok_or_else(|| QueryError::Unknown(name.to_owned())),
    }
}

/// Returns the reply that a line gives to a question.
///
/// # Errors
/// The line does not have the form that an answer to this question must have.
pub fn reply_of<R: Tested>(line: AnswerLine, question: &Question<'_, R>) -> Result<Reply, AnswerError> {
    Ok(match line.said(question.line)? {
        Said::Answer(value) => Reply::Answer(answer::<R>(question.query, value)?),
        Said::Refused(kinds) => Reply::Refused(kinds),
        Said::Illegal(ply) => Reply::Illegal(ply),
        Said::Cannot(reason) => Reply::Cannot(reason),
    })
}

impl From<Reply> for Said {
    fn from(reply: Reply) -> Self {
        match reply {
            Reply::Answer(answer) => Self::Answer(value(answer)),
            Reply::Refused(kinds) => Self::Refused(kinds),
            Reply::Illegal(ply) => Self::Illegal(ply),
            Reply::Cannot(reason) => Self::Cannot(reason),
        }
    }
}

/// Returns the form of an answer in the protocol.
fn value(answer: Answer) -> Value {
    match answer {
        Answer::Read => true.into(),
        Answer::Refused(items) | Answer::Moves(items) => items.into(),
        Answer::Rolls(plies) => json!(plies),
        Answer::Text(text) | Answer::Board(text) | Answer::Outcome(text) => text.into(),
        Answer::Check(is_check) => is_check.into(),
        Answer::Perft { nodes, .. } => u64::try_from(nodes).map_or(Value::Null, Value::from),
    }
}

/// Reads the answer to a query.
fn answer<R: Tested>(query: Query, value: Value) -> Result<Answer, AnswerError> {
    let (ask, plies) = (query.name(), PlyForm { is_ply: R::is_ply, examples: R::PLY_EXAMPLES });
    match query {
        Query::Read if value == Value::Bool(true) => Ok(Answer::Read),
        Query::Read => {
            Err(AnswerError::Form { ask, expected: "`true`; a text that is not a position is `refused`" })
        }
        Query::Moves => plies.moves(ask, value).map(Answer::Moves),
        Query::Rolls => plies.rolls(ask, value).map(Answer::Rolls),
        Query::Text => parsed(ask, value, "a text").map(printable).map(Answer::Text),
        Query::Board => parsed(ask, value, "a text").map(printable).map(Answer::Board),
        Query::Check => parsed(ask, value, "`true` or `false`").map(Answer::Check),
        Query::Outcome => parsed(ask, value, "a text").map(printable).map(Answer::Outcome),
        Query::Perft(depth) => Ok(Answer::Perft { depth, nodes: count(value)?.into() }),
    }
}
