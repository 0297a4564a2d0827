//! The knobs and presets of chaturanga, and which rulesets are the same game.

use crate::FileSet;
use crate::knob::rules;

rules! {
    /// The rules of chaturanga: a value for every knob.
    ///
    /// The text form is a preset and its overrides:
    ///
    /// ```
    /// use rules_core::chaturanga::{ElephantMove, Rules};
    /// let rules: Rules = "nl+elephant-move=silver".parse().unwrap();
    /// assert_eq!(rules, Rules { elephant_move: ElephantMove::Silver, ..Rules::NL });
    /// assert_eq!(rules.to_string(), "nl+elephant-move=silver");
    /// assert!("nl+elephant-move=bishop".parse::<Rules>().unwrap_err().to_string().contains("alfil"));
    /// ```
    Rules of "chaturanga", with presets NL = "nl", TR = "tr", TR_LITERAL = "tr-literal",
        CHESSCOM = "chesscom", SHATRANJ = "shatranj", SJAAK = "sjaak";

    setup: StartSetup = "setup", "where the pieces begin",
        "tr § Taşlar ve dizilişi; nl, fourth paragraph" {
        Crosswise = "crosswise": "White R N B Q K B N R from a1, Black R N B K Q B N R from a8: rajas on e1 and d8",
        Facing = "facing": "both sides R N B Q K B N R from the a file: rajas on e1 and e8",
        FacingMirrored = "facing-mirrored": "both sides R N B K Q B N R from the a file: rajas on d1 and d8",
        CrosswiseMirrored = "crosswise-mirrored": "White R N B K Q B N R from a1, Black R N B Q K B N R from a8: rajas on d1 and e8",
    }

    horse_move: HorseMove = "horse-move", "how the ashva moves, and the raja when it jumps",
        "tr § Aşva; nl, list of moves" {
        Knight = "knight": "leaps (2,1)",
        Camel = "camel": "leaps (3,1)",
    }

    elephant_move: ElephantMove = "elephant-move", "how the gaja moves",
        "tr § Gaja; nl, list of moves" {
        Alfil = "alfil": "leaps exactly (2,2)",
        LameAlfil = "lame-alfil": "moves exactly (2,2), and only when the square between is empty",
        Dabbaba = "dabbaba": "leaps exactly (2,0)",
        Silver = "silver": "one step diagonally or one step straight forward",
    }

    raja_jump: RajaJump = "raja-jump", "whether a raja that is not attacked may jump once as the ashva, and what ends the right",
        "tr § Raja; nl, list of moves" {
        UntilUsed = "until-used": "the right ends when it is used",
        UntilChecked = "until-checked": "the right ends when it is used or the raja is attacked",
        UntilMoved = "until-moved": "the right ends at any move of the raja",
        UntilCheckedOrMoved = "until-checked-or-moved": "the right ends at any move of the raja or when the raja is attacked",
        None = "none": "there is no jump",
    }

    raja_jump_capture: RajaJumpCapture = "raja-jump-capture", "whether the jump may capture",
        "tr § Taş/meteryal alma; nl, after the list of moves" {
        Any = "any": "the jump may capture anything but the raja",
        None = "none": "the jump goes to empty squares only",
    }

    promotion_piece: PromotionPiece = "promotion-piece", "what a padati promotes to",
        "tr § Terfi; nl, last paragraph" {
        BySquare = "by-square": "the type that stood on the promotion square at the start, but never the raja",
        ByFile = "by-file": "the type that stood at the start on that file of the padati's own first row, but never the raja",
        ByFileOrMantri = "by-file-or-mantri": "as by-file, and a mantri on the file of the side's own raja",
        Mantri = "mantri": "always the mantri",
    }

    promotion_barred_files: FileSet = "promotion-barred-files", "on which files no padati promotes",
        "tr § Terfi; nl, last paragraph";

    promotion_requires: PromotionRequires = "promotion-requires", "what must hold for a padati to promote",
        "tr § Terfi; nl, last paragraph" {
        Lost = "lost": "the side has at some time lost a piece of that type",
        Missing = "missing": "the side has fewer pieces of that type than at the start",
        Nothing = "nothing": "promotion is always possible",
    }

    promotion_choice: PromotionChoice = "promotion-choice", "whether a padati that may promote must do so",
        "tr § Terfi; nl, last paragraph" {
        Forced = "forced": "a padati that may promote must do so",
        Optional = "optional": "a padati that may promote may also stay a padati",
    }

    promotion_denied: PromotionDenied = "promotion-denied", "what happens to a padati that may not promote",
        "tr § Terfi; nl, last paragraph" {
        Stays = "stays": "it enters the last row and stays there as a padati without moves",
        Barred = "barred": "it may not enter the last row, not even by a capture",
    }

    raja_safety: RajaSafety = "raja-safety", "which moves must leave one's own raja safe",
        "tr § Raja; nl, second paragraph" {
        AllMoves = "all-moves": "no move may leave one's own raja attacked",
        OwnMoves = "own-moves": "the raja itself may not move onto an attacked square; capturing a raja wins",
        None = "none": "nothing is forbidden; capturing a raja wins",
    }

    stalemate: Stalemate = "stalemate", "the result for the player who is stalemated",
        "tr § Pat; nl, second paragraph" {
        Wins = "wins": "the stalemated player wins",
        Loses = "loses": "the stalemated player loses",
        Draws = "draws": "the game is drawn",
    }

    stalemate_test: StalemateTest = "stalemate-test", "when a player is stalemated",
        "tr § Pat; nl, second paragraph" {
        NoMove = "no-move": "the raja is not attacked and there is no legal move",
        RajaImmobile = "raja-immobile": "the raja is not attacked and has no legal move, whatever the other pieces can do",
    }

    bare_raja: BareRaja = "bare-raja", "whether a raja left alone loses",
        "no rule in tr and nl, where the game goes on" {
        PlaysOn = "plays-on": "the game goes on",
        Loses = "loses": "the player to move wins when the opponent has only a raja and the player has more",
        LosesWhenCertain = "loses-when-certain": "as loses, and a player to move who has only a raja loses to an opponent with two or more pieces besides its raja, because one capture cannot bare that opponent",
        LosesAtOnce = "loses-at-once": "a player who has only a raja loses to an opponent who has more, whoever is to move",
    }
}

