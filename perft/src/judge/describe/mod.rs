//! Describes differences that are no reading of the rules: in groups, by what the differing moves share.
//!
//! Every move of the compared positions is observed: those of which only one side has them, those of both, and
//! those that some other value of a knob would allow. A group is the shortest conjunction of facts found that
//! is true of differing moves and of as few others as possible. How many others it is true of is part of the
//! result.

mod board;
mod facts;
mod rule;

use super::evidence::Moves;
use crate::Variant;
use board::{Board, Move};
use facts::{Fact, FactKind, Facts, Manners, Observer, manner, role_name};
use rule::{Rule, holds, rule};
use rules_core::Knobs;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// The maximum number of groups of one kind; what is left is one more group.
const MOST_GROUPS: usize = 6;
/// The maximum number of roles that a description names.
const MOST_ROLES: usize = 2;

/// How the engine differs in a group of moves or positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GroupKind {
    /// The engine has no move in positions in which the ruleset has some.
    Ends,
    /// The engine has moves in positions in which the ruleset has none.
    PlaysOn,
    /// The engine lacks moves.
    Lacks,
    /// Only the engine has the moves.
    Adds,
    /// Both have the moves, for different numbers of rolls.
    Weighs,
    /// The engine lists no moves; only its totals differ.
    Totals,
    /// The engine reports another position after a move.
    Holds,
}

impl GroupKind {
    /// Returns the name of the kind in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::PlaysOn => "plays-on",
            Self::Lacks => "lacks",
            Self::Adds => "adds",
            Self::Weighs => "weighs",
            Self::Totals => "totals",
            Self::Holds => "holds",
        }
    }
}

/// Differing moves that have facts in common, such as all ratha moves of 7 squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// How the engine differs.
    pub kind: GroupKind,
    /// What the moves, or the positions, have in common: `ratha moves of 7 squares along a rank or file`.
    pub what: String,
    /// The number of differing moves, or positions.
    pub count: usize,
    /// The number of all moves, or positions, in the compared positions of which `what` is true.
    pub such: usize,
    /// The differences in which they were seen, as indices.
    pub differences: Vec<usize>,
    /// The one of them with the fewest pieces.
    pub smallest: usize,
}

impl Group {
    /// Creates the group of the lines after which the engine reports another position.
    pub(super) fn of_positions(differences: Vec<usize>, smallest: usize) -> Self {
        let count = differences.len();
        Self {
            kind: GroupKind::Holds,
            what: "positions".to_owned(),
            count,
            such: count,
            differences,
            smallest,
        }
    }
}

impl fmt::Display for Group {
    /// Writes the group as a sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, what, count, such, differences, .. } = self;
        let positions = match differences.len() {
            1 => "1 position".to_owned(),
            number => format!("{number} positions"),
        };
        match kind {
            GroupKind::Ends => {
                write!(f, "has no moves in {count} of {such} {what} in which the ruleset has some")
            }
            GroupKind::PlaysOn => {
                write!(f, "has moves in {count} of {such} {what} in which the ruleset has none")
            }
            GroupKind::Lacks => write!(f, "lacks {count} of {such} {what}, in {positions}"),
            GroupKind::Adds => write!(f, "adds {count} of {such} {what}, in {positions}"),
            GroupKind::Weighs => {
                write!(f, "allows {count} of {such} {what} for another number of rolls, in {positions}")
            }
            GroupKind::Totals => write!(f, "lists no moves and counts otherwise in {positions}"),
            GroupKind::Holds => write!(f, "reports another position after a line of moves, in {positions}"),
        }
    }
}

/// A position with the engine's moves, and the index of the difference that it shows.
pub(super) struct Scene {
    pub(super) position: String,
    /// `None` if the engine lists no moves.
    pub(super) theirs: Option<Moves>,
    pub(super) difference: Option<usize>,
}

/// How a ply, or a position, stands between the two sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Differs(GroupKind),
    /// Both have it.
    Both,
    /// No side has it, but some other value of a knob allows it.
    Neither,
}

