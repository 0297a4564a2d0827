//! Criterion groups for what a program does with one position: reading, listing, playing, attacks, outcomes.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rules_core::{AnyRules, Square, chaturaji, chaturanga};
use std::hint::black_box;

/// A ruleset for each way in which the generator is compiled: three safeties of the raja, blocked gajas or
/// not.
const CHATURANGA: [&str; 6] = [
    "nl",
    "nl+elephant-move=lame-alfil",
    "tr",
    "tr-literal",
    "nl+raja-safety=none",
    "nl+elephant-move=lame-alfil+raja-safety=none",
];

/// The opening, a middlegame with all pieces in contact, padatis about to promote, a raja in check.
const CHATURANGA_POSITIONS: [(&str, &str); 4] = [
    ("start", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"),
    ("middlegame", "r1bk1b1r/pp1q1p1p/2n1p1pn/2pp4/3P1P2/2NBP1PN/PPPQ3P/R1B1K2R w Kk - 0 1"),
    ("promotions", "r1b1k1nr/1P4P1/8/8/8/8/1p4p1/R1B1K1NR w - - 0 1"),
    ("check", "4k3/3p4/2B5/8/8/8/8/4K2R b - - 0 1"),
];

const CHATURAJI: [&str; 2] = ["ar", "ar-diceless"];

/// The opening, and a middlegame in which every seat still plays; no dice are rolled, so all rolls count.
const CHATURAJI_POSITIONS: [(&str, &str); 2] = [
    (
        "start",
        "bB,bN,bE,bK,2,yP,yB/bP,bP,bP,bP,2,yP,yN/6,yP,yE/6,yP,yK/rK,rP,6/rE,rP,6/rN,rP,2,gP,gP,gP,gP/rB,rP,2,gK,gE,gN,gB r",
    ),
    (
        "middlegame",
        "1,rE,4,yP,1/1,bP,4,yP,1/4,yP,3/5,yE,2/1,bP,gK,1,yN,3/1,gN,bP,5/1,rP,bB,2,yB,2/rB,1,rN,1,yK,3 r",
    ),
];

fn chaturanga_game(rules: &str) -> chaturanga::Game {
    chaturanga::Game::new(rules.parse().expect(rules))
}

fn chaturaji_game(rules: &str) -> chaturaji::Game {
    chaturaji::Game::new(rules.parse().expect(rules))
}

/// Measures counting the legal moves and listing them.
fn moves(c: &mut Criterion) {
    for rules in CHATURANGA {
        let game = chaturanga_game(rules);
        let mut group = c.benchmark_group(format!("moves/{rules}"));
        for (name, text) in CHATURANGA_POSITIONS {
            let position = game.read(text).expect(text);
            group.throughput(Throughput::Elements(game.count(&position)));
            group.bench_function(BenchmarkId::new("count", name), |b| {
                b.iter(|| game.count(black_box(&position)));
            });
            group.bench_function(BenchmarkId::new("list", name), |b| {
                b.iter(|| game.moves(black_box(&position)));
            });
        }
    }
    for rules in CHATURAJI {
        let game = chaturaji_game(rules);
        let mut group = c.benchmark_group(format!("moves/{rules}"));
        for (name, text) in CHATURAJI_POSITIONS {
            let position = game.read(text).expect(text);
            group.throughput(Throughput::Elements(game.count(&position)));
            group.bench_function(BenchmarkId::new("count", name), |b| {
                b.iter(|| game.count(black_box(&position)));
            });
            group.bench_function(BenchmarkId::new("visit", name), |b| {
                b.iter(|| {
                    game.visit(black_box(&position), |turn, child, ways| _ = black_box((turn, child, ways)))
                });
            });
        }
    }
}

/// Measures playing every legal move, each judged and made by itself.
fn play(c: &mut Criterion) {
    let mut group = c.benchmark_group("play");
    for rules in CHATURANGA {
        let game = chaturanga_game(rules);
        let position = game.start();
        let moves = game.moves(&position);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(rules, |b| {
            b.iter(|| moves.iter().for_each(|&mv| _ = black_box(game.play(black_box(&position), mv))));
        });
    }
    for rules in CHATURAJI {
        let game = chaturaji_game(rules);
        let position = game.start();
        let mut turns = Vec::new();
        game.visit(&position, |turn, _, _| turns.push(turn));
        group.throughput(Throughput::Elements(turns.len() as u64));
        group.bench_function(rules, |b| {
            b.iter(|| turns.iter().for_each(|&turn| _ = black_box(game.play(black_box(&position), turn))));
        });
    }
}

/// Measures the attackers of each of the 64 squares, the checkers, and the outcome.
fn attacks(c: &mut Criterion) {
    let mut group = c.benchmark_group("attacks");
    for rules in ["nl", "tr-literal"] {
        let game = chaturanga_game(rules);
        let (_, text) = CHATURANGA_POSITIONS[1];
        let position = game.read(text).expect(text);
        group.throughput(Throughput::Elements(Square::NUM as u64));
        group.bench_function(BenchmarkId::new("attackers", rules), |b| {
            b.iter(|| {
                let attackers =
                    |square| game.attackers(black_box(&position), square, chaturanga::Color::White);
                Square::all().for_each(|square| _ = black_box(attackers(square)));
            });
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("checkers", rules), |b| {
            b.iter(|| game.checkers(black_box(&position)));
        });
        group.bench_function(BenchmarkId::new("outcome", rules), |b| {
            b.iter(|| game.outcome(black_box(&position)));
        });
    }
}

/// Measures reading and judging texts, and writing them.
fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    let game = chaturanga_game("nl");
    for (name, text) in CHATURANGA_POSITIONS {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("chaturanga", name), |b| b.iter(|| game.read(black_box(text))));
    }
    let game = chaturaji_game("ar");
    for (name, text) in CHATURAJI_POSITIONS {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("chaturaji", name), |b| b.iter(|| game.read(black_box(text))));
    }
    for rules in [
        "nl",
        "tr+elephant-move=lame-alfil+promotion-barred-files=def+bare-raja=loses",
        "ar+setup=left-handed+dice=none+king-bonus=replaces",
    ] {
        group.throughput(Throughput::Bytes(rules.len() as u64));
        group.bench_function(BenchmarkId::new("rules", rules), |b| {
            b.iter(|| black_box(rules).parse::<AnyRules>())
        });
    }
    let game = chaturanga_game("nl");
    let start = game.start();
    group.throughput(Throughput::Elements(1));
    group.bench_function("write", |b| b.iter(|| game.setup(black_box(&start)).to_string()));
}

/// Measures building the tables of a game, which happens once for each ruleset.
fn tables(c: &mut Criterion) {
    let mut group = c.benchmark_group("tables");
    group.bench_function("nl", |b| b.iter(|| chaturanga::Game::new(black_box(chaturanga::Rules::NL))));
    group.bench_function("ar", |b| b.iter(|| chaturaji::Game::new(black_box(chaturaji::Rules::AR))));
}

criterion_group!(benches, moves, play, attacks, parse, tables);
criterion_main!(benches);
