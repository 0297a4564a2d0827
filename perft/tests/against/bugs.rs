//! Engines that are wrong on purpose. Half of them play another reading, which has to be named; the others play
//! no reading, and their differences have to be described as what they are.

use super::mutants::{Twin, told};
use libtest_mimic::{Failed, Trial};
use perft::engine::{Answer, EngineError};
use perft::judge::{Explanation, GroupKind, Judge, Opponent, TestPosition, Verdict};
use perft::{Counter, Tree, Variant};
use rules_core::{Square, chaturaji, chaturanga};
use std::path::Path;
use std::time::Instant;

/// A move, and the position after it.
type Child = (String, String);

/// A position of chaturanga as a faulty engine sees it.
struct Board {
    squares: [char; 64],
    is_white: bool,
    rest: String,
}

fn square(text: &str) -> usize {
    text.parse::<Square>().expect("a square").index()
}

fn name(square: usize) -> String {
    Square::from_index(square).expect("a square").to_string()
}

/// Returns the files and ranks between two squares.
fn vector(mv: &str) -> (i8, i8) {
    let (from, to) = (square(&mv[..2]), square(&mv[2..4]));
    ((to % 8) as i8 - (from % 8) as i8, (to / 8) as i8 - (from / 8) as i8)
}

fn length(mv: &str) -> i8 {
    let (files, ranks) = vector(mv);
    files.abs().max(ranks.abs())
}

impl Board {
    fn of(text: &str) -> Self {
        let mut fields = text.split(' ');
        let mut squares = ['.'; 64];
        for (row, rank) in fields.next().expect("ranks").split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        squares[rank * 8 + file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Self { squares, is_white: fields.next() == Some("w"), rest: fields.collect::<Vec<_>>().join(" ") }
    }

    fn text(&self) -> String {
        let row = |rank: usize| {
            let row: String = self.squares[rank * 8..rank * 8 + 8].iter().collect();
            (1..=8).rev().fold(row, |row, run| row.replace(&".".repeat(run), &run.to_string()))
        };
        let rows: Vec<_> = (0..8).rev().map(row).collect();
        format!("{} {} {}", rows.join("/"), if self.is_white { 'w' } else { 'b' }, self.rest)
    }

    fn is_own(&self, square: usize) -> bool {
        let letter = self.squares[square];
        letter != '.' && letter.is_ascii_uppercase() == self.is_white
    }

    /// Returns the role of the piece on the first square of a move.
    fn role(&self, mv: &str) -> char {
        self.squares[square(&mv[..2])].to_ascii_uppercase()
    }

    /// Returns what a move captures, or `.`.
    fn captured(&self, mv: &str) -> char {
        self.squares[square(&mv[2..4])].to_ascii_uppercase()
    }

    /// Returns the board after a move, with no right to jump left.
    fn after(&self, mv: &str) -> Self {
        let mut squares = self.squares;
        let (from, to) = (square(&mv[..2]), square(&mv[2..4]));
        squares[to] = std::mem::replace(&mut squares[from], '.');
        if let Some(role) = mv.chars().nth(4) {
            squares[to] = if self.is_white { role.to_ascii_uppercase() } else { role };
        }
        Self { squares, is_white: !self.is_white, rest: "- - 0 1".to_owned() }
    }

    /// Returns the roles that attack the raja of the side to move, each with its square and the raja's.
    fn attackers(&self) -> Vec<(char, usize, usize)> {
        let game = game("nl+raja-safety=none+raja-jump=none+promotion-requires=nothing");
        let king = if self.is_white { 'K' } else { 'k' };
        let Some(raja) = self.squares.iter().position(|letter| *letter == king) else { return Vec::new() };
        let turned = Self { squares: self.squares, is_white: !self.is_white, rest: "- - 0 1".to_owned() };
        let Ok((node, ..)) = Variant::read(&game, &turned.text()) else { return Vec::new() };
        let moves = Tree::children(&game, &node).into_iter().map(|child| child.0.to_string());
        let captures = moves.filter(|mv| square(&mv[2..4]) == raja);
        captures.map(|mv| (turned.role(&mv), square(&mv[..2]), raja)).collect()
    }

    /// Returns what attacks the own raja after a move.
    fn attackers_after(&self, mv: &str) -> Vec<(char, usize, usize)> {
        let mut next = self.after(mv);
        next.is_white = self.is_white;
        next.attackers()
    }

    /// Returns the moves without regard to the safety of the raja.
    fn unsafe_moves(&self) -> Vec<String> {
        let game = game("nl+raja-safety=none");
        let Ok((node, ..)) = Variant::read(&game, &self.text()) else { return Vec::new() };
        Tree::children(&game, &node).into_iter().map(|child| child.0.to_string()).collect()
    }

    /// Returns moves of the own pieces of a role by a vector, to squares that hold no own piece.
    fn leaps(&self, role: char, files: i8, ranks: i8) -> Vec<String> {
        let own =
            (0..64).filter(|&from| self.is_own(from) && self.squares[from].to_ascii_uppercase() == role);
        let leaps = own.filter_map(|from| {
            let to = Square::from_index(from)?.offset(files, ranks)?;
            (!self.is_own(to.index())).then(|| name(from) + &to.to_string())
        });
        leaps.collect()
    }

    /// Returns whether the own raja is safe after a move.
    fn is_safe(&self, mv: &str) -> bool {
        self.attackers_after(mv).is_empty()
    }
}

fn game(rules: &str) -> chaturanga::Game {
    Variant::new(rules.parse().expect("rules"))
}

/// How an engine is wrong: moves that it lacks, and moves that only it has.
pub struct Bug {
    pub name: &'static str,
    /// The preset that it is compared with, and from which it deviates.
    preset: &'static str,
    drops: fn(&Board, &str) -> bool,
    adds: fn(&Board) -> Vec<String>,
    /// What has to be said of the moves: the kind, and words of the description.
    described: &'static [(GroupKind, &'static str)],
}

