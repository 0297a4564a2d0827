//! The commands: what is counted, and in which order it is reported.

mod against;
mod bench;

pub use against::against;
pub use bench::bench;

use crate::{Counting, Job};
use indicatif::{ProgressBar, ProgressStyle};
use perft::cli::{
    Failure, Format, Header, Row, Rows, conclude, expanded, json, rate, read_position, read_rules, say,
};
use perft::engine::end_all;
use perft::suite::Entry;
use perft::uci::{Server, serve};
use perft::{Bulk, Counter, Divided, Fault, Part, Variant, total};
use rules_core::{AnyRules, Domain, Knob, Knobs, chaturaji, chaturanga};
use serde::Serialize;
use serde_json::{Map, Value, json};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use std::fmt;
use std::io::{BufReader, stdin, stdout};
use std::panic::{set_hook, take_hook};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Runs something with the game that a text of rules picks.
macro_rules! in_game {
    ($rules:expr, $game:ident => $run:expr) => {
        match read_rules($rules)? {
            AnyRules::Chaturanga(rules) => {
                let $game = <chaturanga::Game as Variant>::new(rules);
                $run
            }
            AnyRules::Chaturaji(rules) => {
                let $game = <chaturaji::Game as Variant>::new(rules);
                $run
            }
        }
    };
}

use in_game;

/// Where a count begins.
struct Root<V: Variant> {
    game: V,
    node: V::Node,
    record: V::Record,
    fen: String,
    counter: Counter,
}

impl<V: Variant> Root<V> {
    fn new(game: V, job: &Job) -> Result<Self, Failure> {
        let (mut node, record, mut fen) = read_position(&game, &job.fen)?;
        if let Some(roll) = &job.roll {
            node =
                game.roll(&node, roll).map_err(|fault| Failure::Misuse(format!("--roll {roll}: {fault}")))?;
            fen = game.write(&node, &record);
        }
        Ok(Self { game, node, record, fen, counter: counter(&job.counting)? })
    }

    fn header(&self) -> Header<'_, V::Rules> {
        Header { rules: self.game.rules(), fen: &self.fen }
    }
}

/// A counter that stops when the program is interrupted.
fn counter(counting: &Counting) -> Result<Counter, Failure> {
    let counter = Counter::new(counting.threads.unwrap_or(0) as usize)
        .map_err(|fault| Failure::Misuse(format!("--threads: {fault}")))?;
    let bulk = if counting.no_bulk { Bulk::None } else { counting.bulk };
    let counter = counter
        .with_bulk(bulk)
        .with_hash(counting.hash as usize)
        .with_merge(!counting.no_merge && bulk != Bulk::None);
    stop_on_interrupt(&counter)?;
    Ok(counter)
}

/// The first Ctrl-C, or the order to end, stops the count in an orderly way; the second ends the process.
fn stop_on_interrupt(counter: &Counter) -> Result<(), Failure> {
    let watch = counter.watch();
    for signal in [SIGINT, SIGTERM] {
        // In this order: only a signal that finds the flag set already ends the process.
        register_conditional_shutdown(signal, 130, watch.stop_flag())
            .and_then(|_| register(signal, watch.stop_flag()))
            .map_err(|error| Failure::Misuse(format!("signals cannot be handled here: {error}")))?;
    }
    Ok(())
}

/// Every Ctrl-C, or order to end, sets a flag; there is more to be ended than this process, so none of them ends it.
fn stop_on_first_signal(flag: &Arc<AtomicBool>) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        register(signal, Arc::clone(flag))
            .map_err(|error| Failure::Misuse(format!("signals cannot be handled here: {error}")))?;
    }
    Ok(())
}

/// A panic in a build that aborts drops nothing, so the engines are ended by its hook.
fn end_engines_on_panic() {
    let hook = take_hook();
    set_hook(Box::new(move |panic| {
        end_all();
        hook(panic);
    }));
}

/// `perft count`.
pub fn count(job: &Job, last: u32, with_stats: bool) -> Result<(), Failure> {
    in_game!(&job.rules, game => count_in(&Root::new(game, job)?, job.output.format, last, with_stats))
}

fn count_in<V: Variant>(root: &Root<V>, format: Format, last: u32, with_stats: bool) -> Result<(), Failure> {
    let Root { game, node, record, counter, .. } = root;
    let events = if with_stats { V::EVENTS } else { &[] };
    let mut rows = Rows::begin(format, root.header(), events, game.unrolled_plies(node, 0).is_some())?;
    for depth in 0..=last {
        let started = Instant::now();
        let counted = watched(counter, &format!("depth {depth}"), || {
            if with_stats {
                let stats = counter.stats(game, node, *record, depth)?;
                Ok((stats.nodes, stats.events))
            } else {
                Ok((counter.count(game, node, depth)?, Vec::new()))
            }
        });
        match counted {
            Ok((nodes, events)) => {
                let unrolled_plies = game.unrolled_plies(node, depth);
                rows.row(&Row { depth, nodes, unrolled_plies, events, time: started.elapsed() })?;
            }
            Err(fault) => {
                rows.end(false)?;
                return Err(failure(fault, depth));
            }
        }
    }
    Ok(rows.end(true)?)
}

