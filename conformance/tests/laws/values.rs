//! How often random rulesets have each value of each knob, and how often random positions notice it.

use fastrand::Rng;
use rules_core::{Domain, Knob, Knobs};
use std::fmt;

/// How often one value of a knob was seen.
#[derive(Default)]
struct Row {
    knob: &'static str,
    value: String,
    /// In how many cases the rules had the value.
    drawn: u32,
    /// In how many cases a change from this value to another, or from another to it, changed the game.
    noticed: u32,
}

/// The values of every knob, in the order of the knobs.
struct Table(Vec<Row>);

impl Table {
    fn new<R: Knobs>() -> Self {
        let mut rows = Vec::new();
        for knob in R::KNOBS {
            let mut values: Vec<String> =
                knob.domain.values().map(|value| class(knob.domain, value)).collect();
            values.sort();
            values.dedup();
            rows.extend(values.into_iter().map(|value| Row { knob: knob.id, value, ..Row::default() }));
        }
        Self(rows)
    }

    fn row<R>(&mut self, knob: &Knob<R>, value: u8) -> &mut Row {
        let value = class(knob.domain, value);
        let mut rows = self.0.iter_mut();
        rows.find(|row| row.knob == knob.id && row.value == value).expect("a row for every value")
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:24} {:24} {:>6} {:>8}", "knob", "value", "drawn", "noticed")?;
        for Row { knob, value, drawn, noticed } in &self.0 {
            writeln!(f, "{knob:24} {value:24} {drawn:6} {noticed:8}")?;
        }
        Ok(())
    }
}

/// Returns the name of a value; sets of files are grouped into three.
fn class(domain: Domain, value: u8) -> String {
    match (domain, value) {
        (Domain::Choice(_), _) => domain.text(value).to_string(),
        (Domain::Files, 0) => "no file".to_owned(),
        (Domain::Files, u8::MAX) => "all files".to_owned(),
        (Domain::Files, _) => "some files".to_owned(),
    }
}

/// Checks that random rulesets have every value of every knob in at least one case of a hundred, and that
/// for every value some case tells it from another value of the knob. Prints the table of both numbers.
///
/// `draw` makes a ruleset and a placement that it accepts. `observe` returns everything that can be seen of
/// the placement under a ruleset, or `None` if the ruleset refuses it.
pub fn assert_every_value_counts<R: Knobs + fmt::Display, P, O: PartialEq>(
    cases: u64,
    draw: impl Fn(&mut Rng) -> (R, P),
    observe: impl Fn(&R, &P) -> Option<O>,
) {
    let mut table = Table::new::<R>();
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let (rules, placement) = draw(&mut rng);
        let seen = observe(&rules, &placement).unwrap_or_else(|| panic!("{rules} refuses its placement"));
        for knob in R::KNOBS {
            let value = (knob.get)(&rules);
            table.row(knob, value).drawn += 1;
            let others: Vec<u8> = knob.domain.values().filter(|&other| other != value).collect();
            let other = others[rng.usize(..others.len())];
            let mut changed = rules;
            (knob.set)(&mut changed, other);
            if observe(&changed, &placement).is_some_and(|after| after != seen) {
                table.row(knob, value).noticed += 1;
                table.row(knob, other).noticed += 1;
            }
        }
    }
    println!("{cases} cases of {}\n{table}", R::GAME);
    let rare = |row: &&Row| u64::from(row.drawn) < cases / 100 || row.noticed == 0;
    let names: Vec<String> =
        table.0.iter().filter(rare).map(|row| format!("{}={}", row.knob, row.value)).collect();
    assert!(names.is_empty(), "too rare: {names:?}\n{table}");
}
