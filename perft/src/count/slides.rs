//! Moves of rooks added up over several boards at once.

use rules_core::attacks::rook;
use rules_core::{Bitboard, Square};

/// Returns the number of moves of `rooks`, added up over one board for each square of `to`: on each board,
/// the enemy piece has moved from `from` to that square. The squares of `to` are empty or hold other enemies.
#[inline(always)]
pub(super) fn slides_after(
    rooks: Bitboard,
    friends: Bitboard,
    occupied: Bitboard,
    from: Bitboard,
    to: Bitboard,
) -> i64 {
    let mut total = 0;
    for square in rooks {
        let reach = rook(square, occupied.without(from));
        total += i64::from(to.len()) * i64::from(reach.without(friends).len());
        for to in to & reach {
            total -= i64::from((reach & beyond(square, to)).without(friends).len());
        }
    }
    total
}

/// Returns the squares behind `b` as seen from `a`, on one rank or file; no squares where they share neither.
#[inline(always)]
fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a.index()][b.index()]
}

static BEYOND: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = [(-1, 0), (1, 0), (0, -1), (0, 1)][direction];
            let mut at = square(from);
            // From the edge inwards.
            while let Some(further) = at.offset(files, ranks) {
                at = further;
            }
            let mut passed = 0;
            while at.index() != from {
                table[from][at.index()] = Bitboard(passed);
                passed |= 1 << at.index();
                at = match at.offset(-files, -ranks) {
                    Some(nearer) => nearer,
                    None => break,
                };
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

const fn square(index: usize) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => panic!("an index is 0 to 63"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_add_up_over_the_boards() {
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(0xD120_0000_0000_1A55 | 1) ^ bits >> 29;
            let rooks = Bitboard(bits & bits.rotate_left(11) & bits.rotate_left(23));
            let friends = rooks | Bitboard(bits & bits.rotate_left(37));
            let enemies = Bitboard(bits.rotate_left(5)).without(friends);
            let to = Bitboard(bits.rotate_left(29)).without(friends);
            let slides = |occupied| -> i64 {
                rooks.into_iter().map(|square| i64::from(rook(square, occupied).without(friends).len())).sum()
            };
            for from in enemies {
                let from = Bitboard::of(from);
                let others = (friends | enemies).without(from);
                let to = to.without(from);
                let each: i64 = to.into_iter().map(|to| slides(others | Bitboard::of(to))).sum();
                assert_eq!(slides_after(rooks, friends, friends | enemies, from, to), each);
            }
        }
    }
}
