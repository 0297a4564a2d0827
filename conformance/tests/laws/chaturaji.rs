//! Laws of chaturaji.

use super::check;
use super::values::assert_every_value_counts;
use conformance::random::chaturaji as random;
use conformance::reference::chaturaji::{State, ranking, rolls};
use fastrand::Rng;
use perft::{Bulk, Counter, Tree, count_serially};
use quickcheck::{Arbitrary, Gen};
use rules_core::chaturaji::{
    BoatMove, Dice, DiceRule, Face, Game, GameEnd, Kingless, Piece, Position, Role, RoleSet, Rules, Seat,
    Setup, StartSetup, Tally, Turn, TurnOrder,
};
use rules_core::{Knobs, Square};
use std::collections::BTreeMap;
use std::fmt;

/// Calls [`Game::count`], so that the generic code is compiled once.
fn count(game: &Game, position: &Position) -> u64 {
    game.count(position)
}

/// The number of positions per law, unless the environment sets another.
const TESTS: u64 = 1000;

/// A ruleset and a placement that it accepts.
#[derive(Clone)]
struct Case {
    rules: Rules,
    setup: Setup,
}

impl Case {
    fn accepted(&self) -> bool {
        State::from_setup(&self.rules, &self.setup).is_ok()
    }

    fn fast(&self) -> (Game, Position) {
        let game = Game::new(self.rules);
        let position = game.position(&self.setup).unwrap_or_else(|refusals| panic!("{refusals}"));
        (game, position)
    }

    fn slow(&self) -> (State, Tally) {
        State::from_setup(&self.rules, &self.setup).unwrap_or_else(|kinds| panic!("{kinds:?}"))
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} '{}'", self.rules, self.setup)
    }
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut rng = Rng::with_seed(u64::arbitrary(g));
        let rules = random::rules(&mut rng);
        Self { rules, setup: random::setup(&mut rng, &rules) }
    }

    /// Simplifies the rules (each knob as in a preset), then removes pieces and state.
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut simpler = Vec::new();
        for knob in Rules::KNOBS {
            let mut rules = self.rules;
            (knob.set)(&mut rules, (knob.get)(&Rules::AR));
            if rules != self.rules {
                simpler.push(Self { rules, setup: self.setup.clone() });
            }
        }
        let mut with = |change: &dyn Fn(&mut Setup)| {
            let mut setup = self.setup.clone();
            change(&mut setup);
            if setup != self.setup {
                simpler.push(Self { rules: self.rules, setup });
            }
        };
        for square in Square::all() {
            with(&|setup| setup.board[square.index()] = None);
        }
        with(&|setup| setup.dice = Dice::Unrolled);
        with(&|setup| setup.tally = Tally::default());
        for seat in Seat::ALL {
            with(&|setup| setup.lost[seat as usize] = RoleSet::EMPTY);
        }
        Box::new(simpler.into_iter().filter(Self::accepted))
    }
}

/// Both generators list the same turns with the same numbers of rolls, and the fast one counts as many.
#[test]
fn turns_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let mut fast: Vec<_> =
            game.children(&position).into_iter().map(|(turn, _, rolls)| (turn, rolls)).collect();
        fast.sort();
        let slow = case.slow().0.turns(&case.rules);
        let shown = |turns: &[(Turn, u32)]| {
            turns.iter().map(|(turn, rolls)| format!("{turn}*{rolls}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(&fast), shown(&slow));
        assert_eq!(count(&game, &position), fast.iter().map(|turn| u64::from(turn.1)).sum::<u64>());
    }
    check(TESTS, law as fn(Case));
}

/// Both generators reach the same positions with the same points, and end the game in the same way.
#[test]
fn turns_lead_to_the_same_positions_and_points() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let (state, tally) = case.slow();
        assert_eq!(tally, case.setup.tally);
        assert_eq!(game.is_over(&position), state.is_over(&case.rules));
        let children = game.children(&position);
        assert_eq!(children.is_empty(), game.is_over(&position));
        for (turn, child, _) in children {
            let (next, points) = state.play_scored(&case.rules, &tally, turn).expect("a legal turn");
            let scored = game.score(&position, &tally, turn).expect("a legal turn");
            assert_eq!(game.setup(&child, &scored), next.to_setup(&case.rules, &points), "{turn}");
            assert_eq!(game.play(&position, turn), Ok(child), "{turn}");
            assert_eq!(game.is_over(&child), next.is_over(&case.rules), "{turn}");
            assert_eq!(scored.places(), ranking(&points), "{turn}");
        }
    }
    check(TESTS / 2, law as fn(Case));
}

