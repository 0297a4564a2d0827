//! A program that speaks the line protocol.

use super::fault::{GreetingError, ProgramFault, ProgramFaultKind};
use super::program::{Identity, Program, Question, Reply};
use super::protocol::{AnswerLine, Greeting, HelloLine, QuestionLine, VERSION, read};
use crate::generator::Tested;
use perft::engine::Process;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A running program that speaks the line protocol.
#[derive(Debug)]
pub struct LineProgram {
    command: Vec<String>,
    patience: Duration,
    stop: Arc<AtomicBool>,
    process: Process,
    identity: Identity,
    last_id: u64,
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
        let process = spawn(command, &stop)?;
        let command = command.to_vec();
        let mut program =
            Self { command, patience, stop, process, identity: Identity::default(), last_id: 0 };
        program.greet()?;
        Ok(program)
    }

    fn greet(&mut self) -> Result<(), ProgramFault> {
        let hello = HelloLine::new(self.next_id());
        let line = self.exchange(&hello, hello.id)?;
        let greeting = greeting(line).map_err(|error| self.fault(ProgramFaultKind::Greeting(error)))?;
        self.identity = greeting.into();
        Ok(())
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Sends a question and waits for the answer with the same number.
    fn exchange(&mut self, question: &impl Serialize, id: u64) -> Result<AnswerLine, ProgramFault> {
        let question = serde_json::to_string(question)
            .map_err(|error| self.fault(ProgramFaultKind::Unwritten(error)))?;
        // A line that arrived before the question must not be mistaken for its answer.
        if let Some(line) = self.process.waiting_line() {
            return Err(self.fault(ProgramFaultKind::Unasked(line)));
        }
        self.process.say(&question);
        let patience = self.patience;
        let line = self
            .process
            .line(Instant::now() + patience)
            .map_err(|silence| self.fault(ProgramFaultKind::Silent { question, patience, silence }))?;
        let answer: AnswerLine =
            read(&line).map_err(|error| self.fault(ProgramFaultKind::NotAnAnswer(error)))?;
        if answer.id != id {
            return Err(self.fault(ProgramFaultKind::OtherQuestion { found: answer.id, asked: id }));
        }
        Ok(answer)
    }

    fn fault(&self, kind: ProgramFaultKind) -> ProgramFault {
        // The explanation of a failure often comes on standard error a moment later.
        std::thread::sleep(Duration::from_millis(50));
        ProgramFault { kind, stderr: self.process.errors() }
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

fn spawn(command: &[String], stop: &Arc<AtomicBool>) -> Result<Process, ProgramFault> {
    let fault = |kind| ProgramFault { kind, stderr: Vec::new() };
    let (program, arguments) = command.split_first().ok_or_else(|| fault(ProgramFaultKind::NoProgram))?;
    Process::start(program, arguments, Arc::clone(stop))
        .map_err(|error| fault(ProgramFaultKind::Start { program: program.clone(), error }))
}

impl<R: Tested> Program<R> for LineProgram {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, ProgramFault> {
        let line = QuestionLine::new(self.next_id(), question);
        let answer = self.exchange(&line, line.id)?;
        answer
            .reply(question)
            .map_err(|error| self.fault(ProgramFaultKind::WrongAnswer { question: in_words(&line), error }))
    }

    fn restart(&mut self) -> Result<(), ProgramFault> {
        self.process = spawn(&self.command, &self.stop)?;
        self.last_id = 0;
        self.greet()
    }
}

fn in_words(line: &QuestionLine) -> String {
    let QuestionLine { id, ask, position, line, .. } = line;
    let after = if line.is_empty() { String::new() } else { format!(" after {}", line.join(" ")) };
    format!("question {id}, `{ask}` of {position}{after}")
}