/// A ply, or a position as a whole, with its facts.
struct Item {
    standing: Standing,
    facts: Facts,
    difference: Option<usize>,
    /// The number of pieces in its position.
    pieces: usize,
}

/// A scene with what each side has in it.
struct Observed<'a> {
    scene: &'a Scene,
    board: Board,
    place: Facts,
    ours: Moves,
    /// Moves that other values of a knob allow.
    conceivable: Vec<String>,
}

/// Groups the differences of the scenes from these rules.
pub(super) fn describe<V: Variant>(rules: &V::Rules, scenes: &[Scene]) -> Vec<Group> {
    let game = V::new(*rules);
    let observer = Observer::<V>::new(rules);
    let others: Vec<V> = rules.neighbours().map(V::new).collect();
    let observed: Vec<_> =
        scenes.iter().filter_map(|scene| observe(&game, &others, &observer, scene)).collect();
    let manners = manners(&observed);
    let places: Vec<_> = observed.iter().filter_map(Observed::place).collect();
    let is_about_ends = |item: &Item| matches!(item.standing, Standing::Differs(_));
    let ends = places.iter().filter(|item| is_about_ends(item)).count();
    // A wrong move may happen to be the only one: that is about the end of the game if it is the rule.
    let are_ends = 2 * ends > observed.iter().filter(|one| one.scene.difference.is_some()).count();
    let mut groups = Vec::new();
    if are_ends {
        groups.extend(grouped(&places, GroupKind::Ends, |_| "positions".to_owned()));
        groups.extend(grouped(&places, GroupKind::PlaysOn, |_| "positions".to_owned()));
    }
    let with_plies =
        observed.iter().filter(|one| !are_ends || one.place().is_some_and(|item| !is_about_ends(&item)));
    let plies: Vec<_> = with_plies.flat_map(|one| one.plies(&observer, &manners)).collect();
    for kind in [GroupKind::Lacks, GroupKind::Adds, GroupKind::Weighs] {
        groups.extend(grouped(&plies, kind, noun));
    }
    groups.extend(totals(&observed));
    groups.sort_by_key(|group| Reverse(group.differences.len()));
    groups
}

/// Observes one scene; `None` where the rules refuse the position.
fn observe<'a, V: Variant>(
    game: &V,
    others: &[V],
    observer: &Observer<V>,
    scene: &'a Scene,
) -> Option<Observed<'a>> {
    let list = |game: &V| {
        let (node, ..) = game.read(&scene.position).ok()?;
        Some(game.children(&node).into_iter().map(|(step, _, ways)| (step.to_string(), u128::from(ways))))
    };
    let ours: Moves = list(game)?.collect();
    let mut conceivable: Vec<String> =
        others.iter().filter_map(list).flatten().map(|(step, _)| step).collect();
    conceivable.sort_unstable();
    conceivable.dedup();
    let board = Board::of(&scene.position);
    let place = observer.of_place(&board);
    Some(Observed { scene, board, place, ours, conceivable })
}

