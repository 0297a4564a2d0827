//! The slow generator.
//!
//! It shares only vocabulary types with the fast one: squares, pieces, moves, rules, placements. It makes
//! every move on an array of 64 squares and looks at the result; it computes nothing in advance and stores
//! nothing. Where code could be either short or plain, it is plain.
//!
//! Comments cite the source texts by their ids, `tr` (Turkish), `nl` (Dutch) and `ar` (Arabic), with a
//! section (§).

pub mod chaturaji;
pub mod chaturanga;
