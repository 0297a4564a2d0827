//! A program that speaks the line protocol, as an opponent of the judge.

use super::{AnswerLine, LinesClient, LinesFault, PlyForm, QuestionLine, Said, count, parsed};
use crate::engine::text::foreign_origin;
use crate::engine::{Answer, EngineError, EngineErrorKind};
use crate::judge::Opponent;
use rules_core::{Knobs, chaturaji, chaturanga};
use serde_json::Value;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The maximum depth for a program that lists moves but does not count.
const DEPTH_BY_MOVES: u32 = 2;

/// A program that speaks the line protocol, asked under one ruleset.
///
/// At depth 1 it is asked for `moves`, or for `rolls` in a game with dice; deeper for `perft`. If it cannot
/// count, its moves are added up along the lines. Every question names the position and the whole line.
#[derive(Debug)]
pub struct LinesEngine {
    client: LinesClient,
    /// A question under the ruleset; each question is a copy of it.
    template: QuestionLine,
    plies: PlyForm,
    has_dice: bool,
    counts: bool,
    start: Option<String>,
}

impl LinesEngine {
    /// Starts a program and asks for its name, for the start of its game, and for a count.
    ///
    /// # Errors
    /// When the program cannot be started, or does not speak the protocol.
    ///
    /// ```no_run
    /// use perft::engine::LinesEngine;
    /// use perft::judge::Opponent;
    /// use rules_core::chaturanga::Rules;
    /// use std::time::Duration;
    /// let command = ["conformance".to_owned(), "serve".to_owned()];
    /// let mut library = LinesEngine::start(&command, &Rules::NL, false, Duration::from_secs(60), Default::default())?;
    /// let start = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1";
    /// assert_eq!(library.answer(start, &[], start, 2)?.total, 324);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start<R: Knobs + Display>(
        command: &[String],
        rules: &R,
        has_dice: bool,
        patience: Duration,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let client = LinesClient::start(command, patience, stop)?;
        let template = QuestionLine::new("moves", None, rules, "startpos", &[]);
        let plies = ply_form(R::GAME);
        let mut engine = Self { client, template, plies, has_dice, counts: true, start: None };
        if let Said::Answer(text) = engine.ask("text", None, "startpos", &[])? {
            let text: String = parsed("text", text, "a text")
                .map_err(|error| engine.wrong("text", "startpos", &[], error))?;
            engine.start = Some(two_fields(&text));
        }
        engine.counts = !matches!(engine.ask("perft", Some(1), "startpos", &[])?, Said::Cannot(_));
        Ok(engine)
    }

    /// Returns the name and the version that the program reports.
    pub fn identity(&self) -> [&str; 2] {
        self.client.identity()
    }

    /// Returns the maximum depth to which the program can be compared; `None` if it counts by itself.
    pub fn max_depth(&self) -> Option<u32> {
        (!self.counts).then_some(DEPTH_BY_MOVES)
    }

    fn ask(
        &mut self,
        ask: &'static str,
        depth: Option<u32>,
        root: &str,
        line: &[String],
    ) -> Result<Said, EngineError> {
        let mut question = self.question(ask, depth, root, line);
        let answer: AnswerLine = self.client.ask(&mut question)?;
        Ok(answer.said(line).map_err(|error| self.client.wrong_answer(&question, error))?)
    }

    fn question(&self, ask: &str, depth: Option<u32>, root: &str, line: &[String]) -> QuestionLine {
        let (ask, position, line) = (ask.to_owned(), root.to_owned(), line.to_vec());
        QuestionLine { ask, depth, position, line, ..self.template.clone() }
    }

    fn wrong(&self, ask: &str, root: &str, line: &[String], error: super::AnswerError) -> EngineError {
        self.client.wrong_answer(&self.question(ask, None, root, line), error).into()
    }

    /// Asks a question that the program must answer to be compared.
    fn value(
        &mut self,
        ask: &'static str,
        depth: Option<u32>,
        root: &str,
        line: &[String],
    ) -> Result<Value, EngineError> {
        let words = match self.ask(ask, depth, root, line)? {
            Said::Answer(value) => return Ok(value),
            Said::Refused(kinds) => format!("refused: {}", kinds.join(" ")),
            Said::Illegal(ply) => format!("illegal: {ply}"),
            Said::Cannot(reason) => format!("cannot: {reason}"),
        };
        let question = self.question(ask, depth, root, line).in_words();
        let kind = EngineErrorKind::Refused { question, line: words };
        Err(EngineError { kind, unread: Vec::new(), stderr: Vec::new() })
    }

    /// Returns the moves, each with the number of rolls that allow it.
    fn moves(&mut self, root: &str, line: &[String]) -> Result<Vec<(String, u128)>, EngineError> {
        let ask = if self.has_dice { "rolls" } else { "moves" };
        let value = self.value(ask, None, root, line)?;
        let moves = if self.has_dice {
            let rolls = self.plies.rolls(ask, value);
            rolls.map(|rolls| rolls.into_iter().map(|(ply, rolls)| (ply, rolls.into())).collect())
        } else {
            let moves = self.plies.moves(ask, value);
            moves.map(|moves| moves.into_iter().map(|ply| (ply, 1)).collect())
        };
        moves.map_err(|error| self.wrong(ask, root, line, error))
    }

    /// Lists the moves and checks them.
    fn division(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError> {
        let parts = self.moves(root, line)?;
        let mut names: Vec<_> = parts.iter().map(|part| part.0.as_str()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        let foreign = parts.iter().find_map(|(mv, _)| Some((mv, foreign_origin(mv, held)?)));
        let how = match (twice, foreign) {
            (Some(pair), _) => format!("the program lists {} twice in `{held}`", pair[0]),
            (None, Some((mv, from))) => {
                let (expected, said) =
                    (two_fields(held), self.question("board", None, root, line).in_words());
                if let Some(held) = self.board(root, line)?.filter(|held| *held != expected) {
                    let kind = EngineErrorKind::OtherPosition { said, expected, held };
                    return Err(EngineError { kind, unread: Vec::new(), stderr: Vec::new() });
                }
                format!("the program lists {mv} in `{held}`, but no piece of the side to move is on {from}")
            }
            (None, None) => {
                let total = parts.iter().map(|part| part.1).sum();
                return Ok(Answer { total, parts: Some(parts) });
            }
        };
        let kind = EngineErrorKind::Contradiction { how };
        Err(EngineError { kind, unread: Vec::new(), stderr: Vec::new() })
    }

    /// Returns the ranks and the side after a line; `None` if the program cannot tell.
    fn board(&mut self, root: &str, line: &[String]) -> Result<Option<String>, EngineError> {
        for ask in ["board", "text"] {
            if let Said::Answer(text) = self.ask(ask, None, root, line)? {
                let text: String =
                    parsed(ask, text, "a text").map_err(|error| self.wrong(ask, root, line, error))?;
                return Ok(Some(two_fields(&text)));
            }
        }
        Ok(None)
    }

    /// Counts by the moves along every line.
    fn added(&mut self, root: &str, line: &[String], depth: u32) -> Result<u128, EngineError> {
        let mut total = 0;
        for (ply, ways) in self.moves(root, line)? {
            let below = if depth > 1 {
                let line: Vec<_> = line.iter().cloned().chain([ply]).collect();
                self.added(root, &line, depth - 1)?
            } else {
                1
            };
            total += ways * below;
        }
        Ok(total)
    }
}

impl Opponent for LinesEngine {
    fn answer(&mut self, root: &str, line: &[String], held: &str, depth: u32) -> Result<Answer, EngineError> {
        match depth {
            0 => Ok(Answer { total: 1, parts: Some(Vec::new()) }),
            1 => self.division(root, line, held),
            _ if !self.counts => Ok(Answer { total: self.added(root, line, depth)?, parts: None }),
            _ => {
                let value = self.value("perft", Some(depth), root, line)?;
                let total = count(value).map_err(|error| self.wrong("perft", root, line, error))?.into();
                Ok(Answer { total, parts: None })
            }
        }
    }

    fn afresh(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError> {
        self.client.restart()?;
        self.answer(root, line, held, 1)
    }

    /// Never needed: the moves are listed.
    fn own_start(&self) -> Option<String> {
        self.start.clone()
    }

    fn ranks_and_side(&self, text: &str) -> String {
        two_fields(text)
    }
}

impl From<LinesFault> for EngineError {
    fn from(LinesFault { kind, stderr }: LinesFault) -> Self {
        let kind =
            if kind.is_interruption() { EngineErrorKind::Interrupted } else { EngineErrorKind::Lines(kind) };
        Self { kind, unread: Vec::new(), stderr }
    }
}

/// Returns the ranks and the side of a position.
fn two_fields(text: &str) -> String {
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// Returns how the plies of a game are written.
fn ply_form(game: &str) -> PlyForm {
    if game == chaturanga::Rules::GAME {
        PlyForm { is_ply: |text| text.parse::<chaturanga::Move>().is_ok(), examples: "e2e3 or c7c8b" }
    } else {
        PlyForm {
            is_ply: |text| text.parse::<chaturaji::Turn>().is_ok(),
            examples: "pass, a1c3 or a2c3+b2b3",
        }
    }
}
