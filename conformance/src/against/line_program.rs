//! A program that speaks the line protocol.

use super::fault::ProgramFault;
use super::program::{Identity, Program, Question, Reply};
use super::protocol::{line_of, reply_of};
use crate::generator::Tested;
use perft::engine::lines::LinesClient;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A running program that speaks the line protocol.
#[derive(Debug)]
pub struct LineProgram {
    client: LinesClient,
    identity: Identity,
}

impl LineProgram {
    /// Starts a program, the first word of its command, and asks for its name and version. It must answer
    /// each question within `patience`. Every wait ends when `stop` is set.
    ///
    /// # Errors
    /// The program cannot be started, or does not speak the protocol.
    pub fn start(
        command: &[String],
        patience: Duration,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, ProgramFault> {
        let client = LinesClient::start(command, patience, stop)?;
        let [name, version] = client.identity().map(str::to_owned);
        Ok(Self { client, identity: Identity { name, version } })
    }
}

impl<R: Tested> Program<R> for LineProgram {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, ProgramFault> {
        let mut line = line_of(question);
        let answer = self.client.ask(&mut line)?;
        Ok(reply_of(answer, question).map_err(|error| self.client.wrong_answer(&line, error))?)
    }

    fn restart(&mut self) -> Result<(), ProgramFault> {
        Ok(self.client.restart()?)
    }
}
