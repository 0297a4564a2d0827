//! The suite as a static site: pages that need no server, network or script.

mod board_drawing;
mod board_marks;
mod case_article;
mod game;
mod index_page;
mod page_frame;
mod programs_page;
mod readings_page;
mod results_page;
mod rule_page;
mod site_files;
mod source_page;
mod suite_index;

use crate::against::KnownProgram;
use crate::suite::Suite;
use game::ReportedGame;
pub use results_page::RunTotals;
use rules_core::{chaturaji, chaturanga};
pub use site_files::{SiteFile, WriteError, permit, write};
use suite_index::SuiteIndex;

/// The whole site, and the totals of the runs that it shows.
#[derive(Clone, Debug)]
pub struct Site {
    /// The files of the site.
    pub files: Vec<SiteFile>,
    /// The runs of both games.
    pub totals: RunTotals,
}

/// Runs the cases of both games through both generators and builds the site, with the known results of other
/// programs.
pub fn site(two: &Suite<chaturanga::Rules>, four: &Suite<chaturaji::Rules>, known: &[KnownProgram]) -> Site {
    let (two, four) = (SuiteIndex::new(two), SuiteIndex::new(four));
    let results = [results_page::run(&two), results_page::run(&four)];
    let mut files = vec![
        SiteFile::new("style.css", include_str!("style.css")),
        SiteFile::new("index.html", index_page::page(&two, &four)),
        SiteFile::new("compare.html", readings_page::page(&two, &four)),
        SiteFile::new("results.html", results_page::page(&results)),
        SiteFile::new("programs.html", programs_page::page(known, &two, &four)),
    ];
    files.extend(pages(&two));
    files.extend(pages(&four));
    let [first, second] = results;
    Site { files, totals: first.totals() + second.totals() }
}

/// Returns a page for each rule and each source of a game.
fn pages<R: ReportedGame>(index: &SuiteIndex<'_, R>) -> Vec<SiteFile> {
    let rules = index
        .rules()
        .map(|rule| SiteFile::new(suite_index::rule_path(R::GAME, &rule.id), rule_page::page(index, rule)));
    let sources =
        index.suite.sources.iter().map(|source| {
            SiteFile::new(suite_index::source_path(&source.id), source_page::page(index, source))
        });
    rules.chain(sources).collect()
}
