//! Counts sequences of moves in chaturanga and chaturaji from the command line.

mod commands;

use clap::{Args, Parser, Subcommand};
use perft::cli::{EngineArgs, Format, finish, whole};
use perft::{Bulk, MAX_DEPTH};
use std::path::PathBuf;
use std::process::ExitCode;

/// Counts sequences of legal moves (perft) in chaturanga and chaturaji, under any reading of their rules.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
RULES is a preset, followed by the knobs that differ from it: nl, tr+elephant-move=lame-alfil. It picks the game, too:
ar is the four-player game with dice, where each ply is a turn, counted once for each ordered roll that allows it.
`perft rules` lists the presets, `perft rules nl` the knobs and what each value means.

Examples:
  perft count nl 6                          rows for depths 0 to 6 from the start
  perft count chesscom 5 --fen '4k3/3p4/2B5/8/8/8/8/4K2R b'
  perft count tr 4 --stats                  captures, promotions, checks, mates … as well
  perft divide nl+elephant-move=silver 4    how many sequences begin with each move
  perft count ar 3                          the game for four, with the expected numbers
  perft count ar 2 --roll 35
  perft suite nl perft/suites/nl.epd        200 positions with known counts
  perft against nl ./my-engine              where an engine differs, and which reading it plays
  perft count nl 6 --format json | jq '.depths[-1].nodes'

Exit codes: 0 done, 1 a count differs from a known one, 2 misuse (nothing was counted), 3 an engine failed, 74 the output could not be written, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print how many sequences of moves there are, a row for each depth as it is finished
    Count {
        #[command(flatten)]
        job: Job,
        /// The last depth, in plies
        #[arg(value_parser = whole(0..=MAX_DEPTH), allow_negative_numbers = true)]
        depth: u32,
        /// Also count in how many of them the last ply captures, jumps, promotes, gives check, mates, ends the game
        /// otherwise; in the game for four captures a pawn, a boat …, promotes, triumphs, earns a bonus, passes.
        /// Every leaf is made, so this is slow
        #[arg(long)]
        stats: bool,
    },
    /// Print how many sequences begin with each move, to find the move below which two programs differ
    Divide {
        #[command(flatten)]
        job: Job,
        /// The length of the sequences, in plies
        #[arg(value_parser = whole(1..=MAX_DEPTH), allow_negative_numbers = true)]
        depth: u32,
    },
    /// Recount a file of positions with known counts, a line each: `FEN ;D1 20 ;D2 400`
    Suite {
        /// The rules: a preset, then +knob=value for each difference from it
        rules: String,
        /// The file
        file: PathBuf,
        #[command(flatten)]
        counting: Counting,
        #[command(flatten)]
        output: Output,
    },
    /// Measure how fast this machine counts: by path, threads and table, on the same positions in turn
    #[command(after_help = "\
Measured are the start and 20 positions of games played at random (the same ones every time), or those of --suite, each \
group to the first depth at which the slowest way takes --time or more. The ways take turns, and the median of the \
repetitions is given with the spread from the shortest to the longest. Absolute figures do not carry to another machine; \
ratios do. No row but those with a table counts a position once that several paths lead to.

With --against, an engine counts the same positions in the same turns, and the ratios are to its rate. How it counts its \
last plies, whether it has a table and how many threads it takes is unknown here: only the rows with the same are a fair \
comparison. Its time is from the question to the total; telling it the position is not part of it. An engine that counts \
otherwise plays another game, and `perft against` says which.

Examples:
  perft bench nl
  perft bench nl --no-made --time 2000 --format json
  perft bench chesscom --against fairy-stockfish --variants-ini my.ini --variant chaturanga
  perft bench nl --against './my-engine --uci' --option Threads=1

Exit codes: 0 done, 1 two ways count differently, 2 misuse, 3 the engine failed, 74 the output could not be written, \
130 interrupted.")]
    Bench(Bench),
    /// Hold an engine against a ruleset: where its moves differ, and which other reading they are
    #[command(after_help = "\
The engine is started, told what to play, and given positions, each confirmed before anything is counted. Where a \
count differs, it is followed down to a position in which the sets of moves differ; that position is drawn, with the \
moves that the engine lacks and those that only it has, and the knobs whose flip gives exactly its moves. The flip is \
adopted and all goes on, up to the whole reading that the engine plays, or to what no known reading explains.

Examples:
  perft against chesscom 'fairy-stockfish' --variants-ini my.ini --variant chaturanga --depth 4
  perft against shatranj fairy-stockfish --variant shatranj --suite perft/suites/shatranj.epd
  perft against sjaak sjaakii --variant chaturanga
  perft against nl './my-engine --uci' --suite perft/suites/nl.epd --format json
  perft against nl 'perft uci tr'

