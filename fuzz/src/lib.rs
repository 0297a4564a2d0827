//! The fuzz target bodies: properties that must hold for any input.
//!
//! Each body panics if its property is violated, so saved fuzzer inputs can be replayed as ordinary tests on
//! a stable toolchain.

use conformance::reference;
use perft::{Bulk, count_serially};
use rules_core::{Knobs, Square, chaturaji, chaturanga};

/// Checks that any text is either refused with reasons or read as a position. Writing the position gives a
/// text that reads as the same position, and all its moves can be played.
pub fn position_text(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        chaturanga::Rules::PRESETS.iter().for_each(|rules| text_for_two(*rules, text));
        chaturaji::Rules::PRESETS.iter().for_each(|rules| text_for_four(*rules, text));
    }
}

fn text_for_two(rules: chaturanga::Rules, text: &str) {
    let game = chaturanga::Game::new(rules);
    let (position, setup) = match game.read_setup(text) {
        Ok(read) => read,
        Err(refusals) => {
            return assert!(refusals.iter().next().is_some() && !refusals.to_string().is_empty());
        }
    };
    let written = setup.to_string();
    assert_eq!(game.read_setup(&written), Ok((position, setup.clone())), "{written}");
    assert_eq!(game.read(&written), Ok(position), "{written}");
    let fresh = chaturanga::Setup { halfmove: 0, fullmove: 1, ..setup };
    assert_eq!(game.setup(&position), fresh, "{written}");
    let moves = game.moves(&position).to_vec();
    assert_eq!(game.count(&position), moves.len() as u64);
    assert_eq!(game.outcome(&position).is_some(), moves.is_empty());
    for mv in moves {
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert!(game.play(&position, mv).is_ok(), "{mv}");
    }
}

fn text_for_four(rules: chaturaji::Rules, text: &str) {
    let game = chaturaji::Game::new(rules);
    let (position, setup) = match game.read_setup(text) {
        Ok(read) => read,
        Err(refusals) => {
            return assert!(refusals.iter().next().is_some() && !refusals.to_string().is_empty());
        }
    };
    let written = setup.to_string();
    assert_eq!(game.read_setup(&written), Ok((position, setup.clone())), "{written}");
    assert_eq!(game.read(&written), Ok(position), "{written}");
    assert_eq!(game.setup(&position, &setup.tally), setup, "{written}");
    let turns = turns_of(&game, &position);
    assert_eq!(count_of(&game, &position), turns.iter().map(|turn| u64::from(turn.2)).sum::<u64>());
    assert_eq!(game.is_over(&position), turns.is_empty());
    // Playing a turn means searching for it among all turns, so only a sample is played.
    for (turn, ..) in turns.into_iter().step_by(97) {
        assert_eq!(turn.to_string().parse(), Ok(turn));
        assert!(
            game.play(&position, turn).is_ok() && game.score(&position, &setup.tally, turn).is_ok(),
            "{turn}"
        );
    }
}

/// Checks any placement under any ruleset of chaturanga: both generators refuse it for the same kinds of
/// reasons, or both give the same moves, outcome and child positions.
pub fn generators_agree(data: &[u8]) {
    use chaturanga::Game;
    use reference::chaturanga::State;
    let (rules, setup) = decode_two(data);
    let game = Game::new(rules);
    let shown = format!("{rules} '{setup}'");
    let (position, state) = match (game.position(&setup), State::from_setup(&rules, &setup)) {
        (Ok(position), Ok(state)) => (position, state),
        (Err(refusals), Err(kinds)) => {
            return assert_eq!(sorted(refusals.iter().map(chaturanga::Refusal::kind)), kinds, "{shown}");
        }
        (fast, slow) => panic!("{shown}: {:?} but {:?}", fast.map(|_| ()), slow.map(|_| ())),
    };
    assert_eq!(game.setup(&position), state.to_setup(), "{shown}");
    assert_eq!(game.outcome(&position), state.outcome(&rules), "{shown}");
    let mut moves = game.moves(&position).to_vec();
    moves.sort();
    assert_eq!(moves, state.moves(&rules), "{shown}");
    let mut pairs = 0;
    for mv in moves {
        let child = game.play(&position, mv).expect("a legal move");
        let next = state.play(&rules, mv).expect("a legal move");
        assert_eq!(game.setup(&child), next.to_setup(), "{shown} {mv}");
        pairs += game.count(&child);
    }
    assert_eq!(count_serially(&game, &position, 2, Bulk::Two), pairs.into(), "{shown}");
}

