//! Writes a suite of positions with counts for a ruleset: `cargo run --release -p conformance --example
//! suites -- nl`
//!
//! Half of the positions come from random play, the others are scattered. They are chosen to include
//! promotions, denied promotions, jumps, checks, pins and ends of games. Both generators make every count.

use conformance::random;
use conformance::{Generator, Tested};
use fastrand::Rng;
use perft::suite::Entry;
use perft::{Counter, Tree, Variant};
use rules_core::chaturanga::{Color, Move, RajaSafety, Reason};
use rules_core::{AnyRules, chaturaji, chaturanga};
use std::collections::{BTreeMap, BTreeSet};

/// The number of positions of each kind.
const POSITIONS: usize = 100;
/// The number of positions with each feature, if that many are found.
const WITH_FEATURE: usize = 8;
const TRIES: usize = 3000;
/// The maximum count.
const NODES: u128 = 300_000;

/// The features of a position.
type Features = BTreeSet<&'static str>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = Rng::with_seed(1);
    let entries = match std::env::args().nth(1).ok_or("which ruleset?")?.parse()? {
        AnyRules::Chaturanga(rules) => {
            let game = chaturanga::Game::new(rules);
            let text = |setup| Some(game.setup(&game.position(&setup).ok()?).to_string());
            let mut chosen = choose(
                || text(random::chaturanga::played(&mut rng, &rules)),
                |text| features_of_two(&game, text),
            );
            chosen.extend(choose(
                || text(random::chaturanga::scattered(&mut rng, &rules)),
                |text| features_of_two(&game, text),
            ));
            count_all::<chaturanga::Game>(rules, chosen)
        }
        AnyRules::Chaturaji(rules) => {
            use random::chaturaji::{played, scattered};
            let game = chaturaji::Game::new(rules);
            let text = |setup: chaturaji::Setup| {
                Some(game.setup(&game.position(&setup).ok()?, &setup.tally).to_string())
            };
            let mut chosen = choose(|| text(played(&mut rng, &rules)), |text| features_of_four(&game, text));
            chosen.extend(choose(|| text(scattered(&mut rng, &rules)), |text| features_of_four(&game, text)));
            count_all::<chaturaji::Game>(rules, chosen)
        }
    };
    entries.iter().for_each(|entry| println!("{entry}"));
    Ok(())
}

/// Chooses positions with every feature, then any others.
fn choose(
    mut candidate: impl FnMut() -> Option<String>,
    features: impl Fn(&str) -> Option<Features>,
) -> BTreeSet<String> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chosen = BTreeSet::new();
    for tried in 0.. {
        let Some(text) = candidate() else { continue };
        let Some(features) = features(&text) else { continue };
        let wanted = features.iter().any(|feature| seen.get(feature).copied().unwrap_or(0) < WITH_FEATURE);
        if (wanted || tried >= TRIES) && chosen.insert(text) {
            features.into_iter().for_each(|feature| *seen.entry(feature).or_default() += 1);
        }
        if tried >= TRIES && chosen.len() >= POSITIONS {
            break;
        }
    }
    eprintln!("{seen:?}");
    chosen
}

/// Counts each position with both generators.
fn count_all<V: Variant<Rules: Tested>>(rules: V::Rules, texts: BTreeSet<String>) -> Vec<Entry> {
    let game = V::new(rules);
    let slow = <V::Rules as Tested>::Slow::new(&rules);
    let texts: Vec<String> = texts.into_iter().collect();
    let count = |fen: String| {
        let counter = Counter::new(1).expect("a thread");
        let (node, ..) = game.read(&fen).expect("an accepted position");
        let position = slow.read(&fen).expect("an accepted position");
        let mut counts = Vec::new();
        for depth in 1..=6 {
            let nodes = counter.count(&game, &node, depth).expect("a total");
            if nodes > NODES {
                break;
            }
            assert_eq!(nodes, slow.perft(&position, depth), "{rules} {fen} depth {depth}");
            counts.push((depth, nodes));
        }
        Entry { line: 0, fen, counts }
    };
    texts.into_iter().map(count).collect()
}

