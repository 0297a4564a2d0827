//! `conformance compare`: two readings side by side.

use super::board_text::indented;
use super::suite_folder::SuiteFolder;
use crate::comparison::{
    Accord, Comparison, Effect, KnobDifference, KnobValues, Origin, Part, Parting, Relation, Side, Standing,
    Witness, compare,
};
use crate::generator::Tested;
use crate::sources::How;
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

A and B are readings of the sources, or rulesets. Prints, for each knob on which they differ, how the source of each \
reading comes to its value (explicit, inferred, assumed, or inherited from the preset in which the reading is \
written), the statements of all sources behind the value, and a position that distinguishes the values: the one \
closest to the starting position, or else the position of a case. Then come the knobs on which they agree, and \
those that both sources leave open. Rulesets that are mirror images of each other are the same game up to \
reflection.";

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
    /// `different`, `same`, or `reflected`.
    relation: &'static str,
    /// The knobs on which they differ up to reflection, if these are fewer.
    up_to_reflection: Option<&'a [&'static str]>,
    knobs: Vec<KnobJson<'a>>,
    agreed: Vec<ValueJson<'a>>,
    /// The knobs with equal values that the source of only one side states, for each side.
    stated_by_one: [Vec<ValueJson<'a>>; 2],
    open: Vec<ValueJson<'a>>,
    parting: Option<PartingJson>,
    counted: u32,
}

#[derive(Serialize)]
struct KnobJson<'a> {
    knob: &'static str,
    values: &'a [String; 2],
    /// `none`, `reflection`, `shown`, or `not-found`.
    effect: &'static str,
    /// The statements of all parts, each once.
    statements: [Vec<StatementJson<'a>>; 2],
    parts: Vec<PartJson<'a>>,
    witness: Option<WitnessJson<'a>>,
}

