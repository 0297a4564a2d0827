//! The first page: a table of rules by source.

use super::game::ReportedGame;
use super::page_frame::{Frame, count, scroll};
use super::source_page::link;
use super::suite_index::{Manner, Stance, SuiteIndex, rule_href};
use crate::sources::{How, Rule, Source};
use maud::{Markup, html};
use rules_core::{chaturaji, chaturanga};

/// Returns the page.
pub fn page(two: &SuiteIndex<'_, chaturanga::Rules>, four: &SuiteIndex<'_, chaturaji::Rules>) -> String {
    let manners = [
        Manner::Says(How::Explicit),
        Manner::Says(How::Inferred),
        Manner::Says(How::Assumed),
        Manner::Silent,
        Manner::Says(How::Contradicts),
    ];
    let body = html! {
        p.lead {
            "This site lists, statement by statement, what the sources say about the rules of chaturanga, the two-player "
            "game, and chaturaji, the four-player game, with a test position for every rule and every point of disagreement."
        }
        p {
            "The page of a rule shows what each source says about it and all its positions as boards; the page of a source "
            "shows all its statements. " a href="compare.html" { "Readings compared" } " puts the main readings side by side, "
            a href="results.html" { "Results" } " shows how two move generators that share no code answer all cases, and "
            a href="programs.html" { "Other programs" } " shows the results of other programs."
        }
        h2 { "Signs" }
        dl.signs { @for manner in manners { div { dt { (manner.badge()) } dd { (manner.meaning()) } } } }
        (game(two, "Chaturanga, the two-player game"))
        (game(four, "Chaturaji, the four-player game"))
    };
    Frame { title: "Rules and sources", root: "", boards: false }.around(&body)
}

fn game<R: ReportedGame>(index: &SuiteIndex<'_, R>, name: &str) -> Markup {
    let sources = index.sources();
    let (knobs, shared): (Vec<&Rule>, Vec<&Rule>) =
        index.rules().partition(|rule| index.knob(&rule.id).is_some());
    let statements: usize = sources.iter().map(|source| source.statements.len()).sum();
    html! {
        h2 { (name) }
        p {
            (count(index.suite.cases.len(), "case", "cases")) " and "
            (count(statements, "statement", "statements")) " of "
            (count(sources.len(), "source", "sources")) "."
        }
        h3 { "Where they differ" }
        (differing(index, &knobs, &sources))
        h3 { "What all readings share" }
        dl.long {
            @for rule in shared {
                div {
                    dt { a href=(rule_href("", R::GAME, &rule.id)) { (rule.id) } }
                    dd {
                        (rule.says) " "
                        @let cases = index.suite.cases.iter().filter(|case| case.rule == rule.id);
                        span.quiet { (count(cases.count(), "case", "cases")) @let sources = behind(index, rule);
                            @if !sources.is_empty() { ", after " }
                            @for (nth, source) in sources.into_iter().enumerate() { @if nth > 0 { ", " } (link("", source)) }
                        }
                    }
                }
            }
        }
        h3 { "The sources" }
        dl.long {
            @for source in sources { div { dt { (link("", source)) } dd { (source.title) } } }
        }
    }
}

/// Returns the sources that the cases of a rule cite.
fn behind<'a, R: ReportedGame>(index: &SuiteIndex<'a, R>, rule: &Rule) -> Vec<&'a Source> {
    let cases = index.suite.cases.iter().filter(|case| case.rule == rule.id);
    let cited: Vec<&str> = cases.flat_map(|case| &case.sources).map(String::as_str).collect();
    let is_cited =
        |source: &&Source| source.statements.iter().any(|statement| cited.contains(&statement.id.as_str()));
    index.suite.sources.iter().filter(is_cited).collect()
}

fn differing<R: ReportedGame>(index: &SuiteIndex<'_, R>, knobs: &[&Rule], sources: &[&Source]) -> Markup {
    let axes: Vec<String> =
        knobs.iter().flat_map(|rule| index.axes(&rule.id)).map(|axis| axis.to_string()).collect();
    let holds = |source: &&&Source| axes.iter().any(|axis| !index.stances(source, axis).is_empty());
    let sources: Vec<&Source> = sources.iter().filter(holds).copied().collect();
    let label = format!("Rules of {} by source", R::GAME);
    let table = html! {
        table.matrix {
            caption { "What each source says about each rule of " (R::GAME) }
            thead {
                tr { th scope="col" { "Rule" } @for source in &sources { th scope="col" { (link("", source)) } } }
            }
            tbody {
                @for axis in &axes {
                    tr {
                        th scope="row" { a href=(rule_href("", R::GAME, axis)) { (axis) } }
                        @for source in &sources { td { (cell(index.stances(source, axis))) } }
                    }
                }
            }
        }
    };
    scroll(&label, &table)
}

/// Shows the values that a source supports, each with the sign of how it does.
fn cell(stances: Vec<Stance>) -> Markup {
    html! {
        @for Stance { value, how } in stances {
            span class={ "stance " (how.word()) } {
                span aria-hidden="true" { (how.sign()) }
                span.unseen { (how.word()) ": " }
                " " @if how == Manner::Says(How::Contradicts) { "not " } (value)
            }
        }
    }
}
