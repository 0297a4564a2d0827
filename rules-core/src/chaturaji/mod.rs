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
//! let next = game.play(&game.start(), "b7c7".parse()?)?;
//! assert_eq!(next.seat(), Seat::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
