//! Any placement of pieces, as a position text describes it.

use super::{Color, Piece, RajaJump, Role, RoleSet, Rules, StartSetup};
use crate::Square;

/// Any placement of pieces, with rights, lost types and clocks: what a position text says, before it is
/// judged.
///
/// [`Game::position`](super::Game::position) judges it under the rules. Its text form has six fields, as FEN
/// has:
///
/// | field | example | meaning |
/// |---|---|---|
/// | ranks | `7k/8/8/8/8/3p4/2B5/R3K3` | the pieces, from the eighth rank down |
/// | side | `w` | the side to move |
/// | jump | `Kk`, `-` | the sides that hold the right to the raja's jump |
/// | lost | `Qn`, `-` | types that a side has lost although the board does not show it |
/// | halfmove | `0` | moves since the last capture or padati move |
/// | fullmove | `1` | the number of the move |
///
/// The fields after the side may be left out.
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
    /// The piece on each square, by [`Square::index`].
    pub board: [Option<Piece>; Square::NUM],
    /// The side to move.
    pub side: Color,
    /// Whether each side, by `Color as usize`, holds the right to the raja's jump.
    pub jump: [bool; 2],
    /// The types that each side, by `Color as usize`, has lost; those of which pieces are missing need not be
    /// named.
    pub lost: [RoleSet; 2],
    /// Moves since the last capture or padati move. No rule depends on it.
    pub halfmove: u16,
    /// The number of the move, 1 at the start.
    pub fullmove: u16,
}

impl Setup {
    /// An empty board with White to move, no rights and no lost types.
    pub const EMPTY: Self = Self {
        board: [None; Square::NUM],
        side: Color::White,
        jump: [false; 2],
        lost: [RoleSet::EMPTY; 2],
        halfmove: 0,
        fullmove: 1,
    };

    /// Returns the placement with which a game begins under these rules (tr § Taşlar ve dizilişi; nl, fourth
    /// paragraph).
    ///
    /// ```
    /// use rules_core::chaturanga::{Rules, Setup};
    /// let text = Setup::start(&Rules::NL).to_string();
    /// assert_eq!(text, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1");
    /// ```
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

    /// Returns the placement with the ranks mirrored and the sides exchanged. The clocks stay.
    ///
    /// Where both sides begin on the same files (`setup=facing` and `facing-mirrored`), a position and its
    /// mirror image have equally many moves.
    ///
    /// ```
    /// use rules_core::chaturanga::Setup;
    /// let setup: Setup = "k7/8/8/8/8/8/8/R3K3 w".parse().unwrap();
    /// assert_eq!(setup.mirrored().to_string(), "r3k3/8/8/8/8/8/8/K7 b - - 0 1");
    /// ```
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
    /// Returns the role that begins on this file of the side's first row (tr § Taşlar ve dizilişi; nl, fourth
    /// paragraph). A file above 7 counts as 7.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Role, Rules};
    /// // Black's raja begins on the d file under nl, on the e file under tr.
    /// assert_eq!(Rules::NL.start_role(Color::Black, 3), Role::Raja);
    /// assert_eq!(Rules::TR.start_role(Color::Black, 3), Role::Mantri);
    /// ```
    pub const fn start_role(&self, color: Color, file: u8) -> Role {
        match file {
            0 | 7.. => Role::Ratha,
            1 | 6 => Role::Ashva,
            2 | 5 => Role::Gaja,
            _ if file == self.raja_file(color) => Role::Raja,
            _ => Role::Mantri,
        }
    }

    /// Returns the file on which a side's raja begins: d or e, counted from 0. The mantri begins on the other.
    const fn raja_file(&self, color: Color) -> u8 {
        let [white, black] = match self.setup {
            StartSetup::Crosswise => [4, 3],
            StartSetup::Facing => [4, 4],
            StartSetup::FacingMirrored => [3, 3],
            StartSetup::CrosswiseMirrored => [3, 4],
        };
        match color {
            Color::White => white,
            Color::Black => black,
        }
    }
}
