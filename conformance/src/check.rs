//! Holding what a case expects against what a generator says.

use crate::expectation::Expectation;
use crate::generator::Generator;
use crate::query::Answer;
use crate::suite::Case;
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
    let mut position = match generator.read(&case.position) {
        Ok(position) => position,
        Err(kinds) => {
            let kinds = kinds.into_iter().map(str::to_owned).collect();
            differences.extend(expected.differences(&Answer::Refused(kinds)));
            return;
        }
    };
    *text = generator.text(&position);
    for ply in &case.line {
        let Some(next) = generator.play(&position, ply) else {
            differences.push(format!("{ply} of the line is not legal"));
            return;
        };
        position = next;
        *text = generator.text(&position);
    }
    for query in expected.queries() {
        differences.extend(expected.differences(&query.ask(generator, &position)));
    }
}

/// The board of a position text of either game, a row a line; nothing where there are no rows.
pub fn board(text: &str) -> String {
    let ranks = text.split(' ').next().unwrap_or_default();
    let rows: Vec<&str> = ranks.split('/').collect();
    if rows.len() != 8 {
        return String::new();
    }
    // Men of four seats have two letters.
    let width =
        if ranks.chars().any(|letter| matches!(letter, 'y' | 'g')) || ranks.contains(',') { 3 } else { 2 };
    let cell = |text: &str| format!("{text:>width$}");
    let mut board = String::new();
    for (number, row) in (1..=8).rev().zip(rows) {
        board += &number.to_string();
        let mut man = String::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => board += &cell(".").repeat(empty as usize),
                None if letter == ',' => {}
                None => {
                    man.push(letter);
                    if man.len() == width - 1 {
                        board += &cell(&std::mem::take(&mut man));
                    }
                }
            }
        }
        board += "\n";
    }
    let files: String = ('a'..='h').map(|file| cell(&file.to_string())).collect();
    format!("{board} {files}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_line_for_each_row() {
        let board = board("7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1");
        assert_eq!(board.lines().next(), Some("8 . . . . . . . k"));
        assert_eq!(board.lines().nth(7), Some("1 R . . . K . . ."));
        assert_eq!(board.lines().last(), Some("  a b c d e f g h"));
        let four = super::board("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 23");
        assert_eq!(four.lines().nth(2), Some("6  .  . bB  .  .  .  .  ."));
        assert_eq!(four.lines().last(), Some("   a  b  c  d  e  f  g  h"));
    }
}
