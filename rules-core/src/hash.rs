//! A hash of positions that is the same on every machine.
//!
//! The standard library's hashers are seeded or unspecified, so results that are written to a file and read
//! on another machine cannot use them. This one is a fixed function of a position's key. It spreads every bit
//! of the key over the hash, and does not resist an adversary.

/// Mixes the words of a key into one: each word is added, multiplied by an odd constant and folded.
pub(crate) fn mix(key: [u64; 6]) -> u64 {
    /// Odd, with half of its bits set: 2^64 divided by the golden ratio.
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = FACTOR;
    for word in key {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        hash = (product as u64 ^ (product >> 64) as u64).rotate_left(23).wrapping_add(FACTOR);
    }
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaturanga::{Game, Rules};
    extern crate std;
    use std::collections::HashSet;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn different_positions_have_different_hashes() {
        let game = Game::new(Rules::NL);
        let mut level = vec![game.start()];
        let (mut keys, mut hashes) = (HashSet::new(), HashSet::new());
        for _ in 0..4 {
            let children = |position| game.moves(position).map(move |mv| (position, mv));
            let next: Vec<_> = level.iter().flat_map(children).collect();
            level = next.into_iter().map(|(position, mv)| game.play(position, mv).unwrap()).collect();
            keys.extend(level.iter().map(|position| position.key()));
            hashes.extend(level.iter().map(|position| position.hash64()));
        }
        assert!(keys.len() > 10_000);
        assert_eq!(hashes.len(), keys.len());
    }

    #[test]
    fn every_bit_of_a_key_matters() {
        for word in 0..6 {
            for bit in 0..64 {
                let mut key = [0; 6];
                key[word] = 1 << bit;
                let differing = (mix(key) ^ mix([0; 6])).count_ones();
                assert!((8..=56).contains(&differing), "word {word}, bit {bit}: {differing}");
            }
        }
    }
}