/// `perft divide`.
pub fn divide(job: &Job, depth: u32) -> Result<(), Failure> {
    in_game!(&job.rules, game => divide_in(&Root::new(game, job)?, job.output.format, depth))
}

fn divide_in<V: Variant>(root: &Root<V>, format: Format, depth: u32) -> Result<(), Failure> {
    let Root { game, node, counter, .. } = root;
    let divided =
        watched(counter, &format!("depth {depth}"), || counter.divide_until_stopped(game, node, depth));
    let Divided { parts, unfinished } = divided.map_err(|fault| failure(fault, depth))?;
    let complete = unfinished.is_empty();
    let total = total(parts.iter().map(|part| part.nodes)).map_err(|fault| failure(fault, depth))?;
    // Before a roll each ply counts as often as the rolls allow it.
    let is_unrolled = game.unrolled_plies(node, 1) == Some(1);
    match format {
        Format::Text => {
            let mut text = String::new();
            for Part { step, ways, nodes } in parts {
                text += &format!("{step}: {nodes}");
                text += &if is_unrolled { format!(" ({ways} of 16 rolls)\n") } else { "\n".to_owned() };
            }
            if complete {
                text += &format!("\ntotal: {total}\n");
            }
            say(&text)?;
        }
        Format::Json => {
            let one = |Part { step, ways, nodes }: &Part<V::Step>| {
                let rolls = if is_unrolled { format!(",\"rolls\":{ways}") } else { String::new() };
                format!("{{\"move\":{}{rolls},\"nodes\":{nodes}}}", json(&step.to_string()))
            };
            let moves = parts.iter().map(one).collect::<Vec<_>>().join(",\n");
            let total = if complete { total.to_string() } else { "null".to_owned() };
            say(&format!(
                "{}\"depth\":{depth},\"nodes\":{total},\"moves\":[\n{moves}\n],\"complete\":{complete}}}\n",
                root.header()
            ))?;
        }
    }
    match unfinished.len() {
        0 => Ok(()),
        count => {
            Err(Failure::Interrupted(format!("depth {depth} is not finished below {count} of the moves")))
        }
    }
}

fn failure(fault: Fault, depth: u32) -> Failure {
    match fault {
        Fault::Stopped => Failure::Interrupted(format!("depth {depth} is not finished")),
        fault => Failure::Misuse(format!("depth {depth}: {fault}")),
    }
}

/// Does the work with a progress bar on a terminal, once it takes long enough to be worth one.
fn watched<R: Send>(counter: &Counter, what: &str, work: impl FnOnce() -> R + Send) -> R {
    const PATIENCE: Duration = Duration::from_millis(500);
    const TICK: Duration = Duration::from_millis(100);
    let watch = counter.watch();
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let started = Instant::now();
            let waiting = |time| finished.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout);
            if !waiting(PATIENCE) {
                return;
            }
            let style = ProgressStyle::with_template("{prefix} {bar:30} {percent:>3}% {msg}, {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(0).with_style(style).with_prefix(what.to_owned());
            while waiting(TICK) {
                // Set before anything is drawn: a bar of no length looks full.
                if watch.subtrees() > 0 {
                    bar.update(|state| {
                        state.set_len(watch.subtrees());
                        state.set_pos(watch.finished());
                    });
                    bar.set_message(rate(watch.nodes().into(), started.elapsed()));
                }
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}

/// A count that is not the known one.
#[derive(Serialize)]
struct Difference<'a> {
    line: usize,
    fen: &'a str,
    depth: u32,
    known: u128,
    counted: u128,
}

/// `perft suite`.
pub fn suite(rules: &str, file: &Path, counting: &Counting, format: Format) -> Result<(), Failure> {
    in_game!(rules, game => suite_in(&game, file, counting, format))
}