impl Rules {
    /// Preset `nl`: the Dutch text. The rajas begin on e1 and d8, a padati promotes to what stood on
    /// its square, and a stalemated player wins. Where the text is silent the values are assumed.
    pub const NL: Self = Self {
        setup: StartSetup::Crosswise,
        horse_move: HorseMove::Knight,
        elephant_move: ElephantMove::Alfil,
        raja_jump: RajaJump::UntilChecked,
        raja_jump_capture: RajaJumpCapture::Any,
        promotion_piece: PromotionPiece::BySquare,
        promotion_barred_files: FileSet::EMPTY,
        promotion_requires: PromotionRequires::Lost,
        promotion_choice: PromotionChoice::Forced,
        promotion_denied: PromotionDenied::Stays,
        raja_safety: RajaSafety::AllMoves,
        stalemate: Stalemate::Wins,
        stalemate_test: StalemateTest::NoMove,
        bare_raja: BareRaja::PlaysOn,
    };

    /// Preset `tr`: the Turkish text. It differs from `nl` in the start, in what ends the jump, in promotion
    /// by file with the files e and f barred, and in that only the raja's own moves must be safe.
    ///
    /// ```
    /// use rules_core::{Knobs, chaturanga::Rules};
    /// let knobs = Rules::TR.differences(&Rules::NL).map(|knob| knob.id);
    /// assert!(knobs.eq([
    ///     "setup",
    ///     "raja-jump",
    ///     "promotion-piece",
    ///     "promotion-barred-files",
    ///     "raja-safety",
    /// ]));
    /// ```
    pub const TR: Self = Self {
        setup: StartSetup::Facing,
        raja_jump: RajaJump::UntilUsed,
        promotion_piece: PromotionPiece::ByFile,
        promotion_barred_files: FileSet::from_bits(0b0011_0000),
        raja_safety: RajaSafety::OwnMoves,
        ..Self::NL
    };

    /// Preset `tr-literal`: the Turkish text by the letter. The ashva moves three squares and one, no leap is
    /// granted to the gaja, promotion is optional, and a raja that cannot move is stalemated.
    pub const TR_LITERAL: Self = Self {
        horse_move: HorseMove::Camel,
        elephant_move: ElephantMove::LameAlfil,
        promotion_choice: PromotionChoice::Optional,
        stalemate_test: StalemateTest::RajaImmobile,
        ..Self::TR
    };

    /// Preset `chesscom`: what Fairy-Stockfish plays as `chaturanga`. There is no jump, every padati promotes
    /// to a mantri, and a stalemated player loses.
    pub const CHESSCOM: Self = Self {
        setup: StartSetup::Facing,
        raja_jump: RajaJump::None,
        promotion_piece: PromotionPiece::Mantri,
        promotion_requires: PromotionRequires::Nothing,
        stalemate: Stalemate::Loses,
        ..Self::NL
    };

    /// Preset `shatranj`: what Fairy-Stockfish plays as `shatranj`. It is `chesscom` with the rajas on d1 and
    /// d8, and with a bare raja that loses as soon as it cannot bare its opponent in return.
    pub const SHATRANJ: Self =
        Self { setup: StartSetup::FacingMirrored, bare_raja: BareRaja::LosesWhenCertain, ..Self::CHESSCOM };

