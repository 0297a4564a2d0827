//! The cases that a ruleset is told by, through a program.

use super::program::{Fault, Program, Question, Reply};
use crate::generator::Tested;
use crate::query::Answer;
use crate::suite::Case;
use serde::{Deserialize, Serialize};

/// How often a program may fail before the rest is not asked any more.
const PATIENCE: usize = 3;

/// What became of a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Everything that was answered is as the case expects.
    Agrees,
    /// Something is not.
    Differs,
    /// The program is made to answer none of it.
    Cannot,
    /// It died, came late or gave no proper answer.
    Failed,
}

/// A question that the program is not made to answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unanswered {
    /// What was asked.
    pub ask: &'static str,
    /// Why there is no answer.
    pub reason: String,
}

/// What a program makes of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The name of the case.
    pub case: String,
    /// The fact that it states.
    pub title: String,
    /// The rule that it is about.
    pub rule: String,
    /// The value of the knob that it is about, or `always`.
    pub value: &'static str,
    /// The file and line where it stands.
    pub place: String,
    /// The position text.
    pub position: String,
    /// The plies from there to the position that was looked at.
    pub line: Vec<String>,
    /// What became of it.
    pub status: Status,
    /// What differs, one thing a line.
    pub differences: Vec<String>,
    /// What was not answered.
    pub unanswered: Vec<Unanswered>,
    /// How the program failed.
    pub failure: Option<String>,
}

impl Verdict {
    /// Whether it agrees, but did not answer everything.
    pub fn is_partial(&self) -> bool {
        self.status == Status::Agrees && !self.unanswered.is_empty()
    }
}

/// The cases that say something of a ruleset.
pub fn applying<'a, R: Tested>(cases: &'a [Case<R>], rules: &'a R) -> impl Iterator<Item = &'a Case<R>> {
    cases.iter().filter(|case| case.applies(rules))
}

/// Puts each case to the program, in order.
pub fn judge<'a, R: Tested>(
    program: &mut dyn Program<R>,
    rules: &R,
    cases: impl IntoIterator<Item = &'a Case<R>>,
) -> Vec<Verdict> {
    let mut faults = 0;
    let mut given_up: Option<String> = None;
    let mut verdicts = Vec::new();
    for case in cases {
        let mut verdict = blank(case, rules);
        verdict.failure = given_up.as_ref().map(|why| format!("not asked, because the program {why}"));
        if given_up.is_none()
            && let Err(fault) = put(program, rules, case, &mut verdict)
        {
            verdict.failure = Some(fault.to_string());
            faults += 1;
            given_up = match faults {
                PATIENCE => Some(format!("had failed {faults} times")),
                _ => program.restart().err().map(|fault| format!("could not be started again: {fault}")),
            };
        }
        verdict.status = status(&verdict);
        verdicts.push(verdict);
    }
    verdicts
}

fn blank<R: Tested>(case: &Case<R>, rules: &R) -> Verdict {
    Verdict {
        case: case.name.clone(),
        title: case.title.clone(),
        rule: case.rule.clone(),
        value: case.value_name(varied(case, rules)),
        place: case.place(),
        position: case.position.clone(),
        line: case.line.clone(),
        status: Status::Agrees,
        differences: Vec::new(),
        unanswered: Vec::new(),
        failure: None,
    }
}

/// Which expectation of a case holds for a ruleset.
fn varied<R: Tested>(case: &Case<R>, rules: &R) -> usize {
    case.vary.map_or(0, |vary| vary.get(rules))
}

fn status(verdict: &Verdict) -> Status {
    match verdict {
        Verdict { failure: Some(_), .. } => Status::Failed,
        Verdict { differences, .. } if !differences.is_empty() => Status::Differs,
        Verdict { status, .. } => *status,
    }
}

/// Asks all that a case asks. A text that is refused, and a line that is not legal, end it.
fn put<R: Tested>(
    program: &mut dyn Program<R>,
    rules: &R,
    case: &Case<R>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let expected = &case.expect[varied(case, rules)];
    let mut answered = 0;
    for query in expected.queries() {
        let question = Question { rules, position: &case.position, line: &case.line, query };
        // Unless a claim is about it, that the text is a position is only a condition of the other claims.
        let is_needed = expected.needs(query);
        match program.ask(&question)? {
            Reply::Answer(answer) => {
                answered += usize::from(is_needed);
                verdict.differences.extend(expected.differences(&answer));
            }
            Reply::Refused(kinds) => {
                verdict.differences.extend(expected.differences(&Answer::Refused(kinds)));
                return Ok(());
            }
            Reply::Illegal(ply) => {
                verdict.differences.push(format!("{ply} of the line is not legal"));
                return Ok(());
            }
            Reply::Cannot(reason) if is_needed => {
                verdict.unanswered.push(Unanswered { ask: query.name(), reason });
            }
            Reply::Cannot(_) => {}
        }
    }
    if answered == 0 {
        verdict.status = Status::Cannot;
    }
    Ok(())
}