/// A turn of two moves equals two steps, and both generators leave the same die after the first.
#[test]
fn steps_agree_and_make_turns() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let (state, tally) = case.slow();
        for (turn, child, _) in game.children(&position) {
            let mut steps = (position, state.clone(), tally);
            for mv in turn.moves() {
                let fast = game.step(&steps.0, mv);
                let slow = steps.1.step_scored(&case.rules, &steps.2, mv);
                assert_eq!(fast.is_ok(), slow.is_some(), "{turn}: {mv}");
                let (Ok(fast), Some((slow, points))) = (fast, slow) else {
                    // Nothing is rolled, or the only die is the whole turn.
                    let has_steps = position.dice() != Dice::Unrolled && case.rules.dice != DiceRule::One;
                    assert!(!has_steps, "{turn}: {mv}");
                    return;
                };
                assert_eq!(game.setup(&fast, &points), slow.to_setup(&case.rules, &points), "{turn}: {mv}");
                steps = (fast, slow, points);
            }
            if let Turn::Two(..) = turn {
                assert_eq!(steps.0, child, "{turn}");
            }
        }
    }
    check(TESTS / 2, law as fn(Case));
}

/// Returns each roll that a position can have, with the number of ordered rolls of the dice that give it.
fn weighted_rolls(dice: DiceRule) -> Vec<(Dice, u32)> {
    let ways = |face| match (dice, face) {
        // A six-sided die shows 1 and 5 for a pawn or the king, 4 and 6 for an elephant.
        (DiceRule::TwoSix, Face::Five | Face::Four) => 2,
        _ => 1,
    };
    let two = |first| Face::ALL.map(|second| (Dice::Two(first, second), ways(first) * ways(second)));
    match dice {
        DiceRule::Two | DiceRule::TwoSix => Face::ALL.into_iter().flat_map(two).collect(),
        DiceRule::One => Face::ALL.map(|face| (Dice::One(face), ways(face))).into(),
        DiceRule::None => vec![(Dice::Unrolled, 1)],
    }
}

/// Every rule of the dice has its number of ordered rolls, and the slow generator goes through them.
#[test]
fn ordered_rolls_are_four_sixteen_or_thirty_six() {
    for (dice, number) in
        [(DiceRule::Two, 16), (DiceRule::TwoSix, 36), (DiceRule::One, 4), (DiceRule::None, 1)]
    {
        let weighted = weighted_rolls(dice);
        assert_eq!(weighted.iter().map(|(_, ways)| ways).sum::<u32>(), number, "{dice:?}");
        let all = rolls(&Rules { dice, ..Rules::AR });
        for (roll, ways) in weighted {
            assert_eq!(all.iter().filter(|&&other| other == roll).count(), ways as usize, "{dice:?} {roll}");
        }
        assert_eq!(all.len(), number as usize, "{dice:?}");
    }
}

