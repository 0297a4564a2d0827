//! Reads what the user wrote: rules, positions, suites and numbers.

use super::built_in_suites::built_in_suite;
use super::failure::Failure;
use crate::Variant;
use crate::file::read_text;
use crate::suite::{self, Entry};
use rules_core::{AnyRules, Knobs, RulesError, chaturaji, chaturanga};
use std::ops::RangeInclusive;
use std::path::Path;

/// Reads a ruleset of either game.
///
/// # Errors
/// [`Failure::Misuse`] with the fault marked in the text.
pub fn read_rules(text: &str) -> Result<AnyRules, Failure> {
    text.parse().map_err(|error: RulesError| {
        let marks = " ".repeat(error.column - 1) + &"^".repeat(error.width.max(1));
        Failure::Misuse(format!("RULES: {error}{}", quoted(text, &marks)))
    })
}

/// Reads a position: the node, the record that statistics need, and the normalised text.
///
/// # Errors
/// [`Failure::Misuse`] with every reason why the game refuses the position.
pub fn read_position<V: Variant>(game: &V, text: &str) -> Result<(V::Node, V::Record, String), Failure> {
    read_position_at(game, text, "--fen")
}

/// Reads a position as [`read_position`] does; `place` names the argument in errors.
pub(super) fn read_position_at<V: Variant>(
    game: &V,
    text: &str,
    place: &str,
) -> Result<(V::Node, V::Record, String), Failure> {
    game.read(text).map_err(|refusals| {
        let reasons = match other_game::<V>(text.trim()) {
            Some(other) => format!("this is a position of {other}"),
            None => format!("{refusals:#}").replace('\n', "\n  "),
        };
        let rules = game.rules();
        Failure::Misuse(format!("{place} is refused under {rules}:\n  {reasons}{}", quoted(text, "")))
    })
}

/// Returns the name of the other game if the text is a position of it under any preset.
fn other_game<V: Variant>(text: &str) -> Option<&'static str> {
    fn reads<O: Variant>(text: &str) -> bool {
        O::Rules::PRESETS.iter().any(|rules| O::new(*rules).read(text).is_ok())
    }
    let other = |game, reads: fn(&str) -> bool| (game != V::Rules::GAME && reads(text)).then_some(game);
    other(chaturanga::Rules::GAME, reads::<chaturanga::Game>)
        .or_else(|| other(chaturaji::Rules::GAME, reads::<chaturaji::Game>))
}

/// The longest suite that is read, in bytes: room for a million positions.
const MAX_SUITE: u64 = 256 << 20;

/// Reads a suite file, and each of its positions under the rules of the game; `place` names the file in
/// errors.
///
/// # Errors
/// [`Failure::Misuse`] when the file cannot be read, is not a suite, or holds a position that the game
/// refuses.
pub(super) fn read_suite<V: Variant>(
    game: &V,
    file: &Path,
    place: &str,
) -> Result<Vec<(Entry, V::Node)>, Failure> {
    let text = read_text(file, MAX_SUITE).map_err(|error| Failure::misuse(place, error))?;
    entries(game, &text, place)
}

/// Reads the suite of a preset that is built into the program.
///
/// # Errors
/// [`Failure::Misuse`] when the rules are not those of a preset.
pub(super) fn read_built_in_suite<V: Variant>(
    game: &V,
    rules: &str,
) -> Result<Vec<(Entry, V::Node)>, Failure> {
    let text = built_in_suite(rules).ok_or_else(|| {
        Failure::Misuse(format!("FILE: {rules} is not a preset, so that no suite is built in; name a file"))
    })?;
    entries(game, text, &format!("the suite of {rules}"))
}

fn entries<V: Variant>(game: &V, text: &str, place: &str) -> Result<Vec<(Entry, V::Node)>, Failure> {
    let entries = suite::parse(text).map_err(|error| Failure::misuse(place, error))?;
    let with_position = |entry: Entry| match game.read(&entry.fen) {
        Ok((node, ..)) => Ok((entry, node)),
        Err(refusals) => {
            let place = format!("{place}: line {}", entry.line);
            Err(match other_game::<V>(&entry.fen) {
                Some(other) => Failure::Misuse(format!(
                    "{place}: these are positions of {other}, not of {}",
                    V::Rules::GAME
                )),
                None => Failure::misuse(place, refusals),
            })
        }
    };
    entries.into_iter().map(with_position).collect()
}

/// Reads a whole number in a range, for an argument of the command line.
pub fn whole(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Returns a faulty text on its own line with marks below it; empty if the text is too long to show.
fn quoted(text: &str, marks: &str) -> String {
    const LONGEST: usize = 300;
    if text.chars().count() > LONGEST {
        return String::new();
    }
    let text: String = text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    format!("\n    {text}\n    {marks}").trim_end().to_owned()
}
