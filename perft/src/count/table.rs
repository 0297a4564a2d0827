//! A table of counted subtrees, shared by all threads without locks.

use super::fault::Fault;
use memmap2::MmapMut;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Leaf counts, keyed by position and depth.
///
/// A 128-bit hash of the whole position and the depth identifies a subtree. The upper half chooses a bucket
/// of four entries, and the lower half is compared with each of them. A probe for an absent key therefore
/// returns a wrong count with probability 2^-62: 0.00002 wrong counts are expected in 10^14 probes.
#[derive(Debug)]
pub(crate) struct Table {
    memory: MmapMut,
    /// The number of buckets in use, from the first one on. Untouched memory costs nothing.
    used: usize,
}

/// The entries of one cache line, which are probed together.
#[repr(C, align(64))]
struct Bucket([Entry; 4]);

/// The number of leaves, and the check bits xor that number: if two threads write different halves, the check
/// fails.
#[repr(C)]
struct Entry {
    checked: AtomicU64,
    leaves: AtomicU64,
}

const MIB: usize = 1 << 20;

/// The slot of a subtree in the table.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    bucket: usize,
    check: u64,
}

impl Table {
    /// Returns the number of buckets that fit in this many MiB.
    pub(crate) const fn buckets_in(mib: usize) -> usize {
        mib.saturating_mul(MIB) / size_of::<Bucket>()
    }

    /// Returns the number of buckets needed for this many subtrees.
    pub(crate) const fn buckets_for(subtrees: usize) -> usize {
        subtrees.div_ceil(size_of::<Bucket>() / size_of::<Entry>())
    }

    /// Creates a table with room for this many buckets, none of them in use.
    ///
    /// # Errors
    /// [`Fault::Memory`] when the system has no room for it.
    pub(crate) fn new(buckets: usize) -> Result<Self, Fault> {
        let bytes = buckets.saturating_mul(size_of::<Bucket>());
        let memory = MmapMut::map_anon(bytes).map_err(|error| Fault::Memory { mib: bytes / MIB, error })?;
        // A hint that the system may refuse. With ordinary pages, page faults take a third of the time.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory, used: 0 })
    }

    /// Returns the number of buckets that fit in the memory.
    pub(crate) fn room(&self) -> usize {
        self.memory.len() / size_of::<Bucket>()
    }

    /// Clears the table, and activates up to `used` buckets. Clearing old memory is far faster than mapping
    /// new memory, which the system has to find and clear.
    pub(crate) fn restart(&mut self, used: usize) {
        let bytes = self.used * size_of::<Bucket>();
        self.memory[..bytes].par_chunks_mut(MIB).for_each(|bytes| bytes.fill(0));
        self.used = used.min(self.room());
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        let start = self.memory.as_ptr().cast::<Bucket>();
        // SAFETY: the mapping lives as long as `self`, begins on a page boundary, and has room for at least
        // `used` buckets. It starts zeroed, which is valid for atomic integers, and nothing else refers to
        // it. A table in ordinary memory would need no unsafe code but is slower: see `new`.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(start, self.used)
        }
    }

    #[inline(always)]
    pub(crate) fn slot(&self, key: [u64; 6], depth: u32) -> Slot {
        let mut bytes = [0; 48];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(key) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let hash = xxh3_128_with_seed(&bytes, depth.into());
        // The upper half, as a fraction of the table, chooses the bucket.
        let bucket = ((hash >> 64) * self.buckets().len() as u128) >> 64;
        Slot { bucket: bucket as usize, check: hash as u64 }
    }

    /// Returns the number of leaves stored for this subtree, unless it was replaced.
    #[inline(always)]
    pub(crate) fn get(&self, slot: Slot) -> Option<u64> {
        self.buckets()[slot.bucket].0.iter().find_map(|entry| {
            let leaves = entry.leaves.load(Relaxed);
            (entry.checked.load(Relaxed) ^ leaves == slot.check).then_some(leaves)
        })
    }

    /// Replaces the smallest subtree of the bucket by this one. Does not store a number above 64 bits.
    #[inline(always)]
    pub(crate) fn put(&self, slot: Slot, leaves: u128) {
        let Ok(leaves) = u64::try_from(leaves) else { return };
        let smallest = self.buckets()[slot.bucket].0.iter().min_by_key(|entry| entry.leaves.load(Relaxed));
        if let Some(entry) = smallest {
            entry.checked.store(slot.check ^ leaves, Relaxed);
            entry.leaves.store(leaves, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(buckets: usize) -> Table {
        let mut table = Table::new(buckets).unwrap();
        table.restart(buckets);
        table
    }

    #[test]
    fn a_table_that_is_restarted_is_empty_and_as_large_as_there_is_room() {
        let mut table = table(10);
        for used in [10, 3, 7, 1, 20] {
            (0..500).for_each(|number| table.put(table.slot([number; 6], 3), 1));
            table.restart(used);
            assert_eq!((table.buckets().len(), table.room()), (used.min(10), 10));
            let is_zero = |entry: &Entry| entry.leaves.load(Relaxed) | entry.checked.load(Relaxed) == 0;
            assert!(table.buckets().iter().all(|bucket| bucket.0.iter().all(is_zero)));
        }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!((size_of::<Bucket>(), align_of::<Bucket>()), (64, 64));
        assert_eq!(table(Table::buckets_in(3)).buckets().len(), 3 << 14);
    }

    #[test]
    fn what_was_stored_is_found_and_nothing_else() {
        let table = table(1000);
        for number in 0..2000u64 {
            let slot = table.slot([number; 6], 3);
            assert_eq!(table.get(slot), None);
            table.put(slot, number.into());
            assert_eq!(table.get(slot), Some(number));
            assert_eq!(table.get(table.slot([number; 6], 4)), None);
            assert_eq!(table.get(table.slot([number, 0, 0, 0, 0, 1], 3)), None);
        }
    }

    /// In one bucket, every subtree collides with every other.
    #[test]
    fn the_largest_subtrees_and_the_latest_stay() {
        let table = table(1);
        let slots: Vec<Slot> = (0..100).map(|number| table.slot([number; 6], 3)).collect();
        for (leaves, slot) in slots.iter().enumerate() {
            table.put(*slot, leaves as u128 + 1);
        }
        for (index, slot) in slots.iter().enumerate() {
            assert_eq!(table.get(*slot), (index >= 96).then_some(index as u64 + 1));
        }
        table.put(slots[0], 1);
        assert_eq!(table.get(slots[0]), Some(1));
        assert_eq!(table.get(slots[96]), None);
        table.put(slots[1], u128::from(u64::MAX) + 1);
        assert_eq!(table.get(slots[1]), None);
    }

    #[test]
    fn a_subtree_without_leaves_is_known_too() {
        let table = table(1);
        let slot = table.slot([7; 6], 3);
        table.put(slot, 0);
        assert_eq!(table.get(slot), Some(0));
    }

    /// An entry whose halves two threads wrote matches neither subtree.
    #[test]
    fn halves_of_two_entries_do_not_fit() {
        let table = table(1);
        let slots = [1, 2].map(|number| table.slot([number; 6], 3));
        table.put(slots[0], 10);
        table.buckets()[0].0.iter().for_each(|entry| entry.leaves.store(20, Relaxed));
        assert!(slots.iter().all(|&slot| table.get(slot).is_none()));
    }

    #[test]
    fn a_table_for_which_there_is_no_room_is_refused() {
        assert!(matches!(Table::new(usize::MAX), Err(Fault::Memory { .. })));
    }
}