/// The number of rolls that allow a turn of an unrolled position is the sum of those of the rolled positions,
/// and so are the totals, of one turn and of two.
#[test]
fn turns_sum_to_weights() {
    fn law(mut case: Case) {
        case.setup.dice = Dice::Unrolled;
        // A turn that is half played can be one that a game would not begin.
        if !case.accepted() {
            return;
        }
        let (game, position) = case.fast();
        let state = case.slow().0;
        let (mut fast, mut slow) = (BTreeMap::new(), BTreeMap::new());
        let (mut turns, mut pairs) = (0, 0);
        for (roll, ways) in weighted_rolls(case.rules.dice) {
            let rolled = Case { rules: case.rules, setup: Setup { dice: roll, ..case.setup.clone() } };
            let (_, rolled_position) = rolled.fast();
            if roll != Dice::Unrolled && !game.is_over(&position) {
                assert_eq!(game.roll(&position, roll), Ok(rolled_position), "{roll}");
            }
            for (turn, _, once) in game.children(&rolled_position) {
                assert_eq!(once, 1, "{roll} {turn}");
                *fast.entry(turn).or_insert(0) += ways;
            }
            for (turn, once) in rolled.slow().0.turns(&case.rules) {
                assert_eq!(once, 1, "{roll} {turn}");
                *slow.entry(turn).or_insert(0) += ways;
            }
            turns += u64::from(ways) * count(&game, &rolled_position);
            pairs += u128::from(ways) * count_serially(&game, &rolled_position, 2, Bulk::Two);
        }
        let mut unrolled: Vec<_> =
            game.children(&position).into_iter().map(|(turn, _, ways)| (turn, ways)).collect();
        unrolled.sort();
        assert_eq!(unrolled, fast.into_iter().collect::<Vec<_>>());
        assert_eq!(state.turns(&case.rules), slow.into_iter().collect::<Vec<_>>());
        assert_eq!(count(&game, &position), turns);
        assert_eq!(count_serially(&game, &position, 2, Bulk::Two), pairs);
    }
    check(TESTS, law as fn(Case));
}

/// Counting turns without playing them, one or two at a time, gives the same total as playing them.
#[test]
fn pairs_agree() {
    check(TESTS, (|case: Case| assert_pairs(&case)) as fn(Case));
}

fn assert_pairs(case: &Case) {
    let (game, position) = case.fast();
    let (mut turns, mut pairs) = (0, 0);
    for (_, child, ways) in game.children(&position) {
        turns += u64::from(ways);
        pairs += u64::from(ways) * count(&game, &child);
    }
    assert_eq!(count(&game, &position), turns, "{case:?}");
    for (depth, expected) in [(1, turns), (2, pairs)] {
        for bulk in [Bulk::One, Bulk::Two] {
            assert_eq!(count_serially(&game, &position, depth, bulk), expected.into(), "{case:?} {bulk:?}");
        }
    }
}

/// The same for a boat and a block that it completes, alone on the board, whoever owns the boats.
#[test]
fn pairs_agree_about_every_triumph() {
    const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let boat = |seat| Some(Piece { seat, role: Role::Boat });
    let slide = |rules| Rules { boat_move: BoatMove::Rook, ..rules };
    let all = [Rules::AR, Rules::AR_DICELESS, slide(Rules::AR), slide(Rules::AR_DICELESS)];
    for (rules, corner) in all.into_iter().flat_map(|rules| Square::all().map(move |at| (rules, at))) {
        let homes = match rules.boat_move {
            BoatMove::Alfil => DIAGONAL,
            BoatMove::Rook => STRAIGHT,
        };
        for (home, block) in homes.into_iter().flat_map(|home| DIAGONAL.map(|block| (home, block))) {
            let rest = [(block.0, 0), (0, block.1), block].map(|(files, ranks)| corner.offset(files, ranks));
            let (Some(home), [Some(a), Some(b), Some(c)]) = (corner.offset(2 * home.0, 2 * home.1), rest)
            else {
                continue;
            };
            for owners in 0..81usize {
                let owner = |place: u32| boat(Seat::ALL[1 + owners / 3usize.pow(place) % 3]);
                let mut setup = Setup { seat: Seat::Red, ..Setup::EMPTY };
                setup.board[home.index()] = boat(Seat::Red);
                for (place, square) in (0..).zip([a, b, c]) {
                    setup.board[square.index()] = owner(place);
                }
                // A seat that can play on after the triumph, or none.
                if let Some(rider) = setup.board.iter().position(Option::is_none).filter(|_| owners % 2 == 0)
                {
                    setup.board[rider] = Some(Piece { seat: Seat::ALL[1 + owners % 3], role: Role::Horse });
                }
                assert_pairs(&Case { rules, setup });
            }
        }
    }
}

