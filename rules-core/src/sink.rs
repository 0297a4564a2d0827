//! Where a generator hands the moves that it finds.

/// Takes sets of moves, one after the other.
///
/// What is more than a few instructions long is a type of its own, because a closure cannot be told to be inlined, and
/// what is not inlined into its caller is compiled without the CPU features of that caller.
pub(crate) trait Sink<S> {
    fn take(&mut self, moves: S);
}

impl<S, F: FnMut(S)> Sink<S> for F {
    #[inline(always)]
    fn take(&mut self, moves: S) {
        self(moves);
    }
}
