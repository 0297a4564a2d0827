//! Numbers of moves for each face of a die, in one word.

use rules_core::chaturaji::{Face, FaceSet};

/// The number of bits of each number.
const WIDTH: u32 = 16;

/// One, for each face, by `Face as usize`.
pub(super) const LANES: [i64; 4] = [1, 1 << WIDTH, 1 << (2 * WIDTH), 1 << (3 * WIDTH)];

/// One for every face.
const ONES: i64 = LANES[0] + LANES[1] + LANES[2] + LANES[3];

/// How many moves each face allows, or how many pairs of moves.
///
/// A number is below 2^15: a seat has at most eight pieces with at most 14 moves each, which makes 112 moves
/// and 12544 pairs. While changes are added up, numbers may borrow from each other; the sum is right again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ByFace(pub(super) i64);

impl ByFace {
    /// No moves.
    pub(super) const NONE: Self = Self(0);

    /// Returns this number of moves of one face.
    #[inline(always)]
    pub(super) const fn of(face: Face, moves: u32) -> Self {
        Self(LANES[face as usize] * moves as i64)
    }

    /// Adds the numbers face by face.
    #[inline(always)]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Returns the number for a face.
    #[inline(always)]
    pub(super) const fn get(self, face: Face) -> u64 {
        self.0 as u64 >> (WIDTH * face as u32) & 0xFFFF
    }

    /// Returns 1 for each face whose number is not 0.
    #[inline(always)]
    const fn some(self) -> Self {
        // A carry into the highest bit of each number.
        let carried = self.0 as u64 + 0x7FFF * ONES as u64;
        Self((carried >> (WIDTH - 1)) as i64 & ONES)
    }

    /// Returns 1 for each face whose number is 0.
    #[inline(always)]
    pub(super) const fn none(self) -> Self {
        Self(ONES - self.some().0)
    }

    /// Returns the faces whose numbers are not 0.
    #[inline(always)]
    pub(super) fn faces(self) -> FaceSet {
        // Each factor moves the bit of one face to its place above the other three.
        const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
        FaceSet::from_bits(((self.some().0 as u64).wrapping_mul(GATHER) >> 48) as u8)
    }

    /// Returns the sum of the numbers, each multiplied by the weight of its face.
    #[inline(always)]
    pub(super) fn times(self, weights: [u32; 4]) -> u64 {
        Face::ALL.into_iter().map(|face| self.get(face) * u64::from(weights[face as usize])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_different_faces_do_not_mix() {
        let moves = [0, 12_544, 1, 0];
        let all = Face::ALL.map(|face| ByFace::of(face, moves[face as usize]));
        let sum = all.into_iter().fold(ByFace::NONE, ByFace::plus);
        for face in Face::ALL {
            assert_eq!(sum.get(face), u64::from(moves[face as usize]));
            assert_eq!(sum.faces().contains(face), moves[face as usize] > 0);
            assert_eq!(sum.none().get(face), u64::from(moves[face as usize] == 0));
        }
        assert_eq!(sum.times([1, 2, 3, 4]), 2 * 12_544 + 3);
    }
}
