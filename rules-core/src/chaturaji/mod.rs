//! Chaturaji, the game of four armies.
//!
//! [`Rules`] gives every knob a value, [`Game`] works out from it what does not depend on the position, [`Setup`] is any
//! placement of men with dice, losses and points, [`Position`] one that the rules accept, [`Tally`] the points. Source ids and
//! sections: `ar` is the Arabic text.

mod bulk;
mod dice;
mod game;
mod movegen;
mod notation;
mod piece;
mod position;
mod refusal;
mod rules;
mod setup;
mod turn;

pub use dice::{Dice, Face, ParseDiceError};
pub use game::{Captive, Captives, Game, IllegalTurn};
pub use piece::{Move, Piece, Role, RoleSet, Seat};
pub use position::Position;
pub use refusal::{Refusal, Refusals};
pub use rules::{
    BoatTriumph, DiceOrder, DiceRule, GameEnd, KingBonus, Kingless, PromotionChoice, PromotionDenied,
    PromotionPiece, PromotionRequires, Rules, StartSetup, TurnOrder,
};
pub use setup::{Setup, Tally};
pub use turn::{ParseTurnError, Turn};
