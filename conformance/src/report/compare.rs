//! The page that sets the main readings side by side.

use super::Game;
use super::board::{Picture, Squares, legend};
use super::book::{Book, Manner, Stance, case_href, meaning, rule_href, source_path};
use super::case::{board_of, given};
use super::marks::Mark;
use super::page::{Frame, codes, scroll};
use crate::catalogue::{How, Source};
use crate::generator::Generator;
use crate::point::Point;
use crate::suite::Case;
use maud::{Markup, html};
use rules_core::{chaturaji, chaturanga};

/// A position in which two rulesets do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// The position after them under each.
    pub positions: [String; 2],
    /// Moves that only the first allows; none are named where the positions differ already.
    pub first_only: Vec<String>,
    /// Moves that only the second allows.
    pub second_only: Vec<String>,
    /// How the game stands under each.
    pub outcomes: [String; 2],
}

/// Two readings and the knob that is looked at.
struct Pair<'a, R: 'static> {
    names: [&'a str; 2],
    rules: [R; 2],
    point: Point<R>,
}

/// The page.
pub fn page(two: &Book<'_, chaturanga::Rules>, four: &Book<'_, chaturaji::Rules>) -> String {
    let body = html! {
        p.lead {
            "The main readings in pairs: on which knobs they differ, what stands behind each side, "
            "and a position that tells them apart. In a witness all but the one knob is as in the first reading, "
            "except for what is named."
        }
        (legend(false))
        (legend(true))
        (pair(two, ["nl", "tr"]))
        (pair(two, ["tr", "tr-literal"]))
        (pair(two, ["nl", "sjaak"]))
        (pair(four, ["ar", "ludii-chaturaji"]))
    };
    Frame { title: "Readings compared", root: "", boards: true }.around(&body)
}

/// Everything about two readings.
fn pair<R: Game>(book: &Book<'_, R>, names: [&str; 2]) -> Markup {
    let [Some(first), Some(second)] = names.map(|name| book.reading(name)) else {
        return html! { h2 { (names.join(" and ")) } p { "No source has both readings." } };
    };
    let points: Vec<Point<R>> =
        Point::all().filter(|point| point.get(&first) != point.get(&second)).collect();
    let value = |point: &Point<R>, rules: &R| point.values()[point.get(rules)];
    let label = format!("{} and {}: {}", names[0], names[1], R::GAME);
    let table = html! {
        table {
            caption { "Knobs on which " (names[0]) " and " (names[1]) " differ" }
            thead {
                tr { th scope="col" { "Knob" } th scope="col" { (names[0]) } th scope="col" { (names[1]) } }
            }
            tbody {
                @for point in &points {
                    tr {
                        th scope="row" { a href={ "#" (anchor(names, *point)) } { (point) } }
                        td { (value(point, &first)) }
                        td { (value(point, &second)) }
                    }
                }
            }
        }
    };
    html! {
        h2 { (label) }
        (scroll(&label, &table))
        @for point in points { (knob(book, &Pair { names, rules: [first, second], point })) }
    }
}

fn anchor<R: Game>(names: [&str; 2], point: Point<R>) -> String {
    format!("{}.{}.{point}", names[0], names[1])
}

/// One knob on which two readings differ.
fn knob<R: Game>(book: &Book<'_, R>, pair: &Pair<'_, R>) -> Markup {
    let point = pair.point;
    let id = point.to_string();
    html! {
        section.knob id=(anchor(pair.names, point)) {
            h3 { (pair.names.join(" / ")) ": " a href=(rule_href("", R::GAME, &id)) { (id) } }
            div.sides {
                @for (name, rules) in pair.names.iter().zip(&pair.rules) {
                    div { (side(book, name, &id, point, point.get(rules))) }
                }
            }
            @match told_apart(book, pair) {
                Some((case, witness)) => (draw(book, pair, case, &witness)),
                None => p { "No case tells them apart." },
            }
        }
    }
}

/// A reading's value and what stands behind it in the source of the reading.
fn side<R: Game>(book: &Book<'_, R>, name: &str, id: &str, point: Point<R>, value: usize) -> Markup {
    let value_id = point.values()[value];
    let source = source_of(book, name);
    html! {
        h4 { (name) ": " (value_id) }
        p { (meaning(point, value)) }
        @if let Some(source) = source {
            @let stances = book.stances(source, id);
            ul {
                @for statement in &source.statements {
                    @for support in statement.supports.iter().filter(|support| support.knob == id) {
                        @if (support.value == value_id) != (support.how == How::Contradicts) {
                            li {
                                (Manner::Says(support.how).badge()) " "
                                @if support.how == How::Contradicts { code { (support.value) } " – " }
                                (statement.says) " "
                                (book.statement_link("", &statement.id))
                                @if let Some(why) = &support.why { ". " (why) }
                            }
                        }
                    }
                }
                @for silence in source.silent.iter().filter(|silence| silence.knob == id && silence.value == value_id) {
                    li { (Manner::Silent.badge()) " " (silence.why) }
                }
                @if !stances.iter().any(|stance: &Stance| stance.value == value_id) {
                    li { "The source " a href={ (source_path(&source.id)) } { (source.id) } " says nothing in favour of it." }
                }
            }
        }
    }
}

/// The source that has a reading.
fn source_of<'a, R: Game>(book: &Book<'a, R>, reading: &str) -> Option<&'a Source> {
    let sources = || book.suite.sources.iter();
    let has = |source: &&Source| source.readings.iter().any(|other| other.id == reading);
    sources().find(|source| source.id == reading).or_else(|| sources().find(has))
}

