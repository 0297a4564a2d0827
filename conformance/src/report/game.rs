//! The games that a report covers.

use crate::generator::Tested;
use rules_core::RulesError;
use std::str::FromStr;

/// The rules of a game that have a text form.
pub trait ReportedGame: Tested + FromStr<Err = RulesError> {}

impl<R: Tested + FromStr<Err = RulesError>> ReportedGame for R {}
