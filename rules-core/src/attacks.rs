//! Where men reach on the board: tables made at compile time, and the attacks of the one man that slides.

use crate::{Bitboard, Square};

/// Eight steps around a square.
pub(crate) const AROUND: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// One step, or one leap of `n` squares, along each diagonal.
pub(crate) const fn diagonal(n: i8) -> [(i8, i8); 4] {
    [(-n, -n), (n, -n), (-n, n), (n, n)]
}
/// One leap of `n` squares along each line.
pub(crate) const fn straight(n: i8) -> [(i8, i8); 4] {
    [(-n, 0), (n, 0), (0, -n), (0, n)]
}
/// The eight leaps of `m` squares one way and `n` the other.
pub(crate) const fn oblique(m: i8, n: i8) -> [(i8, i8); 8] {
    [(-m, -n), (-m, n), (m, -n), (m, n), (-n, -m), (-n, m), (n, -m), (n, m)]
}

/// For every square, the squares at these offsets.
pub(crate) const fn leaps(offsets: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut index = 0;
        while index < offsets.len() {
            let (files, ranks) = offsets[index];
            if let Some(to) = Square::truncated(from).offset(files, ranks) {
                table[from as usize].0 |= 1 << to.index();
            }
            index += 1;
        }
        from += 1;
    }
    table
}

/// One step in any direction.
pub(crate) static KING: [Bitboard; 64] = leaps(&AROUND);
/// One step along a diagonal.
pub(crate) static FERZ: [Bitboard; 64] = leaps(&diagonal(1));
/// One diagonal step up the board, and one down: what men that go up, or down, capture.
pub(crate) static PAWN: [[Bitboard; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// The squares strictly between two squares of one rank, file or diagonal; none for others.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = AROUND[direction];
            let mut passed = Bitboard::EMPTY;
            let mut at = Square::truncated(from as u32).offset(files, ranks);
            while let Some(square) = at {
                table[from][square.index()] = passed;
                passed.0 |= 1 << square.index();
                at = square.offset(files, ranks);
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The squares behind `b` as seen from `a`, on one rank or file; none where they share neither.
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
            let (files, ranks) = straight(1)[direction];
            // From the edge inwards.
            let mut at = Square::truncated(from as u32);
            while let Some(square) = at.offset(files, ranks) {
                at = square;
            }
            let mut passed = Bitboard::EMPTY;
            while at.index() != from {
                table[from][at.index()] = passed;
                passed.0 |= 1 << at.index();
                let Some(square) = at.offset(-files, -ranks) else { break };
                at = square;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The two lines through a square, each without it: the part with lower indices and the part with higher ones.
struct Lines {
    file: (u64, u64),
    rank: (u64, u64),
}

static LINES: [Lines; 64] = {
    const NONE: Lines = Lines { file: (0, 0), rank: (0, 0) };
    let mut table = [NONE; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::truncated(index as u32);
        let below = (1u64 << index) - 1;
        let above = !below & !(1 << index);
        let file = Bitboard::file(square.file()).0;
        let rank = Bitboard::rank(square.rank()).0;
        table[index] = Lines { file: (file & below, file & above), rank: (rank & below, rank & above) };
        index += 1;
    }
    table
};

/// The squares of the rank and the file of a square, without it.
#[inline(always)]
pub(crate) fn lines(square: Square) -> Bitboard {
    let Lines { file, rank } = &LINES[square.index()];
    Bitboard(file.0 | file.1 | rank.0 | rank.1)
}

/// The squares a rook reaches, the first occupied one in each direction included.
#[inline(always)]
pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let Lines { file, rank } = &LINES[square.index()];
    Bitboard(slide(*file, occupied.0) | slide(*rank, occupied.0))
}

/// How many moves these rooks have, added up over several boards: on each the man of the other side that stood on `from`
/// stands on one of the squares `to` instead, which are empty or hold other such men.
#[inline(always)]
pub(crate) fn slides_after(
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

/// Obstruction difference: subtracting the nearest blocker below from the blockers above turns over every bit
/// up to the nearest one above.
#[inline(always)]
const fn slide((below, above): (u64, u64), occupied: u64) -> u64 {
    let nearest_below = (1 << 63) >> ((occupied & below) | 1).leading_zeros();
    let upper = occupied & above;
    (upper ^ upper.wrapping_sub(nearest_below)) & (below | above)
}

/// The squares two diagonal steps from any of `from`, where the square between is not occupied.
#[inline(always)]
pub(crate) fn lame_alfil(from: Bitboard, occupied: Bitboard) -> Bitboard {
    let step = |files, ranks| from.shift(files, ranks).without(occupied).shift(files, ranks);
    step(-1, -1) | step(1, -1) | step(-1, 1) | step(1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks each line until it meets a man.
    fn rook_by_steps(from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in straight(1) {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                reached |= Bitboard::of(square);
                at = square.offset(files, ranks).filter(|_| !occupied.contains(square));
            }
        }
        reached
    }

    #[test]
    fn rooks_stop_at_the_first_man() {
        // Multiplying by an odd constant walks through many different boards.
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(0xD120_0000_0000_1A55 | 1) ^ bits >> 29;
            for square in Square::all() {
                for occupied in [Bitboard(bits), Bitboard(bits & bits.rotate_left(17)), Bitboard::EMPTY] {
                    assert_eq!(rook(square, occupied), rook_by_steps(square, occupied));
                }
            }
        }
    }

    #[test]
    fn rooks_slide_on_each_board_by_itself() {
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

    #[test]
    fn between_is_the_gap_of_a_line() {
        assert_eq!(between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
        assert_eq!(between(Square::E8, Square::E6), Bitboard::of(Square::E7));
        assert_eq!(between(Square::E8, Square::E7), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        for a in Square::all() {
            assert_eq!(lines(a), rook(a, Bitboard::EMPTY));
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
            }
        }
    }

    #[test]
    fn a_lame_alfil_is_stopped_by_the_man_between() {
        let from = Bitboard::of(Square::C2);
        assert_eq!(lame_alfil(from, Bitboard::of(Square::D3)), Bitboard::of(Square::A4));
        assert_eq!(lame_alfil(from, Bitboard::of(Square::E4)).len(), 2);
    }
}
