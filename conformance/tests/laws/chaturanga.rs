//! Laws of chaturanga.

use super::check;
use super::values::assert_every_value_counts;
use conformance::random::chaturanga as random;
use conformance::reference::chaturanga::State;
use fastrand::Rng;
use perft::{Bulk, Counter, count_serially};
use quickcheck::{Arbitrary, Gen};
use rules_core::chaturanga::{Color, Game, Move, Position, RoleSet, Rules, Setup, StartSetup};
use rules_core::{Domain, FileSet, Knobs, Square};
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// The number of positions per law, unless the environment sets another.
const TESTS: u64 = 2000;

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

    fn slow(&self) -> State {
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
        let mut rng = fastrand::Rng::with_seed(u64::arbitrary(g));
        let rules = random::rules(&mut rng);
        Self { rules, setup: random::setup(&mut rng, &rules) }
    }

    /// Simplifies the rules (each knob as in a preset), then removes pieces and state.
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut simpler = Vec::new();
        for knob in Rules::KNOBS {
            let mut rules = self.rules;
            (knob.set)(&mut rules, (knob.get)(&Rules::NL));
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
        for color in Color::ALL {
            with(&|setup| setup.jump[color as usize] = false);
            with(&|setup| setup.lost[color as usize] = RoleSet::EMPTY);
        }
        with(&|setup| (setup.halfmove, setup.fullmove) = (0, 1));
        Box::new(simpler.into_iter().filter(Self::accepted))
    }
}

/// Both generators list the same legal moves, and the fast one counts as many as it lists.
#[test]
fn moves_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let moves = game.moves(&position);
        assert_eq!(game.count(&position), moves.len() as u64);
        let mut fast = moves.to_vec();
        fast.sort();
        let slow = case.slow().moves(&case.rules);
        let shown = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(shown(&fast), shown(&slow));
    }
    check(TESTS, law as fn(Case));
}

/// Both generators reach the same positions, with rights and losses, and consider the same ones equal.
#[test]
fn children_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let state = case.slow();
        let (mut fast, mut slow) = (HashSet::new(), HashSet::new());
        for mv in game.moves(&position) {
            let child = game.play(&position, mv).expect("a legal move");
            let next = state.play(&case.rules, mv).expect("a legal move");
            assert_eq!(game.setup(&child), next.to_setup(), "{mv}");
            assert_eq!(game.outcome(&child), next.outcome(&case.rules), "{mv}");
            fast.insert(child);
            slow.insert(next);
        }
        assert_eq!(fast.len(), slow.len());
    }
    check(TESTS, law as fn(Case));
}

/// Both generators find the same attackers of every square and the same attacked rajas.
#[test]
fn attacks_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let state = case.slow();
        for by in Color::ALL {
            for square in Square::all() {
                let fast: Vec<Square> = game.attackers(&position, square, by).into_iter().collect();
                let mut slow = state.attackers(&case.rules, square, by);
                slow.sort();
                assert_eq!(fast, slow, "attackers of {square} by {by}");
            }
            assert_eq!(game.is_attacked(&position, by), state.is_attacked(&case.rules, by), "{by}");
        }
        let checked = game.is_attacked(&position, position.side());
        assert_eq!(!game.checkers(&position).is_empty(), checked);
    }
    check(TESTS, law as fn(Case));
}

/// Both generators end the game in the same way, and only an ongoing game has moves.
#[test]
fn outcomes_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let outcome = game.outcome(&position);
        assert_eq!(outcome, case.slow().outcome(&case.rules));
        assert_eq!(outcome.is_some(), game.count(&position) == 0);
    }
    check(TESTS, law as fn(Case));
}

/// Both generators count the same number of sequences of two moves.
#[test]
fn perft_2_agrees() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let fast: u64 =
            game.moves(&position).map(|mv| game.count(&game.play(&position, mv).expect("legal"))).sum();
        assert_eq!(u128::from(fast), case.slow().perft(&case.rules, 2));
    }
    check(TESTS, law as fn(Case));
}

/// A written position reads as the same position, and both generators write the same text.
#[test]
fn texts_are_read_as_written() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let written = game.setup(&position);
        assert_eq!(written, case.slow().to_setup());
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
            let mut rng = fastrand::Rng::with_seed(u64::arbitrary(g));
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
    check(TESTS, law as fn(Any));
}

/// The colours are mirror images: flipped if the arrays face each other, rotated by 180 degrees if they are
/// crosswise.
#[test]
fn colours_are_mirror_images() {
    fn law(case: Case) {
        let mut rules = case.rules;
        let mut setup = case.setup.mirrored();
        let is_crosswise = match rules.setup {
            StartSetup::Crosswise | StartSetup::CrosswiseMirrored => true,
            StartSetup::Facing | StartSetup::FacingMirrored => false,
        };
        if is_crosswise {
            setup.board = core::array::from_fn(|index| setup.board[index ^ 7]);
            rules.promotion_barred_files =
                FileSet::from_bits(rules.promotion_barred_files.bits().reverse_bits());
        }
        let mirror = Case { rules, setup };
        let ((game, position), (other, mirrored)) = (case.fast(), mirror.fast());
        assert_eq!(game.count(&position), other.count(&mirrored));
        let (ours, theirs) = (game.outcome(&position), other.outcome(&mirrored));
        assert_eq!(ours.map(|o| (o.reason, o.winner)), theirs.map(|o| (o.reason, o.winner.map(|c| !c))));
        assert_eq!(case.slow().perft(&case.rules, 2), mirror.slow().perft(&mirror.rules, 2));
    }
    check(TESTS, law as fn(Case));
}

