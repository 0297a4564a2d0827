//! `conformance compare`: two readings side by side.

use super::board_text::indented;
use super::suite_folder::SuiteFolder;
use crate::comparison::{Comparison, KnobDifference, Origin, Parting, Witness, compare};
use crate::generator::Tested;
use crate::suite::Suite;
use perft::Variant;
use perft::shell::{Failure, Format, say};
use rules_core::{chaturaji, chaturanga};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  conformance compare nl tr
  conformance compare tr tr-literal
  conformance compare ar ludii-chaturaji
  conformance compare nl nl+elephant-move=silver

A and B are readings of the sources, or rulesets. Prints, for each knob on which they differ, the statements behind \
each value and a position that distinguishes them: the one closest to the starting position, or else the position of \
a case.";

/// The arguments of `conformance compare`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A reading of a source, or a ruleset
    a: String,
    /// Another reading or ruleset of the same game
    b: String,
    #[command(flatten)]
    folder: SuiteFolder,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A comparison as a JSON object.
#[derive(Serialize)]
struct ComparisonJson<'a> {
    game: &'static str,
    names: [&'a str; 2],
    rules: [String; 2],
    knobs: Vec<KnobJson<'a>>,
    parting: Option<PartingJson>,
    counted: u32,
}

#[derive(Serialize)]
struct KnobJson<'a> {
    knob: String,
    values: [&'static str; 2],
    statements: [Vec<StatementJson<'a>>; 2],
    witness: Option<WitnessJson<'a>>,
}

#[derive(Serialize)]
struct StatementJson<'a> {
    id: &'a str,
    how: String,
}

#[derive(Serialize)]
struct WitnessJson<'a> {
    line: Option<&'a [String]>,
    case: Option<WitnessCaseJson<'a>>,
    texts: &'a [String; 2],
    only: &'a [Vec<String>; 2],
    outcomes: &'a [String; 2],
}

#[derive(Serialize)]
struct WitnessCaseJson<'a> {
    name: &'a str,
    rules: &'a str,
}

#[derive(Serialize)]
struct PartingJson {
    depth: u32,
    /// As strings, because they may exceed the range of JSON numbers.
    counts: [String; 2],
}

/// Finds the game of both readings and compares them.
pub fn run(args: &Args) -> Result<(), Failure> {
    let two = args.folder.load::<chaturanga::Rules>()?;
    let four = args.folder.load::<chaturaji::Rules>()?;
    let text = if let Some(rules) = both_rules(&two, args) {
        report::<chaturanga::Game>(args, &two, rules)?
    } else if let Some(rules) = both_rules(&four, args) {
        report::<chaturaji::Game>(args, &four, rules)?
    } else {
        return Err(Failure::Misuse(format!(
            "{} and {} are not both readings or rulesets of the same game; the readings are {} in \
             chaturanga, and {} in chaturaji",
            args.a,
            args.b,
            reading_names(&two),
            reading_names(&four)
        )));
    };
    Ok(say(&text)?)
}

