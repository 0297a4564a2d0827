//! The page that compares the main readings.

use super::board_drawing::{Picture, Squares, legend};
use super::board_marks::Mark;
use super::case_article::board_of;
use super::game::ReportedGame;
use super::page_frame::{Frame, codes, scroll};
use super::suite_index::{Manner, SuiteIndex, case_href, meaning, rule_href, source_path};
use crate::comparison::{
    Accord, Comparison, Effect, KnobDifference, Origin, Part, Parting, Relation, Side, Standing, Witness,
    compare,
};
use crate::sources::{How, Source};
use maud::{Markup, html};
use perft::Variant;
use rules_core::{Knobs, chaturaji, chaturanga};

/// Returns the page.
pub fn page(two: &SuiteIndex<'_, chaturanga::Rules>, four: &SuiteIndex<'_, chaturaji::Rules>) -> String {
    let body = html! {
        p.lead {
            "The main readings in pairs: the knobs on which they differ, how each source comes to its value, "
            "and a position that distinguishes them: the one closest to the starting position, or the position of a case. "
            "In these positions, all other knobs have the values of the first reading unless stated otherwise."
        }
        (legend(false))
        (legend(true))
        (pair::<chaturanga::Game>(two, ["nl", "tr"]))
        (pair::<chaturanga::Game>(two, ["tr", "tr-literal"]))
        (pair::<chaturanga::Game>(two, ["nl", "sjaak"]))
        (pair::<chaturaji::Game>(four, ["ar", "ludii-chaturaji"]))
    };
    Frame { title: "Readings compared", root: "", boards: true }.around(&body)
}

/// Compares two readings.
fn pair<V: Variant<Rules: ReportedGame>>(index: &SuiteIndex<'_, V::Rules>, names: [&str; 2]) -> Markup {
    let [Some(first), Some(second)] = names.map(|name| Side::named(index.suite, name)) else {
        return html! { h2 { (names.join(" and ")) } p { "No source has both readings." } };
    };
    let comparison = compare::<V>(index.suite, [first, second]);
    let label = format!("{} and {}: {}", names[0], names[1], V::Rules::GAME);
    let table = html! {
        table {
            caption { "Knobs on which " (names[0]) " and " (names[1]) " differ" }
            thead {
                tr { th scope="col" { "Knob" } th scope="col" { (names[0]) } th scope="col" { (names[1]) } }
            }
            tbody {
                @for KnobDifference { knob, values, .. } in &comparison.differences {
                    tr {
                        th scope="row" { a href={ "#" (anchor(names, knob.id)) } { (knob.id) } }
                        td { (values[0]) }
                        td { (values[1]) }
                    }
                }
            }
        }
    };
    html! {
        h2 { (label) }
        (scroll(&label, &table))
        (relation(&comparison))
        @match comparison.parting {
            Parting { counts: Some((depth, [one, other])), .. } => p {
                "Their counts from the starting position diverge at depth " (depth) ": " (one) " and " (other) "."
            },
            Parting { counts: None, counted } => p { "Their counts from the starting position agree to depth " (counted) "." },
        }
        (accords(&comparison))
        @for difference in &comparison.differences { (knob(index, &comparison, difference)) }
    }
}

/// Says whether the readings are the same game, or how near they are as mirror images.
fn relation<R: ReportedGame>(comparison: &Comparison<'_, R>) -> Markup {
    html! {
        @match (comparison.relation, &comparison.up_to_reflection) {
            (Relation::Same, _) => p { "They are the same game." },
            (Relation::Reflected, _) => p { "They are the same game up to reflection: " (R::REFLECTION) "." },
            (Relation::Different, Some(knobs)) => p {
                "Up to reflection (" (R::REFLECTION) ") they differ only in " (knobs.join(", ")) "."
            },
            (Relation::Different, None) => {},
        }
    }
}

/// Says on which knobs the readings agree, and which knobs their sources leave open.
fn accords<R: ReportedGame>(comparison: &Comparison<'_, R>) -> Markup {
    let [a, b] = comparison.sides.map(|side| side.name);
    let equal = |accord| -> Vec<String> {
        comparison.with_accord(accord).map(|knob| format!("{}={}", knob.id, knob.values[0])).collect()
    };
    let rows = [
        ("They agree, and both sources support it".to_owned(), equal(Accord::Agreed)),
        (format!("They agree, and only the source of {a} supports it"), equal(Accord::StatedBy(0))),
        (format!("They agree, and only the source of {b} supports it"), equal(Accord::StatedBy(1))),
    ];
    let open: Vec<String> = comparison
        .with_accord(Accord::Open)
        .map(|knob| {
            let standing =
                |side: usize| knob.standings.map_or_else(String::new, |both| both[side].to_string());
            let [one, other] = [0, 1].map(|side| format!("{} ({})", knob.values[side], standing(side)));
            format!("{}: {one} in {a}, {other} in {b}", knob.id)
        })
        .collect();
    html! {
        dl.expect {
            @for (head, knobs) in &rows {
                @if !knobs.is_empty() { div { dt { (head) } dd { (codes(knobs)) } } }
            }
            @if !open.is_empty() {
                div { dt { "Both sources leave open" } dd { (codes(&open)) } }
            }
        }
    }
}

fn anchor(names: [&str; 2], knob: &str) -> String {
    format!("{}.{}.{knob}", names[0], names[1])
}

/// Shows a knob on which two readings differ.
fn knob<R: ReportedGame>(
    index: &SuiteIndex<'_, R>,
    comparison: &Comparison<'_, R>,
    difference: &KnobDifference<'_, R>,
) -> Markup {
    let KnobDifference { knob, parts, effect, .. } = difference;
    let names = comparison.sides.map(|side| side.name);
    html! {
        section.knob id=(anchor(names, knob.id)) {
            h3 { (names.join(" / ")) ": " a href=(rule_href("", R::GAME, knob.id)) { (knob.id) } }
            @for part in parts {
                div.sides {
                    @for (nth, side) in comparison.sides.iter().enumerate() {
                        div { (value(index, side, part, part.standings[nth])) }
                    }
                }
            }
            @match effect {
                Effect::None => p { "It has no effect given the other knobs." },
                Effect::Reflection => p { "It makes no difference in play: it is part of the reflection." },
                Effect::Shown(witness) => (boards(index, names, witness)),
                Effect::NotFound => p { "No position was found that shows the difference." },
            }
        }
    }
}

/// Shows the value of a reading, how it stands in the source, and what the source says on it.
fn value<R: ReportedGame>(
    index: &SuiteIndex<'_, R>,
    side: &Side<'_, R>,
    Part { axis, .. }: &Part<'_, R>,
    standing: Option<Standing<'_>>,
) -> Markup {
    let value = axis.get(&side.rules);
    let (id, value_id) = (axis.to_string(), axis.values()[value].id);
    html! {
        h4 {
            (side.name) ": "
            @if let Some((_, file)) = id.split_once('.') { (file) " " }
            (value_id)
        }
        p { (meaning(*axis, value)) }
        @if let Some((source, _)) = side.origin {
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
                @match standing {
                    Some(Standing::Inherited(preset)) => li {
                        "Inherited from " code { (preset) } ": the source "
                        a href={ (source_path(&source.id)) } { (source.id) } " does not state it."
                    },
                    Some(Standing::NotStated) => li {
                        "The source " a href={ (source_path(&source.id)) } { (source.id) } " does not state it."
                    },
                    _ => {},
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
fn boards<R: ReportedGame>(index: &SuiteIndex<'_, R>, names: [&str; 2], witness: &Witness) -> Markup {
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
            @for (nth, name) in names.iter().enumerate() {
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
