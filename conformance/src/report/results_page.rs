//! What both generators make of the cases.

use super::Game;
use super::page_frame::{Frame, scroll};
use super::suite_index::{SuiteIndex, case_href};
use crate::generator::Generator;
use crate::run::{Ran, run as run_cases};
use maud::{Markup, html};
use std::ops::Add;

/// How many there are of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Cases.
    pub cases: usize,
    /// Expectations.
    pub expectations: usize,
    /// Runs of a case under a ruleset in a generator.
    pub runs: usize,
    /// Runs in which something differs.
    pub failures: usize,
}

impl Add for Totals {
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

/// The cases of one file.
pub struct FileResult {
    name: String,
    totals: Totals,
}

/// A run that differs.
struct Failed {
    case: String,
    href: String,
    value: &'static str,
    rules: String,
    generator: &'static str,
    position: String,
    differences: Vec<String>,
}

/// The results of one game.
pub struct GameResult {
    game: &'static str,
    generators: [&'static str; 2],
    files: Vec<FileResult>,
    failures: Vec<Failed>,
}

impl GameResult {
    /// All files together.
    pub fn totals(&self) -> Totals {
        self.files.iter().map(|file| file.totals).fold(Totals::default(), Add::add)
    }
}

/// Runs every case of a game under the presets with its knobs set, through both generators.
pub fn run<R: Game>(book: &SuiteIndex<'_, R>) -> GameResult {
    let mut files: Vec<FileResult> = Vec::new();
    let mut failures = Vec::new();
    for Ran { case, runs, failed } in run_cases(&book.suite.cases) {
        let totals = Totals {
            cases: 1,
            expectations: case.expect.iter().map(|expected| expected.len()).sum(),
            runs,
            failures: failed.len(),
        };
        let name = case.name.rsplit_once('/').map_or(case.name.as_str(), |parts| parts.0);
        match files.iter_mut().find(|file| file.name == name) {
            Some(file) => file.totals = file.totals + totals,
            None => files.push(FileResult { name: name.to_owned(), totals }),
        }
        failures.extend(failed.into_iter().map(|failed| Failed {
            case: case.name.clone(),
            href: case_href("", case),
            value: case.value_name(failed.varied),
            rules: failed.rules.to_string(),
            generator: failed.generator,
            position: failed.failure.position,
            differences: failed.failure.differences,
        }));
    }
    GameResult { game: R::GAME, generators: [R::Fast::NAME, R::Slow::NAME], files, failures }
}

/// The page.
pub fn page(games: &[GameResult]) -> String {
    let all = games.iter().map(GameResult::totals).fold(Totals::default(), Add::add);
    let body = html! {
        p.lead {
            (all.cases) " cases with " (all.expectations) " expectations, " (all.runs)
            " runs through two generators that share no code: "
            strong { @if all.failures == 0 { "all hold" } @else { (all.failures) " runs differ" } } "."
        }
        p {
            "Each case is run under every preset, with the knobs that it names set as it says, "
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

fn table(game: &GameResult) -> Markup {
    let row = |totals: Totals| {
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

fn failure(failed: &Failed) -> Markup {
    let Failed { case, href, value, rules, generator, position, differences } = failed;
    html! {
        a href=(href) { code { (case) } } ", " (value) ", under " code { (rules) } " by the " (generator) " generator, at "
        code { (position) } ": " (differences.join("; "))
    }
}
