//! The knobs and presets of chaturaji, and which rulesets are the same game.

use crate::knob::rules;

rules! {
    /// The rules of chaturaji: a value for every knob.
    ///
    /// The text form is a preset and its overrides. A ruleset is written as the nearest preset:
    ///
    /// ```
    /// use rules_core::chaturaji::{DiceRule, Rules};
    /// let rules: Rules = "ar+dice=none".parse().unwrap();
    /// assert_eq!(rules, Rules { dice: DiceRule::None, ..Rules::AR });
    /// assert_eq!(rules.to_string(), "ar-diceless");
    /// ```
    Rules of "chaturaji", with presets AR = "ar", AL_BIRUNI = "al-biruni",
        CHESSCOM4 = "chesscom4", AR_DICELESS = "ar-diceless";

    setup: StartSetup = "setup", "where the pieces begin",
        "ar § movement of the pieces, and the example of the boat" {
        RightHanded = "right-handed": "each boat stands in the corner at its player's right hand: red a1, black a8, yellow h8, green h1",
        LeftHanded = "left-handed": "each boat stands in the corner at its player's left hand: red a8, black h8, yellow h1, green a1",
    }

    boat_move: BoatMove = "boat-move", "how the boat moves",
        "ar § movement of the pieces, the boat; chesscom4" {
        Alfil = "alfil": "leaps exactly (2,2)",
        Rook = "rook": "slides along ranks and files",
    }

    elephant_move: ElephantMove = "elephant-move", "how the elephant moves",
        "ar § movement of the pieces, the elephant; chesscom4" {
        Rook = "rook": "slides along ranks and files",
        Bishop = "bishop": "slides along diagonals",
    }

    turn_order: TurnOrder = "turn-order", "in which order the seats play",
        "ar § movement of the pieces" {
        Clockwise = "clockwise": "red, black, yellow, green",
        CounterClockwise = "counter-clockwise": "red, green, yellow, black",
    }

    dice: DiceRule = "dice", "which dice decide which pieces may move",
        "ar, first paragraph, and § throws of the dice; al-biruni" {
        Two = "two": "two four-sided dice with a move for each: 2 boat, 3 horse, 4 elephant, 5 pawn or king",
        TwoSix = "two-six": "two six-sided dice with a move for each; written with the faces of the four-sided die, a 5 is thrown in two of six ways, a 4 in two, a 3 in one, a 2 in one",
        One = "one": "one four-sided die and one move a turn",
        None = "none": "one move by any piece, and no pass while there is one",
    }

    dice_use: DiceUse = "dice-use", "whether a die that can be used must be used",
        "ar § throws of the dice; bhavishya" {
        May = "may": "each die may be skipped",
        Must = "must": "with free order, as many dice as possible are used; with fixed order, the first die is used if it can be, then the second",
    }

    dice_order: DiceOrder = "dice-order", "whether the dice have an order",
        "ar § throws of the dice" {
        Free = "free": "either die may be played first",
        Fixed = "fixed": "the first die is played or skipped before the second",
    }

    promotion_piece: PromotionPiece = "promotion-piece", "what a pawn promotes to",
        "ar § movement of the pieces, the pawn" {
        ByEdge = "by-edge": "by the distance of the square from the nearer corner: boat, horse, elephant, king",
        OwnHalf = "own-half": "the same on the four squares that face the seat's own back row, nothing on the others",
        Boat = "boat": "always a boat",
        Unmarked = "unmarked": "horse and elephant by the distance from the nearer corner, nothing on the corners and on the squares of kings",
    }

    promotion_requires: PromotionRequires = "promotion-requires", "what must hold for a pawn to promote",
        "ar § movement of the pieces, the pawn" {
        Lost = "lost": "the seat has at some time lost such a piece",
        Missing = "missing": "the seat has no such piece on the board",
        Nothing = "nothing": "promotion is always possible",
    }

    promotion_choice: PromotionChoice = "promotion-choice", "whether a pawn that may promote must do so",
        "ar § movement of the pieces, the pawn" {
        Forced = "forced": "a pawn that may promote must do so",
        Optional = "optional": "a pawn that may promote may also stay a pawn",
    }

    promotion_denied: PromotionDenied = "promotion-denied", "what happens to a pawn that may not promote",
        "ar § movement of the pieces, the pawn" {
        Stays = "stays": "it enters the last row and stays there as a pawn without moves",
        Barred = "barred": "it may not enter the last row, not even by a capture",
    }

    points: Points = "points", "how many points a captured piece gives",
        "ar § scoring; chesscom4" {
        Ar = "ar": "pawn 1, boat 2, horse 3, elephant 4, king 5; the pieces of a frozen seat count as any",
        Chesscom = "chesscom": "pawn 1, horse 3, king 3, elephant 5, boat 5; the pieces of a frozen seat count nothing",
    }

    boat_triumph: BoatTriumph = "boat-triumph", "when a boat captures three others by its move",
        "ar § the triumph of the boat" {
        AnySquare = "any-square": "when its move completes a block of four with three boats of other seats",
        EmptySquare = "empty-square": "the same, if the square it moved to was empty",
        None = "none": "never",
    }

    king_bonus: KingBonus = "king-bonus", "the bonus for capturing the kings of all others",
        "ar § scoring" {
        Added = "added": "54 points on top of those for the kings",
        Replaces = "replaces": "54 points in place of those for the three kings",
        None = "none": "no bonus",
    }

    kingless: Kingless = "kingless", "what a seat without a king does",
        "ar § scoring" {
        PlaysOn = "plays-on": "it plays on",
        Frozen = "frozen": "it is passed over; its pieces stay and can be captured",
    }

    game_end: GameEnd = "game-end", "when the game is over",
        "ar § scoring" {
        LastArmy = "last-army": "when at most one seat can still play",
        LastKing = "last-king": "also when at most one seat has a king",
    }
}

