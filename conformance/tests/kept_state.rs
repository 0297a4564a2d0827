//! Programs that keep state wrongly from one ply of a line to the next, and are right in every position text. Cases
//! that play a line and then ask for moves detect them.

use conformance::against::{Identity, Program, ProgramFault, Question, Reply, Status, judge};
use conformance::{Case, Generator, Query, Suite, Tested};
use rules_core::notation::RowStyle;
use rules_core::{Square, chaturaji, chaturanga};
use std::collections::BTreeMap;
use std::path::Path;

/// The positions of a line as texts, from that before its first ply, and its plies.
struct Played {
    texts: Vec<String>,
    line: Vec<String>,
}

impl Played {
    fn first(&self) -> &str {
        &self.texts[0]
    }

    fn last(&self) -> &str {
        &self.texts[self.texts.len() - 1]
    }

    /// Returns the position before the last ply, and the squares of that ply; `None` if it passes.
    fn last_ply(&self) -> Option<(&str, (Square, Square))> {
        Some((&self.texts[self.texts.len() - 2], squares(self.line.last()?)?))
    }

    /// Returns the last text with the field `index` of the first.
    fn with_first(&self, index: usize) -> String {
        with_field(self.last(), index, field(self.first(), index))
    }

    /// Returns the pieces that each ply captured, as they are written.
    fn captured(&self) -> impl Iterator<Item = String> {
        self.texts.iter().zip(&self.line).filter_map(|(text, ply)| pieces(text).remove(&squares(ply)?.1))
    }
}

fn field(text: &str, index: usize) -> &str {
    text.split(' ').nth(index).unwrap_or("-")
}

fn with_field(text: &str, index: usize, value: &str) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    if let Some(field) = fields.get_mut(index) {
        *field = value;
    }
    fields.join(" ")
}

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

/// Returns the two squares of a ply of one move; `None` if it passes.
fn squares(ply: &str) -> Option<(Square, Square)> {
    Some((ply.get(..2)?.parse().ok()?, ply.get(2..4)?.parse().ok()?))
}

/// Returns the pieces on the board of a position text.
fn pieces(text: &str) -> BTreeMap<Square, String> {
    let ranks = field(text, 0);
    let style = RowStyle::of(ranks);
    let mut pieces = BTreeMap::new();
    for (rank, row) in (0..8).rev().zip(ranks.split('/')) {
        for entry in style.entries(row).filter(|entry| entry.empty.is_none()) {
            let square = Square::new(entry.file as u8, rank).expect("on the board");
            pieces.insert(square, entry.text.to_owned());
        }
    }
    pieces
}

/// Returns a position text with other pieces.
fn with_pieces(text: &str, pieces: &BTreeMap<Square, String>) -> String {
    let separator = if RowStyle::of(field(text, 0)) == RowStyle::Commas { "," } else { "" };
    let piece = |rank, file| Square::new(file, rank).and_then(|square| pieces.get(&square).cloned());
    let row = |rank| {
        let squares: Vec<String> =
            (0..8).map(|file| piece(rank, file).unwrap_or_else(|| "1".to_owned())).collect();
        // Adjacent numbers of empty squares are not allowed.
        squares
            .chunk_by(|one, other| one == "1" && other == "1")
            .map(count_of)
            .collect::<Vec<_>>()
            .join(separator)
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    with_field(text, 0, &rows.join("/"))
}

fn count_of(run: &[String]) -> String {
    if run[0] == "1" { run.len().to_string() } else { run[0].clone() }
}

/// A program that answers from the text that `keep` makes of the line. It lists moves and nothing else.
struct Keeping<R> {
    rules: R,
    keep: fn(&Played) -> String,
    identity: Identity,
}

impl<R: Tested> Program<R> for Keeping<R> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn ask(&mut self, question: &Question<'_, R>) -> Result<Reply, ProgramFault> {
        let generator = R::Slow::new(&self.rules);
        let mut position = match generator.read(question.position) {
            Ok(position) => position,
            Err(kinds) => return Ok(Reply::Refused(kinds.into_iter().map(str::to_owned).collect())),
        };
        let mut texts = vec![generator.text(&position)];
        for ply in question.line {
            let Some(next) = generator.play(&position, ply) else { return Ok(Reply::Illegal(ply.clone())) };
            position = next;
            texts.push(generator.text(&position));
        }
        let is_of_one_move = |ply: &String| !ply.contains('+') && !ply.ends_with("..");
        if !question.line.is_empty() && question.line.iter().all(is_of_one_move) {
            let kept = (self.keep)(&Played { texts, line: question.line.to_vec() });
            // What cannot be read is not kept.
            position = generator.read(&kept).unwrap_or(position);
        }
        Ok(match question.query {
            Query::Moves | Query::Rolls => Reply::Answer(question.query.ask(&generator, &position)),
            _ => Reply::Cannot("this program only lists moves".to_owned()),
        })
    }

    fn restart(&mut self) -> Result<(), ProgramFault> {
        Ok(())
    }
}

