//! Any placement of pieces, as a position text describes it, and the points.

use super::{Dice, Piece, Role, RoleSet, Rules, Seat, StartSetup, Tally};
use crate::Square;

/// Any placement of pieces, with dice, lost types and points: what a position text says, before it is judged.
///
/// [`Game::position`](super::Game::position) judges it under the rules. Its text form has six fields:
///
/// | field | example | meaning |
/// |---|---|---|
/// | ranks | `rK,7/8/…` | the pieces, from the eighth rank down |
/// | seat | `r` | the seat to move |
/// | dice | `35`, `3`, `-` | the dice that it has; one when half of a turn is played |
/// | lost | `rB,yK`, `-` | types that a seat has lost although the board does not show it |
/// | scores | `0,2,5,0` | the points of red, black, yellow and green |
/// | kings | `rb,r+`, `-` | captor and victim of each captured king; `+` for a paid bonus |
///
/// The fields after the seat may be left out.
///
/// ```
/// use rules_core::chaturaji::{Rules, Setup};
/// let start = "bB,bN,bE,bK,2,yP,yB/bP,bP,bP,bP,2,yP,yN/6,yP,yE/6,yP,yK/rK,rP,6/rE,rP,6/rN,rP,2,gP,gP,gP,gP/\
///              rB,rP,2,gK,gE,gN,gB r - - 0,0,0,0 -";
/// assert_eq!(Setup::start(&Rules::AR).to_string(), start);
/// assert_eq!(start.parse(), Ok(Setup::start(&Rules::AR)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::NUM],
    /// The seat to move; when the game is over, the one that moved last.
    pub seat: Seat,
    /// The dice that the seat to move has.
    pub dice: Dice,
    /// The types that each seat, by `Seat as usize`, has lost; those without a piece on the board need not be
    /// named.
    pub lost: [RoleSet; 4],
    /// The points.
    pub tally: Tally,
}

impl Setup {
    /// An empty board with red to move, no dice, no lost types and no points.
    pub const EMPTY: Self = Self {
        board: [None; Square::NUM],
        seat: Seat::Red,
        dice: Dice::Unrolled,
        lost: [RoleSet::EMPTY; 4],
        tally: Tally { scores: [0; 4], kings: [[false; 4]; 4], paid: [false; 4] },
    };

    /// Returns the placement with which a game begins under these rules (ar § movement of the pieces). Each
    /// seat's officers stand on its edge from the corner to the middle, its pawns one step ahead of them.
    pub fn start(rules: &Rules) -> Self {
        let mut setup = Self::EMPTY;
        for seat in Seat::ALL {
            let (files, ranks) = seat.forward();
            for (place, role) in (0..).zip(Role::OFFICERS) {
                let square = rules.back_row(seat, place);
                setup.board[square.index()] = Some(Piece { seat, role });
                if let Some(ahead) = square.offset(files, ranks) {
                    setup.board[ahead.index()] = Some(Piece { seat, role: Role::Pawn });
                }
            }
        }
        setup
    }
}

impl Rules {
    /// Returns the square of a seat's back row at this place, counted from the boat's corner: at the start
    /// boat, horse, elephant and king stand on the places 0 to 3 (ar § movement of the pieces).
    ///
    /// Places 4 to 7 are the rest of the edge. Only the lowest three bits of `place` count.
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Rules, Seat}};
    /// assert_eq!(Rules::AR.back_row(Seat::Green, 0), Square::H1);
    /// assert_eq!(Rules::AR.back_row(Seat::Green, 3), Square::E1);
    /// ```
    pub fn back_row(&self, seat: Seat, place: u8) -> Square {
        let place = place & 7;
        let right = match self.setup {
            StartSetup::RightHanded => place,
            StartSetup::LeftHanded => 7 - place,
        };
        // The corner at red's right hand is a1; each next seat has it a quarter turn further.
        let (file, rank) = match seat {
            Seat::Red => (0, right),
            Seat::Black => (right, 7),
            Seat::Yellow => (7, 7 - right),
            Seat::Green => (7 - right, 0),
        };
        Square::truncated(u32::from(rank * 8 + file))
    }
}
