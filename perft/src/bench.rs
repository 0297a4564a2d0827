//! Measuring how fast positions are counted, so that figures taken under the same noise stand side by side.

use crate::counter::children;
use crate::{Bulk, Counter, Fault, Tree};
use std::time::{Duration, Instant};

/// Positions that are counted together, all to the same depth.
#[derive(Clone, Debug)]
pub struct Workload<N> {
    /// What they are, in a word or two.
    pub name: String,
    /// The positions.
    pub positions: Vec<N>,
}

/// One way to count, which is measured against the others.
#[derive(Debug)]
pub struct Contestant {
    /// The counter.
    pub counter: Counter,
    /// How many threads it has.
    pub threads: usize,
    /// How the last plies are counted.
    pub bulk: Bulk,
    /// The size of its table in MiB.
    pub hash: usize,
}

impl Contestant {
    /// A way to count each path of its own, whether or not several lead to one position.
    ///
    /// # Errors
    /// [`Fault::Threads`] when the threads cannot be started.
    pub fn new(threads: usize, bulk: Bulk, hash: usize) -> Result<Self, Fault> {
        let counter = Counter::new(threads)?.with_bulk(bulk).with_hash(hash).with_merge(false);
        Ok(Self { counter, threads, bulk, hash })
    }
}

/// How long one contestant took for one workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    /// The place of the workload.
    pub workload: usize,
    /// The place of the contestant.
    pub contestant: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The leaves of all positions together.
    pub leaves: u128,
    /// The time of each repetition.
    pub times: Vec<Duration>,
}

impl Measured {
    /// The time in the middle; `None` without any.
    ///
    /// ```
    /// use perft::bench::Measured;
    /// use std::time::Duration;
    /// let times = [5, 2, 9].map(Duration::from_millis).to_vec();
    /// let measured = Measured { workload: 0, contestant: 0, depth: 4, leaves: 10_000, times };
    /// assert_eq!(measured.median(), Some(Duration::from_millis(5)));
    /// assert_eq!(measured.rate(), Some(2e6));
    /// assert_eq!(measured.spread(), Some(1.4));
    /// ```
    pub fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }

    /// Leaves a second at the median.
    pub fn rate(&self) -> Option<f64> {
        Some(self.leaves as f64 / self.median()?.as_secs_f64())
    }

    /// The longest time less the shortest, as a part of the median.
    pub fn spread(&self) -> Option<f64> {
        let (longest, shortest) = (self.times.iter().max()?, self.times.iter().min()?);
        Some((*longest - *shortest).as_secs_f64() / self.median()?.as_secs_f64())
    }
}

/// Why a measurement says nothing.
#[derive(Debug)]
pub enum BenchFault {
    /// A count has no total.
    Count(Fault),
    /// Two contestants count differently.
    Differs {
        /// The place of the workload.
        workload: usize,
        /// The depth in plies.
        depth: u32,
        /// What the first contestant counts, and what the other does.
        totals: [u128; 2],
        /// The place of the other.
        contestant: usize,
    },
}

impl From<Fault> for BenchFault {
    fn from(fault: Fault) -> Self {
        Self::Count(fault)
    }
}

/// Counts every workload by every contestant in turn, so many times over: A B A B, never A A B B, so that what slows the
/// machine down for a while slows all of them down. The depth of a workload is the first at which the slowest contestant
/// without a table needs as long as `time`; the same for all. `note` hears of every measurement; what was measured is in `results`, also
/// when a fault ended it.
///
/// # Errors
/// When a count has no total, or two contestants do not agree.
pub fn measure<T: Tree>(
    tree: &T,
    workloads: &[Workload<T::Node>],
    contestants: &[Contestant],
    time: Duration,
    repeats: usize,
    results: &mut Vec<Measured>,
    note: impl Fn(),
) -> Result<(), BenchFault> {
    for (workload, what) in workloads.iter().enumerate() {
        let mut depth = 0;
        loop {
            depth += 1;
            let mut slowest = Duration::ZERO;
            for contestant in contestants.iter().filter(|one| one.hash == 0) {
                slowest = slowest.max(run(tree, what, contestant, depth)?.1);
            }
            if slowest >= time || depth == crate::MAX_DEPTH {
                break;
            }
        }
        let fresh = |contestant| Measured { workload, contestant, depth, leaves: 0, times: Vec::new() };
        results.extend((0..contestants.len()).map(fresh));
    }
    for _ in 0..repeats {
        for place in 0..results.len() {
            let Measured { workload, contestant, depth, .. } = results[place];
            let (leaves, time) = run(tree, &workloads[workload], &contestants[contestant], depth)?;
            let first = &results[workload * contestants.len()];
            if contestant > 0 && first.leaves != leaves {
                return Err(BenchFault::Differs {
                    workload,
                    depth,
                    totals: [first.leaves, leaves],
                    contestant,
                });
            }
            results[place].leaves = leaves;
            results[place].times.push(time);
            note();
        }
    }
    Ok(())
}

