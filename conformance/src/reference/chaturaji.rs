//! Chaturaji as its source describes it.

use rules_core::Square;
use rules_core::chaturaji::{
    BoatMove, BoatTriumph, Dice, DiceOrder, DiceRule, DiceUse, ElephantMove, Face, GameEnd, KingBonus,
    Kingless, Move, Piece, Points, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires, Role,
    RoleSet, Rules, Seat, Setup, StartSetup, Tally, Turn, TurnOrder,
};
use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
mod tests;

/// A step or leap: the number of files to the right and of ranks up.
type Offset = (i8, i8);

const STRAIGHT: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Offset; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The points for the kings of all others (ar § scoring).
const BONUS: u32 = 54;

/// A position: everything that decides the moves, and nothing else.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The piece on each square.
    board: [Option<Piece>; 64],
    /// The seat to move; if the game is over, the one that moved last.
    seat: Seat,
    /// The dice of the seat to move.
    dice: Dice,
    /// The types of which each seat has lost a piece.
    lost: [RoleSet; 4],
}

/// Returns the squares of the boat, horse, elephant and king of a seat at the start, in this order.
///
/// ar names no squares. Its example of the boat (§ the triumph of the boat) is possible only with boats in
/// the right-hand corners. The order of the pieces and the mirror image come from other accounts.
fn first_row(rules: &Rules, seat: Seat) -> [Square; 4] {
    match (rules.setup, seat) {
        (StartSetup::RightHanded, Seat::Red) => [Square::A1, Square::A2, Square::A3, Square::A4],
        (StartSetup::RightHanded, Seat::Black) => [Square::A8, Square::B8, Square::C8, Square::D8],
        (StartSetup::RightHanded, Seat::Yellow) => [Square::H8, Square::H7, Square::H6, Square::H5],
        (StartSetup::RightHanded, Seat::Green) => [Square::H1, Square::G1, Square::F1, Square::E1],
        (StartSetup::LeftHanded, Seat::Red) => [Square::A8, Square::A7, Square::A6, Square::A5],
        (StartSetup::LeftHanded, Seat::Black) => [Square::H8, Square::G8, Square::F8, Square::E8],
        (StartSetup::LeftHanded, Seat::Yellow) => [Square::H1, Square::H2, Square::H3, Square::H4],
        (StartSetup::LeftHanded, Seat::Green) => [Square::A1, Square::B1, Square::C1, Square::D1],
    }
}

/// Returns the squares of the pawns of a seat at the start: the second row, in front of its other pieces.
///
/// ar § movement of the pieces: red on b, yellow on g, black on the seventh rank, green on the second.
fn second_row(rules: &Rules, seat: Seat) -> [Square; 4] {
    match (rules.setup, seat) {
        (StartSetup::RightHanded, Seat::Red) => [Square::B1, Square::B2, Square::B3, Square::B4],
        (StartSetup::RightHanded, Seat::Black) => [Square::A7, Square::B7, Square::C7, Square::D7],
        (StartSetup::RightHanded, Seat::Yellow) => [Square::G8, Square::G7, Square::G6, Square::G5],
        (StartSetup::RightHanded, Seat::Green) => [Square::H2, Square::G2, Square::F2, Square::E2],
        (StartSetup::LeftHanded, Seat::Red) => [Square::B8, Square::B7, Square::B6, Square::B5],
        (StartSetup::LeftHanded, Seat::Black) => [Square::H7, Square::G7, Square::F7, Square::E7],
        (StartSetup::LeftHanded, Seat::Yellow) => [Square::G1, Square::G2, Square::G3, Square::G4],
        (StartSetup::LeftHanded, Seat::Green) => [Square::A2, Square::B2, Square::C2, Square::D2],
    }
}

/// A piece that was captured, and whether its seat was frozen at that moment.
struct Captured {
    piece: Piece,
    was_frozen: bool,
}

/// The types of which a seat has one at the start.
const OFFICERS: [Role; 4] = [Role::Boat, Role::Horse, Role::Elephant, Role::King];