    /// Preset `sjaak`: what Sjaak II means to play as `chaturanga`. The jump lasts until the raja moves and
    /// does not capture, a padati promotes to a type that is missing and may not enter the last row
    /// otherwise, and a bare raja loses.
    pub const SJAAK: Self = Self {
        raja_jump: RajaJump::UntilMoved,
        raja_jump_capture: RajaJumpCapture::None,
        promotion_requires: PromotionRequires::Missing,
        promotion_denied: PromotionDenied::Barred,
        bare_raja: BareRaja::Loses,
        ..Self::NL
    };

    /// Returns the rules with every value that cannot matter beside the others replaced by a fixed one.
    /// Rulesets with equal canonical forms are the same game.
    ///
    /// - Without a jump, `raja-jump-capture` becomes `any`.
    /// - `promotion-piece` becomes the first value, and `promotion-barred-files` the smallest set, that
    ///   promotes to the same types on the same squares.
    /// - Where no file promotes, `promotion-requires` becomes `nothing` and `promotion-choice` becomes
    ///   `forced`.
    /// - Where every padati promotes, `promotion-denied` becomes `stays`.
    ///
    /// ```
    /// use rules_core::chaturanga::Rules;
    /// let tr: Rules = "tr".parse().unwrap();
    /// // A raja begins on e, so no padati promotes there in any case; and both first rows are the same.
    /// let same: Rules = "tr+promotion-piece=by-square+promotion-barred-files=f".parse().unwrap();
    /// assert_eq!(tr.canonical(), same.canonical());
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mut rules = *self;
        if rules.raja_jump == RajaJump::None {
            rules.raja_jump_capture = RajaJumpCapture::Any;
        }
        rules.with_canonical_promotion()
    }

    /// Returns the rules with every value that decides only results replaced by a fixed one: `stalemate`
    /// becomes `wins`. Rulesets with equal forms have the same moves in every position, so that no count
    /// tells them apart.
    ///
    /// ```
    /// use rules_core::chaturanga::Rules;
    /// let drawn: Rules = "nl+stalemate=draws".parse()?;
    /// assert_eq!(drawn.without_results(), Rules::NL.without_results());
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[must_use]
    pub const fn without_results(&self) -> Self {
        Self { stalemate: Stalemate::Wins, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaturanga::Color;
    use crate::{Domain, Knobs};
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_knob_takes_every_value_and_is_read_as_written() {
        for preset in Rules::PRESETS {
            for knob in Rules::KNOBS {
                for value in knob.domain.values() {
                    let mut changed = *preset;
                    (knob.set)(&mut changed, value);
                    assert_eq!((knob.get)(&changed), value, "{}", knob.id);
                    assert_eq!(rules(&changed.to_string()), changed);
                    let others = changed.differences(preset).filter(|other| other.id != knob.id);
                    assert_eq!(others.count(), 0, "{} changes another knob", knob.id);
                }
                if let Domain::Choice(values) = knob.domain {
                    let mut changed = *preset;
                    (knob.set)(&mut changed, values.len() as u8);
                    assert_eq!(changed, *preset, "{} takes a value that it does not have", knob.id);
                }
            }
        }
    }

    #[test]
    fn rulesets_are_written_as_the_nearest_preset_and_overrides_in_order() {
        for (id, preset) in Rules::PRESET_IDS.iter().zip(Rules::PRESETS) {
            assert_eq!(preset.to_string(), *id);
        }
        for (text, written) in [
            ("nl+elephant-move=alfil", "nl"),
            ("chesscom+bare-raja=loses", "chesscom+bare-raja=loses"),
            ("chesscom+setup=facing-mirrored+bare-raja=loses-when-certain", "shatranj"),
            ("nl+bare-raja=loses+horse-move=camel", "nl+horse-move=camel+bare-raja=loses"),
            ("tr+promotion-barred-files=feed", "tr+promotion-barred-files=def"),
            ("tr+promotion-barred-files=none", "tr+promotion-barred-files=none"),
        ] {
            assert_eq!(rules(text).to_string(), written);
        }
    }

    #[test]
    fn texts_that_are_not_rulesets_are_refused_at_their_place() {
        use crate::RulesErrorKind as Kind;
        let kind = |text: &str| text.parse::<Rules>().map_err(|error| (error.column, error.kind));
        let presets = Kind::UnknownPreset { allowed: Rules::PRESET_IDS };
        for text in ["", "NL", "nl ", " nl", "xx", "é"] {
            assert_eq!(kind(text), Err((1, presets)), "{text}");
        }
        let knobs = Kind::UnknownKnob { allowed: Rules::KNOB_IDS };
        for text in ["nl+", "nl+gaja-move=alfil", "nl+=", "nl++setup=facing"] {
            assert_eq!(kind(text), Err((4, knobs)), "{text}");
        }
        let allowed = Domain::Choice(StartSetup::VALUES);
        let value = Kind::UnknownValue { knob: "setup", allowed };
        for text in ["nl+setup=", "nl+setup=opposed", "nl+setup=facing "] {
            assert_eq!(kind(text), Err((10, value)), "{text}");
        }
        assert_eq!(kind("nl+setup"), Err((4, Kind::NoValue { knob: "setup", allowed })));
        let twice = Kind::Repeated { knob: "setup" };
        assert_eq!(kind("nl+setup=facing+setup=facing"), Err((17, twice)));
        let barred = Kind::UnknownValue { knob: "promotion-barred-files", allowed: Domain::Files };
        for text in ["i", "E", "e f", ""] {
            let text = std::format!("nl+promotion-barred-files={text}");
            assert_eq!(kind(&text), Err((27, barred)), "{text}");
        }
    }

    #[test]
    fn start_arrays_are_those_of_the_sources() {
        let row = |rules: &Rules, color| {
            (0..8).map(|file| rules.start_role(color, file).letter()).collect::<std::string::String>()
        };
        for (setup, white, black) in [
            (StartSetup::Crosswise, "rnbqkbnr", "rnbkqbnr"),
            (StartSetup::Facing, "rnbqkbnr", "rnbqkbnr"),
            (StartSetup::FacingMirrored, "rnbkqbnr", "rnbkqbnr"),
            (StartSetup::CrosswiseMirrored, "rnbkqbnr", "rnbqkbnr"),
        ] {
            let rules = Rules { setup, ..Rules::NL };
            assert_eq!(row(&rules, Color::White), white, "{rules}");
            assert_eq!(row(&rules, Color::Black), black, "{rules}");
        }
    }

    #[test]
    fn canonical_is_stable_and_ignores_what_cannot_matter() {
        for preset in Rules::PRESETS {
            assert_eq!(preset.canonical().canonical(), preset.canonical());
        }
        for (one, other) in [
            ("chesscom", "chesscom+raja-jump-capture=none"),
            ("chesscom", "chesscom+promotion-denied=barred"),
            ("tr", "tr+promotion-barred-files=f"),
            ("tr", "tr+promotion-piece=by-square"),
            ("nl+promotion-barred-files=de", "nl+promotion-barred-files=de+promotion-piece=by-file"),
            ("tr+promotion-barred-files=de", "tr+promotion-barred-files=d+promotion-piece=by-square"),
            ("tr+promotion-barred-files=e", "tr+promotion-barred-files=e+promotion-piece=by-file-or-mantri"),
            (
                "nl+promotion-barred-files=abcdefgh",
                "nl+promotion-barred-files=abcdefgh+promotion-requires=missing+promotion-choice=optional+promotion-piece=mantri",
            ),
            ("tr+promotion-barred-files=abcfgh", "tr+promotion-barred-files=abcefgh+promotion-piece=mantri"),
        ] {
            assert_eq!(rules(one).canonical(), rules(other).canonical(), "{one} {other}");
        }
        for (one, other) in [
            ("nl", "nl+promotion-piece=by-file"),
            ("nl+promotion-piece=by-file", "nl+promotion-piece=by-file-or-mantri"),
            ("nl+promotion-piece=mantri", "nl+promotion-piece=by-file-or-mantri"),
            ("chesscom", "chesscom+setup=facing-mirrored"),
            ("nl", "nl+promotion-barred-files=e"),
            ("nl", "nl+promotion-barred-files=d"),
            ("nl", "nl+promotion-denied=barred"),
            ("chesscom+promotion-requires=lost", "chesscom+promotion-requires=lost+promotion-denied=barred"),
            ("chesscom", "chesscom+setup=crosswise"),
        ] {
            assert_ne!(rules(one).canonical(), rules(other).canonical(), "{one} {other}");
        }
    }

    #[test]
    fn canonical_rulesets_promote_alike() {
        let mut all: Vec<Rules> = Vec::new();
        for preset in Rules::PRESETS {
            for &promotion_piece in PromotionPiece::ALL {
                all.extend((0..=255).map(|bits| Rules {
                    promotion_piece,
                    promotion_barred_files: FileSet::from_bits(bits),
                    ..*preset
                }));
            }
        }
        for rules in all {
            let canonical = rules.canonical();
            for color in Color::ALL {
                for file in 0..8 {
                    let role = rules.promotion_role(color, file);
                    assert_eq!(role, canonical.promotion_role(color, file), "{rules}");
                }
            }
        }
    }
}
