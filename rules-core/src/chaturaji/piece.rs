//! The seats, the pieces and their letters.

use crate::notation::pair;
use crate::{ParsePieceError, Roles};
use core::fmt;
use core::str::FromStr;

/// One of the four players, clockwise around the board (ar § movement of the pieces).
///
/// ```
/// use rules_core::chaturaji::Seat;
/// assert_eq!(Seat::Red.opposite(), Seat::Yellow);
/// // Red's pawns go one file to the right, black's one rank down.
/// assert_eq!((Seat::Red.forward(), Seat::Black.forward()), ((1, 0), (0, -1)));
/// assert_eq!(Seat::from_letter('g'), Some(Seat::Green));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// The seat in the west; its pawns move east, from the a file to the h file.
    Red,
    /// The seat in the north; its pawns move south, from the eighth rank to the first.
    Black,
    /// The seat in the east; its pawns move west, from the h file to the a file.
    Yellow,
    /// The seat in the south; its pawns move north, from the first rank to the eighth.
    Green,
}

impl Seat {
    /// The four seats, clockwise.
    pub const ALL: [Self; 4] = [Self::Red, Self::Black, Self::Yellow, Self::Green];

    /// Returns the letter of the seat in texts: `r`, `b`, `y` or `g`.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Black => 'b',
            Self::Yellow => 'y',
            Self::Green => 'g',
        }
    }

    /// Returns the seat with this letter; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.letter() == letter)
    }

    /// Returns the seat across the board, on whose back row this seat promotes.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Red => Self::Yellow,
            Self::Black => Self::Green,
            Self::Yellow => Self::Red,
            Self::Green => Self::Black,
        }
    }

    /// Returns the step of the seat's pawns: files to the right and ranks up (ar § movement of the pieces,
    /// second paragraph).
    pub const fn forward(self) -> (i8, i8) {
        match self {
            Self::Red => (1, 0),
            Self::Black => (0, -1),
            Self::Yellow => (-1, 0),
            Self::Green => (0, 1),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Black => "black",
            Self::Yellow => "yellow",
            Self::Green => "green",
        })
    }
}

/// The role of a piece (ar § movement of the pieces).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Leaps exactly two squares diagonally, or slides as the rook of chess: `boat-move`. It captures three
    /// boats of other seats by its triumph.
    Boat,
    /// Leaps (2,1).
    Horse,
    /// Slides as the rook or as the bishop of chess: `elephant-move`.
    Elephant,
    /// Steps one square in any direction. It can be captured as any other piece (ar § scoring).
    King,
    /// Steps one square forward, captures one square diagonally forward.
    Pawn,
}

impl Role {
    /// Every role, the pawn last.
    pub const ALL: [Self; 5] = [Self::Boat, Self::Horse, Self::Elephant, Self::King, Self::Pawn];

    /// The roles to which a pawn can promote and which a position can remember as lost: in the order of a
    /// position text, and of an edge of the board from its corner to its middle.
    pub const OFFICERS: [Self; 4] = [Self::Boat, Self::Horse, Self::Elephant, Self::King];

    /// Returns the letter of the role in lower case: `b`, `n`, `e`, `k` or `p`.
    pub const fn letter(self) -> char {
        match self {
            Self::Boat => 'b',
            Self::Horse => 'n',
            Self::Elephant => 'e',
            Self::King => 'k',
            Self::Pawn => 'p',
        }
    }

    /// Returns the role with this letter in lower case; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }
}

impl crate::role::Sealed for Role {}

impl Roles for Role {
    const OFFICERS: &'static [Self] = &Self::OFFICERS;

    fn index(self) -> u8 {
        self as u8
    }

    fn letter(self) -> char {
        self.letter()
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Boat => "boat",
            Self::Horse => "horse",
            Self::Elephant => "elephant",
            Self::King => "king",
            Self::Pawn => "pawn",
        })
    }
}

/// A set of roles of chaturaji.
pub type RoleSet = crate::RoleSet<Role>;

/// A move of one piece in chaturaji. What a seat does in a ply is a [`Turn`](super::Turn).
pub type Move = crate::Move<Role>;

/// A piece of one seat, written as two letters: the seat in lower case, the role in upper case.
///
/// ```
/// use rules_core::chaturaji::{Piece, Role, Seat};
/// let boat = Piece { seat: Seat::Red, role: Role::Boat };
/// assert_eq!(boat.to_string(), "rB");
/// assert_eq!("rB".parse(), Ok(boat));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat to which the piece belongs.
    pub seat: Seat,
    /// What the piece is, which decides how it moves.
    pub role: Role,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [self.seat.letter() as u8, self.role.letter().to_ascii_uppercase() as u8];
        f.pad(core::str::from_utf8(&letters).unwrap_or("??"))
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let read = || {
            let (seat, role) = pair(text)?;
            // The letters of roles are upper case here, so that they differ from those of seats.
            let role = Role::from_letter(role.to_ascii_lowercase()).filter(|_| role.is_ascii_uppercase())?;
            Some(Self { seat: Seat::from_letter(seat)?, role })
        };
        read().ok_or(ParsePieceError)
    }
}
