//! Measures counting speed, interleaving the measurements so that noise affects all of them equally.

use crate::engine::{Engine, EngineError};
use crate::{Bulk, Counter, Fault, MAX_DEPTH, Tree, Variant};
use std::time::{Duration, Instant};

/// Positions that are counted together, to the same depth.
#[derive(Clone, Debug)]
pub struct Workload<N> {
    /// A short name.
    pub name: String,
    /// The positions.
    pub positions: Vec<N>,
}

/// A counting method that is measured against others.
pub trait Contestant<N> {
    /// Counts the leaves below a position, and returns the number and the time it took.
    ///
    /// # Errors
    /// When the count fails.
    fn count(&mut self, position: &N, depth: u32) -> Result<(u128, Duration), BenchError>;

    /// Returns whether its time is considered when the depth is chosen. This is false for methods with a
    /// table: a table pays off more the deeper the count, and its own time would select depths that are too
    /// shallow for it.
    fn sets_the_depth(&self) -> bool;
}

/// A counter of this crate.
#[derive(Debug)]
pub struct OwnContestant<'a, T> {
    tree: &'a T,
    counter: Counter,
    has_table: bool,
}

impl<'a, T: Tree> OwnContestant<'a, T> {
    /// Creates a counter with `threads` threads and a table of `hash` MiB. It counts a position once for each
    /// path.
    ///
    /// # Errors
    /// [`Fault::Threads`] when the threads cannot be started.
    pub fn new(tree: &'a T, threads: usize, bulk: Bulk, hash: usize) -> Result<Self, Fault> {
        let counter = Counter::new(threads)?.with_bulk(bulk).with_hash(hash).with_merge(false);
        Ok(Self { tree, counter, has_table: hash > 0 })
    }

    /// Returns the counter, to watch it or stop it.
    pub const fn counter(&self) -> &Counter {
        &self.counter
    }
}

impl<T: Tree> Contestant<T::Node> for OwnContestant<'_, T> {
    fn count(&mut self, position: &T::Node, depth: u32) -> Result<(u128, Duration), BenchError> {
        let started = Instant::now();
        let leaves = self.counter.count(self.tree, position, depth)?;
        Ok((leaves, started.elapsed()))
    }

    fn sets_the_depth(&self) -> bool {
        !self.has_table
    }
}

/// An engine. Its time runs from the question to the total and excludes setting up the position.
#[derive(Debug)]
pub struct EngineContestant<'a, V: Variant> {
    game: &'a V,
    engine: Engine,
    /// Completes a position text; no count depends on it.
    record: V::Record,
}

impl<'a, V: Variant> EngineContestant<'a, V> {
    /// Creates a contestant from an engine that counts positions of this game.
    pub fn new(game: &'a V, engine: Engine) -> Self {
        let (_, record) = game.start();
        Self { game, engine, record }
    }
}

impl<V: Variant> Contestant<V::Node> for EngineContestant<'_, V> {
    fn count(&mut self, position: &V::Node, depth: u32) -> Result<(u128, Duration), BenchError> {
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

/// The times of one contestant for one workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measurement {
    /// The index of the workload.
    pub workload: usize,
    /// The index of the contestant.
    pub contestant: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The sum of the leaves of all positions.
    pub leaves: u128,
    /// The time of each repetition.
    pub times: Vec<Duration>,
}

impl Measurement {
    /// Returns the median time; `None` before the first repetition.
    ///
    /// ```
    /// use perft::bench::Measurement;
    /// use std::time::Duration;
    /// let times = [5, 2, 9].map(Duration::from_millis).to_vec();
    /// let measured = Measurement { workload: 0, contestant: 0, depth: 4, leaves: 10_000, times };
    /// assert_eq!(measured.median(), Some(Duration::from_millis(5)));
    /// assert_eq!(measured.rate(), Some(2e6));
    /// assert_eq!(measured.spread(), Some(1.4));
    /// ```
    pub fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }

    /// Returns the leaves per second, by the median time; `None` without leaves, and when the time is too short
    /// for the clock.
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.median_seconds()?;
        (self.leaves > 0).then(|| self.leaves as f64 / seconds)
    }

    /// Returns the difference between the longest and the shortest time, as a fraction of the median; `None`
    /// when the time is too short for the clock.
    pub fn spread(&self) -> Option<f64> {
        let (longest, shortest) = (self.times.iter().max()?, self.times.iter().min()?);
        Some((*longest - *shortest).as_secs_f64() / self.median_seconds()?)
    }

    /// Returns the median time if it is a divisor.
    fn median_seconds(&self) -> Option<f64> {
        self.median().map(|time| time.as_secs_f64()).filter(|seconds| *seconds > 0.0)
    }
}

/// Why a measurement failed.
#[derive(Debug)]
pub enum BenchError {
    /// A count has no total.
    Count(Fault),
    /// An engine failed.
    Engine(EngineError),
    /// Two contestants count differently.
    Differs {
        /// The index of the workload.
        workload: usize,
        /// The depth in plies.
        depth: u32,
        /// The totals of the first and of the other contestant.
        totals: [u128; 2],
        /// The index of the other contestant.
        contestant: usize,
    },
}

impl From<Fault> for BenchError {
    fn from(fault: Fault) -> Self {
        Self::Count(fault)
    }
}

