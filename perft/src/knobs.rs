//! The knobs of a ruleset as JSON.

use rules_core::{Knob, Knobs};
use serde_json::{Map, Value};

/// Returns the value of every knob by the name of the knob, in the order of the table of knobs.
///
/// ```
/// use rules_core::chaturanga::Rules;
/// assert_eq!(perft::knob_values(&Rules::TR)["promotion-barred-files"], "ef");
/// ```
pub fn knob_values<R: Knobs>(rules: &R) -> Map<String, Value> {
    let value = |knob: &Knob<R>| knob.domain.text((knob.get)(rules)).to_string();
    R::KNOBS.iter().map(|knob| (knob.id.to_owned(), value(knob).into())).collect()
}
