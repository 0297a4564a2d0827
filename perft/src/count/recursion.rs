//! The recursion, compiled twice: for any CPU, and for CPUs with the bit instructions BMI1, BMI2, POPCNT and
//! LZCNT.

use super::subtree::{Bulk, Subtree};
use super::table::{Slot, Table};
use super::tree::{Side, Sides, Tree, Visit};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Returns the number of leaves of a subtree, for [`Tree::leaves`].
pub(crate) fn leaves<T: Sides>(tree: &T, subtree: &Subtree<'_, T::Node>) -> u128 {
    tree.dispatch(subtree.node, Run { tree, subtree })
}

/// Returns the plies from a position, for [`Tree::children`].
pub(crate) fn children<T: Sides>(tree: &T, node: &T::Node) -> Vec<(T::Step, T::Node, u32)> {
    struct List<'a, T: Tree>(&'a T, &'a T::Node);
    impl<T: Tree> Visit<T> for List<'_, T> {
        type Output = Vec<(T::Step, T::Node, u32)>;
        fn visit<S: Side<T>>(self) -> Self::Output {
            let mut list = Vec::new();
            S::children(self.0, self.1, |step, node, ways| list.push((step, node, ways)));
            list
        }
    }
    tree.dispatch(node, List(tree, node))
}

/// A subtree of a tree.
struct Run<'a, T: Tree> {
    tree: &'a T,
    subtree: &'a Subtree<'a, T::Node>,
}

/// How many children are looked up in the table together.
const BATCH: usize = 32;

/// The maximum depth of subtrees that the table does not keep: counting them is faster than looking them up.
pub(crate) const KEPT_DEPTH: u32 = 2;

impl<T: Tree> Visit<T> for Run<'_, T> {
    type Output = u128;

    fn visit<S: Side<T>>(self) -> u128 {
        let Subtree { node, depth, .. } = *self.subtree;
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
        {
            // Bit scans and population counts dominate the generator. Without this, a build without CPU flags
            // takes a quarter to a half longer.
            // SAFETY: the CPU has the four features that the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { tuned::<T, S>(&self, node, depth) };
        }
        portable::<T, S>(&self, node, depth)
    }
}

/// Defines the recursion and the count of the last ply for one set of CPU features. They are separate
/// functions, so that the generator is not inlined into the recursion at each call.
macro_rules! recursion {
    ($(#[$features:meta])? $count:ident, $leaves:ident) => {
        $(#[$features])?
        fn $count<T: Tree, S: Side<T>>(
            root: &Run<'_, T>,
            node: &T::Node,
            depth: u32,
        ) -> u128 {
            count::<T, S>(
                root,
                node,
                depth,
                |node| $leaves::<T, S>(root.tree, node),
                |node| $leaves::<T, S::Next>(root.tree, node),
                |child| $count::<T, S::Next>(root, child, depth - 1),
            )
        }

        $(#[$features])?
        fn $leaves<T: Tree, S: Side<T>>(tree: &T, node: &T::Node) -> u64 {
            S::leaves(tree, node)
        }
    };
}

#[cfg(target_arch = "x86_64")]
recursion!(
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    tuned,
    tuned_leaves
);
recursion!(portable, portable_leaves);

#[inline(always)]
fn count<T: Tree, S: Side<T>>(
    root: &Run<'_, T>,
    node: &T::Node,
    depth: u32,
    leaves: impl Fn(&T::Node) -> u64,
    leaves_below: impl Fn(&T::Node) -> u64,
    deeper: impl Fn(&T::Node) -> u128,
) -> u128 {
    if depth == 0 {
        return 1;
    }
    let Run { tree, subtree: &Subtree { bulk, table, stop, .. } } = *root;
    if depth == 1 && bulk != Bulk::None {
        return leaves(node).into();
    }
    // Often enough to stop within milliseconds, and too seldom to cost time.
    if depth >= 2 && stop.load(Relaxed) {
        return 0;
    }
    if depth == 2 && bulk == Bulk::Two {
        return S::pairs(tree, node, leaves_below).into();
    }
    if let Some(table) = table
        && depth > KEPT_DEPTH
    {
        return count_with::<T, S>(tree, node, depth, table, stop, deeper);
    }
    let mut total = 0u128;
    S::children(tree, node, |_, child, ways| {
        // The optimiser must not skip making the positions that are not counted in bulk.
        let child = if bulk == Bulk::None { black_box(child) } else { child };
        total = total.saturating_add(deeper(&child).saturating_mul(ways.into()));
    });
    total
}

/// Counts as [`count`] does, with the subtrees that the table knows.
#[inline(always)]
fn count_with<T: Tree, S: Side<T>>(
    tree: &T,
    node: &T::Node,
    depth: u32,
    table: &Table,
    stop: &AtomicBool,
    deeper: impl Fn(&T::Node) -> u128,
) -> u128 {
    let mut total = 0;
    // Batching the lookups overlaps their cache misses.
    let mut batch = [(*node, 0, table.slot(T::key(node), depth)); BATCH];
    let mut len = 0;
    let mut finish = |batch: &[(T::Node, u32, Slot)]| {
        let mut known = [None; BATCH];
        for (known, (_, _, slot)) in known.iter_mut().zip(batch) {
            *known = table.get(*slot);
        }
        for ((child, ways, slot), known) in batch.iter().zip(known) {
            let leaves = known.map_or_else(
                || {
                    let leaves = deeper(child);
                    if !stop.load(Relaxed) {
                        table.put(*slot, leaves);
                    }
                    leaves
                },
                u128::from,
            );
            total = leaves.saturating_mul((*ways).into()).saturating_add(total);
        }
    };
    S::children(tree, node, |_, child, ways| {
        if len == BATCH {
            finish(&batch);
            len = 0;
        }
        batch[len] = (child, ways, table.slot(T::key(&child), depth - 1));
        len += 1;
    });
    finish(&batch[..len]);
    total
}
