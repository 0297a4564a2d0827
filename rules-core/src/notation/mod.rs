//! The text form of positions, in the parts that both games share.
//!
//! A position text is a list of fields with one space between two of them: the ranks of the board, the side
//! or seat to move, and what else decides the moves or keeps the score. Only the first two fields are
//! required.
//!
//! | game | fields | start |
//! |---|---|---|
//! | chaturanga | `ranks side jump lost halfmove fullmove` | `rnbkqbnr/…/RNBQKBNR w Kk - 0 1` |
//! | chaturaji | `ranks seat dice lost scores kings` | `bB,bN,bE,bK,2,yP,yB/… r - - 0,0,0,0 -` |
//!
//! A text is judged in two steps. Reading it (`str::parse` to a `Setup`) finds what cannot be read, in all
//! fields. Then `Game::position` finds what no game under the rules can reach. Each step reports all the
//! reasons that it finds. Letters of a field may come in any order; reading what was written gives the same
//! position.
//!
//! Each game has a table of its fields (`FIELDS` in its own `notation.rs`) and an alphabet (its `Piece`);
//! everything else is here:
//!
//! - [`RowStyle`] splits rows and lists into entries: `rnbqk3` (chaturanga) or `rK,7` (chaturaji);
//! - [`TextFault`] is one reason why a text cannot be read, with its place; [`Refusals`] collects all of
//!   them;
//! - [`Diagram`] draws a board.
//!
//! ```
//! use rules_core::{chaturanga, chaturaji};
//! let two: chaturanga::Setup = "7k/8/8/8/8/3p4/2B5/R3K3 w".parse()?;
//! assert_eq!(two.to_string(), "7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1");
//!
//! let faults = "rK,7/8/8/8/8/8/8/7,xK r".parse::<chaturaji::Setup>().unwrap_err();
//! assert!(faults.to_string().starts_with("ranks, row 8, column 2: 'x'"));
//! # Ok::<(), chaturanga::Refusals>(())
//! ```

mod codec;
mod diagram;
mod fault;
mod field;
mod refusals;
mod rows;

pub(crate) use codec::{FieldOf, pair, read, write, write_list};
pub use diagram::Diagram;
pub(crate) use diagram::draw;
pub use fault::{FaultKind, TextFault};
pub use field::Field;
pub use refusals::Refusals;
pub(crate) use rows::write_ranks;
pub use rows::{Entry, RowStyle};
