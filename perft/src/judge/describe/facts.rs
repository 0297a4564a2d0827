//! What is true of a move, in words: the facts from which a description is composed.

use super::board::{Board, Move};
use crate::Variant;
use rules_core::notation::RowStyle;
use rules_core::{Knobs, Square};
use std::collections::BTreeSet;

/// What is true of one move. Of facts that tell moves apart equally well, the first is preferred.
pub(super) type Facts = Vec<String>;

/// A manner of moving: the role, the lengths of the vector, and whether a piece stands between.
pub(super) type Manner = (char, (i8, i8), bool);

/// How pieces are seen to move in all positions.
#[derive(Default)]
pub(super) struct Manners {
    /// Those of moves that both sides have.
    pub(super) both: BTreeSet<Manner>,
    /// Those of moves that only the engine has, in no move of both.
    pub(super) added: BTreeSet<Manner>,
    /// Those of moves that only the ruleset has, in no move of both.
    pub(super) lacked: BTreeSet<Manner>,
}

impl Manners {
    /// Returns whether pieces of a role move in this shape according to both sides.
    fn has_shape(&self, role: char, shape: (i8, i8)) -> bool {
        [false, true].into_iter().any(|is_over| self.both.contains(&(role, shape, is_over)))
    }
}

/// Returns in which manner a piece of the role would make a move.
pub(super) fn manner(board: &Board, role: char, mv: &Move) -> Manner {
    (role, mv.shape(), mv.between().any(|square| board.at(square).is_some()))
}

/// The length of the longest move.
const FARTHEST: i8 = 7;

/// Finds the facts of moves in the positions of one game.
pub(super) struct Observer<V: Variant> {
    /// The game without safety of the rajas, which shows what attacks them; `None` where it has no such rule.
    unsafe_game: Option<V>,
}

impl<V: Variant> Observer<V> {
    pub(super) fn new(rules: &V::Rules) -> Self {
        let mut rules = *rules;
        let safety = V::Rules::KNOBS.iter().find(|knob| knob.id == "raja-safety");
        let unsafe_game = safety.and_then(|knob| {
            (knob.set)(&mut rules, knob.domain.parse("none")?);
            Some(V::new(rules))
        });
        Self { unsafe_game }
    }

    /// Returns the facts of a position.
    pub(super) fn of_place(&self, board: &Board) -> Facts {
        let mut facts = Facts::new();
        if self.unsafe_game.is_some() {
            let is_attacked = !self.attackers(board, board.mover).is_empty();
            facts.push(format!("while the own raja is {}attacked", if is_attacked { "" } else { "not " }));
        }
        if board.is_bare(false) {
            facts.push("with only the raja left to the side to move".to_owned());
        }
        if board.is_bare(true) {
            facts.push("with only the raja left to the other side".to_owned());
        }
        facts.push(format!("with {} to move", side_name(board.mover, board.style)));
        facts
    }

    /// Returns the facts of a ply; `place` holds those of its position. A turn of several moves has the facts
    /// of each of them.
    pub(super) fn of_ply(&self, board: &Board, place: &Facts, ply: &str, manners: &Manners) -> Facts {
        let moves: Vec<_> = ply.split('+').map(Move::of).collect();
        let mut facts = match moves.as_slice() {
            [None] => vec!["by passing".to_owned()],
            [Some(mv)] => self.of_move(board, mv, manners),
            moves => {
                let known = moves.iter().flatten();
                let mut facts: Facts = known.flat_map(|mv| self.of_move(board, mv, manners)).collect();
                facts.insert(0, "in turns of two moves".to_owned());
                facts
            }
        };
        facts.extend_from_slice(place);
        facts
    }