/// Returns the step of the pawns of a seat (ar § movement of the pieces, the pawn): red towards the h file,
/// yellow towards the a file, black towards the first rank, green away from it.
fn ahead(seat: Seat) -> Offset {
    match seat {
        Seat::Red => (1, 0),
        Seat::Black => (0, -1),
        Seat::Yellow => (-1, 0),
        Seat::Green => (0, 1),
    }
}

/// Returns the two offsets at which the pawns of a seat capture: diagonally ahead.
fn pawn_captures(seat: Seat) -> [Offset; 2] {
    match seat {
        Seat::Red => [(1, 1), (1, -1)],
        Seat::Black => [(1, -1), (-1, -1)],
        Seat::Yellow => [(-1, 1), (-1, -1)],
        Seat::Green => [(1, 1), (-1, 1)],
    }
}

/// Returns whether a square is on the edge behind the pieces of a seat.
fn is_own_edge(seat: Seat, square: Square) -> bool {
    match seat {
        Seat::Red => square.file() == 0,
        Seat::Black => square.rank() == 7,
        Seat::Yellow => square.file() == 7,
        Seat::Green => square.rank() == 0,
    }
}

/// Returns whether a square is on the last row of the pawns of a seat, the edge opposite its own.
fn is_last_row(seat: Seat, square: Square) -> bool {
    match seat {
        Seat::Red => square.file() == 7,
        Seat::Black => square.rank() == 0,
        Seat::Yellow => square.file() == 0,
        Seat::Green => square.rank() == 7,
    }
}

/// Returns which of the eight lines that the pawns of a seat move along has a square.
fn lane(seat: Seat, square: Square) -> u8 {
    match seat {
        Seat::Red | Seat::Yellow => square.rank(),
        Seat::Black | Seat::Green => square.file(),
    }
}

/// Returns the type that a pawn of a seat becomes on a square of its last row, if any.
///
/// ar § movement of the pieces: only the type that stands on the file (or rank) of the promotion square, the
/// king included. `unmarked`: no corner and no square of a king promotes.
fn promotes_to(rules: &Rules, seat: Seat, square: Square) -> Option<Role> {
    let lane_of_it = lane(seat, square);
    let by_edge = match lane_of_it {
        0 | 7 => Role::Boat,
        1 | 6 => Role::Horse,
        2 | 5 => Role::Elephant,
        _ => Role::King,
    };
    let faces_own_row = first_row(rules, seat).into_iter().any(|home| lane(seat, home) == lane_of_it);
    let is_unmarked = matches!(by_edge, Role::Horse | Role::Elephant);
    match rules.promotion_piece {
        PromotionPiece::ByEdge => Some(by_edge),
        PromotionPiece::OwnHalf => faces_own_row.then_some(by_edge),
        PromotionPiece::Boat => Some(Role::Boat),
        PromotionPiece::Unmarked => is_unmarked.then_some(by_edge),
    }
}

/// Returns the points for capturing a piece of a seat that is not frozen (ar § scoring).
fn points_of(rules: &Rules, role: Role) -> u32 {
    match (rules.points, role) {
        (Points::Ar, Role::Pawn) => 1,
        (Points::Ar, Role::Boat) => 2,
        (Points::Ar, Role::Horse) => 3,
        (Points::Ar, Role::Elephant) => 4,
        (Points::Ar, Role::King) => 5,
        (Points::Chesscom, Role::Pawn) => 1,
        (Points::Chesscom, Role::Horse | Role::King) => 3,
        (Points::Chesscom, Role::Elephant | Role::Boat) => 5,
    }
}

/// Returns the face of a die that lets a piece move (ar § throws of the dice).
fn face_of(role: Role) -> Face {
    match role {
        Role::Boat => Face::Two,
        Role::Horse => Face::Three,
        Role::Elephant => Face::Four,
        Role::Pawn | Role::King => Face::Five,
    }
}

