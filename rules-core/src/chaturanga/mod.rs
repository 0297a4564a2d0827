//! Chaturanga, the game for two players.
//!
//! Each side has a raja, a mantri, two rathas, two gajas, two ashvas and eight padatis. White begins and
//! plays up the board. There is no castling, no double step and no capture en passant; what distinguishes the
//! game from chess is the once-only jump of the raja, the leap of the gaja, and promotion to what stood on
//! the promotion square or was lost before.
//!
//! - [`Rules`] gives every knob a value; [`Game`] holds the rules with the tables that follow from them.
//! - [`Setup`] is any placement of pieces, [`Position`] one that the rules accept.
//! - [`Game::moves`], [`Game::play`] and [`Game::outcome`] are what most programs need.
//! - [`Game::generate`], [`MoveSet`] and [`Mover`] are for programs that count or search millions of
//!   positions.
//! - [`Game::attackers`], [`Game::checkers`], [`Game::pattern`] and [`Game::pawn_targets`] answer single
//!   questions about a board.
//!
//! The documentation cites the sources by their ids and sections: `tr` is the Turkish text, `nl` the Dutch
//! text.
//!
//! ```
//! use rules_core::chaturanga::{Game, Outcome, Reason, Rules};
//!
//! let game = Game::new(Rules::NL);
//! let mut position = game.start();
//! for mv in ["e2e3", "e7e6", "e1f3"] {
//!     position = game.play(&position, mv.parse()?)?;
//! }
//! assert_eq!(game.outcome(&position), None);
//! assert_eq!(position.to_string(), "rnbkqbnr/pppp1ppp/4p3/8/8/4PK2/PPPP1PPP/RNBQ1BNR b k -");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accept;
mod attack;
mod game;
mod jump;
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
mod rules;
mod setup;

pub use game::Game;
pub use mover::{Mover, Operation};
pub use moves::{MoveSet, Moves};
pub use outcome::{Outcome, Reason};
pub use piece::{Color, Move, Piece, Role, RoleSet};
pub use play::IllegalMove;
pub use position::Position;
pub use refusal::{Refusal, Refusals};
pub use rules::{
    BareRaja, ElephantMove, HorseMove, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires,
    RajaJump, RajaJumpCapture, RajaSafety, Rules, Stalemate, StalemateTest, StartSetup,
};
pub use setup::Setup;
