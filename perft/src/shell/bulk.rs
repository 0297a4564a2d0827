//! The names of the ways to count the last plies.

use crate::Bulk;
use clap::ValueEnum;
use clap::builder::PossibleValue;

impl ValueEnum for Bulk {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::None, Self::One, Self::Two]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::None => "Make every move, to compare with programs that count this way",
            Self::One => "Count the moves of the last ply without making them",
            Self::Two => "Count the last two plies from the position above them, where a move changes little",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}
