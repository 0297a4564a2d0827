//! What a case expects of a position: a list of claims.

use crate::claim::{Claim, Kind};
use crate::query::{Answer, Query};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// What holds in a position: claims, in a fixed order regardless of their order in the file.
///
/// An expectation assumes that the text is a position, unless a claim says that it is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation(Vec<Claim>);

impl Expectation {
    /// Returns the number of claims.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no claims.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the claims.
    pub fn claims(&self) -> impl Iterator<Item = &dyn Kind> {
        self.0.iter().map(Claim::kind)
    }

    /// Returns the claims as text, one per line.
    pub fn lines(&self) -> Vec<String> {
        self.claims().map(|claim| claim.to_string()).collect()
    }

    /// Returns whether some claim excludes every other claim and a line of plies.
    pub fn stands_alone(&self) -> bool {
        self.claims().any(|claim| claim.stands_alone())
    }

    /// Returns the queries to ask, each once.
    ///
    /// [`Query::Read`] is asked of every case, so that asking it does not give away that a refusal is
    /// expected.
    pub fn queries(&self) -> Vec<Query> {
        let mut queries: Vec<Query> = self.claims().flat_map(|claim| claim.queries()).collect();
        queries.push(Query::Read);
        queries.sort_unstable();
        queries.dedup();
        queries
    }

    /// Returns whether the answer to a query decides a claim.
    pub fn needs(&self, query: Query) -> bool {
        self.claims().any(|claim| claim.queries().contains(&query))
    }

    /// Returns how an answer contradicts the claims, one difference per line.
    pub fn differences(&self, answer: &Answer) -> Vec<String> {
        let mut differences = answer.faults();
        match answer {
            Answer::Refused(kinds) if !self.needs(Query::Read) => {
                differences.push(match kinds[..] {
                    [] => "refused".to_owned(),
                    _ => format!("refused for {}", kinds.join(" ")),
                });
            }
            _ => {
                // A board is asked for where the text is not known.
                let query = if let Answer::Board(_) = answer { Query::Text } else { answer.query() };
                let asked = self.claims().filter(|claim| claim.queries().contains(&query));
                differences.extend(asked.flat_map(|claim| claim.differences(answer)));
            }
        }
        differences
    }

    /// Returns every variant of the expectation with exactly one detail of one claim changed.
    pub fn corruptions(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for (index, claim) in self.0.iter().enumerate() {
            let (before, after) = (&self.0[..index], &self.0[index + 1..]);
            all.extend(claim.corruptions().iter().map(|wrong| Self([before, wrong, after].concat())));
        }
        all
    }

    /// Returns whether a ply is legal, or `None` if no claim says.
    pub fn is_legal(&self, ply: &str) -> Option<bool> {
        self.claims().find_map(|claim| claim.is_legal(ply))
    }
}

impl<'de> Deserialize<'de> for Expectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Expectation", Claim::KEYS, ClaimsVisitor)
    }
}

struct ClaimsVisitor;

impl<'de> Visitor<'de> for ClaimsVisitor {
    type Value = Expectation;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of claims")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Expectation, A::Error> {
        let mut read: Vec<Option<Vec<Claim>>> = vec![None; Claim::KEYS.len()];
        while let Some(key) = map.next_key::<String>()? {
            let known = Claim::KEYS.iter().zip(&mut read).find(|(name, _)| **name == key);
            let (name, claims) = known.ok_or_else(|| A::Error::unknown_field(&key, Claim::KEYS))?;
            if claims.is_some() {
                return Err(A::Error::duplicate_field(name));
            }
            *claims = Some(Claim::read(name, &mut map)?);
        }
        Ok(Expectation(read.into_iter().flatten().flatten().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn expectation(text: &str) -> Expectation {
        yaml::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_move_that_is_listed_twice_is_a_difference() {
        let expected = expectation("legal: [a1a2]");
        let differences = |text| expected.differences(&Answer::Moves(words(text)));
        assert_eq!(differences("a1a2 a1b1"), [""; 0]);
        assert_eq!(differences("a1a2 a1b1 a1a2"), ["moves: a1a2 is listed twice"]);
    }

    #[test]
    fn a_refusal_without_reasons_is_judged_by_the_refusal_alone() {
        let (legal, refused) = (expectation("legal: [a1a2]"), expectation("refused: [rajas]"));
        let refusal = |kinds| Answer::Refused(words(kinds));
        assert_eq!(legal.differences(&Answer::Read), [""; 0]);
        assert_eq!(legal.differences(&refusal("")), ["refused"]);
        assert_eq!(legal.differences(&refusal("rajas")), ["refused for rajas"]);
        assert_eq!(refused.differences(&refusal("")), [""; 0]);
        assert_eq!(refused.differences(&refusal("rajas")), [""; 0]);
        assert_eq!(refused.differences(&refusal("pieces")), ["refused for: missing rajas; extra pieces"]);
        assert_eq!(refused.differences(&Answer::Read), ["accepted, but expected a refusal for rajas"]);
    }

    #[test]
    fn an_expectation_covers_what_it_names_and_no_more() {
        let expected = expectation("{ legal: [e1f3], from: { c2: [a4, c8q] } }");
        for (ply, answer) in
            [("c2a4", Some(true)), ("c2c8", Some(false)), ("c2c8q", Some(true)), ("e1f3", Some(true))]
        {
            assert_eq!(expected.is_legal(ply), answer, "{ply}");
        }
        for ply in ["e1e2", "c2a4+a1a2", "pass"] {
            assert_eq!(expected.is_legal(ply), None, "{ply}");
        }
    }

    #[test]
    fn claims_are_in_one_order_and_count_one_by_one() {
        let written = "{ perft: [2], illegal: [], rolls: { pass: 16, a1c3: 7 }, from: { c2: [], d2: [d3] } }";
        let lines = [
            "moves from c2: none",
            "moves from d2: d3",
            "16 ordered rolls allow pass",
            "7 ordered rolls allow a1c3",
            "perft: 2",
        ];
        assert_eq!(expectation(written).lines(), lines);
        assert_eq!(expectation(written).len(), 5);
    }

    #[test]
    fn unknown_and_duplicate_keys_are_refused() {
        for (text, words) in [
            ("form: { c2: [c3] }", "unknown field `form`, expected one of moves, from"),
            ("{ check: true, check: false }", "duplicate key `check`"),
            ("{ perft: [-1] }", "invalid u64"),
        ] {
            let error = yaml::parse::<Expectation>(text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
