//! The commands: what is counted, and in which order it is reported.

use crate::Job;
use crate::output::{Header, Rows, json};
use indicatif::{ProgressBar, ProgressStyle};
use perft::cli::{Failure, Format, expanded, rate, read_position, read_rules, say};
use perft::{Counter, Fault, Tree};
use rules_core::Knobs;
use rules_core::chaturanga::{Game, Position, Rules};
use serde_json::{Map, Value, json};
use std::num::NonZeroUsize;
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
        let counter = Counter::new(job.threads.map_or(0, NonZeroUsize::get))
            .map_err(|fault| Failure::Misuse(format!("--threads: {fault}")))?;
        let counter = if job.no_bulk { counter.without_bulk() } else { counter };
        stop_on_interrupt(&counter)?;
        Ok(Self { game, position, fen: setup.to_string(), counter })
    }

    fn header(&self) -> Header<'_> {
        Header { rules: self.game.rules(), fen: &self.fen }
    }
}

/// The first Ctrl-C, or the order to end, stops the count in an orderly way; the second ends the process.
fn stop_on_interrupt(counter: &Counter) -> Result<(), Failure> {
    let watch = counter.watch();
    ctrlc::set_handler(move || {
        if watch.is_stopped() {
            std::process::exit(130);
        }
        watch.stop();
    })
    .map_err(|error| Failure::Misuse(format!("signals cannot be handled here: {error}")))
}

/// `perft count`.
pub fn count(job: &Job, last: u32, with_stats: bool) -> Result<(), Failure> {
    let root = Root::new(job)?;
    let events = if with_stats { Game::EVENTS } else { &[] };
    let mut rows = Rows::begin(job.output.format, root.header(), events)?;
    for depth in 0..=last {
        let started = Instant::now();
        let counted = watched(&root.counter, depth, || {
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
    let parts = watched(&root.counter, depth, || root.counter.divide(&root.game, &root.position, depth))
        .map_err(|fault| failure(fault, depth))?;
    let total: u128 = parts.iter().map(|part| part.1).sum();
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
        Fault::Stopped => {
            Failure::Interrupted(format!("depth {depth} is not finished; the depths before it stand"))
        }
        fault => Failure::Misuse(format!("depth {depth}: {fault}")),
    }
}

/// Does the work with a progress bar on a terminal, once it takes long enough to be worth one.
fn watched<R: Send>(counter: &Counter, depth: u32, work: impl FnOnce() -> R + Send) -> R {
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
            let style =
                ProgressStyle::with_template("depth {prefix} {bar:30} {percent:>3}% {msg}, {eta} left")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(0).with_style(style).with_prefix(depth.to_string());
            while waiting(TICK) {
                bar.set_message(rate(watch.nodes().into(), started.elapsed()));
                bar.set_length(watch.subtrees());
                bar.set_position(watch.finished());
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
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