/// Both generators count the same, with any number of threads, in bulk or not, and divide adds up.
#[test]
fn counters_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let (state, tally) = case.slow();
        let bulk = Counter::new(1).expect("a thread");
        let made = Counter::new(2).expect("threads").with_bulk(Bulk::None);
        for depth in 0..=2 {
            let nodes = state.perft(&case.rules, depth);
            assert_eq!(bulk.count(&game, &position, depth).expect("a total"), nodes, "depth {depth}");
            assert_eq!(made.count(&game, &position, depth).expect("a total"), nodes, "depth {depth}");
            let parts = bulk.divide(&game, &position, depth).expect("totals");
            if depth > 0 {
                assert_eq!(parts.iter().map(|part| part.nodes).sum::<u128>(), nodes, "depth {depth}");
                let turns: Vec<(Turn, u32)> = parts.iter().map(|part| (part.step, part.ways)).collect();
                assert_eq!(turns, state.turns(&case.rules), "depth {depth}");
            }
            if depth < 2 {
                let stats = made.stats(&game, &position, tally, depth).expect("a table");
                assert_eq!(stats.nodes, nodes, "depth {depth}");
            }
        }
    }
    check(TESTS / 10, law as fn(Case));
}

/// A written position reads as the same position, and both generators write the same text.
#[test]
fn texts_are_read_as_written() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let (state, tally) = case.slow();
        let written = game.setup(&position, &tally);
        assert_eq!(written, state.to_setup(&case.rules, &tally));
        assert_eq!(game.read(&written.to_string()), Ok(position));
        assert_eq!(game.read_setup(&written.to_string()), Ok((position, written)));
        let raw: Setup = case.setup.to_string().parse().expect("what was written");
        assert_eq!(raw, case.setup);
    }
    check(TESTS, law as fn(Case));
}