/// Returns the face of each side of a die; none without dice.
///
/// ar § throws of the dice: four sides. al-Biruni: six, of which the first and the fifth move a pawn or the
/// king, and the fourth and the sixth the elephant.
fn sides_of_die(rules: &Rules) -> Vec<Face> {
    match rules.dice {
        DiceRule::Two | DiceRule::One => vec![Face::Two, Face::Three, Face::Four, Face::Five],
        DiceRule::TwoSix => vec![Face::Five, Face::Two, Face::Three, Face::Four, Face::Five, Face::Four],
        DiceRule::None => Vec::new(),
    }
}

/// Returns the ordered rolls, each as often as the dice show it; without dice, nothing rolled, once.
pub fn rolls(rules: &Rules) -> Vec<Dice> {
    let sides = sides_of_die(rules);
    match rules.dice {
        DiceRule::Two | DiceRule::TwoSix => {
            let mut rolls = Vec::new();
            for &first in &sides {
                for &second in &sides {
                    rolls.push(Dice::Two(first, second));
                }
            }
            rolls
        }
        DiceRule::One => sides.into_iter().map(Dice::One).collect(),
        DiceRule::None => vec![Dice::Unrolled],
    }
}

/// Returns the next seat in the order of play, able to play or not (ar § movement of the pieces: clockwise).
fn next_in_order(rules: &Rules, seat: Seat) -> Seat {
    match (rules.turn_order, seat) {
        (TurnOrder::Clockwise, Seat::Red) | (TurnOrder::CounterClockwise, Seat::Yellow) => Seat::Black,
        (TurnOrder::Clockwise, Seat::Black) | (TurnOrder::CounterClockwise, Seat::Green) => Seat::Yellow,
        (TurnOrder::Clockwise, Seat::Yellow) | (TurnOrder::CounterClockwise, Seat::Red) => Seat::Green,
        (TurnOrder::Clockwise, Seat::Green) | (TurnOrder::CounterClockwise, Seat::Black) => Seat::Red,
    }
}

/// Returns whether a position records losses: only if promotions depend on them.
fn records_losses(rules: &Rules) -> bool {
    rules.promotion_requires == PromotionRequires::Lost
}

/// Returns the squares at these offsets that are on the board.
fn around(from: Square, offsets: &[Offset]) -> Vec<Square> {
    offsets.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
}

/// Returns the place of each seat, indexed by `Seat as usize`: one more than the number of seats with more
/// points. Equal scores share a place.
pub fn ranking(tally: &Tally) -> [u8; 4] {
    tally.scores.map(|score| 1 + tally.scores.iter().filter(|&&other| other > score).count() as u8)
}

/// Returns whether a seat has captured a king of each other seat.
fn has_taken_all_kings(tally: &Tally, captor: Seat) -> bool {
    Seat::ALL.iter().all(|&victim| victim == captor || tally.kings[captor as usize][victim as usize])
}

/// Returns the turns with the most moves.
fn most_moves(turns: BTreeSet<Turn>) -> BTreeSet<Turn> {
    let most = turns.iter().map(|turn| turn.moves().count()).max();
    turns.into_iter().filter(|turn| Some(turn.moves().count()) == most).collect()
}

impl State {
    /// Returns the position at the start of a game: red to move, nothing rolled. That red begins is assumed.
    pub fn start(rules: &Rules) -> Self {
        let mut state =
            Self { board: [None; 64], seat: Seat::Red, dice: Dice::Unrolled, lost: [RoleSet::EMPTY; 4] };
        for seat in Seat::ALL {
            for (square, role) in first_row(rules, seat).into_iter().zip(OFFICERS) {
                state.board[square.index()] = Some(Piece { seat, role });
            }
            for square in second_row(rules, seat) {
                state.board[square.index()] = Some(Piece { seat, role: Role::Pawn });
            }
        }
        state
    }

