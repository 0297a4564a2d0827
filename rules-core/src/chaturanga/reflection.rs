//! The mirror image of a game: the files swapped, a with h, b with g, c with f and d with e.
//!
//! Every piece moves alike to the left and to the right, so that only the array and the barred files tell a
//! game from its mirror image.

use super::{Rules, Setup, StartSetup};
use crate::{FileSet, Square};

impl Rules {
    /// What [`Rules::reflected`] swaps, as a phrase.
    pub const REFLECTION: &'static str = "the files a and h, b and g, c and f, d and e change places";

    /// Returns the rules of the mirror image, in which the files a and h, b and g, c and f, d and e change
    /// places.
    ///
    /// What is legal in a position under these rules is legal in [`Setup::reflected`] under the rules
    /// returned, with the files of the moves swapped. Two rulesets are the same game up to reflection when
    /// the [canonical](Rules::canonical) form of one equals that of the other reflected.
    ///
    /// ```
    /// use rules_core::chaturanga::Rules;
    /// let mirrored: Rules = "nl+setup=crosswise-mirrored".parse()?;
    /// assert_eq!(Rules::NL.reflected(), mirrored);
    /// assert_eq!(mirrored.reflected(), Rules::NL);
    ///
    /// let tr: Rules = "tr+setup=facing-mirrored+promotion-barred-files=cd".parse()?;
    /// assert_eq!(Rules::TR.reflected(), tr);
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[must_use]
    pub const fn reflected(&self) -> Self {
        Self {
            setup: match self.setup {
                StartSetup::Crosswise => StartSetup::CrosswiseMirrored,
                StartSetup::CrosswiseMirrored => StartSetup::Crosswise,
                StartSetup::Facing => StartSetup::FacingMirrored,
                StartSetup::FacingMirrored => StartSetup::Facing,
            },
            promotion_barred_files: FileSet::from_bits(self.promotion_barred_files.bits().reverse_bits()),
            ..*self
        }
    }
}

impl Setup {
    /// Returns the placement with the files mirrored: a and h, b and g, c and f, d and e change places. The
    /// sides, the rights, the lost types and the clocks stay.
    ///
    /// It is the same position as this one for the rules that [`Rules::reflected`] returns.
    ///
    /// ```
    /// use rules_core::chaturanga::{Rules, Setup};
    /// let setup: Setup = "k7/8/8/8/8/8/8/R3K3 w".parse()?;
    /// assert_eq!(setup.reflected().to_string(), "7k/8/8/8/8/8/8/3K3R w - - 0 1");
    /// assert_eq!(Setup::start(&Rules::NL).reflected(), Setup::start(&Rules::NL.reflected()));
    /// # Ok::<(), rules_core::chaturanga::Refusals>(())
    /// ```
    #[must_use]
    pub fn reflected(&self) -> Self {
        let mut reflected = self.clone();
        for square in Square::all() {
            let mirrored = Square::new(7 - square.file(), square.rank()).unwrap_or(square);
            reflected.board[mirrored.index()] = self.board[square.index()];
        }
        reflected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knobs;

    #[test]
    fn a_reflection_is_its_own_inverse_and_reflects_the_start() {
        for preset in Rules::PRESETS {
            for rules in core::iter::once(*preset).chain(preset.neighbours()) {
                let reflected = rules.reflected();
                assert_eq!(reflected.reflected(), rules);
                assert_eq!(rules.canonical().reflected().canonical(), reflected.canonical(), "{rules}");
                assert_eq!(Setup::start(&rules).reflected(), Setup::start(&reflected), "{rules}");
                assert_ne!(rules.canonical(), reflected.canonical(), "{rules}");
            }
        }
    }
}
