//! Holding what a case expects against what a generator says.

use crate::generator::Generator;
use crate::question::{Answer, Ask};
use crate::suite::{Case, Expectation};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a generator says of one ruleset that a case does not expect.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What is wrong, one thing a line.
    pub differences: Vec<String>,
    /// The position that was looked at, as the generator writes it; the text of the case where it got no further.
    pub position: String,
}

/// Checks one expectation of a case with one generator under its rules. A panic is a failure.
///
/// # Errors
/// What differs.
pub fn check<G: Generator, R>(generator: &G, case: &Case<R>, expected: &Expectation) -> Result<(), Failure> {
    let mut position = case.position.clone();
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let mut differences = Vec::new();
        look(generator, case, expected, &mut position, &mut differences);
        differences
    }));
    let differences = caught.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        vec![format!("panic: {}", message.unwrap_or("no message"))]
    });
    if differences.is_empty() { Ok(()) } else { Err(Failure { differences, position }) }
}

fn look<G: Generator, R>(
    generator: &G,
    case: &Case<R>,
    expected: &Expectation,
    text: &mut String,
    differences: &mut Vec<String>,
) {
    let read = generator.read(&case.position);
    let kinds: Option<Vec<String>> =
        read.as_ref().err().map(|kinds| kinds.iter().map(|kind| (*kind).to_owned()).collect());
    differences.extend(expected.differing_refusal(kinds.as_deref()));
    let Ok(mut position) = read else { return };
    *text = generator.text(&position);
    for mv in &case.line {
        let Some(next) = generator.play(&position, mv) else {
            differences.push(format!("{mv} of the line is not legal"));
            return;
        };
        position = next;
        *text = generator.text(&position);
    }
    for ask in expected.asks() {
        differences.extend(expected.differences(&answer(generator, &position, ask)));
    }
}

/// What a generator answers.
pub fn answer<G: Generator>(generator: &G, position: &G::Position, ask: Ask) -> Answer {
    match ask {
        Ask::Read => Answer::Read,
        Ask::Moves => Answer::Moves(generator.moves(position).into_iter().map(|ply| ply.0).collect()),
        Ask::Rolls => Answer::Rolls(generator.moves(position)),
        Ask::Text => Answer::Text(generator.text(position)),
        Ask::Check => Answer::Check(generator.is_check(position)),
        Ask::Outcome => Answer::Outcome(generator.outcome(position)),
        Ask::Perft(depth) => Answer::Perft { depth, nodes: generator.perft(position, depth) },
    }
}