fn nothing(_: &Board) -> Vec<String> {
    Vec::new()
}

fn none(_: &Board, _: &str) -> bool {
    false
}

/// Faults that are no reading.
pub static BUGS: [Bug; 20] = [
    Bug {
        preset: "nl",
        name: "the ratha moves at most 6 squares",
        drops: |board, mv| board.role(mv) == 'R' && length(mv) == 7,
        adds: nothing,
        described: &[(GroupKind::Lacks, "ratha moves of 7 squares along a rank or file")],
    },
    Bug {
        preset: "nl",
        name: "pins along files are ignored",
        drops: none,
        adds: |board| {
            let moves = board.unsafe_moves().into_iter();
            let pinned = moves.filter(|mv| {
                let attackers = board.attackers_after(mv);
                let along_file = |&(_, from, raja): &(char, usize, usize)| from % 8 == raja % 8;
                board.role(mv) != 'K'
                    && !attackers.is_empty()
                    && attackers.iter().all(along_file)
                    && board.attackers().is_empty()
            });
            pinned.collect()
        },
        described: &[(GroupKind::Adds, "after which the own raja is attacked along a file")],
    },
    Bug {
        preset: "nl",
        name: "the raja steps to squares that a gaja attacks",
        drops: none,
        adds: |board| {
            let moves = board.unsafe_moves().into_iter();
            let onto = moves.filter(|mv| {
                let attackers = board.attackers_after(mv);
                board.role(mv) == 'K'
                    && length(mv) == 1
                    && !attackers.is_empty()
                    && attackers.iter().all(|attacker| attacker.0 == 'B')
            });
            onto.collect()
        },
        described: &[(
            GroupKind::Adds,
            "raja moves of 1 square after which only a gaja attacks the own raja",
        )],
    },
    Bug {
        preset: "nl",
        name: "the mantri of Black moves one way only",
        drops: |board, mv| !board.is_white && board.role(mv) == 'Q' && vector(mv) != (1, -1),
        adds: nothing,
        described: &[(GroupKind::Lacks, "mantri moves"), (GroupKind::Lacks, "with Black to move")],
    },
    Bug {
        preset: "tr",
        name: "the raja jumps out of check",
        drops: none,
        adds: |board| {
            let king = if board.is_white { 'K' } else { 'k' };
            if !board.rest.split(' ').next().is_some_and(|rights| rights.contains(king))
                || board.attackers().is_empty()
            {
                return Vec::new();
            }
            let vectors = [(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)];
            let jumps = vectors.into_iter().flat_map(|(files, ranks)| board.leaps('K', files, ranks));
            jumps.filter(|mv| board.is_safe(mv)).collect()
        },
        described: &[(GroupKind::Adds, "raja moves"), (GroupKind::Adds, "leaps of (2,1)")],
    },
    Bug {
        preset: "nl",
        name: "the padati steps two squares",
        drops: none,
        adds: |board| {
            let (ahead, home) = if board.is_white { (1, 1) } else { (-1, 6) };
            let steps = board.leaps('P', 0, 2 * ahead).into_iter().filter(|mv| {
                let (from, to) = (square(&mv[..2]), square(&mv[2..4]));
                from / 8 == home
                    && board.squares[to] == '.'
                    && board.squares[usize::midpoint(from, to)] == '.'
            });
            steps.filter(|mv| board.is_safe(mv)).collect()
        },
        described: &[
            (GroupKind::Adds, "padati moves"),
            (GroupKind::Adds, "of 2 squares along a rank or file"),
        ],
    },
    Bug {
        preset: "nl",
        name: "the ashva wraps round the edge",
        drops: none,
        adds: |board| {
            let own =
                (0..64).filter(|&from| board.is_own(from) && board.squares[from].eq_ignore_ascii_case(&'n'));
            let wraps = own.flat_map(|from| [17, 15, 10, 6].into_iter().map(move |step| (from, from + step)));
            let moves = wraps.filter(|&(from, to)| {
                let files = (from % 8).abs_diff(to % 8);
                to < 64 && files > 2 && !board.is_own(to)
            });
            let moves = moves.map(|(from, to)| name(from) + &name(to));
            moves.filter(|mv| board.is_safe(mv)).collect()
        },
        described: &[(GroupKind::Adds, "ashva moves that leave the board over the")],
    },
    Bug {
        preset: "nl",
        name: "the gaja is a bishop",
        drops: |board, mv| {
            board.role(mv) == 'B' && {
                let (from, to) = (square(&mv[..2]), square(&mv[2..4]));
                board.squares[usize::midpoint(from, to)] != '.'
            }
        },
        adds: |board| {
            let mut moves = Vec::new();
            for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                for step in 1..8 {
                    let slides = board.leaps('B', files * step, ranks * step).into_iter().filter(|mv| {
                        let from = Square::from_index(square(&mv[..2])).expect("a square");
                        step != 2
                            && (1..step).all(|near| {
                                let between = from.offset(files * near, ranks * near).expect("on the board");
                                board.squares[between.index()] == '.'
                            })
                    });
                    moves.extend(slides);
                }
            }
            moves.retain(|mv| board.is_safe(mv));
            moves
        },
        described: &[
            (GroupKind::Adds, "gaja moves"),
            (GroupKind::Lacks, "gaja moves"),
            (GroupKind::Lacks, "over a piece"),
            (GroupKind::Adds, "of 3 or more squares"),
        ],
    },
    Bug {
        preset: "nl",
        name: "the ashva does not capture",
        drops: |board, mv| board.role(mv) == 'N' && board.captured(mv) != '.',
        adds: nothing,
        described: &[(GroupKind::Lacks, "ashva moves that capture")],
    },
    Bug {
        preset: "nl",
        name: "the padati captures straight ahead",
        drops: none,
        adds: |board| {
            let ahead = if board.is_white { 1 } else { -1 };
            let steps = board.leaps('P', 0, ahead).into_iter();
            let last = if board.is_white { 7 } else { 0 };
            let captures = steps.filter(|mv| board.captured(mv) != '.' && square(&mv[2..4]) / 8 != last);
            captures.filter(|mv| board.captured(mv) != 'K' && board.is_safe(mv)).collect()
        },
        described: &[(GroupKind::Adds, "padati moves"), (GroupKind::Adds, "that capture")],
    },
    Bug {
        preset: "nl",
        name: "the ratha passes own pieces",
        drops: none,
        adds: |board| {
            let mut moves = Vec::new();
            for step in 2..8i8 {
                for (files, ranks) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let slides = board.leaps('R', files * step, ranks * step).into_iter().filter(|mv| {
                        let from = Square::from_index(square(&mv[..2])).expect("a square");
                        let between =
                            |near| from.offset(files * near, ranks * near).expect("on the board").index();
                        let own = (1..step).filter(|&near| board.is_own(between(near))).count();
                        let other = (1..step)
                            .any(|near| board.squares[between(near)] != '.' && !board.is_own(between(near)));
                        own == 1 && !other
                    });
                    moves.extend(slides);
                }
            }
            moves.retain(|mv| board.captured(mv) != 'K' && board.is_safe(mv));
            moves
        },
        described: &[(GroupKind::Adds, "ratha moves"), (GroupKind::Adds, "over own pieces only")],
    },
    Bug {
        preset: "nl",
        name: "a checking piece cannot be captured",
        drops: |board, mv| !board.attackers().is_empty() && board.captured(mv) != '.',
        adds: nothing,
        described: &[
            (GroupKind::Lacks, "that capture"),
            (GroupKind::Lacks, "while the own raja is attacked"),
        ],
    },
    Bug {
        preset: "nl",
        name: "a check is met by the raja alone",
        drops: |board, mv| !board.attackers().is_empty() && board.role(mv) != 'K',
        adds: nothing,
        described: &[(GroupKind::Lacks, "while the own raja is attacked")],
    },
    Bug {
        preset: "nl",
        name: "the raja does not move backward",
        drops: |board, mv| board.role(mv) == 'K' && (vector(mv).1 < 0) == board.is_white && vector(mv).1 != 0,
        adds: nothing,
        described: &[(GroupKind::Lacks, "raja moves"), (GroupKind::Lacks, "backward")],
    },
    Bug {
        preset: "nl",
        name: "the h file cannot be entered",
        drops: |_, mv| &mv[2..3] == "h",
        adds: nothing,
        described: &[(GroupKind::Lacks, "to the h file")],
    },
    Bug {
        preset: "nl",
        name: "the mantri steps straight as well",
        drops: none,
        adds: |board| {
            let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let moves = steps.into_iter().flat_map(|(files, ranks)| board.leaps('Q', files, ranks));
            moves.filter(|mv| board.captured(mv) != 'K' && board.is_safe(mv)).collect()
        },
        described: &[(GroupKind::Adds, "mantri moves of 1 square along a rank or file")],
    },
    Bug {
        preset: "nl",
        name: "the ashva can be blocked",
        drops: |board, mv| {
            let (files, ranks) = vector(mv);
            let ahead = if files.abs() > ranks.abs() { (files / 2, 0) } else { (0, ranks / 2) };
            let from = Square::from_index(square(&mv[..2])).expect("a square");
            board.role(mv) == 'N'
                && from.offset(ahead.0, ahead.1).is_some_and(|leg| board.squares[leg.index()] != '.')
        },
        adds: nothing,
        described: &[(GroupKind::Lacks, "ashva moves past a piece on the orthogonally adjacent square")],
    },
    Bug {
        preset: "nl",
        name: "a capture does not promote",
        drops: |board, mv| mv.len() == 5 && board.captured(mv) != '.',
        adds: |board| {
            let ahead = if board.is_white { 1 } else { -1 };
            let captures = [-1, 1].into_iter().flat_map(|files| board.leaps('P', files, ahead));
            let last = if board.is_white { 7 } else { 0 };
            let unpromoted = captures.filter(|mv| board.captured(mv) != '.' && square(&mv[2..4]) / 8 == last);
            unpromoted.filter(|mv| board.captured(mv) != 'K' && board.is_safe(mv)).collect()
        },
        described: &[
            (GroupKind::Lacks, "padati moves of 1 square along a diagonal with promotion"),
            (GroupKind::Adds, "where the ruleset promotes"),
        ],
    },
    Bug {
        preset: "nl",
        name: "the raja takes guarded pieces",
        drops: none,
        adds: |board| {
            let moves = board.unsafe_moves().into_iter();
            let takes = |mv: &String| board.role(mv) == 'K' && length(mv) == 1 && board.captured(mv) != '.';
            moves.filter(takes).collect()
        },
        described: &[
            (GroupKind::Adds, "raja moves of 1 square that capture a piece"),
            (GroupKind::Adds, "after which the own raja is attacked"),
        ],
    },
    Bug {
        preset: "nl",
        name: "the ratha takes adjacent pieces only",
        drops: |board, mv| board.role(mv) == 'R' && length(mv) > 1 && board.captured(mv) != '.',
        adds: nothing,
        described: &[(GroupKind::Lacks, "ratha moves of 2 or more squares that capture a piece")],
    },
];