/// The case that tells the two values apart most plainly, and the witness in it.
fn told_apart<'a, R: Game>(book: &Book<'a, R>, pair: &Pair<'_, R>) -> Option<(&'a Case<R>, Witness)> {
    const FEW: usize = 8;
    let cases = book.suite.cases.iter().filter(|case| case.vary == Some(pair.point));
    let found = cases.filter_map(|case| Some((case, witness(case, pair)?)));
    found.min_by_key(|(_, witness)| {
        let moves = witness.first_only.len() + witness.second_only.len();
        (moves == 0 && witness.positions[0] == witness.positions[1], moves > FEW)
    })
}

/// What two values of a knob make of the position of a case, all else being as in the first reading and as the case
/// asks; `None` where they agree.
fn witness<R: Game>(case: &Case<R>, pair: &Pair<'_, R>) -> Option<Witness> {
    let look = |rules: &R| {
        let mut pinned = pair.rules[0];
        case.pin(&mut pinned, pair.point.get(rules));
        let generator = R::Slow::new(&pinned);
        let start = generator.read(&case.position).ok()?;
        let end = case.line.iter().try_fold(start, |position, ply| generator.play(&position, ply))?;
        let moves: Vec<String> = generator.moves(&end).into_iter().map(|ply| ply.0).collect();
        Some((generator.text(&end), moves, generator.outcome(&end)))
    };
    let ((here, first, outcome), (there, second, other)) = (look(&pair.rules[0])?, look(&pair.rules[1])?);
    let (positions, outcomes) = ([here, there], [outcome, other]);
    let (first_only, second_only) = if positions[0] == positions[1] {
        (only(&first, &second), only(&second, &first))
    } else {
        (Vec::new(), Vec::new())
    };
    if positions[0] == positions[1]
        && outcomes[0] == outcomes[1]
        && first_only.is_empty()
        && second_only.is_empty()
    {
        return None;
    }
    Some(Witness { line: case.line.clone(), positions, first_only, second_only, outcomes })
}

/// The moves that are among these and not among those; turns of several moves only where no single one tells.
fn only(these: &[String], those: &[String]) -> Vec<String> {
    let mut only: Vec<String> = these.iter().filter(|ply| !those.contains(ply)).cloned().collect();
    if only.iter().any(|ply| !ply.contains('+')) {
        only.retain(|ply| !ply.contains('+'));
    }
    only
}

/// A witness as two boards.
fn draw<R: Game>(book: &Book<'_, R>, pair: &Pair<'_, R>, case: &Case<R>, witness: &Witness) -> Markup {
    let pictures = witness.positions.each_ref().map(|text| Picture::read(text, R::GAME == "chaturaji"));
    let parted = witness.positions[0] != witness.positions[1];
    let mark = |ply: &String, legal: bool| Mark { ply: ply.clone(), legal, disputed: true };
    let sides = [(&witness.first_only, &witness.second_only), (&witness.second_only, &witness.first_only)];
    html! {
        p {
            "Witness: " a href=(case_href("", case)) { (case.title) } "."
            @if !case.given.is_empty() { " With " (given("", case)) "." }
            @if !witness.line.is_empty() { " After " (codes(&witness.line)) "." }
        }
        @if !parted { p.text { code { (witness.positions[0]) } } }
        div.boards {
            @for (index, (own, others)) in sides.into_iter().enumerate() {
                @let marks: Vec<Mark> =
                    own.iter().map(|ply| mark(ply, true)).chain(others.iter().map(|ply| mark(ply, false))).collect();
                @let squares = source_of(book, pair.names[index]).and_then(board_of).unwrap_or(Squares::OneColour);
                figure {
                    figcaption { strong { (pair.names[index]) } " · " (pictures[index].to_move()) }
                    (pictures[index].draw(squares, &marks))
                    dl.expect {
                        div {
                            @if parted {
                                dt { "Position" }
                                dd { code { (witness.positions[index]) } }
                            } @else {
                                dt { "Only here" }
                                dd { @if own.is_empty() { "no move" } @else { (few(own)) } }
                            }
                        }
                        div { dt { "Outcome" } dd { (witness.outcomes[index]) } }
                    }
                }
            }
        }
    }
}

/// The first of many moves.
fn few(plies: &[String]) -> Markup {
    const MOST: usize = 16;
    html! {
        (codes(&plies[..plies.len().min(MOST)]))
        @if plies.len() > MOST { " and " (plies.len() - MOST) " more" }
    }
}
