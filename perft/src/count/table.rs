//! A table of subtrees that have been counted, shared by all threads without locks.

use super::fault::Fault;
use memmap2::MmapMut;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Sizes of subtrees by position and depth.
///
/// A subtree is known by 128 bits of a hash of its whole position and its depth, of which 64 choose no place in the
/// table: four entries are compared in a probe, so that one probe in 2^62 that should find nothing is expected to find a
/// wrong total, and in 10^14 probes 0.00002.
#[derive(Debug)]
pub(crate) struct Table {
    memory: MmapMut,
    /// How many buckets are used, from the first one on: memory that is not touched costs nothing.
    used: usize,
}

/// Entries that are looked at together, in one cache line.
#[repr(C, align(64))]
struct Bucket([Entry; 4]);

/// The number of leaves and, exclusive-or it, the check bits: one that two threads wrote at once does not fit.
#[repr(C)]
struct Entry {
    checked: AtomicU64,
    leaves: AtomicU64,
}

const MIB: usize = 1 << 20;

/// Where the size of a subtree belongs.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    bucket: usize,
    check: u64,
}

impl Table {
    /// How many buckets fit in so many MiB.
    pub(crate) const fn buckets_in(mib: usize) -> usize {
        mib.saturating_mul(MIB) / size_of::<Bucket>()
    }

    /// How many buckets hold so many subtrees.
    pub(crate) const fn buckets_for(subtrees: usize) -> usize {
        subtrees.div_ceil(size_of::<Bucket>() / size_of::<Entry>())
    }

    /// A table with room for so many buckets, of which none is used yet.
    ///
    /// # Errors
    /// [`Fault::Memory`] when there is no room for it.
    pub(crate) fn new(buckets: usize) -> Result<Self, Fault> {
        let bytes = buckets.saturating_mul(size_of::<Bucket>());
        let memory = MmapMut::map_anon(bytes).map_err(|error| Fault::Memory { mib: bytes / MIB, error })?;
        // A hint that may be refused: with ordinary pages a third of the time goes into waiting for them.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory, used: 0 })
    }

    /// How many buckets there is room for.
    pub(crate) fn room(&self) -> usize {
        self.memory.len() / size_of::<Bucket>()
    }

    /// Forgets everything, and uses so many buckets from now on, of those that there is room for. Memory that is cleared
    /// is far quicker than memory that is new: the system clears that, too, and has to find it first.
    pub(crate) fn restart(&mut self, used: usize) {
        let bytes = self.used * size_of::<Bucket>();
        self.memory[..bytes].par_chunks_mut(MIB).for_each(|bytes| bytes.fill(0));
        self.used = used.min(self.room());
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        let start = self.memory.as_ptr().cast::<Bucket>();
        // SAFETY: the memory is mapped for as long as `self` lives and begins on a page, it has room for more buckets than
        // are used, it was all zeroes at first, which
        // atomic numbers may be, and nobody else has access to it. A table in ordinary memory, for which this would not be
        // needed, is slower: see `new`.
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
        // The upper half chooses the place, as a fraction of the table.
        let bucket = ((hash >> 64) * self.buckets().len() as u128) >> 64;
        Slot { bucket: bucket as usize, check: hash as u64 }
    }

    /// The number of leaves that was stored there for this subtree, unless it was replaced.
    #[inline(always)]
    pub(crate) fn get(&self, slot: Slot) -> Option<u64> {
        self.buckets()[slot.bucket].0.iter().find_map(|entry| {
            let leaves = entry.leaves.load(Relaxed);
            (entry.checked.load(Relaxed) ^ leaves == slot.check).then_some(leaves)
        })
    }

    /// Stores a number of leaves in the place of the smallest subtree there; one that does not fit is not stored.
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

    /// In one bucket, so that every subtree collides with every other.
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

    /// An entry of which two threads wrote one half each is not taken for either.
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
