//! What a case can claim about a position: one module per kind of claim.
//!
//! A kind is a type that implements [`Kind`]: it lists its queries, evaluates the answers, validates its
//! syntax, produces altered versions of itself for the mutation test, and describes itself as text, as an
//! entry of a page, and as marks on a board. To add one, write its module and give it an entry in the table
//! below.

mod check;
mod kind;
mod legality;
mod moves;
mod moves_from;
mod outcome;
mod perft;
mod refusal;
mod rolls;
mod text;

use check::Check;
pub use kind::{Description, Entry, Kind, Vector};
use legality::Legality;
use moves::Moves;
use moves_from::MovesFrom;
use outcome::Outcome;
use perft::Perft;
use refusal::Refusal;
use rolls::Rolls;
use serde::de::{Error, MapAccess};
use text::Text;

/// Makes [`Claim`] from a table: a kind, and for each key that it has in a case the function that reads the
/// value.
///
/// Claims are always in the order of the table, regardless of their order in the file.
macro_rules! claims {
    ($($Kind:ident { $($key:literal => $read:expr),+ })+) => {
        /// A claim of any kind.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Claim {
            $(#[doc = concat!("See [`", stringify!($Kind), "`].")] $Kind($Kind),)+
        }

        impl Claim {
            /// The keys of claims in a case.
            pub const KEYS: &[&str] = &[$($($key),+),+];

            /// Reads the value of a key as claims: none if the value is an empty list, which asserts nothing.
            ///
            /// # Errors
            /// The value does not have the form of this key, or the key is not one of [`Claim::KEYS`].
            pub fn read<'de, A: MapAccess<'de>>(key: &str, map: &mut A) -> Result<Vec<Self>, A::Error> {
                match key {
                    $($($key => Ok($read(map.next_value()?).into_iter().map(Self::$Kind).collect()),)+)+
                    _ => Err(A::Error::unknown_field(key, Self::KEYS)),
                }
            }

            /// Returns the claim as its kind.
            pub fn kind(&self) -> &dyn Kind {
                match self {
                    $(Self::$Kind(claim) => claim,)+
                }
            }

            /// Returns every variant of the claim with exactly one detail changed: the claims that replace
            /// this one.
            pub fn corruptions(&self) -> Vec<Vec<Self>> {
                match self {
                    $(Self::$Kind(claim) => {
                        let wrong = claim.corruptions().into_iter();
                        wrong.map(|claims| claims.into_iter().map(Self::$Kind).collect()).collect()
                    })+
                }
            }
        }
    };
}

claims! {
    Moves { "moves" => Moves::read }
    MovesFrom { "from" => MovesFrom::read }
    Legality { "legal" => Legality::read_legal, "illegal" => Legality::read_illegal }
    Rolls { "rolls" => Rolls::read }
    Text { "text" => Text::read }
    Check { "check" => Check::read }
    Outcome { "outcome" => Outcome::read }
    Perft { "perft" => Perft::read }
    Refusal { "refused" => Refusal::read }
}
