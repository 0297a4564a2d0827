//! Holding what a case expects against what a generator says.

use crate::generator::Generator;
use crate::suite::{Case, Expectation};
use std::collections::BTreeSet;
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
    let mut position = match (generator.read(&case.position), &expected.refused) {
        (Ok(position), None) => position,
        (Err(kinds), Some(expected)) => {
            differences.extend(compare(
                "refused for",
                expected.iter().cloned(),
                kinds.into_iter().map(str::to_owned),
            ));
            return;
        }
        (Ok(_), Some(expected)) => {
            differences.push(format!("accepted, expected to be refused for {}", expected.join(" ")));
            return;
        }
        (Err(kinds), None) => {
            differences.push(format!("refused for {}", kinds.join(" ")));
            return;
        }
    };
    *text = generator.text(&position);
    for mv in &case.line {
        let Some(next) = generator.play(&position, mv) else {
            differences.push(format!("{mv} of the line is not legal"));
            return;
        };
        position = next;
        *text = generator.text(&position);
    }

    let plies = generator.moves(&position);
    let moves: Vec<String> = plies.iter().map(|ply| ply.0.clone()).collect();
    if let Some(expected) = &expected.moves {
        differences.extend(compare("moves", expected.iter().cloned(), moves.iter().cloned()));
    }
    for (from, targets) in &expected.from.0 {
        let single = moves.iter().filter(|mv| !mv.contains('+'));
        let found = single.filter_map(|mv| mv.strip_prefix(from.as_str())).map(str::to_owned);
        differences.extend(compare(&format!("moves from {from}"), targets.iter().cloned(), found));
    }
    let is_legal = |mv: &&String| moves.contains(mv);
    differences
        .extend(expected.legal.iter().filter(|mv| !is_legal(mv)).map(|mv| format!("{mv} is not legal")));
    differences.extend(expected.illegal.iter().filter(is_legal).map(|mv| format!("{mv} is legal")));
    let mut differs = |what: &str, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
        let (expected, found) = (expected.to_string(), found.to_string());
        if expected != found {
            differences.push(format!("{what}: {found}, expected {expected}"));
        }
    };
    if let Some(expected) = &expected.text {
        differs("text", expected, text);
    }
    if let Some(expected) = &expected.check {
        differs("check", expected, &generator.is_check(&position));
    }
    if let Some(expected) = &expected.outcome {
        differs("outcome", expected, &generator.outcome(&position));
    }
    for (ply, expected) in &expected.rolls.0 {
        let found = plies.iter().find(|other| other.0 == *ply).map_or(0, |other| other.1);
        differs(&format!("rolls that allow {ply}"), expected, &found);
    }
    for (depth, expected) in (1..).zip(&expected.perft) {
        differs(&format!("perft {depth}"), expected, &generator.perft(&position, depth));
    }
}

/// What is missing and what is extra, if anything.
fn compare(
    what: &str,
    expected: impl Iterator<Item = String>,
    found: impl Iterator<Item = String>,
) -> Option<String> {
    let (expected, found): (BTreeSet<String>, BTreeSet<String>) = (expected.collect(), found.collect());
    let list = |name: &str, mut items: Vec<String>| {
        items.sort();
        if items.is_empty() { String::new() } else { format!(" {name} {}", items.join(" ")) }
    };
    let missing = list("missing", expected.difference(&found).cloned().collect());
    let extra = list("extra", found.difference(&expected).cloned().collect());
    if missing.is_empty() && extra.is_empty() {
        return None;
    }
    let separator = if missing.is_empty() || extra.is_empty() { "" } else { ";" };
    Some(format!("{what}:{missing}{separator}{extra}"))
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

    fn words(text: &str) -> impl Iterator<Item = String> {
        text.split_whitespace().map(str::to_owned)
    }

    #[test]
    fn differences_name_what_is_missing_and_what_is_extra() {
        assert_eq!(compare("moves", words("a b"), words("b a")), None);
        assert_eq!(compare("moves", words("a b"), words("b")).unwrap(), "moves: missing a");
        assert_eq!(compare("moves", words("b"), words("b d c")).unwrap(), "moves: extra c d");
        assert_eq!(compare("moves", words("a b"), words("b c")).unwrap(), "moves: missing a; extra c");
    }

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
