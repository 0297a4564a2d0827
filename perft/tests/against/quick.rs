//! The small suites `suites/PRESET-quick.epd`: few positions in which every value of every knob, and every fault
//! of [`super::bugs`], shows in a small count.
//!
//! `against quick PRESET` selects the positions anew and prints the file.

use super::bugs::{BUGS, Faulty};
use super::mutants::{MORE, mutants};
use libtest_mimic::{Failed, Trial};
use perft::suite::{Entry, parse};
use perft::{Counter, Variant};
use rules_core::{AnyRules, Knobs, chaturaji, chaturanga};
use std::fmt::Display;
use std::path::Path;

/// The maximum number of positions in a small suite.
const MOST: usize = 40;
/// In how many positions a selection shows each value and fault, if it can.
const REPEATS: usize = 4;
/// The greatest depth that is needed: a right that a check ended is missed two plies later.
const DEEPEST: u32 = 3;
/// The maximum count of a position that is selected.
const LARGEST: u128 = 20_000;

/// Something that a suite has to show.
struct Target<V: Variant> {
    name: String,
    /// The game with another value of a knob; otherwise a fault of an engine, which is told from the text.
    game: Option<V>,
    fault: Option<Faulty>,
}

impl<V: Variant> Target<V> {
    /// Returns the least depth up to `most` at which a position shows it.
    fn shown(&self, game: &V, counter: &Counter, text: &str, most: u32) -> Option<u32> {
        let (node, ..) = game.read(text).ok()?;
        if let Some(fault) = &self.fault {
            let mut ours: Vec<_> =
                game.children(&node).into_iter().map(|child| child.0.to_string()).collect();
            let mut theirs: Vec<_> = fault.children(text).into_iter().map(|child| child.0).collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            return (ours != theirs).then_some(1);
        }
        let other = self.game.as_ref()?;
        let (twin, ..) = other.read(text).ok()?;
        (1..=most).find(|&depth| {
            let parts = |game: &V, node: &V::Node| counter.divide(game, node, depth).expect("a count");
            parts(game, &node) != parts(other, &twin)
        })
    }
}

/// Returns everything that the small suite of a preset has to show. The array at the start shows in an engine's
/// own game, and in a position only through promotion and rights.
fn targets<V: Variant>(rules: V::Rules, preset: &str) -> Vec<Target<V>> {
    let values = mutants(&rules).into_iter().filter(|(knob, mutant)| {
        *knob != "setup" && mutant.without_results().canonical() != rules.without_results().canonical()
    });
    let values = values.map(|(_, mutant)| Target {
        name: mutant.to_string(),
        game: Some(V::new(mutant)),
        fault: None,
    });
    let is_for_two = V::Rules::GAME == chaturanga::Rules::GAME;
    let faults = BUGS.iter().filter(|_| is_for_two).map(|bug| Target {
        name: bug.name.to_owned(),
        game: None,
        fault: Some(Faulty::new(bug, preset)),
    });
    let counter = Counter::new(1).expect("a thread");
    let (game, suite) = (V::new(rules), read(preset));
    // What is a fault under some rules is right under others, such as leaving a pinned piece free.
    let faults = faults.filter(|fault: &Target<V>| {
        suite.iter().any(|entry| fault.shown(&game, &counter, &entry.fen, 1).is_some())
    });
    values.chain(faults).collect()
}

fn read(name: &str) -> Vec<Entry> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(format!("{name}.epd"));
    parse(&std::fs::read_to_string(file).expect("a suite")).expect("a suite")
}

/// Prints a small suite for a preset, from the positions of all suites of its game.
pub fn write(preset: &str) {
    match preset.parse().expect("a preset") {
        AnyRules::Chaturanga(rules) => select::<chaturanga::Game>(rules, preset),
        AnyRules::Chaturaji(rules) => select::<chaturaji::Game>(rules, preset),
    }
}