/// What a contestant counts and how long it takes: the mean of as many runs as fill the time that can be told.
fn run<T: Tree>(
    tree: &T,
    workload: &Workload<T::Node>,
    contestant: &Contestant,
    depth: u32,
) -> Result<(u128, Duration), Fault> {
    const ENOUGH: Duration = Duration::from_millis(20);
    let started = Instant::now();
    let mut runs = 0;
    loop {
        let mut leaves = 0u128;
        for position in &workload.positions {
            leaves = leaves.saturating_add(contestant.counter.count(tree, position, depth)?);
        }
        runs += 1;
        let elapsed = started.elapsed();
        if elapsed >= ENOUGH {
            return Ok((leaves, elapsed / runs));
        }
    }
}

/// Positions from games played at random from `start`, the same ones every time: one after each of so many plies.
///
/// ```
/// use perft::bench::played;
/// use rules_core::chaturanga::{Game, Rules};
/// let game = Game::new(Rules::NL);
/// let positions = played(&game, &game.start(), [20, 23, 26]);
/// assert_eq!(positions.len(), 3);
/// assert_eq!(positions, played(&game, &game.start(), [20, 23, 26]));
/// ```
pub fn played<T: Tree>(tree: &T, start: &T::Node, plies: impl IntoIterator<Item = u32>) -> Vec<T::Node> {
    /// Some games end before so many plies.
    const GAMES: u32 = 1000;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut game = |plies: u32| {
        let mut node = *start;
        for _ in 0..plies {
            node = rng.choice(children(tree, &node))?.1;
        }
        (!children(tree, &node).is_empty()).then_some(node)
    };
    plies.into_iter().filter_map(|plies| (0..GAMES).find_map(|_| game(plies))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::{chaturaji, chaturanga};

    #[test]
    fn each_contestant_is_measured_as_often() {
        let game = chaturaji::Game::new(chaturaji::Rules::AR_DICELESS);
        let workloads = [Workload { name: "start".to_owned(), positions: vec![game.start()] }];
        let contestants = [
            Contestant::new(1, Bulk::Two, 0).unwrap(),
            Contestant::new(2, Bulk::None, 0).unwrap(),
            Contestant::new(1, Bulk::One, 1).unwrap(),
        ];
        let mut results = Vec::new();
        measure(&game, &workloads, &contestants, Duration::ZERO, 2, &mut results, || {}).unwrap();
        assert_eq!(results.len(), 3);
        for (place, measured) in results.iter().enumerate() {
            assert_eq!((measured.contestant, measured.depth, measured.leaves), (place, 1, 9));
            assert!(measured.times.len() == 2 && measured.rate().is_some() && measured.spread().is_some());
        }
    }

    #[test]
    fn a_stopped_measurement_keeps_what_it_has() {
        let game = chaturanga::Game::new(chaturanga::Rules::TR);
        let workloads = [Workload { name: "start".to_owned(), positions: vec![game.start()] }];
        let contestants = [Contestant::new(1, Bulk::Two, 0).unwrap()];
        let watch = contestants[0].counter.watch();
        let mut results = Vec::new();
        let stopped =
            measure(&game, &workloads, &contestants, Duration::ZERO, 9, &mut results, || watch.stop());
        assert!(matches!(stopped, Err(BenchFault::Count(Fault::Stopped))));
        assert_eq!(results[0].times.len(), 1);
    }
}
