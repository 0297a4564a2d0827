//! Chaturanga, the game of two armies.
//!
//! [`Rules`] gives every knob a value, [`Game`] works out from it what does not depend on the position,
//! [`Setup`] is any placement of men, [`Position`] one that the rules accept.

mod accept;
mod attack;
mod fen;
mod game;
mod jump;
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

pub use game::Game;
pub use mover::{Mover, Operation};
pub use moves::{MoveSet, Moves};
pub use outcome::{Outcome, Reason};
pub use piece::{Color, Move, Piece, Role, RoleSet};
pub use play::IllegalMove;
pub use position::Position;
pub use refusal::{Field, Refusal, Refusals};
pub use rules::{
    BareRaja, ElephantMove, HorseMove, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires,
    RajaJump, RajaJumpCapture, RajaSafety, Rules, Stalemate, StalemateTest, StartSetup,
};
pub use setup::Setup;
