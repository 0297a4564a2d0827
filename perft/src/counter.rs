//! The parallel driver: a tree is cut into subtrees, which are counted apart and added up.

use crate::recursion::Subtree;
use crate::{Fault, MAX_DEPTH, Side, Tree, Visit};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How far a count has come, readable from other threads; the way to stop it.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    subtrees: AtomicU64,
    finished: AtomicU64,
    nodes: AtomicU64,
}

impl Watch {
    /// Makes the counts that are running, and all later ones, end with [`Fault::Stopped`].
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The flag that [`Watch::stop`] sets, for those who have to set it from a signal handler.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether [`Watch::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// How many subtrees the running count has, 0 while it is being cut into them.
    pub fn subtrees(&self) -> u64 {
        self.subtrees.load(Relaxed)
    }

    /// How many of them are finished.
    pub fn finished(&self) -> u64 {
        self.finished.load(Relaxed)
    }

    /// How many leaves were counted in them, modulo 2^64: good for a rate, not for a total.
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

/// How often each of [`Tree::EVENTS`] happens at the leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// The number of leaves.
    pub nodes: u128,
    /// For each event, at how many of them it happens.
    pub events: Vec<u128>,
}

/// Counts trees with a number of threads of its own.
#[derive(Debug)]
pub struct Counter {
    pool: ThreadPool,
    bulk: bool,
    watch: Arc<Watch>,
}

/// A position some plies below the root.
struct Branch<N> {
    /// Below which of the root's plies it stands.
    first: usize,
    node: N,
}

/// So many subtrees keep any machine busy until the last moment, and progress smooth.
const ENOUGH_SUBTREES: usize = 4096;

impl Counter {
    /// A counter with this many threads, 0 for one on each core.
    ///
    /// # Errors
    /// [`Fault::Threads`] when they cannot be started.
    pub fn new(threads: usize) -> Result<Self, Fault> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(Fault::Threads)?;
        Ok(Self { pool, bulk: true, watch: Arc::default() })
    }

    /// Makes every leaf instead of counting the moves of the last ply in bulk: slower, and the only fair way to
    /// compare with programs that do so.
    #[must_use]
    pub fn without_bulk(mut self) -> Self {
        self.bulk = false;
        self
    }

    /// How far the counts of this counter have come.
    pub fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.watch)
    }

    /// The number of sequences of `depth` plies from a position.
    ///
    /// # Errors
    /// [`Fault::TooDeep`], [`Fault::Overflow`] or [`Fault::Stopped`].
    pub fn count<T: Tree>(&self, tree: &T, root: &T::Node, depth: u32) -> Result<u128, Fault> {
        if depth == 0 {
            return Ok(1);
        }
        let parts = self.divide(tree, root, depth)?;
        total(parts.into_iter().map(|part| part.1))
    }

    /// The same, split by the first ply, in the order of the plies. Empty at depth 0 and when the position is over.
    ///
    /// # Errors
    /// As [`Counter::count`].
    ///
    /// ```
    /// use perft::Counter;
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::NL);
    /// let parts = Counter::new(1)?.divide(&game, &game.start(), 2)?;
    /// let (mv, nodes) = parts[0];
    /// assert_eq!((mv.to_string(), nodes), ("b1a3".to_string(), 18));
    /// assert_eq!(parts.iter().map(|part| part.1).sum::<u128>(), 324);
    /// # Ok::<(), perft::Fault>(())
    /// ```
    pub fn divide<T: Tree>(
        &self,
        tree: &T,
        root: &T::Node,
        depth: u32,
    ) -> Result<Vec<(T::Step, u128)>, Fault> {
        check_depth(depth)?;
        if depth == 0 {
            return Ok(Vec::new());
        }
        let mut parts = Vec::new();
        let mut branches = Vec::new();
        for (step, node) in children(tree, root) {
            branches.push(Branch { first: parts.len(), node });
            parts.push((step, 0u128));
        }
        let depth = self.cut(tree, &mut branches, depth - 1);
        let totals = self.each(&branches, |branch| {
            let nodes = self.subtree(tree, &branch.node, depth);
            self.watch.finish(nodes);
            nodes
        })?;
        for (branch, nodes) in branches.iter().zip(totals) {
            let sum = &mut parts[branch.first].1;
            *sum = total([*sum, nodes])?;
        }
        parts.sort_unstable_by_key(|part| part.0);
        Ok(parts)
    }