fn features_of_two(game: &chaturanga::Game, text: &str) -> Option<Features> {
    use chaturanga::{Game, Role, Rules};
    let position = &game.read(text).ok()?;
    // A game that is over has no counts, and other programs need two rajas.
    if game.moves(position).is_empty() || Color::ALL.into_iter().any(|color| position.raja(color).is_none()) {
        return None;
    }
    let moves = game.moves(position).to_vec();
    let side = position.side();
    let padatis = position.of(side, Role::Padati);
    let arrives = |mv: &Move| mv.to.rank() == side.last_rank() && padatis.contains(mv.from);
    let is_jump = |mv: &Move| {
        position.raja(side) == Some(mv.from)
            && (mv.from.file().abs_diff(mv.to.file()) > 1 || mv.from.rank().abs_diff(mv.to.rank()) > 1)
    };
    let captures = |mv: &Move| position.pieces(!side).contains(mv.to);
    // The pseudo-legal moves show which moves the safety of the raja forbids.
    let careless = Game::new(Rules { raja_safety: RajaSafety::None, ..*game.rules() });
    let unguarded = careless.moves(position).to_vec();
    let checkers = game.checkers(position).len();
    let forbidden = |mv: &&Move| !moves.contains(mv) && position.raja(side) != Some(mv.from);
    let ends = |mv: &Move| game.play(position, *mv).ok().and_then(|next| game.outcome(&next));
    let waiting = padatis.into_iter().any(|square| {
        square.rank().abs_diff(side.last_rank()) == 1
            && square.offset(0, side.forward()).is_some_and(|to| position.piece_at(to).is_none())
            && !moves.iter().any(|mv| mv.from == square)
    });
    let mut found = BTreeSet::new();
    let mut note = |name, is: bool| is.then(|| found.insert(name));
    note("promotion", moves.iter().any(|mv| mv.promotion.is_some()));
    note("promotion by capture", moves.iter().any(|mv| mv.promotion.is_some() && captures(mv)));
    note("arrival without promotion", moves.iter().any(|mv| arrives(mv) && mv.promotion.is_none()));
    note("padati barred from the last rank", waiting && checkers == 0);
    note("stuck padati", padatis.into_iter().any(|square| square.rank() == side.last_rank()));
    note("jump", moves.iter().any(is_jump));
    note("jump that captures", moves.iter().any(|mv| is_jump(mv) && captures(mv)));
    note("right without a jump", position.has_jump(side) && !moves.iter().any(is_jump));
    note("check", checkers == 1);
    note("double check", checkers > 1);
    note("pin", checkers == 0 && unguarded.iter().any(|mv| forbidden(&mv)));
    for mv in &moves {
        if let Some(outcome) = ends(mv) {
            let name = match outcome.reason {
                Reason::RajaCaptured => "raja captured",
                Reason::BareRaja => "bare raja",
                Reason::Mate => "mate",
                Reason::Stalemate => "stalemate",
            };
            note(name, true);
        }
    }
    note("lost but on the board", !game.setup(position).lost[side as usize].is_empty());
    Some(found)
}

fn features_of_four(game: &chaturaji::Game, text: &str) -> Option<Features> {
    use chaturaji::{Dice, Role, Seat, Turn};
    let (position, setup) = game.read_setup(text).ok()?;
    if game.is_over(&position) {
        return None;
    }
    let mut found = BTreeSet::new();
    let mut note = |name, is: bool| is.then(|| found.insert(name));
    let turns = game.children(&position);
    let rolls: u32 = turns.iter().map(|turn| turn.2).sum();
    for (turn, after, _) in turns.into_iter().filter(|turn| !matches!(turn.0, Turn::Two(..))) {
        let captives = game.captives(&position, turn);
        let captures = |role| captives.iter().any(|captive| captive.piece.role == role);
        note("promotion", turn.moves().any(|mv| mv.promotion.is_some()));
        note("promotion to a king", turn.moves().any(|mv| mv.promotion == Some(Role::King)));
        note("triumph", captives.iter().any(|captive| captive.by_triumph));
        note(
            "triumph by a capture",
            captives.iter().any(|one| one.by_triumph) && captives.iter().any(|one| !one.by_triumph),
        );
        note("king captured", captures(Role::King));
        note("end", game.is_over(&after));
        note("forced pass", turn == Turn::Pass && position.dice() == Dice::Unrolled && rolls == 1);
    }
    let of = |seat, role| position.of(seat, role);
    note("one die left", matches!(position.dice(), Dice::One(_)));
    note("rolled", matches!(position.dice(), Dice::Two(..)));
    note(
        "stuck pawn",
        Seat::ALL.into_iter().any(|seat| {
            of(seat, Role::Pawn)
                .into_iter()
                .any(|square| square.offset(seat.forward().0, seat.forward().1).is_none())
        }),
    );
    note("two kings", Seat::ALL.into_iter().any(|seat| of(seat, Role::King).len() > 1));
    note("seat without king", Seat::ALL.into_iter().any(|seat| of(seat, Role::King).is_empty()));
    note("seat without pieces", Seat::ALL.into_iter().any(|seat| position.pieces(seat).is_empty()));
    note("lost but on the board", setup.lost.iter().any(|lost| !lost.is_empty()));
    Some(found)
}
