//! Which value of each rule the answers of a program fit.

use super::judge::{Status, Verdict};
use crate::case::Case;
use crate::expectation::Expectation;
use crate::generator::Tested;
use crate::query::Query;
use rules_core::Axis;
use serde::Serialize;
use std::fmt;

/// How well the answers in the cases about a rule fit each of its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleFit {
    /// The name of the knob.
    pub rule: String,
    /// The value that the ruleset asks for.
    pub asked: &'static str,
    /// How well each value fits, in the order of the knob.
    pub values: Vec<ValueFit>,
}

/// How well the answers fit a value of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ValueFit {
    /// The name of the value.
    pub value: &'static str,
    /// The number of cases in which no answer contradicts what holds under the value.
    pub fits: usize,
    /// The number of cases in which the answers decide that.
    pub cases: usize,
}

impl RuleFit {
    /// Measures the fit for every rule that one of these cases varies, in the order of the knobs.
    pub fn measure<R: Tested>(cases: &[&Case<R>], verdicts: &[Verdict], rules: &R) -> Vec<Self> {
        let fit = |axis: Axis<R>| {
            let about: Vec<(&Case<R>, &Verdict)> = cases
                .iter()
                .copied()
                .zip(verdicts)
                .filter(|(case, verdict)| case.vary == Some(axis) && is_answered(verdict))
                .collect();
            let value = |(index, value)| {
                let decided: Vec<bool> =
                    about.iter().filter_map(|(case, verdict)| fits(&case.expect[index], verdict)).collect();
                ValueFit { value, fits: decided.iter().filter(|fits| **fits).count(), cases: decided.len() }
            };
            let values: Vec<_> = axis.names().enumerate().map(value).collect();
            let asked = values[axis.get(rules)].value;
            (!about.is_empty()).then(|| Self { rule: axis.to_string(), asked, values })
        };
        Axis::<R>::all().filter_map(fit).collect()
    }

    /// Returns whether the answers contradict the value that the ruleset asks for.
    pub fn contradicts(&self) -> bool {
        self.of_asked().is_some_and(|fit| fit.fits < fit.cases)
    }

    /// Returns the values that the answers fit best: none if no answer decides.
    pub fn best(&self) -> Vec<ValueFit> {
        // Compares shares as fractions, because not every answer decides about every value.
        let is_below = |one: &ValueFit, other: &ValueFit| one.fits * other.cases < other.fits * one.cases;
        let decided = || self.values.iter().filter(|fit| fit.cases > 0);
        decided().filter(|fit| !decided().any(|other| is_below(fit, other))).copied().collect()
    }

    fn of_asked(&self) -> Option<ValueFit> {
        self.values.iter().find(|fit| fit.value == self.asked).copied()
    }
}

impl fmt::Display for RuleFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (best, rule) = (self.best(), &self.rule);
        let Some(ValueFit { fits, cases, .. }) = self.of_asked() else { return write!(f, "{rule}") };
        if best.iter().any(|fit| fit.value == self.asked) {
            write!(f, "{rule}: the answers fit {} ({fits} of {cases} cases)", self.asked)?;
            return if fits < cases { f.write_str("; no other value fits better") } else { Ok(()) };
        }
        let best: Vec<_> =
            best.iter().map(|fit| format!("{} ({} of {} cases)", fit.value, fit.fits, fit.cases)).collect();
        write!(f, "{rule}: the answers fit {}, not {} ({fits} of {cases})", best.join(" or "), self.asked)
    }
}

fn is_answered(verdict: &Verdict) -> bool {
    matches!(verdict.status, Status::Agrees | Status::Differs)
}

/// Returns whether the answers fit an expectation; `None` if it needs answers that were not given.
fn fits(expected: &Expectation, verdict: &Verdict) -> Option<bool> {
    if verdict.illegal.is_some() {
        return Some(false);
    }
    if verdict.answers.iter().any(|answer| !expected.differences(answer).is_empty()) {
        return Some(false);
    }
    let has = |query: Query| verdict.answers.iter().any(|answer| answer.query() == query);
    let is_answered = |query| has(query) || (query == Query::Text && has(Query::Board));
    let needed = expected.queries().into_iter().filter(|query| expected.needs(*query));
    needed.into_iter().all(is_answered).then_some(true)
}