/// Both generators refuse any placement with the same refusal kinds.
#[test]
fn refusals_agree() {
    #[derive(Clone, Debug)]
    struct Any(Rules, Setup);
    impl Arbitrary for Any {
        fn arbitrary(g: &mut Gen) -> Self {
            let mut rng = Rng::with_seed(u64::arbitrary(g));
            Self(random::rules(&mut rng), random::anything(&mut rng))
        }
    }
    fn law(Any(rules, setup): Any) {
        let fast = Game::new(rules).position(&setup).err().map(|refusals| {
            let mut kinds: Vec<_> = refusals.iter().map(|refusal| refusal.kind()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        });
        assert_eq!(fast, State::from_setup(&rules, &setup).err(), "{setup}");
    }
    check(2 * TESTS, law as fn(Any));
}

/// Returns the case with each square and seat mapped, under other rules.
fn moved(case: &Case, square: impl Fn(Square) -> Square, seat: impl Fn(Seat) -> Seat, rules: Rules) -> Case {
    let mut setup = Setup { seat: seat(case.setup.seat), dice: case.setup.dice, ..Setup::EMPTY };
    for from in Square::all() {
        setup.board[square(from).index()] =
            case.setup.board[from.index()].map(|piece| Piece { seat: seat(piece.seat), ..piece });
    }
    for old in Seat::ALL {
        let new = seat(old) as usize;
        let old = old as usize;
        setup.lost[new] = case.setup.lost[old];
        setup.tally.scores[new] = case.setup.tally.scores[old];
        setup.tally.paid[new] = case.setup.tally.paid[old];
        for victim in Seat::ALL {
            setup.tally.kings[new][seat(victim) as usize] = case.setup.tally.kings[old][victim as usize];
        }
    }
    Case { rules, setup }
}

fn assert_same_counts(case: &Case, other: &Case) {
    let ((game, position), (other_game, other_position)) = (case.fast(), other.fast());
    assert_eq!(count(&game, &position), count(&other_game, &other_position));
    assert_eq!(game.is_over(&position), other_game.is_over(&other_position));
    assert_eq!(case.slow().0.perft(&case.rules, 1), other.slow().0.perft(&other.rules, 1));
    let counter = Counter::new(1).expect("a thread");
    assert_eq!(
        counter.count(&game, &position, 2).expect("a total"),
        counter.count(&other_game, &other_position, 2).expect("a total")
    );
}

/// A quarter turn of the board and the seats changes nothing.
#[test]
fn a_quarter_turn_changes_nothing() {
    fn law(case: Case) {
        let square = |from: Square| Square::new(from.rank(), 7 - from.file()).expect("on the board");
        let next = |seat: Seat| Seat::ALL[(seat as usize + 1) % 4];
        assert_same_counts(&case, &moved(&case, square, next, case.rules));
    }
    check(TESTS / 2, law as fn(Case));
}

/// Exchanging north and south, together with the hand of the setup and the order of play, changes nothing.
#[test]
fn a_mirror_exchanges_hands_and_order() {
    fn law(case: Case) {
        let mut rules = case.rules;
        rules.setup = match rules.setup {
            StartSetup::RightHanded => StartSetup::LeftHanded,
            StartSetup::LeftHanded => StartSetup::RightHanded,
        };
        rules.turn_order = match rules.turn_order {
            TurnOrder::Clockwise => TurnOrder::CounterClockwise,
            TurnOrder::CounterClockwise => TurnOrder::Clockwise,
        };
        let seat = |seat| match seat {
            Seat::Black => Seat::Green,
            Seat::Green => Seat::Black,
            seat => seat,
        };
        let mirror = moved(&case, Square::flip_ranks, seat, rules);
        assert_same_counts(&case, &mirror);
    }
    check(TESTS / 2, law as fn(Case));
}

/// Rulesets with the same canonical form are the same game.
#[test]
fn canonical_rules_are_the_same_game() {
    fn law(case: Case) {
        let canonical = Case { rules: case.rules.canonical(), ..case.clone() };
        let ((game, position), (other, same)) = (case.fast(), canonical.fast());
        let turns = |game: &Game, position: &Position| {
            let shown = |(turn, child, rolls)| (turn, game.setup(&child, &Tally::default()), rolls);
            game.children(position).into_iter().map(shown).collect::<Vec<_>>()
        };
        assert_eq!(turns(&game, &position), turns(&other, &same));
        assert_eq!(game.is_over(&position), other.is_over(&same));
    }
    check(TESTS / 2, law as fn(Case));
}

/// Whichever seats are left, the next one that can play is to move, or the game is over and the seat stays.
#[test]
fn every_set_of_live_seats_passes_the_turn_on() {
    for (turn_order, step) in [(TurnOrder::Clockwise, 1), (TurnOrder::CounterClockwise, 3)] {
        for kingless in [Kingless::PlaysOn, Kingless::Frozen] {
            for game_end in [GameEnd::LastArmy, GameEnd::LastKing] {
                let rules = Rules { turn_order, kingless, game_end, ..Rules::AR };
                // For each seat: no pieces, a boat, or a king.
                for code in 0..81usize {
                    let role = |seat: Seat| match code / 3usize.pow(seat as u32) % 3 {
                        0 => None,
                        1 => Some(Role::Boat),
                        _ => Some(Role::King),
                    };
                    let plays = |seat| match kingless {
                        Kingless::PlaysOn => role(seat).is_some(),
                        Kingless::Frozen => role(seat) == Some(Role::King),
                    };
                    let kings = Seat::ALL.into_iter().filter(|&seat| role(seat) == Some(Role::King)).count();
                    let live = Seat::ALL.into_iter().filter(|&seat| plays(seat)).count();
                    let is_over = live <= 1 || (game_end == GameEnd::LastKing && kings <= 1);
                    for mover in Seat::ALL {
                        let mut setup = Setup { seat: mover, ..Setup::EMPTY };
                        for seat in Seat::ALL {
                            let square = Square::new(2 * seat as u8, 4).expect("on the board");
                            setup.board[square.index()] = role(seat).map(|role| Piece { seat, role });
                        }
                        let case = Case { rules, setup };
                        assert_eq!(case.accepted(), plays(mover) || is_over, "{case:?}");
                        if !case.accepted() {
                            continue;
                        }
                        let (game, position) = case.fast();
                        assert_eq!(game.is_over(&position), is_over, "{case:?}");
                        let passed = game.play(&position, Turn::Pass);
                        let slow = case.slow().0.play(&rules, Turn::Pass);
                        assert_eq!((passed.is_ok(), slow.is_some()), (!is_over, !is_over), "{case:?}");
                        if let (Ok(passed), Some(slow)) = (passed, slow) {
                            let next = (1..=4).map(|count| Seat::ALL[(mover as usize + step * count) % 4]);
                            let next = next.into_iter().find(|&seat| plays(seat)).expect("a live seat");
                            assert_eq!(passed.seat(), next, "{case:?}");
                            assert_eq!(slow.to_setup(&rules, &Tally::default()).seat, next, "{case:?}");
                        }
                    }
                }
            }
        }
    }
}

/// Random positions have the features that the laws are about, so that the laws mean something.
#[test]
fn random_positions_have_the_features_of_laws() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..2000 {
        let mut rng = Rng::with_seed(seed);
        let case = Case { rules: Rules::AR, setup: random::setup(&mut rng, &Rules::AR) };
        let (game, position) = case.fast();
        let mut triumph = false;
        let mut promotion = false;
        let mut king = false;
        let mut bonus = false;
        for (turn, ..) in game.children(&position) {
            promotion |= turn.moves().any(|mv| mv.promotion.is_some());
            let captives = game.captives(&position, turn);
            triumph |= captives.iter().any(|captive| captive.by_triumph);
            king |= captives.iter().any(|captive| captive.piece.role == Role::King);
            let tally = game.score(&position, &case.setup.tally, turn).expect("a legal turn");
            bonus |= tally.paid != case.setup.tally.paid;
        }
        for (what, is) in [
            ("triumph", triumph),
            ("promotion", promotion),
            ("captured king", king),
            ("bonus", bonus),
            ("over", game.is_over(&position)),
            ("one die", matches!(position.dice(), Dice::One(_))),
            ("two dice", matches!(position.dice(), Dice::Two(..))),
            ("unrolled", position.dice() == Dice::Unrolled),
            ("two kings", Seat::ALL.into_iter().any(|seat| position.of(seat, Role::King).len() > 1)),
            ("no king", Seat::ALL.into_iter().any(|seat| position.of(seat, Role::King).is_empty())),
            ("no pieces", Seat::ALL.into_iter().any(|seat| position.pieces(seat).is_empty())),
            ("hidden loss", case.setup.lost.iter().any(|lost| !lost.is_empty())),
        ] {
            *seen.entry(what).or_default() += u32::from(is);
        }
    }
    assert!(seen.values().all(|&times| times >= 3), "{seen:?}");
    // Without dice, some positions force a pass.
    let rules = Rules { dice: DiceRule::None, ..Rules::AR };
    let passes = (0..2000).filter(|&seed| {
        let setup = random::setup(&mut Rng::with_seed(seed), &rules);
        let (game, position) = Case { rules, setup }.fast();
        game.is_legal(&position, Turn::Pass)
    });
    assert!(passes.count() >= 3);
}

/// Random rulesets have every value of every knob, and some random position tells each from another.
#[test]
fn every_value_is_drawn_and_noticed() {
    let draw = |rng: &mut Rng| {
        let rules = random::rules(rng);
        (rules, random::setup(rng, &rules))
    };
    assert_every_value_counts(1500, draw, |rules: &Rules, setup: &Setup| {
        let game = Game::new(*rules);
        let position = game.position(setup).ok()?;
        let children = game.children(&position);
        // To score a turn, it is searched for among all turns, so only a sample is scored.
        let sample = children.iter().step_by(1 + children.len() / 20);
        let scores: Vec<_> = sample.map(|(turn, ..)| game.score(&position, &setup.tally, *turn)).collect();
        let turns: Vec<_> = children
            .iter()
            .map(|(turn, next, rolls)| (*turn, *rolls, next.seat(), game.is_over(next), count(&game, next)))
            .collect();
        Some((game.is_over(&position), turns, scores))
    });
}

/// Any ruleset reads as it was written.
#[test]
fn rules_are_read_as_written() {
    fn law(seed: u64) {
        let rules = random::any_rules(&mut Rng::with_seed(seed));
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    check(TESTS, law as fn(u64));
}
