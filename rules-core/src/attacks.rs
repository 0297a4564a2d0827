//! Attacks on an 8×8 board: tables of leaps computed at compile time, and slides that occupied squares block.
//!
//! An attack set holds every square on which the piece could capture, whatever stands there, so the caller
//! removes the squares of its own pieces. Leapers (king, ferz, alfil, knight) are one table lookup. Rook and
//! bishop are computed from the occupied squares by subtraction, without large tables; the attacks of lame
//! alfils are computed for all of them at once.
//!
//! How a piece moves is a matter of the rules, so pieces are asked for their attacks elsewhere:
//! [`chaturanga::Game::pattern`](crate::chaturanga::Game::pattern),
//! [`chaturaji::Game::attacks`](crate::chaturaji::Game::attacks).

use crate::{Bitboard, Square};

/// The offsets, files and ranks, of the eight squares around a square.
pub(crate) const AROUND: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// The offsets `n` squares along each diagonal.
pub(crate) const fn diagonal(n: i8) -> [(i8, i8); 4] {
    [(-n, -n), (n, -n), (-n, n), (n, n)]
}
/// The offsets `n` squares along each rank and file.
pub(crate) const fn straight(n: i8) -> [(i8, i8); 4] {
    [(-n, 0), (n, 0), (0, -n), (0, n)]
}
/// The eight offsets of an (`m`, `n`) leaper.
pub(crate) const fn oblique(m: i8, n: i8) -> [(i8, i8); 8] {
    [(-m, -n), (-m, n), (m, -n), (m, n), (-n, -m), (-n, m), (n, -m), (n, m)]
}

/// Returns, for every square, the squares at these offsets.
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

/// The attacks of a king: one step in eight directions.
pub(crate) static KING: [Bitboard; 64] = leaps(&AROUND);
/// The attacks of a ferz: one step along a diagonal.
pub(crate) static FERZ: [Bitboard; 64] = leaps(&diagonal(1));
/// The attacks of pawns that move up the board, and of those that move down.
pub(crate) static PAWN: [[Bitboard; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// Returns the squares strictly between two squares of one rank, file or diagonal; no squares for other
/// pairs.
///
/// The move generator finds pins and the answers to checks with it: a piece that alone stands between a
/// slider and a raja is pinned, and a move onto a square in between stops a check.
///
/// ```
/// use rules_core::{Square, attacks};
/// assert_eq!(attacks::between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
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

/// Two lines that cross on a square, without the square, each as two parts: the squares with lower indices and
/// those with higher ones.
pub(crate) type Cross = [(u64, u64); 2];

/// The file and the rank of every square.
pub(crate) static LINES: [Cross; 64] = crosses([(0, 1), (1, 0)]);
/// The two diagonals of every square.
pub(crate) static DIAGONALS: [Cross; 64] = crosses([(1, 1), (-1, 1)]);

/// Returns, for every square, the lines through it in two directions of which each goes to higher indices.
const fn crosses(directions: [(i8, i8); 2]) -> [Cross; 64] {
    let mut table = [[(0, 0); 2]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 2 {
            let (files, ranks) = directions[line];
            table[from][line] = (ray(from, -files, -ranks), ray(from, files, ranks));
            line += 1;
        }
        from += 1;
    }
    table
}

/// Returns the squares from a square to the edge of the board in one direction, without the square.
const fn ray(from: usize, files: i8, ranks: i8) -> u64 {
    let mut squares = 0;
    let mut at = Square::truncated(from as u32).offset(files, ranks);
    while let Some(square) = at {
        squares |= 1 << square.index();
        at = square.offset(files, ranks);
    }
    squares
}

/// Returns the squares of the rank and the file of a square, without the square itself: the attacks of a rook
/// on an empty board.
///
/// ```
/// use rules_core::{Bitboard, Square, attacks};
/// assert_eq!(attacks::lines(Square::A1), Bitboard::file(0) ^ Bitboard::rank(0));
/// assert_eq!(attacks::lines(Square::D4).len(), 14);
/// ```
#[inline(always)]
pub fn lines(square: Square) -> Bitboard {
    let [file, rank] = &LINES[square.index()];
    Bitboard(file.0 | file.1 | rank.0 | rank.1)
}

/// Returns the attacks of a rook: in each direction the squares up to the first occupied one, which is
/// included. The ratha of chaturanga (tr § Ratha) and the elephant of chaturaji (ar § movement of the pieces)
/// move so, and the boat under `boat-move=rook`.
///
/// ```
/// use rules_core::{Bitboard, Square, attacks};
/// let occupied = [Square::A3, Square::C1].into_iter().collect();
/// let expected: Bitboard = [Square::A2, Square::A3, Square::B1, Square::C1].into_iter().collect();
/// assert_eq!(attacks::rook(Square::A1, occupied), expected);
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slides(&LINES, square, occupied)
}

/// Returns the attacks of a bishop: along each diagonal the squares up to the first occupied one, which is
/// included. The elephant of chaturaji moves so under `elephant-move=bishop`.
///
/// ```
/// use rules_core::{Bitboard, Square, attacks};
/// let occupied = Bitboard::of(Square::C3);
/// let expected: Bitboard = [Square::B2, Square::C3].into_iter().collect();
/// assert_eq!(attacks::bishop(Square::A1, occupied), expected);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slides(&DIAGONALS, square, occupied)
}

