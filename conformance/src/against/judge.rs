//! Tests a program with the cases that cover a ruleset.

use super::fault::ProgramFault;
use super::program::{Program, Question, Reply};
use crate::case::Case;
use crate::generator::Tested;
use crate::query::{Answer, Query};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;

/// The maximum number of failures. After that, the program is not asked again.
const MAX_FAILURES: usize = 3;

/// The rule of the cases about reading and writing texts.
pub const NOTATION: &str = "notation";

/// The result of a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Every answer of the program meets the expectation.
    Agrees,
    /// Some answer of the program contradicts the expectation.
    Differs,
    /// The program supports none of the case's questions.
    Cannot,
    /// The program crashed, timed out or violated the protocol.
    Failed,
    /// The case was not asked, because the program had failed too often.
    Skipped,
}

/// A query that the program does not support.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unanswered {
    /// The name of the query.
    #[serde(rename = "ask")]
    pub query: &'static str,
    /// The reason that the program gives.
    pub reason: String,
}

/// The result of a case, with its description.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The name of the case.
    pub case: String,
    /// The fact that the case states.
    pub title: String,
    /// The rule that the case is about.
    pub rule: String,
    /// The value of the varied knob; `always` if no knob is varied.
    pub value: &'static str,
    /// The file and line of the case.
    pub place: String,
    /// The position text.
    pub position: String,
    /// The plies that lead from there to the position that was asked about.
    pub line: Vec<String>,
    /// The result of the case.
    pub status: Status,
    /// The differences, one per line.
    pub differences: Vec<String>,
    /// The queries without an answer.
    pub unanswered: Vec<Unanswered>,
    /// How the program failed, or why it was not asked.
    pub failure: Option<String>,
    /// The answers of the program.
    #[serde(skip)]
    pub(super) answers: Vec<Answer>,
    /// The ply of the line that it calls illegal.
    #[serde(skip)]
    pub(super) illegal: Option<String>,
}

impl Verdict {
    /// Returns whether the program agrees but did not answer everything.
    pub fn is_partial(&self) -> bool {
        self.status == Status::Agrees && !self.unanswered.is_empty()
    }
}

/// The number of cases with each status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictTotals {
    /// The number of cases in which the program agrees.
    pub agrees: usize,
    /// The number of these that it answered only in part.
    pub partial: usize,
    /// The number of cases in which the program differs.
    pub differs: usize,
    /// The number of cases with no supported question.
    pub cannot: usize,
    /// The number of cases in which it failed; never in a file.
    #[serde(default, skip_deserializing)]
    pub failed: usize,
    /// The number of cases that were not asked; never in a file.
    #[serde(default, skip_deserializing)]
    pub skipped: usize,
}

impl VerdictTotals {
    /// Counts verdicts.
    pub fn of(verdicts: &[Verdict]) -> Self {
        let count = |status| verdicts.iter().filter(|verdict| verdict.status == status).count();
        Self {
            agrees: count(Status::Agrees),
            partial: verdicts.iter().filter(|verdict| verdict.is_partial()).count(),
            differs: count(Status::Differs),
            cannot: count(Status::Cannot),
            failed: count(Status::Failed),
            skipped: count(Status::Skipped),
        }
    }
}

impl fmt::Display for VerdictTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agrees, partial, differs, cannot, failed, skipped } = self;
        write!(f, "{agrees} agree")?;
        if *partial > 0 {
            write!(f, " ({partial} of them in part)")?;
        }
        write!(f, ", {differs} differ, {cannot} cannot be answered, {failed} failed")?;
        if *skipped > 0 { write!(f, ", {skipped} were not asked") } else { Ok(()) }
    }
}

/// Returns the cases that cover a ruleset, in the order of the suite.
pub fn applying<'a, R: Tested>(cases: &'a [Case<R>], rules: &'a R) -> impl Iterator<Item = &'a Case<R>> {
    cases.iter().filter(|case| case.applies(rules))
}

/// Asks a program the questions of cases, in order, and compares its answers with the expectations. A program
/// that fails is restarted for the next case, until it has failed three times.
pub fn judge<'a, R: Tested>(
    program: &mut dyn Program<R>,
    rules: &R,
    cases: impl IntoIterator<Item = &'a Case<R>>,
) -> Vec<Verdict> {
    let mut failures = 0;
    let mut given_up: Option<String> = None;
    let mut verdicts = Vec::new();
    for case in cases {
        let mut verdict = unasked(case, rules);
        if let Some(why) = &given_up {
            verdict.failure = Some(format!("skipped: the program {why}"));
            verdict.status = Status::Skipped;
        }
        if given_up.is_none()
            && let Err(fault) = ask_all(program, rules, case, &mut verdict)
        {
            verdict.failure = Some(fault.to_string());
            verdict.status = Status::Failed;
            failures += 1;
            given_up = match failures {
                MAX_FAILURES => Some(format!("failed {failures} times")),
                _ => program.restart().err().map(|fault| format!("could not be restarted: {fault}")),
            };
        }
        if verdict.failure.is_none() && !verdict.differences.is_empty() {
            verdict.status = Status::Differs;
        }
        verdicts.push(verdict);
    }
    verdicts
}

/// Makes the verdict on a case before any question is asked.
fn unasked<R: Tested>(case: &Case<R>, rules: &R) -> Verdict {
    Verdict {
        case: case.name.clone(),
        title: case.title.clone(),
        rule: case.rule.clone(),
        value: case.value_name(case.varied(rules)),
        place: case.place(),
        position: case.position.clone(),
        line: case.line.clone(),
        status: Status::Agrees,
        differences: Vec::new(),
        unanswered: Vec::new(),
        failure: None,
        answers: Vec::new(),
        illegal: None,
    }
}

/// Asks all of a case's questions, until the program refuses the position or the line.
fn ask_all<R: Tested>(
    program: &mut dyn Program<R>,
    rules: &R,
    case: &Case<R>,
    verdict: &mut Verdict,
) -> Result<(), ProgramFault> {
    let expected = &case.expect[case.varied(rules)];
    let mut answered = 0;
    let mut queries: VecDeque<(Query, bool)> =
        expected.queries().into_iter().map(|query| (query, expected.needs(query))).collect();
    // That the text is a valid position is only a precondition, unless a claim is about it.
    while let Some((query, is_needed)) = queries.pop_front() {
        let question = Question { rules, position: &case.position, line: &case.line, query };
        match program.ask(&question)? {
            Reply::Answer(answer) => {
                answered += usize::from(is_needed);
                verdict.differences.extend(expected.differences(&answer));
                verdict.answers.push(answer);
            }
            Reply::Refused(kinds) => {
                let answer = Answer::Refused(kinds);
                verdict.differences.extend(expected.differences(&answer));
                verdict.answers.push(answer);
                return Ok(());
            }
            Reply::Illegal(ply) => {
                verdict.differences.push(format!("{ply} of the line is not legal"));
                verdict.illegal = Some(ply);
                return Ok(());
            }
            // What a move captures, and where it leads, shows on the board alone.
            Reply::Cannot(reason) if query == Query::Text && is_needed => {
                verdict.unanswered.push(Unanswered { query: query.name(), reason });
                if case.rule != NOTATION {
                    queries.push_front((Query::Board, true));
                }
            }
            // The refusal of the text has been noted already.
            Reply::Cannot(_) if query == Query::Board => {}
            Reply::Cannot(reason) if is_needed => {
                verdict.unanswered.push(Unanswered { query: query.name(), reason });
            }
            Reply::Cannot(_) => {}
        }
    }
    if answered == 0 {
        verdict.status = Status::Cannot;
    }
    Ok(())
}