/// Rulesets with the same canonical form are the same game.
#[test]
fn canonical_rules_are_the_same_game() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let canonical = Case { rules: case.rules.canonical(), ..case };
        let (other, same) = canonical.fast();
        assert_eq!(game.setup(&position), other.setup(&same));
        assert_eq!(*game.moves(&position), *other.moves(&same));
        assert_eq!(game.outcome(&position), other.outcome(&same));
    }
    check(TESTS, law as fn(Case));
}

/// Any ruleset reads as it was written.
#[test]
fn rules_are_read_as_written() {
    fn law(seed: u64) {
        let rules = random::any_rules(&mut fastrand::Rng::with_seed(seed));
        assert_eq!(rules.to_string().parse(), Ok(rules));
        let files = Rules::KNOBS.iter().filter(|knob| knob.domain == Domain::Files);
        assert_eq!(files.count(), 1);
    }
    check(TESTS, law as fn(u64));
}

/// Totals do not depend on threads, bulk counting, a table, or where the tree is split; divide adds up to
/// them; and both generators count the same.
#[test]
fn counters_agree() {
    thread_local! {
        // Split into many subtrees and into few, so that both the splitting and the counting below it are
        // tested.
        static BULK: [Counter; 4] = [(1, Bulk::One), (3, Bulk::Two), (1, Bulk::Two), (2, Bulk::One)].map(|(threads, bulk)| {
            let subtrees = if threads == 3 { 4096 } else { 1 };
            Counter::new(threads).expect("threads").with_bulk(bulk).with_subtrees(subtrees).with_hash(threads - 1)
        });
        static MADE: Counter = Counter::new(2).expect("threads").with_bulk(Bulk::None);
    }
    fn law(case: Case) {
        let (game, position) = case.fast();
        let slow = case.slow();
        for depth in 0..=3 {
            let count = |counter: &Counter| counter.count(&game, &position, depth).expect("a total");
            let totals = BULK.with(|counters| counters.each_ref().map(count));
            let made = MADE.with(count);
            assert_eq!(totals, [made; 4], "depth {depth}");
            if depth <= 2 {
                assert_eq!(made, slow.perft(&case.rules, depth), "depth {depth}");
            }
            let parts = MADE.with(|made| made.divide(&game, &position, depth).expect("totals"));
            let moves: Vec<Move> = parts.iter().map(|part| part.step).collect();
            if depth > 0 {
                assert_eq!(moves, slow.moves(&case.rules));
                assert_eq!(parts.iter().map(|part| part.nodes).sum::<u128>(), made, "depth {depth}");
            }
            let stats = MADE.with(|made| made.stats(&game, &position, (), depth).expect("a table"));
            assert_eq!(stats.nodes, made, "depth {depth}");
        }
    }
    check(TESTS, law as fn(Case));
}

/// Random positions have the features that the laws are about, so that the laws mean something.
#[test]
fn random_positions_have_the_features_of_laws() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..3000 {
        let mut rng = Rng::with_seed(seed);
        let rules = random::rules(&mut rng);
        let setup = random::setup(&mut rng, &rules);
        let state = State::from_setup(&rules, &setup).expect("an accepted placement");
        let (kept, moves) = (state.to_setup(), state.moves(&rules));
        let promotions: Vec<&Move> = moves.iter().filter(|mv| mv.promotion.is_some()).collect();
        let plain_too = |mv: &Move| moves.contains(&Move { promotion: None, ..*mv });
        let refused = State::from_setup(&rules, &random::anything(&mut rng)).err();
        for (what, is) in [
            ("promotion", !promotions.is_empty()),
            ("promotion or plain", promotions.iter().any(|mv| plain_too(mv))),
            ("jump right", kept.jump[kept.side as usize]),
            ("hidden loss", kept.lost.iter().any(|lost| !lost.is_empty())),
            ("attacked", state.is_attacked(&rules, kept.side)),
        ] {
            *seen.entry(what.to_owned()).or_default() += u32::from(is);
        }
        if let Some(outcome) = state.outcome(&rules) {
            *seen.entry(outcome.reason.to_string()).or_default() += 1;
        }
        for kind in refused.into_iter().flatten() {
            *seen.entry(kind.to_owned()).or_default() += 1;
        }
    }
    // Five features, four reasons for an outcome and eight refusal kinds.
    assert_eq!(seen.len(), 17, "{seen:?}");
    assert!(seen.values().all(|&times| times >= 3), "{seen:?}");
}

/// Random rulesets have every value of every knob, and some random position tells each from another.
#[test]
fn every_value_is_drawn_and_noticed() {
    let draw = |rng: &mut Rng| {
        let rules = random::rules(rng);
        (rules, random::setup(rng, &rules))
    };
    assert_every_value_counts(3000, draw, |rules: &Rules, setup: &Setup| {
        let game = Game::new(*rules);
        let position = game.position(setup).ok()?;
        let mut children = Vec::new();
        game.visit(&position, |mv, next| children.push((mv, game.outcome(&next), game.count(&next))));
        Some((game.outcome(&position), children))
    });
}

/// Counting plies in bulk gives the same total as playing them one by one.
#[test]
fn bulk_counts_agree() {
    fn law(case: Case) {
        let (game, position) = case.fast();
        let mut replies = 0;
        game.visit(&position, |_, next| replies += game.count(&next));
        for (depth, expected) in [(1, game.count(&position)), (2, replies)] {
            for bulk in [Bulk::None, Bulk::One, Bulk::Two] {
                assert_eq!(count_serially(&game, &position, depth, bulk), expected.into(), "{bulk:?}");
            }
        }
    }
    check(5 * TESTS, law as fn(Case));
}