fn select<V: Variant>(rules: V::Rules, preset: &str) {
    let (game, counter) = (V::new(rules), Counter::new(1).expect("a thread"));
    let suites =
        std::iter::once(preset).chain(V::Rules::PRESET_IDS.iter().copied().filter(|id| *id != preset));
    let texts = suites.flat_map(read).map(|entry| entry.fen);
    let more = MORE.iter().filter(|more| more.0 == V::Rules::GAME).map(|more| more.1.to_owned());
    let count = |text: &str, depth| {
        let (node, ..) = game.read(text).ok()?;
        counter.count(&game, &node, depth).ok()
    };
    let fits = |text: &String| count(text, 2).is_some_and(|nodes| nodes <= LARGEST);
    let texts: Vec<String> = texts.chain(more).filter(fits).collect();
    let targets = targets::<V>(rules, preset);
    let mut times = vec![0; targets.len()];
    let mut selected: Vec<(String, u32)> = Vec::new();
    // Everything is shown once before anything is shown again, and greater depths serve what no other shows.
    let rounds = (1..=DEEPEST).map(|depth| (1, depth)).chain((2..=REPEATS).map(|repeat| (repeat, 1)));
    for (repeat, depth) in rounds {
        let is_small = |text: &&String| count(text, depth).is_some_and(|nodes| nodes <= LARGEST);
        let wanted: Vec<usize> = (0..targets.len()).filter(|&index| times[index] < repeat).collect();
        let shows = |text: &String| -> Vec<usize> {
            let shown = |index: &usize| targets[*index].shown(&game, &counter, text, depth).is_some();
            wanted.iter().copied().filter(shown).collect()
        };
        let shown: Vec<_> = texts.iter().filter(is_small).map(|text| (text, shows(text))).collect();
        while selected.len() < MOST {
            let gain = |indices: &[usize]| indices.iter().filter(|&&index| times[index] < repeat).count();
            let is_new = |text: &String| !selected.iter().any(|one| one.0 == *text && one.1 >= depth);
            let left = shown.iter().rev().filter(|(text, _)| is_new(text));
            let Some((text, indices)) = left.max_by_key(|(_, indices)| gain(indices)) else { break };
            if gain(indices) == 0 {
                break;
            }
            indices.iter().for_each(|&index| times[index] += 1);
            selected.retain(|one| one.0 != **text);
            selected.push(((*text).clone(), depth));
        }
    }
    let missing = targets.iter().zip(&times).filter(|(_, times)| **times == 0);
    missing.for_each(|(target, _)| eprintln!("not shown: {}", target.name));
    println!("# {preset}: every value of every knob, and common faults, show in these positions.");
    for (text, depth) in selected {
        let counts =
            (1..=depth.max(2)).filter_map(|depth| Some(format!(" ;D{depth} {}", count(&text, depth)?)));
        println!("{text}{}", counts.collect::<String>());
    }
}

/// Checks that the small suite of a preset shows everything.
fn shows_everything<V: Variant>(rules: V::Rules, preset: &str) -> Result<(), Failed> {
    let (game, counter) = (V::new(rules), Counter::new(1)?);
    let entries = read(&format!("{preset}-quick"));
    if entries.len() > MOST {
        return Err(format!("{} positions, more than {MOST}", entries.len()).into());
    }
    let is_shown = |target: &&Target<V>| {
        entries.iter().any(|entry| {
            let most = entry.counts.last().map_or(1, |count| count.0);
            target.shown(&game, &counter, &entry.fen, most).is_some()
        })
    };
    let targets = targets::<V>(rules, preset);
    let missing: Vec<_> =
        targets.iter().filter(|target| !is_shown(target)).map(|target| target.name.as_str()).collect();
    println!("{preset}-quick: {} positions show {} values and faults", entries.len(), targets.len());
    if missing.is_empty() { Ok(()) } else { Err(format!("not shown: {}", missing.join(", ")).into()) }
}

/// One test for each preset.
pub fn trials() -> Vec<Trial> {
    fn of_game<V>() -> Vec<Trial>
    where
        V: Variant + 'static,
        V::Rules: Display + Send,
    {
        let presets = V::Rules::PRESET_IDS.iter().copied().zip(V::Rules::PRESETS.iter().copied());
        let trial = |(preset, rules): (&'static str, V::Rules)| {
            Trial::test(format!("{preset}-quick shows everything"), move || {
                shows_everything::<V>(rules, preset)
            })
        };
        presets.map(trial).collect()
    }
    let mut trials = of_game::<chaturanga::Game>();
    trials.extend(of_game::<chaturaji::Game>());
    trials
}
