//! The frame of every page, and elements that pages share.

use maud::{DOCTYPE, Markup, html};

/// A page: its title, and the path from it to the folder of the site.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The title, which is also the heading.
    pub title: &'a str,
    /// The relative path to the folder of the site, with `/` at the end; empty for a page in that folder.
    pub root: &'a str,
    /// Whether the page has boards.
    pub boards: bool,
}

impl Frame<'_> {
    /// Returns the whole page.
    pub fn around(self, body: &Markup) -> String {
        let Self { title, root, boards } = self;
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) " · Rules of chaturanga" }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (root) "style.css" };
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header {
                        nav aria-label="Site" {
                            a href={ (root) "index.html" } { "Rules and sources" }
                            a href={ (root) "compare.html" } { "Readings compared" }
                            a href={ (root) "results.html" } { "Results" }
                            a href={ (root) "programs.html" } { "Other programs" }
                        }
                    }
                    main #main {
                        h1 { (title) }
                        (body)
                    }
                    footer { p { "Written by " code { "conformance report" } " from the cases and sources of the suite." } }
                    @if boards { (super::board_drawing::shapes()) }
                }
            }
        }
        .into_string()
    }
}

/// Puts a table that may be wider than the screen in a box that scrolls.
pub fn scroll(label: &str, table: &Markup) -> Markup {
    html! { div.scroll role="region" tabindex="0" aria-label=(label) { (table) } }
}

/// Shows names as code, with commas between them.
pub fn codes<T: AsRef<str>>(names: &[T]) -> Markup {
    html! {
        @for (nth, name) in names.iter().enumerate() {
            @if nth > 0 { ", " }
            code { (name.as_ref()) }
        }
    }
}

/// Returns a number with its noun in the singular or plural.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
