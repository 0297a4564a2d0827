//! How many ordered rolls of the dice allow a turn.
//!
//! Counting over all ordered rolls would repeat the same moves for each of them. Instead each turn is found
//! once and multiplied by the number of rolls that allow it, which depends on the faces of its moves. Two
//! four-sided dice with free order give 16 for the empty turn, 7 for a single move (seven ordered rolls show
//! a given face), 2 for two moves of different faces and 1 for two of the same face.
//!
//! Under `dice-use=must` the numbers for the empty turn and for single moves also depend on the position: a
//! roll allows them only where no more dice can be used. [`Usable`] holds what the position contributes, and
//! tables by sets of faces give the numbers.
//!
//! Sources: ar § throws of the dice; al-biruni; bhavishya.

use super::{Dice, DiceOrder, DiceUse, Face, FaceSet, Game, Mover, Operation, Position, Rules};

/// How many ordered rolls allow each kind of turn, by the faces that its moves need.
///
/// Without a roll the numbers count the ordered rolls of the rules:
/// [`DiceRule::rolls`](super::DiceRule::rolls). Once the dice are rolled, a turn that they allow counts once.
/// Arrays are indexed by `Face as usize`.
///
/// ```
/// use rules_core::chaturaji::{Face, Game, Rules};
/// let game = Game::new(Rules::AR);
/// let counts = game.roll_counts(&game.start());
/// assert_eq!((counts.pass, counts.single), (16, [7; 4]));
/// // A boat's move and a horse's move: 23 and 32. Two moves by boats: 22.
/// assert_eq!(counts.pair[Face::Two as usize][Face::Three as usize], 2);
/// assert_eq!(counts.pair[Face::Two as usize][Face::Two as usize], 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollCounts {
    /// The number for the empty turn.
    pub pass: u32,
    /// The number for a turn of one move, by its face. [`RollCounts::single_after`] adds what depends on the
    /// move itself.
    pub single: [u32; 4],
    /// The number for a turn of two moves, by the faces of the first and of the second move.
    pub pair: [[u32; 4]; 4],
    /// Whether a turn of one move also takes the place of each pair that begins with its face and whose
    /// second die no piece can use after the move: `dice-use=must` with `dice-order=fixed`.
    pub replaces_pairs: bool,
}

impl RollCounts {
    const ZERO: Self = Self { pass: 0, single: [0; 4], pair: [[0; 4]; 4], replaces_pairs: false };

    /// Returns the number for a turn of one move, after which pieces can use the faces `after`. The faces are
    /// asked for only where they matter.
    ///
    /// ```
    /// use rules_core::chaturaji::{Face, FaceSet, Game, Rules};
    /// let game = Game::new("ar+dice-use=must+dice-order=fixed".parse()?);
    /// let counts = game.roll_counts(&game.start());
    /// // After the boat's move every face but 4 can be used, so the roll 24 allows the move alone. No piece
    /// // can use a 4 before it either, so the roll 42 does too.
    /// let after: FaceSet = [Face::Two, Face::Three, Face::Five].into_iter().collect();
    /// assert_eq!(counts.single_after(Face::Two, || after), 2);
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[inline(always)]
    pub fn single_after(&self, face: Face, after: impl FnOnce() -> FaceSet) -> u32 {
        let mut count = self.single[face as usize];
        if self.replaces_pairs {
            let after = after();
            let stuck = Face::ALL.into_iter().filter(|&other| !after.contains(other));
            count += stuck.map(|other| self.pair[face as usize][other as usize]).sum::<u32>();
        }
        count
    }

    /// Returns whether some roll allows a turn that begins with a move of this face.
    #[inline(always)]
    pub fn allow(&self, face: Face) -> bool {
        self.single[face as usize] > 0 || self.allow_second(face)
    }

    /// Returns whether some roll allows a second move after a move of this face.
    #[inline(always)]
    pub fn allow_second(&self, face: Face) -> bool {
        self.pair[face as usize] != [0; 4]
    }

