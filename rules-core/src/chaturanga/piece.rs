//! The men and their moves.

use crate::Roles;
use core::fmt;
use core::ops::Not;

/// One of the two sides. White moves up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Begins (tr § Hamle; nl is silent), letters in upper case.
    White,
    /// Letters in lower case.
    Black,
}

impl Color {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// How far its padatis go in one step: +1 or -1 rank.
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// The rank on which its pieces begin, 0 or 7.
    pub const fn first_rank(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// The rank on which its padatis promote, 7 or 0.
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

/// What a man is. How it moves is a matter of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The king.
    Raja,
    /// The counsellor, where chess has its queen.
    Mantri,
    /// The chariot, the only piece that slides.
    Ratha,
    /// The elephant.
    Gaja,
    /// The horse.
    Ashva,
    /// The foot soldier.
    Padati,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 6] = [Self::Raja, Self::Mantri, Self::Ratha, Self::Gaja, Self::Ashva, Self::Padati];

    /// The roles that a padati can promote to and that a position can remember as lost,
    /// in the order in which a position text names them.
    pub const OFFICERS: [Self; 4] = [Self::Ratha, Self::Ashva, Self::Gaja, Self::Mantri];

    /// Its letter in lower case, as in Fairy-Stockfish: k q r b n p.
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

    /// The role with this letter in lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// How many a side begins with.
    pub const fn start_count(self) -> u32 {
        match self {
            Self::Raja | Self::Mantri => 1,
            Self::Ratha | Self::Gaja | Self::Ashva => 2,
            Self::Padati => 8,
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
            Self::Raja => "raja",
            Self::Mantri => "mantri",
            Self::Ratha => "ratha",
            Self::Gaja => "gaja",
            Self::Ashva => "ashva",
            Self::Padati => "padati",
        })
    }
}

/// A set of roles of this game.
pub type RoleSet = crate::RoleSet<Role>;

/// A move of this game.
pub type Move = crate::Move<Role>;

/// A man of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// Its letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }

    /// The man with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter.to_ascii_lowercase()).map(|role| Self { color, role })
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
    fn what_is_no_move_is_refused() {
        for text in ["", "e2", "e2e", "e2e9", "e7e8k", "e7e8p", "e7e8Q", "e7e8qq", "é2e3", "e2é3"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
    }

    #[test]
    fn letters_name_one_man_each() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('x'), None);
        // The Kelvin sign turns into an ASCII k in lower case.
        assert_eq!(Piece::from_letter('\u{212A}'), None);
    }
}
