//! Chaturaji, the game for four players, with dice or without.
//!
//! Red, black, yellow and green sit clockwise around the board, each with a king, an elephant, a horse, a
//! boat and four pawns. There is no check and no mate: a king is captured like any piece, and captures score
//! points. The rules say whether dice decide which roles may move, how many, and whether a die may be skipped
//! (ar § throws of the dice).
//!
//! - [`Rules`] gives every knob a value; [`Game`] holds the rules with the tables that follow from them.
//! - [`Setup`] is any placement of pieces with dice, lost types and points; [`Position`] is one that the
//!   rules accept, without the points, which are in a [`Tally`].
//! - [`Game::roll`], [`Game::visit`], [`Game::play`] and [`Game::score`] are what most programs need;
//!   [`Game::step`] plays one die of a roll.
//! - [`Game::generate`], [`MoveSet`], [`Mover`] and [`RollCounts`] are for programs that count or search
//!   millions of positions.
//! - [`Game::triumph`], [`Game::captives`] and [`Game::pawn_targets`] answer single questions about a board.
//!
//! Without a roll in the position, a ply is a turn under any of the 4, 16 or 36 ordered rolls
//! ([`DiceRule::rolls`]), so that the turns of a position are weighted by the number of rolls that allow them.
//!
//! The documentation cites the sources by their ids and sections: `ar` is the Arabic text, the core of the
//! game; `al-biruni`, `bhavishya` and `chesscom4` are accounts in the catalogue of the crate `conformance`.
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
mod attack;
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
mod reflection;
mod refusal;
mod roll_counts;
mod rules;
mod scoring;
mod setup;
mod tally;
mod triumph;
mod turn;
mod turn_order;
mod turns;

pub use dice::{Dice, Face, FaceSet, ParseDiceError};
pub use game::Game;
pub use mover::{Mover, Operation};
pub use moves::{MoveSet, MoveSets, Origin};
pub use outcome::{Outcome, Reason};
pub use piece::{Move, Piece, Role, RoleSet, Seat};
pub use play::{IllegalRoll, IllegalTurn};
pub use position::Position;
pub use refusal::{Refusal, Refusals};
pub use roll_counts::{RollCounts, Usable};
pub use rules::{
    BoatMove, BoatTriumph, DiceOrder, DiceRule, DiceUse, ElephantMove, GameEnd, KingBonus, Kingless, Points,
    PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires, Rules, StartSetup, TurnOrder,
};
pub use scoring::{Captive, Captives};
pub use setup::Setup;
pub use tally::Tally;
pub use turn::{ParseTurnError, Turn};
pub use turns::Turns;
