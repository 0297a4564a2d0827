//! Progress: bars on a terminal; for long comparisons, lines at intervals where standard error is piped.

use super::output::rate;
use crate::Counter;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Returns a progress bar of this length and template.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

/// The progress of a list of items: a bar on a terminal, and otherwise a line at intervals.
pub(super) struct Steps {
    bar: ProgressBar,
    total: u64,
    what: &'static str,
    started: Instant,
    /// When the next line is due; `None` on a terminal.
    due: Cell<Option<Instant>>,
}

impl Steps {
    /// The time between two lines.
    const INTERVAL: Duration = Duration::from_secs(5);

    /// Begins with `total` items, which `what` names in the plural.
    pub(super) fn new(total: u64, what: &'static str) -> Self {
        let bar = bar(total, "{prefix} {pos} of {len} {bar:30} {msg}, {eta} left").with_prefix(what);
        let started = Instant::now();
        let due = (!io::stderr().is_terminal()).then(|| started + Self::INTERVAL);
        Self { bar, total, what, started, due: Cell::new(due) }
    }

    /// Shows that `done` items are done; `note` says what came of them.
    pub(super) fn show(&self, done: u64, note: &str) {
        self.bar.set_message(note.to_owned());
        self.bar.set_position(done);
        let now = Instant::now();
        if self.due.get().is_some_and(|due| due <= now) && done > 0 {
            let left = (now - self.started).as_secs_f64() / done as f64 * (self.total - done) as f64;
            let Self { total, what, .. } = self;
            // A reader that has gone away does not end the work.
            let _ = writeln!(io::stderr(), "{what} {done} of {total}: {note}, about {left:.0} s left");
            self.due.set(Some(now + Self::INTERVAL));
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Runs a count, and shows a progress bar if it takes long enough.
pub(super) fn watched<R: Send>(counter: &Counter, what: &str, work: impl FnOnce() -> R + Send) -> R {
    const PATIENCE: Duration = Duration::from_millis(500);
    const TICK: Duration = Duration::from_millis(100);
    let watch = counter.watch();
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let started = Instant::now();
            let waiting = |time| finished.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !waiting(PATIENCE) {
                return;
            }
            let bar =
                bar(0, "{prefix} {bar:30} {percent:>3}% {msg}, {eta} left").with_prefix(what.to_owned());
            while waiting(TICK) {
                // The length is set before the bar is drawn, because a bar of length 0 looks full.
                if watch.subtrees() > 0 {
                    bar.update(|state| {
                        state.set_len(watch.subtrees());
                        state.set_pos(watch.finished());
                    });
                    let rate = rate(watch.nodes().into(), started.elapsed());
                    // Merging alone does not change this rate: each merged subtree counts once.
                    let label = if counter.has_table() { " effective" } else { "" };
                    bar.set_message(format!("{rate}{label}"));
                }
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
