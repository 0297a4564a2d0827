//! `perft rules`: lists the presets, or explains the knobs of a ruleset.

use crate::knob_values;
use crate::shell::failure::Failure;
use crate::shell::output::{Format, json_text, say};
use rules_core::{Domain, Knob, Knobs, chaturaji, chaturanga};
use serde_json::{Map, Value, json};
use std::fmt::Display;

/// Runs `perft rules`.
pub(super) fn run(rules: Option<&str>, format: Format) -> Result<(), Failure> {
    let text = match (rules, format) {
        (None, Format::Text) => {
            let tables = [presets::<chaturanga::Rules>(), presets::<chaturaji::Rules>()].join("\n");
            format!(
                "{tables}\n`perft rules NAME` explains each knob's value in a preset and lists the alternatives.\n"
            )
        }
        (None, Format::Json) => {
            let games = [presets_json::<chaturanga::Rules>(), presets_json::<chaturaji::Rules>()];
            json_text(&json!({ "games": games }))?
        }
        (Some(rules), format) => in_game!(rules, game => knobs(game.rules(), format)?),
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

/// Explains what each knob of a ruleset decides, and what its values mean.
fn knobs<R: Knobs + Display>(rules: &R, format: Format) -> Result<String, Failure> {
    let canonical = rules.canonical();
    if format == Format::Json {
        return json_text(&json!({
            "game": R::GAME,
            "ruleset": rules.to_string(),
            "rules": knob_values(rules),
            "canonical": canonical.to_string(),
        }));
    }
    let mut text = format!("{rules} ({})\n", R::GAME);
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
    }
    if canonical != *rules {
        text += &format!("\nEquivalent to {canonical}.\n");
    }
    Ok(text)
}
