//! The page of results: the cases in both generators.

use super::game::ReportedGame;
use super::page_frame::{Frame, scroll};
use super::suite_index::{SuiteIndex, case_href};
use crate::generator::Generator;
use crate::run::{CaseRuns, run as run_cases};
use maud::{Markup, html};
use std::ops::Add;

/// Numbers of cases and runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunTotals {
    /// The number of cases.
    pub cases: usize,
    /// The number of claims that the cases make.
    pub expectations: usize,
    /// The number of runs of a case under a ruleset in a generator.
    pub runs: usize,
    /// The number of runs in which something differs.
    pub failures: usize,
}

impl Add for RunTotals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            cases: self.cases + other.cases,
            expectations: self.expectations + other.expectations,
            runs: self.runs + other.runs,
            failures: self.failures + other.failures,
        }
    }
}

/// The results of the cases of one file.
pub struct FileResults {
    name: String,
    totals: RunTotals,
}

/// A run in which something differs, as a row of the page.
struct FailedRow {
    case: String,
    href: String,
    value: &'static str,
    rules: String,
    generator: &'static str,
    position: String,
    differences: Vec<String>,
}

/// The results of one game.
pub struct GameResults {
    game: &'static str,
    generators: [&'static str; 2],
    files: Vec<FileResults>,
    failures: Vec<FailedRow>,
}

impl GameResults {
    /// Returns the totals of all files.
    pub fn totals(&self) -> RunTotals {
        self.files.iter().map(|file| file.totals).fold(RunTotals::default(), Add::add)
    }
}

/// Runs the cases of a game through both generators.
pub fn run<R: ReportedGame>(index: &SuiteIndex<'_, R>) -> GameResults {
    let mut files: Vec<FileResults> = Vec::new();
    let mut failures = Vec::new();
    for CaseRuns { case, count, failed } in run_cases(&index.suite.cases) {
        let totals = RunTotals {
            cases: 1,
            expectations: case.expect.iter().map(|expected| expected.len()).sum(),
            runs: count,
            failures: failed.len(),
        };
        let name = case.name.rsplit_once('/').map_or(case.name.as_str(), |parts| parts.0);
        match files.iter_mut().find(|file| file.name == name) {
            Some(file) => file.totals = file.totals + totals,
            None => files.push(FileResults { name: name.to_owned(), totals }),
        }
        failures.extend(failed.into_iter().map(|failed| FailedRow {
            case: case.name.clone(),
            href: case_href("", case),
            value: case.value_name(failed.varied),
            rules: failed.rules.to_string(),
            generator: failed.generator,
            position: failed.mismatch.position,
            differences: failed.mismatch.differences,
        }));
    }
    GameResults { game: R::GAME, generators: [R::Fast::NAME, R::Slow::NAME], files, failures }
}

/// Returns the page.
pub fn page(games: &[GameResults]) -> String {
    let all = games.iter().map(GameResults::totals).fold(RunTotals::default(), Add::add);
    let body = html! {
        p.lead {
            (all.cases) " cases with " (all.expectations) " expectations, " (all.runs)
            " runs through two generators that share no code: "
            strong { @if all.failures == 0 { "all hold" } @else { (all.failures) " runs failed" } } "."
        }
        p {
            "Each case runs under every preset, with the case's own knob values applied, "
            "by the fast generator and by a slow one written from the sources alone."
        }
        @for game in games {
            h2 { (game.game) }
            p { "Generators: " (game.generators.join(" and ")) "." }
            (table(game))
            @if !game.failures.is_empty() {
                h3 { "What differs" }
                ul.failures { @for failed in &game.failures { li { (failure(failed)) } } }
            }
        }
    };
    Frame { title: "Results", root: "", boards: false }.around(&body)
}

fn table(game: &GameResults) -> Markup {
    let row = |totals: RunTotals| {
        html! {
            td.number { (totals.cases) }
            td.number { (totals.expectations) }
            td.number { (totals.runs) }
            td.number { (totals.failures) }
        }
    };
    let table = html! {
        table.results {
            caption { "Cases of " (game.game) ", file by file" }
            thead {
                tr {
                    @for head in ["File", "Cases", "Expectations", "Runs", "Differ"] { th scope="col" { (head) } }
                }
            }
            tbody {
                @for file in &game.files {
                    @let topic = file.name.rsplit('/').next().unwrap_or_default();
                    tr { th scope="row" { (topic) } (row(file.totals)) }
                }
            }
            tfoot { tr { th scope="row" { "All" } (row(game.totals())) } }
        }
    };
    scroll(&format!("Results of {}", game.game), &table)
}

fn failure(failed: &FailedRow) -> Markup {
    let FailedRow { case, href, value, rules, generator, position, differences } = failed;
    html! {
        a href=(href) { code { (case) } } ", " (value) ", under " code { (rules) } " by the " (generator) " generator, at "
        code { (position) } ": " (differences.join("; "))
    }
}
