//! What is true of a move, in words: the facts from which a description is composed.

use super::board::{Board, Move};
use crate::Variant;
use rules_core::notation::RowStyle;
use rules_core::{Knobs, Square};
use std::collections::BTreeSet;

/// What is true of one move. Of facts that tell moves apart equally well, the first is preferred: the narrower of
/// two stands first.
pub(super) type Facts = Vec<Fact>;

/// What a fact is about, in the order in which a sentence says it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FactKind {
    /// The role of the moving piece; the text is its name.
    Role,
    /// That the moving piece is not the raja, or the king.
    NoRaja,
    /// The move itself.
    Move,
    /// The direction, file or rank of the move.
    Square,
    /// The position before the move.
    Position,
    /// The position after the move; the text continues "after which".
    After,
}

/// Something that is true of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub(super) kind: FactKind,
    pub(super) text: String,
}

impl Fact {
    pub(super) fn new(kind: FactKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

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
        let mut position = |text: String| facts.push(Fact::new(FactKind::Position, text));
        if self.unsafe_game.is_some() {
            let is_attacked = !self.attackers(board, board.mover).is_empty();
            let not = if is_attacked { "" } else { "not " };
            position(format!("while the own raja is {not}attacked"));
        }
        if board.is_bare(false) {
            position("with only the raja left to the side to move".to_owned());
        }
        if board.is_bare(true) {
            position("with only the raja left to the other side".to_owned());
        }
        position(format!("with {} to move", side_name(board.mover, board.style)));
        facts
    }

    /// Returns the facts of a ply; `place` holds those of its position. A turn of several moves has the facts
    /// of each of them.
    pub(super) fn of_ply(&self, board: &Board, place: &Facts, ply: &str, manners: &Manners) -> Facts {
        let moves: Vec<_> = ply.split('+').map(Move::of).collect();
        let mut facts = match moves.as_slice() {
            [None] => vec![Fact::new(FactKind::Move, "by passing")],
            [Some(mv)] => self.of_move(board, mv, manners),
            moves => {
                let known = moves.iter().flatten();
                let mut facts: Facts = known.flat_map(|mv| self.of_move(board, mv, manners)).collect();
                facts.insert(0, Fact::new(FactKind::Move, "in turns of two moves"));
                facts
            }
        };
        facts.extend_from_slice(place);
        facts
    }

    fn of_move(&self, board: &Board, mv: &Move, manners: &Manners) -> Facts {
        let mut facts = Facts::new();
        let Some(piece) = board.at(mv.from) else {
            facts.push(Fact::new(FactKind::Move, "from an empty square"));
            return facts;
        };
        if piece.side != board.mover {
            facts.push(Fact::new(FactKind::Move, "of the opponent's pieces"));
        }
        of_shape(board, mv, piece.role, manners, &mut facts);
        of_target(board, mv, &mut facts);
        if self.unsafe_game.is_some() {
            self.of_safety(board, mv, manners, &mut facts);
            if piece.role == 'K' {
                let has_right = board.rights.contains(if piece.side == 'w' { 'K' } else { 'k' });
                let with = if has_right { "with" } else { "without" };
                facts.push(Fact::new(FactKind::Move, format!("{with} the right to jump")));
            }
        }
        of_direction(board, mv, &mut facts);
        facts
    }

