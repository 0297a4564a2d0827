//! The page that compares the main readings.

use super::board_drawing::{Picture, Squares, legend};
use super::board_marks::Mark;
use super::case_article::board_of;
use super::game::ReportedGame;
use super::page_frame::{Frame, codes, scroll};
use super::suite_index::{Manner, Stance, SuiteIndex, case_href, meaning, rule_href, source_path};
use crate::comparison::{Origin, Parting, Witness, parting, witness};
use crate::sources::{How, Source};
use maud::{Markup, html};
use rayon::prelude::*;
use rules_core::Axis;
use rules_core::{chaturaji, chaturanga};

/// Two readings and a knob on which they differ.
struct KnobOfPair<'a, R: 'static> {
    names: [&'a str; 2],
    rules: [R; 2],
    axis: Axis<R>,
}

/// Returns the page.
pub fn page(two: &SuiteIndex<'_, chaturanga::Rules>, four: &SuiteIndex<'_, chaturaji::Rules>) -> String {
    let body = html! {
        p.lead {
            "The main readings in pairs: the knobs on which they differ, the statements behind each value, "
            "and a position that distinguishes them: the one closest to the starting position, or the position of a case. "
            "In these positions, all other knobs have the values of the first reading unless stated otherwise."
        }
        (legend(false))
        (legend(true))
        (pair(two, ["nl", "tr"], parting::<chaturanga::Game>))
        (pair(two, ["tr", "tr-literal"], parting::<chaturanga::Game>))
        (pair(two, ["nl", "sjaak"], parting::<chaturanga::Game>))
        (pair(four, ["ar", "ludii-chaturaji"], parting::<chaturaji::Game>))
    };
    Frame { title: "Readings compared", root: "", boards: true }.around(&body)
}

/// Compares two readings.
fn pair<R: ReportedGame>(
    index: &SuiteIndex<'_, R>,
    names: [&str; 2],
    parting: impl Fn(&[R; 2]) -> Parting,
) -> Markup {
    let [Some(first), Some(second)] = names.map(|name| index.reading(name)) else {
        return html! { h2 { (names.join(" and ")) } p { "No source has both readings." } };
    };
    let axes: Vec<Axis<R>> = Axis::all().filter(|axis| axis.get(&first) != axis.get(&second)).collect();
    let value = |axis: &Axis<R>, rules: &R| axis.values()[axis.get(rules)].id;
    let label = format!("{} and {}: {}", names[0], names[1], R::GAME);
    let table = html! {
        table {
            caption { "Knobs on which " (names[0]) " and " (names[1]) " differ" }
            thead {
                tr { th scope="col" { "Knob" } th scope="col" { (names[0]) } th scope="col" { (names[1]) } }
            }
            tbody {
                @for axis in &axes {
                    tr {
                        th scope="row" { a href={ "#" (anchor(names, *axis)) } { (axis) } }
                        td { (value(axis, &first)) }
                        td { (value(axis, &second)) }
                    }
                }
            }
        }
    };
    // In parallel, because the search for witnesses takes most of the time of a report.
    let knobs: Vec<Markup> = axes
        .par_iter()
        .map(|&axis| knob(index, &KnobOfPair { names, rules: [first, second], axis }))
        .collect();
    html! {
        h2 { (label) }
        (scroll(&label, &table))
        @match parting(&[first, second]) {
            Parting { counts: Some((depth, [one, other])), .. } => p {
                "Their counts from the starting position diverge at depth " (depth) ": " (one) " and " (other) "."
            },
            Parting { counts: None, counted } => p { "Their counts from the starting position agree to depth " (counted) "." },
        }
        @for knob in knobs { (knob) }
    }
}

fn anchor<R: ReportedGame>(names: [&str; 2], axis: Axis<R>) -> String {
    format!("{}.{}.{axis}", names[0], names[1])
}

/// Shows a knob on which two readings differ.
fn knob<R: ReportedGame>(index: &SuiteIndex<'_, R>, pair: &KnobOfPair<'_, R>) -> Markup {
    let axis = pair.axis;
    let id = axis.to_string();
    html! {
        section.knob id=(anchor(pair.names, axis)) {
            h3 { (pair.names.join(" / ")) ": " a href=(rule_href("", R::GAME, &id)) { (id) } }
            div.sides {
                @for (name, rules) in pair.names.iter().zip(&pair.rules) {
                    div { (side(index, name, &id, axis, axis.get(rules))) }
                }
            }
            @match witness(index.suite, &pair.rules, pair.axis) {
                Some(witness) => (boards(index, pair, &witness)),
                None => p { "It has no effect given the other knobs." },
            }
        }
    }
}

/// Shows the value of a reading and the statements behind it.
fn side<R: ReportedGame>(
    index: &SuiteIndex<'_, R>,
    name: &str,
    id: &str,
    axis: Axis<R>,
    value: usize,
) -> Markup {
    let value_id = axis.values()[value].id;
    let source = source_of(index, name);
    html! {
        h4 { (name) ": " (value_id) }
        p { (meaning(axis, value)) }
        @if let Some(source) = source {
            @let stances = index.stances(source, id);
            ul {
                @for statement in &source.statements {
                    @for support in statement.supports.iter().filter(|support| support.knob == id) {
                        @if (support.value == value_id) != (support.how == How::Contradicts) {
                            li {
                                (Manner::Says(support.how).badge()) " "
                                @if support.how == How::Contradicts { code { (support.value) } " – " }
                                (statement.says) " "
                                (index.statement_link("", &statement.id))
                                @if let Some(why) = &support.why { ". " (why) }
                            }
                        }
                    }
                }
                @for silence in source.silent.iter().filter(|silence| silence.knob == id && silence.value == value_id) {
                    li { (Manner::Silent.badge()) " " (silence.why) }
                }
                @if !stances.iter().any(|stance: &Stance| stance.value == value_id) {
                    li { "The source " a href={ (source_path(&source.id)) } { (source.id) } " does not support it." }
                }
            }
        }
    }
}

/// Returns the source of a reading.
fn source_of<'a, R: ReportedGame>(index: &SuiteIndex<'a, R>, reading: &str) -> Option<&'a Source> {
    let sources = || index.suite.sources.iter();
    let has = |source: &&Source| source.readings.iter().any(|other| other.id == reading);
    sources().find(|source| source.id == reading).or_else(|| sources().find(has))
}

