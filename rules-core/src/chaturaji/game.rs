//! The rules with everything that does not depend on the position worked out.

use super::movegen::{Army, Of, counts, each_move};
use super::position::Faces;
use super::{
    Dice, DiceOrder, DiceRule, Face, GameEnd, KingBonus, Kingless, Move, Piece, Position, PromotionRequires,
    Refusal, Refusals, Role, Rules, Seat, Setup, Tally, Turn, TurnOrder,
};
use crate::{Bitboard, Square};
use core::fmt;

/// The rules of one game and the tables that follow from them. Everything about a position is asked here.
///
/// ```
/// use rules_core::chaturaji::{Game, Rules, Setup, Tally};
/// let game = Game::new(Rules::AR);
/// // The source's own example of a boat's triumph: black's boat goes from c6 to e4.
/// let setup = game.read("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 23")?;
/// let position = game.position(&setup)?;
/// let turn = "c6e4".parse().unwrap();
/// let after = game.play(&position, turn).unwrap();
/// let tally = game.score(&position, &setup.tally, turn).unwrap();
/// assert_eq!(tally.scores, [0, 6, 0, 0]);
/// assert_eq!(game.setup(&after, &tally).to_string(), "8/8/8/8/4,bB,3/rK,6,yK/8/gK,6,bK y - - 0,6,0,0 -");
/// # Ok::<(), rules_core::chaturaji::Refusals>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Rules,
    /// The row on which each seat promotes.
    pub(super) last_rows: [Bitboard; 4],
    /// What each seat promotes to on each square.
    pub(super) promotion_roles: [[Option<Role>; 64]; 4],
    /// The squares on which each seat promotes to a type, by `Role as usize`.
    pub(super) promotion_squares: [[Bitboard; 4]; 4],
    /// Whether a position remembers what was lost.
    pub(super) keeps_lost: bool,
}

/// How many of the 16 ordered rolls allow a turn.
const PASS_ROLLS: u32 = 16;
const SINGLE_ROLLS: u32 = 7;

impl Game {
    /// Works out what follows from the rules.
    pub fn new(rules: Rules) -> Self {
        let mut game = Self {
            rules,
            last_rows: [Bitboard::file(7), Bitboard::rank(0), Bitboard::file(0), Bitboard::rank(7)],
            promotion_roles: [[None; 64]; 4],
            promotion_squares: [[Bitboard::EMPTY; 4]; 4],
            keeps_lost: rules.promotion_requires == PromotionRequires::Lost,
        };
        for seat in Seat::ALL {
            for square in Square::all() {
                if let Some(role) = rules.promotion_role(seat, square) {
                    game.promotion_roles[seat as usize][square.index()] = Some(role);
                    game.promotion_squares[seat as usize][role as usize] |= Bitboard::of(square);
                }
            }
        }
        game
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position with which a game begins.
    pub fn start(&self) -> Position {
        self.accept(&Setup::start(&self.rules))
    }

    /// Judges a placement under these rules; the lost types are joined with those that are missing, or dropped where
    /// the rules do not remember them, and dice without an order are sorted.
    ///
    /// # Errors
    /// All reasons why the placement is refused.
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::none();
        if self.rules.dice == DiceRule::None && setup.dice != Dice::Unrolled {
            refusals.push(Refusal::DiceNotUsed);
        }
        let men = || Square::all().filter_map(|square| Some((square, setup.board[square.index()]?)));
        for seat in Seat::ALL {
            let found = men().filter(|(_, man)| man.seat == seat).count() as u32;
            if found > 8 {
                refusals.push(Refusal::Pieces { seat, found });
            }
            let found = men().filter(|&(_, man)| man == Piece { seat, role: Role::Pawn }).count() as u32;
            if found > 4 {
                refusals.push(Refusal::Pawns { seat, found });
            }
        }
        for (square, man) in men() {
            let opposite = self.last_rows[(man.seat as usize + 2) % 4];
            if man.role == Role::Pawn && opposite.contains(square) {
                refusals.push(Refusal::PawnOnBackRow { seat: man.seat, square });
            }
        }
        let position = self.accept(setup);
        if !self.can_play(&position, position.seat) && !self.is_over(&position) {
            refusals.push(Refusal::CannotPlay { seat: position.seat });
        }
        for seat in Seat::ALL {
            let has_all = has_all_kings(&setup.tally, seat);
            if setup.tally.paid[seat as usize] && (self.rules.king_bonus == KingBonus::None || !has_all) {
                refusals.push(Refusal::UndefinedBonus { seat });
            }
        }
        refusals.or(position)
    }

