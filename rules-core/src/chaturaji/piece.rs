//! The seats, the men and their moves.

use crate::Roles;
use core::fmt;

/// One of the four players, clockwise around the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// West; pawns move east.
    Red,
    /// North; pawns move south.
    Black,
    /// East; pawns move west.
    Yellow,
    /// South; pawns move north.
    Green,
}

impl Seat {
    /// The four seats, clockwise.
    pub const ALL: [Self; 4] = [Self::Red, Self::Black, Self::Yellow, Self::Green];

    /// Its letter: r b y g.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Black => 'b',
            Self::Yellow => 'y',
            Self::Green => 'g',
        }
    }

    /// The seat with this letter.
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

    /// How far its pawns go in one step: files to the right and ranks up (ar § movement of the pieces, the pawn).
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

/// What a man is. It moves so under all rules (ar § movement of the pieces).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Leaps exactly two squares diagonally.
    Boat,
    /// Leaps (2,1).
    Horse,
    /// Goes any distance straight, as the rook of chess.
    Elephant,
    /// Steps one square in eight directions; can be captured like any other.
    King,
    /// Steps one square ahead, captures one diagonally ahead.
    Pawn,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 5] = [Self::Boat, Self::Horse, Self::Elephant, Self::King, Self::Pawn];

    /// The roles that a pawn can promote to and that a seat can lose, in the order of a position text and from the
    /// corner of an edge to its middle.
    pub const OFFICERS: [Self; 4] = [Self::Boat, Self::Horse, Self::Elephant, Self::King];

    /// Its letter in lower case: b n e k p.
    pub const fn letter(self) -> char {
        match self {
            Self::Boat => 'b',
            Self::Horse => 'n',
            Self::Elephant => 'e',
            Self::King => 'k',
            Self::Pawn => 'p',
        }
    }

    /// The role with this letter in upper case, as it stands in a position text.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter().to_ascii_uppercase() == letter)
    }

    /// What its captor gets (ar § scoring).
    pub const fn points(self) -> u32 {
        match self {
            Self::Pawn => 1,
            Self::Boat => 2,
            Self::Horse => 3,
            Self::Elephant => 4,
            Self::King => 5,
        }
    }
}

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

/// A set of roles of this game.
pub type RoleSet = crate::RoleSet<Role>;

/// A move of one man in this game.
pub type Move = crate::Move<Role>;

/// A man of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub role: Role,
}

impl fmt::Display for Piece {
    /// Two letters, such as `rB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.seat.letter(), self.role.letter().to_ascii_uppercase())
    }
}
