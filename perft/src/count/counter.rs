//! The parallel driver: cuts a tree into subtrees, counts them on several threads, and adds up the counts.

use super::fault::{Fault, MAX_DEPTH};
use super::recursion::KEPT_DEPTH;
use super::subtree::{Bulk, Subtree};
use super::table::Table;
use super::tree::Tree;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// A larger number of threads is assumed to be a typing error.
pub(crate) const MAX_THREADS: u32 = 1024;

/// The largest table, in MiB: a tebibyte.
pub(crate) const MAX_HASH: u32 = 1 << 20;

/// The progress of a count, readable from other threads, and a flag that stops it.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    subtrees: AtomicU64,
    finished: AtomicU64,
    nodes: AtomicU64,
}

impl Watch {
    /// Makes the running count and all later ones fail with [`Fault::Stopped`].
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Returns the flag that [`Watch::stop`] sets, for signal handlers.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns whether [`Watch::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Returns the number of subtrees of the running count; 0 while the tree is being split.
    pub fn subtrees(&self) -> u64 {
        self.subtrees.load(Relaxed)
    }

    /// Returns the number of finished subtrees.
    pub fn finished(&self) -> u64 {
        self.finished.load(Relaxed)
    }

    /// Returns the number of leaves in the finished subtrees, modulo 2^64: good for a rate, not for a total.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn begin(&self, subtrees: usize) {
        self.nodes.store(0, Relaxed);
        self.finished.store(0, Relaxed);
        self.subtrees.store(subtrees as u64, Relaxed);
    }

    fn finish(&self, nodes: u128) {
        self.nodes.fetch_add(nodes as u64, Relaxed);
        self.finished.fetch_add(1, Relaxed);
    }
}

/// The number of leaves, and how often each of [`Tree::EVENTS`] happens at them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// The number of leaves.
    pub nodes: u128,
    /// For each event, the number of leaves at which it happens.
    pub events: Vec<u128>,
}

/// Counts trees on its own threads.
///
/// ```
/// use perft::{Bulk, Counter};
/// use rules_core::chaturanga::{Game, Rules};
/// let game = Game::new(Rules::CHESSCOM);
/// let counter = Counter::new(1)?.with_bulk(Bulk::One).with_hash(1);
/// assert_eq!(counter.count(&game, &game.start(), 4)?, 68_122);
/// # Ok::<(), perft::Fault>(())
/// ```
#[derive(Debug)]
pub struct Counter {
    pool: ThreadPool,
    bulk: Bulk,
    buckets: usize,
    /// The table of the last count, kept to reuse its memory.
    kept_table: Mutex<Option<Table>>,
    merge: bool,
    subtrees: usize,
    watch: Arc<Watch>,
}

/// The count below one ply of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<S> {
    /// The ply.
    pub step: S,
    /// The weight of the ply: in a game with dice, the number of ordered rolls that allow it, otherwise 1.
    pub ways: u32,
    /// The number of sequences that begin with the ply, each multiplied by its weight.
    pub nodes: u128,
}

/// The counts for the root's plies, possibly incomplete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided<S> {
    /// The plies whose counts are complete, in order.
    pub parts: Vec<Part<S>>,
    /// The other plies, in order; none unless the count was stopped.
    pub unfinished: Vec<S>,
}

/// A position below the root.
#[derive(Clone, Copy)]
struct Branch<N, R> {
    node: N,
    record: R,
    /// The weight of the sequence that leads to it.
    ways: u128,
}

/// Sequences of plies that lead from the root to one node.
#[derive(Clone, Copy)]
struct Path {
    /// The index of the ply of the root with which they begin.
    part: usize,
    /// The index of the node.
    node: usize,
    /// Their weight.
    ways: u128,
}

/// Enough subtrees to keep every thread busy to the end and to make progress smooth.
const ENOUGH_SUBTREES: usize = 4096;
/// With this many plies left or fewer, splitting costs more than it saves unless threads would be idle.
const SHALLOW: u32 = 4;
/// The number of subtrees that keeps one of several threads busy.
const BUSY_SUBTREES: usize = 64;
/// Upper bound: beyond this, memory grows and speed does not.
const MOST_SUBTREES: usize = 1 << 18;

