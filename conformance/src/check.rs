//! Compares the answers of a generator with the expectations of a case.

use crate::case::Case;
use crate::expectation::Expectation;
use crate::generator::Generator;
use crate::query::Answer;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a generator contradicts a case under one ruleset.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The differences, one per line.
    pub differences: Vec<String>,
    /// The position that was reached, as the generator writes it; the text of the case if it is refused.
    pub position: String,
}

/// Checks one expectation of a case with a generator under its rules. A panic is a mismatch.
///
/// # Errors
/// How the generator contradicts the expectation.
pub fn check<G: Generator, R>(generator: &G, case: &Case<R>, expected: &Expectation) -> Result<(), Mismatch> {
    let mut position = case.position.clone();
    // The position is written as it is reached, so that a panic shows where it happened.
    let caught = catch_unwind(AssertUnwindSafe(|| differences(generator, case, expected, &mut position)));
    let differences = caught.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        vec![format!("panic: {}", message.unwrap_or("no message"))]
    });
    if differences.is_empty() { Ok(()) } else { Err(Mismatch { differences, position }) }
}

/// Returns the differences, and writes each position that is reached to `text`.
fn differences<G: Generator, R>(
    generator: &G,
    case: &Case<R>,
    expected: &Expectation,
    text: &mut String,
) -> Vec<String> {
    let mut position = match generator.read(&case.position) {
        Ok(position) => position,
        Err(kinds) => {
            let kinds = kinds.into_iter().map(str::to_owned).collect();
            return expected.differences(&Answer::Refused(kinds));
        }
    };
    *text = generator.text(&position);
    for ply in &case.line {
        let Some(next) = generator.play(&position, ply) else {
            return vec![format!("{ply} of the line is not legal")];
        };
        position = next;
        *text = generator.text(&position);
    }
    let answers = expected.queries().into_iter().map(|query| query.ask(generator, &position));
    answers.flat_map(|answer| expected.differences(&answer)).collect()
}