/// Shows a witness as two boards.
fn boards<R: ReportedGame>(index: &SuiteIndex<'_, R>, pair: &KnobOfPair<'_, R>, witness: &Witness) -> Markup {
    let mark = |ply: &String, legal: bool| Mark { ply: ply.clone(), legal, disputed: true };
    let Witness { origin, texts, only, outcomes } = witness;
    html! {
        @match origin {
            Origin::Line(line) if line.is_empty() => p { "Shown by the starting position." },
            Origin::Line(line) => p { "Shown after " (codes(line)) ", which is legal under both." },
            Origin::Case { name, rules } => p {
                "Shown by the case (no short line was found): "
                @if let Some(case) = index.suite.cases.iter().find(|case| case.name == *name) {
                    a href=(case_href("", case)) { (case.title) }
                }
                ", under " code { (rules) } " for the first reading."
            },
        }
        div.boards {
            @for (nth, name) in pair.names.iter().enumerate() {
                @let (own, others) = (&only[nth], &only[1 - nth]);
                @let marks: Vec<Mark> =
                    own.iter().map(|ply| mark(ply, true)).chain(others.iter().map(|ply| mark(ply, false))).collect();
                @let squares = source_of(index, name).and_then(board_of).unwrap_or(Squares::OneColour);
                @let picture = Picture::read(&texts[nth], R::GAME == "chaturaji");
                figure {
                    figcaption { strong { (name) } " · " (picture.to_move()) }
                    (picture.draw(squares, &marks))
                    dl.expect {
                        div { dt { "Position" } dd { code { (texts[nth]) } } }
                        div {
                            dt { "Only here" }
                            dd { @if own.is_empty() { "no move" } @else { (first_few(own)) } }
                        }
                        @if !outcomes[nth].is_empty() {
                            div { dt { "Outcome" } dd { (outcomes[nth]) } }
                        }
                    }
                }
            }
        }
    }
}

/// Lists the first of many moves.
fn first_few(plies: &[String]) -> Markup {
    const MAX: usize = 16;
    html! {
        (codes(&plies[..plies.len().min(MAX)]))
        @if plies.len() > MAX { " and " (plies.len() - MAX) " more" }
    }
}
