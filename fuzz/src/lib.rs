//! The bodies of the fuzz targets: laws that hold of any input. They panic when a law is broken, so what a
//! fuzzer keeps replays on a stable toolchain as a plain test.

use conformance::reference::chaturanga::State;
use rules_core::chaturanga::{Color, Game, Piece, Role, Rules, Setup};
use rules_core::{Knobs, Square};

/// Any text is either refused with reasons or read as a position, which is written as a text that reads as the
/// same position; its moves can be made.
pub fn position_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for rules in Rules::PRESETS {
        let game = Game::new(*rules);
        match game.read(text) {
            Err(refusals) => assert!(refusals.iter().next().is_some() && !refusals.to_string().is_empty()),
            Ok(setup) => {
                let written = setup.to_string();
                assert_eq!(game.read(&written).as_ref(), Ok(&setup), "{written}");
                let position = game.position(&setup).expect("what was read");
                let fresh = Setup { halfmove: 0, fullmove: 1, ..setup };
                assert_eq!(game.setup(&position), fresh, "{written}");
                let moves = game.moves(&position);
                assert_eq!(game.count(&position), moves.len() as u64);
                assert_eq!(game.outcome(&position).is_some(), moves.is_empty());
                for mv in moves {
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                    assert!(game.play(&position, mv).is_ok(), "{mv}");
                }
            }
        }
    }
}

/// Any placement under any rules is refused by both generators for the same kinds of reasons, or has the same
/// moves, outcome and children in both.
pub fn generators_agree(data: &[u8]) {
    let (rules, setup) = decode(data);
    let game = Game::new(rules);
    let shown = format!("{rules} '{setup}'");
    let (position, state) = match (game.position(&setup), State::from_setup(&rules, &setup)) {
        (Ok(position), Ok(state)) => (position, state),
        (Err(refusals), Err(kinds)) => {
            let mut found: Vec<_> = refusals.iter().map(|refusal| refusal.kind()).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, kinds, "{shown}");
            return;
        }
        (fast, slow) => panic!("{shown}: {:?} but {:?}", fast.map(|_| ()), slow.map(|_| ())),
    };
    assert_eq!(game.setup(&position), state.to_setup(), "{shown}");
    assert_eq!(game.outcome(&position), state.outcome(&rules), "{shown}");
    let mut moves = game.moves(&position).to_vec();
    moves.sort();
    assert_eq!(moves, state.moves(&rules), "{shown}");
    for mv in moves {
        let child = game.play(&position, mv).expect("a legal move");
        let next = state.play(&rules, mv).expect("a legal move");
        assert_eq!(game.setup(&child), next.to_setup(), "{shown} {mv}");
    }
}

/// A ruleset and a placement from any bytes: one for each knob, one for the state, one for each man; bytes that
/// are missing are zero.
fn decode(data: &[u8]) -> (Rules, Setup) {
    let mut bytes = data.iter().copied().chain(std::iter::repeat(0));
    let mut next = || bytes.next().unwrap_or_default();
    let mut rules = Rules::NL;
    for knob in Rules::KNOBS {
        let values = knob.domain.values();
        let value = usize::from(next()) % values.clone().count();
        (knob.set)(&mut rules, values.clone().nth(value).unwrap_or_default());
    }
    let mut setup = Setup::EMPTY;
    let state = next();
    setup.side = Color::ALL[usize::from(state & 1)];
    setup.jump = [state & 2 != 0, state & 4 != 0];
    let lost = next();
    setup.lost = [lost & 15, lost >> 4].map(|bits| {
        Role::OFFICERS
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| bits >> bit & 1 != 0)
            .map(|(_, role)| role)
            .collect()
    });
    for &[place, man] in data.get(Rules::KNOBS.len() + 2..).unwrap_or_default().as_chunks::<2>().0 {
        let Some(square) = Square::from_index(place.into()) else { continue };
        let role = Role::ALL.get(usize::from(man >> 1)).copied();
        setup.board[square.index()] =
            role.map(|role| Piece { color: Color::ALL[usize::from(man & 1)], role });
    }
    (rules, setup)
}
