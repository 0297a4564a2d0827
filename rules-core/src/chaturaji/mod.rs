//! Chaturaji, the game of four armies.
//!
//! [`Rules`] gives every knob a value, [`Setup`] is any placement of men with dice, losses and points. Source ids and
//! sections: `ar` is the Arabic text.

mod dice;
mod fen;
mod piece;
mod refusal;
mod rules;
mod setup;
mod turn;

pub use dice::{Dice, Face};
pub use piece::{Move, Piece, Role, RoleSet, Seat};
pub use refusal::{Field, Refusal, Refusals};
pub use rules::{
    BoatTriumph, DiceOrder, DiceRule, GameEnd, KingBonus, Kingless, PromotionChoice, PromotionDenied,
    PromotionPiece, PromotionRequires, Rules, StartSetup, TurnOrder,
};
pub use setup::{Setup, Tally};
pub use turn::{ParseTurnError, Turn};
