//! `conformance explain`: a rule, a statement or a case in full.

use super::run::Folder;
use conformance::check::board;
use conformance::generator::Tested;
use conformance::point::Point;
use conformance::sources::{Rule, Source, Statement};
use conformance::suite::Case;
use perft::cli::{Failure, say};
use rules_core::{chaturaji, chaturanga};

/// The arguments of `conformance explain`.
#[derive(clap::Args)]
pub struct Args {
    /// A rule (elephant-move), a statement (nl.elephant.leap), or a case (chaturanga/elephant/centre)
    id: String,
    #[command(flatten)]
    folder: Folder,
}

/// Prints all that has this id, in either game.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = explain::<chaturanga::Rules>(args)? + &explain::<chaturaji::Rules>(args)?;
    if text.is_empty() {
        return Err(Failure::Misuse(format!(
            "there is no rule, statement or case {}; `conformance list` lists the cases, `perft rules` the knobs",
            args.id
        )));
    }
    Ok(say(&text)?)
}

fn explain<R: Tested>(args: &Args) -> Result<String, Failure> {
    let suite = args.folder.load::<R>()?;
    let id = args.id.as_str();
    let mut text = String::new();
    for rule in suite.rules.iter().filter(|rule| rule.id == id) {
        text += &rule_text::<R>(rule, &suite.sources);
        let cases = suite.cases.iter().filter(|case| case.rule == id);
        text += &cases.map(|case| format!("  case {}: {}\n", case.name, case.title)).collect::<String>();
    }
    for source in &suite.sources {
        for statement in source.statements.iter().filter(|statement| statement.id == id) {
            text += &statement_text(source, statement);
            let cases = suite.cases.iter().filter(|case| case.sources.iter().any(|cited| cited == id));
            text += &cases.map(|case| format!("  case {}: {}\n", case.name, case.title)).collect::<String>();
        }
    }
    for case in suite.cases.iter().filter(|case| case.name == id) {
        text += &case_text(case);
    }
    Ok(text)
}

fn rule_text<R: Tested>(rule: &Rule, sources: &[Source]) -> String {
    let mut text = format!("{} ({}): {}\n", rule.id, R::GAME, rule.says);
    for point in Point::<R>::all().filter(|point| point.knob() == rule.id || point.to_string() == rule.id) {
        for value in point.values() {
            text += &format!("  {point} = {value}\n");
            for (statement, support) in sources.iter().flat_map(|source| source.on(point, value)) {
                text += &format!("    {} ({}): {}\n", statement.id, support.how, statement.says);
            }
            for (source, silence) in
                sources.iter().filter_map(|source| Some((source, source.silence(point, value)?)))
            {
                text += &format!("    {} (assumed): {}\n", source.id, silence.why);
            }
            let unsupported = rule.unsupported.iter().filter(|one| one.value == value);
            text += &unsupported.map(|one| format!("    no statement: {}\n", one.why)).collect::<String>();
        }
    }
    text
}

fn statement_text(source: &Source, statement: &Statement) -> String {
    let mut text = format!(
        "{}: {}\n  {} ({}), {}\n",
        statement.id, statement.says, source.title, source.language, statement.place
    );
    text += &statement.quote.iter().map(|quote| format!("  in its words: {quote}\n")).collect::<String>();
    for support in &statement.supports {
        let why = support.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        text += &format!("  {} = {}, {}{why}\n", support.knob, support.value, support.how);
    }
    text += &statement.contradicts.iter().map(|other| format!("  contradicts {other}\n")).collect::<String>();
    text += &statement
        .untestable
        .iter()
        .map(|why| format!("  no position can test it: {why}\n"))
        .collect::<String>();
    text
}

fn case_text<R: Tested>(case: &Case<R>) -> String {
    let mut text = format!(
        "{}: {}\n  {}\n  rule {}, sources {}\n",
        case.name,
        case.title,
        case.place(),
        case.rule,
        case.sources.join(", ")
    );
    for (point, values) in &case.given {
        let names: Vec<&str> = values.iter().map(|&value| point.values()[value]).collect();
        text += &format!("  given {point} = {}\n", names.join(" or "));
    }
    text += &format!("  {}\n", case.position);
    text += &board(&case.position).lines().map(|row| format!("    {row}\n")).collect::<String>();
    if !case.line.is_empty() {
        text += &format!("  after {}\n", case.line.join(" "));
    }
    for (index, expected) in case.expect.iter().enumerate() {
        text += &format!("  {}:\n", case.value_name(index));
        text += &expected.lines().iter().map(|line| format!("    {line}\n")).collect::<String>();
    }
    text
}
