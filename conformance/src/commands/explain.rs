//! `conformance explain`: prints a rule, a statement or a case in full.

use super::board_text::indented;
use super::suite_folder::SuiteFolder;
use crate::case::Case;
use crate::generator::Tested;
use crate::sources::{Rule, Source, Statement};
use perft::shell::{Failure, Format, json_text, say};
use rules_core::{Axis, chaturaji, chaturanga};
use serde::Serialize;
use serde_json::json;

/// The arguments of `conformance explain`.
#[derive(clap::Args)]
pub struct Args {
    /// A rule (elephant-move), a statement (nl.elephant.leap), or a case (chaturanga/elephant/centre)
    id: String,
    #[command(flatten)]
    folder: SuiteFolder,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A rule, a statement or a case.
#[derive(Serialize)]
struct Explained {
    game: &'static str,
    kind: &'static str,
    id: String,
    says: String,
    lines: Vec<String>,
}

impl Explained {
    /// Something that has a text: a first line, and details.
    fn new<R: Tested>(kind: &'static str, id: &str, says: &str, text: &str) -> Self {
        let lines = text.lines().skip(1).map(str::to_owned).collect();
        Self { game: R::GAME, kind, id: id.to_owned(), says: says.to_owned(), lines }
    }
}

/// Prints everything with this id, in either game.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut text = String::new();
    let mut found = explain::<chaturanga::Rules>(args, &mut text)?;
    found.extend(explain::<chaturaji::Rules>(args, &mut text)?);
    if found.is_empty() {
        return Err(Failure::Misuse(format!(
            "there is no rule, statement or case {}; `conformance list` lists the cases, `perft rules` \
             the knobs",
            args.id
        )));
    }
    Ok(say(&match args.format {
        Format::Json => json_text(&json!({ "found": found }))?,
        Format::Text => text,
    })?)
}

/// Returns everything with this id in one game, and adds its text.
fn explain<R: Tested>(args: &Args, text: &mut String) -> Result<Vec<Explained>, Failure> {
    let suite = args.folder.load::<R>()?;
    let id = args.id.as_str();
    let mut found = Vec::new();
    let mut add = |kind, says: &str, one: String| {
        found.push(Explained::new::<R>(kind, id, says, &one));
        *text += &one;
    };
    for rule in suite.rules.iter().filter(|rule| rule.id == id) {
        let cases = case_lines(suite.cases.iter().filter(|case| case.rule == id));
        add("rule", &rule.says, rule_text::<R>(rule, &suite.sources) + &cases);
    }
    for source in &suite.sources {
        for statement in source.statements.iter().filter(|statement| statement.id == id) {
            let cites = |case: &&Case<R>| case.sources.iter().any(|cited| cited == id);
            let cases = case_lines(suite.cases.iter().filter(cites));
            add("statement", &statement.says, statement_text(source, statement) + &cases);
        }
    }
    for case in suite.cases.iter().filter(|case| case.name == id) {
        add("case", &case.title, case_text(case));
    }
    Ok(found)
}

fn case_lines<'a, R: 'static>(cases: impl Iterator<Item = &'a Case<R>>) -> String {
    cases.map(|case| format!("  case {}: {}\n", case.name, case.title)).collect()
}

fn rule_text<R: Tested>(rule: &Rule, sources: &[Source]) -> String {
    let mut text = format!("{} ({}): {}\n", rule.id, R::GAME, rule.says);
    for axis in Axis::<R>::all().filter(|axis| axis.knob() == rule.id || axis.to_string() == rule.id) {
        for value in axis.names() {
            text += &format!("  {axis} = {value}\n");
            for (statement, support) in sources.iter().flat_map(|source| source.bearing_on(axis, value)) {
                text += &format!("    {} ({}): {}\n", statement.id, support.how, statement.says);
            }
            for source in sources {
                if let Some(silence) = source.silence(axis, value) {
                    text += &format!("    {} (assumed): {}\n", source.id, silence.why);
                }
            }
            let unsupported = rule.unsupported.iter().filter(|one| one.value == value);
            text += &unsupported.map(|one| format!("    no statement: {}\n", one.why)).collect::<String>();
        }
    }
    text
}

fn statement_text(source: &Source, statement: &Statement) -> String {
    let Statement { id, place, says, quote, supports, contradicts, untestable } = statement;
    let mut text = format!("{id}: {says}\n  {} ({}), {place}\n", source.title, source.language);
    text += &quote.iter().map(|quote| format!("  in its words: {quote}\n")).collect::<String>();
    for support in supports {
        let why = support.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        text += &format!("  {} = {}, {}{why}\n", support.knob, support.value, support.how);
    }
    text += &contradicts.iter().map(|other| format!("  contradicts {other}\n")).collect::<String>();
    text += &untestable.iter().map(|why| format!("  no position can test it: {why}\n")).collect::<String>();
    text
}

fn case_text<R: Tested>(case: &Case<R>) -> String {
    let Case { name, title, rule, sources, given, position, line, expect, .. } = case;
    let mut text =
        format!("{name}: {title}\n  {}\n  rule {rule}, sources {}\n", case.place(), sources.join(", "));
    for (axis, values) in given {
        let names: Vec<&str> = values.iter().map(|&value| axis.values()[value].id).collect();
        text += &format!("  given {axis} = {}\n", names.join(" or "));
    }
    text += &format!("  {position}\n");
    text += &indented(position, 4);
    if !line.is_empty() {
        text += &format!("  after {}\n", line.join(" "));
    }
    for (index, expected) in expect.iter().enumerate() {
        text += &format!("  {}:\n", case.value_name(index));
        text += &expected.lines().iter().map(|line| format!("    {line}\n")).collect::<String>();
    }
    text
}