/// Readings, as the engine's rules against a preset.
const READINGS: [(&str, &str); 18] = [
    ("nl", "nl+elephant-move=silver"),
    ("nl", "nl+elephant-move=dabbaba"),
    ("nl", "nl+horse-move=camel"),
    ("nl", "nl+raja-jump=none"),
    ("nl", "nl+raja-safety=own-moves"),
    ("nl", "nl+promotion-choice=optional"),
    ("nl", "nl+promotion-denied=barred"),
    ("nl", "nl+elephant-move=silver+raja-jump=none"),
    ("nl", "nl+horse-move=camel+raja-safety=none"),
    ("tr", "tr+elephant-move=lame-alfil"),
    ("tr", "tr+promotion-barred-files=none"),
    ("tr", "tr+raja-safety=none"),
    ("tr-literal", "tr-literal+horse-move=knight"),
    ("chesscom", "chesscom+elephant-move=lame-alfil+promotion-choice=optional"),
    ("chesscom", "chesscom+raja-safety=none"),
    ("shatranj", "shatranj+bare-raja=plays-on"),
    ("chesscom4", "chesscom4+elephant-move=rook"),
    ("ar", "ar+turn-order=counter-clockwise"),
];

/// The game of a preset with a fault, as an engine without a process.
pub struct Faulty {
    bug: &'static Bug,
    game: chaturanga::Game,
}