impl Observed<'_> {
    fn item(&self, standing: Standing, facts: Facts) -> Item {
        Item { standing, facts, difference: self.scene.difference, pieces: self.board.pieces().count() }
    }

    /// Returns the position as an item; `None` if the engine lists no moves.
    fn place(&self) -> Option<Item> {
        let theirs = self.scene.theirs.as_ref()?;
        let standing = match (self.ours.is_empty(), theirs.is_empty()) {
            (false, true) => Standing::Differs(GroupKind::Ends),
            (true, false) => Standing::Differs(GroupKind::PlaysOn),
            (true, true) => Standing::Neither,
            (false, false) => Standing::Both,
        };
        Some(self.item(standing, self.place.clone()))
    }

    /// Returns every ply of either side, and every conceivable one; none if the engine lists no moves.
    fn plies<V: Variant>(&self, observer: &Observer<V>, manners: &Manners) -> Vec<Item> {
        let Some(theirs) = &self.scene.theirs else { return Vec::new() };
        let mut standings = BTreeMap::new();
        for ply in &self.conceivable {
            standings.insert(ply, Standing::Neither);
        }
        for (ply, ways) in &self.ours {
            let standing = match theirs.get(ply) {
                None => Standing::Differs(GroupKind::Lacks),
                Some(other) if other != ways => Standing::Differs(GroupKind::Weighs),
                Some(_) => Standing::Both,
            };
            standings.insert(ply, standing);
        }
        for ply in theirs.keys().filter(|ply| !self.ours.contains_key(*ply)) {
            standings.insert(ply, Standing::Differs(GroupKind::Adds));
        }
        // A wrong move of one die is wrong in turns of two as well, and tells more by itself.
        let is_single = |ply: &str| !ply.contains('+');
        let differs = |standing: &Standing| matches!(standing, Standing::Differs(_));
        let has_single = standings.iter().any(|(ply, standing)| is_single(ply) && differs(standing));
        let items = standings.into_iter().filter(|(ply, _)| !has_single || is_single(ply));
        items
            .map(|(ply, standing)| {
                let mut facts = observer.of_ply(&self.board, &self.place, ply, manners);
                if let Some(piece) = Move::of(ply).and_then(|mv| self.board.at(mv.from)) {
                    let name = |role| role_name(role, self.board.style);
                    if piece.role != 'K' {
                        let text = format!("of pieces other than the {}", name('K'));
                        facts.insert(0, Fact::new(FactKind::NoRaja, text));
                    }
                    facts.insert(0, Fact::new(FactKind::Role, name(piece.role)));
                    let promotes = |other: &String| other.len() > ply.len() && other.starts_with(ply);
                    if self.ours.keys().any(promotes) {
                        facts.push(Fact::new(FactKind::Move, "where the ruleset promotes"));
                    }
                }
                self.item(standing, facts)
            })
            .collect()
    }
}