/// Returns the attacks of a piece that slides along these lines.
#[inline(always)]
pub(crate) fn slides(lines: &[Cross; 64], square: Square, occupied: Bitboard) -> Bitboard {
    let [one, other] = &lines[square.index()];
    Bitboard(slide(*one, occupied.0) | slide(*other, occupied.0))
}

/// Returns the attacks along one line by obstruction difference: subtracting the nearest blocker below from
/// the blockers above flips every bit up to the nearest blocker above.
#[inline(always)]
const fn slide((below, above): (u64, u64), occupied: u64) -> u64 {
    let nearest_below = (1 << 63) >> ((occupied & below) | 1).leading_zeros();
    let upper = occupied & above;
    (upper ^ upper.wrapping_sub(nearest_below)) & (below | above)
}

/// Returns the attacks of all lame alfils on `from`: the squares two diagonal steps away, where the square in
/// between is not occupied.
///
/// ```
/// use rules_core::{Bitboard, Square, attacks};
/// let attacks = attacks::lame_alfil(Bitboard::of(Square::C1), Bitboard::of(Square::D2));
/// assert_eq!(attacks, Bitboard::of(Square::A3));
/// ```
#[inline(always)]
pub fn lame_alfil(from: Bitboard, occupied: Bitboard) -> Bitboard {
    let step = |files, ranks| from.shift(files, ranks).without(occupied).shift(files, ranks);
    step(-1, -1) | step(1, -1) | step(-1, 1) | step(1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks in each direction to the first occupied square.
    fn by_steps(directions: [(i8, i8); 4], from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in directions {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                reached |= Bitboard::of(square);
                at = square.offset(files, ranks).filter(|_| !occupied.contains(square));
            }
        }
        reached
    }

    #[test]
    fn sliders_stop_at_the_first_occupied_square() {
        // Multiplying by an odd constant walks through many different boards.
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(0xD120_0000_0000_1A55 | 1) ^ bits >> 29;
            for square in Square::all() {
                for occupied in [Bitboard(bits), Bitboard(bits & bits.rotate_left(17)), Bitboard::EMPTY] {
                    assert_eq!(rook(square, occupied), by_steps(straight(1), square, occupied));
                    assert_eq!(bishop(square, occupied), by_steps(diagonal(1), square, occupied));
                }
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
    fn an_occupied_square_between_stops_a_lame_alfil() {
        let from = Bitboard::of(Square::C2);
        assert_eq!(lame_alfil(from, Bitboard::of(Square::D3)), Bitboard::of(Square::A4));
        assert_eq!(lame_alfil(from, Bitboard::of(Square::E4)).len(), 2);
    }
}
