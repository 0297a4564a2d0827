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
    Rules of "chaturaji", with presets AR = "ar", AR_DICELESS = "ar-diceless";

    setup: StartSetup = "setup", "where the pieces begin",
        "ar § movement of the pieces, and the example of the boat" {
        RightHanded = "right-handed": "each boat stands in the corner at its player's right hand: red a1, black a8, yellow h8, green h1",
        LeftHanded = "left-handed": "each boat stands in the corner at its player's left hand: red a8, black h8, yellow h1, green a1",
    }

    turn_order: TurnOrder = "turn-order", "in which order the seats play",
        "ar § movement of the pieces" {
        Clockwise = "clockwise": "red, black, yellow, green",
        CounterClockwise = "counter-clockwise": "red, green, yellow, black",
    }

    dice: DiceRule = "dice", "whether dice decide which pieces may move",
        "ar, first paragraph, and § throws of the dice" {
        Two = "two": "two four-sided dice with a move for each, either or both of which may be skipped",
        None = "none": "one move by any piece, and no pass while there is one",
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
    }

    promotion_requires: PromotionRequires = "promotion-requires", "what must hold for a pawn to promote",
        "ar § movement of the pieces, the pawn" {
        Lost = "lost": "the seat has at some time lost such a piece",
        Missing = "missing": "the seat has no such piece on the board",
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

    boat_triumph: BoatTriumph = "boat-triumph", "when a boat captures three others by its move",
        "ar § the triumph of the boat" {
        AnySquare = "any-square": "when its move completes a block of four with three boats of other seats",
        EmptySquare = "empty-square": "the same, if the square it moved to was empty",
        None = "none": "never",
    }

    king_bonus: KingBonus = "king-bonus", "the bonus for capturing the kings of all others",
        "ar § scoring" {
        Added = "added": "54 points on top of those for the kings",
        Replaces = "replaces": "54 points in place of the 15 for the kings",
        None = "none": "no bonus",
    }

    kingless: Kingless = "kingless", "what a seat without a king does",
        "ar § scoring" {
        PlaysOn = "plays-on": "it plays on",
        Frozen = "frozen": "it is passed over; its pieces stay, can be captured, and count",
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
        turn_order: TurnOrder::Clockwise,
        dice: DiceRule::Two,
        dice_order: DiceOrder::Free,
        promotion_piece: PromotionPiece::ByEdge,
        promotion_requires: PromotionRequires::Lost,
        promotion_choice: PromotionChoice::Forced,
        promotion_denied: PromotionDenied::Stays,
        boat_triumph: BoatTriumph::AnySquare,
        king_bonus: KingBonus::Added,
        kingless: Kingless::PlaysOn,
        game_end: GameEnd::LastArmy,
    };

    /// Preset `ar-diceless`: the form without dice that ar mentions (first paragraph). A word is missing in
    /// that passage, and "dice" is inferred.
    pub const AR_DICELESS: Self = Self { dice: DiceRule::None, ..Self::AR };

    /// Returns the rules with every value that cannot matter beside the others replaced by a fixed one.
    /// Rulesets with equal canonical forms are the same game.
    ///
    /// - Without dice, `dice-order` becomes `free`.
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
            rules.dice_order = DiceOrder::Free;
        }
        if matches!(rules.kingless, Kingless::Frozen) {
            rules.game_end = GameEnd::LastArmy;
        }
        rules
    }
}
