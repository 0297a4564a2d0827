//! Chaturaji, the game for four players, with dice or without.
//!
//! [`Rules`] gives every knob a value. [`Game`] holds the rules with the tables that follow from them.
//! [`Setup`] is any placement of pieces with dice, lost types and points; [`Position`] is one that the rules
//! accept, without the points, which are in a [`Tally`].
//!
//! The documentation cites the source by its id and section: `ar` is the Arabic text.
//!
//! ```
//! use rules_core::chaturaji::{Game, Rules, Seat};
//!
//! let game = Game::new(Rules::AR_DICELESS);
//! let next = game.play(&game.start(), "b1c1".parse()?)?;
//! assert_eq!(next.seat(), Seat::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accept;
mod dice;
mod game;
mod movegen;
mod mover;
mod moves;
mod notation;
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
pub use outcome::{Outcome, Reason};
pub use piece::{Move, Piece, Role, RoleSet, Seat};
pub use play::{IllegalRoll, IllegalTurn};
pub use position::Position;
pub use refusal::{Refusal, Refusals};
pub use rules::{
    BoatTriumph, DiceOrder, DiceRule, GameEnd, KingBonus, Kingless, PromotionChoice, PromotionDenied,
    PromotionPiece, PromotionRequires, Rules, StartSetup, TurnOrder,
};
pub use setup::Setup;
pub use tally::{Captive, Captives, Tally};
pub use turn::{ParseTurnError, Turn};
pub use weights::Weights;
