//! Sets of moves, and lists of sets.

use super::{Face, FaceSet, Game, Move, Role, Seat};
use crate::{Bitboard, Square};

/// Moves that the generator finds together, so that they can be counted without being listed.
///
/// ```
/// use rules_core::{Square, chaturaji::{Face, Game, MoveSet, Origin, Role, Rules, Seat}};
/// let game = Game::new(Rules::AR);
/// // The steps of red's four pawns at the start: one file to the right, so the origin is one index back.
/// let steps = MoveSet {
///     role: Role::Pawn,
///     origin: Origin::Pawns { back: -1, promotes: false },
///     to: [Square::C1, Square::C2, Square::C3, Square::C4].into_iter().collect(),
/// };
/// assert_eq!((steps.len(), steps.face()), (4, Face::Five));
/// let moves: Vec<String> = steps.moves(&game, Seat::Red).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["b1c1", "b2c2", "b3c3", "b4c4"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSet {
    /// The role of the pieces that move.
    pub role: Role,
    /// The square or squares from which they move.
    pub origin: Origin,
    /// The target squares.
    pub to: Bitboard,
}

/// Where the pieces of a [`MoveSet`] come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// One piece, which stands on this square.
    Square(Square),
    /// Pawns that all move in one direction.
    Pawns {
        /// The [index](Square::index) of the square of origin minus that of the target square.
        back: i8,
        /// Whether the pawns promote, each to the role that its target square gives.
        promotes: bool,
    },
}

impl MoveSet {
    /// Returns the number of moves.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.to.len()
    }

    /// Returns whether the set holds no move.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Returns the face of the die that allows the moves.
    #[inline(always)]
    pub const fn face(&self) -> Face {
        Face::of(self.role)
    }

    /// Returns the same set with other target squares.
    #[inline(always)]
    #[must_use]
    pub const fn with_targets(self, to: Bitboard) -> Self {
        Self { to, ..self }
    }

    /// Lists the moves. `game` and `seat` are those with which the set was generated: they give what pawns
    /// become.
    #[inline(always)]
    pub fn moves(self, game: &Game, seat: Seat) -> impl Iterator<Item = Move> {
        self.to.into_iter().map(move |to| match self.origin {
            Origin::Square(from) => Move { from, to, promotion: None },
            Origin::Pawns { back, promotes } => {
                let from = Square::truncated((to.index() as i32 + i32::from(back)) as u32);
                let promotion = if promotes { game.promotion.role(seat, to) } else { None };
                Move { from, to, promotion }
            }
        })
    }
}

/// The sets of moves of one position that are not empty: a [`Visitor`](crate::Visitor) that keeps what it
/// receives, in place and without allocation.
///
/// ```
/// use rules_core::{Bitboard, Square, chaturaji::{MoveSet, MoveSets, Origin, Role}};
/// let set = |to| MoveSet { role: Role::Boat, origin: Origin::Square(Square::A1), to };
/// let mut sets = MoveSets::EMPTY;
/// sets.push(set(Bitboard::of(Square::C3)));
/// sets.push(set(Bitboard::EMPTY));
/// assert_eq!(sets.iter().count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct MoveSets {
    list: [MoveSet; Self::CAPACITY],
    len: usize,
}

impl MoveSets {
    /// At least as many as a position has: one set for each of at most eight pieces that are no pawns, or two
    /// in each of three directions for pawns beside at most seven others.
    const CAPACITY: usize = 16;

    /// No set.
    pub const EMPTY: Self = {
        let origin = Origin::Pawns { back: 0, promotes: false };
        let none = MoveSet { role: Role::Pawn, origin, to: Bitboard::EMPTY };
        Self { list: [none; Self::CAPACITY], len: 0 }
    };

    /// Returns the sets, in the order in which they were pushed.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = &MoveSet> {
        self.list[..self.len.min(Self::CAPACITY)].iter()
    }

    /// Returns the faces of the sets: those by which some piece can move.
    #[inline(always)]
    pub fn faces(&self) -> FaceSet {
        self.iter().map(MoveSet::face).fold(FaceSet::EMPTY, FaceSet::with)
    }

    /// Adds a set, unless it is empty.
    ///
    /// # Panics
    /// In debug builds, when more than 16 sets are pushed: no position has so many.
    #[inline(always)]
    pub fn push(&mut self, moves: MoveSet) {
        debug_assert!(self.len < Self::CAPACITY, "a position has at most 16 sets of moves");
        if !moves.is_empty() {
            // The remainder spares the counting path a bounds check.
            self.list[self.len % Self::CAPACITY] = moves;
            self.len += 1;
        }
    }
}

impl crate::Visitor<MoveSet> for MoveSets {
    #[inline(always)]
    fn visit(&mut self, moves: MoveSet) {
        self.push(moves);
    }
}
