//! Reasons why a position of chaturanga is refused.
//!
//! A text is read first; only when every field can be read is the placement judged under the rules
//! ([`Game::position`](super::Game::position)). All reasons found at that stage are reported together.

use super::{Color, Role};
use crate::Square;
use crate::notation::TextFault;
use core::fmt;

/// One reason why a position is refused: a fault of its text, or a placement that no game can reach.
///
/// ```
/// use rules_core::chaturanga::{Color, Game, Refusal, Rules};
/// let game = Game::new(Rules::NL);
/// let refusals = game.read("4k3/8/8/8/8/8/8/P3K3 w").unwrap_err();
/// let Some(Refusal::PadatiOnFirstRow { color, square }) = refusals.iter().next() else { panic!() };
/// assert_eq!((color, square), (Color::White, rules_core::Square::A1));
///
/// // The side not to move is in check, which `raja-safety=all-moves` does not let happen.
/// let refusals = game.read("4k3/8/8/8/8/8/8/4RK2 w").unwrap_err();
/// assert!(refusals.iter().map(Refusal::kind).eq(["opponent-attacked"]));
/// assert!(Game::new(Rules::TR).read("4k3/8/8/8/8/8/8/4RK2 w").is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The text cannot be read.
    Text(TextFault),
    /// A side has more than one raja.
    Rajas {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more than eight padatis.
    Padatis {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more than sixteen pieces.
    Pieces {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more pieces of a type than it began with and its missing padatis could have become, such as
    /// three rathas beside eight padatis.
    TooMany {
        /// The side.
        color: Color,
        /// The type.
        role: Role,
        /// How many there are.
        found: u32,
        /// How many there can be, given the padatis.
        allowed: u32,
    },
    /// A padati stands on its own first row, where none begins and to which none can move.
    PadatiOnFirstRow {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
    },
    /// Both rajas are missing.
    NoRajas,
    /// A raja is missing that must be there: that of the side not to move, which cannot have been captured;
    /// or either raja under `raja-safety=all-moves`, where rajas are not captured.
    RajaMissing {
        /// The side.
        color: Color,
    },
    /// The side not to move is attacked under `raja-safety=all-moves`: its last move was not legal.
    OpponentAttacked {
        /// Where its raja stands.
        raja: Square,
    },
}

impl Refusal {
    /// Returns the name of the kind of reason: `row-count`, `too-many` and so on. Test positions refer to it,
    /// and it never changes.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Text(fault) => fault.name(),
            Self::Rajas { .. } => "rajas",
            Self::Padatis { .. } => "padatis",
            Self::Pieces { .. } => "pieces",
            Self::TooMany { .. } => "too-many",
            Self::PadatiOnFirstRow { .. } => "padati-on-first-row",
            Self::NoRajas => "no-rajas",
            Self::RajaMissing { .. } => "raja-missing",
            Self::OpponentAttacked { .. } => "opponent-attacked",
        }
    }

    /// Returns the name of the field at fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Text(fault) => fault.field.name,
            _ => "ranks",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Text(fault) = self {
            return fault.fmt(f);
        }
        write!(f, "{}: ", self.field())?;
        match self {
            Self::Text(_) => Ok(()),
            Self::Rajas { color, found } => write!(f, "{color} has {found} rajas; the most is 1"),
            Self::Padatis { color, found } => write!(f, "{color} has {found} padatis; the most is 8"),
            Self::Pieces { color, found } => write!(f, "{color} has {found} pieces; the most is 16"),
            Self::TooMany { color, role, found, allowed } => write!(
                f,
                "{color} has {found} pieces of the role {role}; with its padatis the most is {allowed}"
            ),
            Self::PadatiOnFirstRow { color, square } => {
                write!(f, "a padati of {color} stands on its own first row, {square}")
            }
            Self::NoRajas => f.write_str("both rajas are missing"),
            Self::RajaMissing { color } => write!(f, "the raja of {color} is missing"),
            Self::OpponentAttacked { raja } => write!(
                f,
                "the raja on {raja} can be captured, and its side is not to move; no legal move leads here"
            ),
        }
    }
}

/// All reasons why a text or placement of chaturanga is refused.
pub type Refusals = crate::Refusals<Refusal>;
