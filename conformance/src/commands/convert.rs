//! `conformance convert`: converts positions of chess.com's Chaturaji.

use crate::fen4::{is_fen4, read, write};
use perft::Variant;
use perft::shell::{Failure, say};
use rules_core::chaturaji::{Game, Rules, Setup};

const ABOUT: &str = "\
Reads a position in FEN4, the form in which chess.com writes its four-player games, and writes it in the notation of \
this project; or the other way round. The position is checked under chesscom4. Red sits at the south edge there and \
at the west edge here, so the board is turned by a quarter.

FEN4 has no form for dice and lost types, and does not say who captured a king, which decides nothing in that game. \
Its castling rights and its number of halfmoves mean nothing here. Dead pieces need the colour of their player \
(dyB); a dead king has no form.

Examples:
  conformance convert 'rB,rP,2,bK,bE,bN,bB/rN,rP,2,bP,bP,bP,bP/rE,rP,6/rK,rP,6/6,yP,yK/6,yP,yE/gP,gP,gP,gP,2,yP,yN/gB,gN,gE,gK,2,yP,yB r'
  conformance convert startpos

Exit codes: 0 converted, 2 not a position, or no form for it.";

/// The arguments of `conformance convert`.
#[derive(clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    /// The position, in either form; or startpos
    position: String,
}

/// Converts a position to the other form.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = args.position.as_str();
    let misuse = |error: &dyn std::fmt::Display| Failure::Misuse(format!("the position is refused: {error}"));
    let game: Game = Variant::new(Rules::CHESSCOM4);
    let checked = |text: &str| match Variant::read(&game, text) {
        Ok((.., text)) => Ok(text),
        Err(refusals) => Err(misuse(&refusals)),
    };
    let converted = if is_fen4(text) {
        checked(&read(text).map_err(|error| misuse(&error))?.to_string())?
    } else {
        let setup: Setup = checked(text)?.parse().map_err(|error| misuse(&error))?;
        write(&setup).map_err(|error| misuse(&error))?
    };
    Ok(say(&(converted + "\n"))?)
}
