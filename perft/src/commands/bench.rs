//! `perft bench`: how fast this machine counts, and an engine beside it.

use super::{end_engines_on_panic, in_game, read_suite, stop_on_first_signal, stop_on_interrupt};
use crate::Bench;
use indicatif::{ProgressBar, ProgressStyle};
use perft::bench::{BenchFault, Contestant, Measured, Own, Theirs, Workload, measure, played};
use perft::cli::{Failure, Format, per_second, read_position, read_rules, say};
use perft::{Bulk, Fault, Variant};
use rules_core::{AnyRules, Knobs, chaturaji, chaturanga};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// `perft bench`.
pub fn bench(job: &Bench) -> Result<(), Failure> {
    in_game!(&job.rules, game => bench_in(&game, job))
}

/// Who counts.
#[derive(Clone, PartialEq, Eq)]
enum Way<'a> {
    Own {
        bulk: Bulk,
        threads: usize,
        hash: usize,
    },
    /// A program, of which nothing else is known.
    Engine(&'a str),
}

impl Way<'_> {
    /// What is known of its ways, and its name if it is an engine.
    fn columns(&self) -> [String; 4] {
        let unknown = || "?".to_owned();
        match self {
            Self::Own { bulk, threads, hash } => {
                [bulk.name().to_owned(), threads.to_string(), hash.to_string(), String::new()]
            }
            Self::Engine(name) => [unknown(), unknown(), unknown(), (*name).to_owned()],
        }
    }

    /// What to say of it in an error.
    fn name(&self) -> String {
        match self {
            Self::Own { bulk, threads, hash } => {
                format!("--bulk {} --threads {threads} --hash {hash}", bulk.name())
            }
            Self::Engine(name) => (*name).to_owned(),
        }
    }
}

/// What there is to be reported.
struct Report<'a, V: Variant> {
    game: &'a V,
    workloads: &'a [Workload<V::Node>],
    ways: &'a [Way<'a>],
    results: &'a [Measured],
}

fn bench_in<V: Variant>(game: &V, job: &Bench) -> Result<(), Failure> {
    let (start, record, _) = read_position(game, "startpos")?;
    let workloads = match &job.suite {
        Some(file) => vec![Workload { name: "suite".to_owned(), positions: read_suite(game, file)?.1 }],
        None => vec![
            Workload { name: "start".to_owned(), positions: vec![start] },
            Workload { name: "played".to_owned(), positions: played(game, &start, (20..80).step_by(3)) },
        ],
    };
    let ways = ways(job);
    let mut contestants: Vec<Box<dyn Contestant<V::Node> + '_>> = Vec::new();
    for way in &ways {
        contestants.push(match *way {
            Way::Own { bulk, threads, hash } => {
                let own = Own::new(game, threads, bulk, hash)
                    .map_err(|fault| Failure::Misuse(format!("--threads: {fault}")))?;
                // An engine has to be ended, too: then no signal may end this process at once.
                match job.engine {
                    Some(_) => stop_on_first_signal(&own.counter().watch().stop_flag())?,
                    None => stop_on_interrupt(own.counter())?,
                }
                Box::new(own)
            }
            Way::Engine(command) => {
                let stop = Arc::new(AtomicBool::new(false));
                stop_on_first_signal(&stop)?;
                end_engines_on_panic();
                let engine = job.told.start(command, V::Rules::GAME, job.dialect.as_deref(), stop)?;
                Box::new(Theirs::new(game, engine, record))
            }
        });
    }
    let mut results = Vec::new();
    let bar = ProgressBar::new(u64::from(job.repeat) * (workloads.len() * ways.len()) as u64);
    bar.set_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} measured, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let time = Duration::from_millis(job.time.into());
    let measured =
        measure(&workloads, &mut contestants, time, job.repeat as usize, &mut results, || bar.inc(1));
    bar.finish_and_clear();
    results.retain(|one| !one.times.is_empty());
    let report = Report { game, workloads: &workloads, ways: &ways, results: &results };
    match job.output.format {
        Format::Text => say(&report.text())?,
        Format::Json => say(&format!("{}\n", report.json(measured.is_ok())))?,
    }
    let fault = match measured {
        Ok(()) => return Ok(()),
        Err(fault) => fault,
    };
    Err(match fault {
        BenchFault::Count(Fault::Stopped) => Failure::Interrupted("not all was measured".to_owned()),
        BenchFault::Engine(error) if error.is_interruption() => {
            Failure::Interrupted("not all was measured".to_owned())
        }
        BenchFault::Count(fault) => Failure::Misuse(fault.to_string()),
        BenchFault::Engine(error) => error.into(),
        BenchFault::Differs { workload, depth, totals: [first, other], contestant } => {
            let (name, way) = (&workloads[workload].name, &ways[contestant]);
            let advice = match way {
                Way::Engine(_) => ": it plays another game, and `perft against` says which",
                Way::Own { .. } => "",
            };
            eprintln!("{name}, depth {depth}: {first} leaves here, but {other} by {}{advice}", way.name());
            Failure::Difference
        }
    })
}

