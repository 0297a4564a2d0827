//! The triumph of the boat: a boat that completes a block of four captures the three others.
//!
//! Source: ar § the triumph of the boat.

use super::{BoatTriumph, Game, Position, Role, Seat};
use crate::attacks::diagonal;
use crate::{Bitboard, Square};

impl Game {
    /// Returns the boats that a boat of `seat` captures by its triumph when it arrives on `to`, besides
    /// whatever stands there: those of each block of four squares of which boats of other seats hold the
    /// other three (ar § the triumph of the boat).
    ///
    /// The position is the one before the move. The knob `boat-triumph` says whether the square must be
    /// empty, or that there is no triumph.
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Game, Rules, Seat}};
    /// // The source's example: black's boat goes from c6 to e4 and completes the block of d4, d5, e5 and e4.
    /// let text = "8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b";
    /// let game = Game::new(Rules::AR);
    /// let victims = game.triumph(&game.read(text)?, Seat::Black, Square::E4);
    /// assert_eq!(victims, [Square::D4, Square::D5, Square::E5].into_iter().collect());
    ///
    /// let game = Game::new("ar+boat-triumph=none".parse()?);
    /// assert!(game.triumph(&game.read(text)?, Seat::Black, Square::E4).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn triumph(&self, position: &Position, seat: Seat, to: Square) -> Bitboard {
        let triumphs = match self.rules.boat_triumph {
            BoatTriumph::AnySquare => true,
            BoatTriumph::EmptySquare => !position.occupied().contains(to),
            BoatTriumph::None => false,
        };
        let boats = position.all_of(Role::Boat).without(position.pieces(seat));
        if !triumphs || boats.len() < 3 {
            return Bitboard::EMPTY;
        }
        let full = |&block: &Bitboard| !block.is_empty() && block.without(boats).is_empty();
        let blocks = BLOCKS[to.index()].iter().copied();
        blocks.filter(full).fold(Bitboard::EMPTY, |victims, block| victims | block)
    }
}

/// For every square, the other three squares of each block of four that it belongs to; no squares where the
/// block would leave the board.
static BLOCKS: [[Bitboard; 4]; 64] = {
    let mut table = [[Bitboard::EMPTY; 4]; 64];
    let corners = diagonal(1);
    let mut index = 0;
    while index < 64 {
        let square = Square::truncated(index as u32);
        let mut block = 0;
        while block < 4 {
            let (files, ranks) = corners[block];
            if let (Some(aside), Some(ahead), Some(across)) =
                (square.offset(files, 0), square.offset(0, ranks), square.offset(files, ranks))
            {
                table[index][block] = Bitboard(1 << aside.index() | 1 << ahead.index() | 1 << across.index());
            }
            block += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::KING;

    #[test]
    fn each_block_holds_three_more_squares_next_to_the_first() {
        for square in Square::all() {
            let blocks = BLOCKS[square.index()];
            let inner = |place: u8| if (1..7).contains(&place) { 2 } else { 1 };
            let there: usize = blocks.iter().filter(|block| !block.is_empty()).count();
            assert_eq!(there, inner(square.file()) * inner(square.rank()));
            for block in blocks.into_iter().filter(|block| !block.is_empty()) {
                assert_eq!(block.len(), 3);
                assert!(block.without(KING[square.index()]).is_empty());
            }
        }
    }
}