/// A knob, or one file of it.
#[derive(Serialize)]
struct PartJson<'a> {
    knob: String,
    values: [&'static str; 2],
    standings: [Option<StandingJson<'a>>; 2],
    statements: [Vec<StatementJson<'a>>; 2],
}

#[derive(Serialize)]
struct ValueJson<'a> {
    knob: &'static str,
    values: &'a [String; 2],
    standings: Option<[StandingJson<'a>; 2]>,
}

#[derive(Serialize)]
struct StandingJson<'a> {
    /// `explicit`, `inferred`, `assumed`, `inherited`, or `not-stated`.
    how: String,
    /// The preset from which the value is inherited.
    preset: Option<&'a str>,
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
    let text = if let Some(sides) = both_sides(&two, args) {
        report::<chaturanga::Game>(args, &two, sides)?
    } else if let Some(sides) = both_sides(&four, args) {
        report::<chaturaji::Game>(args, &four, sides)?
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

/// Returns both sides, if both are of this game.
fn both_sides<'a, R: Tested>(suite: &'a Suite<R>, args: &'a Args) -> Option<[Side<'a, R>; 2]> {
    Some([Side::named(suite, &args.a)?, Side::named(suite, &args.b)?])
}

fn report<V: Variant<Rules: Tested>>(
    args: &Args,
    suite: &Suite<V::Rules>,
    sides: [Side<'_, V::Rules>; 2],
) -> Result<String, Failure> {
    let comparison = compare::<V>(suite, sides);
    Ok(match args.format {
        Format::Json => {
            serde_json::to_string_pretty(&json(&comparison)).map_err(std::io::Error::from)? + "\n"
        }
        Format::Text => text(&comparison),
    })
}

fn text<R: Tested>(comparison: &Comparison<'_, R>) -> String {
    let [a, b] = &comparison.sides;
    let mut text = format!(
        "{} ({}) and {} ({}) differ in {}.\n",
        a.name,
        a.written(),
        b.name,
        b.written(),
        points(comparison.differences.len())
    );
    text += &relation_text(comparison);
    for difference in &comparison.differences {
        text += &difference_text(comparison, difference);
    }
    text += &accords_text(comparison);
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

fn points(number: usize) -> String {
    format!("{number} {}", if number == 1 { "point" } else { "points" })
}

/// Says whether the rulesets are the same game, or how near they are as mirror images.
fn relation_text<R: Tested>(comparison: &Comparison<'_, R>) -> String {
    match (comparison.relation, &comparison.up_to_reflection) {
        (Relation::Same, _) if comparison.differences.is_empty() => String::new(),
        (Relation::Same, _) => "They are the same game: no difference has an effect.\n".to_owned(),
        (Relation::Reflected, _) => {
            format!("They are the same game up to reflection: {}.\n", R::REFLECTION)
        }
        (Relation::Different, Some(knobs)) => format!(
            "Up to reflection ({}) they differ in {}: {}.\n",
            R::REFLECTION,
            points(knobs.len()),
            knobs.join(", ")
        ),
        (Relation::Different, None) => String::new(),
    }
}

/// Shows a knob on which the sides differ.
fn difference_text<R: Tested>(comparison: &Comparison<'_, R>, difference: &KnobDifference<'_, R>) -> String {
    let [a, b] = &comparison.sides;
    let KnobDifference { knob, values, parts, effect } = difference;
    let mut text = format!("\n{}: {} in {}, {} in {}\n", knob.id, values[0], a.name, values[1], b.name);
    for Part { axis, values, standings, statements } in parts {
        // The name of the file, where the knob is a set of files.
        let file = axis.to_string().split_once('.').map(|(_, file)| format!("{file} ")).unwrap_or_default();
        for side in 0..2 {
            let listed: Vec<String> =
                statements[side].iter().map(|(id, how)| format!("{id} ({how})")).collect();
            let listed = if listed.is_empty() { "no statement".to_owned() } else { listed.join(", ") };
            let standing = standings[side].map(|standing| format!(", {standing}")).unwrap_or_default();
            let name = comparison.sides[side].name;
            text += &format!("  {file}{} in {name}{standing}: {listed}\n", values[side]);
        }
    }
    text + &match effect {
        Effect::None => "  has no effect given the other knobs\n".to_owned(),
        Effect::Reflection => "  makes no difference in play: it is part of the reflection\n".to_owned(),
        Effect::Shown(witness) => witness_text(witness, values),
        Effect::NotFound => "  no position was found that shows the difference\n".to_owned(),
    }
}

/// Says on which knobs the sides agree, and which knobs their sources leave open.
fn accords_text<R: Tested>(comparison: &Comparison<'_, R>) -> String {
    let [a, b] = comparison.sides.map(|side| side.name);
    let have_sources = comparison.sides.iter().all(|side| side.origin.is_some());
    let equal = |accord| {
        let knobs = comparison.with_accord(accord);
        knobs.map(|knob| format!("{}={}", knob.id, knob.values[0])).collect::<Vec<_>>()
    };
    let and_state = if have_sources { ", and both sources support it" } else { "" };
    let mut text = String::new();
    for (head, knobs) in [
        (format!("They agree{and_state}"), equal(Accord::Agreed)),
        (format!("They agree, and only the source of {a} supports it"), equal(Accord::StatedBy(0))),
        (format!("They agree, and only the source of {b} supports it"), equal(Accord::StatedBy(1))),
    ] {
        if !knobs.is_empty() {
            text += &format!("\n{head}: {}\n", knobs.join(", "));
        }
    }
    let open: String = comparison.with_accord(Accord::Open).map(|knob| open_text(knob, [a, b])).collect();
    if !open.is_empty() {
        text += &format!("\nBoth sources leave open:\n{open}");
    }
    text
}

fn open_text(knob: &KnobValues<'_>, names: [&str; 2]) -> String {
    let KnobValues { id, values, standings } = knob;
    let [one, other] = [0, 1].map(|side| {
        let standing = standings.map(|both| format!(", {}", both[side])).unwrap_or_default();
        format!("{} in {}{standing}", values[side], names[side])
    });
    format!("  {id}: {one}; {other}\n")
}

fn witness_text(witness: &Witness, values: &[String; 2]) -> String {
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

fn json<'a, R: Tested>(comparison: &'a Comparison<'a, R>) -> ComparisonJson<'a> {
    let Parting { counts, counted } = &comparison.parting;
    let with = |accord| comparison.with_accord(accord).map(value_json).collect();
    ComparisonJson {
        game: R::GAME,
        names: comparison.sides.each_ref().map(|side| side.name),
        rules: comparison.sides.each_ref().map(|side| side.rules.to_string()),
        relation: match comparison.relation {
            Relation::Different => "different",
            Relation::Same => "same",
            Relation::Reflected => "reflected",
        },
        up_to_reflection: comparison.up_to_reflection.as_deref(),
        knobs: comparison.differences.iter().map(knob_json).collect(),
        agreed: with(Accord::Agreed),
        stated_by_one: [with(Accord::StatedBy(0)), with(Accord::StatedBy(1))],
        open: with(Accord::Open),
        parting: counts
            .map(|(depth, counts)| PartingJson { depth, counts: counts.map(|count| count.to_string()) }),
        counted: *counted,
    }
}

fn value_json<'a>(knob: &'a KnobValues<'a>) -> ValueJson<'a> {
    let KnobValues { id, values, standings } = knob;
    ValueJson { knob: id, values, standings: standings.map(|both| both.map(standing_json)) }
}

fn standing_json(standing: Standing<'_>) -> StandingJson<'_> {
    match standing {
        Standing::Stated(how) => StandingJson { how: how.to_string(), preset: None },
        Standing::Assumed => StandingJson { how: standing.to_string(), preset: None },
        Standing::Inherited(preset) => StandingJson { how: "inherited".to_owned(), preset: Some(preset) },
        Standing::NotStated => StandingJson { how: "not-stated".to_owned(), preset: None },
    }
}

fn knob_json<'a, R: Tested>(difference: &'a KnobDifference<'a, R>) -> KnobJson<'a> {
    let KnobDifference { knob, values, parts, effect } = difference;
    let (effect, witness) = match effect {
        Effect::None => ("none", None),
        Effect::Reflection => ("reflection", None),
        Effect::Shown(witness) => ("shown", Some(witness_json(witness))),
        Effect::NotFound => ("not-found", None),
    };
    let statements = [0, 1].map(|side| {
        let mut all: Vec<&(&str, How)> = Vec::new();
        for one in parts.iter().flat_map(|part| &part.statements[side]) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all.into_iter().map(statement_json).collect()
    });
    let parts = parts.iter().map(part_json).collect();
    KnobJson { knob: knob.id, values, effect, statements, parts, witness }
}

fn part_json<'a, R: Tested>(part: &Part<'a, R>) -> PartJson<'a> {
    let Part { axis, values, standings, statements } = part;
    PartJson {
        knob: axis.to_string(),
        values: *values,
        standings: standings.map(|standing| standing.map(standing_json)),
        statements: statements.each_ref().map(|side| side.iter().map(statement_json).collect()),
    }
}

fn statement_json<'a>((id, how): &(&'a str, How)) -> StatementJson<'a> {
    StatementJson { id, how: how.to_string() }
}

fn witness_json(witness: &Witness) -> WitnessJson<'_> {
    let Witness { origin, texts, only, outcomes } = witness;
    let (line, case) = match origin {
        Origin::Line(line) => (Some(&line[..]), None),
        Origin::Case { name, rules } => (None, Some(WitnessCaseJson { name, rules })),
    };
    WitnessJson { line, case, texts, only, outcomes }
}
