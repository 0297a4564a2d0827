//! Turns one by one: visited, counted and played.
//!
//! A turn with two dice is nothing, one move, or two moves, where the second is made on the board after the
//! first. [`RollCounts`](super::RollCounts) say how many ordered rolls allow it: where dice may be skipped, a
//! single move counts once for every roll that shows its face; a pair counts for every roll that shows both
//! faces, in this order under `dice-order=fixed`. Two pairs in different orders are two turns even where the
//! boards agree. Without dice a turn is one move, or a pass where there is none (ar, first paragraph, and §
//! throws of the dice).

use super::{Dice, DiceRule, Face, FaceSet, Game, Move, MoveSet, MoveSets, Mover, Operation, Position, Turn};
use core::fmt;

impl Game {
    /// Calls `visit` with each legal turn, the position after it, and how many of the ordered rolls allow it:
    /// 1 where the dice are rolled, and without dice. Never calls it when the game is over.
    ///
    /// The empty turn comes first, where it is legal. The position after a turn has the next seat to move and no dice.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// let mut weight = 0;
    /// game.visit(&game.start(), |_, _, rolls| weight += rolls);
    /// assert_eq!(weight, 219);
    /// ```
    #[inline(always)]
    pub fn visit(&self, position: &Position, visit: impl FnMut(Turn, Position, u32)) {
        struct Visit<'a, F>(&'a Game, &'a Position, F);
        impl<F: FnMut(Turn, Position, u32)> Operation for Visit<'_, F> {
            type Output = ();
            #[inline(always)]
            fn run<M: Mover>(self) {
                self.0.visit_turns::<M>(self.1, self.2);
            }
        }
        self.dispatch(position.seat, Visit(self, position, visit));
    }

    /// Visits the turns of the seat `M`, which must be the seat to move.
    #[inline(always)]
    fn visit_turns<M: Mover>(&self, position: &Position, mut visit: impl FnMut(Turn, Position, u32)) {
        if self.is_over(position) {
            return;
        }
        if self.rules.dice == DiceRule::None {
            let mut can_move = false;
            self.each_move::<M>(position, |mv, _, next| {
                can_move = true;
                visit(Turn::One(mv), self.end_turn(&next), 1);
            });
            if !can_move {
                visit(Turn::Pass, self.end_turn(position), 1);
            }
            return;
        }
        let counts = self.roll_counts(position);
        if counts.pass > 0 {
            visit(Turn::Pass, self.end_turn(position), counts.pass);
        }
        self.each_move::<M>(position, |first, face, between| {
            if !counts.allow(face) {
                return;
            }
            if !counts.allow_second(face) {
                visit(Turn::One(first), self.end_turn(&between), counts.single[face as usize]);
                return;
            }
            let seconds = self.move_sets::<M>(&between);
            let single = counts.single_after(face, || seconds.faces());
            if single > 0 {
                visit(Turn::One(first), self.end_turn(&between), single);
            }
            self.each_of::<M>(&between, &seconds, |second, other, next| {
                let pair = counts.pair[face as usize][other as usize];
                if pair > 0 {
                    visit(Turn::Two(first, second), self.end_turn(&next), pair);
                }
            });
        });
    }

    /// Calls `visit` with each move of the pieces, its face, and the board after it, whatever the dice allow.
    #[inline(always)]
    fn each_move<M: Mover>(&self, position: &Position, visit: impl FnMut(Move, Face, Position)) {
        self.each_of::<M>(position, &self.move_sets::<M>(position), visit);
    }

    /// Does the same as [`Game::each_move`] for a caller that already has the sets of moves.
    #[inline(always)]
    fn each_of<M: Mover>(
        &self,
        position: &Position,
        sets: &MoveSets,
        mut visit: impl FnMut(Move, Face, Position),
    ) {
        for moves in sets.iter() {
            for mv in moves.moves(self, M::SEAT) {
                visit(mv, moves.face(), self.make::<M>(position, moves.role, mv));
            }
        }
    }

    /// Returns the number of legal turns, each counted as often as ordered rolls allow it; 0 when the game is
    /// over. Second moves are counted without being listed.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// // 16 empty turns, nine moves whose face 7 of 16 rolls show, and 140 pairs of moves.
    /// assert_eq!(game.count(&game.start()), 16 + 7 * 9 + 140);
    /// // Without dice a ply is one move.
    /// assert_eq!(Game::new(Rules::AR_DICELESS).count(&game.start()), 9);
    /// ```
    pub fn count(&self, position: &Position) -> u64 {
        struct Count<'a>(&'a Game, &'a Position);
        impl Operation for Count<'_> {
            type Output = u64;
            fn run<M: Mover>(self) -> u64 {
                self.0.count_turns::<M>(self.1)
            }
        }
        self.dispatch(position.seat, Count(self, position))
    }

    /// Counts the turns of the seat `M`, which must be the seat to move.
    fn count_turns<M: Mover>(&self, position: &Position) -> u64 {
        if self.is_over(position) {
            return 0;
        }
        // How many moves each face allows.
        let by_face = |position: &Position| {
            let mut counts = [0; 4];
            self.generate::<M>(position, &mut |moves: MoveSet| counts[moves.face() as usize] += moves.len());
            counts
        };
        let dot = |weights: [u32; 4], counts: [u32; 4]| -> u64 {
            weights.into_iter().zip(counts).map(|(weight, count)| u64::from(weight * count)).sum()
        };
        if self.rules.dice == DiceRule::None {
            return dot([1; 4], by_face(position)).max(1);
        }
        let counts = self.roll_counts(position);
        let mut total = u64::from(counts.pass);
        self.each_move::<M>(position, |_, face, between| {
            let seconds = by_face(&between);
            let after = Face::ALL.into_iter().filter(|&other| seconds[other as usize] > 0);
            total += u64::from(counts.single_after(face, || after.collect()));
            total += dot(counts.pair[face as usize], seconds);
        });
        total
    }

    /// Returns whether a turn is legal: the roll in the position allows it, or any roll where there is none.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// let rolled = game.roll(&game.start(), "33".parse()?)?;
    /// // Two horse moves are legal; a boat needs a 2.
    /// assert!(game.is_legal(&rolled, "a2c3+c3d5".parse()?));
    /// assert!(game.is_legal(&game.start(), "a1c3".parse()?) && !game.is_legal(&rolled, "a1c3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, position: &Position, turn: Turn) -> bool {
        self.play(position, turn).is_ok()
    }

    /// Returns the position after a turn: the next seat is to move and no dice are rolled. The points are
    /// counted by [`Game::score`].
    ///
    /// # Errors
    /// [`IllegalTurn`] when the turn is not legal: see [`Game::is_legal`].
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, IllegalTurn, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// let next = game.play(&game.start(), "b1c1".parse()?)?;
    /// assert_eq!(next.seat(), Seat::Black);
    /// // No double step.
    /// assert_eq!(game.play(&game.start(), "b1d1".parse()?), Err(IllegalTurn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, position: &Position, turn: Turn) -> Result<Position, IllegalTurn> {
        let mut found = None;
        self.visit(position, |other, next, _| {
            if other == turn {
                found = Some(next);
            }
        });
        found.ok_or(IllegalTurn)
    }

    /// Returns the position with these dice rolled. With one of two dice, only the rest of a turn is left to
    /// play.
    ///
    /// # Errors
    /// [`IllegalRoll`] when the rules have no dice, or one die and two are rolled, when the dice are rolled
    /// already, or when `dice` is not a roll.
    ///
    /// ```
    /// use rules_core::chaturaji::{Game, Rules};
    /// let game = Game::new(Rules::AR);
    /// let rolled = game.roll(&game.start(), "35".parse().unwrap()).unwrap();
    /// assert_eq!(game.count(&rolled), 30);
    /// assert!(game.roll(&rolled, "22".parse().unwrap()).is_err());
    /// ```
    pub fn roll(&self, position: &Position, dice: Dice) -> Result<Position, IllegalRoll> {
        if dice == Dice::Unrolled {
            return Err(IllegalRoll::NotARoll);
        }
        if self.rules.dice == DiceRule::None {
            return Err(IllegalRoll::NoDice);
        }
        if self.rules.dice == DiceRule::One && matches!(dice, Dice::Two(..)) {
            return Err(IllegalRoll::OneDie);
        }
        if position.dice != Dice::Unrolled {
            return Err(IllegalRoll::Rolled(position.dice));
        }
        Ok(Position { dice: self.rules.normal(dice), ..*position })
    }

    /// Returns the position after one of two dice is played: the same seat is to move with the die that is left,
    /// or the turn is over. With `dice-order=fixed`, moving by the second die skips the first.
    ///
    /// # Errors
    /// [`IllegalTurn`] when the rules have one die or none, when the dice are not rolled, or when no legal turn
    /// begins with the move.
    ///
    /// ```
    /// use rules_core::chaturaji::{Dice, Face, Game, Rules, Seat};
    /// let game = Game::new(Rules::AR);
    /// let rolled = game.roll(&game.start(), "35".parse()?)?;
    /// let between = game.step(&rolled, "a2c3".parse()?)?;
    /// assert_eq!((between.seat(), between.dice()), (Seat::Red, Dice::One(Face::Five)));
    /// let next = game.step(&between, "b2c2".parse()?)?;
    /// assert_eq!(next.seat(), Seat::Black);
    /// assert_eq!(Ok(next), game.play(&rolled, "a2c3+b2c2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&self, position: &Position, mv: Move) -> Result<Position, IllegalTurn> {
        let has_roll = self.rules.dice.has_two() && position.dice != Dice::Unrolled;
        if !has_roll || self.is_over(position) {
            return Err(IllegalTurn);
        }
        let (face, mut next) = self.board_after(position, mv).ok_or(IllegalTurn)?;
        let counts = self.roll_counts(position);
        let pairs = counts.pair[face as usize];
        let after = self.faces_to_move(&next);
        let goes_on = Face::ALL.into_iter().any(|other| pairs[other as usize] > 0 && after.contains(other));
        if counts.single_after(face, || after) == 0 && !goes_on {
            return Err(IllegalTurn);
        }
        let left = Face::ALL.into_iter().find(|&other| pairs[other as usize] > 0);
        Ok(match left {
            Some(left) => {
                next.dice = Dice::One(left);
                next
            }
            None => self.end_turn(&next),
        })
    }

    /// Returns the faces by which some piece of the seat to move can move.
    fn faces_to_move(&self, position: &Position) -> FaceSet {
        struct Find<'a>(&'a Game, &'a Position);
        impl Operation for Find<'_> {
            type Output = FaceSet;
            fn run<M: Mover>(self) -> FaceSet {
                self.0.move_sets::<M>(self.1).faces()
            }
        }
        self.dispatch(position.seat, Find(self, position))
    }

    /// Returns the face that allows a move, and the board after it; `None` when no piece of the seat to move
    /// makes it.
    pub(super) fn board_after(&self, position: &Position, mv: Move) -> Option<(Face, Position)> {
        struct Find<'a>(&'a Game, &'a Position, Move);
        impl Operation for Find<'_> {
            type Output = Option<(Face, Position)>;
            fn run<M: Mover>(self) -> Self::Output {
                let mut found = None;
                self.0.each_move::<M>(self.1, |other, face, next| {
                    if other == self.2 {
                        found = Some((face, next));
                    }
                });
                found
            }
        }
        self.dispatch(position.seat, Find(self, position, mv))
    }
}

/// The error of a roll that the rules or the position do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalRoll {
    /// The rules have no dice.
    NoDice,
    /// The rules have one die, and two are rolled.
    OneDie,
    /// The position already has these dice.
    Rolled(Dice),
    /// The dice are [`Dice::Unrolled`], which is not a roll.
    NotARoll,
}

impl fmt::Display for IllegalRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDice => f.write_str("these rules have no dice"),
            Self::OneDie => f.write_str("these rules have one die; a roll is one face from 2 to 5"),
            Self::Rolled(dice) => write!(f, "the position already has the dice {dice}"),
            Self::NotARoll => f.write_str("a roll is one or two faces from 2 to 5, such as 35"),
        }
    }
}

impl core::error::Error for IllegalRoll {}

/// The error of a turn or a move that is not legal in the position: [`Game::visit`] goes through those that
/// are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalTurn;

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the turn is not legal in this position")
    }
}

impl core::error::Error for IllegalTurn {}