/// Checks any placement under any ruleset of chaturaji: both generators refuse it for the same kinds of
/// reasons, or both give the same turns, number of rolls for each turn, and points. The turns of an unrolled
/// position are those of all its rolls.
pub fn turns_agree(data: &[u8]) {
    use chaturaji::{Dice, DiceRule, Game};
    use reference::chaturaji::{State, rolls};
    let (rules, setup) = decode_four(data);
    let game = Game::new(rules);
    let shown = format!("{rules} '{setup}'");
    let (position, (state, tally)) = match (game.position(&setup), State::from_setup(&rules, &setup)) {
        (Ok(position), Ok(state)) => (position, state),
        (Err(refusals), Err(kinds)) => {
            return assert_eq!(sorted(refusals.iter().map(chaturaji::Refusal::kind)), kinds, "{shown}");
        }
        (fast, slow) => panic!("{shown}: {:?} but {:?}", fast.map(|_| ()), slow.map(|_| ())),
    };
    assert_eq!(game.setup(&position, &tally), state.to_setup(&rules, &tally), "{shown}");
    assert_eq!(game.is_over(&position), state.is_over(&rules), "{shown}");
    let children = turns_of(&game, &position);
    let count = |position: &chaturaji::Position| count_of(&game, position);
    let mut turns: Vec<_> = children.iter().map(|&(turn, _, rolls)| (turn, rolls)).collect();
    turns.sort();
    assert_eq!(turns, state.turns(&rules), "{shown}");
    assert_eq!(count(&position), turns.iter().map(|turn| u64::from(turn.1)).sum::<u64>(), "{shown}");
    if position.dice() == Dice::Unrolled && rules.dice != DiceRule::None && !game.is_over(&position) {
        let rolled = rolls(&rules).into_iter().map(|roll| game.roll(&position, roll).expect("a legal roll"));
        assert_eq!(count(&position), rolled.map(|rolled| count(&rolled)).sum::<u64>(), "{shown}");
    }
    let pairs: u64 = children.iter().map(|(_, child, rolls)| u64::from(*rolls) * count(child)).sum();
    assert_eq!(count_serially(&game, &position, 2, Bulk::Two), pairs.into(), "{shown}");
    for (turn, child, _) in children.into_iter().step_by(31) {
        let (next, points) = state.play_scored(&rules, &tally, turn).expect("a legal turn");
        let scored = game.score(&position, &tally, turn).expect("a legal turn");
        assert_eq!(game.setup(&child, &scored), next.to_setup(&rules, &points), "{shown} {turn}");
    }
}

/// Lists each turn with the position after it and the number of rolls that allow it.
///
/// All callers share this function and [`count_of`], because each direct call would compile the whole
/// generator again.
fn turns_of(
    game: &chaturaji::Game,
    position: &chaturaji::Position,
) -> Vec<(chaturaji::Turn, chaturaji::Position, u32)> {
    let mut turns = Vec::new();
    game.visit(position, |turn, child, rolls| turns.push((turn, child, rolls)));
    turns
}

/// Counts the turns, each once for every roll that allows it.
fn count_of(game: &chaturaji::Game, position: &chaturaji::Position) -> u64 {
    game.count(position)
}