/// Returns how pieces move in the moves of either side.
fn manners(observed: &[Observed<'_>]) -> Manners {
    let mut manners = Manners::default();
    for one in observed {
        let Some(theirs) = &one.scene.theirs else { continue };
        for ply in one.ours.keys().chain(theirs.keys()) {
            let Some(mv) = Move::of(ply) else { continue };
            let Some(piece) = one.board.at(mv.from) else { continue };
            let manner = manner(&one.board, piece.role, &mv);
            match (one.ours.contains_key(ply), theirs.contains_key(ply)) {
                (true, true) => manners.both.insert(manner),
                (true, false) => manners.lacked.insert(manner),
                (false, _) => manners.added.insert(manner),
            };
        }
    }
    let Manners { both, added, lacked } = &mut manners;
    added.retain(|manner| !both.contains(manner));
    lacked.retain(|manner| !both.contains(manner));
    manners
}

/// Groups the items that differ in one kind; `noun` names the items by their roles.
fn grouped(items: &[Item], kind: GroupKind, noun: impl Fn(&[&str]) -> String) -> Vec<Group> {
    let mut left: Vec<_> =
        (0..items.len()).filter(|&index| items[index].standing == Standing::Differs(kind)).collect();
    // What no side has is no example of a move that the engine does not lack.
    let is_other = |standing| match standing {
        Standing::Both => true,
        Standing::Neither => matches!(kind, GroupKind::Adds | GroupKind::PlaysOn),
        Standing::Differs(other) => {
            other != kind && matches!(kind, GroupKind::Lacks) == matches!(other, GroupKind::Weighs)
        }
    };
    let others: Vec<_> =
        items.iter().filter(|item| is_other(item.standing)).map(|item| &item.facts).collect();
    let mut rules = Vec::new();
    while !left.is_empty() {
        let differing: Vec<_> = left.iter().map(|&index| (index, &items[index].facts)).collect();
        let mut found = rule(&differing, &others);
        // Later rules are worth less. One for a single position is true by chance.
        let is_last = !rules.is_empty() && has_one_difference(items, &found) || rules.len() == MOST_GROUPS;
        if is_last && found.covered.len() < left.len() {
            found = Rule { facts: Facts::new(), covered: left.clone() };
        }
        left.retain(|index| !found.covered.contains(index));
        rules.push(found);
    }
    rules.into_iter().filter_map(|rule| group(items, kind, &rule, &others, &noun)).collect()
}

/// Returns whether every item that a rule covers belongs to the same difference.
fn has_one_difference(items: &[Item], rule: &Rule) -> bool {
    let difference = |index: &usize| items[*index].difference;
    rule.covered.windows(2).all(|pair| difference(&pair[0]) == difference(&pair[1]))
}

/// Returns the group of the items that a rule covers; `None` if none of them belongs to a difference.
fn group(
    items: &[Item],
    kind: GroupKind,
    rule: &Rule,
    others: &[&Facts],
    noun: impl Fn(&[&str]) -> String,
) -> Option<Group> {
    let covered: Vec<_> = rule.covered.iter().map(|&index| &items[index]).collect();
    let mut roles: Vec<_> = covered.iter().filter_map(|item| role(&item.facts)).collect();
    roles.sort_unstable();
    roles.dedup();
    let is_named = |facts: &Facts| match role(facts) {
        Some(role) if roles.len() <= MOST_ROLES => roles.contains(&role),
        _ => true,
    };
    let such = others.iter().filter(|facts| is_named(facts) && holds(&rule.facts, facts)).count();
    let mut differences: Vec<_> = covered.iter().filter_map(|item| item.difference).collect();
    differences.sort_unstable();
    differences.dedup();
    let smallest = covered.iter().min_by_key(|item| item.pieces)?.difference?;
    // The order in which facts are listed reads better than that in which they were chosen.
    let listed = covered.first()?.facts.iter();
    let said = listed.filter(|fact| rule.facts.contains(fact));
    let what = noun(&roles) + &sentence(said, roles.len() <= MOST_ROLES);
    Some(Group { kind, what, count: covered.len(), such: covered.len() + such, differences, smallest })
}

/// Returns the role of the moving piece.
fn role(facts: &Facts) -> Option<&str> {
    facts.iter().find(|fact| fact.kind == FactKind::Role).map(|fact| fact.text.as_str())
}

/// Says the facts of a rule behind the noun, which names the roles unless there are many.
fn sentence<'a>(facts: impl Iterator<Item = &'a Fact>, has_roles: bool) -> String {
    let mut said: Vec<_> = facts
        .filter(|fact| fact.kind != FactKind::Role && !(has_roles && fact.kind == FactKind::NoRaja))
        .collect();
    said.sort_by_key(|fact| fact.kind);
    let mut text = String::new();
    let mut last = FactKind::Role;
    for Fact { kind, text: fact } in said {
        text += match (kind, last) {
            (FactKind::After, FactKind::After) => " and ",
            (FactKind::After, FactKind::Position) => ", after which ",
            (FactKind::After, _) => " after which ",
            _ => " ",
        };
        text += fact;
        last = *kind;
    }
    text
}

/// Names the moves of pieces of these roles.
fn noun(roles: &[&str]) -> String {
    match roles {
        [] => "turns".to_owned(),
        [one] => format!("{one} moves"),
        [one, other] => format!("{one} and {other} moves"),
        _ => "moves".to_owned(),
    }
}

/// Returns the group of the positions in which the engine lists no moves.
fn totals(observed: &[Observed<'_>]) -> Option<Group> {
    let silent: Vec<_> = observed.iter().filter(|one| one.scene.theirs.is_none()).collect();
    let smallest = silent.iter().min_by_key(|one| one.board.pieces().count())?.scene.difference?;
    let differences: Vec<_> = silent.iter().filter_map(|one| one.scene.difference).collect();
    let count = differences.len();
    Some(Group {
        kind: GroupKind::Totals,
        what: "positions".to_owned(),
        count,
        such: count,
        differences,
        smallest,
    })
}
