//! The starting point of a count: game, position and counter.

use crate::shell::arguments::{Counting, Job};
use crate::shell::failure::Failure;
use crate::shell::input::read_position;
use crate::shell::rows::Header;
use crate::shell::signals::stop_on_first_signal;
use crate::{Bulk, Counter, Variant};

/// Where a count begins.
pub(super) struct Root<V: Variant> {
    pub(super) game: V,
    pub(super) node: V::Node,
    pub(super) record: V::Record,
    fen: String,
    pub(super) counter: Counter,
}

impl<V: Variant> Root<V> {
    pub(super) fn new(game: V, job: &Job) -> Result<Self, Failure> {
        let (mut node, record, mut fen) = read_position(&game, &job.fen)?;
        if let Some(roll) = &job.roll {
            node = game
                .roll(&node, roll)
                .map_err(|error| Failure::misuse(format_args!("--roll {roll}"), error))?;
            fen = game.write(&node, &record);
        }
        Ok(Self { game, node, record, fen, counter: counter(&job.counting)? })
    }

    pub(super) fn header(&self) -> Header {
        Header::new(self.game.rules(), &self.fen)
    }
}

/// Returns a counter that stops on the first signal.
pub(super) fn counter(counting: &Counting) -> Result<Counter, Failure> {
    let counter = Counter::new(counting.threads.unwrap_or(0) as usize)
        .map_err(|fault| Failure::misuse("--threads", fault))?;
    let bulk = if counting.no_bulk { Bulk::None } else { counting.bulk };
    let counter = counter
        .with_bulk(bulk)
        .with_hash(counting.hash as usize)
        .with_merge(!counting.no_merge && bulk != Bulk::None);
    stop_on_first_signal(&counter.watch().stop_flag())?;
    Ok(counter)
}
