//! Measuring how fast positions are counted, so that figures taken under the same noise stand side by side.

use crate::engine::{Engine, EngineError};
use crate::{Bulk, Counter, Fault, Tree, Variant};
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
pub trait Contestant<N> {
    /// How many leaves are below a position, and how long the count takes.
    ///
    /// # Errors
    /// When there is no total.
    fn count(&mut self, position: &N, depth: u32) -> Result<(u128, Duration), BenchFault>;

    /// Whether its time counts where the depth is chosen. A table, which pays the more the deeper a count is, would keep
    /// all counts shallow.
    fn sets_the_depth(&self) -> bool;
}

/// A way to count of this project.
#[derive(Debug)]
pub struct Own<'a, T> {
    tree: &'a T,
    counter: Counter,
    has_table: bool,
}

impl<'a, T: Tree> Own<'a, T> {
    /// Counts with so many threads and a table of so many MiB, and each path of its own, whether or not several lead to
    /// one position.
    ///
    /// # Errors
    /// [`Fault::Threads`] when the threads cannot be started.
    pub fn new(tree: &'a T, threads: usize, bulk: Bulk, hash: usize) -> Result<Self, Fault> {
        let counter = Counter::new(threads)?.with_bulk(bulk).with_hash(hash).with_merge(false);
        Ok(Self { tree, counter, has_table: hash > 0 })
    }

    /// The counter, to watch it or to stop it.
    pub const fn counter(&self) -> &Counter {
        &self.counter
    }
}

impl<T: Tree> Contestant<T::Node> for Own<'_, T> {
    fn count(&mut self, position: &T::Node, depth: u32) -> Result<(u128, Duration), BenchFault> {
        let started = Instant::now();
        let leaves = self.counter.count(self.tree, position, depth)?;
        Ok((leaves, started.elapsed()))
    }

    fn sets_the_depth(&self) -> bool {
        !self.has_table
    }
}

/// An engine. Its time is from the question to the total; telling it the position is not part of it.
#[derive(Debug)]
pub struct Theirs<'a, V: Variant> {
    game: &'a V,
    engine: Engine,
    /// What a text has besides the position, on which no count depends.
    record: V::Record,
}

impl<'a, V: Variant> Theirs<'a, V> {
    /// Counts by an engine; `record` is that of any position of the game.
    pub const fn new(game: &'a V, engine: Engine, record: V::Record) -> Self {
        Self { game, engine, record }
    }
}

