//! Benchmarks of counting: every counting path in every class of rulesets of both games, divide, and
//! statistics.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use perft::{Bulk, Counter, Variant};
use rules_core::{chaturaji, chaturanga};
use std::hint::black_box;
use std::str::FromStr;

/// Every preset, and a ruleset for each remaining code path of the generator.
const CHATURANGA: [&str; 12] = [
    "nl",
    "tr",
    "tr-literal",
    "chesscom",
    "shatranj",
    "sjaak",
    "nl+elephant-move=lame-alfil",
    "nl+elephant-move=silver",
    "nl+horse-move=camel",
    "nl+raja-safety=none",
    "nl+elephant-move=lame-alfil+raja-safety=none",
    "nl+stalemate-test=raja-immobile",
];

/// The opening, a middlegame with many pieces attacking each other, and padatis about to promote, each with
/// the depth for the methods that count in bulk. The method that plays every move of the last ply counts one
/// ply less.
const CHATURANGA_POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "startpos", 5),
    ("middlegame", "r1bk1b1r/pp1q1p1p/2n1p1pn/2pp4/3P1P2/2NBP1PN/PPPQ3P/R1B1K2R w", 4),
    ("promotions", "r1b1k1nr/1P4P1/8/8/8/8/1p4p1/R1B1K1NR w", 4),
];

/// With dice, a ply is a turn, and a position has hundreds of them.
const AR_POSITIONS: [(&str, &str, u32); 2] = [
    ("start", "startpos", 3),
    (
        "middlegame",
        "1,rE,4,yP,1/1,bP,4,yP,1/4,yP,3/5,yE,2/1,bP,gK,1,yN,3/1,gN,bP,5/1,rP,bB,2,yB,2/rB,1,rN,1,yK,3 r",
        3,
    ),
];

const DICELESS_POSITIONS: [(&str, &str, u32); 2] = [
    ("start", "startpos", 6),
    (
        "middlegame",
        "1,rE,4,yP,1/1,bP,4,yP,1/4,yP,3/5,yE,2/1,bP,gK,1,yN,3/1,gN,bP,5/1,rP,bB,2,yB,2/rB,1,rN,1,yK,3 r",
        5,
    ),
];

/// A counter with one thread, so that figures compare the code, and with the tree cut only at the first ply,
/// so that as many plies as possible are counted in bulk.
fn counter() -> Counter {
    Counter::new(1).expect("one thread").with_merge(false).with_subtrees(1)
}

fn game<V: Variant>(rules: &str) -> V
where
    V::Rules: FromStr,
{
    V::new(rules.parse().unwrap_or_else(|_| panic!("{rules} is not a ruleset of this game")))
}

/// Benchmarks the count from each position, in leaves a second.
fn count<V: Variant>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    rules: &str,
    positions: &[(&str, &str, u32)],
    counter: &Counter,
    plies_less: u32,
) where
    V::Rules: FromStr,
{
    let game = game::<V>(rules);
    for &(position, text, depth) in positions {
        let depth = depth - plies_less;
        let (root, ..) = game.read(text).expect(text);
        let leaves = counter.count(&game, &root, depth).expect("a total");
        group.throughput(Throughput::Elements(leaves as u64));
        group.bench_function(BenchmarkId::new(rules, position), |b| {
            b.iter(|| counter.count(&game, black_box(&root), depth));
        });
    }
}

fn paths(c: &mut Criterion) {
    let table = counter().with_hash(16);
    for (name, counter, plies_less) in [
        ("two", counter(), 0),
        ("one", counter().with_bulk(Bulk::One), 0),
        ("none", counter().with_bulk(Bulk::None), 1),
        ("hash", table, 0),
    ] {
        let mut group = c.benchmark_group(format!("count/{name}"));
        for rules in CHATURANGA {
            count::<chaturanga::Game>(&mut group, rules, &CHATURANGA_POSITIONS, &counter, plies_less);
        }
        count::<chaturaji::Game>(&mut group, "ar", &AR_POSITIONS, &counter, plies_less);
        count::<chaturaji::Game>(&mut group, "ar-diceless", &DICELESS_POSITIONS, &counter, plies_less);
    }
}

fn divide(c: &mut Criterion) {
    /// Does what `perft divide` does by default, with one thread for each core.
    fn one<V: Variant>(group: &mut BenchmarkGroup<'_, WallTime>, rules: &str, depth: u32)
    where
        V::Rules: FromStr,
    {
        let game = game::<V>(rules);
        let counter = Counter::new(0).expect("threads");
        let (root, ..) = game.read("startpos").expect("the start");
        let leaves = counter.count(&game, &root, depth).expect("a total");
        group.throughput(Throughput::Elements(leaves as u64));
        group.bench_function(BenchmarkId::new(rules, depth), |b| {
            b.iter(|| counter.divide(&game, black_box(&root), depth));
        });
    }
    let mut group = c.benchmark_group("divide");
    one::<chaturanga::Game>(&mut group, "nl", 5);
    one::<chaturaji::Game>(&mut group, "ar", 3);
}

/// Plays every move of the last ply and counts the events.
fn stats(c: &mut Criterion) {
    let mut group = c.benchmark_group("stats");
    let game = game::<chaturanga::Game>("nl");
    let counter = counter();
    let (root, record, _) = Variant::read(&game, "startpos").expect("the start");
    let leaves = counter.count(&game, &root, 3).expect("a total");
    group.throughput(Throughput::Elements(leaves as u64));
    group.bench_function("nl/start", |b| b.iter(|| counter.stats(&game, black_box(&root), record, 3)));
}

criterion_group!(benches, paths, divide, stats);
criterion_main!(benches);
