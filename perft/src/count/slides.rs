//! Moves of sliding pieces added up over several boards at once.

use rules_core::{Bitboard, Square};

/// Returns the number of moves of `sliders`, added up over one board for each square of `to`: on each board,
/// the enemy piece has moved from `from` to that square. The squares of `to` are empty or hold other enemies.
/// `attacks` gives what a slider attacks when these squares are occupied.
#[inline(always)]
pub(super) fn slides_after(
    attacks: impl Fn(Square, Bitboard) -> Bitboard,
    sliders: Bitboard,
    friends: Bitboard,
    occupied: Bitboard,
    from: Bitboard,
    to: Bitboard,
) -> i64 {
    let mut total = 0;
    for square in sliders {
        let reach = attacks(square, occupied.without(from));
        total += i64::from(to.len()) * i64::from(reach.without(friends).len());
        for to in to & reach {
            total -= i64::from((reach & beyond(square, to)).without(friends).len());
        }
    }
    total
}

/// Returns the squares behind `b` as seen from `a`, on one rank, file or diagonal; no squares where they share
/// none.
#[inline(always)]
fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a.index()][b.index()]
}

const DIRECTIONS: [(i8, i8); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

static BEYOND: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let (files, ranks) = DIRECTIONS[direction];
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
    use rules_core::attacks::{bishop, rook};

    #[test]
    fn slides_add_up_over_the_boards() {
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(0xD120_0000_0000_1A55 | 1) ^ bits >> 29;
            let sliders = Bitboard(bits & bits.rotate_left(11) & bits.rotate_left(23));
            let friends = sliders | Bitboard(bits & bits.rotate_left(37));
            let enemies = Bitboard(bits.rotate_left(5)).without(friends);
            let to = Bitboard(bits.rotate_left(29)).without(friends);
            for attacks in [rook, bishop] {
                let slides = |occupied| -> i64 {
                    let moves = |square| i64::from(attacks(square, occupied).without(friends).len());
                    sliders.into_iter().map(moves).sum()
                };
                for from in enemies {
                    let from = Bitboard::of(from);
                    let others = (friends | enemies).without(from);
                    let to = to.without(from);
                    let each: i64 = to.into_iter().map(|to| slides(others | Bitboard::of(to))).sum();
                    let occupied = friends | enemies;
                    assert_eq!(slides_after(attacks, sliders, friends, occupied, from, to), each);
                }
            }
        }
    }
}
