//! Random rulesets and positions of the game for four.

use super::{one_in, pick};
use crate::reference::chaturaji::State;
use fastrand::Rng;
use rules_core::Square;
use rules_core::chaturaji::{
    Dice, DiceRule, Face, KingBonus, Piece, Role, RoleSet, Rules, Seat, Setup, Tally, Turn,
};

/// Rules near those that people play: mostly a preset with up to three knobs turned, now and then any.
pub fn rules(rng: &mut Rng) -> Rules {
    super::rules_near_presets(rng)
}

/// Rules of which every knob may stand anywhere, each value as likely as the others.
pub fn any_rules(rng: &mut Rng) -> Rules {
    super::any(rng)
}

/// A placement that the rules accept: half of them reached by playing, half scattered.
pub fn setup(rng: &mut Rng, rules: &Rules) -> Setup {
    if rng.bool() { played(rng, rules) } else { scattered(rng, rules) }
}

/// A placement reached by up to 80 random turns from the start, and where there are dice often in the midst of the
/// next. When the game ends on the way it is usually the one before the end.
pub fn played(rng: &mut Rng, rules: &Rules) -> Setup {
    let mut state = State::start(rules);
    let mut tally = Tally::default();
    // Pawns seldom cross the board by chance: in half the games they are pushed.
    let pushes = rng.bool();
    for _ in 0..rng.usize(..=80) {
        let rolled = roll(rng, rules, &state, &tally);
        let turns: Vec<Turn> = rolled.turns(rules).into_iter().map(|(turn, _)| turn).collect();
        if turns.is_empty() {
            break;
        }
        let turn = liked_turn(rng, &rolled.to_setup(rules, &tally), &turns, pushes);
        let Some((next, points)) = rolled.play_scored(rules, &tally, turn) else {
            break;
        };
        if next.is_over(rules) && !one_in(rng, 4) {
            break;
        }
        (state, tally) = (next, points);
    }
    if rng.bool() {
        state = roll(rng, rules, &state, &tally);
        if rng.bool() {
            (state, tally) = half_a_turn(rng, rules, state, tally);
        }
    }
    state.to_setup(rules, &tally)
}

/// The position with two dice rolled, where there are any.
fn roll(rng: &mut Rng, rules: &Rules, state: &State, tally: &Tally) -> State {
    if rules.dice == DiceRule::None {
        return state.clone();
    }
    let dice = Dice::Two(pick(rng, &Face::ALL), pick(rng, &Face::ALL));
    let setup = Setup { dice, ..state.to_setup(rules, tally) };
    State::from_setup(rules, &setup).map_or_else(|_| state.clone(), |(rolled, _)| rolled)
}

/// The position after a move by one of the dice, if there is such a move and a die is left after it.
fn half_a_turn(rng: &mut Rng, rules: &Rules, state: State, tally: Tally) -> (State, Tally) {
    let turns = state.turns(rules).into_iter().map(|(turn, _)| turn);
    let firsts: Vec<_> = turns.filter(|turn| matches!(turn, Turn::One(_))).flat_map(Turn::moves).collect();
    if firsts.is_empty() {
        return (state, tally);
    }
    let half = state.step_scored(rules, &tally, pick(rng, &firsts));
    half.unwrap_or((state, tally))
}

/// One of three random turns: the longest of them, and where pawns are pushed one with a pawn's move.
fn liked_turn(rng: &mut Rng, setup: &Setup, turns: &[Turn], pushes: bool) -> Turn {
    let tries = [pick(rng, turns), pick(rng, turns), pick(rng, turns)];
    let is_pawn = |from: Square| setup.board[from.index()].is_some_and(|man| man.role == Role::Pawn);
    let pushed = tries.into_iter().find(|turn| pushes && turn.moves().any(|mv| is_pawn(mv.from)));
    let longest = tries.into_iter().max_by_key(|turn| turn.moves().count());
    pushed.or(longest).unwrap_or(tries[0])
}

/// A placement scattered at random that the rules accept.
pub fn scattered(rng: &mut Rng, rules: &Rules) -> Setup {
    loop {
        let mut setup = anything(rng);
        if rules.dice == DiceRule::None {
            setup.dice = Dice::Unrolled;
        }
        if rules.king_bonus == KingBonus::None {
            setup.tally.paid = [false; 4];
        }
        if State::from_setup(rules, &setup).is_ok() {
            return setup;
        }
    }
}