    /// Reads a position text, or `startpos`, and normalises it under these rules.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    pub fn read(&self, text: &str) -> Result<Setup, Refusals> {
        let setup = if text == "startpos" { Setup::start(&self.rules) } else { text.parse()? };
        Ok(self.setup(&self.position(&setup)?, &setup.tally))
    }

    /// The placement that a position stands for; reading it gives the same position.
    pub fn setup(&self, position: &Position, tally: &Tally) -> Setup {
        let mut setup = Setup {
            seat: position.seat,
            dice: position.dice,
            lost: Seat::ALL.map(|seat| position.lost(seat).without(position.missing(seat))),
            tally: *tally,
            ..Setup::EMPTY
        };
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }

    fn accept(&self, setup: &Setup) -> Position {
        let dice = self.rules.normal(setup.dice);
        let mut position = Position { seat: setup.seat, dice, ..Position::EMPTY };
        for square in Square::all() {
            if let Some(Piece { seat, role }) = setup.board[square.index()] {
                position.put(Bitboard::of(square), seat, role);
            }
        }
        if self.keeps_lost {
            for seat in Seat::ALL {
                let lost = setup.lost[seat as usize].union(position.missing(seat));
                for role in Role::OFFICERS.into_iter().filter(|&role| lost.contains(role)) {
                    position.lost |= Position::lost_bit(seat, role);
                }
            }
        }
        position
    }

    /// Whether a seat can still play: it has men and is not frozen.
    #[inline(always)]
    pub fn can_play(&self, position: &Position, seat: Seat) -> bool {
        match self.rules.kingless {
            Kingless::PlaysOn => !position.men(seat).is_empty(),
            Kingless::Frozen => !position.of(seat, Role::King).is_empty(),
        }
    }

    /// Whether the game is over. That is tested between turns only: with one die left it goes on.
    #[inline(always)]
    pub fn is_over(&self, position: &Position) -> bool {
        // Where two seats have kings it goes on under any rules, and that is quick to see.
        let kings = position.all_of(Role::King);
        let with_kings: u32 = Seat::ALL.iter().map(|&seat| u32::from(position.men(seat).meets(kings))).sum();
        with_kings < 2 && self.is_over_without_kings(position, with_kings)
    }

    /// The same where at most one seat has a king.
    #[cold]
    fn is_over_without_kings(&self, position: &Position, with_kings: u32) -> bool {
        let live = Seat::ALL.into_iter().filter(|&seat| self.can_play(position, seat)).count();
        !matches!(position.dice, Dice::One(_))
            && (live <= 1 || (self.rules.game_end == GameEnd::LastKing && with_kings <= 1))
    }

    /// Ends a turn: the dice are gone, and the next seat that can play is to move, unless the game is over.
    #[inline(always)]
    pub(super) fn end_turn(&self, position: &Position) -> Position {
        let mut next = *position;
        next.dice = Dice::Unrolled;
        if !self.is_over(&next) {
            next.seat = self.next_seat(&next);
        }
        next
    }

    /// The next seat that can play, in a game that is not over.
    #[inline(always)]
    pub(super) fn next_seat(&self, position: &Position) -> Seat {
        let step = match self.rules.turn_order {
            TurnOrder::Clockwise => 1,
            TurnOrder::CounterClockwise => 3,
        };
        let mut seat = position.seat;
        for _ in 0..4 {
            seat = Seat::ALL[(seat as usize + step) % 4];
            if self.can_play(position, seat) {
                break;
            }
        }
        seat
    }

    /// How many of the 16 ordered rolls allow a move by `first` and then one by `second`.
    #[inline(always)]
    fn pair_rolls(&self, first: Face, second: Face) -> u32 {
        match self.rules.dice_order {
            DiceOrder::Free if first != second => 2,
            _ => 1,
        }
    }

    /// The number of turns, none of them listed; without a roll, each as often as ordered rolls allow it. A game that
    /// is over has none.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// assert_eq!(game.count(&game.start()), 16 + 7 * 9 + 140);
    /// ```
    #[inline(always)]
    pub fn count(&self, position: &Position) -> u64 {
        match position.seat {
            Seat::Red => self.count_of::<Of<0>>(position),
            Seat::Black => self.count_of::<Of<1>>(position),
            Seat::Yellow => self.count_of::<Of<2>>(position),
            Seat::Green => self.count_of::<Of<3>>(position),
        }
    }

    #[inline(always)]
    fn count_of<A: Army>(&self, position: &Position) -> u64 {
        if self.is_over(position) {
            return 0;
        }
        if self.rules.dice == DiceRule::None {
            let moves: u32 = counts::<A>(self, position, Faces::ALL).into_iter().sum();
            return moves.max(1).into();
        }
        let (pass, first) = self.ways(position.dice);
        let seconds = |face| self.seconds(position.dice, face);
        u64::from(pass) + self.count_turns::<A>(position, self.first_faces(position.dice), first, seconds)
    }

    /// The number of sequences of two turns, each as often as ordered rolls allow it; without dice, of two moves. Most are
    /// counted without the position between; where it is needed `turns` counts from there, as [`Game::count`] does.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// assert_eq!(game.count_pairs(&game.start(), |next| game.count(next)), 48040);
    /// ```
    #[inline(always)]
    pub fn count_pairs(&self, position: &Position, turns: impl Fn(&Position) -> u64) -> u64 {
        match position.seat {
            Seat::Red => self.count_pairs_of::<Of<0>>(position, turns),
            Seat::Black => self.count_pairs_of::<Of<1>>(position, turns),
            Seat::Yellow => self.count_pairs_of::<Of<2>>(position, turns),
            Seat::Green => self.count_pairs_of::<Of<3>>(position, turns),
        }
    }

    #[inline(always)]
    fn count_pairs_of<A: Army>(&self, position: &Position, turns: impl Fn(&Position) -> u64) -> u64 {
        if self.is_over(position) {
            return 0;
        }
        if self.rules.dice == DiceRule::None {
            return self.count_move_pairs::<A>(position, turns);
        }
        let seconds = |face| self.seconds(position.dice, face);
        let faces = self.first_faces(position.dice);
        self.count_turn_pairs::<A>(position, faces, self.ways(position.dice), seconds, turns)
    }

    /// How often a pass and a single move count: with so many of the 16 ordered rolls, once where there is a roll.
    const fn ways(&self, dice: Dice) -> (u32, u32) {
        match dice {
            Dice::Unrolled => (PASS_ROLLS, SINGLE_ROLLS),
            _ => (1, 1),
        }
    }

    /// What the first move of a turn, or the only one, can be made with.
    const fn first_faces(&self, dice: Dice) -> Faces {
        match dice {
            Dice::Unrolled => Faces::ALL,
            Dice::One(face) => Faces::only(face),
            Dice::Two(first, second) => Faces::only(first).with(second),
        }
    }

    /// How often a second move by each face counts after a first one by `face`.
    #[inline(always)]
    fn seconds(&self, dice: Dice, face: Face) -> [u32; 4] {
        let faces = self.second_faces(dice, face);
        Face::ALL.map(|second| match dice {
            Dice::Unrolled => self.pair_rolls(face, second),
            _ => faces.is_some_and(|faces| faces.contains(second)).into(),
        })
    }

    /// Each turn, the position after it, and how many of the 16 ordered rolls allow it; 1 where there is a roll, or no
    /// dice. Nothing when the game is over.
    #[inline(always)]
    pub fn visit(&self, position: &Position, visit: impl FnMut(Turn, Position, u32)) {
        match position.seat {
            Seat::Red => self.visit_of::<Of<0>>(position, visit),
            Seat::Black => self.visit_of::<Of<1>>(position, visit),
            Seat::Yellow => self.visit_of::<Of<2>>(position, visit),
            Seat::Green => self.visit_of::<Of<3>>(position, visit),
        }
    }

    #[inline(always)]
    fn visit_of<A: Army>(&self, position: &Position, mut visit: impl FnMut(Turn, Position, u32)) {
        if self.is_over(position) {
            return;
        }
        if self.rules.dice == DiceRule::None {
            let mut can_move = false;
            each_move::<A>(self, position, Faces::ALL, |mv, _, next| {
                can_move = true;
                visit(Turn::One(mv), self.end_turn(&next), 1);
            });
            if !can_move {
                visit(Turn::Pass, self.end_turn(position), 1);
            }
            return;
        }
        let (pass, single) = self.ways(position.dice);
        let faces = self.first_faces(position.dice);
        visit(Turn::Pass, self.end_turn(position), pass);
        each_move::<A>(self, position, faces, |first, face, between| {
            visit(Turn::One(first), self.end_turn(&between), single);
            if let Some(seconds) = self.second_faces(position.dice, face) {
                each_move::<A>(self, &between, seconds, |second, other, next| {
                    let rolls = match position.dice {
                        Dice::Unrolled => self.pair_rolls(face, other),
                        _ => 1,
                    };
                    visit(Turn::Two(first, second), self.end_turn(&next), rolls);
                });
            }
        });
    }

    /// What a second move can be made with after a first one by `face`.
    #[inline(always)]
    fn second_faces(&self, dice: Dice, face: Face) -> Option<Faces> {
        match dice {
            Dice::Unrolled => Some(Faces::ALL),
            Dice::One(_) => None,
            Dice::Two(first, second) if face == first => Some(Faces::only(second)),
            Dice::Two(first, _) if self.rules.dice_order == DiceOrder::Free => Some(Faces::only(first)),
            Dice::Two(..) => None,
        }
    }

    /// Whether a turn is legal: some roll, or the one there is, allows it.
    pub fn is_legal(&self, position: &Position, turn: Turn) -> bool {
        self.play(position, turn).is_ok()
    }

    /// The position after a turn.
    ///
    /// # Errors
    /// When no roll, or not the one there is, allows it.
    pub fn play(&self, position: &Position, turn: Turn) -> Result<Position, IllegalTurn> {
        let mut found = None;
        self.visit(position, |other, next, _| {
            if other == turn {
                found = Some(next);
            }
        });
        found.ok_or(IllegalTurn)
    }

    /// The position after one die of a roll is played: the die that is left is before the same seat, or the turn is
    /// over. A die that may only be played before the one that moves is skipped by that.
    ///
    /// # Errors
    /// When there is no roll, or none of its dice allows the move.
    pub fn step(&self, position: &Position, mv: Move) -> Result<Position, IllegalTurn> {
        if position.dice == Dice::Unrolled || self.is_over(position) {
            return Err(IllegalTurn);
        }
        let mut found = None;
        self.each_move(position, |other, face, mut next| {
            let left = self.second_faces(position.dice, face);
            let allowed = match position.dice {
                Dice::One(only) => face == only,
                Dice::Two(first, second) => face == first || face == second,
                Dice::Unrolled => false,
            };
            if other != mv || !allowed {
                return;
            }
            let left = Face::ALL.into_iter().find(|&face| left.is_some_and(|faces| faces.contains(face)));
            found = Some(match left {
                Some(face) => {
                    next.dice = Dice::One(face);
                    next
                }
                None => self.end_turn(&next),
            });
        });
        found.ok_or(IllegalTurn)
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Move, Face, Position)) {
        match position.seat {
            Seat::Red => each_move::<Of<0>>(self, position, Faces::ALL, visit),
            Seat::Black => each_move::<Of<1>>(self, position, Faces::ALL, visit),
            Seat::Yellow => each_move::<Of<2>>(self, position, Faces::ALL, visit),
            Seat::Green => each_move::<Of<3>>(self, position, Faces::ALL, visit),
        }
    }

    /// The points after a legal turn; they stop at 65535, the most that a text can hold.
    ///
    /// # Errors
    /// When the turn is not legal.
    pub fn score(&self, position: &Position, tally: &Tally, turn: Turn) -> Result<Tally, IllegalTurn> {
        if !self.is_legal(position, turn) {
            return Err(IllegalTurn);
        }
        let mut tally = *tally;
        self.add_points(&mut tally, position.seat, &self.captives(position, turn));
        Ok(tally)
    }

    /// The men that a turn captures, in the order in which it does. The turn is one that [`Game::visit`] has given:
    /// that it is legal is not looked at, and moves that are none capture nothing.
    pub fn captives(&self, position: &Position, turn: Turn) -> Captives {
        let mut captives = Captives::default();
        let mut board = *position;
        for mv in turn.moves() {
            let mut next = board;
            self.each_move(&board, |other, _, after| {
                if other == mv {
                    next = after;
                }
            });
            let has_king = !next.of(position.seat, Role::King).is_empty();
            let there = board.piece_at(mv.to).filter(|man| man.seat != position.seat);
            captives.extend(there.map(|man| Captive { man, by_triumph: false, has_king }));
            if board.of(position.seat, Role::Boat).contains(mv.from) {
                let victims = self.triumph(&board, position.seat, mv.to, there.is_some());
                let men = victims.into_iter().filter_map(|square| board.piece_at(square));
                captives.extend(men.map(|man| Captive { man, by_triumph: true, has_king }));
            }
            board = next;
        }
        captives
    }

    /// Gives a seat the points for the men that it has captured.
    pub fn add_points(&self, tally: &mut Tally, captor: Seat, captives: &Captives) {
        captives.iter().for_each(|captive| self.count_points(tally, captor, captive));
    }

    /// Gives a seat the points for a man that it has captured.
    fn count_points(&self, tally: &mut Tally, captor: Seat, Captive { man, has_king, .. }: Captive) {
        let mut points = man.role.points();
        let had_all = has_all_kings(tally, captor);
        if man.role == Role::King {
            tally.kings[captor as usize][man.seat as usize] = true;
        }
        if !had_all && has_all_kings(tally, captor) && has_king {
            let bonus = match self.rules.king_bonus {
                KingBonus::Added => 54,
                KingBonus::Replaces => 54 - 3 * Role::King.points(),
                KingBonus::None => 0,
            };
            points += bonus;
            tally.paid[captor as usize] = bonus > 0;
        }
        let score = &mut tally.scores[captor as usize];
        *score = score.saturating_add(points as u16);
    }
}

