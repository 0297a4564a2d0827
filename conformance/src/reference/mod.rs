//! The slow generator.
//!
//! It shares nothing with the fast one but the words both speak in: squares, men, moves, rules, placements.
//! Every move is made on an array of 64 squares and the result is looked at; nothing is worked out in advance,
//! nothing is remembered. Where a line could be shorter or plainer, it is plainer.

pub mod chaturaji;
pub mod chaturanga;
