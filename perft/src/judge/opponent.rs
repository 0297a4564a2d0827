//! Whoever is judged.

use crate::engine::{Answer, Engine, EngineError};

/// Whoever is judged: an engine, or in tests another generator. Texts and moves are written as here; `line` leads from
/// `root` to `held`.
pub trait Opponent {
    /// A count of so many plies.
    ///
    /// # Errors
    /// When there is none.
    fn answer(&mut self, root: &str, line: &[String], held: &str, depth: u32) -> Result<Answer, EngineError>;

    /// The count of one ply, asked of a process that has been asked nothing else.
    ///
    /// # Errors
    /// When there is none.
    fn afresh(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError>;

    /// Whether it plays a move after the line, so that it then holds `held`; `None` where it cannot say.
    ///
    /// # Errors
    /// When there is no answer.
    fn plays(
        &mut self,
        root: &str,
        line: &[String],
        mv: &str,
        held: &str,
    ) -> Result<Option<bool>, EngineError>;

    /// Ranks and side of the position with which its own game begins, as it writes them.
    fn own_start(&self) -> Option<String>;

    /// Ranks and side of a position as it writes them.
    fn ranks_and_side(&self, text: &str) -> String;
}

impl Opponent for Engine {
    fn answer(&mut self, root: &str, line: &[String], held: &str, depth: u32) -> Result<Answer, EngineError> {
        self.hold(root, line, held)?;
        self.perft(depth)
    }

    fn afresh(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError> {
        self.restart()?;
        self.answer(root, line, held, 1)
    }

    fn plays(
        &mut self,
        root: &str,
        line: &[String],
        mv: &str,
        held: &str,
    ) -> Result<Option<bool>, EngineError> {
        Engine::plays(self, root, line, mv, held)
    }

    fn own_start(&self) -> Option<String> {
        Engine::own_start(self).map(str::to_owned)
    }

    fn ranks_and_side(&self, text: &str) -> String {
        Engine::ranks_and_side(self, text)
    }
}
