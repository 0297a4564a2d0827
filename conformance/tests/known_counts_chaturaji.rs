//! The slow generator reproduces counts of chaturaji that are known from generators written independently.

use conformance::reference::chaturaji::State;
use rules_core::chaturaji::{Rules, Seat, Setup, Turn};

/// Rules, a position, and the counts of depth 1, 2, 3 and so on.
type Row = (&'static str, &'static str, &'static [u128]);

/// The board of `ar` at the start.
const START: &str = "bB,bN,bE,bK,2,yP,yB/bP,bP,bP,bP,2,yP,yN/6,yP,yE/6,yP,yK/rK,rP,6/rE,rP,6/rN,rP,2,gP,gP,gP,gP/\
                     rB,rP,2,gK,gE,gN,gB";

const TRIUMPH: &str = "rK,7/8/2,bB,5/3,gB,rB,3/3,yB,gP,3/8/8/7,yK b";

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn state(rules: &Rules, text: &str) -> State {
    let setup: Setup = text.parse().unwrap_or_else(|refusals| panic!("{text}: {refusals}"));
    State::from_setup(rules, &setup).unwrap_or_else(|kinds| panic!("{text}: {kinds:?}")).0
}

fn agree(rows: &[Row]) {
    for &(name, text, counts) in rows {
        let rules = rules(name);
        let state = state(&rules, text);
        assert_eq!(state.perft(&rules, 0), 1, "{name} {text}");
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(state.perft(&rules, depth), count, "{name} {text} depth {depth}");
        }
    }
}

/// Returns the start with this seat to move and these dice.
fn start_with(seat: Seat, dice: &str) -> String {
    format!("{START} {} {dice}", seat.letter())
}

#[test]
fn the_start_is_that_of_the_text() {
    for name in ["ar", "ar-diceless"] {
        let rules = rules(name);
        assert_eq!(state(&rules, &start_with(Seat::Red, "-")), State::start(&rules));
    }
}

#[test]
fn the_start_with_dice() {
    let rules = Rules::AR;
    let start = State::start(&rules);
    assert_eq!([0, 1, 2, 3].map(|depth| start.perft(&rules, depth)), [1, 219, 48040, 10538266]);
}

#[test]
fn the_start_without_dice() {
    let rules = Rules::AR_DICELESS;
    let start = State::start(&rules);
    assert_eq!([1, 2, 3, 4, 5].map(|depth| start.perft(&rules, depth)), [9, 81, 729, 6561, 72090]);
}

/// 219 is 16 passes, 7 · 9 single moves and 140 pairs. A fixed order leaves 99 of the pairs.
#[test]
fn the_start_with_dice_in_order() {
    let rules = rules("ar+dice-order=fixed");
    assert_eq!(State::start(&rules).perft(&rules, 1), 178);
}

/// One die allows the nine moves of the start and a pass with each face, or with the 4 alone. Six-sided dice
/// give the faces different weights. A die that must be used leaves out the shorter turns.
#[test]
fn the_start_with_other_dice() {
    let rows: &[(&str, &[u128])] = &[
        ("ar+dice=one", &[13, 169, 2197]),
        ("ar+dice=one+dice-use=must", &[10, 100, 1000]),
        ("ar+dice=two-six", &[566, 321_300]),
        ("ar+dice-use=must", &[143, 20514]),
        ("ar+dice-use=must+dice-order=fixed", &[115, 13282]),
    ];
    for &(name, counts) in rows {
        let rules = rules(name);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(State::start(&rules).perft(&rules, depth), count, "{name} depth {depth}");
        }
    }
}

/// These counts are also those of the program Anurag-Baundwal/4pc-ffa-chaturaji-mcts.
#[test]
fn the_start_on_chesscom() {
    let rules = Rules::CHESSCOM4;
    let start = State::start(&rules);
    assert_eq!([1, 2, 3, 4, 5].map(|depth| start.perft(&rules, depth)), [8, 64, 512, 4096, 43392]);
}

#[test]
fn the_turns_at_the_start_by_their_length() {
    let count = |name: &str| {
        let rules = rules(name);
        let mut count = [0; 3];
        for (turn, weight) in State::start(&rules).turns(&rules) {
            count[turn.moves().count()] += weight;
        }
        count
    };
    assert_eq!(count("ar"), [16, 63, 140]);
    assert_eq!(count("ar+dice-order=fixed"), [16, 63, 99]);
    assert_eq!(count("ar+dice=two-six"), [36, 153, 377]);
    assert_eq!(count("ar+dice-use=must"), [1, 2, 140]);
    assert_eq!(count("ar+dice=one"), [4, 9, 0]);
}

#[test]
fn the_start_with_dice_on_the_table() {
    for (dice, counts) in
        [("3", [3, 657]), ("35", [30, 6575]), ("53", [30, 6575]), ("33", [12, 2629]), ("55", [52, 11495])]
    {
        let rules = Rules::AR;
        let state = state(&rules, &start_with(Seat::Red, dice));
        assert_eq!([1, 2].map(|depth| state.perft(&rules, depth)), counts, "{dice}");
    }
}

#[test]
fn every_seat_begins_alike() {
    let rules = Rules::AR;
    for seat in Seat::ALL {
        assert_eq!(state(&rules, &start_with(seat, "-")).perft(&rules, 1), 219, "{seat}");
    }
}

#[test]
fn the_first_moves_by_die() {
    let rules = Rules::AR;
    for (die, moves) in [("2", 1), ("3", 2), ("4", 0), ("5", 6)] {
        for seat in Seat::ALL {
            let turns = state(&rules, &start_with(seat, die)).turns(&rules);
            let single = turns.iter().filter(|(turn, _)| matches!(turn, Turn::One(_))).count();
            assert_eq!((single, turns.len()), (moves, moves + 1), "{seat} {die}");
        }
    }
}

/// Black's boat moves from c6 to e4, with boats of others on d4, d5 and e5 and a green pawn on e4.
#[test]
fn the_triumph() {
    agree(&[
        ("ar-diceless", TRIUMPH, &[4, 24, 93]),
        ("ar-diceless+boat-triumph=empty-square", TRIUMPH, &[4, 28, 112]),
        ("ar-diceless+boat-triumph=none", TRIUMPH, &[4, 28, 112]),
    ]);
}