/// The ways to be measured; on one core, or without a table, some are the same and named once.
fn ways(job: &Bench) -> Vec<Way<'_>> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let several = job.threads.map_or_else(cores, |threads| threads as usize);
    let table = job.hash as usize;
    let mut ways = Vec::new();
    for (bulk, threads, hash) in [
        (Bulk::Two, 1, 0),
        (Bulk::One, 1, 0),
        (Bulk::None, 1, 0),
        (Bulk::Two, several, 0),
        (Bulk::Two, 1, table),
        (Bulk::Two, several, table),
    ] {
        let way = Way::Own { bulk, threads, hash };
        if !(ways.contains(&way) || bulk == Bulk::None && job.no_made) {
            ways.push(way);
        }
    }
    ways.extend(job.engine.as_deref().map(Way::Engine));
    ways
}

impl<V: Variant> Report<'_, V> {
    /// The rows of a workload, each with its rate by that of the engine, or else of the first.
    fn rows(&self, workload: usize) -> impl Iterator<Item = (&Measured, Option<f64>)> {
        let rows = move || self.results.iter().filter(move |one| one.workload == workload);
        let engine = rows().find(|one| matches!(self.ways[one.contestant], Way::Engine(_)));
        let unit = engine.or_else(|| rows().next()).and_then(Measured::rate);
        rows().map(move |one| (one, one.rate().zip(unit).map(|(rate, unit)| rate / unit)))
    }

    /// A table for each workload.
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.game.rules());
        for (place, Workload { name, positions }) in self.workloads.iter().enumerate() {
            let Some((Measured { depth, leaves, .. }, _)) = self.rows(place).next() else { continue };
            let plural = if positions.len() == 1 { "" } else { "s" };
            text += &format!(
                "\n{name}: {} position{plural} to depth {depth}, {leaves} leaves\n",
                positions.len()
            );
            text += "  bulk  threads  hash MiB    median s  spread        rate     ratio\n";
            for (one, ratio) in self.rows(place) {
                let [bulk, threads, hash, engine] = self.ways[one.contestant].columns();
                let row = format!(
                    "  {bulk:<4}  {threads:>7}  {hash:>8}  {:>10.6}  {:>5.0}%  {:>10}  {:>8.3}  {engine}",
                    one.median().unwrap_or_default().as_secs_f64(),
                    100.0 * one.spread().unwrap_or_default(),
                    per_second(one.rate().unwrap_or_default()),
                    ratio.unwrap_or_default(),
                );
                text += row.trim_end();
                text += "\n";
            }
        }
        text
    }

    fn json(&self, complete: bool) -> Value {
        let row = |(one, ratio): (&Measured, Option<f64>)| {
            let Workload { name, positions } = &self.workloads[one.workload];
            let (bulk, threads, hash, engine) = match self.ways[one.contestant] {
                Way::Own { bulk, threads, hash } => (Some(bulk.name()), Some(threads), Some(hash), None),
                Way::Engine(name) => (None, None, None, Some(name)),
            };
            json!({
                "workload": name, "positions": positions.len(), "depth": one.depth,
                "leaves": one.leaves.to_string(), "engine": engine, "bulk": bulk, "threads": threads,
                "hash": hash, "seconds": one.times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
                "leaves_per_second": one.rate(), "spread": one.spread(), "ratio": ratio,
            })
        };
        let rows: Vec<Value> =
            (0..self.workloads.len()).flat_map(|workload| self.rows(workload)).map(row).collect();
        json!({ "rules": self.game.rules().to_string(), "rows": rows, "complete": complete })
    }
}
