//! Criterion groups: counting in bulk and leaf by leaf, and reading position texts.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use perft::{Bulk, Counter};
use rules_core::Knobs;
use rules_core::chaturanga::{Game, Rules};
use std::hint::black_box;

/// From the opening, from a middlegame with everything in contact, and with padatis about to promote.
const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "startpos", 5),
    ("middlegame", "r1bk1b1r/pp1q1p1p/2n1p1pn/2pp4/3P1P2/2NBP1PN/PPPQ3P/R1B1K2R w", 4),
    ("promotions", "r1b1k1nr/1P4P1/8/8/8/8/1p4p1/R1B1K1NR w", 4),
];

/// One thread, so that figures from different machines can be compared by core.
fn counting(c: &mut Criterion) {
    for (name, bulk) in [("count/two", Bulk::Two), ("count/one", Bulk::One), ("count/made", Bulk::None)] {
        let counter = Counter::new(1).expect("one thread").with_bulk(bulk);
        let mut group = c.benchmark_group(name);
        for (preset, rules) in Rules::PRESET_IDS.iter().zip(Rules::PRESETS) {
            let game = Game::new(*rules);
            for (position, text, depth) in POSITIONS {
                let root = game.position(&game.read(text).expect(text)).expect(text);
                let nodes = counter.count(&game, &root, depth).expect("a total");
                group.throughput(Throughput::Elements(nodes as u64));
                group.bench_function(BenchmarkId::new(*preset, position), |b| {
                    b.iter(|| counter.count(&game, black_box(&root), depth));
                });
            }
        }
    }
}

fn parsing(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    let game = Game::new(Rules::NL);
    for (name, text, _) in POSITIONS {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("position", name), |b| b.iter(|| game.read(black_box(text))));
    }
    let rules = "tr+elephant-move=lame-alfil+promotion-barred-files=def+bare-raja=loses";
    group.throughput(Throughput::Bytes(rules.len() as u64));
    group.bench_function("rules", |b| b.iter(|| black_box(rules).parse::<Rules>()));
}

criterion_group!(benches, counting, parsing);
criterion_main!(benches);
