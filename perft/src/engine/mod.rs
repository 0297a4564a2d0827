//! Controls external engines: starts them, selects the variant, sets up positions, and requests counts.
//!
//! A [`Dialect`], which is data, describes how to speak to a program. An answer is trusted only after these
//! checks: the program offers the variant, plays no other game, reports the position it was given, and does
//! not contradict itself. Every wait has a deadline. When its [`Engine`] is dropped, the program
//! is asked to exit and is soon killed if it stays.

mod dialect;
mod error;
pub mod lines;
mod pattern;
mod process;
mod text;

pub use dialect::{Dialect, JumpField, LostField, Phrasebook, PhrasebookError};
pub use error::{EngineError, EngineErrorKind};
pub use lines::LinesEngine;
pub use process::{Process, Silence, end_all};

use dialect::{Choice, Greeting, Held, Ready, Stranger, Zero};
use pattern::fill;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use text::{Fields, foreign_origin, read_move, write_move};

/// The maximum number of lines in an answer.
const MOST_LINES: usize = 100_000;

/// The settings that a program receives before the first question.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A file of variant definitions that the program reads.
    pub variants_file: Option<PathBuf>,
    /// Options with their values, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// The variant that the program plays.
    pub variant: Option<String>,
    /// How long to wait for an answer.
    pub patience: Duration,
    /// Ends every wait when it is set.
    pub stop: Arc<AtomicBool>,
}

impl Default for Settings {
    /// No settings, and a minute to wait for an answer.
    fn default() -> Self {
        Self {
            variants_file: None,
            options: Vec::new(),
            variant: None,
            patience: Duration::from_secs(60),
            stop: Arc::default(),
        }
    }
}

/// A count, broken down by first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number of sequences.
    pub total: u128,
    /// The number that begins with each move, in our notation and the order of the program; `None` if it
    /// lists no moves.
    pub parts: Option<Vec<(String, u128)>>,
}

/// What is needed to restart the program.
#[derive(Clone, Debug)]
struct Launch {
    /// The number of processes started, including the running one.
    process: u32,
    command: String,
    game: String,
    book: Phrasebook,
    settings: Settings,
}

/// A running program.
#[derive(Debug)]
pub struct Engine {
    launch: Launch,
    process: Process,
    dialect: Dialect,
    patience: Duration,
    number: u64,
    start: Option<String>,
    identity: [String; 2],
    /// The current position of the program, in our notation.
    held: String,
    /// The fields that the program reported for it: ranks and side, then those that it shows.
    reported: Vec<String>,
    /// The first time that the program reported other fields than expected, and how often it did.
    other_fields: Option<OtherFields>,
}

/// A program reports other jump rights or lost types than expected, which another reading may explain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherFields {
    /// The position, in our notation.
    pub position: String,
    /// What was expected: the jump rights and the lost types, in the notation of the program.
    pub expected: [String; 2],
    /// What it reports.
    pub reported: [String; 2],
    /// How many positions it was given in which it reports other fields.
    pub count: usize,
}

