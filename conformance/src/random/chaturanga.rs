//! Random rulesets and positions of chaturanga.

use super::draw::{one_in, pick};
use super::rulesets;
use crate::reference::chaturanga::State;
use fastrand::Rng;
use rules_core::Square;
use rules_core::chaturanga::{Color, Move, Piece, Role, RoleSet, Rules, Setup};

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

/// Returns a placement reached by up to 80 random plies from the start. If the game ends early, this is
/// usually the last placement before the end.
pub fn played(rng: &mut Rng, rules: &Rules) -> Setup {
    let mut state = State::start(rules);
    // Padatis rarely cross the board by chance, so half of the games prefer their moves.
    let pushes = rng.bool();
    for _ in 0..rng.usize(..=80) {
        let moves = state.moves(rules);
        if moves.is_empty() {
            break;
        }
        let mv = if pushes { padati_move(rng, &state.to_setup(), &moves) } else { pick(rng, &moves) };
        let Some(next) = state.play(rules, mv) else {
            break;
        };
        if next.outcome(rules).is_some() && !one_in(rng, 4) {
            break;
        }
        state = next;
    }
    state.to_setup()
}

/// Picks three random moves. Returns the first padati move among them, or else the first move.
fn padati_move(rng: &mut Rng, setup: &Setup, moves: &[Move]) -> Move {
    let tries = [pick(rng, moves), pick(rng, moves), pick(rng, moves)];
    let is_padati = |mv: &Move| setup.board[mv.from.index()].is_some_and(|piece| piece.role == Role::Padati);
    tries.into_iter().find(is_padati).unwrap_or(tries[0])
}

/// Returns a placement scattered at random that the rules accept.
pub fn scattered(rng: &mut Rng, rules: &Rules) -> Setup {
    loop {
        let setup = anything(rng);
        if State::from_setup(rules, &setup).is_ok() {
            return setup;
        }
    }
}

/// Returns a placement scattered at random, acceptable or not: rajas may be missing or duplicated, padatis
/// may stand on their own first rank, and there may be too many pieces.
pub fn anything(rng: &mut Rng) -> Setup {
    let mut setup = Setup {
        side: pick(rng, &Color::ALL),
        jump: [rng.bool(), rng.bool()],
        lost: [some_officers(rng), some_officers(rng)],
        halfmove: rng.u16(..100),
        fullmove: rng.u16(1..200),
        ..Setup::EMPTY
    };
    for color in Color::ALL {
        let rajas = match rng.u8(..32) {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        for _ in 0..rajas {
            put(rng, &mut setup, Piece { color, role: Role::Raja });
        }
    }
    if one_in(rng, 12) {
        place_any_pieces(rng, &mut setup);
    } else {
        place_likely_pieces(rng, &mut setup);
    }
    setup
}

/// Places pieces in numbers that a game can reach, few or many.
fn place_likely_pieces(rng: &mut Rng, setup: &mut Setup) {
    let (padatis, officers) = pick(rng, &[(1, 2), (3, 2), (2, 5), (5, 5), (8, 7)]);
    for color in Color::ALL {
        let padatis = rng.usize(..=padatis);
        for _ in 0..padatis {
            put(rng, setup, Piece { color, role: Role::Padati });
        }
        for _ in 0..rng.usize(..=officers) {
            let piece = Piece { color, role: pick(rng, &Role::OFFICERS) };
            let count = setup.board.iter().filter(|&&other| other == Some(piece)).count();
            if count < piece.role.start_count() as usize + 8 - padatis {
                put(rng, setup, piece);
            }
        }
    }
}

/// Places pieces in any number and of any type.
fn place_any_pieces(rng: &mut Rng, setup: &mut Setup) {
    for color in Color::ALL {
        for _ in 0..rng.usize(..=19) {
            let role = if rng.bool() { Role::Padati } else { pick(rng, &Role::OFFICERS) };
            put(rng, setup, Piece { color, role });
        }
    }
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

/// Returns a square where a piece is likely to matter: near promotion for a padati, near the enemy raja for
/// any other.
fn interesting_square(rng: &mut Rng, setup: &Setup, piece: Piece) -> Square {
    let anywhere = pick(rng, &Square::all().collect::<Vec<_>>());
    match piece.role {
        Role::Padati => padati_square(rng, piece.color, anywhere.file()).unwrap_or(anywhere),
        _ if one_in(rng, 3) => near_raja(rng, setup, !piece.color).unwrap_or(anywhere),
        _ => anywhere,
    }
}

/// Returns a square for a padati: half the time on the last two ranks, very rarely on its own first rank.
fn padati_square(rng: &mut Rng, color: Color, file: u8) -> Option<Square> {
    let steps = match rng.u8(..96) {
        0 => 0,
        1..40 => 6,
        40..52 => 7,
        _ => rng.u8(1..7),
    };
    Square::new(file, color.first_rank().abs_diff(steps))
}

/// Returns a square at most three files and three ranks from the raja of a side.
fn near_raja(rng: &mut Rng, setup: &Setup, color: Color) -> Option<Square> {
    let raja = Some(Piece { color, role: Role::Raja });
    let square = Square::all().find(|square| setup.board[square.index()] == raja)?;
    square.offset(rng.i8(-3..=3), rng.i8(-3..=3))
}

/// Returns a few of the types that can be lost, often none.
fn some_officers(rng: &mut Rng) -> RoleSet {
    if rng.bool() {
        return RoleSet::EMPTY;
    }
    Role::OFFICERS.into_iter().filter(|_| one_in(rng, 3)).collect()
}