/// Returns the names of the cases in which such a program differs.
fn differing<R: Tested>(rules: &str, keep: fn(&Played) -> String) -> Vec<String> {
    let suite: Suite<R> = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the suite");
    let rules = rules.parse().ok().expect("rules");
    let covering: Vec<&Case<R>> = suite.cases.iter().filter(|case| case.applies(&rules)).collect();
    let mut program = Keeping { rules, keep, identity: Identity::default() };
    let verdicts = judge(&mut program, &rules, covering);
    let differs = verdicts.into_iter().filter(|verdict| verdict.status == Status::Differs);
    differs
        .map(|verdict| {
            assert!(!verdict.line.is_empty(), "{} plays no line", verdict.case);
            verdict.case
        })
        .collect()
}

/// Checks that the cases detect a program, among them this one.
fn is_detected<R: Tested>(rules: &str, keep: fn(&Played) -> String, case: &str) {
    assert_eq!(differing::<R>(rules, |played| played.last().to_owned()), Vec::<String>::new());
    let found = differing::<R>(rules, keep);
    assert!(found.iter().any(|name| name == case), "{case} is missing in {found:?}");
}

/// Returns where a raja stands.
fn raja(text: &str, letter: &str) -> Option<Square> {
    pieces(text).into_iter().find(|(_, piece)| piece == letter).map(|(square, _)| square)
}

/// Returns the rights at first of the rajas that `keeps` is true of, and the last rights of the others.
fn rights(played: &Played, keeps: impl Fn(&str) -> bool) -> String {
    let kept = |letter: &&str| {
        let text = if keeps(letter) { played.first() } else { played.last() };
        field(text, 2).contains(*letter)
    };
    let letters: String = ["K", "k"].iter().filter(|letter| kept(letter)).copied().collect();
    with_field(played.last(), 2, if letters.is_empty() { "-" } else { &letters })
}

#[test]
fn a_right_that_survives_an_answered_check() {
    let keep = |played: &Played| {
        rights(played, |letter| raja(played.first(), letter) == raja(played.last(), letter))
    };
    is_detected::<chaturanga::Rules>("nl", keep, "chaturanga/jump/jump-after-a-check");
    is_detected::<chaturanga::Rules>(
        "nl+setup=facing",
        keep,
        "chaturanga/jump/jump-after-an-answered-check-black",
    );
}

#[test]
fn a_right_that_a_jump_does_not_end() {
    let keep = |played: &Played| rights(played, |_| true);
    for case in ["no-second-jump", "back-home-after-a-jump"] {
        is_detected::<chaturanga::Rules>("nl", keep, &format!("chaturanga/jump/{case}"));
    }
}

#[test]
fn a_jump_that_ends_both_rights() {
    let keep = |played: &Played| {
        let is_less = field(played.first(), 2) != field(played.last(), 2);
        if is_less { with_field(played.last(), 2, "-") } else { played.last().to_owned() }
    };
    for case in ["jump-after-the-other-raja-jumped", "jump-after-the-other-raja-jumped-white"] {
        is_detected::<chaturanga::Rules>("tr", keep, &format!("chaturanga/jump/{case}"));
    }
}

#[test]
fn a_right_that_a_ratha_in_its_corner_carries() {
    let keep = |played: &Played| {
        let corners = |text: &str| {
            let pieces = pieces(text);
            ["a1", "h1", "a8", "h8"].map(|corner| pieces.get(&square(corner)).cloned())
        };
        let is_left = corners(played.first()).iter().zip(corners(played.last())).any(|(first, last)| {
            first.as_deref().is_some_and(|one| one.eq_ignore_ascii_case("r")) && *first != last
        });
        if is_left { with_field(played.last(), 2, "-") } else { played.last().to_owned() }
    };
    for case in ["jump-after-a-move-of-the-ratha", "jump-after-the-loss-of-a-ratha"] {
        is_detected::<chaturanga::Rules>("tr", keep, &format!("chaturanga/jump/{case}"));
    }
}

#[test]
fn a_right_that_moves_of_the_raja_do_not_end() {
    let keep = |played: &Played| rights(played, |_| true);
    is_detected::<chaturanga::Rules>("sjaak", keep, "chaturanga/jump/back-on-its-square-and-jumping");
}

