//! What `reflected` promises: a position and its mirror image have the same legal plies, mirrored, and the
//! same outcomes and counts, under the rules and the rules reflected.

use fastrand::Rng;
use perft::{Counter, Variant};
use rules_core::{Knobs, Square, chaturaji, chaturanga};
use std::collections::BTreeSet;

/// The depth to which the counts of starts and positions are compared.
const DEPTH: u32 = 3;

/// Returns the text with every square name replaced.
fn with_squares(text: &str, map: impl Fn(Square) -> Square) -> String {
    text.split('+')
        .map(|mv| match (mv.get(0..2).map(str::parse), mv.get(2..4).map(str::parse)) {
            (Some(Ok(from)), Some(Ok(to))) => format!("{}{}{}", map(from), map(to), &mv[4..]),
            _ => mv.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("+")
}

fn flip_files(square: Square) -> Square {
    Square::new(7 - square.file(), square.rank()).expect("a square")
}

/// Compares the counts of two position texts, to the depth or until they grow large.
fn assert_counts_alike<V: Variant>(rules: [V::Rules; 2], texts: [&str; 2]) {
    let counter = Counter::new(0).expect("a counter");
    let [one, other] = [0, 1].map(|side| {
        let game = V::new(rules[side]);
        let (node, ..) = game.read(texts[side]).unwrap_or_else(|refusals| panic!("{refusals}"));
        let mut counts = Vec::new();
        for depth in 1..=DEPTH {
            counts.push(counter.count(&game, &node, depth).expect("a count"));
            if counts.last() > Some(&20_000) {
                break;
            }
        }
        counts
    });
    assert_eq!(one, other, "{} '{}', {} '{}'", rules[0], texts[0], rules[1], texts[1]);
}

fn assert_starts_count_alike<V: Variant>() {
    for rules in V::Rules::PRESETS {
        assert_counts_alike::<V>([*rules, rules.reflected()], ["startpos"; 2]);
    }
}

#[test]
fn starts_count_as_their_mirror_images() {
    assert_starts_count_alike::<chaturanga::Game>();
    assert_starts_count_alike::<chaturaji::Game>();
}

#[test]
fn lines_of_chaturanga_are_legal_in_the_mirror() {
    use chaturanga::{Game, Setup};
    let seed = fastrand::u64(..);
    let mut rng = Rng::with_seed(seed);
    for _ in 0..300 {
        let rules = conformance::random::chaturanga::rules(&mut rng);
        let setup = conformance::random::chaturanga::setup(&mut rng, &rules);
        let games = [Game::new(rules), Game::new(rules.reflected())];
        let mut positions = [
            games[0].position(&setup).expect("an accepted placement"),
            games[1].position(&setup.reflected()).expect("an accepted placement"),
        ];
        for ply in 0..30 {
            let place = format!("seed {seed}: {rules} '{}'", positions[0]);
            assert_eq!(Setup::from(&positions[0]).reflected(), Setup::from(&positions[1]), "{place}");
            let plies = [0, 1].map(|side| {
                let moves = games[side].moves(&positions[side]);
                moves.into_iter().map(|mv| mv.to_string()).collect::<BTreeSet<String>>()
            });
            let mirrored: BTreeSet<String> = plies[0].iter().map(|mv| with_squares(mv, flip_files)).collect();
            assert_eq!(mirrored, plies[1], "{place}");
            assert_eq!(games[0].outcome(&positions[0]), games[1].outcome(&positions[1]), "{place}");
            if ply == 0 {
                let texts = positions.each_ref().map(ToString::to_string);
                assert_counts_alike::<Game>([rules, rules.reflected()], [&texts[0], &texts[1]]);
            }
            let Some(mv) = rng.choice(&plies[0]) else { break };
            let parse = |mv: &str| mv.parse().expect("a move");
            positions = [
                games[0].play(&positions[0], parse(mv)).expect("a legal move"),
                games[1].play(&positions[1], parse(&with_squares(mv, flip_files))).expect("a legal move"),
            ];
        }
    }
}

#[test]
fn lines_of_chaturaji_are_legal_in_the_mirror() {
    use chaturaji::{Game, Seat, Setup, Turn};
    let seed = fastrand::u64(..);
    let mut rng = Rng::with_seed(seed);
    let mirror = |turn: &str| with_squares(turn, Square::flip_ranks);
    for _ in 0..200 {
        let rules = conformance::random::chaturaji::rules(&mut rng);
        let setup = conformance::random::chaturaji::setup(&mut rng, &rules);
        let games = [Game::new(rules), Game::new(rules.reflected())];
        let mut positions = [
            games[0].position(&setup).expect("an accepted placement"),
            games[1].position(&setup.reflected()).expect("an accepted placement"),
        ];
        let mut tallies = [setup.tally, setup.reflected().tally];
        for ply in 0..20 {
            let place = format!("seed {seed}: {rules} '{}'", positions[0]);
            let [mut one, other] =
                [0, 1].map(|side| Setup { tally: tallies[side], ..Setup::from(&positions[side]) });
            one = one.reflected();
            assert_eq!(one, other, "{place}");
            let turns = [0, 1].map(|side| {
                let mut turns = BTreeSet::new();
                games[side].visit(&positions[side], |turn, _, rolls| {
                    turns.insert((turn.to_string(), rolls));
                });
                turns
            });
            let mirrored: BTreeSet<_> = turns[0].iter().map(|(turn, rolls)| (mirror(turn), *rolls)).collect();
            assert_eq!(mirrored, turns[1], "{place}");
            let [one, other] = [0, 1].map(|side| games[side].outcome(&positions[side]));
            assert_eq!(
                one.map(|one| (one.survivor.map(Seat::reflected), one.reason)),
                other.map(|other| (other.survivor, other.reason)),
                "{place}"
            );
            if ply == 0 {
                let texts = positions.each_ref().map(ToString::to_string);
                assert_counts_alike::<Game>([rules, rules.reflected()], [&texts[0], &texts[1]]);
            }
            let Some((turn, _)) = rng.choice(&turns[0]) else { break };
            let pair = [turn.clone(), mirror(turn)].map(|turn| turn.parse::<Turn>().expect("a turn"));
            for side in 0..2 {
                let (game, position) = (&games[side], &positions[side]);
                tallies[side] = game.score(position, &tallies[side], pair[side]).expect("a legal turn");
                positions[side] = game.play(position, pair[side]).expect("a legal turn");
            }
        }
    }
}
