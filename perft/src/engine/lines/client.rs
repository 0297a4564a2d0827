//! Asks a program the questions of the line protocol.

use super::fault::{AnswerError, GreetingError, LinesFault, LinesFaultKind};
use super::{AnswerLine, Greeting, HelloLine, QuestionLine, VERSION, printable, read};
use crate::engine::Process;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A running program that speaks the line protocol.
#[derive(Debug)]
pub struct LinesClient {
    command: Vec<String>,
    patience: Duration,
    stop: Arc<AtomicBool>,
    process: Process,
    /// Which process of the program it is, from 1.
    number: u32,
    identity: [String; 2],
    last_id: u64,
}

impl LinesClient {
    /// Starts a program, the first word of its command, and asks for its name and version. It must answer
    /// each question within `patience`. Every wait ends when `stop` is set.
    ///
    /// # Errors
    /// The program cannot be started, or does not speak the protocol.
    pub fn start(command: &[String], patience: Duration, stop: Arc<AtomicBool>) -> Result<Self, LinesFault> {
        let process = spawn(command, &stop)?;
        let identity = Default::default();
        let command = command.to_vec();
        let mut client = Self { command, patience, stop, process, number: 1, identity, last_id: 0 };
        client.greet()?;
        Ok(client)
    }

    /// Returns the name and the version that the program reports; the version is empty if it reports none.
    pub fn identity(&self) -> [&str; 2] {
        self.identity.each_ref().map(String::as_str)
    }

    /// Ends the program and starts it again.
    ///
    /// # Errors
    /// As [`LinesClient::start`].
    pub fn restart(&mut self) -> Result<(), LinesFault> {
        self.process = spawn(&self.command, &self.stop)?;
        self.number += 1;
        self.last_id = 0;
        self.greet()
    }

    /// Numbers a question, sends it, and waits for the answer with the same number.
    ///
    /// # Errors
    /// The program fails, or writes anything but an answer to this question.
    pub fn ask(&mut self, question: &mut QuestionLine) -> Result<AnswerLine, LinesFault> {
        question.id = self.next_id();
        self.exchange(question, question.id)
    }

    /// Makes the fault of an answer that does not have the form that its question requires.
    pub fn wrong_answer(&self, question: &QuestionLine, error: AnswerError) -> LinesFault {
        self.fault(LinesFaultKind::WrongAnswer { question: question.in_words(), error })
    }

    fn greet(&mut self) -> Result<(), LinesFault> {
        let hello = HelloLine::new(self.next_id());
        let line = self.exchange(&hello, hello.id)?;
        let greeting = greeting(line).map_err(|error| self.fault(LinesFaultKind::Greeting(error)))?;
        self.identity = [greeting.name, greeting.version].map(printable);
        Ok(())
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    fn exchange(&mut self, question: &impl Serialize, id: u64) -> Result<AnswerLine, LinesFault> {
        let question =
            serde_json::to_string(question).map_err(|error| self.fault(LinesFaultKind::Unwritten(error)))?;
        // A line that arrived before the question must not be mistaken for its answer.
        if let Some(line) = self.process.waiting_line() {
            return Err(self.fault(LinesFaultKind::Unasked(line)));
        }
        self.process.say(&question);
        let (patience, process) = (self.patience, self.number);
        let line = self
            .process
            .line(Instant::now() + patience)
            .map_err(|silence| self.fault(LinesFaultKind::Silent { question, patience, silence, process }))?;
        let answer: AnswerLine =
            read(&line).map_err(|error| self.fault(LinesFaultKind::NotAnAnswer(error)))?;
        if answer.id != id {
            return Err(self.fault(LinesFaultKind::OtherQuestion { found: answer.id, asked: id }));
        }
        Ok(answer)
    }

    fn fault(&self, kind: LinesFaultKind) -> LinesFault {
        // The explanation of a failure often comes on standard error a moment later.
        std::thread::sleep(Duration::from_millis(50));
        LinesFault { kind, stderr: self.process.errors() }
    }
}

fn greeting(line: AnswerLine) -> Result<Greeting, GreetingError> {
    let AnswerLine { answer: Some(value), refused: None, illegal: None, cannot: None, .. } = line else {
        return Err(GreetingError::NotAnswer);
    };
    let greeting: Greeting = serde_json::from_value(value).map_err(GreetingError::Form)?;
    if greeting.protocol == VERSION {
        Ok(greeting)
    } else {
        Err(GreetingError::Version { found: greeting.protocol, needed: VERSION })
    }
}

fn spawn(command: &[String], stop: &Arc<AtomicBool>) -> Result<Process, LinesFault> {
    let fault = |kind| LinesFault { kind, stderr: Vec::new() };
    let (program, arguments) = command.split_first().ok_or_else(|| fault(LinesFaultKind::NoProgram))?;
    Process::start(program, arguments, Arc::clone(stop))
        .map_err(|error| fault(LinesFaultKind::Start { program: program.clone(), error }))
}
