//! Progress bars on a terminal; nothing is drawn when standard error is piped.

use super::output::rate;
use crate::Counter;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Returns a progress bar of this length and template.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
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
