//! Every case as a test of its own, in both generators, under every ruleset near a preset that it covers; and
//! the lints.

use conformance::{Case, Generator, Suite, Tested, check, lint};
use libtest_mimic::{Arguments, Failed, Trial};
use rules_core::{chaturaji, chaturanga};
use std::path::Path;

fn main() {
    let mut trials = trials::<chaturanga::Rules>();
    trials.extend(self::trials::<chaturaji::Rules>());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trials<R: Tested>() -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let suite: Suite<R> = Suite::load(folder).unwrap_or_else(|errors| panic!("{errors}"));
    let mut trials: Vec<Trial> = suite
        .cases
        .clone()
        .into_iter()
        .map(|case| Trial::test(case.name.clone(), move || holds(&case)))
        .collect();
    trials.push(Trial::test(format!("the suite of {} is in order", R::GAME), move || {
        let seed = fastrand::u64(..);
        let faults = lint(&suite, seed).faults;
        if faults.is_empty() { Ok(()) } else { Err(format!("seed {seed}:\n{}", faults.join("\n")).into()) }
    }));
    trials
}

fn holds<R: Tested>(case: &Case<R>) -> Result<(), Failed> {
    let rulesets = case.rulesets();
    assert!(!rulesets.is_empty());
    for (varied, rules) in rulesets {
        holds_in::<R::Fast>(case, varied, &rules)?;
        holds_in::<R::Slow>(case, varied, &rules)?;
    }
    Ok(())
}

fn holds_in<G: Generator>(case: &Case<G::Rules>, varied: usize, rules: &G::Rules) -> Result<(), Failed>
where
    G::Rules: Tested,
{
    check(&G::new(rules), case, &case.expect[varied]).map_err(|mismatch| {
        let (place, title, differences) = (case.place(), &case.title, mismatch.differences.join("; "));
        format!("{place}: {title}: {rules}, {} generator, {}: {differences}", G::NAME, mismatch.position)
            .into()
    })
}
