//! The page of a rule.

use super::board_drawing::legend;
use super::case_article::{links, show};
use super::game::ReportedGame;
use super::page_frame::{Frame, count, scroll};
use super::suite_index::{Manner, SuiteIndex, meaning, source_path};
use crate::case::Case;
use crate::sources::{Rule, Source, Statement};
use maud::{Markup, html};
use rules_core::Axis;
use std::collections::BTreeSet;

const ROOT: &str = "../";

/// Returns the page: what the rule says, its values, what each source says, and every case.
pub fn page<R: ReportedGame>(index: &SuiteIndex<'_, R>, rule: &Rule) -> String {
    let axes = index.axes(&rule.id);
    let cases: Vec<&Case<R>> = index.suite.cases.iter().filter(|case| page_of(case) == rule.id).collect();
    let elsewhere: Vec<&Case<R>> = (index.suite.cases.iter())
        .filter(|case| page_of(case) != rule.id && case.vary.is_some_and(|vary| vary.knob() == rule.id))
        .collect();
    let body = html! {
        p.lead { (rule.says) }
        p { "Game: " (R::GAME) "." @if let Some(knob) = index.knob(&rule.id) { " Knob: " (knob.statement) } }
        @if !axes.is_empty() {
            h2 { "Values" }
            @for axis in &axes { (values(index, *axis)) }
        }
        h2 { "What the sources say" }
        (sources(index, &axes, &cases))
        h2 { "Cases" }
        p { (count(cases.len(), "case", "cases")) ", each with one board per distinct expectation." }
        @if !elsewhere.is_empty() {
            p { "Cases of other rules that vary this knob:" }
            (links(ROOT, elsewhere.into_iter()))
        }
        (legend(R::GAME == "chaturaji"))
        @for case in cases { (show(index, ROOT, case)) }
    };
    Frame { title: &format!("{}: {}", R::GAME, rule.id), root: ROOT, boards: true }.around(&body)
}

/// Returns the rule whose page shows a case.
fn page_of<R>(case: &Case<R>) -> &str {
    case.rule.split('.').next().unwrap_or_default()
}

/// Shows the values of a knob, what they mean, and which presets have them.
fn values<R: ReportedGame>(index: &SuiteIndex<'_, R>, axis: Axis<R>) -> Markup {
    let id = axis.to_string();
    let rule = index.rule(&id);
    let table = html! {
        table {
            caption { "Values of " (id) }
            thead { tr { th scope="col" { "Value" } th scope="col" { "Meaning" } th scope="col" { "Presets" } } }
            tbody {
                @for (nth, value) in axis.names().enumerate() {
                    tr {
                        th scope="row" { (value) }
                        td {
                            (meaning(axis, nth))
                            @for unsupported in rule.iter().flat_map(|rule| &rule.unsupported) {
                                @if unsupported.value == value {
                                    p.unsupported { "No statement supports it. " (unsupported.why) }
                                }
                            }
                        }
                        td { (presets(axis, nth)) }
                    }
                }
            }
        }
    };
    html! { div.point id=(id) { (scroll(&format!("Values of {id}"), &table)) } }
}

fn presets<R: ReportedGame>(axis: Axis<R>, value: usize) -> String {
    let with = R::PRESET_IDS.iter().zip(R::PRESETS).filter(|(_, rules)| axis.get(rules) == value);
    let names: Vec<&str> = with.map(|(id, _)| *id).collect();
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

/// Shows, for each source, the statements on the knob, its silence, and the other statements that the cases
/// cite.
fn sources<R: ReportedGame>(index: &SuiteIndex<'_, R>, axes: &[Axis<R>], cases: &[&Case<R>]) -> Markup {
    let ids: Vec<String> = axes.iter().map(Axis::to_string).collect();
    let cited: BTreeSet<&str> = cases.iter().flat_map(|case| &case.sources).map(String::as_str).collect();
    html! {
        @for source in index.sources() {
            @let text = source_on(source, &ids, &cited);
            @if let Some(text) = text {
                h3 { a href={ (ROOT) (source_path(&source.id)) } { (source.id) } ": " (source.title) }
                (text)
            }
        }
    }
}

fn source_on(source: &Source, axes: &[String], cited: &BTreeSet<&str>) -> Option<Markup> {
    let on = |statement: &&Statement| statement.supports.iter().any(|support| axes.contains(&support.knob));
    let direct: Vec<&Statement> = source.statements.iter().filter(on).collect();
    let other: Vec<&Statement> = (source.statements.iter())
        .filter(|statement| cited.contains(statement.id.as_str()) && !on(statement))
        .collect();
    let silent: Vec<_> = source.silent.iter().filter(|silence| axes.contains(&silence.knob)).collect();
    if direct.is_empty() && other.is_empty() && silent.is_empty() {
        return None;
    }
    Some(html! {
        ul.statements {
            @for statement in direct {
                li {
                    (saying(source, statement))
                    @let supports = statement.supports.iter().filter(|support| axes.contains(&support.knob));
                    ul {
                        @for support in supports {
                            li {
                                (Manner::Says(support.how).badge()) " "
                                @if axes.len() > 1 { code { (support.knob) } " = " }
                                code { (support.value) }
                                @if let Some(why) = &support.why { " – " (why) }
                            }
                        }
                    }
                }
            }
            @for silence in silent {
                li {
                    (Manner::Silent.badge()) " "
                    @if axes.len() > 1 { code { (silence.knob) } " = " }
                    code { (silence.value) } " – " (silence.why)
                }
            }
            @for statement in other { li { (saying(source, statement)) } }
        }
    })
}

/// Shows a statement with its place and the words of the original.
pub fn saying(source: &Source, statement: &Statement) -> Markup {
    html! {
        (statement.says)
        @if let Some(quote) = &statement.quote { " " q lang=[language(&source.language)] { (quote) } }
        " (" a href={ (ROOT) (source_path(&source.id)) "#" (statement.id) } { (statement.id) } ", " (statement.place) ")"
    }
}

/// Returns the code of a language.
pub fn language(name: &str) -> Option<&'static str> {
    match name {
        "Turkish" => Some("tr"),
        "Dutch" => Some("nl"),
        "Arabic" => Some("ar"),
        _ => None,
    }
}
