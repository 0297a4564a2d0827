//! The page of a source.

use super::board_drawing::Squares;
use super::case_article::{board_of, links};
use super::game::ReportedGame;
use super::page_frame::{Frame, count, scroll};
use super::rule_page::language;
use super::suite_index::{Manner, SuiteIndex, rule_href, source_path};
use crate::sources::{Source, Statement};
use maud::{Markup, html};

const ROOT: &str = "../";

/// Returns the page: what the source is, which rulesets it supports, and its statements one by one.
pub fn page<R: ReportedGame>(index: &SuiteIndex<'_, R>, source: &Source) -> String {
    let body = html! {
        dl {
            div { dt { "Id" } dd { code { (source.id) } } }
            div { dt { "Game" } dd { (source.game) } }
            div { dt { "Language" } dd { (source.language) } }
            @if let Some(found) = &source.found { div { dt { "Found" } dd { (address(found)) } } }
            div {
                dt { "Rank" }
                dd { @if source.secondary { "secondary, or known only from excerpts" } @else { "one of the main texts of the project" } }
            }
            @if let Some(squares) = board_of(source) {
                div { dt { "Board" } dd { @match squares { Squares::Chequered => "chequered, h1 light", Squares::OneColour => "squares of one colour" } } }
            }
        }
        @if !source.readings.is_empty() {
            h2 { "Readings" }
            (readings(source))
        }
        h2 { "Statements" }
        p { (count(source.statements.len(), "statement", "statements")) ", in the order of the source." }
        @for statement in &source.statements { (show(index, source, statement)) }
        @if !source.silent.is_empty() {
            h2 { "Silent" }
            ul {
                @for silence in &source.silent {
                    li {
                        a href=(rule_href(ROOT, R::GAME, &silence.knob)) { (silence.knob) } ": its readings take "
                        code { (silence.value) } ". " (silence.why)
                    }
                }
            }
        }
        @if !source.not_modelled.is_empty() {
            h2 { "Not modelled" }
            dl.long { @for rule in &source.not_modelled { div { dt { (rule.what) } dd { (rule.why) } } } }
        }
    };
    Frame { title: &source.title, root: ROOT, boards: false }.around(&body)
}

fn readings(source: &Source) -> Markup {
    let table = html! {
        table {
            caption { "Rulesets that the source supports" }
            thead { tr { th scope="col" { "Reading" } th scope="col" { "Ruleset" } } }
            tbody {
                @for reading in &source.readings {
                    tr { th scope="row" { (reading.id) } td { code { (reading.rules) } } }
                }
            }
        }
    };
    scroll("Rulesets that the source supports", &table)
}

fn show<R: ReportedGame>(index: &SuiteIndex<'_, R>, source: &Source, statement: &Statement) -> Markup {
    let cases: Vec<_> = index.cases_of(&statement.id).collect();
    html! {
        article.statement id=(statement.id) {
            h3 { (statement.id) }
            p { (statement.says) }
            @if let Some(quote) = &statement.quote { blockquote lang=[language(&source.language)] { (quote) } }
            p.place { "At: " (statement.place) }
            @if !statement.supports.is_empty() {
                ul {
                    @for support in &statement.supports {
                        li {
                            (Manner::Says(support.how).badge()) " "
                            a href=(rule_href(ROOT, R::GAME, &support.knob)) { (support.knob) }
                            " = " code { (support.value) }
                            @if let Some(why) = &support.why { " – " (why) }
                        }
                    }
                }
            }
            @if !statement.contradicts.is_empty() {
                p {
                    "Contradicts "
                    @for (nth, id) in statement.contradicts.iter().enumerate() {
                        @if nth > 0 { ", " }
                        (index.statement_link(ROOT, id))
                    }
                    "."
                }
            }
            @if let Some(why) = &statement.untestable { p { "Untestable: " (why) } }
            @if !cases.is_empty() {
                details {
                    summary { (count(cases.len(), "case relies", "cases rely")) " on it" }
                    (links(ROOT, cases.into_iter()))
                }
            }
        }
    }
}

/// Shows where a source is found, with a link if it is an address.
fn address(found: &str) -> Markup {
    html! {
        @if found.starts_with("http") && !found.contains(' ') { a href=(found) { (found) } } @else { (found) }
    }
}

/// Links to a source by its id.
pub fn link(root: &str, source: &Source) -> Markup {
    html! { a href={ (root) (source_path(&source.id)) } { (source.id) } }
}
