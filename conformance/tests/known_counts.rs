//! Both generators reproduce counts that are known from elsewhere.
//!
//! Counts "confirmed by programs" come from outside programs, the others from generators written
//! independently.

use conformance::reference::chaturanga::State;
use rules_core::Knobs;
use rules_core::chaturanga::{Game, Move, Position, Rules, Setup};

/// The maximum count that the slow generator reproduces.
const SLOW_LIMIT: u64 = 2_000_000;
/// The maximum count that the fast generator reproduces.
const FAST_LIMIT: u64 = 40_000_000;

/// Rules, a position, and the counts of depth 1, 2, 3 and so on.
type Row = (&'static str, &'static str, &'static [u64]);

/// Confirmed by programs.
const STARTS_OF_OTHER_PROGRAMS: &[Row] = &[
    ("chesscom", "startpos", &[16, 256, 4176, 68122, 1164248, 19864709]),
    // The two setups diverge at ply 6.
    ("chesscom+setup=crosswise", "startpos", &[16, 256, 4176, 68122, 1164248, 19864701]),
    // The mirror images of these two setups; no raja is bare so early.
    ("shatranj", "startpos", &[16, 256, 4176, 68122, 1164248, 19864709]),
    ("chesscom+setup=crosswise-mirrored", "startpos", &[16, 256, 4176, 68122, 1164248, 19864701]),
    ("sjaak", "startpos", &[18, 324, 5912, 107539, 2018140, 37650890]),
];

/// Confirmed by two generators written independently.
const STARTS_OF_THE_SOURCES: &[Row] = &[
    ("nl", "startpos", &[18, 324, 5912, 107539, 2022995, 37829002]),
    ("tr", "startpos", &[18, 324, 5912, 107627, 2030406, 38148874]),
    ("tr-literal", "startpos", &[14, 192, 3099, 47811, 822040, 13869852]),
];

/// Positions in which move generators have gone wrong.
const TRAPS: &[Row] = &[
    // The raja must not step back along the line of the ratha that attacks it.
    ("chesscom", "4r2k/8/8/8/4K3/8/8/8 w", &[6, 96, 543]),
    // A pinned ashva must not move.
    ("chesscom", "4r2k/8/8/8/8/8/4N3/4K3 w", &[4, 60, 604]),
    // A pinned ratha may move along the pin.
    ("chesscom", "4r2k/8/8/8/8/8/4R3/4K3 w", &[10, 120, 1676]),
    // An attack by two pieces cannot be answered by capturing one of them.
    ("chesscom", DOUBLE_ATTACK, &[3, 69, 577]),
    // The gaja does not attack as the bishop of chess.
    ("chesscom", "7k/8/8/8/8/2b5/3P4/4K3 w", &[5, 31, 212]),
    // The gaja does not attack the square that it leaps over.
    ("chesscom", "7k/8/8/8/8/8/3b4/4K3 w", &[5, 23, 150]),
    // A piece between a gaja and the raja does not block the attack.
    ("chesscom", "4k3/3p4/2B5/8/8/8/8/4K2R b", &[5, 86, 536, 10648, 69005, 1428290]),
    // Padatis are about to promote.
    ("chesscom", "r1b1k1nr/1P4P1/8/8/8/8/1p4p1/R1B1K1NR w", &[28, 687, 18238]),
    // A ratha is pinned and Black is to move; baring shows from ply 4, or from ply 3 where it ends the game.
    ("chesscom", "4k3/4q3/8/8/8/8/4R3/4K3 b", &[4, 64, 510, 9046, 72925, 1316701]),
    ("chesscom+bare-raja=loses", "4k3/4q3/8/8/8/8/4R3/4K3 b", &[4, 64, 510, 8866, 72149, 1292599]),
    ("chesscom+bare-raja=loses-at-once", "4k3/4q3/8/8/8/8/4R3/4K3 b", &[4, 64, 496, 8836, 71307, 1285997]),
    ("shatranj", "4k3/4q3/8/8/8/8/4R3/4K3 b", &[4, 64, 510, 8866, 72149, 1292599]),
    // A bare raja ends the game, or does not.
    ("chesscom", "1k6/2R5/8/8/8/8/5r2/6K1 w", &[16, 219, 3037]),
    ("chesscom+bare-raja=loses", "1k6/2R5/8/8/8/8/5r2/6K1 w", &[16, 219, 3015]),
    ("chesscom+bare-raja=loses-at-once", "1k6/2R5/8/8/8/8/5r2/6K1 w", &[16, 217, 2995]),
    ("shatranj", "1k6/2R5/8/8/8/8/5r2/6K1 w", &[16, 219, 3015]),
    // A raja is bared at ply 2 and faces two pieces.
    ("chesscom+bare-raja=loses", DOUBLE_ATTACK, &[3, 69, 577]),
    ("shatranj", DOUBLE_ATTACK, &[3, 69, 567]),
    // A game that is over has no moves.
    ("chesscom", "7k/5K2/6Q1/8/8/8/8/8 b", &[0, 0, 0]),
];

const DOUBLE_ATTACK: &str = "4r2k/8/8/6N1/8/5n2/8/4K3 w";

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position of the slow generator.
fn slow(rules: &Rules, fen: &str) -> State {
    if fen == "startpos" {
        return State::start(rules);
    }
    let setup: Setup = fen.parse().unwrap_or_else(|refusals| panic!("{fen}: {refusals}"));
    State::from_setup(rules, &setup).unwrap_or_else(|kinds| panic!("{fen}: {kinds:?}"))
}

/// Returns the position of the fast generator.
fn fast(game: &Game, fen: &str) -> Position {
    let position = game.read(fen);
    position.unwrap_or_else(|refusals| panic!("{fen}: {refusals}"))
}

/// Counts with the fast generator.
fn perft(game: &Game, position: &Position, depth: usize) -> u64 {
    if depth == 1 {
        return game.count(position);
    }
    let after = |mv: Move| game.play(position, mv).expect("a legal move");
    game.moves(position).map(|mv| perft(game, &after(mv), depth - 1)).sum()
}

fn fast_generator_agrees(rows: &[Row]) {
    for &(text, fen, counts) in rows {
        let game = Game::new(rules(text));
        let position = fast(&game, fen);
        for (depth, &count) in (1..).zip(counts) {
            assert!(count <= FAST_LIMIT);
            assert_eq!(perft(&game, &position, depth), count, "{text} {fen} depth {depth}");
        }
    }
}

fn slow_generator_agrees(rows: &[Row]) {
    for &(text, fen, counts) in rows {
        let rules = rules(text);
        let state = slow(&rules, fen);
        assert_eq!(state.perft(&rules, 0), 1, "{text} {fen}");
        for (depth, &count) in (1..).zip(counts).take_while(|(_, count)| **count <= SLOW_LIMIT) {
            assert_eq!(state.perft(&rules, depth), u128::from(count), "{text} {fen} depth {depth}");
        }
    }
}

#[test]
fn the_fast_generator_counts_the_starts_of_other_programs() {
    fast_generator_agrees(STARTS_OF_OTHER_PROGRAMS);
}

#[test]
fn the_slow_generator_counts_the_starts_of_other_programs() {
    slow_generator_agrees(STARTS_OF_OTHER_PROGRAMS);
}

#[test]
fn the_fast_generator_counts_the_starts_of_the_sources() {
    fast_generator_agrees(STARTS_OF_THE_SOURCES);
}

#[test]
fn the_slow_generator_counts_the_starts_of_the_sources() {
    slow_generator_agrees(STARTS_OF_THE_SOURCES);
}

#[test]
fn the_fast_generator_falls_into_no_known_trap() {
    fast_generator_agrees(TRAPS);
}

#[test]
fn the_slow_generator_falls_into_no_known_trap() {
    slow_generator_agrees(TRAPS);
}

#[test]
fn taking_one_of_two_attackers_is_no_answer() {
    let rules = Rules::CHESSCOM;
    let game = Game::new(rules);
    let capture: Move = "g5f3".parse().expect("a move");
    assert!(!slow(&rules, DOUBLE_ATTACK).moves(&rules).contains(&capture));
    assert!(game.moves(&fast(&game, DOUBLE_ATTACK)).all(|mv| mv != capture));
}

/// The setups have the same counts for five plies, so that a swap of raja and mantri shows only here.
#[test]
fn every_preset_has_its_start_text() {
    let starts = [
        ("nl", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
        ("tr", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
        ("tr-literal", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
        ("chesscom", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
        ("shatranj", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"),
        ("sjaak", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
    ];
    assert_eq!(starts.map(|(name, _)| name), Rules::PRESET_IDS);
    for (name, text) in starts {
        let rules = rules(name);
        let game = Game::new(rules);
        assert_eq!(State::start(&rules).to_setup().to_string(), text, "{name}");
        assert_eq!(game.setup(&game.start()).to_string(), text, "{name}");
        assert_eq!(slow(&rules, text), State::start(&rules), "{name}");
        assert_eq!(fast(&game, text), game.start(), "{name}");
    }
}
