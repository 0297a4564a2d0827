//! A program that speaks the line protocol.

use super::program::{Fault, Identity, Program, Question, Reply};
use super::protocol::{Answered, Excerpt, Greeting, Hello, Line, VERSION, read};
use crate::generator::Tested;
use perft::engine::{Process, Silence};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A running program that speaks the line protocol.
#[derive(Debug)]
pub struct Lines {
    command: Vec<String>,
    wait: Duration,
    stop: Arc<AtomicBool>,
    process: Process,
    identity: Identity,
    last_id: u64,
}

impl Lines {
    /// Starts a program, the first of the words of its command, and asks who it is. It has to answer each question
    /// within `wait`, and is not waited for any longer when `stop` is set.
    ///
    /// # Errors
    /// When it does not start, or does not speak the protocol.
    pub fn start(command: &[String], wait: Duration, stop: Arc<AtomicBool>) -> Result<Self, Fault> {
        let process = spawn(command, &stop)?;
        let command = command.to_vec();
        let mut lines = Self { command, wait, stop, process, identity: Identity::default(), last_id: 0 };
        lines.greet()?;
        Ok(lines)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        let hello = Hello::new(self.next_id());
        let answered = self.exchange(&hello, hello.id)?;
        let greeting: Greeting = match answered {
            Answered { answer: Some(value), refused: None, illegal: None, cannot: None, .. } => {
                serde_json::from_value(value).map_err(|error| {
                    self.fault(format!(
                        "its answer to `hello` has to be an object with protocol, name and version: {error}"
                    ))
                })?
            }
            _ => return Err(self.fault("its answer to `hello` has to have `answer`, and nothing else")),
        };
        if greeting.protocol != VERSION {
            let theirs = greeting.protocol;
            return Err(
                self.fault(format!("it speaks version {theirs} of the line protocol; {VERSION} is needed"))
            );
        }
        self.identity = greeting.into();
        Ok(())
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Says a line and waits for the answer with the same number.
    fn exchange(&mut self, question: &impl Serialize, id: u64) -> Result<Answered, Fault> {
        let line = serde_json::to_string(question).map_err(|error| self.fault(error.to_string()))?;
        // What was said before anything was asked answers nothing, and must not pass for the answer.
        if let Some(line) = self.process.waiting_line() {
            return Err(self.fault(format!("it wrote a line that nothing asked for: {}", Excerpt(&line))));
        }
        self.process.say(&line);
        let line = self.process.line(Instant::now() + self.wait).map_err(|silence| {
            let what = match silence {
                Silence::Late => format!(
                    "no answer within {} seconds to {line}; --timeout allows for more",
                    self.wait.as_secs_f64()
                ),
                Silence::Ended(Some(status)) => format!("it ended ({status}) instead of answering {line}"),
                Silence::Ended(None) => format!("it closed its output instead of answering {line}"),
                Silence::Endless => "it wrote a line that is longer than any answer".to_owned(),
                Silence::Interrupted => "interrupted".to_owned(),
            };
            self.fault(what)
        })?;
        let answered: Answered = self.parse(&line)?;
        if answered.id != id {
            let found = answered.id;
            return Err(self.fault(format!("it answered question {found} when asked question {id}")));
        }
        Ok(answered)
    }

    fn parse<T: DeserializeOwned>(&self, line: &str) -> Result<T, Fault> {
        read(line).map_err(|error| self.fault(format!("what it wrote is no answer: {error}")))
    }

    fn fault(&self, what: impl Into<String>) -> Fault {
        // What explains a failure often comes on the other pipe a moment later.
        std::thread::sleep(Duration::from_millis(50));
        Fault { what: what.into(), errors: self.process.errors() }
    }
}

fn spawn(command: &[String], stop: &Arc<AtomicBool>) -> Result<Process, Fault> {
    let fault = |what| Fault { what, errors: Vec::new() };
    let (program, arguments) =
        command.split_first().ok_or_else(|| fault("no program is named".to_owned()))?;
    Process::start(program, arguments, Arc::clone(stop))
        .map_err(|error| fault(format!("{program} does not start: {error}")))
}

impl<R: Tested> Program<R> for Lines {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, Fault> {
        let line = Line::new(self.next_id(), question);
        let answered = self.exchange(&line, line.id)?;
        answered
            .reply(question)
            .map_err(|what| self.fault(format!("a wrong answer to {}: {what}", excerpt(&line))))
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.process = spawn(&self.command, &self.stop)?;
        self.last_id = 0;
        self.greet()
    }
}

fn excerpt(line: &Line) -> String {
    let Line { id, ask, position, line, .. } = line;
    let after = if line.is_empty() { String::new() } else { format!(" after {}", line.join(" ")) };
    format!("question {id}, `{ask}` of {position}{after}")
}
