//! A program that speaks UCI or the language of its console, limited to the questions that its dialect can
//! express.

use super::fault::{ProgramFault, ProgramFaultKind};
use super::program::{Identity, Program, Question, Reply};
use crate::generator::{Generator, Tested};
use crate::query::{Answer, Query, board};
use perft::engine::{Engine, EngineError, EngineErrorKind, JumpField, LostField, Phrasebook, Settings};
use rules_core::Knobs;
use std::marker::PhantomData;

/// How to start an engine.
#[derive(Clone, Debug)]
pub struct EngineLaunch {
    /// The program and its arguments, quoted as for a shell.
    pub command: String,
    /// The dialects to choose from.
    pub book: Phrasebook,
    /// The name of the dialect of the engine.
    pub dialect: String,
    /// The settings that are sent to the engine first.
    pub settings: Settings,
}

impl EngineLaunch {
    fn start<R: Knobs>(&self) -> Result<Engine, EngineError> {
        Engine::start(&self.command, R::GAME, &self.book, Some(&self.dialect), &self.settings)
    }
}

/// A running engine, set to the rules under test.
///
/// It is given positions in its dialect and then asked for its current position. It is therefore never sent
/// an invalid position. The generator of `rules-core` plays each line as well, only to know which position
/// the engine must report.
#[derive(Debug)]
pub struct EngineProgram<R> {
    engine: Engine,
    identity: Identity,
    /// The text and the line of the engine's current position.
    held: Option<(String, Vec<String>)>,
    rules: PhantomData<R>,
}

impl<R: Tested> EngineProgram<R> {
    /// Starts an engine.
    ///
    /// # Errors
    /// As [`Engine::start`].
    pub fn start(launch: EngineLaunch) -> Result<Self, EngineError> {
        let engine = launch.start::<R>()?;
        let [name, version] = engine.identity().map(str::to_owned);
        let name = if name.is_empty() { launch.command.clone() } else { name };
        let identity = Identity { name, version };
        Ok(Self { engine, identity, held: None, rules: PhantomData })
    }