impl From<EngineError> for BenchError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Measures every contestant on every workload, `repeats` times over.
///
/// The contestants take turns: A B A B, never A A B B, so that whatever slows the machine down for a while
/// affects all of them. The depth of a workload is the first at which the slowest contestant that
/// [sets the depth](Contestant::sets_the_depth) takes `time` or longer, or at which no leaf is left, because
/// then none is left at any greater depth. Calls `note` after every measurement.
/// After an error, `results` contains the measurements completed so far.
///
/// # Errors
/// When a count fails, or two contestants have different totals.
pub fn measure<N>(
    workloads: &[Workload<N>],
    contestants: &mut [Box<dyn Contestant<N> + '_>],
    time: Duration,
    repeats: usize,
    results: &mut Vec<Measurement>,
    note: impl Fn(),
) -> Result<(), BenchError> {
    for (workload, Workload { positions, .. }) in workloads.iter().enumerate() {
        let depth = choose_depth(workload, positions, contestants, time)?;
        // Warm up: the system provides and clears the memory of a table when it is first used.
        for contestant in contestants.iter_mut().filter(|one| !one.sets_the_depth()) {
            run(positions, contestant.as_mut(), depth)?;
        }
        let fresh = |contestant| Measurement { workload, contestant, depth, leaves: 0, times: Vec::new() };
        results.extend((0..contestants.len()).map(fresh));
    }
    for _ in 0..repeats {
        let mut agreed = None;
        for measured in results.iter_mut() {
            let Measurement { workload, contestant, depth, .. } = *measured;
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

/// Returns the first depth at which the slowest contestant that sets the depth takes `time` or longer, or at
/// which no leaf is left.
fn choose_depth<N>(
    workload: usize,
    positions: &[N],
    contestants: &mut [Box<dyn Contestant<N> + '_>],
    time: Duration,
) -> Result<u32, BenchError> {
    for depth in 1..MAX_DEPTH {
        let (mut slowest, mut agreed) = (Duration::ZERO, None);
        for (place, contestant) in contestants.iter_mut().enumerate() {
            if contestant.sets_the_depth() {
                let (leaves, time) = run(positions, contestant.as_mut(), depth)?;
                agree(&mut agreed, leaves, workload, depth, place)?;
                slowest = slowest.max(time);
            }
        }
        if slowest >= time || agreed == Some(0) {
            return Ok(depth);
        }
    }
    Ok(MAX_DEPTH)
}

/// Compares a total with that of the first contestant.
fn agree(
    agreed: &mut Option<u128>,
    leaves: u128,
    workload: usize,
    depth: u32,
    contestant: usize,
) -> Result<(), BenchError> {
    let first = *agreed.get_or_insert(leaves);
    if first == leaves {
        return Ok(());
    }
    Err(BenchError::Differs { workload, depth, totals: [first, leaves], contestant })
}

/// Returns the total of a contestant and its mean time, over enough runs to measure.
fn run<N>(
    positions: &[N],
    contestant: &mut dyn Contestant<N>,
    depth: u32,
) -> Result<(u128, Duration), BenchError> {
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

/// Positions from random games that begin at `start`: one position after each number of plies. The seed is
/// fixed, so the positions are the same every time.
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
    /// How many games are tried for each number of plies, because some end early.
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
            Box::new(OwnContestant::new(&game, threads, bulk, hash).unwrap())
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
        let own = OwnContestant::new(&game, 1, Bulk::Two, 0).unwrap();
        let watch = own.counter().watch();
        let mut results = Vec::new();
        let stopped =
            measure(&workloads, &mut [Box::new(own)], Duration::ZERO, 9, &mut results, || watch.stop());
        assert!(matches!(stopped, Err(BenchError::Count(Fault::Stopped))));
        assert_eq!(results[0].times.len(), 1);
    }

    /// The game is over in White's favour: no time is long enough to make a rate of no leaves.
    #[test]
    fn no_leaves_have_no_rate() {
        let game = chaturanga::Game::new(chaturanga::Rules::CHESSCOM);
        let (over, ..) = Variant::read(&game, "7k/5K2/6Q1/8/8/8/8/8 b").unwrap();
        let workloads = [Workload { name: "over".to_owned(), positions: vec![over] }];
        let mut contestants: [Box<dyn Contestant<_> + '_>; 2] = [
            Box::new(OwnContestant::new(&game, 1, Bulk::Two, 0).unwrap()),
            Box::new(OwnContestant::new(&game, 1, Bulk::Two, 1).unwrap()),
        ];
        let mut results = Vec::new();
        measure(&workloads, &mut contestants, Duration::MAX, 1, &mut results, || {}).unwrap();
        for measured in &results {
            assert_eq!((measured.depth, measured.leaves, measured.rate()), (1, 0, None));
        }
    }

    #[test]
    fn a_time_of_zero_divides_nothing() {
        let times = vec![Duration::ZERO; 3];
        let measured = Measurement { workload: 0, contestant: 0, depth: 1, leaves: 9, times };
        assert_eq!((measured.rate(), measured.spread()), (None, None));
        let unmeasured = Measurement { times: Vec::new(), ..measured };
        assert_eq!((unmeasured.median(), unmeasured.rate(), unmeasured.spread()), (None, None, None));
    }

    /// Counts one leaf, and two from a given depth on.
    struct Wrong(u32);

    impl Contestant<()> for Wrong {
        fn count(&mut self, (): &(), depth: u32) -> Result<(u128, Duration), BenchError> {
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
                Err(BenchError::Differs { depth, totals, contestant, .. }) if is_told => {
                    assert_eq!((depth, totals, contestant), (wrong, [1, 2], 1));
                }
                Ok(()) if !is_told => assert!(results.iter().all(|one| one.depth == 5)),
                other => panic!("{wrong}: {other:?}"),
            }
        }
    }
}