    /// Returns the counts under one roll; every count is 0 or 1.
    fn of_roll(rules: &Rules, roll: Dice, usable: &Usable) -> Self {
        let mut counts = Self::ZERO;
        let can_skip = rules.dice_use == DiceUse::May;
        let must_use = |face| !can_skip && usable.first.contains(face);
        match roll {
            Dice::Unrolled => {}
            Dice::One(face) => {
                counts.single[face as usize] = 1;
                counts.pass = u32::from(!must_use(face));
            }
            Dice::Two(first, second) => {
                let (one, other) = (first as usize, second as usize);
                counts.pair[one][other] = 1;
                if rules.dice_order == DiceOrder::Free {
                    counts.pair[other][one] = 1;
                }
                counts.pass = u32::from(!must_use(first) && !must_use(second));
                if can_skip {
                    counts.single[one] = 1;
                    counts.single[other] = 1;
                } else if rules.dice_order == DiceOrder::Fixed {
                    counts.replaces_pairs = true;
                    counts.single[other] = u32::from(!must_use(first));
                } else if !usable.partners()[one].contains(second) {
                    counts.single[one] = 1;
                    counts.single[other] = 1;
                }
            }
        }
        counts
    }

    /// Returns the counts under these dice, or over all rolls where there are none.
    fn new(rules: &Rules, dice: Dice, usable: &Usable) -> Self {
        if dice != Dice::Unrolled {
            return Self::of_roll(rules, dice, usable);
        }
        let ways = |face| rules.dice.ways(face);
        let mut sum = Self::ZERO;
        for first in Face::ALL {
            if rules.dice.has_two() {
                for second in Face::ALL {
                    let roll = Self::of_roll(rules, Dice::Two(first, second), usable);
                    sum = sum.plus(&roll, ways(first) * ways(second));
                }
            } else {
                sum = sum.plus(&Self::of_roll(rules, Dice::One(first), usable), ways(first));
            }
        }
        sum
    }

    /// Adds the counts of another roll, which is thrown in this number of ways.
    fn plus(mut self, other: &Self, ways: u32) -> Self {
        self.pass += ways * other.pass;
        for (sum, count) in self.single.iter_mut().zip(other.single) {
            *sum += ways * count;
        }
        for (sum, count) in self.pair.iter_mut().flatten().zip(other.pair.iter().flatten()) {
            *sum += ways * count;
        }
        self.replaces_pairs |= other.replaces_pairs;
        self
    }
}

/// Which dice the pieces of the seat to move can use in a position: what `dice-use=must` depends on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usable {
    /// The faces by which some piece can move.
    pub first: FaceSet,
    /// By the face of a first move, the faces by which a second move can follow. Only needed where two dice
    /// have no order.
    pub second: [FaceSet; 4],
}

impl Usable {
    /// Returns, for each face, the faces with which it can be used in one turn, in either order.
    #[inline(always)]
    fn partners(&self) -> [FaceSet; 4] {
        // Four sets are the rows of a square of bits, which its reflection completes.
        let rows = self.second.iter().rev().fold(0u32, |rows, set| rows << 4 | set.index() as u32);
        let diagonal = rows & 0x8421;
        let columns = diagonal
            | (rows & 0x0842) << 3
            | (rows & 0x0084) << 6
            | (rows & 0x0008) << 9
            | (rows >> 3 & 0x0842)
            | (rows >> 6 & 0x0084)
            | (rows >> 9 & 0x0008);
        let both = rows | columns;
        [0, 4, 8, 12].map(|shift| FaceSet::from_bits((both >> shift) as u8))
    }
}

/// The counts under all dice, by [`Dice::index`].
#[derive(Clone, Debug)]
pub(super) struct RollCountTable {
    /// Where no die can be used. Under `dice-use=may` it makes no difference what can be used.
    unusable: [RollCounts; Dice::NUM],
    by_faces: [CountsByFaces; Dice::NUM],
}

