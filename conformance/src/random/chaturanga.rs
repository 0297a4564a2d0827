//! Random rulesets and positions of the game for two.

use super::{one_in, pick};
use crate::reference::chaturanga::State;
use fastrand::Rng;
use rules_core::Square;
use rules_core::chaturanga::{Color, Move, Piece, Role, RoleSet, Rules, Setup};

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

/// A placement reached by up to 80 random plies from the start. When the game ends on the way it is usually
/// the one before the end.
pub fn played(rng: &mut Rng, rules: &Rules) -> Setup {
    let mut state = State::start(rules);
    // Padatis seldom cross the board by chance: in half the games they are pushed.
    let pushes = rng.bool();
    for _ in 0..rng.usize(..=80) {
        let moves = state.moves(rules);
        if moves.is_empty() {
            break;
        }
        let mv = if pushes { push(rng, &state.to_setup(), &moves) } else { pick(rng, &moves) };
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

/// One of three random moves, a padati's if there is one among them.
fn push(rng: &mut Rng, setup: &Setup, moves: &[Move]) -> Move {
    let tries = [pick(rng, moves), pick(rng, moves), pick(rng, moves)];
    let is_padati = |mv: &Move| setup.board[mv.from.index()].is_some_and(|man| man.role == Role::Padati);
    tries.into_iter().find(is_padati).unwrap_or(tries[0])
}

/// A placement scattered at random that the rules accept.
pub fn scattered(rng: &mut Rng, rules: &Rules) -> Setup {
    loop {
        let setup = anything(rng);
        if State::from_setup(rules, &setup).is_ok() {
            return setup;
        }
    }
}

/// A placement scattered at random, good or bad: rajas may be missing or double, padatis on their own first
/// row, men too many.
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
        pile_men(rng, &mut setup);
    } else {
        place_men(rng, &mut setup);
    }
    setup
}

/// Men by the counts that can come about, few or many, padatis where they can get to.
fn place_men(rng: &mut Rng, setup: &mut Setup) {
    let (padatis, officers) = pick(rng, &[(1, 2), (3, 2), (2, 5), (5, 5), (8, 7)]);
    for color in Color::ALL {
        let padatis = rng.usize(..=padatis);
        for _ in 0..padatis {
            put(rng, setup, Piece { color, role: Role::Padati });
        }
        for _ in 0..rng.usize(..=officers) {
            let man = Piece { color, role: pick(rng, &Role::OFFICERS) };
            let there = setup.board.iter().filter(|&&other| other == Some(man)).count();
            if there < man.role.start_count() as usize + 8 - padatis {
                put(rng, setup, man);
            }
        }
    }
}

/// Men of any number and type.
fn pile_men(rng: &mut Rng, setup: &mut Setup) {
    for color in Color::ALL {
        for _ in 0..rng.usize(..=19) {
            let role = if rng.bool() { Role::Padati } else { pick(rng, &Role::OFFICERS) };
            put(rng, setup, Piece { color, role });
        }
    }
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

/// Where a man is of interest: a padati at the end of its way, any other near the raja of the enemy.
fn liking(rng: &mut Rng, setup: &Setup, man: Piece) -> Square {
    let anywhere = pick(rng, &Square::all().collect::<Vec<_>>());
    match man.role {
        Role::Padati => padati_square(rng, man.color, anywhere.file()).unwrap_or(anywhere),
        _ if one_in(rng, 3) => near_raja(rng, setup, !man.color).unwrap_or(anywhere),
        _ => anywhere,
    }
}

/// A square for a padati: half the time one step before the last row or on it, very seldom on its first row.
fn padati_square(rng: &mut Rng, color: Color, file: u8) -> Option<Square> {
    let steps = match rng.u8(..96) {
        0 => 0,
        1..40 => 6,
        40..52 => 7,
        _ => rng.u8(1..7),
    };
    Square::new(file, color.first_rank().abs_diff(steps))
}

/// A square at most three files and three ranks from the raja of a side.
fn near_raja(rng: &mut Rng, setup: &Setup, color: Color) -> Option<Square> {
    let raja = Some(Piece { color, role: Role::Raja });
    let square = Square::all().find(|square| setup.board[square.index()] == raja)?;
    square.offset(rng.i8(-3..=3), rng.i8(-3..=3))
}

/// Few of the types that can be lost, often none.
fn some_officers(rng: &mut Rng) -> RoleSet {
    if rng.bool() {
        return RoleSet::EMPTY;
    }
    Role::OFFICERS.into_iter().filter(|_| one_in(rng, 3)).collect()
}
