//! A checked position: what decides the moves, and nothing else.
//!
//! The representation is four seats and three planes of role bits as bitboards, the seat to move, the dice,
//! and the lost types: 64 bytes, one cache line. A boat has no bit in any plane, so its squares follow from
//! the occupied ones.

use super::{Dice, DiceOrder, Piece, Role, RoleSet, Rules, Seat, Setup};
use crate::hash::mix;
use crate::{Bitboard, Square};

/// A position that the rules of its [`Game`](super::Game) accept: 64 bytes, with pieces, seat to move, dice
/// and lost types.
///
/// The points are not part of it, because no move depends on them: they are in the [`Tally`](super::Tally).
/// Positions that differ only in what the rules do not use are equal.
///
/// ```
/// use rules_core::chaturaji::{Dice, Game, Role, Rules, Seat};
/// let start = Game::new(Rules::AR).start();
/// assert_eq!((start.seat(), start.dice()), (Seat::Red, Dice::Unrolled));
/// assert_eq!(start.of(Seat::Green, Role::Pawn).len(), 4);
/// assert!(start.to_string().ends_with("rB,rP,2,gK,gE,gN,gB r - -"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Position {
    /// The pieces of each seat.
    pub(super) seats: [Bitboard; 4],
    /// The roles, two bits for the officers ([`Role::OFFICERS`], the lower bit first) and one for pawns.
    pub(super) planes: [Bitboard; 3],
    pub(super) seat: Seat,
    pub(super) dice: Dice,
    /// The types that each seat has lost: four bits a seat, by `Role as usize`.
    pub(super) lost: u16,
}

const _: () = assert!(size_of::<Position>() == 64);

impl Position {
    pub(super) const EMPTY: Self = Self {
        seats: [Bitboard::EMPTY; 4],
        planes: [Bitboard::EMPTY; 3],
        seat: Seat::Red,
        dice: Dice::Unrolled,
        lost: 0,
    };

    /// Returns the seat to move; when the game is over, the one that moved last.
    #[inline(always)]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the dice that the seat to move has; [`Dice::Unrolled`] between turns.
    #[inline(always)]
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// Returns the squares of one seat's pieces.
    #[inline(always)]
    pub const fn pieces(&self, seat: Seat) -> Bitboard {
        self.seats[seat as usize]
    }