impl Counter {
    /// Creates a counter with this many threads; 0 means one for each core. Starts no more threads than there
    /// are cores: the others would only take time from them.
    ///
    /// # Errors
    /// [`Fault::Threads`] when the threads cannot be started.
    pub fn new(threads: usize) -> Result<Self, Fault> {
        let cores = Self::cores();
        Self::with_exactly(if threads == 0 { cores } else { threads.min(cores) })
    }

    /// Returns the number of cores that this process may use.
    pub(crate) fn cores() -> usize {
        available_parallelism().map_or(1, usize::from)
    }

    /// Creates a counter with exactly this many threads.
    fn with_exactly(threads: usize) -> Result<Self, Fault> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(Fault::Threads)?;
        Ok(Self {
            pool,
            bulk: Bulk::Two,
            buckets: 0,
            kept_table: Mutex::default(),
            merge: true,
            subtrees: ENOUGH_SUBTREES,
            watch: Arc::default(),
        })
    }

    /// Sets how the last plies are counted; totals are the same. The default is [`Bulk::Two`].
    #[must_use]
    pub fn with_bulk(mut self, bulk: Bulk) -> Self {
        self.bulk = bulk;
        self
    }

    /// Sets the size of the table of subtrees in MiB; 0, the default, means no table. Totals are the same.
    /// Every count begins with an empty table, in the memory of the last one. Statistics play every move of
    /// the last ply and use no table.
    #[must_use]
    pub fn with_hash(mut self, mib: usize) -> Self {
        self.buckets = Table::buckets_in(mib);
        self
    }

    /// Sets whether splitting the tree merges equal positions: a position that several sequences reach is
    /// then counted once and its leaves are multiplied. Totals are the same. The default is `true`.
    #[must_use]
    pub fn with_merge(mut self, merge: bool) -> Self {
        self.merge = merge;
        self
    }

    /// Sets the minimum number of subtrees into which a deep tree is split; a shallow tree is split only as
    /// far as needed to keep the threads busy. The default is 4096.
    #[must_use]
    pub fn with_subtrees(mut self, subtrees: usize) -> Self {
        self.subtrees = subtrees;
        self
    }

    /// Returns the number of threads.
    ///
    /// ```
    /// let cores = std::thread::available_parallelism()?.get();
    /// assert_eq!(perft::Counter::new(1)?.threads(), 1);
    /// assert_eq!(perft::Counter::new(1000)?.threads(), cores.min(1000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns whether subtrees are kept in a table.
    pub(crate) fn has_table(&self) -> bool {
        self.buckets > 0
    }

    /// Returns whether leaves are counted that are never visited, because their subtree was counted before: the
    /// rate of such a count is an effective one.
    pub(crate) fn is_effective(&self) -> bool {
        self.merge || self.has_table()
    }

    /// Returns the progress of the counts of this counter.
    pub fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.watch)
    }

    /// Counts the sequences of `depth` plies from a position.
    ///
    /// # Errors
    /// [`Fault::TooDeep`], [`Fault::Overflow`], [`Fault::Stopped`], or [`Fault::Memory`] if the table does
    /// not fit in memory.
    pub fn count<T: Tree>(&self, tree: &T, root: &T::Node, depth: u32) -> Result<u128, Fault> {
        if depth == 0 {
            return Ok(1);
        }
        let parts = self.divide(tree, root, depth)?;
        total(parts.into_iter().map(|part| part.nodes))
    }

    /// Counts the sequences that begin with each ply, in the order of the plies. Empty at depth 0, and when
    /// the game is over.
    ///
    /// # Errors
    /// As [`Counter::count`].
    ///
    /// ```
    /// use perft::Counter;
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::NL);
    /// let parts = Counter::new(1)?.divide(&game, &game.start(), 2)?;
    /// assert_eq!((parts[0].step.to_string(), parts[0].nodes), ("b1a3".to_string(), 18));
    /// assert_eq!(parts.iter().map(|part| part.nodes).sum::<u128>(), 324);
    /// # Ok::<(), perft::Fault>(())
    /// ```
    pub fn divide<T: Tree>(&self, tree: &T, root: &T::Node, depth: u32) -> Result<Vec<Part<T::Step>>, Fault> {
        let Divided { parts, unfinished } = self.divide_until_stopped(tree, root, depth)?;
        if unfinished.is_empty() { Ok(parts) } else { Err(Fault::Stopped) }
    }

    /// Like [`Counter::divide`], but a count that is stopped keeps the plies that are complete.
    ///
    /// # Errors
    /// [`Fault::TooDeep`], [`Fault::Overflow`], or [`Fault::Memory`] if the table does not fit in memory.
    ///
    /// ```
    /// use perft::Counter;
    /// use rules_core::chaturanga::{Game, Rules};
    /// let (counter, game) = (Counter::new(1)?, Game::new(Rules::NL));
    /// counter.watch().stop();
    /// let divided = counter.divide_until_stopped(&game, &game.start(), 9)?;
    /// assert_eq!((divided.parts.len(), divided.unfinished.len()), (0, 18));
    /// # Ok::<(), perft::Fault>(())
    /// ```
    pub fn divide_until_stopped<T: Tree>(
        &self,
        tree: &T,
        root: &T::Node,
        depth: u32,
    ) -> Result<Divided<T::Step>, Fault> {
        check_depth(depth)?;
        if depth == 0 {
            return Ok(Divided { parts: Vec::new(), unfinished: Vec::new() });
        }
        let mut parts = Vec::new();
        let mut nodes = Vec::new();
        let mut paths = Vec::new();
        for (step, node, ways) in tree.children(root) {
            paths.push(Path { part: parts.len(), node: nodes.len(), ways: ways.into() });
            nodes.push(node);
            parts.push(Part { step, ways, nodes: 0 });
        }
        let depth = self.cut(tree, &mut nodes, &mut paths, depth - 1);
        // A table pays only if the subtrees are deep enough to be kept in it.
        let table = match nodes.first() {
            Some(first) if self.buckets > 0 && depth > KEPT_DEPTH + 1 => {
                // An estimate of the number of subtrees, if every position has about as many plies.
                let width = tree.children(first).len().max(2);
                let each = width.saturating_pow(depth - KEPT_DEPTH).saturating_mul(2);
                Some(self.table(nodes.len().saturating_mul(each))?)
            }
            _ => None,
        };
        let totals = self.each(&nodes, |node| {
            let leaves = self.subtree(tree, node, depth, table.as_ref());
            self.watch.finish(leaves);
            leaves
        });
        *self.kept_table() = table;
        let mut is_finished = vec![true; parts.len()];
        for path in paths {
            let Some(leaves) = totals[path.node] else {
                is_finished[path.part] = false;
                continue;
            };
            let sum = &mut parts[path.part].nodes;
            *sum = total([*sum, leaves.saturating_mul(path.ways)])?;
        }
        let (finished, unfinished): (Vec<_>, Vec<_>) =
            parts.into_iter().zip(is_finished).partition(|(_, is_finished)| *is_finished);
        let mut parts: Vec<_> = finished.into_iter().map(|(part, _)| part).collect();
        parts.sort_unstable_by_key(|part| part.step);
        let mut unfinished: Vec<_> = unfinished.into_iter().map(|(part, _)| part.step).collect();
        unfinished.sort_unstable();
        Ok(Divided { parts, unfinished })
    }

    /// Returns an empty table for this many subtrees, in the memory of the last count if there is one.
    fn table(&self, subtrees: usize) -> Result<Table, Fault> {
        let kept = self.kept_table().take().filter(|table| table.room() == self.buckets);
        let mut table = match kept {
            Some(table) => table,
            None => Table::new(self.buckets)?,
        };
        self.pool.install(|| table.restart(Table::buckets_for(subtrees)));
        Ok(table)
    }

    fn kept_table(&self) -> MutexGuard<'_, Option<Table>> {
        self.kept_table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the sequences of `depth` plies, and the events at their last plies. Plays every move of the
    /// last ply, so this is far slower than [`Counter::count`]. Depth 0 has one leaf and no events.
    ///
    /// # Errors
    /// As [`Counter::count`].
    pub fn stats<T: Tree>(
        &self,
        tree: &T,
        root: &T::Node,
        record: T::Record,
        depth: u32,
    ) -> Result<Stats, Fault> {
        check_depth(depth)?;
        let none = || Stats { nodes: 0, events: vec![0; T::EVENTS.len()] };
        if depth == 0 {
            return Ok(Stats { nodes: 1, ..none() });
        }
        let mut branches = vec![Branch { node: *root, record, ways: 1 }];
        let mut depth = depth;
        self.watch.begin(0);
        while depth > 1 && branches.len() < self.subtrees && !self.watch.is_stopped() {
            let mut deeper = Vec::new();
            for branch in &branches {
                for (step, node, ways) in tree.children(&branch.node) {
                    let mut child = Branch { node, ways: branch.ways.saturating_mul(ways.into()), ..*branch };
                    tree.events(&branch.node, &mut child.record, step, &node);
                    deeper.push(child);
                }
            }
            branches = deeper;
            depth -= 1;
        }
        self.watch.begin(branches.len());
        let parts: Option<Vec<Stats>> = self
            .each(&branches, |branch| {
                let mut stats = none();
                self.tally(tree, branch, depth, &mut stats);
                self.watch.finish(stats.nodes);
                stats
            })
            .into_iter()
            .collect();
        let parts = parts.ok_or(Fault::Stopped)?;
        let nodes = total(parts.iter().map(|part| part.nodes))?;
        // No event happens more often than there are leaves.
        let event = |index: usize| parts.iter().map(|part| part.events[index]).sum();
        Ok(Stats { nodes, events: (0..T::EVENTS.len()).map(event).collect() })
    }

    fn tally<T: Tree>(&self, tree: &T, branch: &Branch<T::Node, T::Record>, depth: u32, stats: &mut Stats) {
        if self.watch.is_stopped() {
            return;
        }
        for (step, node, ways) in tree.children(&branch.node) {
            let mut child = Branch { node, ways: branch.ways.saturating_mul(ways.into()), ..*branch };
            let events = tree.events(&branch.node, &mut child.record, step, &node);
            if depth > 1 {
                self.tally(tree, &child, depth - 1, stats);
                continue;
            }
            stats.nodes = stats.nodes.saturating_add(child.ways);
            for (bit, sum) in stats.events.iter_mut().enumerate() {
                *sum = sum.saturating_add(child.ways * u128::from(events >> bit & 1));
            }
        }
    }

    /// Replaces the nodes by their children until there are enough, extends the paths to match, and returns
    /// the number of plies left below the nodes: at least one of `depth`, so that the last ply can be counted
    /// in bulk.
    fn cut<T: Tree>(&self, tree: &T, nodes: &mut Vec<T::Node>, paths: &mut Vec<Path>, mut depth: u32) -> u32 {
        self.watch.begin(0);
        let threads = self.pool.current_num_threads();
        let busy = if threads > 1 { threads * BUSY_SUBTREES } else { 1 };
        while depth > 1 && !self.watch.is_stopped() {
            let enough = if depth > SHALLOW { self.subtrees } else { self.subtrees.min(busy) };
            let Some(first) = nodes.first().filter(|_| nodes.len() < enough) else { break };
            if nodes.len() * tree.children(first).len() > MOST_SUBTREES {
                break;
            }
            let mut places: HashMap<[u64; 6], usize, foldhash::fast::RandomState> = HashMap::default();
            let mut next = Vec::new();
            // The index of each child of each node, and how often it counts.
            let below: Vec<Vec<(usize, u32)>> = nodes
                .iter()
                .map(|node| {
                    let place = |(_, child, ways)| {
                        let new = next.len();
                        let at = if self.merge { *places.entry(T::key(&child)).or_insert(new) } else { new };
                        if at == new {
                            next.push(child);
                        }
                        (at, ways)
                    };
                    tree.children(node).into_iter().map(place).collect()
                })
                .collect();
            *paths = self.extended(paths, &below);
            *nodes = next;
            depth -= 1;
        }
        self.watch.begin(nodes.len());
        depth
    }

    /// Extends the paths by one ply; when merging, combines paths that start with the same root ply and end
    /// at the same node.
    fn extended(&self, paths: &[Path], below: &[Vec<(usize, u32)>]) -> Vec<Path> {
        let mut longer = Vec::new();
        for path in paths {
            for &(node, ways) in &below[path.node] {
                longer.push(Path { node, ways: path.ways.saturating_mul(ways.into()), ..*path });
            }
        }
        if self.merge {
            longer.sort_unstable_by_key(|path| (path.part, path.node));
            longer.dedup_by(|path, kept| {
                let same = (path.part, path.node) == (kept.part, kept.node);
                if same {
                    kept.ways = kept.ways.saturating_add(path.ways);
                }
                same
            });
        }
        longer
    }

    /// Runs the work of each branch on the threads of the counter. The results have the order of the
    /// branches; `None` stands for work that was not finished when the count was stopped.
    fn each<B: Sync, R: Send>(&self, branches: &[B], work: impl Fn(&B) -> R + Send + Sync) -> Vec<Option<R>> {
        let unless_stopped = |branch| {
            let result = if self.watch.is_stopped() { None } else { Some(work(branch)) };
            result.filter(|_| !self.watch.is_stopped())
        };
        self.pool.install(|| branches.par_iter().with_max_len(1).map(unless_stopped).collect())
    }

    fn subtree<T: Tree>(&self, tree: &T, node: &T::Node, depth: u32, table: Option<&Table>) -> u128 {
        tree.leaves(&Subtree { node, depth, bulk: self.bulk, table, stop: &self.watch.stop })
    }
}

