//! The program side of the line protocol, answered by the generators of this crate.

use super::program::Reply;
use super::protocol::{AnswerLine, Greeting, HELLO, HelloLine, QuestionLine, VERSION, query_of, read};
use crate::generator::{Generator, Tested};
use crate::query::{Answer, Query};
use perft::engine::lines::LineError;
use perft::{MAX_DEPTH, knob_values};
use rules_core::{AnyRules, Axis, Knobs, chaturaji, chaturanga};

/// Which generator answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum GeneratorChoice {
    /// The generator of rules-core
    Fast,
    /// The generator of conformance::reference
    Slow,
}

/// An override: a knob (or one file of it) and the value that it has in every ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlippedKnob {
    /// The name of a knob of either game, or of one file of it.
    pub knob: String,
    /// The name of a value.
    pub value: String,
}

impl FlippedKnob {
    /// Returns whether the knob of some game has the value.
    pub fn exists(&self) -> bool {
        self.resolve::<chaturanga::Rules>().is_some() || self.resolve::<chaturaji::Rules>().is_some()
    }

    fn resolve<R: Tested>(&self) -> Option<(Axis<R>, usize)> {
        let axis = Axis::<R>::named(&self.knob)?;
        let value = axis.value_named(&self.value)?;
        Some((axis, value))
    }
}

/// Answers a line.
///
/// # Errors
/// The line is not a question.
pub fn respond(
    line: &str,
    choice: GeneratorChoice,
    flipped: &[FlippedKnob],
) -> Result<AnswerLine, LineError> {
    if let Ok(hello) = read::<HelloLine>(line)
        && hello.ask == HELLO
    {
        let greeting = Greeting {
            protocol: VERSION,
            name: "conformance serve".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        return Ok(AnswerLine::greeting(hello.id, &greeting));
    }
    let question: QuestionLine = read(line)?;
    Ok(AnswerLine::new(question.id, reply(&question, choice, flipped).into()))
}

fn reply(question: &QuestionLine, choice: GeneratorChoice, flipped: &[FlippedKnob]) -> Reply {
    let reply = match (query_of(question), question.ruleset.parse()) {
        (Err(error), _) => Err(error.to_string()),
        (_, Err(error)) => Err(format!("ruleset: {error}")),
        (Ok(query), Ok(AnyRules::Chaturanga(rules))) => reply_under(question, query, rules, choice, flipped),
        (Ok(query), Ok(AnyRules::Chaturaji(rules))) => reply_under(question, query, rules, choice, flipped),
    };
    reply.unwrap_or_else(Reply::Cannot)
}

/// Returns why a question is not answered: its fields contradict each other, the game does not have the query,
/// or the count is too deep.
fn obstacle<R: Tested>(question: &QuestionLine, query: Query, rules: &R) -> Option<String> {
    let QuestionLine { game, ruleset, rules: values, .. } = question;
    if game != R::GAME {
        return Some(format!("the game is {game:?}, but {ruleset} is a ruleset of {}", R::GAME));
    }
    let expected = knob_values(rules);
    let contradicts =
        |(knob, value): &(&String, &serde_json::Value)| values.get(*knob).is_some_and(|one| one != *value);
    if let Some((knob, value)) = expected.iter().find(contradicts) {
        let found = &values[knob];
        return Some(format!("rules: {knob} is {found}, but {value} in the ruleset {ruleset}"));
    }
    match query {
        Query::Check if R::GAME == chaturaji::Rules::GAME => {
            Some("there is no check in chaturaji".to_owned())
        }
        Query::Rolls if R::GAME == chaturanga::Rules::GAME => {
            Some("there are no dice in chaturanga".to_owned())
        }
        Query::Perft(depth) if depth > MAX_DEPTH => {
            Some(format!("the depth {depth} exceeds the limit of {MAX_DEPTH} plies"))
        }
        _ => None,
    }
}

fn reply_under<R: Tested>(
    question: &QuestionLine,
    query: Query,
    mut rules: R,
    choice: GeneratorChoice,
    flipped: &[FlippedKnob],
) -> Result<Reply, String> {
    if let Some(reason) = obstacle(question, query, &rules) {
        return Err(reason);
    }
    for (axis, value) in flipped.iter().filter_map(FlippedKnob::resolve) {
        axis.set(&mut rules, value);
    }
    match choice {
        GeneratorChoice::Fast => reply_by(&R::Fast::new(&rules), question, query),
        GeneratorChoice::Slow => reply_by(&R::Slow::new(&rules), question, query),
    }
}

fn reply_by<G: Generator>(generator: &G, question: &QuestionLine, query: Query) -> Result<Reply, String> {
    let mut position = match generator.read(&question.position) {
        Ok(position) => position,
        Err(kinds) => return Ok(Reply::Refused(kinds.into_iter().map(str::to_owned).collect())),
    };
    for ply in &question.line {
        match generator.play(&position, ply) {
            Some(next) => position = next,
            None => return Ok(Reply::Illegal(ply.clone())),
        }
    }
    match query.ask(generator, &position) {
        Answer::Perft { nodes, .. } if u64::try_from(nodes).is_err() => {
            Err(format!("the count {nodes} exceeds the limit of 64 bits"))
        }
        answer => Ok(Reply::Answer(answer)),
    }
}