    fn of_move(&self, board: &Board, mv: &Move, manners: &Manners) -> Facts {
        let mut facts = Facts::new();
        let Some(piece) = board.at(mv.from) else {
            facts.push("from an empty square".to_owned());
            return facts;
        };
        if piece.side != board.mover {
            facts.push("of the opponent's pieces".to_owned());
        }
        of_shape(mv, piece.role, manners, &mut facts);
        of_target(board, mv, &mut facts);
        if self.unsafe_game.is_some() {
            self.of_safety(board, mv, manners, &mut facts);
            if piece.role == 'K' {
                let has_right = board.rights.contains(if piece.side == 'w' { 'K' } else { 'k' });
                facts.push(format!("{} the right to jump", if has_right { "with" } else { "without" }));
            }
        }
        of_direction(board, mv, &mut facts);
        facts
    }

    /// Adds what attacks the rajas after the move.
    fn of_safety(&self, board: &Board, mv: &Move, manners: &Manners, facts: &mut Facts) {
        let next = board.after(mv);
        let attackers = self.attackers(&next, board.mover);
        let raja = next.pieces().find(|(_, piece)| piece.role == 'K' && piece.side == board.mover);
        if let Some((to, _)) = raja {
            for (from, piece) in next.pieces().filter(|(_, piece)| piece.side != board.mover) {
                let attack = Move { from, to, promotion: None };
                let role = role_name(piece.role, board.style);
                let fact = format!(
                    "after which a {role} attacks the own raja in the manner that only the engine has"
                );
                if manners.added.contains(&manner(&next, piece.role, &attack)) && !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
        let is_lacked = |attack: &Move| {
            next.at(attack.from)
                .is_some_and(|piece| manners.lacked.contains(&manner(&next, piece.role, attack)))
        };
        if let Some(first) = attackers.first().filter(|_| attackers.iter().all(is_lacked)) {
            let role = next.at(first.from).map_or("piece", |piece| role_name(piece.role, board.style));
            facts.push(format!(
                "after which a {role} attacks the own raja in the manner that the engine lacks"
            ));
        }
        if attackers.is_empty() {
            facts.push("after which the own raja is not attacked".to_owned());
        } else {
            facts.push("after which the own raja is attacked".to_owned());
        }
        for attack in &attackers {
            let line = match attack.vector() {
                (0, _) => " along a file",
                (_, 0) => " along a rank",
                (files, ranks) if files.abs() == ranks.abs() => " along a diagonal",
                _ => "",
            };
            let role = next.at(attack.from).map_or("piece", |piece| role_name(piece.role, board.style));
            for fact in [
                format!("after which a {role} attacks the own raja"),
                format!("after which the own raja is attacked{line}"),
            ] {
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
        if !self.attackers(&next, next.mover).is_empty() {
            facts.push("that attack the other raja".to_owned());
        }
    }

    /// Returns the moves that would capture the raja of a side.
    fn attackers(&self, board: &Board, side: char) -> Vec<Move> {
        let other = if side == 'w' { 'b' } else { 'w' };
        let Some(game) = &self.unsafe_game else { return Vec::new() };
        let is_raja =
            |square: Square| board.at(square).is_some_and(|one| one.role == 'K' && one.side == side);
        let Ok((node, ..)) = game.read(&board.text(other)) else { return Vec::new() };
        let plies = game.children(&node).into_iter();
        plies.filter_map(|child| Move::of(&child.0.to_string())).filter(|mv| is_raja(mv.to)).collect()
    }
}

/// Adds how far and along which line the move leads.
fn of_shape(mv: &Move, role: char, manners: &Manners, facts: &mut Facts) {
    let (long, short) = mv.shape();
    let is_known = manners.has_shape(role, (long, short));
    if let (false, Some(file)) = (is_known, wrapped(mv, role, manners)) {
        facts.push(format!("that leave the board over the {file} file"));
    }
    let lines = match (long, short) {
        (_, 0) => "a rank or file",
        _ if long == short => "a diagonal",
        _ => {
            facts.push(format!("by leaps of ({long},{short})"));
            return;
        }
    };
    let squares = if long == 1 { "square" } else { "squares" };
    facts.push(format!("of {long} {squares} along {lines}"));
    facts.push(format!("along {lines}"));
    match mv.vector() {
        (0, _) => facts.push("along a file".to_owned()),
        (_, 0) => facts.push("along a rank".to_owned()),
        _ => {}
    }
    facts.extend((2..=long.min(FARTHEST - 1)).map(|least| format!("of {least} or more squares")));
}

/// Returns the file over which a move leaves the board, if a shape of its role leads to its target square
/// when squares are counted through from one row to the next.
fn wrapped(mv: &Move, role: char, manners: &Manners) -> Option<char> {
    let (files, ranks) = mv.vector();
    let is_shape = |files: i8, ranks: i8| {
        let shape = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        manners.has_shape(role, shape)
    };
    if is_shape(files + 8, ranks - 1) {
        return Some('h');
    }
    is_shape(files - 8, ranks + 1).then_some('a')
}

/// Adds what stands on the target square and between, and what becomes of the piece.
fn of_target(board: &Board, mv: &Move, facts: &mut Facts) {
    match board.at(mv.to) {
        None => facts.push("to an empty square".to_owned()),
        Some(piece) => {
            let owner = if piece.side == board.mover { "that capture an own piece" } else { "that capture" };
            facts.push(owner.to_owned());
            facts.push(format!("that capture a {}", role_name(piece.role, board.style)));
        }
    }
    let (long, short) = mv.shape();
    if long > 1 && (short == 0 || short == long) {
        let is_over = mv.between().any(|square| board.at(square).is_some());
        facts.push(if is_over { "over a piece" } else { "with no piece between" }.to_owned());
    }
    if let Some(role) = mv.promotion {
        facts.push(format!("with promotion to a {}", role_name(role, board.style)));
        facts.push("with promotion".to_owned());
    } else {
        facts.push("without promotion".to_owned());
    }
}

/// Adds where the move begins, ends and leads.
fn of_direction(board: &Board, mv: &Move, facts: &mut Facts) {
    let (files, ranks) = mv.vector();
    if board.style == RowStyle::Letters {
        let ahead = if board.mover == 'w' { ranks } else { -ranks };
        facts.push(match ahead.signum() {
            1 => "forward".to_owned(),
            -1 => "backward".to_owned(),
            _ => "sideways".to_owned(),
        });
    }
    if files != 0 {
        facts.push(format!("towards the {} file", if files > 0 { 'h' } else { 'a' }));
    }
    let file = |square: Square| char::from(b'a' + square.file());
    facts.push(format!("to the {} file", file(mv.to)));
    facts.push(format!("from the {} file", file(mv.from)));
    facts.push(format!("to rank {}", mv.to.rank() + 1));
    facts.push(format!("from rank {}", mv.from.rank() + 1));
}

/// Returns the name of a role in its game.
pub(super) fn role_name(role: char, style: RowStyle) -> &'static str {
    match (style, role) {
        (RowStyle::Letters, 'K') => "raja",
        (RowStyle::Letters, 'Q') => "mantri",
        (RowStyle::Letters, 'R') => "ratha",
        (RowStyle::Letters, 'B') => "gaja",
        (RowStyle::Letters, 'N') => "ashva",
        (RowStyle::Letters, 'P') => "padati",
        (RowStyle::Commas, 'K') => "king",
        (RowStyle::Commas, 'B') => "boat",
        (RowStyle::Commas, 'E') => "elephant",
        (RowStyle::Commas, 'N') => "horse",
        (RowStyle::Commas, 'P') => "pawn",
        _ => "piece",
    }
}

fn side_name(side: char, style: RowStyle) -> &'static str {
    match (style, side) {
        (RowStyle::Letters, 'w') => "White",
        (RowStyle::Letters, _) => "Black",
        (RowStyle::Commas, 'r') => "Red",
        (RowStyle::Commas, 'b') => "Black",
        (RowStyle::Commas, 'y') => "Yellow",
        (RowStyle::Commas, _) => "Green",
    }
}