impl Faulty {
    pub fn new(bug: &'static Bug, preset: &str) -> Self {
        Self { bug, game: game(preset) }
    }

    /// Returns the moves of the engine, with the positions after them.
    pub fn children(&self, text: &str) -> Vec<Child> {
        let (node, ..) = Variant::read(&self.game, text).expect("a position");
        let board = Board::of(text);
        let mut children: Vec<Child> = Vec::new();
        for (step, next, _) in Tree::children(&self.game, &node) {
            if !(self.bug.drops)(&board, &step.to_string()) {
                children.push((step.to_string(), Variant::write(&self.game, &next, &())));
            }
        }
        for mv in (self.bug.adds)(&board) {
            let next = board.after(&mv).text();
            // What leaves the other raja attacked, or no raja, ends the line: no rules read that position.
            if children.iter().all(|child| child.0 != mv) {
                children.push((mv, next));
            }
        }
        children
    }

    fn count(&self, text: &str, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        if Variant::read(&self.game, text).is_err() {
            return 0;
        }
        let children = self.children(text);
        if depth == 1 {
            children.len() as u128
        } else {
            children.iter().map(|child| self.count(&child.1, depth - 1)).sum()
        }
    }
}

impl Opponent for Faulty {
    fn answer(&mut self, _: &str, _: &[String], held: &str, depth: u32) -> Result<Answer, EngineError> {
        let children = self.children(held);
        let parts: Vec<_> =
            children.into_iter().map(|(mv, next)| (mv, self.count(&next, depth - 1))).collect();
        Ok(Answer { total: parts.iter().map(|part| part.1).sum(), parts: Some(parts) })
    }