    /// The number of sequences and what happens at their last plies. Every leaf is made and looked at, so this
    /// is far slower than [`Counter::count`]. Depth 0 has no last ply: one leaf, and nothing happens.
    ///
    /// # Errors
    /// As [`Counter::count`].
    pub fn stats<T: Tree>(&self, tree: &T, root: &T::Node, depth: u32) -> Result<Stats, Fault> {
        check_depth(depth)?;
        let none = || Stats { nodes: 0, events: vec![0; T::EVENTS.len()] };
        if depth == 0 {
            return Ok(Stats { nodes: 1, ..none() });
        }
        let mut branches = vec![Branch { first: 0, node: *root }];
        let depth = self.cut(tree, &mut branches, depth);
        let parts = self.each(&branches, |branch| {
            let mut stats = none();
            self.tally(tree, &branch.node, depth, &mut stats);
            self.watch.finish(stats.nodes);
            stats
        })?;
        // Leaves that were looked at one by one are far fewer than fit.
        Ok(parts.into_iter().fold(none(), |mut sum, part| {
            sum.nodes += part.nodes;
            sum.events.iter_mut().zip(part.events).for_each(|(sum, events)| *sum += events);
            sum
        }))
    }

    fn tally<T: Tree>(&self, tree: &T, node: &T::Node, depth: u32, stats: &mut Stats) {
        if self.watch.is_stopped() {
            return;
        }
        for (step, child) in children(tree, node) {
            if depth > 1 {
                self.tally(tree, &child, depth - 1, stats);
                continue;
            }
            stats.nodes += 1;
            let events = tree.events(node, step, &child);
            for (bit, sum) in stats.events.iter_mut().enumerate() {
                *sum += u128::from(events >> bit & 1);
            }
        }
    }

    /// Replaces the branches by those of later plies until there are enough, and says how many plies are left
    /// below them: of `depth` at least one, so that the last ply can be counted in bulk.
    fn cut<T: Tree>(&self, tree: &T, branches: &mut Vec<Branch<T::Node>>, mut depth: u32) -> u32 {
        self.watch.begin(0);
        while depth > 1 && branches.len() < ENOUGH_SUBTREES && !branches.is_empty() {
            let deeper = |&Branch { first, ref node }: &Branch<T::Node>| {
                children(tree, node).into_iter().map(move |(_, node)| Branch { first, node })
            };
            *branches = branches.iter().flat_map(deeper).collect();
            depth -= 1;
        }
        self.watch.begin(branches.len());
        depth
    }

    /// Does the work of each branch on the threads of the counter; the results stand in the same order.
    fn each<N: Sync, R: Send>(
        &self,
        branches: &[Branch<N>],
        work: impl Fn(&Branch<N>) -> R + Send + Sync,
    ) -> Result<Vec<R>, Fault> {
        let results = self.pool.install(|| branches.par_iter().with_max_len(1).map(work).collect());
        if self.watch.is_stopped() { Err(Fault::Stopped) } else { Ok(results) }
    }

    fn subtree<T: Tree>(&self, tree: &T, node: &T::Node, depth: u32) -> u128 {
        let stop = &self.watch.stop;
        if self.bulk {
            tree.dispatch(node, Subtree::<T, true> { tree, node, depth, stop })
        } else {
            tree.dispatch(node, Subtree::<T, false> { tree, node, depth, stop })
        }
    }
}

/// The sum of the parts; a part that is `u128::MAX` stands for one that did not fit itself.
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

