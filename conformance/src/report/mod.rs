//! The suite as a static site: pages that read without server, network or script.

use crate::against::known::Known;
use crate::generator::Tested;
use crate::suite::Suite;
use rules_core::{RulesError, chaturaji, chaturanga};
use std::str::FromStr;

mod board_drawing;
mod board_marks;
mod case_article;
mod index_page;
mod page_frame;
mod programs_page;
mod readings_page;
mod results_page;
mod rule_page;
mod site_files;
mod source_page;
mod suite_index;

pub use results_page::Totals;
pub use site_files::{MARKER, WriteError, permit, write};

use suite_index::SuiteIndex;

/// A game whose rules have a text form.
trait Game: Tested + FromStr<Err = RulesError> {}

impl<R: Tested + FromStr<Err = RulesError>> Game for R {}

/// A file of the site.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it goes below the folder of the site, with `/` between names.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The whole site, and how the cases fared on the way.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its files.
    pub files: Vec<File>,
    /// The results of both generators.
    pub totals: Totals,
}

/// Runs the cases of both games through both generators and builds the site, with what is known of other programs.
pub fn site(two: &Suite<chaturanga::Rules>, four: &Suite<chaturaji::Rules>, known: &[Known]) -> Site {
    let (two, four) = (SuiteIndex::new(two), SuiteIndex::new(four));
    let games = [results_page::run(&two), results_page::run(&four)];
    let mut files = vec![
        File { path: "style.css".to_owned(), text: include_str!("style.css").to_owned() },
        File { path: "index.html".to_owned(), text: index_page::index(&two, &four) },
        File { path: "compare.html".to_owned(), text: readings_page::page(&two, &four) },
        File { path: "results.html".to_owned(), text: results_page::page(&games) },
        File { path: "programs.html".to_owned(), text: programs_page::page(known, &two, &four) },
    ];
    files.extend(pages(&two));
    files.extend(pages(&four));
    let [first, second] = games;
    Site { files, totals: first.totals() + second.totals() }
}

/// A page for each rule and each source of a game.
fn pages<R: Game>(book: &SuiteIndex<'_, R>) -> Vec<File> {
    let rules = book.rules().map(|rule| File {
        path: suite_index::rule_path(R::GAME, &rule.id),
        text: rule_page::page(book, rule),
    });
    let sources = book.suite.sources.iter().map(|source| File {
        path: suite_index::source_path(&source.id),
        text: source_page::page(book, source),
    });
    rules.chain(sources).collect()
}
