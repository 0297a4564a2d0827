//! The suites of `perft/suites`: both generators confirm every count.

use conformance::{Generator, Tested};
use perft::suite::{Entry, parse};
use perft::{Counter, Variant};
use rules_core::chaturaji::{BoatTriumph, DiceRule, Kingless};
use rules_core::chaturanga::{RajaJump, RajaSafety};
use rules_core::{Knobs, chaturaji, chaturanga};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The maximum count that the slow generator reproduces here. It confirmed all counts when the files were
/// written.
const SLOW_LIMIT: u128 = 10_000;

fn suite(name: &str) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../perft/suites/{name}.epd"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_preset_of_chaturanga_has_a_suite_that_both_generators_count() {
    every_preset::<chaturanga::Game>();
}

#[test]
fn every_preset_of_chaturaji_has_a_suite_that_both_generators_count() {
    every_preset::<chaturaji::Game>();
}

fn every_preset<V: Variant<Rules: Tested>>() {
    for (name, rules) in V::Rules::PRESET_IDS.iter().zip(V::Rules::PRESETS) {
        let entries = suite(name);
        let positions: BTreeSet<&str> = entries.iter().map(|entry| entry.fen.as_str()).collect();
        assert!(positions.len() >= 200 && positions.len() == entries.len(), "{name}: {}", positions.len());
        let game = V::new(*rules);
        for Entry { line, fen, counts } in &entries {
            let (.., text) = game.read(fen).unwrap_or_else(|reasons| panic!("{name}:{line}: {reasons}"));
            assert_eq!(text, *fen, "{name}:{line} is written as it is read");
            assert!(!counts.is_empty() && counts[0].1 > 0, "{name}:{line} has plies to count");
        }
        // The positions of a small suite may hold rights that only other rules keep.
        let small = suite(&format!("{name}-quick"));
        let slow = <V::Rules as Tested>::Slow::new(rules);
        let counter = Counter::new(1).expect("a thread");
        for Entry { line, fen, counts } in entries.into_iter().chain(small) {
            let (node, ..) = game.read(&fen).unwrap_or_else(|reasons| panic!("{name}:{line}: {reasons}"));
            let position = slow.read(&fen).expect("what was read");
            for (depth, nodes) in counts {
                let fast = counter.count(&game, &node, depth).expect("a total");
                assert_eq!(fast, nodes, "{name}:{line} depth {depth}");
                if nodes <= SLOW_LIMIT {
                    assert_eq!(slow.perft(&position, depth), nodes, "{name}:{line} depth {depth}");
                }
            }
        }
    }
}

/// Each event that a suite is meant to cover happens in enough of its positions.
#[test]
fn suites_cover_their_events() {
    for (name, rules) in chaturanga::Rules::PRESET_IDS.iter().zip(chaturanga::Rules::PRESETS) {
        let happens = events::<chaturanga::Game>(name, rules);
        let has = |event: &str| happens.get(event).copied().unwrap_or_default();
        assert!(
            has("promotions") >= 16 && has("checks") >= 16 && has("captures") >= 50,
            "{name}: {happens:?}"
        );
        assert!(has("mates") >= 8, "{name}: {happens:?}");
        assert_eq!(has("jumps") >= 16, rules.raja_jump != RajaJump::None, "{name}: {happens:?}");
        assert_eq!(
            has("raja captures") >= 16,
            rules.raja_safety != RajaSafety::AllMoves,
            "{name}: {happens:?}"
        );
        let double = suite(name).into_iter().filter(|entry| {
            let game = chaturanga::Game::new(*rules);
            let position = game.read(&entry.fen).expect("a position");
            game.checkers(&position).has_many()
        });
        assert!(double.count() >= 8, "{name} has double checks");
    }
    for (name, rules) in chaturaji::Rules::PRESET_IDS.iter().zip(chaturaji::Rules::PRESETS) {
        let happens = events::<chaturaji::Game>(name, rules);
        let has = |event: &str| happens.get(event).copied().unwrap_or_default();
        for event in ["promotions", "captured kings", "captured boats"] {
            assert!(has(event) >= 8, "{name}: {event}: {happens:?}");
        }
        // A king that can move leaves no reason to pass.
        let passes = rules.dice != DiceRule::None || rules.kingless == Kingless::PlaysOn;
        assert_eq!(has("passes") >= 8, passes, "{name}: {happens:?}");
        assert_eq!(has("triumphs") >= 8, rules.boat_triumph != BoatTriumph::None, "{name}: {happens:?}");
    }
}

/// Counts the positions of a suite in which each event can happen at the first ply.
fn events<V: Variant<Rules: Tested>>(name: &str, rules: &V::Rules) -> BTreeMap<&'static str, usize> {
    let game = V::new(*rules);
    let counter = Counter::new(1).expect("a thread");
    let mut happens = BTreeMap::new();
    for entry in suite(name) {
        let (node, record, _) = game.read(&entry.fen).expect("a position");
        let stats = counter.stats(&game, &node, record, 1).expect("a table");
        for (event, count) in V::EVENTS.iter().zip(stats.events) {
            *happens.entry(*event).or_default() += usize::from(count > 0);
        }
    }
    happens
}
