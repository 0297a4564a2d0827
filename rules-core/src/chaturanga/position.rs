//! A checked position: what decides the moves, and nothing else.
//!
//! The representation is two colours and five roles as bitboards, the squares of the rajas, and three bytes
//! of state: 64 bytes, one cache line. Playing a move copies it.

use super::{Color, Piece, Role, RoleSet, Setup};
use crate::hash::mix;
use crate::{Bitboard, Square};

/// A position that the rules of its [`Game`](super::Game) accept: 64 bytes, with pieces, side to move, rights
/// to the jump and lost types.
///
/// Positions that differ only in what the rules do not use are equal. The clocks are part of a [`Setup`]
/// only.
///
/// ```
/// use rules_core::{Square, chaturanga::{Color, Game, Role, Rules}};
/// let start = Game::new(Rules::NL).start();
/// assert_eq!(start.side(), Color::White);
/// assert_eq!(start.raja(Color::Black), Some(Square::D8));
/// assert_eq!(start.of(Color::White, Role::Padati).len(), 8);
/// assert_eq!(start.to_string(), "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk -");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Position {
    /// The pieces of each side.
    pub(super) colors: [Bitboard; 2],
    /// The pieces of each role other than the raja, by [`plane`].
    pub(super) roles: [Bitboard; 5],
    /// The square of each raja, [`NO_RAJA`] when it was captured.
    pub(super) rajas: [u8; 2],
    pub(super) side: Color,
    /// The sides that hold the right to the jump, by [`Color::bit`].
    pub(super) jump: u8,
    /// The types that each side has lost: four bits a side, by [`plane`].
    pub(super) lost: u8,
}

const _: () = assert!(size_of::<Position>() == 64);

pub(super) const NO_RAJA: u8 = 64;

/// Returns the plane of a role other than the raja: mantri, ratha, gaja, ashva, padati. The first four can be
/// lost.
#[inline(always)]
pub(super) const fn plane(role: Role) -> usize {
    role as usize - 1
}

impl Color {
    #[inline(always)]
    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Returns the place of the side's lost types in [`Position::lost`].
    #[inline(always)]
    pub(super) const fn lost_shift(self) -> u8 {
        self as u8 * 4
    }
}

impl Position {
    pub(super) const EMPTY: Self = Self {
        colors: [Bitboard::EMPTY; 2],
        roles: [Bitboard::EMPTY; 5],
        rajas: [NO_RAJA; 2],
        side: Color::White,
        jump: 0,
        lost: 0,
    };

