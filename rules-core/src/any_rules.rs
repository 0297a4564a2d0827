//! Rules of either game, told apart by the preset with which a text begins.

use crate::{Knobs, RulesError, RulesErrorKind, chaturaji, chaturanga};
use core::fmt;
use core::str::FromStr;

/// The rules of either game. The preset with which the text form begins decides which game it is.
///
/// A tool that takes rulesets on its command line parses this type and matches on it. No name is a preset of
/// both games.
///
/// # Errors
/// Parsing returns the [`RulesError`] of the game whose preset is named; when neither game has the preset,
/// the error lists the presets of both.
///
/// ```
/// use rules_core::{AnyRules, chaturaji, chaturanga};
/// assert_eq!("ar".parse(), Ok(AnyRules::Chaturaji(chaturaji::Rules::AR)));
/// assert_eq!("nl".parse(), Ok(AnyRules::Chaturanga(chaturanga::Rules::NL)));
/// assert!("persian".parse::<AnyRules>().unwrap_err().to_string().contains("sjaak, ar"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyRules {
    /// Rules of the game for two players.
    Chaturanga(chaturanga::Rules),
    /// Rules of the game for four players.
    Chaturaji(chaturaji::Rules),
}

const PRESETS: usize = chaturanga::Rules::PRESET_IDS.len() + chaturaji::Rules::PRESET_IDS.len();

/// The names of the presets of both games.
static PRESET_IDS: [&str; PRESETS] = {
    let (two, four) = (chaturanga::Rules::PRESET_IDS, chaturaji::Rules::PRESET_IDS);
    let mut ids = [""; PRESETS];
    let mut index = 0;
    while index < PRESETS {
        ids[index] = if index < two.len() { two[index] } else { four[index - two.len()] };
        index += 1;
    }
    ids
};

impl FromStr for AnyRules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let is_unknown = |error: &RulesError| matches!(error.kind, RulesErrorKind::UnknownPreset { .. });
        match text.parse() {
            Err(error) if is_unknown(&error) => match text.parse() {
                Err(error) if is_unknown(&error) => {
                    Err(RulesError { kind: RulesErrorKind::UnknownPreset { allowed: &PRESET_IDS }, ..error })
                }
                rules => rules.map(Self::Chaturaji),
            },
            rules => rules.map(Self::Chaturanga),
        }
    }
}

impl fmt::Display for AnyRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chaturanga(rules) => rules.fmt(f),
            Self::Chaturaji(rules) => rules.fmt(f),
        }
    }
}
