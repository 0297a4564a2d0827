//! The suites of `perft/suites`: plain files, every count of which both generators make.

use conformance::reference::chaturanga::State;
use perft::Counter;
use perft::suite::{Entry, parse};
use rayon::prelude::*;
use rules_core::Knobs;
use rules_core::chaturanga::{Game, Rules};
use std::collections::BTreeSet;
use std::path::Path;

/// No count above this is asked of the slow generator here; all of them were when the files were written.
const SLOW_LIMIT: u128 = 10_000;

fn suite(name: &str) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../perft/suites/{name}.epd"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_preset_has_a_suite_that_both_generators_count() {
    for (name, rules) in Rules::PRESET_IDS.iter().zip(Rules::PRESETS) {
        let entries = suite(name);
        let positions: BTreeSet<&str> = entries.iter().map(|entry| entry.fen.as_str()).collect();
        assert!(positions.len() >= 200 && positions.len() == entries.len(), "{name}: {}", positions.len());
        let game = Game::new(*rules);
        entries.par_iter().for_each(|Entry { line, fen, counts }| {
            let counter = Counter::new(1).expect("a thread");
            let setup = game.read(fen).unwrap_or_else(|refusals| panic!("{name}:{line}: {refusals}"));
            assert_eq!(setup.to_string(), *fen, "{name}:{line} is written as it is read");
            let position = game.position(&setup).expect("what was read");
            let state = State::from_setup(rules, &setup).expect("what was read");
            assert!(counts.len() >= 2, "{name}:{line}");
            for &(depth, nodes) in counts {
                let fast = counter.count(&game, &position, depth).expect("a total");
                assert_eq!(fast, nodes, "{name}:{line} depth {depth}");
                if nodes <= SLOW_LIMIT {
                    assert_eq!(state.perft(rules, depth), nodes, "{name}:{line} depth {depth}");
                }
            }
        });
    }
}
