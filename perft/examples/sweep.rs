//! Finds the ruleset that counts slowest among all rulesets within two single-knob changes of a first one.
//! Measures each against the first: the same positions, the same depth, in turn.
//!
//! ```sh
//! cargo run --release -p perft --example sweep -- nl
//! cargo run --release -p perft --example sweep -- chesscom --only nl --only tr --only sjaak
//! ```

use clap::{CommandFactory, Parser, error::ErrorKind};
use perft::bench::played;
use perft::judge::reachable;
use perft::shell::{Failure, finish, read_rules, say, whole};
use perft::{Counter, Variant};
use rules_core::{AnyRules, chaturaji, chaturanga};
use std::cmp::Ordering;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Find the slowest rulesets to count among those one or two knob changes away from RULES
///
/// Measures each against RULES on the start and on positions of random games under RULES, and skips positions
/// that either ruleset refuses. Counts alternately under both rulesets, to the same depth, on one thread. A
/// ratio is the rate of the ruleset divided by the rate of RULES, by the shortest times, which other work on
/// the machine disturbs least, and by the medians. Measures all rulesets a few times, then the slowest again
/// with more repetitions. Rulesets that are the same game are measured once.
#[derive(Parser)]
#[command(max_term_width = 100)]
struct Cli {
    /// The rules: a preset, then +knob=value for each difference from it
    #[arg(default_value = "nl")]
    rules: String,
    /// The maximum number of changed knobs
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1..=2))]
    flips: u32,
    /// A ruleset to measure instead of those near RULES; can be given several times
    #[arg(long, value_name = "RULES")]
    only: Vec<String>,
    /// The depth, in plies [default: 5; 3 in the game with dice]
    #[arg(long, value_name = "PLIES", value_parser = whole(1..=8))]
    depth: Option<u32>,
    /// The number of repetitions for the slowest rulesets; the others get a third as many
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole(1..=1000))]
    repeat: u32,
    /// How many of the slowest rulesets are measured again and printed
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole(1..=1000))]
    slowest: u32,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    finish(match read_rules(&cli.rules) {
        Ok(AnyRules::Chaturanga(rules)) => sweep::<chaturanga::Game>(rules, &cli),
        Ok(AnyRules::Chaturaji(rules)) => sweep::<chaturaji::Game>(rules, &cli),
        Err(Failure::Misuse(message)) => Cli::command().error(ErrorKind::InvalidValue, message).exit(),
        Err(failure) => Err(failure),
    })
}

/// A ruleset compared with the first one.
struct Found<R> {
    rules: R,
    /// The number of positions that both accept.
    positions: usize,
    /// Its rate divided by that of the first, by the shortest times.
    ratio: f64,
    /// The same by the medians.
    median: f64,
}

fn sweep<V: Variant<Rules: FromStr>>(rules: V::Rules, cli: &Cli) -> Result<(), Failure> {
    let first = V::new(rules);
    let (start, record) = first.start();
    let depth = cli.depth.unwrap_or(if first.rolls(&start, 1).is_some() { 3 } else { 5 });
    let mut nodes = vec![start];
    nodes.extend(played(&first, &start, (20..80).step_by(3)));
    let texts: Vec<_> = nodes.iter().map(|node| first.write(node, &record)).collect();
    // The tree is cut at the first ply only, so that as many plies as possible are counted in bulk.
    let counter = Counter::new(1)?.with_merge(false).with_subtrees(1);

    let all = if cli.only.is_empty() { reachable(&rules, cli.flips) } else { named::<V>(&cli.only)? };
    let measure =
        |rules: &V::Rules, repeat: u32| compare(&first, &V::new(*rules), &texts, depth, &counter, repeat);
    let mut found = Vec::new();
    for rules in &all {
        found.extend(measure(rules, cli.repeat.div_ceil(3))?);
    }
    found.sort_by(slower);
    found.truncate(cli.slowest as usize);
    let mut again = Vec::new();
    for one in &found {
        again.extend(measure(&one.rules, cli.repeat)?);
    }
    again.sort_by(slower);

    let mut table = format!(
        "{} rulesets, each against {rules}: up to {} positions to depth {depth}, one thread, slowest first:\n\n\
         {:>6}  {:>6}  {:>9}  ruleset\n",
        all.len(),
        texts.len(),
        "ratio",
        "median",
        "positions"
    );
    for Found { rules, positions, ratio, median } in &again {
        table += &format!("{ratio:>6.3}  {median:>6.3}  {positions:>9}  {rules}\n");
    }
    Ok(say(&table)?)
}

/// Reads the rulesets of `--only`.
fn named<V: Variant<Rules: FromStr>>(names: &[String]) -> Result<Vec<V::Rules>, Failure> {
    let ruleset = |name: &String| {
        read_rules(name)?;
        name.parse()
            .map_err(|_| Failure::misuse(format_args!("--only {name}"), "the rules of the other game"))
    };
    names.iter().map(ruleset).collect()
}

fn slower<R>(one: &Found<R>, other: &Found<R>) -> Ordering {
    one.ratio.total_cmp(&other.ratio)
}

/// Measures both in turn; `None` when no position has a leaf under both.
fn compare<V: Variant>(
    first: &V,
    other: &V,
    texts: &[String],
    depth: u32,
    counter: &Counter,
    repeat: u32,
) -> Result<Option<Found<V::Rules>>, Failure> {
    let both = |text: &String| Some((first.read(text).ok()?.0, other.read(text).ok()?.0));
    let (ours, theirs): (Vec<_>, Vec<_>) = texts.iter().filter_map(both).unzip();
    let (mut times, mut other_times) = (Vec::new(), Vec::new());
    let (mut leaves, mut other_leaves) = (0, 0);
    for _ in 0..repeat {
        let (counted, time) = run(first, &ours, depth, counter)?;
        let (other_counted, other_time) = run(other, &theirs, depth, counter)?;
        (leaves, other_leaves) = (counted, other_counted);
        times.push(time);
        other_times.push(other_time);
    }
    if leaves == 0 || other_leaves == 0 {
        return Ok(None);
    }
    times.sort_unstable();
    other_times.sort_unstable();
    let ratio = |place: usize| {
        other_leaves as f64 / leaves as f64 * times[place].as_secs_f64() / other_times[place].as_secs_f64()
    };
    let (ratio, median) = (ratio(0), ratio(times.len() / 2));
    Ok(Some(Found { rules: *other.rules(), positions: ours.len(), ratio, median }))
}

/// Counts the leaves below all positions, and measures the time.
fn run<V: Variant>(
    game: &V,
    nodes: &[V::Node],
    depth: u32,
    counter: &Counter,
) -> Result<(u128, Duration), Failure> {
    let started = Instant::now();
    let mut leaves = 0u128;
    for node in nodes {
        let count = counter.count(game, node, depth)?;
        leaves = leaves.saturating_add(count);
    }
    // Times are divided by each other, and a coarse clock may not have moved.
    Ok((leaves, started.elapsed().max(Duration::from_nanos(1))))
}
