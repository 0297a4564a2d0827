//! The program side of the line protocol, answered by the generators of this crate.

use super::fault::LineError;
use super::program::Reply;
use super::protocol::{AnswerLine, Greeting, HELLO, HelloLine, QuestionLine, VERSION, read};
use crate::generator::{Generator, Tested};
use crate::query::Query;
use rules_core::Axis;
use rules_core::{AnyRules, chaturaji, chaturanga};

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
    Ok(AnswerLine::new(question.id, reply(&question, choice, flipped)))
}

fn reply(question: &QuestionLine, choice: GeneratorChoice, flipped: &[FlippedKnob]) -> Reply {
    match (question.query(), question.ruleset.parse()) {
        (Err(error), _) => Reply::Cannot(error.to_string()),
        (_, Err(error)) => Reply::Cannot(format!("ruleset: {error}")),
        (Ok(query), Ok(AnyRules::Chaturanga(rules))) => reply_under(question, query, rules, choice, flipped),
        (Ok(query), Ok(AnyRules::Chaturaji(rules))) => reply_under(question, query, rules, choice, flipped),
    }
}

fn reply_under<R: Tested>(
    question: &QuestionLine,
    query: Query,
    mut rules: R,
    choice: GeneratorChoice,
    flipped: &[FlippedKnob],
) -> Reply {
    for (axis, value) in flipped.iter().filter_map(FlippedKnob::resolve) {
        axis.set(&mut rules, value);
    }
    match choice {
        GeneratorChoice::Fast => reply_by(&R::Fast::new(&rules), question, query),
        GeneratorChoice::Slow => reply_by(&R::Slow::new(&rules), question, query),
    }
}

fn reply_by<G: Generator>(generator: &G, question: &QuestionLine, query: Query) -> Reply {
    let mut position = match generator.read(&question.position) {
        Ok(position) => position,
        Err(kinds) => return Reply::Refused(kinds.into_iter().map(str::to_owned).collect()),
    };
    for ply in &question.line {
        match generator.play(&position, ply) {
            Some(next) => position = next,
            None => return Reply::Illegal(ply.clone()),
        }
    }
    Reply::Answer(query.ask(generator, &position))
}
