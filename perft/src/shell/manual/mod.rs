//! The rules of a game in sentences, complete enough to implement the game from them.
//!
//! The sentences follow from the rules: what a value of one knob means depends on the others, and squares,
//! letters and numbers come from the game itself. What no knob decides is in the basics.

mod chaturaji;
mod chaturanga;

use rules_core::Knobs;
use std::fmt::Display;

/// A part of the basic rules.
pub(super) struct Section {
    /// What it is about, as a word.
    pub(super) title: &'static str,
    /// The rules, in sentences.
    pub(super) sentences: Vec<String>,
}

/// The rules of a game in sentences.
pub(super) trait Manual: Knobs + Display {
    /// Returns the basic rules, which hold under all values of the knobs, with what the values make of them.
    fn basics(&self) -> Vec<Section>;

    /// Returns what a value of a knob means in full, given the other knobs. Every knob has a sentence.
    fn in_full(&self, knob: &str) -> Vec<String>;
}

/// Returns whether another value of a knob makes another game beside the other values.
fn matters<R: Manual>(rules: &R, id: &str) -> bool {
    let canonical = rules.canonical();
    let others = rules.neighbours().filter(|other| other.differences(rules).any(|knob| knob.id == id));
    others.into_iter().any(|other| other.canonical() != canonical)
}

fn section(title: &'static str, sentences: impl IntoIterator<Item: Into<String>>) -> Section {
    Section { title, sentences: sentences.into_iter().map(Into::into).collect() }
}

/// Joins words with commas.
fn list(words: impl IntoIterator<Item: Display>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(", ")
}

/// Sentences, some of which only hold where a condition does.
fn sentences(all: impl IntoIterator<Item = (bool, String)>) -> Vec<String> {
    all.into_iter().filter_map(|(holds, sentence)| holds.then_some(sentence)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::{chaturaji, chaturanga};

    fn is_complete<R: Manual>() {
        for preset in R::PRESETS {
            for rules in std::iter::once(*preset).chain(preset.neighbours()) {
                for knob in R::KNOBS {
                    let sentences = rules.in_full(knob.id);
                    assert!(!sentences.is_empty(), "{rules}: {}", knob.id);
                }
                let basics = rules.basics();
                let all = R::KNOBS.iter().flat_map(|knob| rules.in_full(knob.id));
                for sentence in all.chain(basics.into_iter().flat_map(|section| section.sentences)) {
                    assert!(sentence.ends_with('.') && !sentence.contains("  "), "{rules}: {sentence}");
                }
            }
        }
    }

    #[test]
    fn every_knob_is_told_in_full_under_every_value() {
        is_complete::<chaturanga::Rules>();
        is_complete::<chaturaji::Rules>();
    }

    /// Two rulesets that are different games and one knob apart are told apart by the sentences.
    fn tells_apart<R: Manual>() {
        let told = |rules: &R| {
            let knobs = R::KNOBS.iter().flat_map(|knob| rules.in_full(knob.id)).collect::<Vec<_>>();
            let basics = rules.basics().into_iter().flat_map(|section| section.sentences).collect::<Vec<_>>();
            (knobs, basics)
        };
        for preset in R::PRESETS {
            for other in preset.neighbours().filter(|other| other.canonical() != preset.canonical()) {
                assert_ne!(told(preset), told(&other), "{preset}, {other}");
            }
        }
    }

    #[test]
    fn different_games_are_told_in_different_sentences() {
        tells_apart::<chaturanga::Rules>();
        tells_apart::<chaturaji::Rules>();
    }
}