    /// Returns the position of a placement, with the losses and the order of the dice that these rules allow,
    /// and its points.
    ///
    /// # Errors
    /// All refusal kinds (those of `Refusal::kind`), sorted, without duplicates.
    pub fn from_setup(rules: &Rules, setup: &Setup) -> Result<(Self, Tally), Vec<&'static str>> {
        let mut state = Self { board: setup.board, seat: setup.seat, dice: setup.dice, lost: setup.lost };
        let mut faults = state.faults(rules);
        for seat in Seat::ALL {
            let can_be_paid = rules.king_bonus != KingBonus::None && has_taken_all_kings(&setup.tally, seat);
            if setup.tally.paid[seat as usize] && !can_be_paid {
                faults.push("undefined-bonus");
            }
        }
        if !faults.is_empty() {
            faults.sort_unstable();
            faults.dedup();
            return Err(faults);
        }
        for seat in Seat::ALL {
            let lost = state.lost[seat as usize];
            let is_lost = |role: &Role| lost.contains(*role) || state.count(seat, *role) == 0;
            state.lost[seat as usize] = if records_losses(rules) {
                OFFICERS.into_iter().filter(is_lost).collect()
            } else {
                RoleSet::EMPTY
            };
        }
        if let Dice::Two(first, second) = state.dice
            && rules.dice_order == DiceOrder::Free
            && second < first
        {
            state.dice = Dice::Two(second, first);
        }
        Ok((state, setup.tally))
    }

    /// Returns why pieces, dice and the seat to move cannot be as they are.
    fn faults(&self, rules: &Rules) -> Vec<&'static str> {
        let mut faults = Vec::new();
        match (rules.dice, self.dice) {
            (DiceRule::None, Dice::One(_) | Dice::Two(..)) => faults.push("dice-not-used"),
            (DiceRule::One, Dice::Two(..)) => faults.push("dice-count"),
            _ => {}
        }
        for seat in Seat::ALL {
            if self.squares_of(seat).len() > 8 {
                faults.push("pieces");
            }
            if self.count(seat, Role::Pawn) > 4 {
                faults.push("pawns");
            }
            let pawn = Some(Piece { seat, role: Role::Pawn });
            if Square::all().any(|square| is_own_edge(seat, square) && self.at(square) == pawn) {
                faults.push("pawn-on-back-row");
            }
        }
        if !self.can_play(rules, self.seat) && !self.is_over(rules) {
            faults.push("cannot-play");
        }
        faults
    }

    /// Returns a placement of this position, with these points.
    ///
    /// It names only those lost types that the board does not show, because a piece of the type is left.
    pub fn to_setup(&self, rules: &Rules, tally: &Tally) -> Setup {
        let mut setup = Setup {
            board: self.board,
            seat: self.seat,
            dice: self.dice,
            lost: [RoleSet::EMPTY; 4],
            tally: *tally,
        };
        if records_losses(rules) {
            for seat in Seat::ALL {
                let lost = self.lost[seat as usize];
                let is_hidden = |role: &Role| lost.contains(*role) && self.count(seat, *role) > 0;
                setup.lost[seat as usize] = OFFICERS.into_iter().filter(is_hidden).collect();
            }
        }
        setup
    }

    /// Returns the piece on a square.
    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Returns the squares of the pieces of a seat.
    fn squares_of(&self, seat: Seat) -> Vec<Square> {
        Square::all().filter(|&square| self.at(square).is_some_and(|piece| piece.seat == seat)).collect()
    }

    /// Returns the number of pieces of a type that a seat has.
    fn count(&self, seat: Seat, role: Role) -> usize {
        self.board.iter().filter(|&&piece| piece == Some(Piece { seat, role })).count()
    }

    /// Returns whether a seat is frozen: it has no king, and such a seat does not play.
    fn is_frozen(&self, rules: &Rules, seat: Seat) -> bool {
        rules.kingless == Kingless::Frozen && self.count(seat, Role::King) == 0
    }

    /// Returns whether a seat can play: it has pieces and is not frozen.
    fn can_play(&self, rules: &Rules, seat: Seat) -> bool {
        !self.squares_of(seat).is_empty() && !self.is_frozen(rules, seat)
    }

    /// Returns whether one of two dice is played and the other is left.
    fn is_half_played(&self, rules: &Rules) -> bool {
        match (rules.dice, self.dice) {
            (DiceRule::Two | DiceRule::TwoSix, Dice::One(_)) => true,
            // The only die is the whole roll.
            (DiceRule::One | DiceRule::None, Dice::One(_)) => false,
            (_, Dice::Unrolled | Dice::Two(..)) => false,
        }
    }

    /// Returns whether the game is over. A game ends only between turns, not while one die of a turn is left.
    pub fn is_over(&self, rules: &Rules) -> bool {
        if self.is_half_played(rules) {
            return false;
        }
        let able = Seat::ALL.into_iter().filter(|&seat| self.can_play(rules, seat)).count();
        let with_king = Seat::ALL.into_iter().filter(|&seat| self.count(seat, Role::King) > 0).count();
        able <= 1 || (rules.game_end == GameEnd::LastKing && with_king <= 1)
    }

    /// Returns the target squares of the piece on `from`, regardless of the dice.
    fn reach(&self, rules: &Rules, from: Square) -> Vec<Square> {
        let Some(piece) = self.at(from) else {
            return Vec::new();
        };
        // ar § movement of the pieces, for each of them.
        let mut squares = match piece.role {
            // As the king of chess.
            Role::King => around(from, &[STRAIGHT, DIAGONAL].concat()),
            // As the horse of chess.
            Role::Horse => around(from, &KNIGHT),
            Role::Elephant => match rules.elephant_move {
                // As the rook ("castle") of chess.
                ElephantMove::Rook => self.lines(from, &STRAIGHT),
                ElephantMove::Bishop => self.lines(from, &DIAGONAL),
            },
            Role::Boat => match rules.boat_move {
                // Two squares diagonally, over any piece between.
                BoatMove::Alfil => around(from, &DIAGONAL.map(|(files, ranks)| (2 * files, 2 * ranks))),
                BoatMove::Rook => self.lines(from, &STRAIGHT),
            },
            // As the pawn of chess, without its double step.
            Role::Pawn => {
                let mut squares = around(from, &[ahead(piece.seat)]);
                squares.retain(|&to| self.at(to).is_none());
                let mut captures = around(from, &pawn_captures(piece.seat));
                captures.retain(|&to| self.at(to).is_some());
                [squares, captures].concat()
            }
        };
        squares.retain(|&to| self.at(to).is_none_or(|other| other.seat != piece.seat));
        squares
    }

    /// Returns the squares from `from` in each direction, up to and including the first occupied one.
    fn lines(&self, from: Square, ways: &[Offset]) -> Vec<Square> {
        let mut squares = Vec::new();
        for &(files, ranks) in ways {
            let mut last = from;
            while let Some(next) = last.offset(files, ranks) {
                squares.push(next);
                if self.at(next).is_some() {
                    break;
                }
                last = next;
            }
        }
        squares
    }

    /// Returns the moves of the piece on `from`.
    fn moves_from(&self, rules: &Rules, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        for to in self.reach(rules, from) {
            let plain = Move { from, to, promotion: None };
            match self.at(from) {
                Some(Piece { seat, role: Role::Pawn }) if is_last_row(seat, to) => {
                    moves.extend(self.arrivals(rules, seat, plain));
                }
                _ => moves.push(plain),
            }
        }
        moves
    }

    /// Returns the forms of a pawn's move to its last row: plain, promoting, both or neither.
    ///
    /// ar § movement of the pieces: the pawn promotes only to a type of which a piece was captured.
    fn arrivals(&self, rules: &Rules, seat: Seat, plain: Move) -> Vec<Move> {
        let may_become = promotes_to(rules, seat, plain.to).filter(|&role| match rules.promotion_requires {
            PromotionRequires::Lost => self.lost[seat as usize].contains(role),
            PromotionRequires::Missing => self.count(seat, role) == 0,
            PromotionRequires::Nothing => true,
        });
        match (may_become, rules.promotion_choice, rules.promotion_denied) {
            (Some(role), PromotionChoice::Forced, _) => vec![Move { promotion: Some(role), ..plain }],
            (Some(role), PromotionChoice::Optional, _) => {
                vec![plain, Move { promotion: Some(role), ..plain }]
            }
            (None, _, PromotionDenied::Stays) => vec![plain],
            (None, _, PromotionDenied::Barred) => Vec::new(),
        }
    }

    /// Returns the moves of all pieces of the seat to move, regardless of the dice.
    fn moves(&self, rules: &Rules) -> Vec<Move> {
        self.squares_of(self.seat).into_iter().flat_map(|from| self.moves_from(rules, from)).collect()
    }

    /// Returns the moves that a die with this face allows.
    fn moves_by(&self, rules: &Rules, face: Face) -> Vec<Move> {
        let obeys = |&from: &Square| self.at(from).is_some_and(|piece| face_of(piece.role) == face);
        let squares = self.squares_of(self.seat).into_iter().filter(obeys);
        squares.flat_map(|from| self.moves_from(rules, from)).collect()
    }

    /// Makes a move and returns what it captures, in order. The seat to move and the dice stay.
    fn make(&mut self, rules: &Rules, mv: Move) -> Vec<Captured> {
        let Some(piece) = self.board[mv.from.index()].take() else {
            return Vec::new();
        };
        let mut captured = Vec::new();
        captured.extend(self.capture(rules, mv.to));
        let was_empty = captured.is_empty();
        self.board[mv.to.index()] = Some(Piece { role: mv.promotion.unwrap_or(piece.role), ..piece });
        let can_triumph = match rules.boat_triumph {
            BoatTriumph::AnySquare => true,
            BoatTriumph::EmptySquare => was_empty,
            BoatTriumph::None => false,
        };
        // A pawn that becomes a boat by this move did not move as a boat.
        if piece.role == Role::Boat && can_triumph {
            for square in self.overcome(piece.seat, mv.to) {
                captured.extend(self.capture(rules, square));
            }
        }
        captured
    }

    /// Takes the piece on a square off the board, if there is one.
    fn capture(&mut self, rules: &Rules, square: Square) -> Option<Captured> {
        let piece = self.at(square)?;
        let was_frozen = self.is_frozen(rules, piece.seat);
        self.board[square.index()] = None;
        if records_losses(rules) && OFFICERS.contains(&piece.role) {
            let lost = &mut self.lost[piece.seat as usize];
            *lost = lost.with(piece.role);
        }
        Some(Captured { piece, was_frozen })
    }

    /// Returns the squares of the boats that a boat of a seat captures by its triumph when it arrives on a
    /// square, in board order.
    ///
    /// ar § the triumph of the boat: it completes a block of two by two whose other three squares have boats.
    fn overcome(&self, seat: Seat, arrived: Square) -> Vec<Square> {
        let is_others_boat = |&square: &Square| {
            self.at(square).is_some_and(|piece| piece.role == Role::Boat && piece.seat != seat)
        };
        let mut squares = Vec::new();
        for (files, ranks) in DIAGONAL {
            let others = around(arrived, &[(files, 0), (0, ranks), (files, ranks)]);
            if others.len() == 3 && others.iter().all(is_others_boat) {
                squares.extend(others);
            }
        }
        // A boat can be in two blocks.
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Adds the points that the seat to move earns by capturing these pieces with the move just made (ar §
    /// scoring).
    fn score(&self, rules: &Rules, tally: &mut Tally, captured: &[Captured]) {
        let captor = self.seat as usize;
        let mut points = 0;
        for &Captured { piece, was_frozen } in captured {
            points += match rules.points {
                Points::Chesscom if was_frozen => 0,
                Points::Ar | Points::Chesscom => points_of(rules, piece.role),
            };
            let had_all = has_taken_all_kings(tally, self.seat);
            if piece.role == Role::King {
                tally.kings[captor][piece.seat as usize] = true;
            }
            let has_just_all = !had_all && has_taken_all_kings(tally, self.seat);
            if has_just_all && self.count(self.seat, Role::King) > 0 && !tally.paid[captor] {
                let bonus = match rules.king_bonus {
                    KingBonus::Added => Some(BONUS),
                    // The captures have given the points for the three kings already.
                    KingBonus::Replaces => Some(BONUS - 3 * points_of(rules, Role::King)),
                    KingBonus::None => None,
                };
                tally.paid[captor] = bonus.is_some();
                points += bonus.unwrap_or(0);
            }
        }
        // A text can start with any score, so the sum may exceed what a text can hold.
        let total = u32::from(tally.scores[captor]) + points;
        tally.scores[captor] = u16::try_from(total).unwrap_or(u16::MAX);
    }

    /// Ends the turn: the next seat that can play is to move, unless the game is over.
    fn end_turn(&mut self, rules: &Rules) {
        self.dice = Dice::Unrolled;
        if self.is_over(rules) {
            return;
        }
        // Ends, because at least two seats can play.
        self.seat = next_in_order(rules, self.seat);
        while !self.can_play(rules, self.seat) {
            self.seat = next_in_order(rules, self.seat);
        }
    }

    /// Returns the turns that an ordered roll allows, or one die that is left; without dice, all turns.
    ///
    /// ar § throws of the dice: a move for each die, by the same piece or another; either or both may be
    /// skipped.
    fn turns_of_roll(&self, rules: &Rules, roll: Dice) -> BTreeSet<Turn> {
        match (roll, rules.dice_use, rules.dice_order) {
            (Dice::Unrolled, _, _) => most_moves(self.turns_of_moves(self.moves(rules))),
            (Dice::One(die), DiceUse::May, _) => self.turns_of_moves(self.moves_by(rules, die)),
            (Dice::One(die), DiceUse::Must, _) => most_moves(self.turns_of_moves(self.moves_by(rules, die))),
            (Dice::Two(first, second), DiceUse::May, DiceOrder::Fixed) => {
                self.turns_in_order(rules, first, second)
            }
            (Dice::Two(first, second), DiceUse::May, DiceOrder::Free) => {
                self.turns_in_any_order(rules, first, second)
            }
            (Dice::Two(first, second), DiceUse::Must, DiceOrder::Fixed) => {
                self.greedy_turns(rules, first, second)
            }
            (Dice::Two(first, second), DiceUse::Must, DiceOrder::Free) => {
                most_moves(self.turns_in_any_order(rules, first, second))
            }
        }
    }

    /// Returns the empty turn and the turns of each of these moves alone.
    fn turns_of_moves(&self, moves: Vec<Move>) -> BTreeSet<Turn> {
        let mut turns = BTreeSet::from([Turn::Pass]);
        turns.extend(moves.into_iter().map(Turn::One));
        turns
    }

    /// Returns the turns in which the first die is played or skipped, and then the second.
    fn turns_in_order(&self, rules: &Rules, first: Face, second: Face) -> BTreeSet<Turn> {
        let mut turns = self.turns_of_moves(self.moves_by(rules, second));
        for mv in self.moves_by(rules, first) {
            turns.insert(Turn::One(mv));
            let mut half = self.clone();
            half.make(rules, mv);
            turns.extend(half.moves_by(rules, second).into_iter().map(|then| Turn::Two(mv, then)));
        }
        turns
    }

    /// Returns the turns in which either die comes first.
    fn turns_in_any_order(&self, rules: &Rules, first: Face, second: Face) -> BTreeSet<Turn> {
        let mut turns = self.turns_in_order(rules, first, second);
        turns.extend(self.turns_in_order(rules, second, first));
        turns
    }

    /// Returns the turns in which the first die moves if it can, and then the second if it can.
    fn greedy_turns(&self, rules: &Rules, first: Face, second: Face) -> BTreeSet<Turn> {
        let firsts = self.moves_by(rules, first);
        if firsts.is_empty() {
            return most_moves(self.turns_of_moves(self.moves_by(rules, second)));
        }
        let mut turns = BTreeSet::new();
        for mv in firsts {
            let mut half = self.clone();
            half.make(rules, mv);
            let seconds = half.moves_by(rules, second);
            if seconds.is_empty() {
                turns.insert(Turn::One(mv));
            }
            turns.extend(seconds.into_iter().map(|then| Turn::Two(mv, then)));
        }
        turns
    }

    /// Returns the legal turns, sorted, each with the number of ordered rolls that allow it: 1 if dice are
    /// rolled or the rules have none. Returns no turn if the game is over.
    pub fn turns(&self, rules: &Rules) -> Vec<(Turn, u32)> {
        if self.is_over(rules) {
            return Vec::new();
        }
        let rolls = if self.dice == Dice::Unrolled { rolls(rules) } else { vec![self.dice] };
        let mut turns = BTreeMap::new();
        for roll in rolls {
            for turn in self.turns_of_roll(rules, roll) {
                *turns.entry(turn).or_insert(0) += 1;
            }
        }
        turns.into_iter().collect()
    }

    /// Returns the position and the points after a legal turn.
    fn after(&self, rules: &Rules, tally: &Tally, turn: Turn) -> (Self, Tally) {
        let (mut state, mut tally) = (self.clone(), *tally);
        for mv in turn.moves() {
            let captured = state.make(rules, mv);
            state.score(rules, &mut tally, &captured);
        }
        state.end_turn(rules);
        (state, tally)
    }

    /// Returns the position after a turn, or `None` if the turn is not legal.
    pub fn play(&self, rules: &Rules, turn: Turn) -> Option<Self> {
        self.play_scored(rules, &Tally::default(), turn).map(|(state, _)| state)
    }

    /// Returns the position after a turn, and the points, which were `tally` before; `None` if the turn is
    /// not legal.
    pub fn play_scored(&self, rules: &Rules, tally: &Tally, turn: Turn) -> Option<(Self, Tally)> {
        let is_legal = self.turns(rules).iter().any(|&(legal, _)| legal == turn);
        is_legal.then(|| self.after(rules, tally, turn))
    }

    /// Returns the position after a move by one of two rolled dice: with the other die left, or at the next
    /// turn if no die is left. Returns `None` if the move is not legal, or two dice were not rolled.
    ///
    /// If the dice have an order, playing the second skips the first and ends the turn.
    pub fn step(&self, rules: &Rules, mv: Move) -> Option<Self> {
        self.step_scored(rules, &Tally::default(), mv).map(|(state, _)| state)
    }

    /// As [`State::step`], with the points, which were `tally` before.
    pub fn step_scored(&self, rules: &Rules, tally: &Tally, mv: Move) -> Option<(Self, Tally)> {
        if !self.turns(rules).iter().any(|(turn, _)| turn.moves().next() == Some(mv)) {
            return None;
        }
        let face = face_of(self.at(mv.from)?.role);
        let left = match (self.dice, rules.dice_order) {
            (Dice::One(_), _) if self.is_half_played(rules) => None,
            (Dice::Two(first, second), _) if first == face => Some(second),
            (Dice::Two(first, _), DiceOrder::Free) => Some(first),
            (Dice::Two(..), DiceOrder::Fixed) => None,
            (Dice::One(_) | Dice::Unrolled, _) => return None,
        };
        let Some(die) = left else {
            return Some(self.after(rules, tally, Turn::One(mv)));
        };
        let (mut state, mut tally) = (self.clone(), *tally);
        let captured = state.make(rules, mv);
        state.score(rules, &mut tally, &captured);
        state.dice = Dice::One(die);
        Some((state, tally))
    }

    /// Returns the number of sequences of `depth` turns, each turn counted once for every ordered roll that
    /// allows it.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let below = |turn| self.after(rules, &Tally::default(), turn).0.perft(rules, depth - 1);
        self.turns(rules).into_iter().map(|(turn, weight)| u128::from(weight) * below(turn)).sum()
    }
}
