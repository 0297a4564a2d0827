//! A program that speaks UCI or a language of its console, as far as its dialect can ask what cases ask.

use super::program::{Fault, Identity, Program, Question, Reply};
use crate::generator::{Generator, Tested};
use crate::query::{Answer, Query};
use perft::engine::{Engine, EngineError, EngineErrorKind, JumpField, LostField, Phrasebook, Settings};
use rules_core::Knobs;
use std::marker::PhantomData;

/// How to start an engine.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments, as one word of the shell.
    pub command: String,
    /// The dialects to choose from.
    pub book: Phrasebook,
    /// The name of the one that it speaks.
    pub dialect: String,
    /// What it is told before it is asked anything.
    pub settings: Settings,
}

impl Launch {
    fn start<R: Knobs>(&self) -> Result<Engine, EngineError> {
        Engine::start(&self.command, R::GAME, &self.book, Some(&self.dialect), &self.settings)
    }
}

/// A running engine that was told to play the rules it is asked about.
///
/// Texts are given to it as its dialect writes them, and it is asked what it holds: so a text that is no position is
/// never put to it, and a line is played move by move in the mind of the generator of `rules-core`, only to know what
/// the engine has to hold then.
#[derive(Debug)]
pub struct Player<R> {
    launch: Launch,
    engine: Engine,
    identity: Identity,
    /// The text and line that it holds.
    held: Option<(String, Vec<String>)>,
    rules: PhantomData<R>,
}

impl<R: Tested> Player<R> {
    /// Starts an engine.
    ///
    /// # Errors
    /// As [`Engine::start`].
    pub fn start(launch: Launch) -> Result<Self, EngineError> {
        let engine = launch.start::<R>()?;
        let [name, version] = engine.identity().map(str::to_owned);
        let name = if name.is_empty() { launch.command.clone() } else { name };
        let identity = Identity { name, version };
        Ok(Self { launch, engine, identity, held: None, rules: PhantomData })
    }

    /// What cannot be said of a position in its dialect.
    fn unsaid(&self, text: &str) -> Option<&'static str> {
        let dialect = self.engine.dialect();
        let has = |field: usize| text.split(' ').nth(field).is_some_and(|field| field != "-");
        if dialect.jump == JumpField::None && has(2) {
            return Some("its positions have no right to a jump");
        }
        (dialect.lost == LostField::None && has(3)).then_some("its positions do not tell what was lost")
    }

    /// Makes it hold the last of these texts, which the line reaches from the first; otherwise what is to be replied.
    fn hold(&mut self, texts: &[String], line: &[String]) -> Result<Option<Reply>, EngineError> {
        let root = &texts[0];
        let aim = (root.clone(), line.to_vec());
        if self.held.as_ref() == Some(&aim) {
            return Ok(None);
        }
        self.held = None;
        if self.takes(root, line, &texts[line.len()])? {
            self.held = Some(aim);
            return Ok(None);
        }
        for played in 0..line.len() {
            if !self.takes(root, &line[..played], &texts[played])? {
                return Ok(Some(match played {
                    0 => Reply::Cannot("it does not hold the position that it was given".to_owned()),
                    _ => Reply::Illegal(line[played - 1].clone()),
                }));
            }
        }
        Ok(Some(match line.last() {
            Some(ply) => Reply::Illegal(ply.clone()),
            None => Reply::Cannot("it does not hold the position that it was given".to_owned()),
        }))
    }

    fn takes(&mut self, root: &str, line: &[String], text: &str) -> Result<bool, EngineError> {
        match self.engine.hold(root, line, text) {
            Ok(()) => Ok(true),
            Err(EngineError { kind: EngineErrorKind::OtherPosition { .. }, .. }) => Ok(false),
            Err(EngineError { kind: EngineErrorKind::Refused { .. }, .. }) => {
                // What it still has to say of what it refused must not be taken for an answer.
                self.engine = self.launch.start::<R>()?;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    fn text(&self, question: &Question<'_, R>, texts: &[String]) -> Reply {
        let text = &texts[question.line.len()];
        let shows_all = |text: &str| text.split(' ').skip(2).take(2).all(|field| field == "-");
        let its_own = match self.engine.own_start() {
            Some(start) if question.position == "startpos" && question.line.is_empty() => Some(start),
            _ => None,
        };
        match its_own {
            Some(start) if start != self.engine.ranks_and_side(text) => {
                Reply::Answer(Answer::Text(start.to_owned()))
            }
            None if question.line.is_empty() => {
                Reply::Cannot("it would only give back what it was given".to_owned())
            }
            _ if !self.engine.confirms_positions() => Reply::Cannot("it cannot say what it holds".to_owned()),
            _ if shows_all(&texts[0]) && shows_all(text) => Reply::Answer(Answer::Text(text.clone())),
            _ => Reply::Cannot("it tells ranks and side only".to_owned()),
        }
    }

    fn reply(&mut self, question: &Question<'_, R>) -> Result<Reply, EngineError> {
        let cannot = |reason: &str| Ok(Reply::Cannot(reason.to_owned()));
        let generator = R::Fast::new(question.rules);
        let Ok(mut position) = generator.read(question.position) else {
            return cannot("texts that are no positions are not put to it, as it would not say so");
        };
        let mut texts = vec![generator.text(&position)];
        for ply in question.line {
            let Some(next) = generator.play(&position, ply).filter(|_| !ply.ends_with("..")) else {
                return cannot("it plays whole plies only");
            };
            position = next;
            texts.push(generator.text(&position));
        }
        if let Some(reason) = self.unsaid(&texts[0]) {
            return cannot(reason);
        }
        if let Some(reply) = self.hold(&texts, question.line)? {
            return Ok(reply);
        }
        match question.query {
            Query::Read => Ok(Reply::Answer(Answer::Read)),
            Query::Check | Query::Outcome => cannot("its dialect has no words to ask this"),
            Query::Text => Ok(self.text(question, &texts)),
            Query::Perft(depth) => {
                let nodes = self.engine.perft(depth)?.total;
                Ok(Reply::Answer(Answer::Perft { depth, nodes }))
            }
            Query::Moves | Query::Rolls => {
                let Some(parts) = self.engine.moves()? else { return cannot("it does not list moves") };
                Ok(Reply::Answer(if question.query == Query::Moves {
                    Answer::Moves(parts.into_iter().map(|part| part.0).collect())
                } else {
                    // More rolls than a number holds are as wrong as the most that it holds.
                    let rolls = |count| u32::try_from(count).unwrap_or(u32::MAX);
                    Answer::Rolls(parts.into_iter().map(|(ply, count)| (ply, rolls(count))).collect())
                }))
            }
        }
    }
}

impl<R: Tested> Program<R> for Player<R> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, Fault> {
        self.reply(question).map_err(fault)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.held = None;
        self.engine = self.launch.start::<R>().map_err(fault)?;
        Ok(())
    }
}

fn fault(error: EngineError) -> Fault {
    Fault { what: error.kind.to_string(), errors: error.stderr }
}
