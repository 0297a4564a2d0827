//! A child process that is talked to by lines, with a deadline on every wait, and that never outlives its owner.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many bytes a line may have.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines wait to be read before the child is made to wait.
const LINES_WAITING: usize = 4096;
/// How many lines of standard error are kept, and how many letters of each.
const ERRORS_KEPT: usize = 20;
const ERROR_LETTERS: usize = 300;
/// How often an interruption is looked for.
const TICK: Duration = Duration::from_millis(25);
/// How long a child that closed its output may take to end.
const ENDING: Duration = Duration::from_secs(2);

/// Why there is no line.
#[derive(Debug)]
pub enum Silence {
    /// The deadline passed.
    Late,
    /// The child closed its output, and ended so unless it lives on.
    Ended(Option<ExitStatus>),
    /// A line is longer than any answer.
    Endless,
    /// The flag was set that asks to stop.
    Interrupted,
}

/// What a reader hands over.
enum Heard {
    Line(String),
    Endless,
}

/// The children that live, for a process that ends without dropping anything.
static LIVING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Ends every program that was started here, and whatever it started: for a panic hook, because a build that aborts on
/// a panic drops nothing.
pub fn end_all() {
    let mut living = LIVING.lock().unwrap_or_else(PoisonError::into_inner);
    living.drain(..).for_each(end_group);
}

/// Ends a child that was not waited for yet: until then its number names nothing else.
fn end_group(id: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// The child.
#[derive(Debug)]
pub struct Process {
    child: Child,
    is_ended: bool,
    input: Sender<String>,
    output: Receiver<Heard>,
    errors: Arc<Mutex<VecDeque<String>>>,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Starts a program; every wait ends when `stop` is set.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        program: impl AsRef<OsStr>,
        arguments: &[String],
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that whatever it starts can be ended with it.
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
        // A child that does not read must not make its owner wait.
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
        // A full pipe would stop the child, so this is read whether anyone asks or not.
        thread::spawn(move || keep_last(stderr, &kept));
        Ok(Self { child, is_ended: false, input, output, errors, stop })
    }

    /// Says a line. A child that is gone does not hear it, and the next wait finds out.
    pub fn say(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The next line, without blanks at its ends and without colours.
    ///
    /// # Errors
    /// Why there is none.
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

    /// A line that has come already.
    pub fn waiting_line(&self) -> Option<String> {
        match self.output.try_recv() {
            Ok(Heard::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The last lines on standard error.
    pub fn errors(&self) -> Vec<String> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// How it ended, if it does so now that its output is closed.
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

    /// Whether it has ended, without waiting for it, which would set its number free.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.is_ended || !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Whether it has ended.
    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it and all that it started.
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

impl Drop for Process {
    fn drop(&mut self) {
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

/// A line without its end, without blanks around it, and without the codes that colour a terminal.
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