/// Adds up the parts. A part equal to `u128::MAX` represents a count that overflowed.
///
/// # Errors
/// [`Fault::Overflow`] when the sum does not fit.
pub fn total(parts: impl IntoIterator<Item = u128>) -> Result<u128, Fault> {
    let sum = parts.into_iter().fold(0u128, u128::saturating_add);
    if sum == u128::MAX { Err(Fault::Overflow) } else { Ok(sum) }
}

fn check_depth(depth: u32) -> Result<(), Fault> {
    if depth > MAX_DEPTH { Err(Fault::TooDeep { depth }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::recursion;
    use crate::count::tree::{Side, Sides, Visit};
    use std::fmt;

    /// A tree in which every node has the same number of children, and every third child counts twice.
    struct Uniform(u64);

    impl Uniform {
        fn ways(index: u64) -> u32 {
            if index % 3 == 2 { 2 } else { 1 }
        }

        fn width(&self) -> u128 {
            (self.0 + self.0 / 3).into()
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Nth(u64);

    impl fmt::Display for Nth {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    impl Tree for Uniform {
        type Node = ();
        type Step = Nth;
        /// The sum of the steps.
        type Record = u64;
        fn key((): &()) -> [u64; 6] {
            [0; 6]
        }

        const EVENTS: &'static [&'static str] = &["odd", "always", "odd sum"];

        fn children(&self, (): &()) -> Vec<(Nth, (), u32)> {
            recursion::children(self, &())
        }

        fn leaves(&self, subtree: &Subtree<'_, ()>) -> u128 {
            recursion::leaves(self, subtree)
        }

        fn events(&self, (): &(), sum: &mut u64, step: Nth, (): &()) -> u32 {
            *sum += step.0;
            (step.0 & 1) as u32 | 2 | (((*sum & 1) as u32) << 2)
        }
    }

    impl Sides for Uniform {
        fn dispatch<V: Visit<Self>>(&self, (): &(), visit: V) -> V::Output {
            visit.visit::<()>()
        }
    }

    impl Side<Uniform> for () {
        type Next = ();

        fn leaves(tree: &Uniform, (): &()) -> u64 {
            tree.width() as u64
        }

        fn pairs(tree: &Uniform, (): &(), _: impl Fn(&()) -> u64) -> u64 {
            (tree.width() as u64).pow(2)
        }

        fn children(tree: &Uniform, (): &(), mut visit: impl FnMut(Nth, (), u32)) {
            (0..tree.0).rev().for_each(|index| visit(Nth(index), (), Uniform::ways(index)));
        }
    }

    #[test]
    fn totals_are_powers_whatever_the_threads() {
        for threads in [1, 2, 3, 8] {
            for depth in 0..=14 {
                let counter = Counter::with_exactly(threads).unwrap();
                let expected = Uniform(3).width().pow(depth);
                assert_eq!(counter.count(&Uniform(3), &(), depth).unwrap(), expected);
                let mut counter = counter.with_merge(false);
                for bulk in [Bulk::None, Bulk::One, Bulk::Two] {
                    for hash in [0, 1] {
                        counter = counter.with_bulk(bulk).with_hash(hash);
                        assert_eq!(counter.count(&Uniform(3), &(), depth).unwrap(), expected);
                    }
                }
            }
        }
    }

    /// In tables of one bucket and of a few, nearly every subtree collides with others.
    #[test]
    fn totals_do_not_depend_on_the_size_of_the_table() {
        use rules_core::{chaturaji, chaturanga};
        fn law<T: Tree>(tree: &T, root: &T::Node, depth: u32) {
            let plain = Counter::new(1).unwrap().with_bulk(Bulk::One).with_merge(false);
            let expected = plain.count(tree, root, depth).unwrap();
            for threads in [1, 8] {
                for buckets in [1, 7, 1000] {
                    for bulk in [Bulk::One, Bulk::Two] {
                        let counter =
                            Counter::with_exactly(threads).unwrap().with_bulk(bulk).with_subtrees(1);
                        let counter = Counter { buckets, ..counter };
                        assert_eq!(counter.count(tree, root, depth).unwrap(), expected);
                        let parts = counter.divide(tree, root, depth).unwrap();
                        assert_eq!(total(parts.iter().map(|part| part.nodes)).unwrap(), expected);
                    }
                }
            }
        }
        for rules in [chaturanga::Rules::NL, chaturanga::Rules::TR_LITERAL] {
            let game = chaturanga::Game::new(rules);
            law(&game, &game.start(), 5);
        }
        for (rules, depth) in [(chaturaji::Rules::AR_DICELESS, 6), (chaturaji::Rules::AR, 4)] {
            let game = chaturaji::Game::new(rules);
            let lone = game.read("7,bK/8/8/3,rB,4/8/8/yP,7/2,gN,5 r").unwrap();
            law(&game, &lone, depth);
        }
    }

    /// More threads than cores only take time from each other.
    #[test]
    fn no_more_threads_are_started_than_there_are_cores() {
        for threads in [0, 1, 2, 1000, usize::MAX] {
            let counter = Counter::new(threads).unwrap();
            let expected = if threads == 0 { Counter::cores() } else { threads.min(Counter::cores()) };
            assert_eq!(counter.threads(), expected, "{threads}");
            assert_eq!(counter.count(&Uniform(3), &(), 9).unwrap(), Uniform(3).width().pow(9));
        }
    }

    #[test]
    fn divide_lists_the_plies_in_order_and_adds_up() {
        let counter = Counter::with_exactly(2).unwrap();
        for depth in 1..=9 {
            let parts = counter.divide(&Uniform(5), &(), depth).unwrap();
            let steps: Vec<(u64, u32)> = parts.iter().map(|part| (part.step.0, part.ways)).collect();
            assert_eq!(steps, [(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)]);
            assert!(parts.iter().all(|part| part.nodes == u128::from(part.ways) * 6u128.pow(depth - 1)));
        }
        assert!(counter.divide(&Uniform(5), &(), 0).unwrap().is_empty());
        assert!(counter.divide(&Uniform(0), &(), 3).unwrap().is_empty());
    }

    #[test]
    fn events_are_counted_only_at_the_last_ply() {
        let counter = Counter::with_exactly(2).unwrap();
        for depth in 1..=8 {
            let nodes = 6u128.pow(depth);
            let stats = counter.stats(&Uniform(5), &(), 0, depth).unwrap();
            // Two of six ways are odd, so the difference of even and odd sums is (4 - 2)^depth.
            let odd_sums = (nodes - 2u128.pow(depth)) / 2;
            assert_eq!(stats, Stats { nodes, events: vec![nodes / 6 * 2, nodes, odd_sums] });
        }
        let root = counter.stats(&Uniform(5), &(), 0, 0).unwrap();
        assert_eq!(root, Stats { nodes: 1, events: vec![0, 0, 0] });
    }

    #[test]
    fn a_total_that_does_not_fit_is_an_error() {
        assert_eq!(total([u128::MAX - 2, 1]).unwrap(), u128::MAX - 1);
        for parts in [[u128::MAX, 0], [u128::MAX - 1, 1], [u128::MAX - 1, 2], [1 << 127, 1 << 127]] {
            assert!(matches!(total(parts), Err(Fault::Overflow)));
        }
    }

    #[test]
    fn a_stopped_counter_gives_no_total() {
        let counter = Counter::with_exactly(2).unwrap();
        counter.watch().stop();
        assert!(matches!(counter.count(&Uniform(2), &(), 20), Err(Fault::Stopped)));
        assert!(matches!(counter.stats(&Uniform(2), &(), 0, 20), Err(Fault::Stopped)));
    }

    #[test]
    fn a_count_can_be_stopped_from_another_thread() {
        let counter = Counter::new(1).unwrap().with_merge(false);
        let watch = counter.watch();
        std::thread::scope(|scope| {
            let count = scope.spawn(|| counter.count(&Uniform(9), &(), MAX_DEPTH));
            while watch.subtrees() == 0 {
                std::thread::yield_now();
            }
            watch.stop();
            assert!(matches!(count.join().unwrap(), Err(Fault::Stopped)));
        });
    }

    /// The flag is also checked when there are few plies below each branch.
    #[test]
    fn a_shallow_and_wide_count_can_be_stopped() {
        for depth in 3..=5 {
            let counter = Counter::new(1).unwrap().with_bulk(Bulk::None).with_merge(false);
            let watch = counter.watch();
            std::thread::scope(|scope| {
                let count = scope.spawn(|| counter.count(&Uniform(3000), &(), depth));
                while watch.subtrees() == 0 {
                    std::thread::yield_now();
                }
                watch.stop();
                assert!(matches!(count.join().unwrap(), Err(Fault::Stopped)), "depth {depth}");
            });
        }
    }

    #[test]
    fn a_depth_above_the_limit_is_refused() {
        let counter = Counter::new(1).unwrap();
        let depth = MAX_DEPTH + 1;
        assert!(matches!(counter.count(&Uniform(1), &(), depth), Err(Fault::TooDeep { .. })));
        assert!(matches!(counter.stats(&Uniform(1), &(), 0, depth), Err(Fault::TooDeep { .. })));
        assert_eq!(counter.count(&Uniform(1), &(), MAX_DEPTH).unwrap(), 1);
    }

    /// A position has different subtrees under different rules, and one counter may count under many.
    #[test]
    fn a_count_finds_nothing_of_the_one_before() {
        use rules_core::chaturanga::{Game, Rules};
        let counter = Counter::with_exactly(2).unwrap().with_hash(1).with_subtrees(1);
        for _ in 0..2 {
            for (rules, leaves) in [(Rules::NL, 2_022_995), (Rules::TR, 2_030_406), (Rules::SJAAK, 2_018_140)]
            {
                let game = Game::new(rules);
                assert_eq!(counter.count(&game, &game.start(), 5).unwrap(), leaves, "{rules}");
            }
        }
        // There was a table.
        let kept = counter.kept_table().take().unwrap();
        assert_eq!(kept.room(), Table::buckets_in(1));
    }
}