/// The counts of empty turns and of single moves by the sets of faces on which they depend.
#[derive(Clone, Copy, Debug)]
struct CountsByFaces {
    /// By the faces by which some piece can move.
    pass: [u32; FaceSet::NUM],
    /// By the face of the move and, where two dice have no order, by its [partners](Usable::partners);
    /// elsewhere by the faces by which some piece can move.
    single: [[u32; FaceSet::NUM]; 4],
}

impl RollCountTable {
    /// Computes the counts under these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        const NONE: CountsByFaces = CountsByFaces { pass: [0; FaceSet::NUM], single: [[0; FaceSet::NUM]; 4] };
        let mut table = Self { unusable: [RollCounts::ZERO; Dice::NUM], by_faces: [NONE; Dice::NUM] };
        for dice in Dice::all() {
            table.unusable[dice.index()] = RollCounts::new(rules, dice, &Usable::default());
            let by_faces = &mut table.by_faces[dice.index()];
            for faces in FaceSet::all() {
                let usable = Usable { first: faces, ..Usable::default() };
                by_faces.pass[faces.index()] = RollCounts::new(rules, dice, &usable).pass;
                for face in Face::ALL {
                    let mut usable = usable;
                    usable.second[face as usize] = faces;
                    let counts = RollCounts::new(rules, dice, &usable);
                    by_faces.single[face as usize][faces.index()] = counts.single[face as usize];
                }
            }
        }
        table
    }
}

