//! Two turns with dice: the turns of the next seat are counted once and counted again only after moves that
//! may change their number.

use super::may_be_completed;
use super::mobility::{SLIDERS, sliders};
use crate::count::pawns::PawnMoves;
use rules_core::chaturaji::{BoatTriumph, Game, MoveSet, Mover, Origin, Position, Role};
use rules_core::{Bitboard, PawnTargets, Square};

/// Returns the number of sequences of two turns with dice, each as often as ordered rolls allow it. `turns`
/// counts the turns of a position.
#[inline(always)]
pub(super) fn count<M: Mover>(game: &Game, position: &Position, turns: impl Fn(&Position) -> u64) -> u64 {
    let weights = game.roll_counts(position);
    let standing = |board: &Position| {
        let next = game.end_turn(board);
        Standing::new::<M>(game, &next, turns(&next))
    };
    let before = standing(position);
    let mut count = u64::from(weights.pass) * before.count;
    for moves in game.move_sets::<M>(position).iter() {
        let face = moves.face();
        if !weights.allow(face) {
            continue;
        }
        let pair = &weights.pair[face as usize];
        let neutral = before.neutral::<M>(moves, position);
        for mv in moves.moves(game, M::SEAT) {
            let board = game.make::<M>(position, moves.role, mv);
            let standing = if neutral.contains(mv.to) { before } else { standing(&board) };
            let seconds = game.move_sets::<M>(&board);
            count += u64::from(weights.single_after(face, || seconds.faces())) * standing.count;
            for moves in seconds.iter() {
                let weight = u64::from(pair[moves.face() as usize]);
                if weight == 0 {
                    continue;
                }
                let neutral = standing.neutral::<M>(moves, &board);
                count += weight * u64::from(neutral.len()) * standing.count;
                for mv in moves.with_targets(moves.to.without(neutral)).moves(game, M::SEAT) {
                    let next = game.make::<M>(&board, moves.role, mv);
                    count += weight * turns(&game.end_turn(&next));
                }
            }
        }
    }
    count
}

/// How many turns the next seat has, and what they depend on besides its own pieces.
#[derive(Clone, Copy)]
struct Standing {
    count: u64,
    /// The squares on which a piece of another seat that comes or goes may change the number.
    squares: Bitboard,
    /// The squares on which a boat of another seat that arrives may change the number.
    boats: Bitboard,
}

impl Standing {
    /// Determines what the `count` turns of `position` depend on, under the rules of `M`.
    #[inline(always)]
    fn new<M: Mover>(game: &Game, position: &Position, count: u64) -> Self {
        let everything = Self { count, squares: Bitboard::FULL, boats: Bitboard::FULL };
        if game.is_over(position) {
            return everything;
        }
        let seat = position.seat();
        let own = position.pieces(seat);
        let occupied = position.occupied();

        // A triumph opens lines, and a promoted pawn continues as its new role; a triumph by another seat can
        // also capture the next seat's boats.
        let mut near_boats = Bitboard::EMPTY;
        if game.rules().boat_triumph != BoatTriumph::None {
            let boats = position.all_of(Role::Boat);
            if may_be_completed(boats.without(own)) {
                return everything;
            }
            for boat in boats {
                near_boats |= game.leaps::<M>(Role::King, boat);
            }
        }
        let pawns = position.of(seat, Role::Pawn);
        let PawnTargets { plain, promoting } = game.pawn_targets(position, seat, pawns);
        if !promoting.is_empty() || plain != Bitboard::FULL {
            return everything;
        }

        // For pawns, two steps. For sliders, the squares up to the first obstacle: from the current square,
        // after moving, and after a friendly piece has moved away.
        let step = |pawns| PawnMoves::new(pawns, seat.forward(), Bitboard::FULL).squares();
        let mut squares = step(pawns);
        squares |= step(squares);
        for (role, pieces) in SLIDERS.into_iter().zip(sliders::<M>(position, seat)) {
            for slider in pieces {
                let reach = game.attacks::<M>(role, slider, occupied);
                squares |= reach;
                for piece in reach & own {
                    let left = occupied.without(Bitboard::of(piece));
                    for to in targets::<M>(game, position, piece) {
                        squares |= game.attacks::<M>(role, slider, left | Bitboard::of(to));
                    }
                }
                for to in reach.without(own) {
                    squares |= game.attacks::<M>(role, to, occupied.without(Bitboard::of(slider)));
                }
            }
        }
        Self { count, squares, boats: near_boats }
    }

    /// Returns the target squares of the moves of another seat after which the number is the same: the move
    /// captures and promotes nothing, and touches no square that matters.
    #[inline(always)]
    fn neutral<M: Mover>(&self, moves: &MoveSet, board: &Position) -> Bitboard {
        let mut closed = self.squares | board.occupied();
        if moves.role == Role::Boat {
            closed |= self.boats;
        }
        match moves.origin {
            Origin::Square(from) if self.squares.contains(from) => Bitboard::EMPTY,
            Origin::Square(_) => moves.to.without(closed),
            Origin::Pawns { promotes: true, .. } => Bitboard::EMPTY,
            Origin::Pawns { .. } => {
                // Pawn captures are never neutral, so this must be a step.
                let (files, ranks) = M::SEAT.forward();
                moves.to.without(closed | self.squares.shift(files, ranks))
            }
        }
    }
}

/// Returns the target squares of a piece of the seat to move.
#[inline(always)]
fn targets<M: Mover>(game: &Game, position: &Position, from: Square) -> Bitboard {
    let seat = position.seat();
    let (own, occupied) = (position.pieces(seat), position.occupied());
    match position.piece_at(from).map(|piece| piece.role) {
        Some(Role::Pawn) => {
            let PawnTargets { plain, promoting } = game.pawn_targets(position, seat, Bitboard::of(from));
            let moves = PawnMoves::new(Bitboard::of(from), seat.forward(), plain | promoting);
            moves.targets(occupied.without(own), occupied)
        }
        Some(role) => game.attacks::<M>(role, from, occupied).without(own),
        None => Bitboard::EMPTY,
    }
}
