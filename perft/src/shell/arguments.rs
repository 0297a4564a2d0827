//! The arguments of the program `perft`.

use super::engine_arguments::EngineArgs;
use super::input::whole;
use super::installation::{CompletionArgs, ManualArgs, VERSION};
use super::output::Format;
use crate::count::{MAX_HASH, MAX_THREADS};
use crate::{Bulk, MAX_DEPTH};
use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Count the legal move sequences (perft) of chaturanga and chaturaji, under any reading of their rules.
#[derive(Parser)]
#[command(
    name = "perft",
    version = VERSION,
    max_term_width = 100,
    after_help = "\
RULES is a preset followed by the knobs that differ from it, such as nl or tr+elephant-move=lame-alfil. It \
also selects the game: ar and al-biruni are the four-player game with dice, chesscom4 is the one that is played \
today, without dice. With dice, a ply is a turn, which counts once for every ordered roll that allows it. `perft rules` lists the presets, and `perft rules nl` explains every \
knob.

Examples:
  perft count nl 6                          one row per depth from 0 to 6, from the starting position
  perft count chesscom 5 --fen '4k3/3p4/2B5/8/8/8/8/4K2R b'
  perft count tr 4 --stats                  also captures, promotions, checks, mates …
  perft divide nl+elephant-move=silver 4    how many sequences begin with each move
  perft count ar 3                          the four-player game, with expected counts
  perft count ar 2 --roll 35
  perft suite nl                            recount the 200 positions with known counts of a preset
  perft suite nl my-positions.epd
  perft tree nl 3 startpos                  a script for perftree
  perft against nl ./my-engine              find where an engine differs, and which reading it plays
  perft count nl 6 --format json | jq '.depths[-1].nodes'

Exit codes: 0 success, 1 a count differs from its known value, 2 misuse (nothing was counted), 3 an engine \
failed, 74 the output could not be written, 130 interrupted."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Count the move sequences of each depth, and print each row as soon as it is counted
    Count {
        #[command(flatten)]
        job: Job,
        /// The maximum depth, in plies
        #[arg(value_parser = whole(0..=MAX_DEPTH), allow_negative_numbers = true)]
        depth: u32,
        /// Also count captures, jumps, promotions, checks, mates and other game endings at the last ply; in
        /// the four-player game, captures by type, promotions, triumphs, bonuses and passes. Slow, because
        /// every move of the last ply is played
        #[arg(long)]
        stats: bool,
    },
    /// Count the sequences that begin with each move, to find the move after which two programs disagree
    Divide {
        #[command(flatten)]
        job: Job,
        /// The length of the sequences, in plies
        #[arg(value_parser = whole(1..=MAX_DEPTH), allow_negative_numbers = true)]
        depth: u32,
    },
    /// Recount a file of positions with known counts, one `FEN ;D1 20 ;D2 400` on each line
    Suite {
        /// The rules: a preset, then +knob=value for each difference from it
        rules: String,
        /// The suite file [default: the suite of the preset, which is built into the program]
        file: Option<PathBuf>,
        #[command(flatten)]
        counting: Counting,
        #[command(flatten)]
        output: Output,
    },
    /// Measure counting speed on this machine, by counting method, thread count and table size
    #[command(after_help = "\
Measures the starting position and 20 fixed positions from random games, or the positions of --suite. Each \
group is counted to the first depth at which the slowest method takes at least --time. The methods \
alternate; the report gives the median and the spread (longest minus shortest) of the repetitions. Absolute \
figures depend on the machine; ratios can be compared between machines. Except in rows with a table, a \
position is counted once for each path that reaches it.

With --against, an engine is measured on the same positions, alternating with the other methods, and ratios \
are relative to its rate. How the engine counts its last plies, whether it has a table and how many threads \
it uses are unknown, so only rows with the same settings compare fairly. The engine's time is measured \
from the request to the total and excludes setting up the position. An engine whose counts differ plays another game; \
`perft against` finds out which.

Examples:
  perft bench nl
  perft bench nl --no-made --time 2000 --format json
  perft bench chesscom --against fairy-stockfish --variants-ini my.ini --variant chaturanga
  perft bench nl --against './my-engine --uci' --option Threads=1

Exit codes: 0 success, 1 two methods gave different totals, 2 misuse, 3 the engine failed, 74 the output \
could not be written, 130 interrupted.")]
    Bench(Bench),
    /// Compare an engine with a ruleset: find where its moves differ, and which reading it plays
    #[command(after_help = "\
