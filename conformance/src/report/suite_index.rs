//! What the pages look up in a suite, and the addresses of pages.

use super::game::ReportedGame;
use crate::case::Case;
use crate::sources::{How, Rule, Source, Statement};
use crate::suite::Suite;
use maud::{Markup, html};
use rules_core::Axis;
use rules_core::Knob;
use std::collections::BTreeMap;

/// A suite with an index of its statements.
pub struct SuiteIndex<'a, R: 'static> {
    /// The suite.
    pub suite: &'a Suite<R>,
    statements: BTreeMap<&'a str, (&'a Source, &'a Statement)>,
}

/// The position of a source on a knob.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stance {
    /// The value.
    pub value: String,
    /// How the source comes to the value.
    pub how: Manner,
}

/// How a source comes to a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Manner {
    /// A statement supports or contradicts it.
    Says(How),
    /// The source is silent, and its readings take the value.
    Silent,
}

impl Manner {
    /// Returns the word for the manner.
    pub fn word(self) -> &'static str {
        match self {
            Self::Says(How::Explicit) => "explicit",
            Self::Says(How::Inferred) => "inferred",
            Self::Says(How::Assumed) => "assumed",
            Self::Says(How::Contradicts) => "against",
            Self::Silent => "silent",
        }
    }

    /// Returns the sign for the manner.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Says(How::Explicit) => "●",
            Self::Says(How::Inferred) => "◐",
            Self::Says(How::Assumed) => "○",
            Self::Says(How::Contradicts) => "✕",
            Self::Silent => "–",
        }
    }

    /// Returns what the manner means, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Says(How::Explicit) => "the source says so explicitly",
            Self::Says(How::Inferred) => "it follows from what the source says",
            Self::Says(How::Assumed) => {
                "a statement leaves it open, and the readings of the source take this value"
            }
            Self::Says(How::Contradicts) => "the source contradicts this value and supports no other",
            Self::Silent => "the source is silent, and its readings take this value",
        }
    }

    /// Shows the word with its sign.
    pub fn badge(self) -> Markup {
        html! { span class={ "how " (self.word()) } { span aria-hidden="true" { (self.sign()) " " } (self.word()) } }
    }
}

impl<'a, R: ReportedGame> SuiteIndex<'a, R> {
    /// Makes the index.
    pub fn new(suite: &'a Suite<R>) -> Self {
        let all = suite
            .sources
            .iter()
            .flat_map(|source| source.statements.iter().map(move |statement| (source, statement)));
        let statements = all.map(|pair| (pair.1.id.as_str(), pair)).collect();
        Self { suite, statements }
    }

    /// Returns the rules that have a page. A single file of a knob is on the page of the knob.
    pub fn rules(&self) -> impl Iterator<Item = &'a Rule> {
        self.suite.rules.iter().filter(|rule| !rule.id.contains('.'))
    }

    /// Returns the sources, those of first rank first.
    pub fn sources(&self) -> Vec<&'a Source> {
        let mut sources: Vec<&Source> = self.suite.sources.iter().collect();
        sources.sort_by_key(|source| source.secondary);
        sources
    }

    /// Returns the knob with this id.
    pub fn knob(&self, id: &str) -> Option<&'static Knob<R>> {
        R::KNOBS.iter().find(|knob| knob.id == id)
    }

    /// Returns the knob of a rule as axes: none if the rule is not a knob, eight if the knob is a set of
    /// files.
    pub fn axes(&self, rule: &str) -> Vec<Axis<R>> {
        Axis::all().filter(|axis| axis.knob() == rule).collect()
    }

    /// Returns the rule with this id.
    pub fn rule(&self, id: &str) -> Option<&'a Rule> {
        self.suite.rules.iter().find(|rule| rule.id == id)
    }

    /// Returns the source of a statement.
    pub fn source_of(&self, statement: &str) -> Option<&'a Source> {
        self.statements.get(statement).map(|pair| pair.0)
    }

    /// Returns the cases that cite a statement.
    pub fn cases_of(&self, statement: &str) -> impl Iterator<Item = &'a Case<R>> {
        self.suite.cases.iter().filter(move |case| case.sources.iter().any(|id| id == statement))
    }

    /// Returns the stances of a source on a knob, the most explicit first. Values that it contradicts are
    /// included only if there is no other stance.
    pub fn stances(&self, source: &Source, axis: &str) -> Vec<Stance> {
        let mut best: Vec<Stance> = Vec::new();
        let supports = source.statements.iter().flat_map(|statement| &statement.supports);
        let said = supports
            .filter(|support| support.knob == axis)
            .map(|support| (support.value.as_str(), Manner::Says(support.how)));
        let silent = source.silent.iter().filter(|silence| silence.knob == axis);
        for (value, how) in said.chain(silent.map(|silence| (silence.value.as_str(), Manner::Silent))) {
            match best.iter_mut().find(|stance| {
                stance.value == value
                    && (stance.how == Manner::Says(How::Contradicts))
                        == (how == Manner::Says(How::Contradicts))
            }) {
                Some(stance) => stance.how = stance.how.min(how),
                None => best.push(Stance { value: value.to_owned(), how }),
            }
        }
        best.sort_by_key(|stance| stance.how);
        if best.iter().any(|stance| stance.how != Manner::Says(How::Contradicts)) {
            best.retain(|stance| stance.how != Manner::Says(How::Contradicts));
        }
        best
    }

    /// Links to a statement by its id.
    pub fn statement_link(&self, root: &str, id: &str) -> Markup {
        match self.source_of(id) {
            Some(source) => html! { a href={ (root) (source_path(&source.id)) "#" (id) } { (id) } },
            None => html! { (id) },
        }
    }
}

/// Returns what a value of a knob means.
pub fn meaning<R: ReportedGame>(axis: Axis<R>, value: usize) -> &'static str {
    axis.values().get(value).map_or("", |value| value.meaning)
}

/// Returns the path of the page of a rule.
pub fn rule_path(game: &str, rule: &str) -> String {
    format!("rule/{game}-{rule}.html")
}

/// Returns the path of the page of a source.
pub fn source_path(source: &str) -> String {
    format!("source/{source}.html")
}

/// Returns the address of a rule, or of a single file of a knob.
pub fn rule_href(root: &str, game: &str, rule: &str) -> String {
    match rule.split_once('.') {
        Some((knob, _)) => format!("{root}{}#{rule}", rule_path(game, knob)),
        None => format!("{root}{}", rule_path(game, rule)),
    }
}

/// Returns the address of a case.
pub fn case_href<R: ReportedGame>(root: &str, case: &Case<R>) -> String {
    let page = case.rule.split('.').next().unwrap_or_default();
    format!("{root}{}#{}", rule_path(R::GAME, page), case.name)
}
