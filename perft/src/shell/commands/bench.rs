//! `perft bench`: how fast this machine counts, with an engine for comparison.

use crate::bench::{
    BenchError, Contestant, EngineContestant, Measurement, OwnContestant, Workload, measure, played,
};
use crate::shell::arguments::Bench;
use crate::shell::failure::Failure;
use crate::shell::input::read_suite;
use crate::shell::output::{Format, json_text, per_second, plural, say};
use crate::shell::progress;
use crate::shell::signals::{end_engines_on_panic, stop_on_every_signal, stop_on_first_signal};
use crate::{Bulk, Counter, Fault, Variant};
use rules_core::Knobs;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Runs `perft bench`.
pub(super) fn run(job: &Bench) -> Result<(), Failure> {
    in_game!(&job.rules, game => bench(&game, job))
}

/// A counting method.
#[derive(Clone, PartialEq, Eq)]
enum Way<'a> {
    Own {
        bulk: Bulk,
        threads: usize,
        hash: usize,
    },
    /// An engine, whose counting method is unknown.
    Engine(&'a str),
}

impl Way<'_> {
    /// Returns the columns bulk, threads, hash, and a remark: the name of an engine, or what kind of a rate the
    /// row has.
    fn columns(&self) -> [String; 4] {
        let unknown = || "?".to_owned();
        match self {
            Self::Own { bulk, threads, hash } => {
                let remark = if *hash > 0 { "effective" } else { "" };
                [bulk.name().to_owned(), threads.to_string(), hash.to_string(), remark.to_owned()]
            }
            Self::Engine(name) => [unknown(), unknown(), unknown(), (*name).to_owned()],
        }
    }

    /// Returns its name in an error.
    fn name(&self) -> String {
        match self {
            Self::Own { bulk, threads, hash } => {
                format!("--bulk {} --threads {threads} --hash {hash}", bulk.name())
            }
            Self::Engine(name) => (*name).to_owned(),
        }
    }
}

/// The report on all measurements.
struct BenchReport<'a, V: Variant> {
    game: &'a V,
    workloads: &'a [Workload<V::Node>],
    ways: &'a [Way<'a>],
    results: &'a [Measurement],
}

fn bench<V: Variant>(game: &V, job: &Bench) -> Result<(), Failure> {
    let workloads = workloads(game, job)?;
    let ways = ways(job);
    let mut contestants = Vec::new();
    for way in &ways {
        contestants.push(contestant(game, job, way)?);
    }
    let length = u64::from(job.repeat) * (workloads.len() * ways.len()) as u64;
    let bar = progress::bar(length, "{bar:30} {pos}/{len} measured, {eta} left");
    let time = Duration::from_millis(job.time.into());
    let mut results = Vec::new();
    let measured =
        measure(&workloads, &mut contestants, time, job.repeat as usize, &mut results, || bar.inc(1));
    bar.finish_and_clear();
    results.retain(|one| !one.times.is_empty());
    let report = BenchReport { game, workloads: &workloads, ways: &ways, results: &results };
    match job.output.format {
        Format::Text => say(&report.text())?,
        Format::Json => say(&json_text(&report.json(measured.is_ok()))?)?,
    }
    measured.map_err(|error| failure(error, &workloads, &ways))
}

fn workloads<V: Variant>(game: &V, job: &Bench) -> Result<Vec<Workload<V::Node>>, Failure> {
    if let Some(file) = &job.suite {
        let entries = read_suite(game, file, &file.display().to_string())?;
        let positions = entries.into_iter().map(|(_, node)| node).collect();
        return Ok(vec![Workload { name: "suite".to_owned(), positions }]);
    }
    let (start, _) = game.start();
    Ok(vec![
        Workload { name: "start".to_owned(), positions: vec![start] },
        Workload { name: "played".to_owned(), positions: played(game, &start, (20..80).step_by(3)) },
    ])
}