impl Rules {
    /// Preset `ar`: the Arabic text. Two dice, clockwise turns, promotion by the place on the edge to a type
    /// that was lost, the boat's triumph, and 54 points for the kings of all others. Where the text is silent
    /// the values are assumed.
    pub const AR: Self = Self {
        setup: StartSetup::RightHanded,
        boat_move: BoatMove::Alfil,
        elephant_move: ElephantMove::Rook,
        turn_order: TurnOrder::Clockwise,
        dice: DiceRule::Two,
        dice_use: DiceUse::May,
        dice_order: DiceOrder::Free,
        promotion_piece: PromotionPiece::ByEdge,
        promotion_requires: PromotionRequires::Lost,
        promotion_choice: PromotionChoice::Forced,
        promotion_denied: PromotionDenied::Stays,
        points: Points::Ar,
        boat_triumph: BoatTriumph::AnySquare,
        king_bonus: KingBonus::Added,
        kingless: Kingless::PlaysOn,
        game_end: GameEnd::LastArmy,
    };

    /// Preset `al-biruni`: al-Biruni's account. Two six-sided dice, no triumph of the boat, and 54 points in
    /// place of those for the three kings. Murray finds its array that of the Bengali account, with the boats in
    /// left-hand corners. Where the account is silent the values are those of `ar`.
    pub const AL_BIRUNI: Self = Self {
        setup: StartSetup::LeftHanded,
        dice: DiceRule::TwoSix,
        boat_triumph: BoatTriumph::None,
        king_bonus: KingBonus::Replaces,
        ..Self::AR
    };

    /// Preset `chesscom4`: chaturaji as it is played on chess.com and by most programs. There are no dice, the
    /// boat moves as a rook and the elephant as a bishop, every pawn promotes to a boat, and a seat without a
    /// king is frozen.
    pub const CHESSCOM4: Self = Self {
        setup: StartSetup::LeftHanded,
        boat_move: BoatMove::Rook,
        elephant_move: ElephantMove::Bishop,
        dice: DiceRule::None,
        promotion_piece: PromotionPiece::Boat,
        promotion_requires: PromotionRequires::Nothing,
        points: Points::Chesscom,
        boat_triumph: BoatTriumph::None,
        king_bonus: KingBonus::None,
        kingless: Kingless::Frozen,
        ..Self::AR
    };

