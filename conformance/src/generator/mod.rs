//! One way of asking any generator what a case says, in texts, so that the generators share nothing but words.

use rules_core::Knobs;
use std::fmt::Display;
use std::str::FromStr;

mod chaturaji;
mod chaturanga;

/// A generator under fixed rules.
pub trait Generator {
    /// What it holds a position in.
    type Position;

    /// Its name in reports.
    const NAME: &'static str;

    /// The rules that it reads.
    type Rules;

    /// A generator under these rules.
    fn new(rules: &Self::Rules) -> Self;

    /// Reads a position text, or `startpos`.
    ///
    /// # Errors
    /// The kinds of reasons for which it is refused, sorted, each once.
    fn read(&self, text: &str) -> Result<Self::Position, Vec<&'static str>>;

    /// The position, written, with the clocks 0 1 where there are such.
    fn text(&self, position: &Self::Position) -> String;

    /// The legal plies, and how many ordered rolls allow each; 1 where there are no dice to roll.
    fn moves(&self, position: &Self::Position) -> Vec<(String, u32)>;

    /// The position after a ply; `None` when it is not legal.
    fn play(&self, position: &Self::Position, ply: &str) -> Option<Self::Position>;

    /// Whether the raja of the side to move is attacked; never where rajas are not protected.
    fn is_check(&self, position: &Self::Position) -> bool;

    /// How the game ended, or `ongoing`.
    fn outcome(&self, position: &Self::Position) -> String;

    /// The number of sequences of this many plies.
    fn perft(&self, position: &Self::Position, depth: u32) -> u128;
}

/// A game that cases are about.
pub trait Tested: Knobs + Display + FromStr + Send + Sync {
    /// The generator of `rules-core`.
    type Fast: Generator<Rules = Self>;
    /// The generator of [`crate::reference`].
    type Slow: Generator<Rules = Self>;

    /// What plies look like, for messages.
    const PLY_FORM: &'static str;

    /// Whether a text is a ply, legal or not; in a line of plies one may be only begun.
    fn is_ply(text: &str) -> bool;
}

/// Kinds of reasons, sorted, each once.
fn sorted(kinds: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kinds: Vec<_> = kinds.collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