fn contestant<'a, V: Variant>(
    game: &'a V,
    job: &Bench,
    way: &Way<'_>,
) -> Result<Box<dyn Contestant<V::Node> + 'a>, Failure> {
    match *way {
        Way::Own { bulk, threads, hash } => {
            let own = OwnContestant::new(game, threads, bulk, hash)
                .map_err(|fault| Failure::misuse("--threads", fault))?;
            let stop = own.counter().watch().stop_flag();
            // While an engine is running, a signal must not kill this process before the engine is stopped.
            match job.engine {
                Some(_) => stop_on_every_signal(&stop)?,
                None => stop_on_first_signal(&stop)?,
            }
            Ok(Box::new(own))
        }
        Way::Engine(command) => {
            let stop = Arc::new(AtomicBool::new(false));
            stop_on_every_signal(&stop)?;
            end_engines_on_panic();
            let engine = job.told.start(command, V::Rules::GAME, job.dialect.as_deref(), stop)?;
            Ok(Box::new(EngineContestant::new(game, engine)))
        }
    }
}

fn failure<N>(error: BenchError, workloads: &[Workload<N>], ways: &[Way<'_>]) -> Failure {
    let interrupted = || Failure::Interrupted("not all measurements were completed".to_owned());
    match error {
        BenchError::Count(Fault::Stopped) => interrupted(),
        BenchError::Engine(error) if error.is_interruption() => interrupted(),
        BenchError::Count(fault) => fault.into(),
        BenchError::Engine(error) => error.into(),
        BenchError::Differs { workload, depth, totals: [first, other], contestant } => {
            let (name, way) = (&workloads[workload].name, &ways[contestant]);
            let advice = match way {
                Way::Engine(_) => "; it plays another game, and `perft against` finds out which",
                Way::Own { .. } => "",
            };
            let way = way.name();
            eprintln!("{name}, depth {depth}: we count {first} leaves, but {way} counts {other}{advice}");
            Failure::Difference
        }
    }
}

/// Returns the methods to measure. On one core, or without a table, some of them are identical; each is
/// measured only once.
fn ways(job: &Bench) -> Vec<Way<'_>> {
    let cores = Counter::cores();
    // A counter starts no more threads than there are cores.
    let several = job.threads.map_or(cores, |threads| cores.min(threads as usize));
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

impl<V: Variant> BenchReport<'_, V> {
    /// Returns the rows of a workload, each with the ratio of its rate to the engine's rate, or to the first
    /// without an engine.
    fn rows(&self, workload: usize) -> impl Iterator<Item = (&Measurement, Option<f64>)> {
        let rows = move || self.results.iter().filter(move |one| one.workload == workload);
        let engine = rows().find(|one| matches!(self.ways[one.contestant], Way::Engine(_)));
        let unit = engine.or_else(|| rows().next()).and_then(Measurement::rate);
        rows().map(move |one| (one, one.rate().zip(unit).map(|(rate, unit)| rate / unit)))
    }

    /// Returns a table for each workload.
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.game.rules());
        for (place, Workload { name, positions }) in self.workloads.iter().enumerate() {
            let Some((Measurement { depth, leaves, .. }, _)) = self.rows(place).next() else { continue };
            text += &format!(
                "\n{name}: {} to depth {depth}, {leaves} leaves\n",
                plural(positions.len(), "position")
            );
            if *leaves == 0 {
                text += "  no rate: every game is over before this depth\n";
            }
            text += "  bulk  threads  hash MiB    median s  spread        rate     ratio\n";
            for (one, ratio) in self.rows(place) {
                let [bulk, threads, hash, remark] = self.ways[one.contestant].columns();
                let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
                let row = format!(
                    "  {bulk:<4}  {threads:>7}  {hash:>8}  {:>10.6}  {:>6}  {:>10}  {:>8}  {remark}",
                    one.median().unwrap_or_default().as_secs_f64(),
                    or_dash(one.spread().map(|spread| format!("{:.0}%", 100.0 * spread))),
                    or_dash(one.rate().map(per_second)),
                    or_dash(ratio.map(|ratio| format!("{ratio:.3}"))),
                );
                text += row.trim_end();
                text += "\n";
            }
        }
        text
    }

    fn json(&self, complete: bool) -> Value {
        let row = |(one, ratio): (&Measurement, Option<f64>)| {
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