    /// Preset `ar-diceless`: the form without dice that ar mentions (first paragraph). A word is missing in
    /// that passage, and "dice" is inferred.
    pub const AR_DICELESS: Self = Self { dice: DiceRule::None, ..Self::AR };

    /// Returns the rules with every value that cannot matter beside the others replaced by a fixed one.
    /// Rulesets with equal canonical forms are the same game.
    ///
    /// - Without dice, `dice-use` becomes `may`.
    /// - Without two dice, `dice-order` becomes `free`.
    /// - Where every pawn promotes, `promotion-denied` becomes `stays`.
    /// - Where a seat without a king is frozen, only seats with a king can play: `game-end` becomes
    ///   `last-army`.
    ///
    /// ```
    /// use rules_core::chaturaji::Rules;
    /// let rules: Rules = "ar-diceless+dice-order=fixed".parse()?;
    /// assert_eq!(rules.canonical(), Rules::AR_DICELESS);
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[must_use]
    pub const fn canonical(&self) -> Self {
        let mut rules = *self;
        if matches!(rules.dice, DiceRule::None) {
            rules.dice_use = DiceUse::May;
        }
        if !rules.dice.has_two() {
            rules.dice_order = DiceOrder::Free;
        }
        let everywhere = matches!(rules.promotion_piece, PromotionPiece::ByEdge | PromotionPiece::Boat);
        if everywhere && matches!(rules.promotion_requires, PromotionRequires::Nothing) {
            rules.promotion_denied = PromotionDenied::Stays;
        }
        if matches!(rules.kingless, Kingless::Frozen) {
            rules.game_end = GameEnd::LastArmy;
        }
        rules
    }

    /// Returns the rules with every value that decides only points replaced by a fixed one: `points` becomes
    /// `ar`, `king-bonus` becomes `none`. Rulesets with equal forms have the same turns in every position, so
    /// that no count tells them apart.
    ///
    /// ```
    /// use rules_core::chaturaji::Rules;
    /// let replaced: Rules = "ar+king-bonus=replaces".parse()?;
    /// assert_eq!(replaced.without_results(), Rules::AR.without_results());
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[must_use]
    pub const fn without_results(&self) -> Self {
        Self { points: Points::Ar, king_bonus: KingBonus::None, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knobs;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn canonical_is_stable_and_ignores_what_cannot_matter() {
        for preset in Rules::PRESETS {
            assert_eq!(preset.canonical().canonical(), preset.canonical());
        }
        for (one, other) in [
            ("ar-diceless", "ar-diceless+dice-use=must+dice-order=fixed"),
            ("ar+dice=one", "ar+dice=one+dice-order=fixed"),
            ("chesscom4", "chesscom4+promotion-denied=barred"),
            ("chesscom4", "chesscom4+game-end=last-king"),
            ("ar+promotion-requires=nothing", "ar+promotion-requires=nothing+promotion-denied=barred"),
        ] {
            assert_eq!(rules(one).canonical(), rules(other).canonical(), "{one} {other}");
        }
        for (one, other) in [
            ("ar", "ar+dice-order=fixed"),
            ("ar+dice=one", "ar+dice=one+dice-use=must"),
            ("ar+dice-use=must", "ar+dice-use=must+dice-order=fixed"),
            (
                "chesscom4+promotion-requires=lost",
                "chesscom4+promotion-requires=lost+promotion-denied=barred",
            ),
            (
                "ar+promotion-piece=unmarked+promotion-requires=nothing",
                "ar+promotion-piece=unmarked+promotion-requires=nothing+promotion-denied=barred",
            ),
            (
                "ar+promotion-piece=own-half+promotion-requires=nothing",
                "ar+promotion-piece=own-half+promotion-requires=nothing+promotion-denied=barred",
            ),
        ] {
            assert_ne!(rules(one).canonical(), rules(other).canonical(), "{one} {other}");
        }
    }
}
