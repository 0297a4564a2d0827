//! Chaturaji, the game of four armies.
//!
//! [`Rules`] gives every knob a value, [`Game`] works out from it what does not depend on the position, [`Setup`] is any
//! placement of men with dice, losses and points, [`Position`] one that the rules accept, [`Tally`] the points. Source ids and
//! sections: `ar` is the Arabic text.

mod accept;
mod dice;
mod fen;
mod game;
mod movegen;
mod mover;
mod moves;
mod outcome;
mod piece;
mod play;
mod position;
mod promotion;
mod refusal;
mod rules;
mod setup;
mod tally;
mod turn;
mod weights;

pub use dice::{Dice, Face, ParseDiceError};
pub use game::Game;
pub use mover::{Mover, Operation};
pub use moves::{MoveSet, MoveSets, Origin};
pub use piece::{Move, Piece, Role, RoleSet, Seat};
pub use play::{IllegalRoll, IllegalTurn};
pub use position::Position;
pub use refusal::{Field, Refusal, Refusals};
pub use rules::{
    BoatTriumph, DiceOrder, DiceRule, GameEnd, KingBonus, Kingless, PromotionChoice, PromotionDenied,
    PromotionPiece, PromotionRequires, Rules, StartSetup, TurnOrder,
};
pub use setup::Setup;
pub use tally::{Captive, Captives, Tally};
pub use turn::{ParseTurnError, Turn};
pub use weights::Weights;
