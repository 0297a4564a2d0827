//! A child process that exchanges lines with its owner. Every wait has a deadline, and the child never
//! outlives the owner.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of bytes in a line.
const LONGEST_LINE: u64 = 1 << 20;
/// How many unread lines are buffered before the child has to wait.
const LINES_WAITING: usize = 4096;
/// How many lines of standard error are kept, and how many characters of each.
const ERRORS_KEPT: usize = 20;
const ERROR_LETTERS: usize = 300;
/// How often a wait checks for an interruption.
const TICK: Duration = Duration::from_millis(25);
/// How long a child may take to exit after it closes its output.
const ENDING: Duration = Duration::from_secs(2);
/// How long a child may take to exit after its farewell, and again after the end of its input.
const PARTING: Duration = Duration::from_millis(250);
/// How often a parting child is looked after.
const PARTING_TICK: Duration = Duration::from_millis(2);

/// Why a wait for a line ended without one.
#[derive(Debug)]
pub enum Silence {
    /// The deadline has passed.
    Late,
    /// The child closed its output; the status is `None` if it is still running.
    Ended(Option<ExitStatus>),
    /// A line is longer than the limit.
    Endless,
    /// The stop flag was set.
    Interrupted,
}

/// A message from the reader thread.
enum Heard {
    Line(String),
    Endless,
}

/// The running children, for a process that ends without dropping its values.
static LIVING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Kills every running child and the processes it started. For a panic hook: a build that aborts on a panic
/// drops nothing.
pub fn end_all() {
    let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    living.drain(..).for_each(end_group);
}

/// Kills the process group of a child that has not been reaped yet, so its id cannot have been reused.
fn end_group(id: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// A child process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    is_ended: bool,
    /// The line that asks the child to exit.
    farewell: Option<String>,
    /// `None` after the end of the input.
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    errors: Arc<Mutex<VecDeque<String>>>,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Starts a program. Every wait ends when `stop` is set.
    ///
    /// # Errors
    /// The error of the system.
    pub fn start(
        program: impl AsRef<OsStr>,
        arguments: &[String],
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A process group of its own, so that the processes it starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        LIVING.lock().unwrap_or_else(PoisonError::into_inner).push(child.id());
        let closed = || io::Error::other("a pipe is missing");
        let (mut stdin, stdout, stderr) = match (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            (Some(stdin), Some(stdout), Some(stderr)) => (stdin, stdout, stderr),
            _ => return Err(closed()),
        };
        let (input, lines) = channel::<String>();
        // A thread writes, so that a child that does not read cannot block its owner.
        thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, output) = sync_channel(LINES_WAITING);
        thread::spawn(move || read_lines(stdout, &sender));
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        // A full pipe would block the child, so standard error is always read.
        thread::spawn(move || keep_last(stderr, &kept));
        Ok(Self { child, is_ended: false, farewell: None, input: Some(input), output, errors, stop })
    }

    /// Sets the line that asks the child to exit, sent when this value is dropped.
    #[must_use]
    pub fn with_farewell(mut self, line: Option<String>) -> Self {
        self.farewell = line;
        self
    }

    /// Sends a line. If the child has exited, the next wait reports it.
    pub fn say(&self, line: &str) {
        let _ = self.input.as_ref().map(|input| input.send(format!("{line}\n")));
    }

    /// Waits for the next line, and strips surrounding whitespace and colour codes.
    ///
    /// # Errors
    /// The reason why no line is available.
    pub fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(Silence::Interrupted);
            }
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(Silence::Late);
            }
            match self.output.recv_timeout(rest.min(TICK)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::Endless) => return Err(Silence::Endless),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended(self.ending())),
            }
        }
    }

    /// Returns a line that has already arrived.
    pub fn waiting_line(&self) -> Option<String> {
        match self.output.try_recv() {
            Ok(Heard::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// Returns the last lines of standard error.
    pub fn errors(&self) -> Vec<String> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Returns the exit status, if the child exits soon after it closed its output.
    fn ending(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + ENDING;
        while !self.has_ended() {
            if Instant::now() > end {
                return None;
            }
            thread::sleep(TICK);
        }
        self.end()
    }

    /// Returns whether the child has exited. Does not reap it, because that would free its id.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.is_ended || !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Returns whether the child has exited.
    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the child and the processes it started, and reaps it.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_ended {
            let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
            living.retain(|id| *id != self.child.id());
            end_group(self.child.id());
            let _ = self.child.kill();
            self.is_ended = true;
        }
        self.child.wait().ok()
    }
}

impl Process {
    /// Asks the child to exit, then ends its input, and gives it a short time after each.
    fn part(&mut self) {
        if let Some(line) = self.farewell.take() {
            self.say(&line);
            if self.exits_within(PARTING) {
                return;
            }
        }
        self.input = None;
        self.exits_within(PARTING);
    }

    /// Returns whether the child exits in this time. Its output is read and forgotten, so that it need not
    /// wait to write.
    fn exits_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() > end {
                return false;
            }
            let tick = Instant::now() + PARTING_TICK;
            while Instant::now() < tick && self.output.recv_timeout(PARTING_TICK).is_ok() {}
            // A child that closed its output leaves nothing to wait for.
            thread::sleep(tick.saturating_duration_since(Instant::now()));
        }
        true
    }
}

impl Drop for Process {
    /// Asks the child to exit, ends its input, and kills it if it stays; kills what it started in any case.
    fn drop(&mut self) {
        if !self.is_ended && !self.has_ended() {
            self.part();
        }
        self.end();
    }
}

fn read_lines(from: impl Read, to: &SyncSender<Heard>) {
    let mut from = BufReader::new(from);
    loop {
        let mut bytes = Vec::new();
        match from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.len() as u64 == LONGEST_LINE => {
                let _ = to.send(Heard::Endless);
                return;
            }
            Ok(_) => {
                if to.send(Heard::Line(plain(&String::from_utf8_lossy(&bytes)))).is_err() {
                    return;
                }
            }
        }
    }
}

fn keep_last(from: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut from = BufReader::new(from);
    loop {
        let mut bytes = Vec::new();
        match from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line: String = plain(&String::from_utf8_lossy(&bytes)).chars().take(ERROR_LETTERS).collect();
        if !line.is_empty() {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push_back(line);
            if kept.len() > ERRORS_KEPT {
                kept.pop_front();
            }
        }
    }
}

/// Strips the line ending, surrounding whitespace and terminal colour codes.
fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                letters.find(|letter| letter.is_ascii_alphabetic());
            }
            letter if letter.is_control() && letter != '\t' => {}
            letter => text.push(letter),
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_without_ends_blanks_and_colours() {
        assert_eq!(plain("uciok \r\n"), "uciok");
        assert_eq!(plain("\u{1b}[1m\u{1b}[46mr \u{1b}[0mn\n"), "r n");
    }
}