impl Engine {
    /// Starts a program and tells it what to play.
    ///
    /// `command` is the program with its arguments, quoted as for a shell, but no shell runs it. `game` is
    /// the name of the game whose positions the program will be given. Without `dialect`, the file name of
    /// the program chooses one, or else what it calls itself.
    ///
    /// # Errors
    /// When the program cannot be started, does not offer what it is told to play, or plays another game.
    ///
    /// ```no_run
    /// use perft::engine::{Engine, Phrasebook, Settings};
    /// let book = Phrasebook::known()?;
    /// let settings = Settings { variant: Some("shatranj".to_owned()), ..Settings::default() };
    /// let mut engine = Engine::start("fairy-stockfish", "chaturanga", &book, None, &settings)?;
    /// let text = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1";
    /// engine.hold(text, &[], text)?;
    /// assert_eq!(engine.perft(2)?.total, 120);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(
        command: &str,
        game: &str,
        book: &Phrasebook,
        dialect: Option<&str>,
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        let launch = Launch {
            process: 1,
            command: command.to_owned(),
            game: game.to_owned(),
            book: book.clone(),
            settings: settings.clone(),
        };
        Self::launch(launch, dialect)
    }

    fn launch(launch: Launch, asked: Option<&str>) -> Result<Self, EngineError> {
        let plain = |kind| EngineError { kind, unread: Vec::new(), stderr: Vec::new() };
        let Launch { command, game, book, settings, .. } = &launch;
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let Some((program, arguments)) = words.as_ref().and_then(|words| words.split_first()) else {
            return Err(plain(EngineErrorKind::Command { command: command.clone() }));
        };
        let known = match asked {
            Some(id) => book.dialect(id),
            None => book.dialect_of(program),
        };
        let Some(dialect) = known else {
            let offered = book.dialects.iter().map(|dialect| dialect.id.clone()).collect();
            let name = asked.unwrap_or_default().to_owned();
            return Err(plain(EngineErrorKind::NotOffered { what: "dialect", name, offered }));
        };
        if !dialect.games.contains(game) {
            let dialect = dialect.id.clone();
            return Err(plain(EngineErrorKind::Dialect { dialect, what: "write positions of this game" }));
        }
        let process = Process::start(program, arguments, Arc::clone(&settings.stop))
            .map_err(|error| plain(EngineErrorKind::Start { program: program.clone(), error }))?
            .with_farewell(Some(dialect.quit.clone()));
        let mut engine = Self {
            launch: launch.clone(),
            process,
            dialect: dialect.clone(),
            patience: settings.patience,
            number: 0,
            start: None,
            identity: Default::default(),
            held: String::new(),
            reported: Vec::new(),
            other_fields: None,
        };
        engine.greet()?;
        let named = book.dialect_named(&engine.identity[0]).filter(|named| named.id != dialect.id);
        if let (None, Some(named), false) = (asked, named, dialect.lists(program)) {
            // A dialect may need the program in another mode from its first line on.
            drop(engine);
            return Self::launch(launch.clone(), Some(&named.id));
        }
        engine.set_up(settings)?;
        if let Some(say) = engine.dialect.start.clone().filter(|_| engine.dialect.held.is_some()) {
            engine.tell(&say)?;
            engine.start = Some(engine.ask_held()?[..2].join(" "));
        }
        for stranger in book.strangers.iter().filter(|stranger| stranger.instead_of == *game) {
            engine.unmask(stranger)?;
        }
        // The positions of strangers are not written as the game writes its own.
        engine.other_fields = None;
        Ok(engine)
    }

    /// Ends the program, and starts it again with the same settings.
    ///
    /// # Errors
    /// As [`Engine::start`].
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let launch = Launch { process: self.launch.process + 1, ..self.launch.clone() };
        let (dialect, other_fields) = (self.dialect.id.clone(), self.other_fields.take());
        *self = Self::launch(launch, Some(&dialect))?;
        self.other_fields = other_fields;
        Ok(())
    }

    /// Returns the first position in which the program reported other jump rights or lost types than
    /// expected, with the number of such positions; `None` if it never did, or does not report them.
    pub fn other_fields(&self) -> Option<&OtherFields> {
        self.other_fields.as_ref()
    }

    /// Returns the jump rights and the lost types that the program reports for its current position, each as
    /// it writes them; `None` for what it does not show.
    pub fn reported_fields(&self) -> [Option<&str>; 2] {
        let field = |place: usize| self.reported.get(place).map(String::as_str);
        [
            field(2).filter(|_| self.dialect.jump != JumpField::None),
            field(3).filter(|_| self.dialect.lost != LostField::None),
        ]
    }

    /// Returns the dialect of the program.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the name and the version that the program reports; empty if it reports none.
    pub fn identity(&self) -> [&str; 2] {
        self.identity.each_ref().map(String::as_str)
    }

    /// Returns the ranks and side of the start of its own game, in its notation; `None` if it cannot report a
    /// position.
    pub fn own_start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Returns the ranks and side of a position, in the notation of the program.
    pub fn ranks_and_side(&self, text: &str) -> String {
        let Fields { ranks, side, .. } = Fields::new(text, &self.dialect);
        format!("{ranks} {side}")
    }

    /// Returns whether the program can report its current position.
    pub fn confirms_positions(&self) -> bool {
        self.dialect.held.is_some()
    }

    /// Sets up the position that a line of moves reaches, and confirms it. `root` and `held` are the
    /// positions before and after the line, in our notation.
    ///
    /// # Errors
    /// When the program reports another position, or does not answer.
    pub fn hold(&mut self, root: &str, line: &[String], held: &str) -> Result<(), EngineError> {
        let Fields { text, ranks, side, jump, lost } = Fields::new(root, &self.dialect);
        let line: Vec<_> = line.iter().map(|mv| write_move(mv, &self.dialect)).collect();
        let placing = &self.dialect.position;
        // A dialect that cannot play moves sets up the position after them.
        if !line.is_empty() && placing.moves.is_none() && placing.play.is_none() {
            return self.hold(held, &[], held);
        }
        let moves = match &placing.moves {
            Some(template) if !line.is_empty() => fill(template, &[("moves", &line.join(" "))]),
            _ => String::new(),
        };
        let values = [
            ("text", text.as_str()),
            ("ranks", &ranks),
            ("side", &side),
            ("jump", &jump),
            ("lost", &lost),
            ("moves", &moves),
        ];
        let mut said = vec![fill(&placing.set, &values)];
        if let Some(template) = &placing.play {
            said.extend(line.iter().map(|mv| fill(template, &[("move", mv)])));
        }
        for say in &said {
            self.process.say(say);
        }
        self.finish(&said.join("` `"))?;
        self.confirm(&said.join("` `"), held)?;
        held.clone_into(&mut self.held);
        Ok(())
    }

    /// Counts the sequences of `depth` plies from the current position of the program.
    ///
    /// # Errors
    /// When the program does not answer, or contradicts itself.
    pub fn perft(&mut self, depth: u32) -> Result<Answer, EngineError> {
        // Some programs answer depth 0 with an endless search.
        if depth == 0 {
            return Ok(Answer { total: 1, parts: Some(Vec::new()) });
        }
        let (counting, depth) = (self.dialect.perft.clone(), depth.to_string());
        let question = fill(&counting.say, &[("depth", &depth)]);
        self.check_silence(&question)?;
        self.process.say(&question);
        let deadline = self.deadline();
        let (mut parts, mut unread) = (Vec::new(), Vec::new());
        let mut lines = 0;
        let total = loop {
            let line =
                self.next_line(&question, deadline, &mut lines).map_err(|error| error.with(&unread))?;
            if let Some(found) = counting.total.read(&line)
                && let Some(count) = found.word("count").and_then(|count| count.parse::<u128>().ok())
            {
                match found.word("depth") {
                    Some(other) if other != depth => parts.clear(),
                    _ => break count,
                }
            } else if let Some(part) = self.read_part(&line) {
                parts.push(part);
            } else if self.is_refusal(&line) {
                self.finish(&question)?;
                return Err(self.error(EngineErrorKind::Refused { question, line }));
            } else if !line.is_empty() {
                unread.push(line);
            }
        };
        for line in self.finish(&question)? {
            if self.is_count(&line) {
                return Err(
                    self.contradiction(format!("the engine wrote `{line}` after its answer to `{question}`"))
                );
            }
        }
        let parts = if counting.part.is_none() || (parts.is_empty() && total > 0) {
            None
        } else {
            Some(self.judge_parts(parts, total, &question).map_err(|error| error.with(&unread))?)
        };
        Ok(Answer { total, parts })
    }

    /// Returns the moves from the current position of the program, each with its count; `None` if it lists no
    /// moves.
    ///
    /// # Errors
    /// As [`Engine::perft`].
    pub fn moves(&mut self) -> Result<Option<Vec<(String, u128)>>, EngineError> {
        Ok(self.perft(1)?.parts)
    }

    /// Returns whether the program plays `mv` after `line`, judged by its position afterwards; `None` if it
    /// cannot report one. For programs that list no moves.
    ///
    /// # Errors
    /// When the program does not answer.
    pub fn plays(
        &mut self,
        root: &str,
        line: &[String],
        mv: &str,
        held: &str,
    ) -> Result<Option<bool>, EngineError> {
        if self.dialect.held.is_none()
            || (self.dialect.position.moves.is_none() && self.dialect.position.play.is_none())
        {
            return Ok(None);
        }
        let line: Vec<_> = line.iter().cloned().chain([mv.to_owned()]).collect();
        match self.hold(root, &line, held) {
            Ok(()) => Ok(Some(true)),
            Err(error) if error.is_about_position() => Ok(Some(false)),
            Err(error) => Err(error),
        }
    }

    fn greet(&mut self) -> Result<(), EngineError> {
        let Greeting { say, until } = self.dialect.greeting.clone();
        for line in &say {
            self.process.say(line);
        }
        let mut heard = Vec::new();
        if let Some(until) = until {
            let (deadline, mut lines) = (self.deadline(), 0);
            let question = say.join("` `");
            loop {
                let line = self.next_line(&question, deadline, &mut lines)?;
                if line == until {
                    break;
                }
                heard.push(line);
            }
        }
        heard.extend(self.finish(&say.join("` `"))?);
        let named = heard.iter().find_map(|line| self.dialect.identity.as_ref()?.read(line));
        if let Some(found) = named {
            self.identity = ["name", "version"].map(|place| found.words(place).join(" "));
        }
        Ok(())
    }

    fn set_up(&mut self, settings: &Settings) -> Result<(), EngineError> {
        let dialect = self.dialect.id.clone();
        let cannot = |what| EngineErrorKind::Dialect { dialect: dialect.clone(), what };
        if let Some(path) = &settings.variants_file {
            let Some(template) = &self.dialect.variants_file else {
                return Err(self.error(cannot("read a file of variants")));
            };
            let say = fill(template, &[("path", &path.display().to_string())]);
            self.tell(&say)?;
        }
        for (name, value) in &settings.options {
            let Some(option) = self.dialect.option.clone() else {
                return Err(self.error(cannot("set options")));
            };
            self.choose(&option, "option", name, &[("name", name), ("value", value)])?;
        }
        if let Some(variant) = &settings.variant {
            let Some(choice) = self.dialect.variant.clone() else {
                return Err(self.error(cannot("choose a variant")));
            };
            self.choose(&choice, "variant", variant, &[("variant", variant)])?;
        }
        Ok(())
    }

    /// Makes a choice that the program offers. Checks the list first, because a program may silently ignore
    /// an unknown name.
    fn choose(
        &mut self,
        choice: &Choice,
        what: &'static str,
        name: &str,
        values: &[(&str, &str)],
    ) -> Result<(), EngineError> {
        let lines = self.tell(&choice.list)?;
        let mut offered = Vec::new();
        for found in lines.iter().filter_map(|line| choice.line.read(line)) {
            match &choice.before_each {
                None => offered.push(found.words("name").join(" ")),
                Some(mark) => {
                    offered
                        .extend(found.words("names").split(|word| word == mark).map(|name| name.join(" ")));
                }
            }
        }
        offered.retain(|name| !name.is_empty());
        if !offered.iter().any(|one| one == name) {
            offered.dedup();
            return Err(self.error(EngineErrorKind::NotOffered { what, name: name.to_owned(), offered }));
        }
        self.tell(&fill(&choice.set, values)).map(|_| ())
    }

    /// Checks that the program does not play another game, by the moves of a position that distinguishes the
    /// games.
    fn unmask(&mut self, stranger: &Stranger) -> Result<(), EngineError> {
        let position = &stranger.position;
        self.hold(position, &[], position)?;
        let moves = self.moves()?.unwrap_or_default();
        // One such move alone may be a move-generator bug, which is for the judge to report.
        let has = |sign: &String| moves.iter().any(|(mv, _)| mv == sign);
        match stranger.moves.first().filter(|_| stranger.moves.iter().all(has)) {
            None => Ok(()),
            Some(sign) => Err(self.error(EngineErrorKind::OtherGame {
                game: stranger.name.clone(),
                position: position.clone(),
                mv: sign.clone(),
            })),
        }
    }

    /// Checks that the program reports the expected position.
    fn confirm(&mut self, said: &str, expected: &str) -> Result<(), EngineError> {
        if self.dialect.held.is_none() {
            return Ok(());
        }
        self.reported = self.ask_held()?;
        let held = self.reported[..2].join(" ");
        let position = expected;
        let expected = self.ranks_and_side(position);
        if held == expected {
            self.compare_fields(position);
            return Ok(());
        }
        Err(self.error(EngineErrorKind::OtherPosition { said: said.to_owned(), expected, held }))
    }

    /// Notes a position for which the program reports other jump rights or lost types than expected.
    fn compare_fields(&mut self, position: &str) {
        let Fields { jump, lost, .. } = Fields::new(position, &self.dialect);
        let reported = self.reported_fields();
        let differs =
            |ours: &str, theirs: Option<&str>| theirs.is_some_and(|theirs| !same_letters(ours, theirs));
        if !differs(&jump, reported[0]) && !differs(&lost, reported[1]) {
            return;
        }
        let reported = reported.map(|field| field.unwrap_or("-").to_owned());
        let first = OtherFields { position: position.to_owned(), expected: [jump, lost], reported, count: 0 };
        self.other_fields.get_or_insert(first).count += 1;
    }

    /// Asks for the current position of the program: ranks, side, and the fields that its dialect shows.
    fn ask_held(&mut self) -> Result<Vec<String>, EngineError> {
        let Some(Held { say, line: pattern }) = self.dialect.held.clone() else {
            return Ok(vec![String::new(); 2]);
        };
        let lines = self.tell(&say)?;
        let held = lines.iter().find_map(|line| {
            let found = pattern.read(line)?;
            let ranks = found.word("ranks").filter(|ranks| ranks.contains('/'))?;
            let side = found.word("side")?;
            Some([ranks, side].iter().chain(found.words("fields")).map(ToString::to_string).collect())
        });
        let expected = pattern.as_str().to_owned();
        held.ok_or_else(|| self.error(EngineErrorKind::Mute { question: say, expected }))
    }

    /// Sends a line, and returns the whole answer.
    fn tell(&mut self, say: &str) -> Result<Vec<String>, EngineError> {
        self.check_silence(say)?;
        self.process.say(say);
        self.finish(say)
    }

    /// Returns every line the program writes until it has processed all pending commands.
    fn finish(&mut self, question: &str) -> Result<Vec<String>, EngineError> {
        self.number += 1;
        let number = self.number.to_string();
        let Ready { say, until } = &self.dialect.ready;
        let [say, until] = [say, until].map(|template| fill(template, &[("number", &number)]));
        self.process.say(&say);
        let (deadline, mut lines) = (self.deadline(), Vec::new());
        let mut count = 0;
        loop {
            let line = self.next_line(&format!("{say}` after `{question}"), deadline, &mut count)?;
            if line == until {
                break;
            }
            lines.push(line);
        }
        // Check this only after reading the whole answer; an unread line would be mistaken for the next one.
        match lines.iter().find(|line| self.is_refusal(line)) {
            None => Ok(lines),
            Some(line) => {
                let (question, line) = (question.to_owned(), line.clone());
                Err(self.error(EngineErrorKind::Refused { question, line }))
            }
        }
    }

    fn is_refusal(&self, line: &str) -> bool {
        self.dialect.refusals.iter().any(|beginning| line.starts_with(beginning.as_str()))
    }

    /// Checks before a question that no line is waiting that could be taken for its answer.
    fn check_silence(&mut self, question: &str) -> Result<(), EngineError> {
        let mut count = 0;
        while let Some(line) = self.process.waiting_line() {
            count += 1;
            if count > MOST_LINES {
                let (question, process) = (question.to_owned(), self.launch.process);
                return Err(self.error(EngineErrorKind::Endless { question, process }));
            }
            if self.is_count(&line) {
                return Err(self.contradiction(format!(
                    "before it was asked `{question}`, the engine wrote `{line}`: is this the answer to an earlier question?"
                )));
            }
        }
        Ok(())
    }

    fn next_line(
        &mut self,
        question: &str,
        deadline: Instant,
        count: &mut usize,
    ) -> Result<String, EngineError> {
        *count += 1;
        let question = || question.to_owned();
        let process = self.launch.process;
        let kind = match self.process.line(deadline) {
            Ok(_) if *count > MOST_LINES => EngineErrorKind::Endless { question: question(), process },
            Ok(line) => return Ok(line),
            Err(Silence::Late) => {
                EngineErrorKind::Late { question: question(), patience: self.patience, process }
            }
            Err(Silence::Ended(status)) => EngineErrorKind::Ended { question: question(), status, process },
            Err(Silence::Endless) => EngineErrorKind::Endless { question: question(), process },
            Err(Silence::Interrupted) => EngineErrorKind::Interrupted,
        };
        Err(self.error(kind))
    }

    fn read_part(&self, line: &str) -> Option<(String, u128)> {
        let found = self.dialect.perft.part.as_ref()?.read(line)?;
        let mv = read_move(found.word("move")?, &self.dialect)?;
        Some((mv, found.word("count")?.parse().ok()?))
    }

    fn is_count(&self, line: &str) -> bool {
        self.read_part(line).is_some() || self.dialect.perft.total.read(line).is_some()
    }

    /// Checks the parts of a count against each other, its total and the position.
    fn judge_parts(
        &self,
        mut parts: Vec<(String, u128)>,
        total: u128,
        question: &str,
    ) -> Result<Vec<(String, u128)>, EngineError> {
        let sum = parts.iter().try_fold(0u128, |sum, part| sum.checked_add(part.1));
        if sum != Some(total) {
            let sum = sum.map_or("a number that does not fit in 128 bits".to_owned(), |sum| sum.to_string());
            return Err(self.contradiction(format!(
                "the engine answers `{question}` with the total {total}, but its {} moves add up to {sum}",
                parts.len()
            )));
        }
        if self.dialect.perft.zero == Zero::Illegal {
            parts.retain(|part| part.1 > 0);
        }
        let mut names: Vec<_> = parts.iter().map(|part| part.0.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self
                .contradiction(format!("the engine lists {} twice in its answer to `{question}`", pair[0])));
        }
        if let Some((mv, from)) = parts.iter().find_map(|(mv, _)| Some((mv, foreign_origin(mv, &self.held)?)))
        {
            return Err(self.contradiction(format!(
                "the engine answers `{question}` with {mv}, but in `{}` no piece of the side to move is on {from}: \
                 is this the answer to an earlier question?",
                self.held
            )));
        }
        Ok(parts)
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// Returns an error for answers that contradict each other.
    fn contradiction(&self, how: String) -> EngineError {
        self.error(EngineErrorKind::Contradiction { how })
    }

    fn error(&self, kind: EngineErrorKind) -> EngineError {
        // The reason for a failure often appears on standard error a moment later.
        std::thread::sleep(Duration::from_millis(50));
        EngineError { kind, unread: Vec::new(), stderr: self.process.errors() }
    }
}

/// Returns whether two fields have the same letters, in any order.
fn same_letters(one: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}
