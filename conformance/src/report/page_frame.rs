//! What all pages have in common.

use maud::{DOCTYPE, Markup, html};

/// A page: its title, and how to get from it to the folder of the site.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The title, which is the heading too.
    pub title: &'a str,
    /// The way to the folder of the site, with `/` at the end; empty in it.
    pub root: &'a str,
    /// Whether there are boards on it.
    pub boards: bool,
}

impl Frame<'_> {
    /// The whole page.
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

/// A table that may be wider than the screen, in a box that scrolls.
pub fn scroll(label: &str, table: &Markup) -> Markup {
    html! { div.scroll role="region" tabindex="0" aria-label=(label) { (table) } }
}

/// Names as code, with commas between.
pub fn codes<T: AsRef<str>>(names: &[T]) -> Markup {
    html! {
        @for (index, name) in names.iter().enumerate() {
            @if index > 0 { ", " }
            code { (name.as_ref()) }
        }
    }
}

/// A number with a noun in the right form.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
