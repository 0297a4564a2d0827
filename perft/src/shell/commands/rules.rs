//! `perft rules`: lists the presets, or tells the rules of a ruleset.

use crate::knob_values;
use crate::shell::failure::Failure;
use crate::shell::manual::{Manual, Section};
use crate::shell::output::{Format, json_text, say};
use rules_core::{Domain, Knob, Knobs, chaturaji, chaturanga};
use serde_json::{Map, Value, json};

/// Runs `perft rules`.
pub(super) fn run(rules: Option<&str>, format: Format) -> Result<(), Failure> {
    let text = match (rules, format) {
        (None, Format::Text) => {
            let tables = [presets::<chaturanga::Rules>(), presets::<chaturaji::Rules>()].join("\n");
            format!(
                "{tables}\n`perft rules NAME` tells the rules of a preset in full, and the alternatives of each knob.\n"
            )
        }
        (None, Format::Json) => {
            let games = [presets_json::<chaturanga::Rules>(), presets_json::<chaturaji::Rules>()];
            json_text(&json!({ "games": games }))?
        }
        (Some(rules), format) => in_game!(rules, game => manual(game.rules(), format)?),
    };
    Ok(say(&text)?)
}

fn presets_json<R: Knobs>() -> Value {
    let all = R::PRESET_IDS.iter().zip(R::PRESETS);
    let presets: Map<String, Value> =
        all.map(|(id, rules)| ((*id).to_owned(), knob_values(rules).into())).collect();
    json!({ "game": R::GAME, "presets": presets })
}

/// Returns a table of presets: one row for each knob, one column for each preset.
fn presets<R: Knobs>() -> String {
    let value = |knob: &Knob<R>, rules: &R| knob.domain.text((knob.get)(rules)).to_string();
    let mut columns =
        vec![[""].into_iter().chain(R::KNOB_IDS.iter().copied()).map(str::to_owned).collect::<Vec<_>>()];
    for (id, rules) in R::PRESET_IDS.iter().zip(R::PRESETS) {
        let values = R::KNOBS.iter().map(|knob| value(knob, rules));
        columns.push([(*id).to_owned()].into_iter().chain(values).collect());
    }
    let mut text = format!("The presets of {} and their knobs:\n\n", R::GAME);
    for row in 0..=R::KNOBS.len() {
        let mut line = String::new();
        for column in &columns {
            let width = 2 + column.iter().map(String::len).max().unwrap_or_default();
            line += &format!("{:width$}", column[row]);
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}

/// Tells the rules of a ruleset: the basic rules, then what each knob decides, what its values mean, and what
/// its value means in full.
fn manual<R: Manual>(rules: &R, format: Format) -> Result<String, Failure> {
    match format {
        Format::Text => Ok(manual_text(rules)),
        Format::Json => json_text(&manual_json(rules)),
    }
}

fn manual_text<R: Manual>(rules: &R) -> String {
    let mut text = format!("{rules} ({})\n", R::GAME);
    for Section { title, sentences } in rules.basics() {
        text += &format!("\n{title}\n");
        text += &bullets(&sentences);
    }
    text += "\nThe knobs: the points on which rulesets differ. The value of this ruleset is marked with *.\n";
    for knob in R::KNOBS {
        let value = (knob.get)(rules);
        text += &format!("\n{} = {}: {}\n", knob.id, knob.domain.text(value), knob.statement);
        match knob.domain {
            Domain::Choice(values) => {
                for (index, option) in (0..).zip(values) {
                    let mark = if index == value { '*' } else { ' ' };
                    text += &format!("  {mark} {}: {}\n", option.id, option.meaning);
                }
            }
            Domain::Files => text += &format!("    {}\n", knob.domain),
        }
        text += &bullets(&rules.in_full(knob.id));
    }
    let canonical = rules.canonical();
    if canonical != *rules {
        text += &format!("\nEquivalent to {canonical}.\n");
    }
    text
}

fn bullets(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!("  - {sentence}\n")).collect()
}

fn manual_json<R: Manual>(rules: &R) -> Value {
    let basics: Map<String, Value> = rules
        .basics()
        .into_iter()
        .map(|Section { title, sentences }| (title.replace(' ', "_"), sentences.into()))
        .collect();
    let knobs: Vec<Value> = R::KNOBS
        .iter()
        .map(|knob| {
            let values: Vec<Value> = match knob.domain {
                Domain::Choice(values) => {
                    values.iter().map(|value| json!({ "id": value.id, "meaning": value.meaning })).collect()
                }
                Domain::Files => Vec::new(),
            };
            json!({
                "id": knob.id,
                "value": knob.domain.text((knob.get)(rules)).to_string(),
                "decides": knob.statement,
                "values": values,
                "in_full": rules.in_full(knob.id),
            })
        })
        .collect();
    json!({
        "game": R::GAME,
        "ruleset": rules.to_string(),
        "rules": knob_values(rules),
        "canonical": rules.canonical().to_string(),
        "basics": basics,
        "knobs": knobs,
    })
}