/// A file of positions, and what they are under these rules.
fn read_suite<V: Variant>(game: &V, file: &Path) -> Result<(Vec<Entry>, Vec<V::Node>), Failure> {
    let fault = |what: &dyn fmt::Display| Failure::Misuse(format!("{}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| fault(&error))?;
    let entries = perft::suite::parse(&text).map_err(|error| fault(&error))?;
    let mut positions = Vec::new();
    for Entry { line, fen, .. } in &entries {
        let (node, ..) = game
            .read(fen)
            .map_err(|reasons| fault(&format_args!("line {line}: {}", reasons.replace('\n', "; "))))?;
        positions.push(node);
    }
    Ok((entries, positions))
}

fn suite_in<V: Variant>(game: &V, file: &Path, counting: &Counting, format: Format) -> Result<(), Failure> {
    let (entries, positions) = read_suite(game, file)?;
    let counter = counter(counting)?;
    let mut differences = Vec::new();
    let (mut counts, mut nodes) = (0, 0u128);
    let mut interrupted = None;
    'entries: for (entry, position) in entries.iter().zip(&positions) {
        for &(depth, known) in &entry.counts {
            let what = format!("line {}, depth {depth}", entry.line);
            let counted = match watched(&counter, &what, || counter.count(game, position, depth)) {
                Ok(counted) => counted,
                Err(Fault::Stopped) => {
                    interrupted = Some(format!("{what} is not finished"));
                    break 'entries;
                }
                Err(fault) => return Err(Failure::Misuse(format!("{what}: {fault}"))),
            };
            counts += 1;
            nodes = nodes.saturating_add(counted);
            if counted != known {
                differences.push(Difference { line: entry.line, fen: &entry.fen, depth, known, counted });
            }
        }
    }
    let complete = interrupted.is_none();
    let text = match format {
        Format::Json => format!(
            "{{\"positions\":{},\"counts\":{counts},\"nodes\":{nodes},\"differences\":{},\
             \"complete\":{complete}}}\n",
            entries.len(),
            serde_json::to_string(&differences).map_err(std::io::Error::from)?
        ),
        Format::Text => {
            let shown = |one: &Difference<'_>| {
                let Difference { line, fen, depth, known, counted } = one;
                format!("line {line}: {fen}: depth {depth} is {counted}, known is {known}\n")
            };
            let verdict = match differences.len() {
                0 if complete => "all agree".to_owned(),
                0 => "these agree".to_owned(),
                count => format!("{count} differ"),
            };
            let differing: String = differences.iter().map(shown).collect();
            format!("{differing}{} positions, {counts} counts, {nodes} nodes: {verdict}\n", entries.len())
        }
    };
    conclude(&text, differences.is_empty())?;
    interrupted.map_or(Ok(()), |what| Err(Failure::Interrupted(what)))
}

/// `perft uci`.
pub fn uci(rules: &str) -> Result<(), Failure> {
    read_rules(rules)?;
    let server = Server::new(rules).map_err(Failure::Misuse)?;
    Ok(serve(server, BufReader::new(stdin()), stdout().lock())?)
}

/// `perft rules`.
pub fn rules(rules: Option<&str>, format: Format) -> Result<(), Failure> {
    let text = match (rules, format) {
        (None, Format::Text) => {
            let tables = [presets::<chaturanga::Rules>(), presets::<chaturaji::Rules>()].join("\n");
            format!(
                "{tables}\n`perft rules NAME` says what the values of a preset mean, and which others there are.\n"
            )
        }
        (None, Format::Json) => {
            let games = [presets_json::<chaturanga::Rules>(), presets_json::<chaturaji::Rules>()];
            format!("{}\n", json!({ "games": games }))
        }
        (Some(rules), format) => in_game!(rules, game => knobs(game.rules(), format)),
    };
    Ok(say(&text)?)
}

fn presets_json<R: Knobs>() -> Value {
    let all = R::PRESET_IDS.iter().zip(R::PRESETS);
    let presets: Map<String, Value> =
        all.map(|(id, rules)| ((*id).to_owned(), expanded(rules).into())).collect();
    json!({ "game": R::GAME, "presets": presets })
}

/// A table of presets: knobs down, presets across.
fn presets<R: Knobs>() -> String {
    let value = |knob: &Knob<R>, rules: &R| knob.domain.text((knob.get)(rules)).to_string();
    let mut columns =
        vec![[""].into_iter().chain(R::KNOB_IDS.iter().copied()).map(str::to_owned).collect::<Vec<_>>()];
    for (id, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        let values = R::KNOBS.iter().map(|knob| value(knob, rules));
        columns.push([(*id).to_owned()].into_iter().chain(values).collect());
    }
    let mut text = format!("The presets of {} and their knobs:\n\n", R::GAME);
    for row in 0..=R::KNOBS.len() {
        let mut line = String::new();
        for column in &columns {
            let width = 2 + column.iter().map(String::len).max().unwrap_or_default();
            line += &format!("{:width$}", column[row]);
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}

/// What each knob of a ruleset decides, and what its values mean.
fn knobs<R: Knobs + fmt::Display>(rules: &R, format: Format) -> String {
    let canonical = rules.canonical();
    if format == Format::Json {
        let object = json!({
            "game": R::GAME,
            "ruleset": rules.to_string(),
            "rules": expanded(rules),
            "canonical": canonical.to_string(),
        });
        return format!("{object}\n");
    }
    let mut text = format!("{rules} ({})\n", R::GAME);
    for knob in R::KNOBS {
        let value = (knob.get)(rules);
        text += &format!("\n{} = {}: {}\n", knob.id, knob.domain.text(value), knob.statement);
        match knob.domain {
            Domain::Choice(values) => {
                for (index, option) in (0..).zip(values) {
                    let mark = if index == value { '*' } else { ' ' };
                    text += &format!("  {mark} {}: {}\n", option.id, option.meaning);
                }
            }
            Domain::Files => text += &format!("    {}\n", knob.domain),
        }
    }
    if canonical != *rules {
        text += &format!("\nThe same game as {canonical}.\n");
    }
    text
}
