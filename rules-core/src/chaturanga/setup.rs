//! Any placement of men, as a position text describes it.

use super::{Color, Piece, RajaJump, Role, RoleSet, Rules, StartSetup};
use crate::Square;

/// Any placement of men with rights, losses and clocks: what a position text says, not yet judged.
///
/// [`Game::position`](super::Game::position) judges it. Its text form has six fields, as FEN has:
/// ranks, side, jump, lost, halfmove and fullmove:
///
/// ```
/// use rules_core::{Square, chaturanga::{Color, Setup}};
/// let setup: Setup = "7k/8/8/8/8/3p4/2B5/R3K3 w K - 0 1".parse().unwrap();
/// assert_eq!(setup.side, Color::White);
/// assert_eq!(setup.jump, [true, false]);
/// assert!(setup.board[Square::C2.index()].is_some());
/// assert_eq!(setup.to_string(), "7k/8/8/8/8/3p4/2B5/R3K3 w K - 0 1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The man on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::NUM],
    /// The side to move.
    pub side: Color,
    /// Whether each side, by `Color as usize`, still holds the right to the raja's jump.
    pub jump: [bool; 2],
    /// The types each side, by `Color as usize`, has lost although the board need not show it.
    pub lost: [RoleSet; 2],
    /// Moves since the last capture or padati move.
    pub halfmove: u16,
    /// The number of the move, 1 at the start.
    pub fullmove: u16,
}

impl Setup {
    /// A board without men, White to move, nothing held or lost.
    pub const EMPTY: Self = Self {
        board: [None; Square::NUM],
        side: Color::White,
        jump: [false; 2],
        lost: [RoleSet::EMPTY; 2],
        halfmove: 0,
        fullmove: 1,
    };

    /// The placement with which a game begins under these rules.
    pub fn start(rules: &Rules) -> Self {
        let mut setup = Self { jump: [rules.raja_jump != RajaJump::None; 2], ..Self::EMPTY };
        for square in Square::all() {
            for color in Color::ALL {
                let role = match square.rank().abs_diff(color.first_rank()) {
                    0 => rules.start_role(color, square.file()),
                    1 => Role::Padati,
                    _ => continue,
                };
                setup.board[square.index()] = Some(Piece { color, role });
            }
        }
        setup
    }

    /// The same placement seen by the other side: the board upside down, the colours exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let [white, black] = self.jump;
        let [white_lost, black_lost] = self.lost;
        let mut mirrored =
            Self { side: !self.side, jump: [black, white], lost: [black_lost, white_lost], ..self.clone() };
        for square in Square::all() {
            mirrored.board[square.flip_ranks().index()] =
                self.board[square.index()].map(|piece| Piece { color: !piece.color, ..piece });
        }
        mirrored
    }
}

impl Rules {
    /// The role that begins on this file of the side's first row; a file above 7 counts as 7.
    pub const fn start_role(&self, color: Color, file: u8) -> Role {
        match (color, self.setup, file) {
            (_, _, 0 | 7..) => Role::Ratha,
            (_, _, 1 | 6) => Role::Ashva,
            (_, _, 2 | 5) => Role::Gaja,
            (Color::Black, StartSetup::Crosswise, 3) => Role::Raja,
            (Color::Black, StartSetup::Crosswise, _) => Role::Mantri,
            (_, _, 3) => Role::Mantri,
            _ => Role::Raja,
        }
    }
}
