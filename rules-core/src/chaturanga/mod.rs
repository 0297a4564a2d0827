//! Chaturanga, the game of two armies.
//!
//! [`Rules`] gives every knob a value, [`Game`] works out from it what does not depend on the position,
//! [`Setup`] is any placement of men, [`Position`] one that the rules accept.

mod game;
mod movegen;
mod notation;
mod outcome;
mod pairs;
mod piece;
mod position;
mod refusal;
mod rules;
mod setup;

pub use game::{Game, IllegalMove, Moves};
pub use movegen::{MoveSet, Mover, Operation};
pub use outcome::{Outcome, Reason};
pub use piece::{Color, Move, Piece, Role, RoleSet};
pub use position::Position;
pub use refusal::{Refusal, Refusals};
pub use rules::{
    BareRaja, ElephantMove, HorseMove, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires,
    RajaJump, RajaJumpCapture, RajaSafety, Rules, Stalemate, StalemateTest, StartSetup,
};
pub use setup::Setup;