/// A placement scattered at random, good or bad: the seat to move may have no men, pawns may be on their own back
/// row, men too many, a reward undefined, dice on the table of a game without them.
pub fn anything(rng: &mut Rng) -> Setup {
    let mut setup = Setup {
        seat: pick(rng, &Seat::ALL),
        dice: any_dice(rng),
        lost: [some_officers(rng), some_officers(rng), some_officers(rng), some_officers(rng)],
        tally: any_tally(rng),
        ..Setup::EMPTY
    };
    if one_in(rng, 3) {
        place_triumph(rng, &mut setup);
    }
    let (pawns, officers) = pick(rng, &[(1, 1), (1, 3), (4, 1), (4, 4)]);
    for seat in Seat::ALL {
        // Now and then a seat has lost all, seldom the one to move.
        if one_in(rng, if seat == setup.seat { 24 } else { 5 }) {
            continue;
        }
        for _ in 0..pick(rng, &[0, 1, 1, 1, 1, 2]) {
            put(rng, &mut setup, Piece { seat, role: Role::King });
        }
        for _ in 0..rng.usize(..=pawns) {
            put(rng, &mut setup, Piece { seat, role: Role::Pawn });
        }
        for _ in 0..rng.usize(..=officers) {
            let role = pick(rng, &[Role::Boat, Role::Boat, Role::Horse, Role::Elephant]);
            if setup.board.iter().flatten().filter(|man| man.seat == seat).count() < 8 {
                put(rng, &mut setup, Piece { seat, role });
            }
        }
        if one_in(rng, 48) {
            let role = pick(rng, &[Role::Pawn, Role::Horse]);
            for _ in 0..rng.usize(1..=8) {
                put(rng, &mut setup, Piece { seat, role });
            }
        }
    }
    setup
}

/// A boat of the seat to move that can reach the free corner of a block, boats on the other three, a third of the time
/// all of one seat, and often
/// something to capture there or a second block around it; now and then one of the boats spoils it.
fn place_triumph(rng: &mut Rng, setup: &mut Setup) {
    let ways = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let corner = pick(rng, &Square::all().collect::<Vec<_>>());
    let (files, ranks) = pick(rng, &ways);
    let Some(home) = corner.offset(2 * files, 2 * ranks) else {
        return;
    };
    setup.board[home.index()] = Some(Piece { seat: setup.seat, role: Role::Boat });
    let others: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| seat != setup.seat).collect();
    for _ in 0..pick(rng, &[1, 1, 2]) {
        let (files, ranks) = pick(rng, &ways);
        let owner = if one_in(rng, 3) { Some(pick(rng, &others)) } else { None };
        for (files, ranks) in [(files, 0), (0, ranks), (files, ranks)] {
            if let Some(square) = corner.offset(files, ranks) {
                let other = owner.unwrap_or_else(|| pick(rng, &others));
                let seat = if one_in(rng, 24) { setup.seat } else { other };
                let role = if one_in(rng, 24) { Role::Horse } else { Role::Boat };
                setup.board[square.index()] = Some(Piece { seat, role });
            }
        }
    }
    if rng.bool() {
        let role = pick(rng, &Role::ALL);
        setup.board[corner.index()] = Some(Piece { seat: pick(rng, &others), role });
    }
}

/// No dice, two, or one.
fn any_dice(rng: &mut Rng) -> Dice {
    let (first, second) = (pick(rng, &Face::ALL), pick(rng, &Face::ALL));
    match rng.u8(..4) {
        0 | 1 => Dice::Unrolled,
        2 => Dice::Two(first, second),
        _ => Dice::One(first),
    }
}

/// Any points, seldom near the most that can be written, with kings captured or none, often all but one of a
/// seat's; a reward mostly where it can be.
fn any_tally(rng: &mut Rng) -> Tally {
    let mut tally = Tally::default();
    let highest = if one_in(rng, 96) { u16::MAX } else { 120 };
    for seat in Seat::ALL {
        let captor = seat as usize;
        tally.scores[captor] = highest - rng.u16(..120);
        let share = pick(rng, &[0, 1, 3, 3, 4]);
        for victim in Seat::ALL {
            tally.kings[captor][victim as usize] = victim != seat && rng.u8(..4) < share;
        }
        let others = Seat::ALL.into_iter().filter(|&victim| victim != seat);
        let has_all = others.into_iter().all(|victim| tally.kings[captor][victim as usize]);
        tally.paid[captor] = if has_all { rng.bool() } else { one_in(rng, 96) };
    }
    tally
}

/// Puts a man on an empty square of its liking.
fn put(rng: &mut Rng, setup: &mut Setup, man: Piece) {
    loop {
        let square = liking(rng, setup, man);
        if setup.board[square.index()].is_none() {
            setup.board[square.index()] = Some(man);
            return;
        }
    }
}

/// Where a man is of interest: a pawn at the end of its way, any other near a king of another seat.
fn liking(rng: &mut Rng, setup: &Setup, man: Piece) -> Square {
    let anywhere = pick(rng, &Square::all().collect::<Vec<_>>());
    match man.role {
        Role::Pawn => pawn_square(rng, man.seat).unwrap_or(anywhere),
        _ if one_in(rng, 3) => near_king(rng, setup, man.seat).unwrap_or(anywhere),
        _ => anywhere,
    }
}

/// A square for a pawn: half the time one step before its last row or on it, very seldom on its own back row.
fn pawn_square(rng: &mut Rng, seat: Seat) -> Option<Square> {
    let steps = match rng.u8(..192) {
        0 => 0,
        1..80 => 6,
        80..104 => 7,
        _ => rng.u8(1..7),
    };
    let lane = rng.u8(..8);
    match seat {
        Seat::Red => Square::new(steps, lane),
        Seat::Black => Square::new(lane, 7 - steps),
        Seat::Yellow => Square::new(7 - steps, lane),
        Seat::Green => Square::new(lane, steps),
    }
}

