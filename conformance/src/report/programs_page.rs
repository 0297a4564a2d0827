//! The page of other programs: where they differ from the cases, and why.

use super::game::ReportedGame;
use super::page_frame::{Frame, count, scroll};
use super::suite_index::{SuiteIndex, case_href};
use crate::against::{Disagreement, KnownProgram, KnownRun, VerdictTotals};
use maud::{Markup, html};
use rules_core::{chaturaji, chaturanga};

/// Returns the page. It shows the files in `expectations/`, which hold what `conformance against` found.
pub fn page(
    known: &[KnownProgram],
    two: &SuiteIndex<'_, chaturanga::Rules>,
    four: &SuiteIndex<'_, chaturaji::Rules>,
) -> String {
    let link = |case: &str| named(case, two).or_else(|| named(case, four));
    let body = html! {
        p.lead {
            "Other programs, tested with the cases by " code { "conformance against" }
            ": where they agree, where they differ, and why."
        }
        p {
            "A program is sent the questions of a case and never sees the expectations. It agrees in part if it supports "
            "only some of the questions, such as the moves but not the outcome; for some cases it supports none. "
            "The cause of each difference was determined by hand; it is not always a defect of the program."
        }
        @for program in known { (section(program, &link)) }
        @if known.is_empty() { p { "No program has been tested yet." } }
    };
    Frame { title: "Other programs", root: "", boards: false }.around(&body)
}

fn named<R: ReportedGame>(name: &str, index: &SuiteIndex<'_, R>) -> Option<(String, String)> {
    let case = index.suite.cases.iter().find(|case| case.name == name)?;
    Some((case_href("", case), case.title.clone()))
}

type Link<'a> = &'a dyn Fn(&str) -> Option<(String, String)>;

fn section(known: &KnownProgram, link: Link<'_>) -> Markup {
    let KnownProgram { program, version, about, runs, .. } = known;
    html! {
        h2 { (program) " " (version) }
        p { (about) "." }
        (table(known))
        @for run in runs.iter().filter(|run| !run.differs.is_empty()) {
            h3 { "Where it differs under " code { (run.ruleset) } }
            @for Disagreement { reason, cases } in &run.differs {
                p { strong { (count(cases.len(), "case", "cases")) ": " } (reason) "." }
                ul {
                    @for case in cases {
                        li {
                            @match link(case) {
                                Some((href, title)) => { a href=(href) { code { (case) } } ": " (title) }
                                None => code { (case) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn table(known: &KnownProgram) -> Markup {
    let table = html! {
        table.results {
            caption { "Cases that cover each ruleset, by the verdict on " (known.program) }
            thead {
                tr {
                    @for head in ["Ruleset", "It plays", "Agrees", "of these in part", "Differs", "Unsupported"] {
                        th scope="col" { (head) }
                    }
                }
            }
            tbody { @for run in &known.runs { (row(run)) } }
        }
    };
    scroll(&format!("Verdicts on {}", known.program), &table)
}

fn row(run: &KnownRun) -> Markup {
    let VerdictTotals { agrees, partial, differs, cannot, .. } = run.totals;
    html! {
        tr {
            th scope="row" { code { (run.ruleset) } }
            td {
                @if let Some(variant) = &run.variant { code { (variant) } }
                @match &run.definitions {
                    Some(file) => { " of " code { (file) } }
                    None => " of its own",
                }
            }
            @for number in [agrees, partial, differs, cannot] { td.number { (number) } }
        }
    }
}
