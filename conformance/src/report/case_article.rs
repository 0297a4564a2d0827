//! A case on the page of its rule: its text, and a board for each distinct expectation.

use super::board_drawing::{Picture, Squares};
use super::board_marks::{Mark, marks};
use super::game::ReportedGame;
use super::page_frame::codes;
use super::suite_index::{SuiteIndex, case_href, rule_href, source_path};
use crate::case::Case;
use crate::claim::Description;
use crate::expectation::Expectation;
use crate::generator::Generator;
use crate::sources::Source;
use maud::{Markup, html};

/// Shows a case with its boards.
pub fn show<R: ReportedGame>(index: &SuiteIndex<'_, R>, root: &str, case: &Case<R>) -> Markup {
    html! {
        article.case id=(case.name) {
            h3 { (case.title) }
            dl {
                div { dt { "Name" } dd { a href={ "#" (case.name) } { code { (case.name) } } } }
                div { dt { "Position" } dd { @if case.position.is_empty() { "(empty)" } @else { code { (case.position) } } } }
                @if !case.line.is_empty() { div { dt { "Then played" } dd { (codes(&case.line)) } } }
                @if !case.given.is_empty() {
                    div { dt { "Given" } dd { (given(root, case)) } }
                }
                @if let Some(vary) = case.vary {
                    div { dt { "About" } dd { a href=(rule_href(root, R::GAME, &vary.to_string())) { (vary) } } }
                }
                div {
                    dt { "Sources" }
                    dd {
                        @for (nth, id) in case.sources.iter().enumerate() {
                            @if nth > 0 { ", " }
                            (index.statement_link(root, id))
                        }
                    }
                }
            }
            div.boards {
                @for values in groups(case) { (group(index, root, case, &values)) }
            }
        }
    }
}

/// Groups the values that share an expectation.
fn groups<R>(case: &Case<R>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (value, expected) in case.expect.iter().enumerate() {
        match groups.iter_mut().find(|group| case.expect[group[0]] == *expected) {
            Some(group) => group.push(value),
            None => groups.push(vec![value]),
        }
    }
    groups
}

/// Shows the given knobs with their values.
fn given<R: ReportedGame>(root: &str, case: &Case<R>) -> Markup {
    html! {
        @for (nth, (axis, values)) in case.given.iter().enumerate() {
            @if nth > 0 { "; " }
            a href=(rule_href(root, R::GAME, &axis.to_string())) { (axis) }
            " = "
            @for (nth, &value) in values.iter().enumerate() {
                @if nth > 0 { " or " }
                code { (axis.values()[value].id) }
            }
        }
    }
}

/// Shows the board and the claims for values that share an expectation.
fn group<R: ReportedGame>(index: &SuiteIndex<'_, R>, root: &str, case: &Case<R>, values: &[usize]) -> Markup {
    let varied = values[0];
    let expected = &case.expect[varied];
    let marks = marks(case, varied);
    let text = position(case, varied);
    let picture = Picture::read(&text, R::GAME == "chaturaji");
    let (squares, after) = describer(index, case, values);
    html! {
        figure {
            figcaption {
                @if let Some(vary) = case.vary {
                    strong {
                        @for (nth, &value) in values.iter().enumerate() {
                            @if nth > 0 { ", " }
                            (vary.values()[value].id)
                        }
                    }
                } @else {
                    strong { "always" }
                }
                " · " (picture.to_move())
            }
            (picture.draw(squares, &marks))
            @if text != case.position && !expected.stands_alone() {
                p.text { "Shown: " code { (text) } }
            }
            (words(expected, &marks))
            @if let Some(source) = after {
                p.after {
                    "Board of " a href={ (root) (source_path(&source.id)) } { (source.id) } ": "
                    @match squares { Squares::Chequered => "chequered, h1 light", Squares::OneColour => "one colour" }
                }
            }
        }
    }
}

/// Returns the text of the position that the claims are about: the one after the line, or that of the case if
/// the line cannot be played.
fn position<R: ReportedGame>(case: &Case<R>, varied: usize) -> String {
    let reached = || {
        let (_, rules) = case.rulesets().into_iter().find(|ruleset| ruleset.0 == varied)?;
        let generator = R::Fast::new(&rules);
        let start = generator.read(&case.position).ok()?;
        if case.line.is_empty() && case.position != "startpos" {
            return None;
        }
        let end = case.line.iter().try_fold(start, |position, ply| generator.play(&position, ply))?;
        Some(generator.text(&end))
    };
    reached().unwrap_or_else(|| case.position.clone())
}

/// Returns the look of the squares and the source that describes it: the first source of the case that has
/// one of the values, or the first that describes it if no knob is varied.
fn describer<'a, R: ReportedGame>(
    index: &SuiteIndex<'a, R>,
    case: &Case<R>,
    values: &[usize],
) -> (Squares, Option<&'a Source>) {
    let sources = || case.sources.iter().filter_map(|id| index.source_of(id));
    let has_value = |source: &&Source| {
        case.vary.is_some_and(|vary| {
            let readings = source.readings.iter().filter_map(|reading| reading.rules.parse::<R>().ok());
            readings.into_iter().any(|rules| values.contains(&vary.get(&rules)))
        })
    };
    let told = |source: &&Source| board_of(source).is_some();
    let source = sources()
        .filter(told)
        .find(has_value)
        .or_else(|| sources().filter(told).find(|_| case.vary.is_none()));
    (source.and_then(board_of).unwrap_or(Squares::OneColour), source)
}

/// Returns the look of the squares, if the source describes it.
pub fn board_of(source: &Source) -> Option<Squares> {
    let tells = |topic: &str| source.statements.iter().any(|statement| statement.id.ends_with(topic));
    match (tells(".board.light-corner"), tells(".board.one-colour")) {
        (true, _) => Some(Squares::Chequered),
        (_, true) => Some(Squares::OneColour),
        _ => None,
    }
}

/// Lists the claims of an expectation.
fn words(expected: &Expectation, marks: &[Mark]) -> Markup {
    let of = |legal: bool| -> Vec<&str> {
        let disputed = marks.iter().filter(|mark| mark.legal == legal && mark.disputed);
        disputed.map(|mark| mark.ply.as_str()).collect()
    };
    html! {
        dl.expect {
            @for entry in expected.claims().map(|claim| claim.entry()) {
                (item(&entry.term, &described(&entry.description)))
            }
            @if !of(true).is_empty() { (item("Legal only here", &list(&of(true)))) }
            @if !of(false).is_empty() { (item("Legal only under other values", &list(&of(false)))) }
        }
    }
}

fn item(term: &str, text: &Markup) -> Markup {
    html! { div { dt { (term) } dd { (text) } } }
}

fn described(description: &Description) -> Markup {
    match description {
        Description::Words(words) => html! { (words) },
        Description::Code(items) => list(items),
    }
}

fn list<T: AsRef<str>>(names: &[T]) -> Markup {
    html! { @if names.is_empty() { "none" } @else { (codes(names)) } }
}

/// Lists links to cases.
pub fn links<'a, R: ReportedGame>(root: &str, cases: impl Iterator<Item = &'a Case<R>>) -> Markup {
    html! {
        ul { @for case in cases { li { a href=(case_href(root, case)) { (case.title) } } } }
    }
}
