//! The plies from a position, listed.

use crate::{Side, Tree, Visit};

/// The plies from a position, what they lead to, and how often each counts.
pub(crate) fn children<T: Tree>(tree: &T, node: &T::Node) -> Vec<(T::Step, T::Node, u32)> {
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