#[test]
fn a_jump_directly_after_a_check() {
    // The program notices a check in a position text, but not one that a ply of a line gives.
    let keep = |played: &Played| {
        let (last, side) = (played.last(), field(played.last(), 1));
        let letter = if side == "w" { "K" } else { "k" };
        let Some(from) = raja(last, letter).filter(|_| field(played.first(), 2).contains(letter)) else {
            return last.to_owned();
        };
        // Without the pieces that attack the raja, it may jump.
        let mut left = pieces(last);
        if let Some((_, (_, attacker))) = played.last_ply().filter(|(_, ply)| ply.1.file() == from.file()) {
            left.remove(&attacker);
        }
        with_field(&with_pieces(last, &left), 2, letter)
    };
    for case in ["no-jump-directly-after-a-check", "no-jump-directly-after-a-check-black"] {
        is_detected::<chaturanga::Rules>("tr", keep, &format!("chaturanga/jump/{case}"));
    }
}

#[test]
fn losses_that_are_forgotten() {
    let keep = |played: &Played| played.with_first(3);
    is_detected::<chaturanga::Rules>(
        "nl",
        keep,
        "chaturanga/promotion-requires/captured-then-regained-black",
    );
    is_detected::<chaturaji::Rules>("ar-diceless", keep, "chaturaji/promotion-requires/one-of-two-captured");
}

#[test]
fn losses_that_count_for_the_captor() {
    let keep = |played: &Played| {
        let swapped = |piece: String| match piece.as_str() {
            "p" | "P" | "k" | "K" => String::new(),
            piece if piece == piece.to_lowercase() => piece.to_uppercase(),
            piece => piece.to_lowercase(),
        };
        let lost: String = played.captured().map(swapped).collect();
        let last = field(played.last(), 3).trim_matches('-').to_owned();
        let mut letters: Vec<char> = (last + &lost).chars().collect();
        letters.sort_unstable();
        letters.dedup();
        let in_order: String = "RNBQrnbq".chars().filter(|letter| letters.contains(letter)).collect();
        with_field(played.last(), 3, if in_order.is_empty() { "-" } else { &in_order })
    };
    is_detected::<chaturanga::Rules>("nl", keep, "chaturanga/promotion-requires/own-capture-in-play");
}

#[test]
fn a_captured_piece_that_still_moves() {
    // The captor stands where the piece stood: the piece appears on the square that the captor left.
    let keep = |played: &Played| {
        let mut left = pieces(played.last());
        if let Some((before, (from, to))) = played.last_ply()
            && let Some(captured) = pieces(before).remove(&to)
        {
            left.entry(from).or_insert(captured);
        }
        with_pieces(played.last(), &left)
    };
    for case in ["captured-piece-moves-no-more", "captor-captured"] {
        is_detected::<chaturanga::Rules>("tr", keep, &format!("chaturanga/capture/{case}"));
    }
    is_detected::<chaturaji::Rules>("ar-diceless", keep, "chaturaji/capture/captured-man-moves-no-more");
}

#[test]
fn a_promoted_piece_that_moves_as_before() {
    let keep = |played: &Played| {
        let mut left = pieces(played.last());
        for (_, to) in played.line.iter().filter(|ply| ply.len() == 5).filter_map(|ply| squares(ply)) {
            if let Some(piece) = left.get_mut(&to) {
                *piece = if *piece == piece.to_uppercase() { "P" } else { "p" }.to_owned();
            }
        }
        with_pieces(played.last(), &left)
    };
    is_detected::<chaturanga::Rules>("nl", keep, "chaturanga/promotion-piece/moves-as-ratha");
}

/// Returns the seat after another, clockwise.
fn next_seat(seat: &str) -> &'static str {
    match seat {
        "r" => "b",
        "b" => "y",
        "y" => "g",
        _ => "r",
    }
}

#[test]
fn a_round_that_is_as_long_as_at_first() {
    // The seat follows from the number of plies alone.
    let keep = |played: &Played| {
        let seat = played.line.iter().fold(field(played.first(), 1), |seat, _| next_seat(seat));
        with_field(played.last(), 1, seat)
    };
    is_detected::<chaturaji::Rules>("ar-diceless", keep, "chaturaji/turn-order/moves-after-a-round");
}

#[test]
fn boats_that_a_triumph_leaves_on_the_board() {
    let keep = |played: &Played| {
        let mut left = pieces(played.last());
        if let Some((before, (from, _))) = played.last_ply() {
            let boats = pieces(before).into_iter().filter(|(_, piece)| piece.ends_with('B'));
            for (square, boat) in boats.filter(|(square, _)| *square != from) {
                left.entry(square).or_insert(boat);
            }
        }
        with_pieces(played.last(), &left)
    };
    is_detected::<chaturaji::Rules>("ar-diceless", keep, "chaturaji/boat-triumph/moves-after-a-triumph");
}