fn reading_names<R>(suite: &Suite<R>) -> String {
    suite.readings().map(|reading| reading.id.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns the rules of both readings, if both are of this game.
fn both_rules<R: Tested>(suite: &Suite<R>, args: &Args) -> Option<[R; 2]> {
    let rules = |name: &str| {
        let reading = suite.readings().find(|reading| reading.id == name);
        reading.map_or(name, |reading| reading.rules.as_str()).parse().ok()
    };
    Some([rules(&args.a)?, rules(&args.b)?])
}

fn report<V: Variant<Rules: Tested>>(
    args: &Args,
    suite: &Suite<V::Rules>,
    rules: [V::Rules; 2],
) -> Result<String, Failure> {
    let comparison = compare::<V>(suite, rules);
    Ok(match args.format {
        Format::Json => {
            serde_json::to_string_pretty(&json(args, &comparison)).map_err(std::io::Error::from)? + "\n"
        }
        Format::Text => text(args, &comparison),
    })
}

fn text<R: Tested>(args: &Args, comparison: &Comparison<R>) -> String {
    let Args { a, b, .. } = args;
    let [first, second] = &comparison.rules;
    let mut text = format!("{a} ({first}) and {b} ({second}) differ in {} points.\n", comparison.knobs.len());
    for KnobDifference { axis, values, statements, witness } in &comparison.knobs {
        text += &format!("\n{axis}: {} in {a}, {} in {b}\n", values[0], values[1]);
        for (value, statements) in values.iter().zip(statements) {
            let listed: Vec<String> = statements.iter().map(|(id, how)| format!("{id} ({how})")).collect();
            let listed = if listed.is_empty() { "no statement".to_owned() } else { listed.join(", ") };
            text += &format!("  {value}: {listed}\n");
        }
        text += &witness.as_ref().map_or_else(
            || "  has no effect given the other knobs\n".to_owned(),
            |witness| witness_text(witness, values),
        );
    }
    let Parting { counts, counted } = &comparison.parting;
    text += &match counts {
        Some((depth, [one, other])) => {
            format!(
                "\nThe counts from the starting position diverge at depth {depth}: {one} and {other}, a \
                 difference of {}.\n",
                one.abs_diff(*other)
            )
        }
        None => format!("\nThe counts from the starting position agree to depth {counted}.\n"),
    };
    text
}

fn witness_text(witness: &Witness, values: &[&str; 2]) -> String {
    /// The maximum number of plies that are listed.
    const MAX_PLIES: usize = 12;
    let Witness { origin, texts, only, outcomes } = witness;
    let mut text = match origin {
        Origin::Line(line) if line.is_empty() => "  at the starting position:\n".to_owned(),
        Origin::Line(line) => format!("  after {}:\n", line.join(" ")),
        Origin::Case { name, rules } => {
            format!(
                "  no short line of play reaches a difference; shown by the case {name}, under {rules}:\n"
            )
        }
    };
    let sides = if texts[0] == texts[1] { 1 } else { 2 };
    for (value, position) in values.iter().zip(texts).take(sides) {
        text += &if sides == 1 { format!("    {position}\n") } else { format!("    {value}: {position}\n") };
        text += &indented(position, 6);
    }
    for ((value, plies), outcome) in values.iter().zip(only).zip(outcomes) {
        if !plies.is_empty() {
            let more = plies.len().saturating_sub(MAX_PLIES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let listed = plies[..plies.len().min(MAX_PLIES)].join(" ");
            text += &format!("    legal only with {value}: {listed}{more}\n");
        }
        if outcomes[0] != outcomes[1] {
            text += &format!("    with {value}: {outcome}\n");
        }
    }
    text
}

fn json<'a, R: Tested>(args: &'a Args, comparison: &'a Comparison<R>) -> ComparisonJson<'a> {
    let Parting { counts, counted } = &comparison.parting;
    ComparisonJson {
        game: R::GAME,
        names: [&args.a, &args.b],
        rules: comparison.rules.each_ref().map(ToString::to_string),
        knobs: comparison.knobs.iter().map(knob_json).collect(),
        parting: counts
            .map(|(depth, counts)| PartingJson { depth, counts: counts.map(|count| count.to_string()) }),
        counted: *counted,
    }
}

fn knob_json<R: Tested>(difference: &KnobDifference<R>) -> KnobJson<'_> {
    let KnobDifference { axis, values, statements, witness } = difference;
    KnobJson {
        knob: axis.to_string(),
        values: *values,
        statements: statements
            .each_ref()
            .map(|side| side.iter().map(|(id, how)| StatementJson { id, how: how.to_string() }).collect()),
        witness: witness.as_ref().map(witness_json),
    }
}

fn witness_json(witness: &Witness) -> WitnessJson<'_> {
    let Witness { origin, texts, only, outcomes } = witness;
    let (line, case) = match origin {
        Origin::Line(line) => (Some(&line[..]), None),
        Origin::Case { name, rules } => (None, Some(WitnessCaseJson { name, rules })),
    };
    WitnessJson { line, case, texts, only, outcomes }
}
