//! A position of either game, behind one interface.

use super::UciError;
use crate::{Counter, Fault, Variant};
use rules_core::{AnyRules, chaturaji, chaturanga};
use std::fmt;
use std::sync::Arc;

/// A position of either game.
pub(super) trait Board: Send + Sync {
    /// Returns the position that a line of moves reaches from a position text or `startpos`.
    fn place(&self, text: &str, line: &[&str]) -> Result<Arc<dyn Board>, UciError>;
    /// Returns the text of the position.
    fn text(&self) -> String;
    /// Returns the number of sequences that begin with each move.
    fn divide(&self, counter: &Counter, depth: u32) -> Result<Vec<(String, u128)>, Fault>;
}

/// A game and a position in it.
struct GameBoard<V: Variant> {
    game: Arc<V>,
    node: V::Node,
    record: V::Record,
}

/// Returns the starting position.
pub(super) fn board(rules: AnyRules) -> Arc<dyn Board> {
    match rules {
        AnyRules::Chaturanga(rules) => start::<chaturanga::Game>(rules),
        AnyRules::Chaturaji(rules) => start::<chaturaji::Game>(rules),
    }
}

fn start<V: Variant + Send + 'static>(rules: V::Rules) -> Arc<dyn Board> {
    let game = V::new(rules);
    let (node, record) = game.start();
    Arc::new(GameBoard { game: Arc::new(game), node, record })
}

impl<V: Variant + Send + 'static> Board for GameBoard<V> {
    fn place(&self, text: &str, line: &[&str]) -> Result<Arc<dyn Board>, UciError> {
        let game = Arc::clone(&self.game);
        let read = game.read(text).map_err(|refusals| UciError::Position(refusals.to_string()));
        let (mut node, mut record, _) = read?;
        for mv in line {
            play(&*game, &mut node, &mut record, mv)?;
        }
        Ok(Arc::new(Self { game, node, record }))
    }

    fn text(&self) -> String {
        self.game.write(&self.node, &self.record)
    }

    fn divide(&self, counter: &Counter, depth: u32) -> Result<Vec<(String, u128)>, Fault> {
        let parts = counter.divide(&*self.game, &self.node, depth)?;
        Ok(parts.into_iter().map(|part| (part.step.to_string(), part.nodes)).collect())
    }
}

/// A move that is not legal in a position.
#[derive(Debug)]
pub(crate) struct IllegalMove {
    mv: String,
    position: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not legal in {}", self.mv, self.position)
    }
}

/// Plays a move, given as text.
///
/// # Errors
/// When the move is not legal; the position is then unchanged.
pub(crate) fn play<V: Variant>(
    game: &V,
    node: &mut V::Node,
    record: &mut V::Record,
    mv: &str,
) -> Result<(), IllegalMove> {
    let found = game.children(node).into_iter().find(|(step, ..)| step.to_string() == mv);
    let Some((step, next, _)) = found else {
        return Err(IllegalMove { mv: mv.to_owned(), position: game.write(node, record) });
    };
    game.events(node, record, step, &next);
    *node = next;
    Ok(())
}