    /// Adds what attacks the rajas after the move.
    fn of_safety(&self, board: &Board, mv: &Move, manners: &Manners, facts: &mut Facts) {
        let next = board.after(mv);
        let attackers = self.attackers(&next, board.mover);
        let role = |square| next.at(square).map_or("piece", |piece| role_name(piece.role, board.style));
        let raja = next.pieces().find(|(_, piece)| piece.role == 'K' && piece.side == board.mover);
        let mut after = |text: String| {
            let fact = Fact::new(FactKind::After, text);
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        };
        if let Some((to, _)) = raja {
            for (from, piece) in next.pieces().filter(|(_, piece)| piece.side != board.mover) {
                let attack = Move { from, to, promotion: None };
                if manners.added.contains(&manner(&next, piece.role, &attack)) {
                    let role = with_article(role(from));
                    after(format!("{role} attacks the own raja in the manner that only the engine has"));
                }
            }
        }
        let is_lacked = |attack: &Move| {
            next.at(attack.from)
                .is_some_and(|piece| manners.lacked.contains(&manner(&next, piece.role, attack)))
        };
        if let Some(first) = attackers.first().filter(|_| attackers.iter().all(is_lacked)) {
            let role = with_article(role(first.from));
            after(format!("{role} attacks the own raja in the manner that the engine lacks"));
        }
        if let Some(first) = attackers.first() {
            let is_one_role = attackers.iter().all(|attack| role(attack.from) == role(first.from));
            let is_one_line = attackers.iter().all(|attack| line(attack) == line(first));
            if is_one_role {
                after(format!("only {} attacks the own raja", with_article(role(first.from))));
            }
            if let Some(line) = line(first).filter(|_| is_one_line) {
                after(format!("the own raja is attacked along {line} only"));
            }
            after("the own raja is attacked".to_owned());
        } else {
            after("the own raja is not attacked".to_owned());
        }
        for attack in &attackers {
            after(format!("{} attacks the own raja", with_article(role(attack.from))));
            if let Some(line) = line(attack) {
                after(format!("the own raja is attacked along {line}"));
            }
        }
        if !self.attackers(&next, next.mover).is_empty() {
            facts.push(Fact::new(FactKind::Move, "that attack the other raja"));
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
fn of_shape(board: &Board, mv: &Move, role: char, manners: &Manners, facts: &mut Facts) {
    let mut fact = |text: String| facts.push(Fact::new(FactKind::Move, text));
    let (long, short) = mv.shape();
    let is_known = manners.has_shape(role, (long, short));
    if let (false, Some(file)) = (is_known, wrapped(mv, role, manners)) {
        fact(format!("that leave the board over the {file} file"));
    }
    let Some(line) = line(mv) else {
        for (step, how) in [(mv.first_straight(), "orthogonally"), (mv.first_diagonal(), "diagonally")] {
            if step.is_some_and(|square| board.at(square).is_some()) {
                fact(format!("past a piece on the {how} adjacent square"));
            }
        }
        fact(format!("by leaps of ({long},{short})"));
        return;
    };
    let lines = if short == 0 { "a rank or file" } else { "a diagonal" };
    let squares = if long == 1 { "square" } else { "squares" };
    fact(format!("of {long} {squares} along {lines}"));
    fact(format!("of {long} {squares}"));
    fact(format!("along {lines}"));
    if short == 0 {
        fact(format!("along {line}"));
    }
    for least in 2..=long.min(FARTHEST - 1) {
        fact(format!("of {least} or more squares"));
    }
}

/// Names the line of a move; `None` for a leap.
fn line(mv: &Move) -> Option<&'static str> {
    match mv.vector() {
        (0, _) => Some("a file"),
        (_, 0) => Some("a rank"),
        (files, ranks) if files.abs() == ranks.abs() => Some("a diagonal"),
        _ => None,
    }
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
    let mut fact = |text: String| facts.push(Fact::new(FactKind::Move, text));
    let is_own = |side: char| side == board.mover;
    match board.at(mv.to) {
        None => fact("to an empty square".to_owned()),
        Some(piece) => {
            fact(format!("that capture {}", if is_own(piece.side) { "an own piece" } else { "a piece" }));
            fact(format!("that capture {}", with_article(role_name(piece.role, board.style))));
        }
    }
    if mv.shape().0 > 1 && line(mv).is_some() {
        let over: Vec<_> = mv.between().filter_map(|square| board.at(square)).collect();
        if over.is_empty() {
            fact("with no piece between".to_owned());
        } else {
            if over.iter().all(|piece| is_own(piece.side)) {
                fact("over own pieces only".to_owned());
            }
            if over.iter().all(|piece| !is_own(piece.side)) {
                fact("over pieces of others only".to_owned());
            }
            fact("over a piece".to_owned());
        }
    }
    if board.style == RowStyle::Letters && mv.to.rank() == if board.mover == 'w' { 7 } else { 0 } {
        fact("to the last rank".to_owned());
    }
    if let Some(role) = mv.promotion {
        fact(format!("with promotion to {}", with_article(role_name(role, board.style))));
        fact("with promotion".to_owned());
    } else {
        fact("without promotion".to_owned());
    }
}

/// Adds where the move begins, ends and leads.
fn of_direction(board: &Board, mv: &Move, facts: &mut Facts) {
    let mut fact = |text: String| facts.push(Fact::new(FactKind::Square, text));
    let (files, ranks) = mv.vector();
    if board.style == RowStyle::Letters {
        let ahead = if board.mover == 'w' { ranks } else { -ranks };
        let direction = match ahead.signum() {
            1 => "forward",
            -1 => "backward",
            _ => "sideways",
        };
        fact(direction.to_owned());
    }
    if files != 0 {
        fact(format!("towards the {} file", if files > 0 { 'h' } else { 'a' }));
    }
    let file = |square: Square| char::from(b'a' + square.file());
    fact(format!("to the {} file", file(mv.to)));
    fact(format!("from the {} file", file(mv.from)));
    fact(format!("to rank {}", mv.to.rank() + 1));
    fact(format!("from rank {}", mv.from.rank() + 1));
}

/// Puts the indefinite article before a name.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
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
