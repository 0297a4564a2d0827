//! The sides, the pieces and their letters.

use crate::{ParsePieceError, Roles};
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// One of the two sides. White moves up the board and begins.
///
/// ```
/// use rules_core::chaturanga::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!((Color::Black.forward(), Color::Black.first_rank(), Color::Black.last_rank()), (-1, 7, 0));
/// assert_eq!(Color::from_letter('w'), Some(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The side that moves first (tr § Hamle; nl is silent). Its pieces have letters in upper case.
    White,
    /// The side that moves second. Its pieces have letters in lower case.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the letter of the side in a position text: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns the side with this letter; `None` for other letters, `W` among them.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// Returns the step of the side's padatis in ranks: 1 or -1.
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// Returns the rank on which the side's pieces other than padatis begin, 0 or 7.
    pub const fn first_rank(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// Returns the rank on which the side's padatis promote, 7 or 0.
    pub const fn last_rank(self) -> u8 {
        7 - self.first_rank()
    }
}

impl Not for Color {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The role of a piece. The name never implies the move: how a role moves is a matter of the rules
/// ([`Rules`](super::Rules)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The king: one step in any direction, and under some rules one jump (tr § Raja).
    Raja,
    /// The counsellor, where chess has its queen: one step diagonally (tr § Mantri).
    Mantri,
    /// The chariot, the only piece that slides: along ranks and files, as the rook of chess (tr § Ratha).
    Ratha,
    /// The elephant; its move is a knob, `elephant-move` (tr § Gaja).
    Gaja,
    /// The horse; its move is a knob, `horse-move` (tr § Aşva).
    Ashva,
    /// The foot soldier: one step forward, capturing diagonally forward (tr § Padati).
    Padati,
}

impl Role {
    /// Every role, the raja first.
    pub const ALL: [Self; 6] = [Self::Raja, Self::Mantri, Self::Ratha, Self::Gaja, Self::Ashva, Self::Padati];

    /// The roles to which a padati can promote and which a position can remember as lost, in the order in
    /// which a position text names them.
    pub const OFFICERS: [Self; 4] = [Self::Ratha, Self::Ashva, Self::Gaja, Self::Mantri];

    /// Returns the letter of the role in lower case, as in Fairy-Stockfish: `k`, `q`, `r`, `b`, `n` or `p`.
    pub const fn letter(self) -> char {
        match self {
            Self::Raja => 'k',
            Self::Mantri => 'q',
            Self::Ratha => 'r',
            Self::Gaja => 'b',
            Self::Ashva => 'n',
            Self::Padati => 'p',
        }
    }

    /// Returns the role with this letter in lower case; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Returns how many pieces of the role a side has at the start (tr § Taşlar ve dizilişi; nl, list of
    /// pieces).
    ///
    /// ```
    /// use rules_core::chaturanga::Role;
    /// assert_eq!(Role::ALL.map(Role::start_count).iter().sum::<u32>(), 16);
    /// ```
    pub const fn start_count(self) -> u32 {
        match self {
            Self::Raja | Self::Mantri => 1,
            Self::Ratha | Self::Gaja | Self::Ashva => 2,
            Self::Padati => 8,
        }
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
            Self::Raja => "raja",
            Self::Mantri => "mantri",
            Self::Ratha => "ratha",
            Self::Gaja => "gaja",
            Self::Ashva => "ashva",
            Self::Padati => "padati",
        })
    }
}

/// A set of roles of chaturanga.
pub type RoleSet = crate::RoleSet<Role>;

/// A move of chaturanga.
pub type Move = crate::Move<Role>;

/// A piece of one side, written as one letter: upper case for White, lower case for Black.
///
/// ```
/// use rules_core::chaturanga::{Color, Piece, Role};
/// let gaja = Piece { color: Color::White, role: Role::Gaja };
/// assert_eq!(gaja.to_string(), "B");
/// assert_eq!("B".parse(), Ok(gaja));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The side to which the piece belongs.
    pub color: Color,
    /// What the piece is; the rules say how it moves.
    pub role: Role,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        };
        f.pad(letter.encode_utf8(&mut [0; 4]))
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let mut letters = text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(ParsePieceError) };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let role = Role::from_letter(letter.to_ascii_lowercase()).ok_or(ParsePieceError)?;
        Ok(Self { color, role })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseMoveError;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn moves_are_read_as_written() {
        for text in ["e2e3", "a1h8", "c7c8b", "b2b1q", "h7h8r", "d7c8n"] {
            let mv = text.parse::<Move>();
            assert_eq!(mv.map(|mv| mv.to_string()), Ok(text.to_string()));
            assert_eq!(mv.map(|mv| std::format!("{mv:>6}")), Ok(std::format!("{text:>6}")));
        }
    }

    #[test]
    fn texts_that_are_not_moves_are_refused() {
        for text in ["", "e2", "e2e", "e2e9", "e7e8k", "e7e8p", "e7e8Q", "e7e8qq", "é2e3", "e2é3"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
    }

    #[test]
    fn letters_name_one_piece_each() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                assert_eq!(piece.to_string().parse(), Ok(piece));
            }
        }
        // The Kelvin sign turns into an ASCII k in lower case.
        for text in ["", "x", "KK", "\u{212A}"] {
            assert_eq!(text.parse::<Piece>(), Err(ParsePieceError), "{text}");
        }
    }
}
