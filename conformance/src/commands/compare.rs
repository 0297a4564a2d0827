//! `conformance compare`: two readings side by side.

use super::run::Folder;
use conformance::check::board;
use conformance::comparison::{Comparison, Difference, Origin, Witness, compare};
use conformance::generator::Tested;
use conformance::suite::Suite;
use perft::Variant;
use perft::cli::{Failure, Format, say};
use rules_core::{chaturaji, chaturanga};
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  conformance compare nl tr
  conformance compare tr tr-literal
  conformance compare ar ludii-chaturaji
  conformance compare nl nl+elephant-move=silver

A and B are readings of the sources, or rulesets. For each knob on which they differ: the statements behind each
value, and a position in which the values part, reached by the shortest line from the start, or that of a case.";

/// The arguments of `conformance compare`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A reading of a source, or a ruleset
    a: String,
    /// Another of the same game
    b: String,
    #[command(flatten)]
    folder: Folder,
    /// A text, or one JSON object
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Finds the game of both and compares.
pub fn run(args: &Args) -> Result<(), Failure> {
    let two = args.folder.load::<chaturanga::Rules>()?;
    let four = args.folder.load::<chaturaji::Rules>()?;
    let text = if let Some(rules) = both(&two, args) {
        report::<chaturanga::Game>(args, &two, rules)
    } else if let Some(rules) = both(&four, args) {
        report::<chaturaji::Game>(args, &four, rules)
    } else {
        return Err(Failure::Misuse(format!(
            "{} and {} are not two readings or rulesets of one game; the readings are, of chaturanga {}, and of chaturaji {}",
            args.a,
            args.b,
            readings(&two),
            readings(&four)
        )));
    };
    Ok(say(&text)?)
}

fn readings<R: Tested>(suite: &Suite<R>) -> String {
    let readings = suite.sources.iter().flat_map(|source| &source.readings);
    readings.map(|reading| reading.id.as_str()).collect::<Vec<_>>().join(", ")
}

fn both<R: Tested>(suite: &Suite<R>, args: &Args) -> Option<[R; 2]> {
    let named = |name: &str| {
        let reading =
            suite.sources.iter().flat_map(|source| &source.readings).find(|reading| reading.id == name);
        reading.map_or(name, |reading| reading.rules.as_str()).parse().ok()
    };
    Some([named(&args.a)?, named(&args.b)?])
}

fn report<V: Variant<Rules: Tested>>(args: &Args, suite: &Suite<V::Rules>, rules: [V::Rules; 2]) -> String {
    let comparison = compare::<V>(suite, rules);
    match args.format {
        Format::Json => format!("{:#}\n", object(args, &comparison)),
        Format::Text => text(args, &comparison),
    }
}

fn text<R: Tested>(args: &Args, comparison: &Comparison<R>) -> String {
    let Args { a, b, .. } = args;
    let [first, second] = &comparison.rules;
    let mut text = format!("{a} ({first}) and {b} ({second}) differ in {} points.\n", comparison.knobs.len());
    for Difference { point, values, statements, witness } in &comparison.knobs {
        text += &format!("\n{point}: {} in {a}, {} in {b}\n", values[0], values[1]);
        for (value, statements) in values.iter().zip(statements) {
            let listed: Vec<String> = statements.iter().map(|(id, how)| format!("{id} ({how})")).collect();
            let listed = if listed.is_empty() { "no statement".to_owned() } else { listed.join(", ") };
            text += &format!("  {value}: {listed}\n");
        }
        text += &witness.as_ref().map_or_else(
            || "  makes no difference beside the other knobs\n".to_owned(),
            |witness| witness_text(witness, values),
        );
    }
    text += &match comparison.parting {
        Some((depth, [one, other])) => {
            format!(
                "\nFrom the start the counts part at depth {depth}: {one} and {other}, a difference of {}.\n",
                one.abs_diff(other)
            )
        }
        None => format!("\nFrom the start the counts are the same to depth {}.\n", comparison.counted),
    };
    text
}

fn witness_text(witness: &Witness, values: &[&str; 2]) -> String {
    let Witness { origin, texts, only, outcomes } = witness;
    let mut text = match origin {
        Origin::Line(line) if line.is_empty() => "  at the start:\n".to_owned(),
        Origin::Line(line) => format!("  after {}:\n", line.join(" ")),
        Origin::Case(name, rules) => format!("  no short line shows it; the case {name}, under {rules}:\n"),
    };
    let sides = if texts[0] == texts[1] { 1 } else { 2 };
    for (value, position) in values.iter().zip(texts).take(sides) {
        text += &if sides == 1 { format!("    {position}\n") } else { format!("    {value}: {position}\n") };
        text += &board(position).lines().map(|row| format!("      {row}\n")).collect::<String>();
    }
    for ((value, plies), outcome) in values.iter().zip(only).zip(outcomes) {
        const SHOWN: usize = 12;
        if !plies.is_empty() {
            let more = plies.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            text += &format!(
                "    legal with {value} only: {}{more}\n",
                plies[..plies.len().min(SHOWN)].join(" ")
            );
        }
        if outcomes[0] != outcomes[1] {
            text += &format!("    with {value}: {outcome}\n");
        }
    }
    text
}

fn object<R: Tested>(args: &Args, comparison: &Comparison<R>) -> Value {
    let knobs: Vec<Value> = comparison
        .knobs
        .iter()
        .map(|Difference { point, values, statements, witness }| {
            let statements = statements.each_ref().map(|side| {
                side.iter().map(|(id, how)| json!({ "id": id, "how": how.to_string() })).collect::<Vec<_>>()
            });
            let witness = witness.as_ref().map(|Witness { origin, texts, only, outcomes }| {
                let (line, case) = match origin {
                    Origin::Line(line) => (Some(line), None),
                    Origin::Case(name, rules) => (None, Some(json!({ "name": name, "rules": rules }))),
                };
                json!({ "line": line, "case": case, "texts": texts, "only": only, "outcomes": outcomes })
            });
            json!({ "knob": point.to_string(), "values": values, "statements": statements, "witness": witness })
        })
        .collect();
    let rules = comparison.rules.each_ref().map(ToString::to_string);
    let parting = comparison.parting.map(
        |(depth, [one, other])| json!({ "depth": depth, "counts": [one.to_string(), other.to_string()] }),
    );
    json!({
        "game": R::GAME,
        "names": [args.a, args.b],
        "rules": rules,
        "knobs": knobs,
        "parting": parting,
        "counted": comparison.counted,
    })
}
