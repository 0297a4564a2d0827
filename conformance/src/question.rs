//! What a case asks of a position, and what can be answered: the words that generators of this crate and programs of
//! others have in common.

use crate::suite::Expectation;

/// What is asked of the position that a line of plies leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Whether the text is a position under the rules, and the line legal.
    Read,
    /// All legal plies.
    Moves,
    /// All legal plies, each with the number of ordered rolls that allow it.
    Rolls,
    /// The position, written.
    Text,
    /// Whether the raja of the side to move is attacked.
    Check,
    /// How the game ended, or `ongoing`.
    Outcome,
    /// The number of sequences of so many plies.
    Perft(u32),
}

impl Ask {
    /// Its name, in the line protocol and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Moves => "moves",
            Self::Rolls => "rolls",
            Self::Text => "text",
            Self::Check => "check",
            Self::Outcome => "outcome",
            Self::Perft(_) => "perft",
        }
    }
}

/// An answer to an [`Ask`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The text is a position, and the line legal.
    Read,
    /// The legal plies.
    Moves(Vec<String>),
    /// The legal plies with their numbers of rolls.
    Rolls(Vec<(String, u32)>),
    /// The position, written.
    Text(String),
    /// Whether the raja of the side to move is attacked.
    Check(bool),
    /// How the game ended, or `ongoing`.
    Outcome(String),
    /// The number of sequences of `depth` plies.
    Perft {
        /// In plies.
        depth: u32,
        /// How many there are.
        nodes: u128,
    },
}

impl Expectation {
    /// What has to be asked to see whether it holds. Whether a text is refused shows when it is read.
    pub fn asks(&self) -> Vec<Ask> {
        let Self { moves, from, legal, illegal, rolls, text, check, outcome, perft, refused: _ } = self;
        let has_moves = moves.is_some() || !from.0.is_empty() || !legal.is_empty() || !illegal.is_empty();
        let single = [
            (has_moves, Ask::Moves),
            (text.is_some(), Ask::Text),
            (check.is_some(), Ask::Check),
            (outcome.is_some(), Ask::Outcome),
            (!rolls.0.is_empty(), Ask::Rolls),
        ];
        let single = single.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, ask)| ask);
        single.chain((1..).zip(perft).map(|(depth, _)| Ask::Perft(depth))).collect()
    }

    /// What an answer says that is not expected, one thing a line.
    pub fn differences(&self, answer: &Answer) -> Vec<String> {
        match answer {
            Answer::Read => Vec::new(),
            Answer::Moves(plies) => self.differing_moves(plies),
            Answer::Rolls(plies) => {
                let rolls_of = |ply: &String| plies.iter().find(|other| other.0 == *ply).map_or(0, |it| it.1);
                let turns: Vec<String> = plies.iter().map(|ply| ply.0.clone()).collect();
                let expected = self.rolls.0.iter();
                let differing = expected.filter_map(|(ply, rolls)| {
                    differs(&format!("rolls that allow {ply}"), rolls, &rolls_of(ply))
                });
                repeated("rolls", &turns).chain(differing).collect()
            }
            Answer::Text(found) => one(&self.text, "text", found),
            Answer::Check(found) => one(&self.check, "check", found),
            Answer::Outcome(found) => one(&self.outcome, "outcome", found),
            Answer::Perft { depth, nodes } => {
                let expected = self.perft.get((*depth as usize).wrapping_sub(1)).copied().map(u128::from);
                one(&expected, &format!("perft {depth}"), nodes)
            }
        }
    }

    fn differing_moves(&self, found: &[String]) -> Vec<String> {
        let mut differences: Vec<String> = repeated("moves", found).collect();
        if let Some(expected) = &self.moves {
            differences.extend(compare("moves", expected, found));
        }
        for (from, targets) in &self.from.0 {
            let single = found.iter().filter(|mv| !mv.contains('+'));
            let found: Vec<String> =
                single.filter_map(|mv| mv.strip_prefix(from.as_str())).map(str::to_owned).collect();
            differences.extend(compare(&format!("moves from {from}"), targets, &found));
        }
        let is_legal = |mv: &&String| found.contains(mv);
        differences
            .extend(self.legal.iter().filter(|mv| !is_legal(mv)).map(|mv| format!("{mv} is not legal")));
        differences.extend(self.illegal.iter().filter(is_legal).map(|mv| format!("{mv} is legal")));
        differences
    }

    /// What is wrong with the text being refused for these kinds of reasons (none when the program names none), or
    /// with its being read.
    pub fn differing_refusal(&self, refused: Option<&[String]>) -> Option<String> {
        match (refused, &self.refused) {
            (None, None) => None,
            (None, Some(expected)) => {
                Some(format!("accepted, expected to be refused for {}", expected.join(" ")))
            }
            (Some([]), None) => Some("refused".to_owned()),
            (Some(kinds), None) => Some(format!("refused for {}", kinds.join(" "))),
            (Some([]), Some(_)) => None,
            (Some(kinds), Some(expected)) => compare("refused for", expected, kinds),
        }
    }
}

