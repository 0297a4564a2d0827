//! The knobs of chaturaji, its presets, and which rulesets are the same game.

use crate::knob::{choice, knob_ids, knob_values};
use crate::{Knob, Knobs, RulesError};
use core::fmt;
use core::str::FromStr;

knob_values! {
    /// Where the men begin (ar § movement of the pieces, and the example of the boat).
    StartSetup {
        RightHanded = "right-handed": "each boat stands in the corner at its player's right hand: red a1, black a8, yellow h8, green h1",
        LeftHanded = "left-handed": "each boat stands in the corner at its player's left hand: red a8, black h8, yellow h1, green a1",
    }
}

knob_values! {
    /// Who plays after whom (ar § movement of the pieces).
    TurnOrder {
        Clockwise = "clockwise": "red, black, yellow, green",
        CounterClockwise = "counter-clockwise": "red, green, yellow, black",
    }
}

knob_values! {
    /// Whether dice say what moves (ar, first paragraph and § throws of the dice).
    DiceRule {
        Two = "two": "two four-sided dice, a move for each, either or both of which may be skipped",
        None = "none": "one move by any man, and no passing while there is one",
    }
}

knob_values! {
    /// Whether the dice have an order (ar § throws of the dice).
    DiceOrder {
        Free = "free": "either die may be played first",
        Fixed = "fixed": "the first die is played or skipped before the second",
    }
}

knob_values! {
    /// What a pawn promotes to (ar § movement of the pieces, the pawn).
    PromotionPiece {
        ByEdge = "by-edge": "on the whole last row, what its distance from the nearer corner says: boat, horse, elephant, king",
        OwnHalf = "own-half": "the same on the four squares that face the seat's own back row, nothing on the others",
    }
}

knob_values! {
    /// What must hold for a pawn to promote (ar § movement of the pieces, the pawn).
    PromotionRequires {
        Lost = "lost": "the seat has at some time lost such a piece",
        Missing = "missing": "the seat has no such piece now",
    }
}

knob_values! {
    /// Whether a pawn that may promote must.
    PromotionChoice {
        Forced = "forced": "a pawn that may promote does",
        Optional = "optional": "a pawn that may promote may also stay a pawn",
    }
}

knob_values! {
    /// What becomes of a pawn that may not promote.
    PromotionDenied {
        Stays = "stays": "it enters the last row and stays there as a pawn without moves",
        Barred = "barred": "it may not enter the last row, not even by a capture",
    }
}

knob_values! {
    /// When a boat captures three others by its move (ar § the triumph of the boat).
    BoatTriumph {
        AnySquare = "any-square": "when its move completes a block of four with three boats of other seats",
        EmptySquare = "empty-square": "the same, if the square it moved to was empty",
        None = "none": "never",
    }
}

knob_values! {
    /// The reward for capturing the kings of all others (ar § scoring).
    KingBonus {
        Added = "added": "54 points on top of those for the kings",
        Replaces = "replaces": "54 points instead of the 15 for the kings",
        None = "none": "no reward",
    }
}

knob_values! {
    /// What a seat without a king does.
    Kingless {
        PlaysOn = "plays-on": "it plays on",
        Frozen = "frozen": "it is passed over; its men stay, can be captured, and count",
    }
}

knob_values! {
    /// When the game is over.
    GameEnd {
        LastArmy = "last-army": "when at most one seat can still play",
        LastKing = "last-king": "also when at most one seat has a king",
    }
}

/// The rules of chaturaji: a value for every knob.
///
/// ```
/// use rules_core::chaturaji::{DiceRule, Rules};
/// let rules: Rules = "ar+dice=none".parse().unwrap();
/// assert_eq!(rules, Rules { dice: DiceRule::None, ..Rules::AR });
/// assert_eq!(rules.to_string(), "ar-diceless");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// `setup`: where the men begin.
    pub setup: StartSetup,
    /// `turn-order`: who plays after whom.
    pub turn_order: TurnOrder,
    /// `dice`: whether dice say what moves.
    pub dice: DiceRule,
    /// `dice-order`: whether the dice have an order.
    pub dice_order: DiceOrder,
    /// `promotion-piece`: what a pawn promotes to.
    pub promotion_piece: PromotionPiece,
    /// `promotion-requires`: what must hold for a pawn to promote.
    pub promotion_requires: PromotionRequires,
    /// `promotion-choice`: whether a pawn that may promote must.
    pub promotion_choice: PromotionChoice,
    /// `promotion-denied`: what becomes of a pawn that may not promote.
    pub promotion_denied: PromotionDenied,
    /// `boat-triumph`: when a boat captures three others by its move.
    pub boat_triumph: BoatTriumph,
    /// `king-bonus`: the reward for capturing the kings of all others.
    pub king_bonus: KingBonus,
    /// `kingless`: what a seat without a king does.
    pub kingless: Kingless,
    /// `game-end`: when the game is over.
    pub game_end: GameEnd,
}

impl Rules {
    /// Preset `ar`: the Arabic text.
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

    /// Preset `ar-diceless`: the form of the game that ar says was played without dice.
    pub const AR_DICELESS: Self = Self { dice: DiceRule::None, ..Self::AR };

    /// Replaces values that cannot matter under the others, so that rulesets with equal canonical forms are the same
    /// game.
    ///
    /// - without dice, their order becomes `free`;
    /// - where a seat without a king is frozen, only seats with a king can play, so both ends are the same.
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

impl Knobs for Rules {
    const GAME: &'static str = "chaturaji";
    const KNOBS: &'static [Knob<Self>] = &KNOBS;
    const KNOB_IDS: &'static [&'static str] = &knob_ids(&KNOBS);
    const PRESETS: &'static [Self] = &[Self::AR, Self::AR_DICELESS];
    const PRESET_IDS: &'static [&'static str] = &["ar", "ar-diceless"];

    fn canonical(&self) -> Self {
        Self::canonical(self)
    }
}

static KNOBS: [Knob<Rules>; 12] = [
    choice!(setup: StartSetup, "setup", "where the men begin"),
    choice!(turn_order: TurnOrder, "turn-order", "who plays after whom"),
    choice!(dice: DiceRule, "dice", "whether dice say what moves"),
    choice!(dice_order: DiceOrder, "dice-order", "whether the dice have an order"),
    choice!(promotion_piece: PromotionPiece, "promotion-piece", "what a pawn promotes to"),
    choice!(promotion_requires: PromotionRequires, "promotion-requires", "what must hold for a pawn to promote"),
    choice!(promotion_choice: PromotionChoice, "promotion-choice", "whether a pawn that may promote must"),
    choice!(promotion_denied: PromotionDenied, "promotion-denied", "what becomes of a pawn that may not promote"),
    choice!(boat_triumph: BoatTriumph, "boat-triumph", "when a boat captures three others by its move"),
    choice!(king_bonus: KingBonus, "king-bonus", "the reward for capturing the kings of all others"),
    choice!(kingless: Kingless, "kingless", "what a seat without a king does"),
    choice!(game_end: GameEnd, "game-end", "when the game is over"),
];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::knob::write(self, f)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        crate::knob::parse(text)
    }
}