Exit codes: 0 agrees, 1 differs, 2 misuse (an unknown variant, too), 3 the engine failed or cannot be trusted, \
74 the output could not be written, 130 interrupted.")]
    Against(Against),
    /// Be an engine that counts: the part of UCI by which programs compare counts, on standard input and output
    Uci {
        /// The rules: a preset, then +knob=value for each difference from it
        #[arg(default_value = "nl")]
        rules: String,
    },
    /// Print the presets, or every knob of a ruleset with what its values mean
    Rules {
        /// A ruleset such as nl or tr+raja-jump=none; without one, the presets are listed
        #[arg(value_name = "RULES")]
        rules: Option<String>,
        #[command(flatten)]
        output: Output,
    },
}

/// An engine, and what it is held against.
#[derive(Args)]
struct Against {
    /// The rules: a preset, then +knob=value for each difference from it
    rules: String,
    /// The program and its arguments, in one word, quoted as for a shell; no shell runs it
    engine: String,
    /// The deepest count, in plies [default: 4; in a suite as deep as its counts, at most 4]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_DEPTH), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// The position to count from; the default, startpos, also compares how the engine's own game begins
    #[arg(long, value_name = "TEXT", default_value = "startpos", conflicts_with = "suite")]
    fen: String,
    /// A file of positions to count from, a line each: `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// How the engine is spoken to [default: by its file name, else uci]
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
    #[command(flatten)]
    told: EngineArgs,
    #[command(flatten)]
    output: Output,
}

/// More threads than this are a slip of the finger.
const MAX_THREADS: u32 = 1024;

/// A tebibyte, in MiB.
const MAX_HASH: u32 = 1 << 20;

/// What is measured, and how.
#[derive(Args)]
struct Bench {
    /// The rules: a preset, then +knob=value for each difference from it
    rules: String,
    /// Positions to take instead, a line each as for `perft suite`; its counts do not matter here
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// How often each is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(1..=1000), allow_negative_numbers = true)]
    repeat: u32,
    /// How long the slowest way shall take each time, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = whole(1..=3_600_000), allow_negative_numbers = true)]
    time: u32,
    /// How many threads the rows with several have [default: one on each core]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS), allow_negative_numbers = true)]
    threads: Option<u32>,
    /// The table of the rows with one, in MiB; 0 leaves them out
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = whole(0..=MAX_HASH), allow_negative_numbers = true)]
    hash: u32,
    /// Leave out the path that makes every leaf, so that --time carries the others deeper
    #[arg(long)]
    no_made: bool,
    /// A program to measure beside them, with its arguments, in one word, quoted as for a shell; no shell runs it
    #[arg(long = "against", value_name = "ENGINE")]
    engine: Option<String>,
    /// How the engine is spoken to [default: by its file name, else uci]
    #[arg(long, value_name = "NAME", requires = "engine")]
    dialect: Option<String>,
    #[command(flatten)]
    told: EngineArgs,
    #[command(flatten)]
    output: Output,
}

/// What is counted, and how.
#[derive(Args)]
struct Job {
    /// The rules: a preset, then +knob=value for each difference from it
    rules: String,
    /// The position to count from: ranks, side, and optionally jump, lost, halfmove, fullmove; in chaturaji ranks,
    /// seat, and optionally dice, lost, scores, kings
    #[arg(long, value_name = "TEXT", default_value = "startpos")]
    fen: String,
    /// In a game with dice: what was rolled for the first ply, such as 35, or 3 for one die left
    #[arg(long, value_name = "FACES")]
    roll: Option<String>,
    #[command(flatten)]
    counting: Counting,
    #[command(flatten)]
    output: Output,
}

#[derive(Args)]
struct Counting {
    /// How many threads count [default: one on each core]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS), allow_negative_numbers = true)]
    threads: Option<u32>,
    /// How the last plies are counted; the totals are the same
    #[arg(long, value_enum, default_value_t = Bulk::Two)]
    bulk: Bulk,
    /// The same as --bulk none: make every leaf, for honest comparison with programs that do so
    #[arg(long, conflicts_with = "bulk")]
    no_bulk: bool,
    /// Keep the sizes of subtrees in a table of so many MiB, shared by all threads, so that each is counted about once;
    /// 0 for none. The totals are the same
    #[arg(long, value_name = "MiB", default_value_t = 0, value_parser = whole(0..=MAX_HASH), allow_negative_numbers = true)]
    hash: u32,
    /// Count a position once for each sequence that leads to it, also where the tree is cut into subtrees for the
    /// threads; the totals are the same. With --no-bulk that is always so
    #[arg(long)]
    no_merge: bool,
}

#[derive(Args)]
struct Output {
    /// How the results are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn main() -> ExitCode {
    finish(match Cli::parse().command {
        Command::Count { job, depth, stats } => commands::count(&job, depth, stats),
        Command::Divide { job, depth } => commands::divide(&job, depth),
        Command::Suite { rules, file, counting, output } => {
            commands::suite(&rules, &file, &counting, output.format)
        }
        Command::Bench(job) => commands::bench(&job),
        Command::Against(job) => commands::against(&job),
        Command::Uci { rules } => commands::uci(&rules),
        Command::Rules { rules, output } => commands::rules(rules.as_deref(), output.format),
    })
}