/// What is listed more than once.
fn repeated(what: &str, found: &[String]) -> impl Iterator<Item = String> {
    let again = (1..found.len()).filter(|&index| found[..index].contains(&found[index]));
    again.map(move |index| format!("{what}: {} is there twice", found[index]))
}

fn one<T: std::fmt::Display>(expected: &Option<T>, what: &str, found: &T) -> Vec<String> {
    expected.iter().filter_map(|expected| differs(what, expected, found)).collect()
}

fn differs(what: &str, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display) -> Option<String> {
    let (expected, found) = (expected.to_string(), found.to_string());
    (expected != found).then(|| format!("{what}: {found}, expected {expected}"))
}

/// What is missing and what is extra, if anything.
fn compare(what: &str, expected: &[String], found: &[String]) -> Option<String> {
    let list = |name: &str, these: &[String], those: &[String]| {
        let mut items: Vec<&str> =
            these.iter().filter(|item| !those.contains(item)).map(String::as_str).collect();
        items.sort_unstable();
        items.dedup();
        if items.is_empty() { String::new() } else { format!(" {name} {}", items.join(" ")) }
    };
    let missing = list("missing", expected, found);
    let extra = list("extra", found, expected);
    if missing.is_empty() && extra.is_empty() {
        return None;
    }
    let separator = if missing.is_empty() || extra.is_empty() { "" } else { ";" };
    Some(format!("{what}:{missing}{separator}{extra}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn differences_name_what_is_missing_and_what_is_extra() {
        assert_eq!(compare("moves", &words("a b"), &words("b a")), None);
        assert_eq!(compare("moves", &words("a b"), &words("b")).unwrap(), "moves: missing a");
        assert_eq!(compare("moves", &words("b"), &words("b d c")).unwrap(), "moves: extra c d");
        assert_eq!(compare("moves", &words("a b"), &words("b c")).unwrap(), "moves: missing a; extra c");
    }

    #[test]
    fn a_move_that_is_listed_twice_is_a_difference() {
        let expected = Expectation { legal: words("a1a2"), ..Expectation::default() };
        let found = |text| expected.differences(&Answer::Moves(words(text)));
        assert_eq!(found("a1a2 a1b1"), [""; 0]);
        assert_eq!(found("a1a2 a1b1 a1a2"), ["moves: a1a2 is there twice"]);
    }

    #[test]
    fn a_refusal_without_reasons_is_held_against_the_refusal_alone() {
        let legal = Expectation { legal: words("a1a2"), ..Expectation::default() };
        let refused = Expectation { refused: Some(words("rajas")), ..Expectation::default() };
        assert_eq!(legal.differing_refusal(None), None);
        assert_eq!(legal.differing_refusal(Some(&[])).unwrap(), "refused");
        assert_eq!(refused.differing_refusal(Some(&[])), None);
        assert_eq!(refused.differing_refusal(Some(&words("rajas"))), None);
        assert_eq!(
            refused.differing_refusal(Some(&words("pieces"))).unwrap(),
            "refused for: missing rajas; extra pieces"
        );
        assert!(refused.differing_refusal(None).unwrap().starts_with("accepted"));
    }
}