    fn afresh(&mut self, root: &str, line: &[String], held: &str) -> Result<Answer, EngineError> {
        self.answer(root, line, held, 1)
    }

    fn own_start(&self) -> Option<String> {
        None
    }

    fn ranks_and_side(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// Every position of the suite of a preset, to depth 2.
fn questions(preset: &str) -> Vec<TestPosition> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(format!("{preset}.epd"));
    let entries = perft::suite::parse(&std::fs::read_to_string(file).expect("a suite")).expect("a suite");
    let question = |entry: perft::suite::Entry| TestPosition {
        name: format!("line {}", entry.line),
        depth: (entry.counts.len() as u32).clamp(1, 2),
        text: entry.fen,
    };
    entries.into_iter().map(question).collect()
}

/// Checks that no reading is named, and that each group of differences is described.
fn is_described(bug: &'static Bug) -> Result<(), Failed> {
    let started = Instant::now();
    let questions = questions(bug.preset);
    let mut engine = Faulty::new(bug, bug.preset);
    let counter = Counter::new(1)?;
    let rules = bug.preset.parse()?;
    let verdict: Verdict<chaturanga::Rules> =
        Judge::<chaturanga::Game>::new(rules, &questions, &mut engine, &counter).verdict(false)?;
    let groups: Vec<_> = verdict.groups.iter().map(ToString::to_string).collect();
    println!(
        "{}: {} of {} differ; {}; {:.1} s",
        bug.name,
        verdict.measured.differing(),
        verdict.measured.positions,
        groups.join("; "),
        started.elapsed().as_secs_f64()
    );
    let is_told = |kind: GroupKind, words: &str| {
        verdict.groups.iter().any(|group| group.kind == kind && group.what.contains(words))
    };
    let is_right = matches!(verdict.explanation, Explanation::Unknown { .. })
        && verdict.differences.len() == verdict.measured.differing()
        && bug.described.iter().all(|(kind, words)| is_told(*kind, words));
    if is_right { Ok(()) } else { Err(format!("{} {groups:#?}", told(&verdict)).into()) }
}

/// Checks that a reading is named, and that it was measured on every position.
fn is_named<V: Variant>(preset: &str, played: &str) -> Result<(), Failed>
where
    V::Rules: std::str::FromStr<Err: std::fmt::Debug>,
{
    let started = Instant::now();
    let parse = |text: &str| text.parse::<V::Rules>().expect("rules");
    let questions = questions(preset);
    let mut twin = Twin::new(played);
    let counter = Counter::new(1)?;
    let verdict = Judge::<V>::new(parse(preset), &questions, &mut twin, &counter).verdict(true)?;
    let Explanation::Reading { reading, others } = &verdict.explanation else {
        return Err(told(&verdict).into());
    };
    println!(
        "{played} against {preset}: {} of {} differ; {} agrees in {}, or {} others; {:.1} s",
        verdict.measured.differing(),
        verdict.measured.positions,
        reading.rules,
        reading.agreeing,
        others.len(),
        started.elapsed().as_secs_f64()
    );
    let plays = parse(played);
    let names =
        |rules: &V::Rules| rules_core::Knobs::canonical(rules) == rules_core::Knobs::canonical(&plays);
    if names(&reading.rules) || others.iter().any(names) {
        return Ok(());
    }
    Err(format!("named {}", reading.rules).into())
}

/// One test for each fault and each reading.
pub fn trials() -> Vec<Trial> {
    let bugs = BUGS.iter().map(|bug| Trial::test(format!("bug: {}", bug.name), || is_described(bug)));
    let readings = READINGS.iter().map(|(preset, played)| {
        Trial::test(format!("reading: {played} against {preset}"), move || {
            match preset.parse::<rules_core::AnyRules>()? {
                rules_core::AnyRules::Chaturanga(_) => is_named::<chaturanga::Game>(preset, played),
                rules_core::AnyRules::Chaturaji(_) => is_named::<chaturaji::Game>(preset, played),
            }
        })
    });
    bugs.chain(readings).collect()
}
