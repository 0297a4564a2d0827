//! The other end of the line protocol: the generators of this crate answer.

use super::program::Reply;
use super::protocol::{Answered, Greeting, Hello, Line, VERSION, read};
use crate::generator::{Generator, Tested};
use crate::point::Point;
use crate::query::Query;
use rules_core::{AnyRules, chaturaji, chaturanga};
use serde_json::json;

/// Which generator answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// That of `rules-core`.
    Fast,
    /// That of [`crate::reference`].
    Slow,
}

/// A knob or file, and the value that it is played with whatever the ruleset says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turned {
    /// The name of a [`Point`] of either game.
    pub point: String,
    /// The name of one of its values.
    pub value: String,
}

impl Turned {
    /// Whether it is a point of some game with such a value.
    pub fn is_known(&self) -> bool {
        self.index::<chaturanga::Rules>().is_some() || self.index::<chaturaji::Rules>().is_some()
    }

    fn index<R: Tested>(&self) -> Option<(Point<R>, usize)> {
        let point = Point::<R>::named(&self.point)?;
        let value = point.values().iter().position(|value| *value == self.value)?;
        Some((point, value))
    }
}

/// Answers a line with a line.
///
/// # Errors
/// When the line is no question.
pub fn respond(line: &str, pace: Pace, turned: &[Turned]) -> Result<String, String> {
    let hello: Result<Hello, _> = read(line);
    let answered = match hello {
        Ok(hello) if hello.ask == "hello" => Answered {
            id: hello.id,
            answer: Some(json!(Greeting {
                protocol: VERSION,
                name: "conformance serve".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            })),
            ..Answered::default()
        },
        _ => {
            let line: Line = read(line)?;
            Answered::new(line.id, reply(&line, pace, turned))
        }
    };
    Ok(json!(answered).to_string())
}

fn reply(line: &Line, pace: Pace, turned: &[Turned]) -> Reply {
    match (line.query(), line.ruleset.parse()) {
        (Err(fault), _) => Reply::Cannot(fault),
        (_, Err(error)) => Reply::Cannot(format!("ruleset: {error}")),
        (Ok(query), Ok(AnyRules::Chaturanga(rules))) => with_rules(line, query, rules, pace, turned),
        (Ok(query), Ok(AnyRules::Chaturaji(rules))) => with_rules(line, query, rules, pace, turned),
    }
}

fn with_rules<R: Tested>(line: &Line, query: Query, mut rules: R, pace: Pace, turned: &[Turned]) -> Reply {
    for (point, value) in turned.iter().filter_map(Turned::index) {
        point.set(&mut rules, value);
    }
    match pace {
        Pace::Fast => with(&R::Fast::new(&rules), line, query),
        Pace::Slow => with(&R::Slow::new(&rules), line, query),
    }
}

fn with<G: Generator>(generator: &G, line: &Line, query: Query) -> Reply {
    let mut position = match generator.read(&line.position) {
        Ok(position) => position,
        Err(kinds) => return Reply::Refused(kinds.into_iter().map(str::to_owned).collect()),
    };
    for ply in &line.line {
        match generator.play(&position, ply) {
            Some(next) => position = next,
            None => return Reply::Illegal(ply.clone()),
        }
    }
    Reply::Answer(query.ask(generator, &position))
}