impl<V: Variant> Contestant<V::Node> for Theirs<'_, V> {
    fn count(&mut self, position: &V::Node, depth: u32) -> Result<(u128, Duration), BenchFault> {
        let text = self.game.write(position, &self.record);
        self.engine.hold(&text, &[], &text)?;
        let started = Instant::now();
        let answer = self.engine.perft(depth)?;
        Ok((answer.total, started.elapsed()))
    }

    fn sets_the_depth(&self) -> bool {
        true
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
    /// An engine failed.
    Engine(EngineError),
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

impl From<EngineError> for BenchFault {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Counts every workload by every contestant in turn, so many times over: A B A B, never A A B B, so that what slows the
/// machine down for a while slows all of them down. The depth of a workload is the first at which the slowest contestant
/// without a table needs as long as `time`; the same for all. `note` hears of every measurement; what was measured is in
/// `results`, also when a fault ended it.
///
/// # Errors
/// When a count has no total, or two contestants do not agree.
pub fn measure<N>(
    workloads: &[Workload<N>],
    contestants: &mut [Box<dyn Contestant<N> + '_>],
    time: Duration,
    repeats: usize,
    results: &mut Vec<Measured>,
    note: impl Fn(),
) -> Result<(), BenchFault> {
    for (workload, Workload { positions, .. }) in workloads.iter().enumerate() {
        let mut depth = 0;
        loop {
            depth += 1;
            let (mut slowest, mut agreed) = (Duration::ZERO, None);
            for (place, contestant) in contestants.iter_mut().enumerate() {
                if contestant.sets_the_depth() {
                    let (leaves, time) = run(positions, contestant.as_mut(), depth)?;
                    agree(&mut agreed, leaves, workload, depth, place)?;
                    slowest = slowest.max(time);
                }
            }
            if slowest >= time || depth == crate::MAX_DEPTH {
                break;
            }
        }
        // The memory of a table is found and cleared by the system when it is used for the first time.
        for contestant in contestants.iter_mut().filter(|one| !one.sets_the_depth()) {
            run(positions, contestant.as_mut(), depth)?;
        }
        let fresh = |contestant| Measured { workload, contestant, depth, leaves: 0, times: Vec::new() };
        results.extend((0..contestants.len()).map(fresh));
    }
    for _ in 0..repeats {
        let mut agreed = None;
        for measured in results.iter_mut() {
            let Measured { workload, contestant, depth, .. } = *measured;
            if contestant == 0 {
                agreed = None;
            }
            let (leaves, time) =
                run(&workloads[workload].positions, contestants[contestant].as_mut(), depth)?;
            agree(&mut agreed, leaves, workload, depth, contestant)?;
            measured.leaves = leaves;
            measured.times.push(time);
            note();
        }
    }
    Ok(())
}

/// Holds a total against that of the first contestant.
fn agree(
    agreed: &mut Option<u128>,
    leaves: u128,
    workload: usize,
    depth: u32,
    contestant: usize,
) -> Result<(), BenchFault> {
    let first = *agreed.get_or_insert(leaves);
    if first == leaves {
        return Ok(());
    }
    Err(BenchFault::Differs { workload, depth, totals: [first, leaves], contestant })
}

/// What a contestant counts and how long it takes: the mean of as many runs as fill the time that can be told.
fn run<N>(
    positions: &[N],
    contestant: &mut dyn Contestant<N>,
    depth: u32,
) -> Result<(u128, Duration), BenchFault> {
    const ENOUGH: Duration = Duration::from_millis(20);
    let (mut spent, mut runs) = (Duration::ZERO, 0);
    loop {
        let mut total = 0u128;
        for position in positions {
            let (leaves, time) = contestant.count(position, depth)?;
            total = total.saturating_add(leaves);
            spent += time;
        }
        runs += 1;
        if spent >= ENOUGH {
            return Ok((total, spent / runs));
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
            node = rng.choice(tree.children(&node))?.1;
        }
        (!tree.children(&node).is_empty()).then_some(node)
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
        let ways = [(1, Bulk::Two, 0), (2, Bulk::None, 0), (1, Bulk::One, 1)];
        let mut contestants = ways.map(|(threads, bulk, hash)| -> Box<dyn Contestant<_> + '_> {
            Box::new(Own::new(&game, threads, bulk, hash).unwrap())
        });
        let mut results = Vec::new();
        measure(&workloads, &mut contestants, Duration::ZERO, 2, &mut results, || {}).unwrap();
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
        let own = Own::new(&game, 1, Bulk::Two, 0).unwrap();
        let watch = own.counter().watch();
        let mut results = Vec::new();
        let stopped =
            measure(&workloads, &mut [Box::new(own)], Duration::ZERO, 9, &mut results, || watch.stop());
        assert!(matches!(stopped, Err(BenchFault::Count(Fault::Stopped))));
        assert_eq!(results[0].times.len(), 1);
    }

    /// Counts one leaf, or another number from some depth on.
    struct Wrong(u32);

    impl Contestant<()> for Wrong {
        fn count(&mut self, (): &(), depth: u32) -> Result<(u128, Duration), BenchFault> {
            Ok((if depth >= self.0 { 2 } else { 1 }, Duration::from_millis(10 * u64::from(depth))))
        }

        fn sets_the_depth(&self) -> bool {
            true
        }
    }

    #[test]
    fn contestants_that_count_differently_are_told_at_the_first_depth() {
        let workloads = [Workload { name: "one".to_owned(), positions: vec![()] }];
        for (wrong, is_told) in [(2, true), (5, true), (6, false)] {
            let mut contestants: [Box<dyn Contestant<()>>; 2] = [Box::new(Wrong(9)), Box::new(Wrong(wrong))];
            let time = Duration::from_millis(50);
            let mut results = Vec::new();
            match measure(&workloads, &mut contestants, time, 1, &mut results, || {}) {
                Err(BenchFault::Differs { depth, totals, contestant, .. }) if is_told => {
                    assert_eq!((depth, totals, contestant), (wrong, [1, 2], 1));
                }
                Ok(()) if !is_told => assert!(results.iter().all(|one| one.depth == 5)),
                other => panic!("{wrong}: {other:?}"),
            }
        }
    }
}