    /// Returns the squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        let [red, black, yellow, green] = self.seats;
        red | black | yellow | green
    }

    /// Returns the squares of a role, of all seats; those of boats include the empty squares.
    #[inline(always)]
    fn plane(&self, role: Role) -> Bitboard {
        let [low, high, pawns] = self.planes;
        match role {
            Role::Boat => !(low | high | pawns),
            Role::Horse => low.without(high),
            Role::Elephant => high.without(low),
            Role::King => low & high,
            Role::Pawn => pawns,
        }
    }

    /// Returns the squares of one seat's pieces with this role. A seat may have several kings, because a pawn
    /// can promote to one.
    #[inline(always)]
    pub fn of(&self, seat: Seat, role: Role) -> Bitboard {
        self.pieces(seat) & self.plane(role)
    }

    /// Returns the squares of all seats' pieces with this role.
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Game, Role, Rules}};
    /// let start = Game::new(Rules::AR).start();
    /// let corners = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
    /// assert_eq!(start.all_of(Role::Boat), corners);
    /// ```
    #[inline(always)]
    pub fn all_of(&self, role: Role) -> Bitboard {
        self.occupied() & self.plane(role)
    }

    /// Returns the role of the piece on a square, which must not be empty.
    #[inline(always)]
    pub(super) fn role_at(&self, square: Bitboard) -> Role {
        let [low, high, pawns] = self.planes.map(|plane| plane.meets(square));
        if pawns { Role::Pawn } else { Role::OFFICERS[usize::from(low) + 2 * usize::from(high)] }
    }

    /// Returns the whole position in 48 bytes. Keys are equal if and only if the positions are.
    ///
    /// For tables that must tell positions apart exactly, where a hash does not suffice.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// let start = game.start();
    /// assert_ne!(start.key(), game.play(&start, "pass".parse().unwrap()).unwrap().key());
    /// ```
    #[inline(always)]
    pub fn key(&self) -> [u64; 6] {
        let [_, black, yellow, green] = self.seats;
        let [boats, horses, elephants, kings, pawns] = Role::ALL.map(|role| self.all_of(role));
        // Each role has a number other than 0; the three bits of the numbers make three sets, those of the
        // seat two.
        let sets =
            [black | green, yellow | green, boats | elephants | pawns, horses | elephants, kings | pawns];
        let [low, high, first, second, third] = sets.map(|squares| squares.0);
        let dice = self.dice.index() as u64;
        [low, high, first, second, third, self.seat as u64 | dice << 8 | u64::from(self.lost) << 16]
    }

    /// Returns a 64-bit hash of the position, for transposition tables and sets. Equal positions have equal
    /// hashes, on every machine; other versions of this crate may compute others.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// // Two orders of the same two moves are different turns that lead to the same position.
    /// let one = game.play(&game.start(), "b1c1+b2c2".parse()?)?;
    /// let other = game.play(&game.start(), "b2c2+b1c1".parse()?)?;
    /// assert_eq!(one.hash64(), other.hash64());
    /// assert_ne!(one.hash64(), game.start().hash64());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hash64(&self) -> u64 {
        mix(self.key())
    }

    /// Returns the piece on a square; `None` when the square is empty.
    ///
    /// ```
    /// use rules_core::{Square, chaturaji::{Game, Rules}};
    /// let start = Game::new(Rules::AR).start();
    /// assert_eq!(start.piece_at(Square::E1), "gK".parse().ok());
    /// assert_eq!(start.piece_at(Square::E4), None);
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.pieces(seat).contains(square))?;
        Some(Piece { seat, role: self.role_at(Bitboard::of(square)) })
    }

    /// Returns the types that a seat has ever lost, where the rules remember them
    /// (`promotion-requires=lost`); elsewhere the empty set. Types of which a seat has no piece are lost in
    /// any case.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Role, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// let position = game.read("rK,rE,6/8/8/8/8/8/8/7,yK r - rE 0,0,0,0 -")?;
    /// assert!(position.missing(Seat::Red).officers().eq([Role::Boat, Role::Horse]));
    /// assert!(position.lost(Seat::Red).officers().eq([Role::Boat, Role::Horse, Role::Elephant]));
    /// # Ok::<(), rules_core::chaturaji::Refusals>(())
    /// ```
    pub fn lost(&self, seat: Seat) -> RoleSet {
        Role::OFFICERS.into_iter().filter(|&role| self.lost & Self::lost_bit(seat, role) != 0).collect()
    }

    /// Returns the types of which a seat has no piece on the board (`promotion-requires=missing`).
    pub fn missing(&self, seat: Seat) -> RoleSet {
        Role::OFFICERS.into_iter().filter(|&role| self.of(seat, role).is_empty()).collect()
    }

    /// Returns the bit of `lost` that remembers the loss of a piece of this role.
    #[inline(always)]
    pub(super) const fn lost_bit(seat: Seat, role: Role) -> u16 {
        1 << (4 * seat as u16 + role as u16)
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Bitboard, seat: Seat, role: Role) {
        self.seats[seat as usize] |= square;
        let code = role as u8;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if code >> bit & 1 != 0 {
                *plane |= square;
            }
        }
    }

    /// Removes the pieces on these squares.
    #[inline(always)]
    pub(super) fn clear(&mut self, squares: Bitboard) {
        for men in self.seats.iter_mut().chain(&mut self.planes) {
            *men = men.without(squares);
        }
    }
}

// The codes of the planes are those of the roles.
const _: () = assert!(Role::Boat as u8 == 0 && Role::King as u8 == 3 && Role::Pawn as u8 == 4);

impl Rules {
    /// Returns the dice in the order that these rules see: the lower face first where the order is free.
    pub(super) fn normal(&self, dice: Dice) -> Dice {
        match dice {
            Dice::Two(first, second) if self.dice_order == DiceOrder::Free && second < first => {
                Dice::Two(second, first)
            }
            dice => dice,
        }
    }
}

/// The placement that a position stands for, without points. Lost types that the board shows are left out.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            seat: position.seat,
            dice: position.dice,
            lost: Seat::ALL.map(|seat| position.lost(seat).without(position.missing(seat))),
            ..Self::EMPTY
        };
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }
}