    /// Returns why the dialect cannot express a position, if it cannot.
    fn inexpressible(&self, text: &str) -> Option<&'static str> {
        let dialect = self.engine.dialect();
        let has = |field: usize| text.split(' ').nth(field).is_some_and(|field| field != "-");
        if dialect.jump == JumpField::None && has(2) {
            return Some("its positions have no jump rights");
        }
        (dialect.lost == LostField::None && has(3)).then_some("its positions do not record lost pieces")
    }

    /// Sets the engine to the last of these texts, which the line reaches from the first. Returns a reply if
    /// the engine does not report that position.
    fn hold(&mut self, texts: &[String], line: &[String]) -> Result<Option<Reply>, EngineError> {
        let root = &texts[0];
        let wanted = (root.clone(), line.to_vec());
        if self.held.as_ref() == Some(&wanted) {
            return Ok(None);
        }
        self.held = None;
        if self.takes(root, line, &texts[line.len()])? {
            self.held = Some(wanted);
            return Ok(None);
        }
        let not_held = || Reply::Cannot("it does not report the position that it was given".to_owned());
        for played in 0..line.len() {
            if !self.takes(root, &line[..played], &texts[played])? {
                return Ok(Some(match played {
                    0 => not_held(),
                    _ => Reply::Illegal(line[played - 1].clone()),
                }));
            }
        }
        Ok(Some(line.last().map_or_else(not_held, |ply| Reply::Illegal(ply.clone()))))
    }

    /// Sends the engine a position and a line, and returns whether its position is then `text`.
    fn takes(&mut self, root: &str, line: &[String], text: &str) -> Result<bool, EngineError> {
        match self.engine.hold(root, line, text) {
            Ok(()) => Ok(true),
            Err(EngineError { kind: EngineErrorKind::OtherPosition { .. }, .. }) => Ok(false),
            Err(EngineError { kind: EngineErrorKind::Refused { .. }, .. }) => {
                // The rest of its refusal must not be mistaken for an answer.
                self.engine.restart()?;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Replies with the engine's current position as text, if it knows more than it was told.
    fn text(&self, question: &Question<'_, R>, texts: &[String]) -> Reply {
        let text = &texts[question.line.len()];
        let shows_all = |text: &str| text.split(' ').skip(2).take(2).all(|field| field == "-");
        let own_start = match self.engine.own_start() {
            Some(start) if question.position == "startpos" && question.line.is_empty() => Some(start),
            _ => None,
        };
        match own_start {
            Some(start) if start != self.engine.ranks_and_side(text) => {
                Reply::Answer(Answer::Text(start.to_owned()))
            }
            None if question.line.is_empty() => {
                Reply::Cannot("it would merely echo the position that it was given".to_owned())
            }
            _ if !self.engine.confirms_positions() => {
                Reply::Cannot("it cannot report its current position".to_owned())
            }
            _ if shows_all(&texts[0]) && shows_all(text) => Reply::Answer(Answer::Text(text.clone())),
            _ => Reply::Cannot("it reports only the ranks and the side to move".to_owned()),
        }
    }

    /// Returns the text of each position that a question passes through, or the reply if the engine cannot be
    /// asked the question.
    fn texts(question: &Question<'_, R>) -> Result<Vec<String>, Reply> {
        let cannot = |reason: &str| Reply::Cannot(reason.to_owned());
        let generator = R::Fast::new(question.rules);
        let mut position = generator.read(question.position).map_err(|_| {
            cannot("invalid positions are not sent to it, because it would not report the error")
        })?;
        let mut texts = vec![generator.text(&position)];
        for ply in question.line {
            let whole = !ply.ends_with("..");
            let next = generator.play(&position, ply).filter(|_| whole);
            position = next.ok_or_else(|| cannot("it can only play complete plies"))?;
            texts.push(generator.text(&position));
        }
        Ok(texts)
    }

    fn reply(&mut self, question: &Question<'_, R>) -> Result<Reply, EngineError> {
        let cannot = |reason: &str| Ok(Reply::Cannot(reason.to_owned()));
        let texts = match Self::texts(question) {
            Ok(texts) => texts,
            Err(reply) => return Ok(reply),
        };
        if let Some(reason) = self.inexpressible(&texts[0]) {
            return cannot(reason);
        }
        if let Some(reply) = self.hold(&texts, question.line)? {
            return Ok(reply);
        }
        match question.query {
            Query::Read => Ok(Reply::Answer(Answer::Read)),
            Query::Check | Query::Outcome => cannot("its dialect has no command for this"),
            Query::Text => Ok(self.text(question, &texts)),
            Query::Board if question.line.is_empty() => {
                cannot("it would merely echo the position that it was given")
            }
            Query::Board if !self.engine.confirms_positions() => {
                cannot("it cannot report its current position")
            }
            // Its ranks and side were compared with those of the generator.
            Query::Board => Ok(Reply::Answer(Answer::Board(board(&texts[question.line.len()]).to_owned()))),
            Query::Perft(depth) => {
                let nodes = self.engine.perft(depth)?.total;
                Ok(Reply::Answer(Answer::Perft { depth, nodes }))
            }
            Query::Moves | Query::Rolls => {
                let Some(moves) = self.engine.moves()? else { return cannot("it does not list moves") };
                Ok(Reply::Answer(if question.query == Query::Moves {
                    Answer::Moves(moves.into_iter().map(|(ply, _)| ply).collect())
                } else {
                    // No case expects a number of rolls that would overflow.
                    let rolls = |count| u32::try_from(count).unwrap_or(u32::MAX);
                    Answer::Rolls(moves.into_iter().map(|(ply, count)| (ply, rolls(count))).collect())
                }))
            }
        }
    }
}

impl<R: Tested> Program<R> for EngineProgram<R> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, ProgramFault> {
        self.reply(question).map_err(fault)
    }

    fn restart(&mut self) -> Result<(), ProgramFault> {
        self.held = None;
        self.engine.restart().map_err(fault)
    }
}

fn fault(EngineError { kind, stderr, .. }: EngineError) -> ProgramFault {
    ProgramFault { kind: ProgramFaultKind::Engine(kind), stderr }
}
