//! Tests of the slow generator. Every expected value is derived by hand from the sources.

use super::*;

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn placement(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn state(rules: &Rules, fen: &str) -> State {
    State::from_setup(rules, &placement(fen)).unwrap_or_else(|kinds| panic!("{fen}: {kinds:?}"))
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Returns the target squares of the piece on a square, sorted, each with the promotion letter if there is
/// one.
fn targets(text: &str, fen: &str, from: &str) -> String {
    let rules = rules(text);
    targets_in(&state(&rules, fen), &rules, from)
}

fn targets_in(state: &State, rules: &Rules, from: &str) -> String {
    let moves = state.moves(rules);
    let mut targets: Vec<String> =
        moves.iter().filter(|mv| mv.from == square(from)).map(|mv| mv.to_string()[2..].to_owned()).collect();
    targets.sort();
    targets.join(" ")
}

/// Returns the position after legal moves.
fn after(rules: &Rules, fen: &str, moves: &[&str]) -> State {
    moves.iter().fold(state(rules, fen), |state, text| {
        let mv = text.parse().expect("a move");
        state.play(rules, mv).unwrap_or_else(|| panic!("{fen}: {text} is not legal"))
    })
}

/// Returns the text of the position after legal moves.
fn text_after(text: &str, fen: &str, moves: &[&str]) -> String {
    let rules = rules(text);
    after(&rules, fen, moves).to_setup().to_string()
}

/// Returns the text of a position as these rules normalise it.
fn normalised(text: &str, fen: &str) -> String {
    text_after(text, fen, &[])
}

fn outcome(text: &str, fen: &str) -> Option<(Option<Color>, Reason)> {
    let rules = rules(text);
    state(&rules, fen).outcome(&rules).map(|outcome| (outcome.winner, outcome.reason))
}

fn promotions(text: &str, color: Color) -> String {
    let rules = rules(text);
    (0..8).map(|file| promotes_to(&rules, color, file).map_or('-', Role::letter)).collect()
}

fn kinds(text: &str, fen: &str) -> Vec<&'static str> {
    State::from_setup(&rules(text), &placement(fen)).err().unwrap_or_default()
}

const WHITE: Option<Color> = Some(Color::White);
const BLACK: Option<Color> = Some(Color::Black);

mod pieces {
    use super::*;

    #[test]
    fn the_raja_goes_one_step_in_eight_directions() {
        assert_eq!(targets("chesscom", "7k/8/8/8/3K4/8/8/8 w", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    }

    #[test]
    fn the_mantri_goes_one_step_diagonally() {
        assert_eq!(targets("nl", "7k/8/8/8/3Q4/8/8/K7 w", "d4"), "c3 c5 e3 e5");
    }

    #[test]
    fn the_ratha_stops_before_its_own_and_on_the_enemy() {
        assert_eq!(targets("nl", "7k/8/8/3p4/1P1R4/8/8/K7 w", "d4"), "c4 d1 d2 d3 d5 e4 f4 g4 h4");
    }

    #[test]
    fn the_gaja_goes_by_its_knob() {
        let fen = "7k/8/8/8/8/3p4/2B5/R3K3 w";
        assert_eq!(targets("nl", fen, "c2"), "a4 e4");
        assert_eq!(targets("nl+elephant-move=lame-alfil", fen, "c2"), "a4");
        assert_eq!(targets("nl+elephant-move=dabbaba", fen, "c2"), "a2 c4 e2");
        assert_eq!(targets("nl+elephant-move=silver", fen, "c2"), "b1 b3 c3 d1 d3");
    }

    #[test]
    fn the_silver_gaja_of_black_steps_down_the_board() {
        assert_eq!(targets("nl+elephant-move=silver", "r3k3/2b5/8/8/8/8/8/7K b", "c7"), "b6 b8 c6 d6 d8");
    }

    #[test]
    fn the_ashva_goes_by_its_knob() {
        let fen = "7k/8/8/8/3N4/8/8/K7 w";
        assert_eq!(targets("nl", fen, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
        assert_eq!(targets("nl+horse-move=camel", fen, "d4"), "a3 a5 c1 c7 e1 e7 g3 g5");
    }

    #[test]
    fn the_padati_steps_ahead_and_captures_diagonally() {
        assert_eq!(targets("nl", "7k/8/8/2pp4/3P4/8/8/K7 w", "d4"), "c5");
        assert_eq!(targets("nl", "k7/8/8/3p4/2P5/8/8/7K b", "d5"), "c4 d4");
    }

    #[test]
    fn the_padati_has_no_double_step() {
        let rules = Rules::NL;
        assert_eq!(targets_in(&State::start(&rules), &rules, "e2"), "e3");
    }

    #[test]
    fn each_setup_has_its_first_rows() {
        for (setup, white, black) in [
            ("crosswise", "RNBQKBNR", "rnbkqbnr"),
            ("facing", "RNBQKBNR", "rnbqkbnr"),
            ("facing-mirrored", "RNBKQBNR", "rnbkqbnr"),
            ("crosswise-mirrored", "RNBKQBNR", "rnbqkbnr"),
        ] {
            let start = State::start(&rules(&format!("nl+setup={setup}")));
            let expected = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w Kk - 0 1");
            assert_eq!(start.to_setup().to_string(), expected, "{setup}");
        }
    }
}

mod attack {
    use super::*;

    fn attackers(text: &str, fen: &str, target: &str, by: Color) -> Vec<Square> {
        let rules = rules(text);
        state(&rules, fen).attackers(&rules, square(target), by)
    }

    #[test]
    fn a_padati_attacks_diagonally_ahead_and_not_ahead() {
        let fen = "7k/8/8/8/3P4/8/8/K7 w";
        assert_eq!(attackers("nl", fen, "c5", Color::White), [Square::D4]);
        assert_eq!(attackers("nl", fen, "e5", Color::White), [Square::D4]);
        assert_eq!(attackers("nl", fen, "d5", Color::White), []);
    }

    #[test]
    fn a_padati_barred_from_a_square_attacks_it() {
        let fen = "4k3/3P4/8/8/8/8/8/K7 w";
        assert_eq!(attackers("tr+promotion-denied=barred", fen, "e8", Color::White), [Square::D7]);
    }

    #[test]
    fn a_leaping_gaja_attacks_over_a_piece_and_a_lame_one_does_not() {
        let fen = "7k/8/8/8/8/3p4/2B5/4K3 w";
        assert_eq!(attackers("nl", fen, "e4", Color::White), [Square::C2]);
        assert_eq!(attackers("nl+elephant-move=lame-alfil", fen, "e4", Color::White), []);
        assert_eq!(attackers("nl+elephant-move=lame-alfil", fen, "a4", Color::White), [Square::C2]);
    }

    #[test]
    fn a_silver_gaja_attacks_straight_ahead_only_its_own_way() {
        let fen = "7k/8/8/4b3/8/8/8/K7 w";
        assert_eq!(attackers("nl+elephant-move=silver", fen, "e4", Color::Black), [Square::E5]);
        assert_eq!(attackers("nl+elephant-move=silver", fen, "e6", Color::Black), []);
    }

    #[test]
    fn pieces_guard_their_own_side() {
        let fen = "7k/8/8/8/8/8/3Q4/R3K3 w";
        assert_eq!(attackers("nl", fen, "d2", Color::White), [Square::E1]);
        assert_eq!(attackers("nl", fen, "e1", Color::White), [Square::A1, Square::D2]);
    }

    #[test]
    fn a_raja_that_steps_back_along_the_line_stays_attacked() {
        assert_eq!(targets("chesscom", "4r2k/8/8/8/4K3/8/8/8 w", "e4"), "d3 d4 d5 f3 f4 f5");
    }

    #[test]
    fn the_jump_attacks_nothing() {
        let rules = Rules::NL;
        let state = state(&rules, "8/8/8/8/8/5k2/8/4K3 w K");
        assert_eq!(state.attackers(&rules, Square::F3, Color::White), []);
        assert!(!state.is_attacked(&rules, Color::Black));
    }

    #[test]
    fn a_side_without_a_raja_is_not_attacked() {
        let rules = Rules::TR;
        assert!(!state(&rules, "7k/7r/8/8/8/8/8/8 w").is_attacked(&rules, Color::White));
    }
}

mod jump {
    use super::*;

    #[test]
    fn the_raja_jumps_as_the_ashva_goes() {
        let targets = |rules: &Rules| targets_in(&State::start(rules), rules, "e1");
        assert_eq!(targets(&Rules::NL), "d3 f3");
        assert_eq!(targets(&Rules::TR_LITERAL), "d4 f4");
        assert_eq!(targets(&Rules::CHESSCOM), "");
    }

    #[test]
    fn the_raja_jumps_to_safe_squares_where_safety_is_asked() {
        let fen = "k4r2/8/8/8/8/8/8/4K3 w K";
        assert_eq!(targets("nl", fen, "e1"), "c2 d1 d2 d3 e2 g2");
        assert_eq!(targets("tr", fen, "e1"), "c2 d1 d2 d3 e2 g2");
        assert_eq!(targets("nl+raja-safety=none", fen, "e1"), "c2 d1 d2 d3 e2 f1 f2 f3 g2");
    }

    #[test]
    fn an_attacked_raja_does_not_jump() {
        let fen = "k3r3/8/8/8/8/8/8/4K3 w K";
        assert_eq!(targets("tr", fen, "e1"), "d1 d2 f1 f2");
        assert_eq!(targets("tr+raja-safety=none", fen, "e1"), "d1 d2 e2 f1 f2");
    }

    #[test]
    fn a_right_that_lasts_until_used_outlives_an_attack_and_a_step() {
        let fen = "k3r3/8/8/8/8/8/8/4K3 w K";
        let later = |text| {
            let rules = rules(text);
            targets_in(&after(&rules, fen, &["e1d1", "a8a7"]), &rules, "d1")
        };
        assert_eq!(later("tr"), "b2 c1 c2 c3 d2 f2");
        assert_eq!(later("tr+raja-jump=until-checked"), "c1 c2 d2");
        assert_eq!(later("tr+raja-jump=until-moved"), "c1 c2 d2");
        assert_eq!(later("tr+raja-jump=until-checked-or-moved"), "c1 c2 d2");
    }

    #[test]
    fn a_jump_uses_up_the_right_of_its_side() {
        let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk";
        for until in ["used", "checked", "moved", "checked-or-moved"] {
            let text = &format!("nl+raja-jump=until-{until}");
            let expected = "rnbkqbnr/pppppppp/8/8/8/5K2/PPPPPPPP/RNBQ1BNR b k - 0 1";
            assert_eq!(text_after(text, fen, &["e1f3"]), expected, "{text}");
        }
    }

    #[test]
    fn an_attack_ends_the_right_by_its_knob() {
        let fen = "k2r4/8/8/8/8/8/8/4K3 b K";
        let attacked = |right| format!("k3r3/8/8/8/8/8/8/4K3 w {right} - 0 1");
        assert_eq!(text_after("nl", fen, &["d8e8"]), attacked("-"));
        assert_eq!(text_after("nl+raja-jump=until-used", fen, &["d8e8"]), attacked("K"));
        assert_eq!(text_after("nl+raja-jump=until-moved", fen, &["d8e8"]), attacked("K"));
        assert_eq!(text_after("nl+raja-jump=until-checked-or-moved", fen, &["d8e8"]), attacked("-"));
    }

    #[test]
    fn an_enemy_behind_another_piece_does_not_end_the_right() {
        let fen = "k2r4/8/8/8/8/8/4B3/4K3 b K";
        assert_eq!(text_after("nl", fen, &["d8e8"]), "k3r3/8/8/8/8/8/4B3/4K3 w K - 0 1");
    }

    #[test]
    fn a_raja_exposed_by_its_own_piece_loses_the_right_until_checked() {
        let fen = "k3r3/8/8/8/8/8/4B3/4K3 w K";
        let bared = |right| format!("k3r3/8/8/8/2B5/8/8/4K3 b {right} - 0 1");
        assert_eq!(text_after("tr+raja-jump=until-checked", fen, &["e2c4"]), bared("-"));
        assert_eq!(text_after("tr+raja-jump=until-checked-or-moved", fen, &["e2c4"]), bared("-"));
        assert_eq!(text_after("tr", fen, &["e2c4"]), bared("K"));
    }

    #[test]
    fn a_step_ends_the_right_by_its_knob() {
        let fen = "7k/8/8/8/8/8/8/4K3 w K";
        let stepped = |right| format!("7k/8/8/8/8/8/4K3/8 b {right} - 0 1");
        assert_eq!(text_after("nl+raja-jump=until-moved", fen, &["e1e2"]), stepped("-"));
        assert_eq!(text_after("nl+raja-jump=until-checked-or-moved", fen, &["e1e2"]), stepped("-"));
        assert_eq!(text_after("nl", fen, &["e1e2"]), stepped("K"));
    }

    #[test]
    fn a_raja_back_on_its_first_square_has_no_right_once_a_move_ended_it() {
        let fen = "7k/8/8/8/8/8/8/4K3 w K";
        let moves = ["e1e2", "h8h7", "e2e1", "h7h8"];
        for text in ["nl+raja-jump=until-moved", "nl+raja-jump=until-checked-or-moved"] {
            assert_eq!(text_after(text, fen, &moves), "7k/8/8/8/8/8/8/4K3 w - - 0 1", "{text}");
        }
    }

    #[test]
    fn a_raja_that_was_attacked_and_never_moved_has_no_right_until_checked_or_moved() {
        let fen = "k2r4/8/8/8/8/8/3R4/4K3 b K";
        let after = |text| text_after(text, fen, &["d8e8", "d2e2", "e8h8", "e2d2"]);
        let right = |text| after(text).split(' ').nth(2).map(str::to_owned);
        assert_eq!(right("nl+raja-jump=until-checked-or-moved").as_deref(), Some("-"));
        assert_eq!(right("nl+raja-jump=until-moved").as_deref(), Some("K"));
    }

    #[test]
    fn a_right_that_cannot_be_held_is_dropped_on_reading() {
        for (text, fen, right) in [
            ("nl", "k3r3/8/8/8/8/8/8/4K3 w K", "-"),
            ("tr", "k3r3/8/8/8/8/8/8/4K3 w K", "K"),
            ("nl", "k7/8/8/8/8/8/8/3K4 w Kk", "Kk"),
            ("sjaak", "k7/8/8/8/8/8/8/3K4 w Kk", "-"),
            ("sjaak", "3k4/8/8/8/8/8/8/4K3 w Kk", "Kk"),
            ("sjaak", "4k3/8/8/8/8/8/8/4K3 w Kk", "K"),
            ("sjaak+setup=facing", "4k3/8/8/8/8/8/8/4K3 w Kk", "Kk"),
            ("sjaak+setup=facing-mirrored", "3k4/8/8/8/8/8/8/3K4 w Kk", "Kk"),
            ("sjaak+setup=facing-mirrored", "4k3/8/8/8/8/8/8/4K3 w Kk", "-"),
            ("sjaak+setup=crosswise-mirrored", "4k3/8/8/8/8/8/8/3K4 w Kk", "Kk"),
            ("sjaak+setup=crosswise-mirrored", "3k4/8/8/8/8/8/8/4K3 w Kk", "-"),
            ("nl+raja-jump=until-checked-or-moved", "3k4/8/8/8/8/8/8/4K3 w Kk", "Kk"),
            ("nl+raja-jump=until-checked-or-moved", "k7/8/8/8/8/8/8/3K4 w Kk", "-"),
            ("nl+raja-jump=until-checked-or-moved", "k3r3/8/8/8/8/8/8/4K3 w K", "-"),
            ("chesscom", "4k3/8/8/8/8/8/8/4K3 w Kk", "-"),
            ("tr", "8/8/8/8/8/8/8/4K3 b Kk", "K"),
        ] {
            let written = normalised(text, fen);
            assert_eq!(written.split(' ').nth(2), Some(right), "{text} {fen}");
        }
    }

    #[test]
    fn the_jump_captures_by_its_knob() {
        let fen = "7k/8/8/8/8/5p2/8/4K3 w K";
        assert_eq!(targets("nl", fen, "e1"), "c2 d1 d2 d3 f1 f2 f3");
        assert_eq!(targets("nl+raja-jump-capture=none", fen, "e1"), "c2 d1 d2 d3 f1 f2");
    }

    #[test]
    fn the_jump_never_captures_a_raja() {
        let fen = "8/8/8/8/8/5k2/8/4K3 w K";
        assert_eq!(targets("tr+raja-safety=none", fen, "e1"), "c2 d1 d2 d3 e2 f1 f2 g2");
    }
}

mod promotion {
    use super::*;

    #[test]
    fn the_square_or_the_file_of_arrival_names_the_type() {
        for (text, white, black) in [
            ("nl", "rnb-qbnr", "rnbq-bnr"),
            ("nl+promotion-piece=by-file", "rnbq-bnr", "rnb-qbnr"),
            ("nl+promotion-piece=mantri", "qqqqqqqq", "qqqqqqqq"),
            ("nl+promotion-piece=by-file-or-mantri", "rnbqqbnr", "rnbqqbnr"),
            ("tr+promotion-piece=by-file-or-mantri", "rnbq--nr", "rnbq--nr"),
            ("nl+setup=facing-mirrored", "rnb-qbnr", "rnb-qbnr"),
            ("nl+setup=facing-mirrored+promotion-piece=by-file", "rnb-qbnr", "rnb-qbnr"),
            ("nl+setup=crosswise-mirrored", "rnbq-bnr", "rnb-qbnr"),
            ("nl+setup=crosswise-mirrored+promotion-piece=by-file", "rnb-qbnr", "rnbq-bnr"),
            ("nl+setup=crosswise-mirrored+promotion-piece=by-file-or-mantri", "rnbqqbnr", "rnbqqbnr"),
            ("nl+setup=facing", "rnbq-bnr", "rnbq-bnr"),
            ("tr", "rnbq--nr", "rnbq--nr"),
            ("tr+promotion-barred-files=none", "rnbq-bnr", "rnbq-bnr"),
            ("chesscom+promotion-barred-files=ah", "-qqqqqq-", "-qqqqqq-"),
        ] {
            assert_eq!(promotions(text, Color::White), white, "{text}");
            assert_eq!(promotions(text, Color::Black), black, "{text}");
        }
    }

    /// Both gajas are on the board.
    const FULL: &str = "7k/2P5/8/8/8/8/8/B3K2B w -";
    /// One gaja is missing.
    const SHORT: &str = "7k/2P5/8/8/8/8/8/B3K3 w -";

    #[test]
    fn what_must_hold_is_a_knob() {
        let lost = format!("{FULL} B");
        for (requires, full, lost_before, short) in
            [("lost", "c8", "c8b", "c8b"), ("missing", "c8", "c8", "c8b"), ("nothing", "c8b", "c8b", "c8b")]
        {
            let text = format!("nl+promotion-requires={requires}");
            assert_eq!(targets(&text, FULL, "c7"), full, "{requires}");
            assert_eq!(targets(&text, &lost, "c7"), lost_before, "{requires}");
            assert_eq!(targets(&text, SHORT, "c7"), short, "{requires}");
        }
    }

    #[test]
    fn on_the_file_of_the_raja_the_mantri_must_have_been_lost() {
        let fen = "7k/4P3/8/8/8/8/8/Q3K3 w";
        for (text, full, lost) in [
            ("nl+promotion-piece=by-file", "e8", "e8"),
            ("nl+promotion-piece=by-file-or-mantri", "e8", "e8q"),
            ("nl+promotion-piece=by-file-or-mantri+promotion-requires=nothing", "e8q", "e8q"),
        ] {
            assert_eq!(targets(text, fen, "e7"), full, "{text}");
            assert_eq!(targets(text, &format!("{fen} - Q"), "e7"), lost, "{text}");
        }
    }

    #[test]
    fn a_promotion_that_is_optional_leaves_the_plain_move() {
        assert_eq!(targets("nl", SHORT, "c7"), "c8b");
        assert_eq!(targets("nl+promotion-choice=optional", SHORT, "c7"), "c8 c8b");
        assert_eq!(targets("nl+promotion-choice=optional+promotion-denied=barred", SHORT, "c7"), "c8 c8b");
    }

    #[test]
    fn a_padati_that_may_not_promote_stays_one_or_is_barred() {
        let fen = "1n5k/2P5/8/8/8/8/8/B3K2B w";
        assert_eq!(targets("nl", fen, "c7"), "b8n c8");
        assert_eq!(targets("nl+promotion-denied=barred", fen, "c7"), "b8n");
    }

    #[test]
    fn a_barred_padati_takes_no_raja() {
        let fen = "4k3/3P4/8/8/8/8/8/K7 w";
        assert_eq!(targets("tr", fen, "d7"), "d8q e8");
        assert_eq!(targets("tr+promotion-denied=barred", fen, "d7"), "d8q");
    }

    #[test]
    fn a_padati_on_the_last_row_has_no_moves() {
        assert_eq!(targets("nl", "P6k/8/8/8/8/8/8/4K3 w", "a8"), "");
        assert_eq!(targets("nl", "7k/8/8/8/8/8/8/p3K3 b", "a1"), "");
    }

    #[test]
    fn a_captured_piece_counts_as_what_it_is_now() {
        // Black had three rathas, one of them promoted. Two are left, and yet one was lost.
        let fen = "2r3rk/8/8/8/8/8/r7/1K6 w";
        assert_eq!(text_after("nl", fen, &["b1a2"]), "2r3rk/8/8/8/8/8/K7/8 b - r 0 1");
    }

    #[test]
    fn a_promotion_gives_nothing_back() {
        assert_eq!(text_after("nl", SHORT, &["c7c8b"]), "2B4k/8/8/8/8/8/8/B3K3 b - B 0 1");
    }

    #[test]
    fn losses_are_kept_only_where_a_promotion_can_depend_on_them() {
        let fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - RQb 0 1";
        let lost = |text| normalised(text, fen).split(' ').nth(3).map(str::to_owned);
        assert_eq!(lost("nl").as_deref(), Some("RQb"));
        assert_eq!(lost("nl+promotion-piece=mantri").as_deref(), Some("RQb"));
        assert_eq!(lost("nl+promotion-requires=missing").as_deref(), Some("-"));
        assert_eq!(lost("nl+promotion-requires=nothing").as_deref(), Some("-"));
        assert_eq!(lost("nl+promotion-barred-files=abcdefgh").as_deref(), Some("-"));
        // Only the e file is open: White becomes a mantri there and Black nothing; in the facing setup,
        // neither promotes.
        assert_eq!(lost("nl+promotion-barred-files=abcdfgh").as_deref(), Some("RQb"));
        assert_eq!(lost("nl+setup=facing+promotion-barred-files=abcdfgh").as_deref(), Some("-"));
    }

    #[test]
    fn a_type_that_the_board_shows_as_lost_is_not_written() {
        assert_eq!(normalised("nl", &format!("{SHORT} B")), format!("{SHORT} - 0 1"));
        assert_eq!(state(&Rules::NL, SHORT), state(&Rules::NL, &format!("{SHORT} BR")));
    }
}

mod safety {
    use super::*;

    #[test]
    fn a_pinned_piece_moves_only_where_the_raja_alone_is_kept_safe() {
        let fen = "4r2k/8/8/8/8/8/4N3/4K3 w";
        assert_eq!(targets("chesscom", fen, "e2"), "");
        assert_eq!(targets("tr", fen, "e2"), "c1 c3 d4 f4 g1 g3");
        assert_eq!(targets("nl+raja-safety=none", fen, "e2"), "c1 c3 d4 f4 g1 g3");
    }

    #[test]
    fn the_raja_steps_onto_attacked_squares_without_safety() {
        let fen = "5r1k/8/8/8/8/8/8/4K3 w";
        assert_eq!(targets("nl", fen, "e1"), "d1 d2 e2");
        assert_eq!(targets("tr", fen, "e1"), "d1 d2 e2");
        assert_eq!(targets("nl+raja-safety=none", fen, "e1"), "d1 d2 e2 f1 f2");
    }

    #[test]
    fn the_raja_takes_a_raja_only_where_no_one_guards_it() {
        // Every other step from e1 is adjacent to the raja on e2.
        assert_eq!(targets("tr", "8/8/8/8/8/8/4k3/4K3 w", "e1"), "e2");
        assert_eq!(targets("tr", "4r3/8/8/8/8/8/4k3/4K3 w", "e1"), "");
    }

    #[test]
    fn taking_the_raja_wins() {
        let rules = Rules::TR;
        let taken = after(&rules, "4r2k/8/8/8/8/8/8/4K3 b", &["e8e1"]);
        assert_eq!(taken.outcome(&rules), Some(Outcome { winner: BLACK, reason: Reason::RajaCaptured }));
        assert_eq!(taken.moves(&rules), []);
    }

    #[test]
    fn an_illegal_move_leads_nowhere() {
        let rules = Rules::NL;
        for text in ["e2e4", "e1e2", "e7e6", "e4e5", "e2e3q"] {
            assert_eq!(State::start(&rules).play(&rules, text.parse().expect("a move")), None, "{text}");
        }
    }
}

mod over {
    use super::*;

    const STALEMATE: &str = "7k/5K2/6Q1/8/8/8/8/8 b";
    const MATE: &str = "R6k/8/6K1/8/8/8/8/8 b";

    #[test]
    fn an_attacked_side_without_a_legal_move_is_mated() {
        assert_eq!(outcome("nl", MATE), Some((WHITE, Reason::Mate)));
        assert_eq!(outcome("tr", MATE), Some((WHITE, Reason::Mate)));
        assert_eq!(outcome("nl+raja-safety=none", MATE), None);
        assert_eq!(targets("nl+raja-safety=none", MATE, "h8"), "g7 g8 h7");
    }

    #[test]
    fn any_move_averts_mate_where_only_the_raja_is_kept_safe() {
        let fen = "R6k/8/6K1/8/8/8/p7/8 b";
        assert_eq!(outcome("nl", fen), Some((WHITE, Reason::Mate)));
        assert_eq!(outcome("tr", fen), None);
        assert_eq!(targets("tr", fen, "a2"), "a1r");
    }

    #[test]
    fn stalemate_goes_by_its_knob() {
        assert_eq!(outcome("nl", STALEMATE), Some((BLACK, Reason::Stalemate)));
        assert_eq!(outcome("nl+stalemate=loses", STALEMATE), Some((WHITE, Reason::Stalemate)));
        assert_eq!(outcome("nl+stalemate=draws", STALEMATE), Some((None, Reason::Stalemate)));
    }

    #[test]
    fn a_raja_without_a_move_is_stalemated_by_the_letter_of_tr() {
        let fen = "7k/5K2/6Q1/8/8/p7/8/8 b";
        let text = "nl+stalemate-test=raja-immobile";
        assert_eq!(outcome("nl", fen), None);
        assert_eq!(targets("nl", fen, "a3"), "a2");
        assert_eq!(outcome(text, fen), Some((BLACK, Reason::Stalemate)));
        assert_eq!(targets(text, fen, "a3"), "");
    }

    #[test]
    fn an_attacked_raja_without_a_move_is_not_stalemated() {
        // The ratha on b1 can block on b8.
        let fen = "R6k/8/6K1/8/8/8/8/1r6 b";
        assert_eq!(outcome("nl+stalemate-test=raja-immobile", fen), None);
        assert_eq!(targets("nl+stalemate-test=raja-immobile", fen, "b1"), "b8");
    }

    #[test]
    fn the_jump_counts_as_a_move_of_the_raja() {
        let jumpless = rules("tr-literal+raja-jump=none");
        assert_eq!(State::start(&Rules::TR_LITERAL).outcome(&Rules::TR_LITERAL), None);
        assert_eq!(
            State::start(&jumpless).outcome(&jumpless),
            Some(Outcome { winner: WHITE, reason: Reason::Stalemate })
        );
    }

    #[test]
    fn without_safety_no_move_at_all_is_stalemate_though_attacked() {
        let fen = "7K/8/8/8/8/1N6/pp6/kp6 b";
        assert_eq!(outcome("nl", fen), Some((WHITE, Reason::Mate)));
        for test in ["no-move", "raja-immobile"] {
            let text = format!("nl+raja-safety=none+stalemate-test={test}");
            assert_eq!(outcome(&text, fen), Some((BLACK, Reason::Stalemate)), "{test}");
        }
    }

    const BARE_RAJA: [&str; 4] = ["plays-on", "loses", "loses-when-certain", "loses-at-once"];

    /// Returns who has won by a bare raja under each value of its knob.
    fn winners_over_bare_raja(rules: &str, fen: &str) -> [Option<Color>; 4] {
        BARE_RAJA.map(|value| {
            let (winner, reason) = outcome(&format!("{rules}+bare-raja={value}"), fen)?;
            assert_eq!(reason, Reason::BareRaja, "{rules} {value} {fen}");
            winner
        })
    }

    #[test]
    fn a_bare_raja_loses_by_its_knob() {
        for (fen, expected) in [
            // The opponent of the side to move is bare.
            ("1k6/8/8/8/8/8/8/R5K1 w", [None, WHITE, WHITE, WHITE]),
            ("1k5r/8/8/8/8/8/8/6K1 b", [None, BLACK, BLACK, BLACK]),
            // A padati on the last row has no moves, but it counts.
            ("P6k/8/8/8/8/8/8/7K w", [None, WHITE, WHITE, WHITE]),
            // The side to move is bare, and a capture may bare its opponent.
            ("1k6/8/8/8/8/8/8/R5K1 b", [None, None, None, WHITE]),
            ("1k5r/8/8/8/8/8/8/6K1 w", [None, None, None, BLACK]),
            ("7k/8/8/8/8/8/R7/1r5K w", [None; 4]),
            // The opponent has two pieces besides its raja: one capture cannot bare it.
            ("P5k1/8/8/8/8/8/8/R5K1 b", [None, None, WHITE, WHITE]),
            ("1k5r/7n/8/8/8/8/8/6K1 w", [None, None, BLACK, BLACK]),
            // Neither side has more.
            ("k7/8/8/8/8/8/8/7K w", [None; 4]),
            ("k7/8/8/8/8/8/8/7K b", [None; 4]),
        ] {
            assert_eq!(winners_over_bare_raja("chesscom", fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_bare_raja_that_could_take_the_other_raja_has_lost_all_the_same() {
        let (one, two) = ("8/8/8/8/8/7R/1k6/K7 b", "8/8/8/8/8/7R/1k5P/K7 b");
        for text in ["tr", "tr+raja-safety=none"] {
            assert!(targets(text, one, "b2").contains("a1"), "{text}");
            assert_eq!(winners_over_bare_raja(text, one), [None, None, None, WHITE], "{text}");
            assert_eq!(winners_over_bare_raja(text, two), [None, None, WHITE, WHITE], "{text}");
        }
    }

    #[test]
    fn a_capture_that_bares_is_the_last_move_only_if_it_cannot_be_returned() {
        let moves = |fen: &str| {
            BARE_RAJA.map(|value| {
                let rules = rules(&format!("chesscom+bare-raja={value}"));
                after(&rules, fen, &["b1b2"]).moves(&rules).len()
            })
        };
        // The ratha holds the b file, so a7 is the only square of the raja.
        assert_eq!(moves("k7/8/8/8/8/8/1n6/1R1K4 w"), [1, 1, 1, 0]);
        assert_eq!(moves("k7/8/8/8/8/8/1n6/1R1K3R w"), [1, 1, 0, 0]);
    }

    #[test]
    fn reasons_are_tested_in_order() {
        let captured = "8/8/8/8/8/8/8/R3K3 b";
        for value in BARE_RAJA {
            let text = format!("tr+bare-raja={value}");
            assert_eq!(outcome(&text, captured), Some((WHITE, Reason::RajaCaptured)), "{value}");
        }
        assert_eq!(outcome("nl+bare-raja=loses-when-certain", MATE), Some((WHITE, Reason::Mate)));
        assert_eq!(outcome("nl+bare-raja=loses-at-once", MATE), Some((WHITE, Reason::BareRaja)));
        let bare_and_stuck = "7K/5k1P/8/8/8/8/8/8 w";
        assert_eq!(outcome("shatranj", bare_and_stuck), Some((WHITE, Reason::BareRaja)));
        assert_eq!(outcome("chesscom", bare_and_stuck), Some((BLACK, Reason::Stalemate)));
    }

    #[test]
    fn a_game_that_is_over_counts_once_and_then_nothing() {
        for fen in [STALEMATE, MATE] {
            let state = state(&Rules::NL, fen);
            assert_eq!([0, 1, 2].map(|depth| state.perft(&Rules::NL, depth)), [1, 0, 0]);
        }
    }
}

mod refusal {
    use super::*;

    #[test]
    fn each_fault_has_its_kind() {
        for (fen, expected) in [
            ("k6k/8/8/8/8/8/8/K7 w", "rajas"),
            ("k7/8/8/8/7P/PPPPPPPP/8/K7 w", "padatis"),
            ("k7/8/8/8/PPPPPPP1/RRRNNN2/BBBQQ3/K7 w", "pieces"),
            ("k7/8/8/8/8/PPPPPPPP/RRR5/K7 w", "too-many"),
            ("k7/8/8/8/8/8/8/K6P w", "padati-on-first-row"),
            ("k6p/8/8/8/8/8/8/K7 w", "padati-on-first-row"),
            ("8/8/8/8/8/8/8/8 w", "no-rajas"),
            ("7k/8/8/8/8/8/8/8 w", "raja-missing"),
            ("7k/8/8/8/8/8/8/8 b", "raja-missing"),
            ("k7/8/8/8/8/8/R7/K7 w", "opponent-attacked"),
        ] {
            assert_eq!(kinds("nl", fen), [expected], "{fen}");
        }
    }

    #[test]
    fn each_type_by_itself_may_have_one_more_for_every_missing_padati() {
        // One padati is missing, and two types have one piece more than at the start.
        assert_eq!(kinds("nl", "k7/8/8/8/8/PPPPPPP1/RRRNNN2/K5BB w"), [""; 0]);
    }

    #[test]
    fn a_raja_may_be_missing_where_it_can_be_captured() {
        assert_eq!(kinds("tr", "7k/8/8/8/8/8/8/8 w"), [""; 0]);
        assert_eq!(outcome("tr", "7k/8/8/8/8/8/8/8 w"), Some((BLACK, Reason::RajaCaptured)));
        assert_eq!(kinds("tr", "7k/8/8/8/8/8/8/8 b"), ["raja-missing"]);
        assert_eq!(kinds("tr", "8/8/8/8/8/8/8/8 b"), ["no-rajas"]);
    }

    #[test]
    fn the_side_not_to_move_may_be_attacked_where_rajas_are_captured() {
        for text in ["tr", "nl+raja-safety=none"] {
            assert_eq!(kinds(text, "k7/8/8/8/8/8/R7/K7 w"), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_missing_raja_and_an_attacked_one_are_reported_together() {
        assert_eq!(kinds("nl", "k7/8/8/8/8/8/R7/8 w"), ["opponent-attacked", "raja-missing"]);
    }

    #[test]
    fn the_pieces_are_checked_before_the_rajas() {
        assert_eq!(kinds("nl", "p7/8/8/8/8/8/8/P7 w"), ["padati-on-first-row"]);
        assert_eq!(kinds("nl", "kk5p/8/8/8/7P/PPPPPPPP/R7/8 w"), ["padati-on-first-row", "padatis", "rajas"]);
    }
}
