//! Mutants: our own generator under a ruleset with one knob flipped stands in for an engine, and the judge
//! has to name that knob.

use libtest_mimic::{Failed, Trial};
use perft::engine::{Answer, EngineError, EngineErrorKind};
use perft::judge::{Explanation, Judge, Opponent, Start, TestPosition, Verdict};
use perft::uci::Server;
use perft::{Counter, Variant};
use rules_core::{Domain, Knobs, chaturaji, chaturanga};
use std::fmt::Display;
use std::path::Path;

/// Our own generator as an engine, without a process.
pub struct Twin {
    server: Server,
    start: String,
}

impl Twin {
    pub fn new(rules: &str) -> Self {
        let mut server = Server::new(rules.parse().expect("rules"));
        let start = board(&server.answer("d")[0]["Fen: ".len()..]);
        Self { server, start }
    }
}

/// The ranks and side of a position text.
fn board(text: &str) -> String {
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

impl Opponent for Twin {
    fn answer(&mut self, root: &str, line: &[String], _: &str, depth: u32) -> Result<Answer, EngineError> {
        let moves = if line.is_empty() { String::new() } else { format!(" moves {}", line.join(" ")) };
        let refused = self.server.answer(&format!("position fen {root}{moves}"));
        if let Some(line) = refused.into_iter().next() {
            let kind = EngineErrorKind::Refused { question: format!("position {root}"), line };
            return Err(EngineError { kind, unread: Vec::new(), stderr: Vec::new() });
        }
        let lines = self.server.answer(&format!("go perft {depth}"));
        let parts: Vec<(String, u128)> = lines
            .iter()
            .filter_map(|line| line.split_once(": "))
            .filter(|(mv, _)| *mv != "Nodes searched")
            .map(|(mv, count)| (mv.to_owned(), count.parse().expect("a count")))
            .collect();
        Ok(Answer { total: parts.iter().map(|part| part.1).sum(), parts: Some(parts) })
    }

    fn afresh(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError> {
        self.answer(root, line, held, 1)
    }

    fn own_start(&self) -> Option<String> {
        Some(self.start.clone())
    }

    fn ranks_and_side(&self, text: &str) -> String {
        board(text)
    }
}

/// Positions for knobs that few positions of the suites show: a lost type that is on the board again, a right
/// that a check or a move of the raja ends, in each array, a right in a ruleset without rights, a raja that
/// bares the other, a triumph on an empty and on an occupied square by a leap and by a slide, the order of
/// turns, and a boat that was lost and is on the board again.
pub const MORE: [(&str, &str, u32); 14] = [
    (chaturanga::Rules::GAME, "7k/p3P3/8/8/8/8/P7/KQ6 w - Q 0 1", 1),
    (chaturanga::Rules::GAME, "4k3/7p/8/8/r7/8/7P/K3B3 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "r3k3/7p/8/8/8/8/7P/K3B3 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "3qk3/p6p/8/8/8/8/P6P/3QK3 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "3kr3/7p/8/8/8/8/6RP/4K3 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "3k4/p7/8/8/8/8/P7/4K3 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "4kr2/7p/8/8/8/8/6RP/4K3 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "4k3/7p/8/3r4/8/8/6RP/3K4 w Kk - 0 1", 3),
    (chaturanga::Rules::GAME, "4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1", 3),
    (chaturaji::Rules::GAME, "rK,7/8/2,bB,5/3,gB,rB,3/3,yB,gP,3/8/8/7,yK b", 2),
    (chaturaji::Rules::GAME, "rK,7/8/2,bB,5/3,gB,rB,3/3,yB,3,bB/8/8/bK,3,gK,2,yK b", 2),
    (chaturaji::Rules::GAME, "rK,7/8/2,bB,5/3,gB,rB,3/3,yB,gP,2,bB/8/8/bK,3,gK,2,yK b", 2),
    (chaturaji::Rules::GAME, "rK,7/8/2,bB,5/8/8/8/8/gK,gE,5,yK r", 2),
    (chaturaji::Rules::GAME, "rK,2,bK,4/8/8/8/6,rP,1/8/8/rB,7 r - rB", 1),
];

/// Every second position of the suite of a preset, some of them deeper, and those of [`MORE`] that the rules
/// accept.
fn questions<V: Variant>(rules: V::Rules, preset: &str) -> Vec<TestPosition> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(format!("{preset}.epd"));
    let text = std::fs::read_to_string(file).expect("a suite");
    let entries = perft::suite::parse(&text).expect("a suite");
    let of_suite = entries.into_iter().step_by(2).enumerate().map(|(index, entry)| TestPosition {
        name: format!("line {}", entry.line),
        depth: (entry.counts.len() as u32).min(if index % 8 == 0 { 3 } else { 2 }),
        text: entry.fen,
    });
    let game = V::new(rules);
    let more = MORE.iter().filter(|more| more.0 == V::Rules::GAME && game.read(more.1).is_ok());
    let more = more.map(|(_, text, depth)| TestPosition {
        name: (*text).into(),
        text: (*text).into(),
        depth: *depth,
    });
    of_suite.chain(more).collect()
}

/// The rulesets one flip away that are different games.
pub fn mutants<R: Knobs>(rules: &R) -> Vec<(&'static str, R)> {
    let mut mutants = Vec::new();
    for knob in R::KNOBS {
        let value = (knob.get)(rules);
        let mut values: Vec<_> =
            knob.domain.values().filter(|&other| knob.domain.distance(value, other) == 1).collect();
        if matches!(knob.domain, Domain::Files) {
            // Some sets at a greater distance.
            values.extend([0b0000_0000, 0b0011_0000, 0b0001_1000, 0b1000_0001, 0b1111_1111]);
        }
        for other in values {
            let mut mutant = *rules;
            (knob.set)(&mut mutant, other);
            if mutant.canonical() != rules.canonical() && !mutants.iter().any(|one: &(_, R)| one.1 == mutant)
            {
                mutants.push((knob.id, mutant));
            }
        }
    }
    mutants
}

/// One test for each mutant of each preset.
pub fn trials() -> Vec<Trial> {
    let two = chaturanga::Rules::PRESETS.iter().zip(chaturanga::Rules::PRESET_IDS);
    let four = chaturaji::Rules::PRESETS.iter().zip(chaturaji::Rules::PRESET_IDS);
    let mut trials = Vec::new();
    for (rules, preset) in two {
        trials.extend(of_preset::<chaturanga::Game>(*rules, preset));
    }
    for (rules, preset) in four {
        trials.extend(of_preset::<chaturaji::Game>(*rules, preset));
    }
    trials
}

fn of_preset<V>(rules: V::Rules, preset: &'static str) -> Vec<Trial>
where
    V: Variant + 'static,
    V::Rules: Display + Send,
{
    let trial = |(knob, mutant): (&'static str, V::Rules)| {
        let name = format!("{preset} is told from {mutant}");
        Trial::test(name, move || is_named::<V>(rules, preset, knob, mutant))
    };
    // Other presets differ in many knobs.
    let whole = |(other, name): (&V::Rules, &'static str)| {
        let other = *other;
        Trial::test(format!("{preset} is told from all of {name}"), move || {
            is_explained::<V>(rules, preset, other)
        })
    };
    let others = V::Rules::PRESETS.iter().zip(V::Rules::PRESET_IDS.iter().copied());
    let others = others.filter(|(other, _)| other.canonical() != rules.canonical());
    mutants(&rules).into_iter().map(trial).chain(others.map(whole)).collect()
}

/// Checks that the judge explains every difference; leaves out positions that the rules refuse.
fn is_explained<V: Variant>(rules: V::Rules, preset: &str, other: V::Rules) -> Result<(), Failed> {
    let verdict = verdict::<V>(rules, preset, other)?;
    if verdict.reading().is_some() {
        return Ok(());
    }
    Err(told(&verdict).into())
}

fn is_named<V: Variant>(rules: V::Rules, preset: &str, knob: &str, mutant: V::Rules) -> Result<(), Failed> {
    let verdict = verdict::<V>(rules, preset, mutant)?;
    let is_silent = rules.without_results().canonical() == mutant.without_results().canonical();
    let is_right = if verdict.agrees() && is_silent {
        verdict.uncountable.iter().any(|flip| flip.knob == knob)
    } else if verdict.agrees() && matches!(verdict.start, Start::Mirrored(_)) {
        knob == "setup" && verdict.untested.iter().any(|flip| flip.knob == knob)
    } else {
        let is_explained = verdict.reading().is_some_and(|named| named.canonical() == mutant.canonical());
        is_explained && verdict.untested.iter().all(|flip| flip.knob != knob)
    };
    if is_right {
        return Ok(());
    }
    Err(format!("{}, {:#?}", told(&verdict), verdict.findings).into())
}

fn verdict<V: Variant>(rules: V::Rules, preset: &str, other: V::Rules) -> Result<Verdict<V::Rules>, Failed> {
    let counter = Counter::new(1)?;
    let questions = questions::<V>(rules, preset);
    let mut twin = Twin::new(&other.to_string());
    Ok(Judge::<V>::new(rules, &questions, &mut twin, &counter).verdict(true)?)
}

/// Says what a verdict measured and named, for failures.
pub fn told<R: Display>(verdict: &Verdict<R>) -> String {
    let named = match &verdict.explanation {
        Explanation::None => "nothing".to_owned(),
        Explanation::Reading { reading, others } => format!("{} or {} others", reading.rules, others.len()),
        Explanation::Unknown { nearest: None } => "no reading".to_owned(),
        Explanation::Unknown { nearest: Some(nearest) } => {
            format!("no reading, nearest {} in {}", nearest.rules, nearest.agreeing)
        }
    };
    format!("{:?}: {named}", verdict.measured)
}