Starts the engine, tells it what to play, and asks for every count of every position. The report begins with the \
number of positions and counts that differ from the ruleset. Where a count differs, the command descends to a \
position in which the moves differ. It names another reading only if the engine agrees with it everywhere. \
Otherwise it groups the differing moves by what they have in common, with a board for each group.

Examples:
  perft against chesscom 'fairy-stockfish' --variants-ini my.ini --variant chaturanga --depth 4
  perft against shatranj fairy-stockfish --variant shatranj --suite perft/suites/shatranj.epd
  perft against sjaak sjaakii --variant chaturanga
  perft against nl './my-engine --uci' --suite perft/suites/nl.epd --format json
  perft against nl 'perft uci tr'
  perft against nl 'python3 my-adapter.py' --dialect lines    # a library behind conformance/PROTOCOL.md

Exit codes: 0 the engine agrees, 1 it differs, 2 misuse (including an unknown variant), 3 the engine failed \
or cannot be trusted, 74 the output could not be written, 130 interrupted.")]
    Against(Against),
    /// Print the counts below each move in the form that perftree expects from its script
    #[command(after_help = "\
Prints `MOVE COUNT` for each move, a blank line, and the total. This is the contract of perftree \
(https://crates.io/crates/perftree-cli), which calls its script with a depth, a position and, after the first \
move, the moves played from that position, as one argument. A script for it is one line:

  #!/bin/sh
  exec perft tree nl \"$@\"

`perft uci` takes the place of Stockfish on its other side.

Examples:
  perft tree nl 3 startpos
  perft tree nl 2 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1' 'e2e3 e7e6'

Exit codes: 0 success, 2 misuse (nothing was counted), 74 the output could not be written, 130 interrupted.")]
    Tree {
        /// The rules: a preset, then +knob=value for each difference from it
        rules: String,
        /// The length of the sequences after MOVES, in plies
        #[arg(value_parser = whole(0..=MAX_DEPTH), allow_negative_numbers = true)]
        depth: u32,
        /// The position, or startpos
        fen: String,
        /// The moves to play from the position first, in one argument or in several
        moves: Vec<String>,
        #[command(flatten)]
        counting: Counting,
    },
    /// Run as a UCI engine that only counts, on standard input and output
    #[command(after_help = "\
Stands in for Stockfish wherever a program asks it for `go perft N`: a banner line, the same frame of an \
answer, the options Threads and Hash, and UCI_Variant for the rules: any RULES, or a name of \
Fairy-Stockfish for the same game (shatranj, chaturanga), in upper or lower case. Any other `go` is \
answered with `bestmove (none)`. A line that is refused or cannot be read is reported as `info string error: ...`; \
after a refused `position` or `setoption`, nothing is counted until it is sent again, corrected.

Commands are obeyed in order. While a count runs, `isready` is answered at once, `stop` ends the counts asked \
for before it, and the other commands wait. After `quit` or the end of the input, each count gets --grace \
seconds more: a script in a pipe gets its counts, and nothing runs on for a program that has gone.

Examples:
  printf 'position startpos moves e2e3\\ngo perft 5\\n' | perft uci nl
  printf 'go perft 8\\nquit\\n' | perft uci nl --grace 3600
  perft against nl 'perft uci tr'

Exit codes: 0 the conversation ended, 2 misuse, 74 the output could not be written.")]
    Uci {
        /// The rules: a preset, then +knob=value for each difference from it
        #[arg(default_value = "nl")]
        rules: String,
        /// How long a count may run after `quit` or the end of the input; 0 ends it at once
        #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = whole(0..=1_000_000), allow_negative_numbers = true)]
        grace: u32,
    },
    /// List the presets, or explain every knob of a ruleset
    Rules {
        /// A ruleset such as nl or tr+raja-jump=none; without one, lists the presets
        #[arg(value_name = "RULES")]
        rules: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Print the completions of this program for a shell
    Completions(CompletionArgs),
    /// Print the manual page of this program, or write a page for each command
    Man(ManualArgs),
}

/// An engine, and what to compare it with.
#[derive(Args)]
pub(super) struct Against {
    /// The rules: a preset, then +knob=value for each difference from it
    pub(super) rules: String,
    /// The program and its arguments as one argument, quoted as for a shell; no shell is used
    pub(super) engine: String,
    /// The maximum depth, in plies [default: 4; with --suite, the deepest listed count, up to 4]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_DEPTH), allow_negative_numbers = true)]
    pub(super) depth: Option<u32>,
    /// The position to count from; with the default, startpos, the engine's own starting position is compared
    /// too
    #[arg(long, value_name = "TEXT", default_value = "startpos", conflicts_with = "suite")]
    pub(super) fen: String,
    /// A file of positions to count from, one `FEN ;D1 20 ;D2 400` on each line
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// The dialect that the engine speaks, or `lines` for the line protocol of conformance [default: by its file
    /// name or what it calls itself, otherwise uci]
    #[arg(long, value_name = "NAME")]
    pub(super) dialect: Option<String>,
    /// Trace and describe at most N of the positions that no known reading explains; all are counted
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX), allow_negative_numbers = true)]
    pub(super) max_unexplained: Option<u32>,
    /// Exit with 1 also if a knob is not tested: if the engine could play another value of it and give the same
    /// counts in these positions. Values that decide only results or points show in no count and do not matter here
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) told: EngineArgs,
    #[command(flatten)]
    pub(super) output: Output,
}