impl Game {
    /// Returns how many ordered rolls allow each kind of turn of the seat to move; 1 where the dice are
    /// rolled. The answer has no meaning under `dice=none`, and when the game is over.
    ///
    /// ```
    /// use rules_core::chaturaji::{Face, Game, Rules};
    /// let (three, five) = (Face::Three as usize, Face::Five as usize);
    /// let game = Game::new(Rules::AR);
    /// let free = game.roll_counts(&game.roll(&game.start(), "35".parse()?)?);
    /// assert_eq!((free.pass, free.single), (1, [0, 1, 0, 1]));
    /// assert_eq!((free.pair[three][five], free.pair[five][three]), (1, 1));
    /// // With an order, the first die is played first or skipped.
    /// let game = Game::new("ar+dice-order=fixed".parse()?);
    /// let fixed = game.roll_counts(&game.roll(&game.start(), "35".parse()?)?);
    /// assert_eq!((fixed.pair[three][five], fixed.pair[five][three]), (1, 0));
    /// // A horse and a pawn can move, so both dice must be used.
    /// let game = Game::new("ar+dice-use=must".parse()?);
    /// let forced = game.roll_counts(&game.roll(&game.start(), "35".parse()?)?);
    /// assert_eq!((forced.pass, forced.single), (0, [0; 4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn roll_counts(&self, position: &Position) -> RollCounts {
        match self.fixed_roll_counts(position.dice) {
            Some(counts) => *counts,
            None => self.roll_counts_given(position.dice, &self.usable(position)),
        }
    }

    /// Returns the same as [`Game::roll_counts`] where it depends on nothing but the dice: under
    /// `dice-use=may`. Returns `None` under `dice-use=must`.
    ///
    /// ```
    /// use rules_core::chaturaji::{Dice, Game, Rules};
    /// let game = Game::new(Rules::AL_BIRUNI);
    /// let counts = game.fixed_roll_counts(Dice::Unrolled).unwrap();
    /// // 36 ordered rolls, of which 20 show a 5 or a 4, and 11 a 3 or a 2.
    /// assert_eq!((counts.pass, counts.single), (36, [11, 11, 20, 20]));
    /// assert!(Game::new("ar+dice-use=must".parse()?).fixed_roll_counts(Dice::Unrolled).is_none());
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[inline(always)]
    pub fn fixed_roll_counts(&self, dice: Dice) -> Option<&RollCounts> {
        match self.rules.dice_use {
            DiceUse::May => Some(&self.roll_counts.unusable[dice.index()]),
            DiceUse::Must => None,
        }
    }

    /// Does the same as [`Game::roll_counts`] for a caller that already knows which dice the pieces can use.
    #[inline(always)]
    pub fn roll_counts_given(&self, dice: Dice, usable: &Usable) -> RollCounts {
        let mut counts = self.roll_counts.unusable[dice.index()];
        let by_faces = &self.roll_counts.by_faces[dice.index()];
        counts.pass = by_faces.pass[usable.first.index()];
        let has_partners = self.rules.dice.has_two() && !counts.replaces_pairs;
        let faces = if has_partners { usable.partners() } else { [usable.first; 4] };
        for ((count, by_faces), faces) in counts.single.iter_mut().zip(&by_faces.single).zip(faces) {
            *count = by_faces[faces.index()];
        }
        counts
    }

    /// Returns which dice the pieces of the seat to move can use.
    fn usable(&self, position: &Position) -> Usable {
        struct Find<'a>(&'a Game, &'a Position);
        impl Operation for Find<'_> {
            type Output = Usable;
            fn run<M: Mover>(self) -> Usable {
                let Self(game, position) = self;
                let sets = game.move_sets::<M>(position);
                let mut usable = Usable { first: sets.faces(), ..Usable::default() };
                let has_order = game.rules.dice_order == DiceOrder::Fixed;
                if !game.rules.dice.has_two() || has_order {
                    return usable;
                }
                for moves in sets.iter() {
                    let second = &mut usable.second[moves.face() as usize];
                    for mv in moves.moves(game, M::SEAT) {
                        if *second == FaceSet::ALL {
                            break;
                        }
                        let board = game.make::<M>(position, moves.role, mv);
                        *second = second.union(game.move_sets::<M>(&board).faces());
                    }
                }
                usable
            }
        }
        self.dispatch(position.seat, Find(self, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaturaji::DiceRule;

    /// Every combination of the knobs of dice.
    fn dice_rules() -> impl Iterator<Item = Rules> {
        let orders = |(dice, dice_use)| {
            let rules = move |&dice_order| Rules { dice, dice_use, dice_order, ..Rules::AR };
            DiceOrder::ALL.iter().map(rules)
        };
        let uses = |&dice| DiceUse::ALL.iter().map(move |&dice_use| (dice, dice_use));
        DiceRule::ALL.iter().filter(|dice| dice.rolls().is_some()).flat_map(uses).flat_map(orders)
    }

    #[test]
    fn rolls_are_as_many_as_the_empty_turn_has_where_no_die_can_be_used() {
        for rules in dice_rules() {
            let game = Game::new(rules);
            let counts = game.roll_counts_given(Dice::Unrolled, &Usable::default());
            assert_eq!(Some(counts.pass), rules.dice.rolls(), "{rules}");
        }
    }

    #[test]
    fn partners_are_those_in_either_order() {
        for bits in 0..1u32 << 16 {
            let second = [0, 4, 8, 12].map(|shift| FaceSet::from_bits((bits >> shift) as u8));
            let partners = Usable { second, ..Usable::default() }.partners();
            for one in Face::ALL {
                for other in Face::ALL {
                    let either = second[one as usize].contains(other) || second[other as usize].contains(one);
                    assert_eq!(partners[one as usize].contains(other), either, "{second:?}");
                }
            }
        }
    }

    #[test]
    fn the_tables_give_the_sum_over_the_rolls() {
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        for rules in dice_rules() {
            let game = Game::new(rules);
            for _ in 0..500 {
                bits = bits.wrapping_mul(0xD120_0000_0000_1A55 | 1) ^ bits >> 29;
                let faces = |shift: u32| FaceSet::all().nth((bits >> shift & 15) as usize).unwrap();
                let usable = Usable { first: faces(0), second: [4, 8, 12, 16].map(faces) };
                // Two dice are refused under one die.
                let is_legal = |dice: &Dice| rules.dice.has_two() || !matches!(dice, Dice::Two(..));
                for dice in Dice::all().filter(is_legal) {
                    let sum = RollCounts::new(&rules, dice, &usable);
                    assert_eq!(game.roll_counts_given(dice, &usable), sum, "{rules} {dice} {usable:?}");
                }
            }
        }
    }
}