    /// Returns the side to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the squares of one side's pieces, the raja among them.
    #[inline(always)]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// Returns the squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of one side's pieces with this role.
    #[inline(always)]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        match role {
            Role::Raja => self.raja(color).map_or(Bitboard::EMPTY, Bitboard::of),
            _ => self.colors[color as usize] & self.roles[plane(role)],
        }
    }

    /// Returns the squares of both sides' pieces with this role.
    ///
    /// ```
    /// use rules_core::{Square, chaturanga::{Game, Role, Rules}};
    /// let start = Game::new(Rules::NL).start();
    /// let corners = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
    /// assert_eq!(start.all_of(Role::Ratha), corners);
    /// ```
    #[inline(always)]
    pub fn all_of(&self, role: Role) -> Bitboard {
        match role {
            Role::Raja => self.of(Color::White, role) | self.of(Color::Black, role),
            _ => self.roles[plane(role)],
        }
    }

    /// Returns the square of a side's raja; `None` when it was captured, which `raja-safety=all-moves` rules
    /// out.
    #[inline(always)]
    pub const fn raja(&self, color: Color) -> Option<Square> {
        let index = self.rajas[color as usize];
        if index < NO_RAJA { Some(Square::truncated(index as u32)) } else { None }
    }

    /// Returns the whole position in 48 bytes. Keys are equal if and only if the positions are.
    ///
    /// For tables that must tell positions apart exactly, where a hash does not suffice.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::NL);
    /// let start = game.start();
    /// let next = game.play(&start, "e1f3".parse().unwrap()).unwrap();
    /// assert_ne!(start.key(), next.key());
    /// ```
    #[inline(always)]
    pub fn key(&self) -> [u64; 6] {
        let [mantris, rathas, gajas, ashvas, padatis] = self.roles;
        let rajas = self.of(Color::White, Role::Raja) | self.of(Color::Black, Role::Raja);
        // Each role has a number other than 0; the three bits of the numbers make three sets.
        let numbers = [mantris | gajas | padatis, rathas | gajas | rajas, ashvas | padatis | rajas];
        let [first, second, third] = numbers.map(|squares| squares.0);
        let state = u64::from(self.side as u8) | u64::from(self.jump) << 8 | u64::from(self.lost) << 16;
        [self.colors[1].0, first, second, third, state, 0]
    }

    /// Returns a 64-bit hash of the position, for transposition tables and sets. Equal positions have equal
    /// hashes, on every machine; other versions of this crate may compute others.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::NL);
    /// // Two orders of the same moves lead to the same position.
    /// let play = |moves: [&str; 4]| {
    ///     let step = |position, mv: &str| game.play(&position, mv.parse().unwrap()).unwrap();
    ///     moves.into_iter().fold(game.start(), step)
    /// };
    /// let (one, other) = (play(["b1c3", "a7a6", "g1f3", "h7h6"]), play(["g1f3", "h7h6", "b1c3", "a7a6"]));
    /// assert_eq!(one.hash64(), other.hash64());
    /// assert_ne!(one.hash64(), game.start().hash64());
    /// ```
    pub fn hash64(&self) -> u64 {
        mix(self.key())
    }

    /// Returns the piece on a square; `None` when the square is empty.
    ///
    /// ```
    /// use rules_core::{Square, chaturanga::{Game, Rules}};
    /// let start = Game::new(Rules::NL).start();
    /// assert_eq!(start.piece_at(Square::D1), "Q".parse().ok());
    /// assert_eq!(start.piece_at(Square::E4), None);
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color).contains(square))?;
        let role = Role::ALL[1..].iter().copied().find(|&role| self.roles[plane(role)].contains(square));
        Some(Piece { color, role: role.unwrap_or(Role::Raja) })
    }

    /// Returns whether a side still holds the right to the raja's jump (tr § Raja; nl, list of moves, king).
    /// A raja that is attacked may not jump at that moment, even where it keeps the right.
    #[inline(always)]
    pub const fn has_jump(&self, color: Color) -> bool {
        self.jump & color.bit() != 0
    }

    /// Returns the types that a side has ever lost, where the rules remember them
    /// (`promotion-requires=lost`); elsewhere the empty set. Types of which the board shows fewer than at the
    /// start are lost in any case.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Game, Role, Rules};
    /// let game = Game::new(Rules::NL);
    /// let position = game.read("rnbkqbnr/8/8/8/8/8/8/1NBQKBNR w - Q 0 1")?;
    /// assert!(position.missing(Color::White).officers().eq([Role::Ratha]));
    /// assert!(position.lost(Color::White).officers().eq([Role::Ratha, Role::Mantri]));
    /// assert!(position.lost(Color::Black).is_empty());
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    pub fn lost(&self, color: Color) -> RoleSet {
        let bits = self.lost >> color.lost_shift();
        Role::OFFICERS.into_iter().filter(|&role| bits >> plane(role) & 1 != 0).collect()
    }

    /// Returns the types of which a side has fewer pieces than at the start (`promotion-requires=missing`).
    pub fn missing(&self, color: Color) -> RoleSet {
        Role::OFFICERS.into_iter().filter(|&role| self.of(color, role).len() < role.start_count()).collect()
    }
}

/// The placement that a position stands for, with fresh clocks. Lost types that the board shows are left out.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            side: position.side,
            jump: Color::ALL.map(|color| position.has_jump(color)),
            lost: Color::ALL.map(|color| position.lost(color).without(position.missing(color))),
            ..Self::EMPTY
        };
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }
}
