//! The commands: what is counted, and in which order it is reported.

use crate::{Counting, Job};
use indicatif::{ProgressBar, ProgressStyle};
use perft::cli::{Failure, Format, Header, Rows, expanded, json, rate, read_position, read_rules, say};
use perft::suite::Entry;
use perft::{Counter, Fault, Tree, total};
use rules_core::Knobs;
use rules_core::chaturanga::{Game, Position, Rules};
use serde::Serialize;
use serde_json::{Map, Value, json};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use std::fmt;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Where a count begins.
struct Root {
    game: Game,
    position: Position,
    fen: String,
    counter: Counter,
}

impl Root {
    fn new(job: &Job) -> Result<Self, Failure> {
        let game = Game::new(read_rules(&job.rules)?);
        let setup = read_position(&game, &job.fen)?;
        let position = game.position(&setup).map_err(|refusals| Failure::Misuse(refusals.to_string()))?;
        let counter = counter(&job.counting)?;
        Ok(Self { game, position, fen: setup.to_string(), counter })
    }

    fn header(&self) -> Header<'_> {
        Header { rules: self.game.rules(), fen: &self.fen }
    }
}

/// A counter that stops when the program is interrupted.
fn counter(counting: &Counting) -> Result<Counter, Failure> {
    let counter = Counter::new(counting.threads.unwrap_or(0) as usize)
        .map_err(|fault| Failure::Misuse(format!("--threads: {fault}")))?;
    let counter = if counting.no_bulk { counter.without_bulk() } else { counter };
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

/// `perft count`.
pub fn count(job: &Job, last: u32, with_stats: bool) -> Result<(), Failure> {
    let root = Root::new(job)?;
    let events = if with_stats { Game::EVENTS } else { &[] };
    let mut rows = Rows::begin(job.output.format, root.header(), events)?;
    for depth in 0..=last {
        let started = Instant::now();
        let counted = watched(&root.counter, &format!("depth {depth}"), || {
            if with_stats {
                let stats = root.counter.stats(&root.game, &root.position, depth)?;
                Ok((stats.nodes, stats.events))
            } else {
                Ok((root.counter.count(&root.game, &root.position, depth)?, Vec::new()))
            }
        });
        match counted {
            Ok((nodes, events)) => rows.row(depth, nodes, &events, started.elapsed())?,
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
    let root = Root::new(job)?;
    let parts = watched(&root.counter, &format!("depth {depth}"), || {
        root.counter.divide(&root.game, &root.position, depth)
    })
    .map_err(|fault| failure(fault, depth))?;
    let total = total(parts.iter().map(|part| part.1)).map_err(|fault| failure(fault, depth))?;
    match job.output.format {
        Format::Text => {
            let mut text = String::new();
            for (step, nodes) in parts {
                text += &format!("{step}: {nodes}\n");
            }
            say(&format!("{text}\ntotal: {total}\n"))?;
        }
        Format::Json => {
            let moves = parts
                .iter()
                .map(|(step, nodes)| format!("{{\"move\":{},\"nodes\":{nodes}}}", json(&step.to_string())))
                .collect::<Vec<_>>()
                .join(",\n");
            say(&format!(
                "{}\"depth\":{depth},\"nodes\":{total},\"moves\":[\n{moves}\n]}}\n",
                root.header()
            ))?;
        }
    }
    Ok(())
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
    let game = Game::new(read_rules(rules)?);
    let fault = |what: &dyn fmt::Display| Failure::Misuse(format!("{}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| fault(&error))?;
    let entries = perft::suite::parse(&text).map_err(|error| fault(&error))?;
    let mut positions = Vec::new();
    for Entry { line, fen, .. } in &entries {
        let read = game.read(fen).and_then(|setup| game.position(&setup));
        positions.push(read.map_err(|refusals| fault(&format_args!("line {line}: {refusals}")))?);
    }
    let counter = counter(counting)?;
    let mut differences = Vec::new();
    let (mut counts, mut nodes) = (0, 0u128);
    for (entry, position) in entries.iter().zip(&positions) {
        for &(depth, known) in &entry.counts {
            let what = format!("line {}, depth {depth}", entry.line);
            let counted = watched(&counter, &what, || counter.count(&game, position, depth));
            let counted = counted.map_err(|fault| match fault {
                Fault::Stopped => Failure::Interrupted(format!("{what} is not finished")),
                fault => Failure::Misuse(format!("{what}: {fault}")),
            })?;
            counts += 1;
            nodes = nodes.saturating_add(counted);
            if counted != known {
                differences.push(Difference { line: entry.line, fen: &entry.fen, depth, known, counted });
            }
        }
    }
    let text = match format {
        Format::Json => format!(
            "{{\"positions\":{},\"counts\":{counts},\"nodes\":{nodes},\"differences\":{}}}\n",
            entries.len(),
            serde_json::to_string(&differences).map_err(std::io::Error::from)?
        ),
        Format::Text => {
            let shown = |one: &Difference<'_>| {
                let Difference { line, fen, depth, known, counted } = one;
                format!("line {line}: {fen}: depth {depth} is {counted}, known is {known}\n")
            };
            let verdict = match differences.len() {
                0 => "all agree".to_owned(),
                count => format!("{count} differ"),
            };
            let differing: String = differences.iter().map(shown).collect();
            format!("{differing}{} positions, {counts} counts, {nodes} nodes: {verdict}\n", entries.len())
        }
    };
    say(&text)?;
    if differences.is_empty() { Ok(()) } else { Err(Failure::Difference) }
}

/// `perft rules`.
pub fn rules(rules: Option<&str>, format: Format) -> Result<(), Failure> {
    let rules = rules.map(read_rules).transpose()?;
    let text = match (rules, format) {
        (None, Format::Text) => presets(),
        (None, Format::Json) => {
            let all = Rules::PRESET_IDS.iter().zip(Rules::PRESETS);
            let presets: Map<String, Value> =
                all.map(|(id, rules)| ((*id).to_string(), expanded(rules).into())).collect();
            format!("{}\n", json!({ "game": Rules::GAME, "presets": presets }))
        }
        (Some(rules), Format::Text) => knobs(&rules),
        (Some(rules), Format::Json) => {
            let object = json!({
                "game": Rules::GAME,
                "ruleset": rules.to_string(),
                "rules": expanded(&rules),
                "canonical": rules.canonical().to_string(),
            });
            format!("{object}\n")
        }
    };
    Ok(say(&text)?)
}

fn presets() -> String {
    let width = Rules::KNOB_IDS.iter().map(|id| id.len()).max().unwrap_or_default();
    let mut text = format!("The presets of {} and their knobs:\n\n", Rules::GAME);
    let columns: Vec<usize> = Rules::PRESETS
        .iter()
        .zip(Rules::PRESET_IDS)
        .map(|(rules, id)| {
            let values =
                Rules::KNOBS.iter().map(|knob| knob.domain.text((knob.get)(rules)).to_string().len());
            values.chain([id.len()]).max().unwrap_or_default()
        })
        .collect();
    let mut line = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let mut row = format!("{name:width$}");
        cells.zip(&columns).for_each(|(cell, width)| row += &format!("  {cell:width$}"));
        text += row.trim_end();
        text += "\n";
    };
    line("", &mut Rules::PRESET_IDS.iter().map(|id| (*id).to_string()));
    for knob in Rules::KNOBS {
        let value = |rules| knob.domain.text((knob.get)(rules)).to_string();
        line(knob.id, &mut Rules::PRESETS.iter().map(value));
    }
    text += "\n`perft rules NAME` says what the values of a preset mean, and which others there are.\n";
    text
}

fn knobs(rules: &Rules) -> String {
    let mut text = format!("{rules} ({})\n", Rules::GAME);
    for knob in Rules::KNOBS {
        let value = (knob.get)(rules);
        text += &format!("\n{} = {}: {}\n", knob.id, knob.domain.text(value), knob.statement);
        match knob.domain {
            rules_core::Domain::Choice(values) => {
                for (index, option) in (0..).zip(values) {
                    let mark = if index == value { '*' } else { ' ' };
                    text += &format!("  {mark} {}: {}\n", option.id, option.meaning);
                }
            }
            rules_core::Domain::Files => text += &format!("    {}\n", knob.domain),
        }
    }
    let canonical = rules.canonical();
    if canonical != *rules {
        text += &format!("\nThe same game as {canonical}.\n");
    }
    text
}
