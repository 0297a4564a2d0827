//! The engine that is compared with a ruleset.

use crate::engine::{Answer, Engine, EngineError};

/// An engine that is compared with a ruleset, or in tests another generator.
///
/// Texts and moves are in the notation of this crate; the moves of `line` lead from the position `root` to
/// the position `held`.
pub trait Opponent {
    /// Counts the sequences of `depth` plies from `held`.
    ///
    /// # Errors
    /// When the engine fails.
    fn answer(&mut self, root: &str, line: &[String], held: &str, depth: u32) -> Result<Answer, EngineError>;

    /// Counts the moves of `held` in a fresh process.
    ///
    /// # Errors
    /// When the engine fails.
    fn afresh(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError>;

    /// Returns whether the engine plays `mv` after the line and then reports the position `held`; `None` if
    /// it cannot report a position, as most opponents cannot.
    ///
    /// # Errors
    /// When the engine fails.
    fn plays(
        &mut self,
        _root: &str,
        _line: &[String],
        _mv: &str,
        _held: &str,
    ) -> Result<Option<bool>, EngineError> {
        Ok(None)
    }

    /// Returns the ranks and side of the start of its own game, in its notation.
    fn own_start(&self) -> Option<String>;

    /// Returns the ranks and side of a position, in its notation.
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