/// What to measure, and how.
#[derive(Args)]
pub(super) struct Bench {
    /// The rules: a preset, then +knob=value for each difference from it
    pub(super) rules: String,
    /// A suite file whose positions are used instead of the default ones; its counts are ignored
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// The number of repetitions
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(1..=1000), allow_negative_numbers = true)]
    pub(super) repeat: u32,
    /// The minimum time of the slowest method in each repetition, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = whole(1..=3_600_000), allow_negative_numbers = true)]
    pub(super) time: u32,
    /// The number of threads used in multi-threaded rows, at most one per core [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS), allow_negative_numbers = true)]
    pub(super) threads: Option<u32>,
    /// The table size for the rows that use a table, in MiB; 0 omits those rows
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = whole(0..=MAX_HASH), allow_negative_numbers = true)]
    pub(super) hash: u32,
    /// Omit the method that plays every move of the last ply, so that the others reach a greater depth within
    /// --time
    #[arg(long)]
    pub(super) no_made: bool,
    /// An engine to measure as well: the program and its arguments as one argument, quoted as for a shell; no
    /// shell is used
    #[arg(long = "against", value_name = "ENGINE")]
    pub(super) engine: Option<String>,
    /// The dialect that the engine speaks [default: by its file name, otherwise uci]
    #[arg(long, value_name = "NAME", requires = "engine")]
    pub(super) dialect: Option<String>,
    #[command(flatten)]
    pub(super) told: EngineArgs,
    #[command(flatten)]
    pub(super) output: Output,
}

/// What to count, and how.
#[derive(Args)]
pub(super) struct Job {
    /// The rules: a preset, then +knob=value for each difference from it
    pub(super) rules: String,
    /// The position to count from. Chaturanga: ranks, side, and optionally jump, lost, halfmove, fullmove.
    /// Chaturaji: ranks, seat, and optionally dice, lost, scores, kings
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    pub(super) fen: String,
    /// In a game with dice, the roll for the first ply: two faces from 2 to 5 such as 35; one face such as 3
    /// with dice=one, or if only one of two dice is left
    #[arg(long, value_name = "FACES")]
    pub(super) roll: Option<String>,
    #[command(flatten)]
    pub(super) counting: Counting,
    #[command(flatten)]
    pub(super) output: Output,
}

/// How to count. No option changes a total.
#[derive(Args)]
pub(super) struct Counting {
    /// The number of threads; no more are started than there are cores [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS), allow_negative_numbers = true)]
    pub(super) threads: Option<u32>,
    /// How the last plies are counted; the totals are the same
    #[arg(long, value_enum, default_value_t = Bulk::Two)]
    pub(super) bulk: Bulk,
    /// Same as --bulk none: play every move of the last ply, for a fair comparison with programs that do so
    #[arg(long, conflicts_with = "bulk")]
    pub(super) no_bulk: bool,
    /// The size in MiB of a transposition table shared by all threads; 0 disables it. It does not affect
    /// totals
    #[arg(long, value_name = "MiB", default_value_t = 0, value_parser = whole(0..=MAX_HASH), allow_negative_numbers = true)]
    pub(super) hash: u32,
    /// Do not merge identical positions when the tree is split among the threads; does not affect totals.
    /// --no-bulk implies this
    #[arg(long)]
    pub(super) no_merge: bool,
}

#[derive(Args)]
pub(super) struct Output {
    /// The form of the results
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
}

impl ValueEnum for Bulk {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::None, Self::One, Self::Two]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::None => "Play every move, to compare with programs that count in the same way",
            Self::One => "Count the moves of the last ply without playing them",
            Self::Two => "Count the last two plies together where a move affects few replies",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}