/// Each ply from a position and the position after it, as a list.
fn children<T: Tree>(tree: &T, node: &T::Node) -> Vec<(T::Step, T::Node)> {
    struct Children<'a, T: Tree>(&'a T, &'a T::Node);
    impl<T: Tree> Visit<T> for Children<'_, T> {
        type Output = Vec<(T::Step, T::Node)>;
        fn visit<S: Side<T>>(self) -> Self::Output {
            let mut children = Vec::new();
            S::children(self.0, self.1, |step, child| children.push((step, child)));
            children
        }
    }
    tree.dispatch(node, Children(tree, node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;

    /// A tree without moves of any game: every node has as many children as it says.
    struct Uniform(u64);

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
        const EVENTS: &'static [&'static str] = &["odd", "always"];

        fn dispatch<V: Visit<Self>>(&self, (): &(), visit: V) -> V::Output {
            visit.visit::<()>()
        }

        fn events(&self, (): &(), step: Nth, (): &()) -> u32 {
            (step.0 & 1) as u32 | 2
        }
    }

    impl Side<Uniform> for () {
        type Next = ();

        fn leaves(tree: &Uniform, (): &()) -> u64 {
            tree.0
        }

        fn children(tree: &Uniform, (): &(), mut visit: impl FnMut(Nth, ())) {
            (0..tree.0).rev().for_each(|index| visit(Nth(index), ()));
        }
    }

    #[test]
    fn totals_are_powers_whatever_the_threads() {
        for threads in [1, 2, 3, 8] {
            for depth in 0..=14 {
                let counter = Counter::new(threads).unwrap();
                assert_eq!(counter.count(&Uniform(3), &(), depth).unwrap(), 3u128.pow(depth));
                let made = counter.without_bulk();
                assert_eq!(made.count(&Uniform(3), &(), depth).unwrap(), 3u128.pow(depth));
            }
        }
    }

    #[test]
    fn divide_lists_the_plies_in_order_and_adds_up() {
        let counter = Counter::new(2).unwrap();
        for depth in 1..=9 {
            let parts = counter.divide(&Uniform(5), &(), depth).unwrap();
            let steps: Vec<u64> = parts.iter().map(|part| part.0.0).collect();
            assert_eq!(steps, [0, 1, 2, 3, 4]);
            assert!(parts.iter().all(|part| part.1 == 5u128.pow(depth - 1)));
        }
        assert!(counter.divide(&Uniform(5), &(), 0).unwrap().is_empty());
        assert!(counter.divide(&Uniform(0), &(), 3).unwrap().is_empty());
    }

    #[test]
    fn events_are_counted_at_the_last_ply_only() {
        let counter = Counter::new(2).unwrap();
        for depth in 1..=8 {
            let nodes = 5u128.pow(depth);
            let stats = counter.stats(&Uniform(5), &(), depth).unwrap();
            assert_eq!(stats, Stats { nodes, events: vec![nodes / 5 * 2, nodes] });
        }
        let root = counter.stats(&Uniform(5), &(), 0).unwrap();
        assert_eq!(root, Stats { nodes: 1, events: vec![0, 0] });
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
        let counter = Counter::new(2).unwrap();
        counter.watch().stop();
        assert!(matches!(counter.count(&Uniform(2), &(), 20), Err(Fault::Stopped)));
        assert!(matches!(counter.stats(&Uniform(2), &(), 20), Err(Fault::Stopped)));
    }

    #[test]
    fn a_count_can_be_stopped_from_another_thread() {
        let counter = Counter::new(1).unwrap();
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

    #[test]
    fn a_depth_above_the_limit_is_refused() {
        let counter = Counter::new(1).unwrap();
        let depth = MAX_DEPTH + 1;
        assert!(matches!(counter.count(&Uniform(1), &(), depth), Err(Fault::TooDeep { .. })));
        assert!(matches!(counter.stats(&Uniform(1), &(), depth), Err(Fault::TooDeep { .. })));
        assert_eq!(counter.count(&Uniform(1), &(), MAX_DEPTH).unwrap(), 1);
    }
}