fn sorted(kinds: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kinds: Vec<_> = kinds.collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Reads the input byte by byte; missing bytes are zero.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or_default()
    }

    /// Reads a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.next()) % limit
    }

    /// Reads a ruleset, one byte for each knob.
    fn rules<R: Knobs>(&mut self) -> R {
        let mut rules = R::PRESETS[0];
        for knob in R::KNOBS {
            let values = knob.domain.values();
            let value = self.below(values.clone().count());
            (knob.set)(&mut rules, values.clone().nth(value).unwrap_or_default());
        }
        rules
    }

    /// Reads two bytes for each piece: a square, and a number below a limit that selects the piece.
    fn pieces(&mut self, limit: usize) -> Vec<(Square, usize)> {
        let mut pieces = Vec::new();
        while self.0.len() >= 2 {
            let (square, piece) = (self.below(Square::NUM), self.below(limit));
            pieces.extend(Square::from_index(square).map(|square| (square, piece)));
        }
        pieces
    }
}

/// Decodes arbitrary bytes into a ruleset and a placement of chaturanga. The bytes are those of the ruleset,
/// one for the side to move and the rights, one for the lost types, and those of the pieces.
fn decode_two(data: &[u8]) -> (chaturanga::Rules, chaturanga::Setup) {
    use chaturanga::{Color, Piece, Role, Setup};
    let mut bytes = Bytes(data.iter());
    let rules = bytes.rules();
    let (state, lost) = (bytes.next(), bytes.next());
    let mut setup = Setup {
        side: Color::ALL[usize::from(state & 1)],
        jump: [state & 2 != 0, state & 4 != 0],
        lost: [lost & 15, lost >> 4].map(|bits| chosen(bits.into(), &Role::OFFICERS).collect()),
        ..Setup::EMPTY
    };
    for (square, piece) in bytes.pieces(12) {
        setup.board[square.index()] =
            Some(Piece { color: Color::ALL[piece % 2], role: Role::ALL[piece / 2] });
    }
    (rules, setup)
}

/// Decodes arbitrary bytes into a ruleset and a placement of chaturaji. The bytes are those of the ruleset,
/// two for the seat and the dice, two for the lost types, two for the captured kings, one for the paid
/// bonuses, and those of the pieces.
fn decode_four(data: &[u8]) -> (chaturaji::Rules, chaturaji::Setup) {
    use chaturaji::{Dice, Face, Piece, Role, Seat, Setup};
    let mut bytes = Bytes(data.iter());
    let rules = bytes.rules();
    let mut setup = Setup { seat: Seat::ALL[bytes.below(4)], ..Setup::EMPTY };
    let dice = bytes.below(21);
    setup.dice = match dice {
        0 => Dice::Unrolled,
        1..5 => Dice::One(Face::ALL[dice - 1]),
        _ => Dice::Two(Face::ALL[(dice - 5) / 4], Face::ALL[(dice - 5) % 4]),
    };
    let lost = u16::from_le_bytes([bytes.next(), bytes.next()]);
    let kings = u16::from_le_bytes([bytes.next(), bytes.next()]);
    let paid = bytes.next();
    for seat in 0..4 {
        setup.lost[seat] = chosen(lost >> (4 * seat) & 15, &Role::OFFICERS).collect();
        setup.tally.kings[seat] =
            std::array::from_fn(|victim| victim != seat && kings >> (4 * seat + victim) & 1 != 0);
        setup.tally.paid[seat] = paid >> seat & 1 != 0;
    }
    for (square, piece) in bytes.pieces(20) {
        setup.board[square.index()] = Some(Piece { seat: Seat::ALL[piece % 4], role: Role::ALL[piece / 4] });
    }
    (rules, setup)
}

/// Selects the items whose bits are set.
fn chosen<T: Copy>(bits: u16, items: &[T]) -> impl Iterator<Item = T> {
    items.iter().copied().enumerate().filter(move |(bit, _)| bits >> bit & 1 != 0).map(|(_, item)| item)
}
