//! A text-only interface to both generators, so that they share nothing but notation.

mod chaturaji;
mod chaturanga;

use rules_core::Knobs;
use std::fmt::Display;
use std::str::FromStr;

/// A move generator under fixed rules.
pub trait Generator {
    /// A position.
    type Position;

    /// The rules.
    type Rules;

    /// The name of the generator in reports.
    const NAME: &'static str;

    /// Makes a generator under these rules.
    fn new(rules: &Self::Rules) -> Self;

    /// Reads a position text, or `startpos`.
    ///
    /// # Errors
    /// The refusal kinds of the text, sorted, without duplicates.
    fn read(&self, text: &str) -> Result<Self::Position, Vec<&'static str>>;

    /// Returns the position as text. Clocks are written as `0 1`.
    fn text(&self, position: &Self::Position) -> String;

    /// Returns the legal plies, each with the number of ordered rolls that allow it: 1 if no dice are to be
    /// rolled.
    fn moves(&self, position: &Self::Position) -> Vec<(String, u32)>;

    /// Returns the position after a ply, or `None` if the ply is not legal.
    fn play(&self, position: &Self::Position, ply: &str) -> Option<Self::Position>;

    /// Returns whether the raja of the side to move is attacked; always `false` in chaturaji.
    fn is_check(&self, position: &Self::Position) -> bool;

    /// Returns how the game ended, or `ongoing`.
    fn outcome(&self, position: &Self::Position) -> String;

    /// Returns the number of sequences of `depth` plies.
    fn perft(&self, position: &Self::Position, depth: u32) -> u128;
}

/// The rules of a game that cases cover, with both generators.
pub trait Tested: Knobs + Display + FromStr + Send + Sync {
    /// The generator of `rules-core`.
    type Fast: Generator<Rules = Self>;
    /// The generator of [`crate::reference`].
    type Slow: Generator<Rules = Self>;

    /// Examples of plies, for messages.
    const PLY_EXAMPLES: &'static str;

    /// Returns whether a text has the form of a ply, legal or not. In chaturaji this includes `a2c3..`, which
    /// uses one die of a roll.
    fn is_ply(text: &str) -> bool;
}

/// Sorts refusal kinds and removes duplicates.
fn sorted(kinds: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kinds: Vec<_> = kinds.collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
