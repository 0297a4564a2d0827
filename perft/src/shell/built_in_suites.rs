//! The suites of the presets, which are built into the program.

/// Lists suites of the folder `suites` by the name of their preset.
macro_rules! suites {
    ($($preset:literal)+) => {
        &[$(($preset, include_str!(concat!("../../suites/", $preset, ".epd")))),+]
    };
}

const SUITES: &[(&str, &str)] = suites! {
    "nl" "tr" "tr-literal" "chesscom" "shatranj" "sjaak"
    "ar" "al-biruni" "chesscom4" "ar-diceless"
};

/// Returns the suite of a preset, as the text of its file.
pub(super) fn built_in_suite(preset: &str) -> Option<&'static str> {
    SUITES.iter().find(|(name, _)| *name == preset).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::{Knobs, chaturaji, chaturanga};

    #[test]
    fn every_preset_has_a_suite() {
        let presets = [chaturanga::Rules::PRESET_IDS, chaturaji::Rules::PRESET_IDS].concat();
        assert_eq!(presets, SUITES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        assert!(built_in_suite("nl+setup=facing").is_none());
    }
}
