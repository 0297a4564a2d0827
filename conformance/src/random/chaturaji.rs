//! Random rulesets and positions of chaturaji.

use super::draw::{one_in, pick};
use super::rulesets;
use crate::reference::chaturaji::{State, rolls};
use fastrand::Rng;
use rules_core::Square;
use rules_core::chaturaji::{
    Dice, DiceRule, Face, KingBonus, Piece, Role, RoleSet, Rules, Seat, Setup, Tally, Turn,
};

/// Returns rules close to those that people play: usually a preset with up to three knobs changed,
/// occasionally fully random.
pub fn rules(rng: &mut Rng) -> Rules {
    rulesets::rules_near_presets(rng)
}

/// Returns rules in which every knob has a random value, each about as likely as the others.
pub fn any_rules(rng: &mut Rng) -> Rules {
    rulesets::any_rules(rng)
}

/// Returns a placement that the rules accept: half are reached by play, half are scattered.
pub fn setup(rng: &mut Rng, rules: &Rules) -> Setup {
    if rng.bool() { played(rng, rules) } else { scattered(rng, rules) }
}

/// Returns a placement reached by up to 80 random turns from the start; with dice, often in the middle of the
/// next turn. If the game ends early, this is usually the last placement before the end.
pub fn played(rng: &mut Rng, rules: &Rules) -> Setup {
    let mut state = State::start(rules);
    let mut tally = Tally::default();
    // Pawns rarely cross the board by chance, so half of the games prefer their moves.
    let prefers_pawns = rng.bool();
    for _ in 0..rng.usize(..=80) {
        let rolled = roll(rng, rules, &state, &tally);
        let turns: Vec<Turn> = rolled.turns(rules).into_iter().map(|(turn, _)| turn).collect();
        if turns.is_empty() {
            break;
        }
        let turn = preferred_turn(rng, &rolled.to_setup(rules, &tally), &turns, prefers_pawns);
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

/// Returns the position with the dice rolled, if the rules have dice.
fn roll(rng: &mut Rng, rules: &Rules, state: &State, tally: &Tally) -> State {
    let setup = Setup { dice: pick(rng, &rolls(rules)), ..state.to_setup(rules, tally) };
    State::from_setup(rules, &setup).map_or_else(|_| state.clone(), |(rolled, _)| rolled)
}

/// Returns the position after a move by one of the dice, if there is such a move and a die is left after it.
fn half_a_turn(rng: &mut Rng, rules: &Rules, state: State, tally: Tally) -> (State, Tally) {
    let firsts: Vec<_> = state.turns(rules).into_iter().filter_map(|(turn, _)| turn.moves().next()).collect();
    if firsts.is_empty() {
        return (state, tally);
    }
    let half = state.step_scored(rules, &tally, pick(rng, &firsts));
    half.unwrap_or((state, tally))
}

/// Returns one of three random turns: if pawns are preferred, one with a pawn's move, else the longest.
fn preferred_turn(rng: &mut Rng, setup: &Setup, turns: &[Turn], prefers_pawns: bool) -> Turn {
    let tries = [pick(rng, turns), pick(rng, turns), pick(rng, turns)];
    let is_pawn = |from: Square| setup.board[from.index()].is_some_and(|piece| piece.role == Role::Pawn);
    let pushed = tries.into_iter().find(|turn| prefers_pawns && turn.moves().any(|mv| is_pawn(mv.from)));
    let longest = tries.into_iter().max_by_key(|turn| turn.moves().count());
    pushed.or(longest).unwrap_or(tries[0])
}

/// Returns a placement scattered at random that the rules accept.
pub fn scattered(rng: &mut Rng, rules: &Rules) -> Setup {
    loop {
        let mut setup = anything(rng);
        setup.dice = match (rules.dice, setup.dice) {
            (DiceRule::None, _) => Dice::Unrolled,
            (DiceRule::One, Dice::Two(first, _)) => Dice::One(first),
            (_, dice) => dice,
        };
        if rules.king_bonus == KingBonus::None {
            setup.tally.paid = [false; 4];
        }
        if State::from_setup(rules, &setup).is_ok() {
            return setup;
        }
    }
}

/// Returns a placement scattered at random, acceptable or not: the seat to move may have no pieces, pawns may
/// be on their own back row, there may be too many pieces, an undefined bonus, or more dice than the rules have.
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
        // Sometimes a seat has no pieces; this is rarely the seat to move.
        if one_in(rng, if seat == setup.seat { 24 } else { 5 }) {
            continue;
        }
        // Sometimes the seat to move has nothing but pawns that cannot move.
        if seat == setup.seat && one_in(rng, 24) {
            for lane in (0..8).filter(|lane| lane % 2 == 0) {
                if let Some(square) = row_square(seat, 7, lane).filter(|_| rng.bool()) {
                    setup.board[square.index()].get_or_insert(Piece { seat, role: Role::Pawn });
                }
            }
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
            if setup.board.iter().flatten().filter(|piece| piece.seat == seat).count() < 8 {
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

/// Places a boat of the seat to move that can complete a block of boats, by a leap or by a slide, and boats of
/// other seats on its other three squares, a third of the time all of one seat. Often there is a piece to
/// capture on the free square or a second block around it; sometimes one of the boats spoils the block.
fn place_triumph(rng: &mut Rng, setup: &mut Setup) {
    let ways = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let corner = pick(rng, &Square::all().collect::<Vec<_>>());
    let (way, distance) = if rng.bool() {
        (pick(rng, &ways), 2)
    } else {
        (pick(rng, &[(0, 1), (1, 0), (0, -1), (-1, 0)]), rng.i8(1..8))
    };
    let Some(home) = corner.offset(distance * way.0, distance * way.1) else {
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

/// Returns no dice, two, or one.
fn any_dice(rng: &mut Rng) -> Dice {
    let (first, second) = (pick(rng, &Face::ALL), pick(rng, &Face::ALL));
    match rng.u8(..4) {
        0 | 1 => Dice::Unrolled,
        2 => Dice::Two(first, second),
        _ => Dice::One(first),
    }
}

/// Returns random points, rarely near the maximum, with random captured kings, and a bonus usually only where
/// one is possible.
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

/// Puts a piece on an empty square where it is likely to matter.
fn put(rng: &mut Rng, setup: &mut Setup, piece: Piece) {
    loop {
        let square = interesting_square(rng, setup, piece);
        if setup.board[square.index()].is_none() {
            setup.board[square.index()] = Some(piece);
            return;
        }
    }
}

/// Returns a square where a piece is likely to matter: near promotion for a pawn, near a king of another seat
/// for any other.
fn interesting_square(rng: &mut Rng, setup: &Setup, piece: Piece) -> Square {
    let anywhere = pick(rng, &Square::all().collect::<Vec<_>>());
    match piece.role {
        Role::Pawn => pawn_square(rng, piece.seat).unwrap_or(anywhere),
        _ if one_in(rng, 3) => near_king(rng, setup, piece.seat).unwrap_or(anywhere),
        _ => anywhere,
    }
}

/// Returns a square for a pawn: half the time on its last two rows, very rarely on its own back row.
fn pawn_square(rng: &mut Rng, seat: Seat) -> Option<Square> {
    let steps = match rng.u8(..192) {
        0 => 0,
        1..80 => 6,
        80..104 => 7,
        _ => rng.u8(1..7),
    };
    row_square(seat, steps, rng.u8(..8))
}

/// Returns the square that a pawn of a seat reaches by this number of steps from its own back row.
fn row_square(seat: Seat, steps: u8, lane: u8) -> Option<Square> {
    match seat {
        Seat::Red => Square::new(steps, lane),
        Seat::Black => Square::new(lane, 7 - steps),
        Seat::Yellow => Square::new(7 - steps, lane),
        Seat::Green => Square::new(lane, steps),
    }
}

/// Returns a square at most two files and two ranks from a king of another seat.
fn near_king(rng: &mut Rng, setup: &Setup, seat: Seat) -> Option<Square> {
    let is_king = |piece: Piece| piece.role == Role::King && piece.seat != seat;
    let kings: Vec<Square> =
        Square::all().filter(|square| setup.board[square.index()].is_some_and(is_king)).collect();
    let king = if kings.is_empty() { None } else { Some(pick(rng, &kings)) };
    king?.offset(rng.i8(-2..=2), rng.i8(-2..=2))
}

/// Returns a few of the types that can be lost, often none.
fn some_officers(rng: &mut Rng) -> RoleSet {
    if rng.bool() {
        return RoleSet::EMPTY;
    }
    Role::OFFICERS.into_iter().filter(|_| one_in(rng, 3)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::chaturaji::Kingless;
    use std::collections::BTreeMap;

    /// Returns whether a turn captures pieces beyond those on its target squares.
    fn is_triumph(state: &State, rules: &Rules, turn: Turn) -> bool {
        let pieces = |state: &State| {
            state.to_setup(rules, &Tally::default()).board.iter().filter(|piece| piece.is_some()).count()
        };
        let after = state.play(rules, turn).expect("a legal turn");
        pieces(state) > pieces(&after) + turn.moves().count()
    }

    #[test]
    fn accepted_placements_have_what_is_of_interest() {
        let mut rng = Rng::with_seed(7);
        let mut seen = BTreeMap::new();
        const PLACEMENTS: usize = 1500;
        for _ in 0..PLACEMENTS {
            let rules = Rules { dice: pick(&mut rng, DiceRule::ALL), ..rules(&mut rng) };
            let setup = scattered(&mut rng, &rules);
            let (state, tally) = State::from_setup(&rules, &setup).expect("an accepted placement");
            let turns = state.turns(&rules);
            let one_move = || turns.iter().map(|(turn, _)| *turn).filter(|turn| turn.moves().count() == 1);
            let count = |seat, role| {
                let piece = Some(Piece { seat, role });
                setup.board.iter().filter(|&&other| other == piece).count()
            };
            let king_counts = Seat::ALL.map(|seat| count(seat, Role::King));
            let pieces = |seat| setup.board.iter().flatten().filter(|piece| piece.seat == seat).count();
            let is_frozen =
                |seat| rules.kingless == Kingless::Frozen && count(seat, Role::King) == 0 && pieces(seat) > 0;
            let at = |square: Square| setup.board[square.index()];
            let moves = || turns.iter().flat_map(|(turn, _)| turn.moves().next());
            let slides = |role| {
                moves().any(|mv| {
                    at(mv.from).is_some_and(|piece| piece.role == role)
                        && mv.from.file().abs_diff(mv.to.file()).max(mv.from.rank().abs_diff(mv.to.rank()))
                            > 2
                })
            };
            let paid_now = || {
                one_move().any(|turn| {
                    state.play_scored(&rules, &tally, turn).is_some_and(|(_, after)| after.paid != tally.paid)
                })
            };
            for (what, holds) in [
                ("unrolled", setup.dice == Dice::Unrolled),
                ("one die left", rules.dice != DiceRule::One && matches!(setup.dice, Dice::One(_))),
                ("the only die", rules.dice == DiceRule::One && matches!(setup.dice, Dice::One(_))),
                ("two dice", matches!(setup.dice, Dice::Two(..))),
                ("over", state.is_over(&rules)),
                ("a triumph", one_move().any(|turn| is_triumph(&state, &rules, turn))),
                ("a promotion", one_move().flat_map(Turn::moves).any(|mv| mv.promotion.is_some())),
                ("nobody there", Seat::ALL.into_iter().any(|seat| pieces(seat) == 0)),
                ("no king", king_counts.contains(&0)),
                ("two kings", king_counts.contains(&2)),
                ("a reward", paid_now()),
                ("nothing but to pass", turns.len() == 1),
                ("a frozen seat", Seat::ALL.into_iter().any(is_frozen)),
                ("a frozen piece to take", {
                    moves().any(|mv| at(mv.to).is_some_and(|piece| is_frozen(piece.seat)))
                }),
                ("a boat that slides", slides(Role::Boat)),
                ("an elephant that slides", slides(Role::Elephant)),
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
            "dice-count",
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
        let mut seen: BTreeMap<(String, &str), usize> = BTreeMap::new();
        for _ in 0..300 {
            let rules = rules(&mut rng);
            let setup = played(&mut rng, &rules);
            let (state, tally) = State::from_setup(&rules, &setup).expect("an accepted placement");
            assert_eq!(state.to_setup(&rules, &tally), setup, "{rules} {setup}");
            let dice = match setup.dice {
                Dice::Unrolled => "unrolled",
                Dice::One(_) => "one die",
                Dice::Two(..) => "two dice",
            };
            *seen.entry((format!("{:?}", rules.dice), dice)).or_default() += 1;
            *seen.entry((String::new(), "over")).or_default() += usize::from(state.is_over(&rules));
        }
        // Two kinds of rules with two dice can have each kind; with one die there are two, without dice one.
        assert_eq!(seen.len(), 3 + 3 + 2 + 1 + 1, "{seen:?}");
        assert!(seen.values().all(|&times| times > 0), "{seen:?}");
    }
}
