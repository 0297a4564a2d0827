//! The mirror image of a game: the ranks swapped, 1 with 8, 2 with 7, 3 with 6 and 4 with 5, and with them
//! the seats of black and green.
//!
//! Of the reflections of the board this is the one that leaves red, who begins, at its edge. It turns the
//! order of turns around and brings each boat from its player's right hand to the left.

use super::{Piece, Rules, Seat, Setup, StartSetup, Tally, TurnOrder};
use crate::Square;

impl Rules {
    /// What [`Rules::reflected`] swaps, as a phrase.
    pub const REFLECTION: &'static str =
        "the ranks 1 and 8, 2 and 7, 3 and 6, 4 and 5 change places, and so do black and green";

    /// Returns the rules of the mirror image, in which the ranks 1 and 8, 2 and 7, 3 and 6, 4 and 5 change
    /// places, and so do black and green.
    ///
    /// What is legal in a position under these rules is legal in [`Setup::reflected`] under the rules
    /// returned, with the ranks of the moves swapped. Two rulesets are the same game up to reflection when
    /// the [canonical](Rules::canonical) form of one equals that of the other reflected.
    ///
    /// ```
    /// use rules_core::chaturaji::Rules;
    /// let mirrored: Rules = "ar+setup=left-handed+turn-order=counter-clockwise".parse()?;
    /// assert_eq!(Rules::AR.reflected(), mirrored);
    /// assert_eq!(mirrored.reflected(), Rules::AR);
    /// # Ok::<(), rules_core::RulesError>(())
    /// ```
    #[must_use]
    pub const fn reflected(&self) -> Self {
        Self {
            setup: match self.setup {
                StartSetup::RightHanded => StartSetup::LeftHanded,
                StartSetup::LeftHanded => StartSetup::RightHanded,
            },
            turn_order: match self.turn_order {
                TurnOrder::Clockwise => TurnOrder::CounterClockwise,
                TurnOrder::CounterClockwise => TurnOrder::Clockwise,
            },
            ..*self
        }
    }
}

impl Seat {
    /// Returns the seat at the edge to which [`Setup::reflected`] brings this one: black and green change
    /// places.
    ///
    /// ```
    /// use rules_core::chaturaji::Seat;
    /// assert_eq!(Seat::ALL.map(Seat::reflected), [Seat::Red, Seat::Green, Seat::Yellow, Seat::Black]);
    /// ```
    #[must_use]
    pub const fn reflected(self) -> Self {
        match self {
            Self::Red | Self::Yellow => self,
            Self::Black | Self::Green => self.opposite(),
        }
    }
}

impl Setup {
    /// Returns the placement with the ranks mirrored: 1 and 8, 2 and 7, 3 and 6, 4 and 5 change places. Black
    /// and green change places with their pieces, lost types and points; the dice stay.
    ///
    /// It is the same position as this one for the rules that [`Rules::reflected`] returns.
    ///
    /// ```
    /// use rules_core::chaturaji::{Rules, Setup};
    /// let setup: Setup = "bK,7/8/8/8/8/8/8/rK,6,gB b 35 bN 1,2,3,4 bg".parse()?;
    /// let reflected = "rK,6,bB/8/8/8/8/8/8/gK,7 g 35 gN 1,4,3,2 gb";
    /// assert_eq!(setup.reflected().to_string(), reflected);
    /// assert_eq!(Setup::start(&Rules::AR).reflected(), Setup::start(&Rules::AR.reflected()));
    /// # Ok::<(), rules_core::chaturaji::Refusals>(())
    /// ```
    #[must_use]
    pub fn reflected(&self) -> Self {
        let of = |seat: Seat| seat.reflected() as usize;
        let Tally { scores, kings, paid } = self.tally;
        let mut reflected = Self {
            seat: self.seat.reflected(),
            lost: Seat::ALL.map(|seat| self.lost[of(seat)]),
            tally: Tally {
                scores: Seat::ALL.map(|seat| scores[of(seat)]),
                kings: Seat::ALL.map(|captor| Seat::ALL.map(|victim| kings[of(captor)][of(victim)])),
                paid: Seat::ALL.map(|seat| paid[of(seat)]),
            },
            ..self.clone()
        };
        for square in Square::all() {
            reflected.board[square.flip_ranks().index()] =
                self.board[square.index()].map(|piece| Piece { seat: piece.seat.reflected(), ..piece });
        }
        reflected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knobs;

    #[test]
    fn a_reflection_is_its_own_inverse_and_reflects_the_start() {
        for preset in Rules::PRESETS {
            for rules in core::iter::once(*preset).chain(preset.neighbours()) {
                let reflected = rules.reflected();
                assert_eq!(reflected.reflected(), rules);
                assert_eq!(rules.canonical().reflected(), reflected.canonical(), "{rules}");
                assert_eq!(Setup::start(&rules).reflected(), Setup::start(&reflected), "{rules}");
            }
        }
    }
}
