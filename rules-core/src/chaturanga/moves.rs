//! Sets and lists of moves.

use super::{Color, Game, Move, Role};
use crate::{Bitboard, Square};
use core::ops::Deref;

/// Moves that the generator finds together, so that they can be counted without being listed.
///
/// ```
/// use rules_core::{Bitboard, chaturanga::{Color, Game, MoveSet, Role, Rules}};
/// let game = Game::new(Rules::NL);
/// // The eight steps of White's padatis at the start.
/// let steps = MoveSet::Padatis { files: 0, to: Bitboard::rank(2), promotes: false };
/// assert_eq!((steps.len(), steps.role()), (8, Role::Padati));
/// assert_eq!(steps.moves(&game, Color::White).next().unwrap().to_string(), "a2a3");
///
/// let on_the_e_file = steps.with_targets(steps.to() & Bitboard::file(4));
/// assert_eq!(on_the_e_file.moves(&game, Color::White).next().unwrap().to_string(), "e2e3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// The moves of one piece other than the padati: steps, leaps, slides and captures, without the raja's
    /// jump.
    Piece {
        /// The role of the piece.
        role: Role,
        /// The square on which the piece stands.
        from: Square,
        /// The target squares.
        to: Bitboard,
    },
    /// The raja's jump.
    Jump {
        /// The square on which the raja stands.
        from: Square,
        /// The target squares.
        to: Bitboard,
    },
    /// The moves of several padatis in one direction.
    Padatis {
        /// How many files each padati goes to the right, as White sees it: 0 for a step, -1 or 1 for a
        /// capture.
        files: i8,
        /// The target squares.
        to: Bitboard,
        /// Whether the padatis promote, each to the role that its target square gives.
        promotes: bool,
    },
}

impl MoveSet {
    /// Returns the number of moves.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.to().len()
    }

    /// Returns whether the set holds no move.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.to().is_empty()
    }

    /// Returns the target squares.
    #[inline(always)]
    pub const fn to(&self) -> Bitboard {
        match *self {
            Self::Piece { to, .. } | Self::Jump { to, .. } | Self::Padatis { to, .. } => to,
        }
    }

    /// Returns the same set with other target squares, for example only the captures among them.
    #[inline(always)]
    #[must_use]
    pub const fn with_targets(self, to: Bitboard) -> Self {
        match self {
            Self::Piece { role, from, .. } => Self::Piece { role, from, to },
            Self::Jump { from, .. } => Self::Jump { from, to },
            Self::Padatis { files, promotes, .. } => Self::Padatis { files, to, promotes },
        }
    }

    /// Returns the role of the pieces that move.
    #[inline(always)]
    pub const fn role(&self) -> Role {
        match *self {
            Self::Piece { role, .. } => role,
            Self::Jump { .. } => Role::Raja,
            Self::Padatis { .. } => Role::Padati,
        }
    }

    /// Lists the moves. `game` and `color` are those with which the set was generated: they give the squares
    /// from which padatis come, and what the padatis become.
    #[inline(always)]
    pub fn moves(self, game: &Game, color: Color) -> impl Iterator<Item = Move> {
        self.to().into_iter().map(move |to| match self {
            Self::Piece { from, .. } | Self::Jump { from, .. } => Move { from, to, promotion: None },
            Self::Padatis { files, promotes, .. } => {
                let back = -i32::from(files) - 8 * i32::from(color.forward());
                let from = Square::truncated((to.index() as i32 + back) as u32);
                let promotion = if promotes { game.promotion.role(color, to) } else { None };
                Move { from, to, promotion }
            }
        })
    }
}

/// A list of moves, held in place without allocation. It is an iterator, and it dereferences to a slice of
/// the moves that the iterator has not yet returned.
///
/// ```
/// use rules_core::chaturanga::{Game, Rules};
/// let game = Game::new(Rules::CHESSCOM);
/// let mut moves = game.moves(&game.start());
/// assert_eq!(moves.len(), 16);
/// let first = moves.next().unwrap();
/// assert!(moves.len() == 15 && !moves.contains(&first));
/// ```
#[derive(Clone, Debug)]
pub struct Moves {
    list: [Move; Self::CAPACITY],
    len: usize,
    next: usize,
}

impl Moves {
    /// More than any accepted position has: at most 10 rathas have up to 14 moves, at most 5 other pieces up
    /// to 8, and the raja up to 16, which makes 196.
    const CAPACITY: usize = 256;

    pub(super) const fn new() -> Self {
        let none = Move { from: Square::A1, to: Square::A1, promotion: None };
        Self { list: [none; Self::CAPACITY], len: 0, next: 0 }
    }

    pub(super) fn push(&mut self, mv: Move) {
        self.list[self.len] = mv;
        self.len += 1;
    }
}

impl Deref for Moves {
    type Target = [Move];
    fn deref(&self) -> &[Move] {
        &self.list[self.next..self.len]
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let mv = *self.first()?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}