/// A square at most two files and two ranks from a king of another seat.
fn near_king(rng: &mut Rng, setup: &Setup, seat: Seat) -> Option<Square> {
    let is_king = |man: Piece| man.role == Role::King && man.seat != seat;
    let kings: Vec<Square> =
        Square::all().filter(|square| setup.board[square.index()].is_some_and(is_king)).collect();
    let king = if kings.is_empty() { None } else { Some(pick(rng, &kings)) };
    king?.offset(rng.i8(-2..=2), rng.i8(-2..=2))
}

/// Few of the types that can be lost, often none.
fn some_officers(rng: &mut Rng) -> RoleSet {
    if rng.bool() {
        return RoleSet::EMPTY;
    }
    Role::OFFICERS.into_iter().filter(|_| one_in(rng, 3)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Men captured by a turn beyond those on the squares it moves to.
    fn is_triumph(state: &State, rules: &Rules, turn: Turn) -> bool {
        let men = |state: &State| {
            state.to_setup(rules, &Tally::default()).board.iter().filter(|man| man.is_some()).count()
        };
        let after = state.play(rules, turn).expect("a legal turn");
        men(state) > men(&after) + turn.moves().count()
    }

    #[test]
    fn accepted_placements_have_what_is_of_interest() {
        let mut rng = Rng::with_seed(7);
        let mut seen = BTreeMap::new();
        const PLACEMENTS: usize = 1500;
        for _ in 0..PLACEMENTS {
            let rules = Rules { dice: pick(&mut rng, &[DiceRule::Two, DiceRule::None]), ..rules(&mut rng) };
            let setup = scattered(&mut rng, &rules);
            let (state, tally) = State::from_setup(&rules, &setup).expect("an accepted placement");
            let turns = state.turns(&rules);
            let one_move = || turns.iter().map(|(turn, _)| *turn).filter(|turn| turn.moves().count() == 1);
            let count = |seat, role| {
                let man = Some(Piece { seat, role });
                setup.board.iter().filter(|&&other| other == man).count()
            };
            let king_counts = Seat::ALL.map(|seat| count(seat, Role::King));
            let men = |seat| setup.board.iter().flatten().filter(|man| man.seat == seat).count();
            let paid_now = || {
                one_move().any(|turn| {
                    state.play_scored(&rules, &tally, turn).is_some_and(|(_, after)| after.paid != tally.paid)
                })
            };
            for (what, holds) in [
                ("unrolled", setup.dice == Dice::Unrolled),
                ("one die", matches!(setup.dice, Dice::One(_))),
                ("two dice", matches!(setup.dice, Dice::Two(..))),
                ("over", state.is_over(&rules)),
                ("a triumph", one_move().any(|turn| is_triumph(&state, &rules, turn))),
                ("a promotion", one_move().flat_map(Turn::moves).any(|mv| mv.promotion.is_some())),
                ("nobody there", Seat::ALL.into_iter().any(|seat| men(seat) == 0)),
                ("no king", king_counts.contains(&0)),
                ("two kings", king_counts.contains(&2)),
                ("a reward", paid_now()),
                ("nothing but to pass", turns.len() == 1),
            ] {
                *seen.entry(what).or_insert(0) += usize::from(holds);
            }
        }
        assert!(seen.values().all(|&times| times >= PLACEMENTS / 100), "{seen:?}");
    }

    #[test]
    fn what_is_anything_is_refused_in_every_way() {
        let mut rng = Rng::with_seed(7);
        let mut kinds = BTreeMap::new();
        for _ in 0..3000 {
            let refused = State::from_setup(&any_rules(&mut rng), &anything(&mut rng)).err();
            *kinds.entry(refused.is_none().to_string()).or_insert(0) += 1;
            for kind in refused.unwrap_or_default() {
                *kinds.entry(kind.to_owned()).or_insert(0) += 1;
            }
        }
        let names: Vec<&str> = kinds.keys().map(String::as_str).collect();
        let expected = [
            "cannot-play",
            "dice-not-used",
            "false",
            "pawn-on-back-row",
            "pawns",
            "pieces",
            "true",
            "undefined-bonus",
        ];
        assert_eq!(names, expected, "{kinds:?}");
        assert!(kinds.values().all(|&times| times >= 20), "{kinds:?}");
    }

    #[test]
    fn play_reaches_every_kind_of_dice_and_the_end() {
        let mut rng = Rng::with_seed(7);
        let mut seen = [0; 4];
        for _ in 0..300 {
            let rules = rules(&mut rng);
            let setup = played(&mut rng, &rules);
            let (state, tally) = State::from_setup(&rules, &setup).expect("an accepted placement");
            assert_eq!(state.to_setup(&rules, &tally), setup, "{rules} {setup}");
            seen[match setup.dice {
                Dice::Unrolled => 0,
                Dice::One(_) => 1,
                Dice::Two(..) => 2,
            }] += 1;
            seen[3] += usize::from(state.is_over(&rules));
        }
        assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
    }
}