/// A man that a turn captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captive {
    /// The man.
    pub man: Piece,
    /// Whether it is one of the three boats of a triumph.
    pub by_triumph: bool,
    /// Whether the captor has a king on the board at that moment.
    pub has_king: bool,
}

/// The men that a turn captures: one at most on the square that each of two moves goes to, and those of triumphs,
/// of which a move sees eight squares at most.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Captives([Option<Captive>; 18]);

impl Captives {
    /// The captives, in the order in which they are captured.
    pub fn iter(&self) -> impl Iterator<Item = Captive> + '_ {
        self.0.iter().flatten().copied()
    }

    fn extend(&mut self, captives: impl IntoIterator<Item = Captive>) {
        let free = self.0.iter_mut().filter(|place| place.is_none());
        free.zip(captives).for_each(|(place, captive)| *place = Some(captive));
    }
}

/// Whether a seat has captured a king of each of the others.
fn has_all_kings(tally: &Tally, captor: Seat) -> bool {
    Seat::ALL.into_iter().all(|victim| victim == captor || tally.kings[captor as usize][victim as usize])
}

impl Tally {
    /// The place of each seat, by `Seat as usize`: 1 for the highest score; seats with equal scores share a place.
    ///
    /// ```
    /// use rules_core::chaturaji::Tally;
    /// let tally = Tally { scores: [5, 12, 5, 0], ..Tally::default() };
    /// assert_eq!(tally.places(), [2, 1, 2, 4]);
    /// ```
    pub fn places(&self) -> [u8; 4] {
        self.scores.map(|score| 1 + self.scores.iter().filter(|&&other| other > score).count() as u8)
    }
}

/// A turn or a move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalTurn;

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the turn is not legal in this position")
    }
}

impl core::error::Error for IllegalTurn {}
