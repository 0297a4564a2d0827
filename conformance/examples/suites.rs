//! Writes a suite of positions with counts for a ruleset: `cargo run --release -p conformance --example suites -- nl`
//!
//! The first half of the positions come from random play, the others are scattered, chosen so that promotions, denied promotions,
//! jumps, checks, pins and ends of games are among them. Every count is made by both generators.

use conformance::reference::chaturanga::State;
use conformance::scatter;
use fastrand::Rng;
use perft::Counter;
use perft::suite::Entry;
use rayon::prelude::*;
use rules_core::chaturanga::{Color, Game, Move, Position, RajaSafety, Reason, Role, Rules, Setup};
use std::collections::{BTreeMap, BTreeSet};

/// Positions of each kind.
const POSITIONS: usize = 100;
/// How many of them have each feature, where it can be found.
const WITH_FEATURE: usize = 8;
const TRIES: usize = 3000;
/// The deepest count is at most this.
const NODES: u128 = 300_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules: Rules = std::env::args().nth(1).ok_or("which ruleset?")?.parse()?;
    let game = Game::new(rules);
    let mut rng = Rng::with_seed(1);
    let mut chosen = choose(&game, || scatter::played(&mut rng, &rules));
    chosen.extend(choose(&game, || scatter::scattered(&mut rng, &rules)));
    let entries: Vec<Entry> = chosen.par_iter().map(|setup| count(&game, setup)).collect();
    entries.iter().for_each(|entry| println!("{entry}"));
    Ok(())
}

/// Positions with every feature first, then any.
fn choose(game: &Game, mut candidate: impl FnMut() -> Setup) -> Vec<Setup> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chosen: BTreeMap<String, Setup> = BTreeMap::new();
    for tried in 0.. {
        let setup = candidate();
        let Ok(position) = game.position(&setup) else { continue };
        let setup = game.setup(&position);
        // Nothing can be counted from a game that is over, and other programs want two rajas.
        let has_rajas = Color::ALL.into_iter().all(|color| position.raja(color).is_some());
        if !has_rajas || game.moves(&position).is_empty() {
            continue;
        }
        let features = features(game, &position);
        let wanted = features.iter().any(|feature| seen.get(feature).copied().unwrap_or(0) < WITH_FEATURE);
        if wanted || tried >= TRIES {
            features.into_iter().for_each(|feature| *seen.entry(feature).or_default() += 1);
            chosen.insert(setup.to_string(), setup);
        }
        if tried >= TRIES && chosen.len() >= POSITIONS {
            break;
        }
    }
    eprintln!("{seen:?}");
    chosen.into_values().collect()
}

/// What a position is good for.
fn features(game: &Game, position: &Position) -> BTreeSet<&'static str> {
    let moves = game.moves(position).to_vec();
    let side = position.side();
    let padatis = position.of(side, Role::Padati);
    let arrives = |mv: &Move| mv.to.rank() == side.last_rank() && padatis.contains(mv.from);
    let is_jump = |mv: &Move| {
        position.raja(side) == Some(mv.from)
            && (mv.from.file().abs_diff(mv.to.file()) > 1 || mv.from.rank().abs_diff(mv.to.rank()) > 1)
    };
    let captures = |mv: &Move| position.men(!side).contains(mv.to);
    // What could be done if the raja did not matter.
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
    note("padati kept from the last row", waiting && checkers == 0);
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
    note("lost although it stands there", !game.setup(position).lost[side as usize].is_empty());
    found
}

/// The counts of a position by both generators.
fn count(game: &Game, setup: &Setup) -> Entry {
    let rules = game.rules();
    let counter = Counter::new(1).expect("a thread");
    let position = game.position(setup).expect("an accepted position");
    let state = State::from_setup(rules, setup).expect("an accepted position");
    let mut counts = Vec::new();
    for depth in 1..=6 {
        let nodes = counter.count(game, &position, depth).expect("a total");
        if nodes > NODES {
            break;
        }
        assert_eq!(nodes, state.perft(rules, depth), "{rules} {setup} depth {depth}");
        counts.push((depth, nodes));
    }
    Entry { line: 0, fen: setup.to_string(), counts }
}
