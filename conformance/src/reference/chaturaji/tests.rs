//! Tests of the slow generator. Every expected value is derived by hand from the source.

use super::*;
use rules_core::Knobs;

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn turn(text: &str) -> Turn {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mv(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a placement of pieces such as `rKa4`, with the fields of a position text from the seat on.
fn placement(pieces: &str, fields: &str) -> Setup {
    let mut setup: Setup = format!("8/8/8/8/8/8/8/8 {fields}").parse().expect("fields of a position text");
    for piece in pieces.split_whitespace() {
        let (piece, place) = piece.split_at(2);
        setup.board[square(place).index()] = Some(piece.parse::<Piece>().expect("a piece"));
    }
    setup
}

/// Rules, a position and its points.
#[derive(Clone)]
struct Game {
    rules: Rules,
    state: State,
    tally: Tally,
}

fn game(text: &str, pieces: &str, fields: &str) -> Game {
    let rules = rules(text);
    let read = State::from_setup(&rules, &placement(pieces, fields));
    let (state, tally) = read.unwrap_or_else(|kinds| panic!("{pieces} {fields}: {kinds:?}"));
    Game { rules, state, tally }
}

impl Game {
    fn start(text: &str) -> Self {
        let rules = rules(text);
        Self { rules, state: State::start(&rules), tally: Tally::default() }
    }

    fn is_legal(&self, text: &str) -> bool {
        self.state.turns(&self.rules).iter().any(|&(legal, _)| legal == turn(text))
    }

    fn play(&self, text: &str) -> Self {
        let played = self.state.play_scored(&self.rules, &self.tally, turn(text));
        let (state, tally) = played.unwrap_or_else(|| panic!("{text} is not legal in {}", self.text()));
        Self { rules: self.rules, state, tally }
    }

    fn step(&self, text: &str) -> Option<Self> {
        let stepped = self.state.step_scored(&self.rules, &self.tally, mv(text));
        stepped.map(|(state, tally)| Self { rules: self.rules, state, tally })
    }

    fn text(&self) -> String {
        self.state.to_setup(&self.rules, &self.tally).to_string()
    }

    /// Returns a field of the position text.
    fn field(&self, index: usize) -> String {
        self.text().split(' ').nth(index).expect("a field").to_owned()
    }

    fn lost(&self) -> String {
        self.field(3)
    }

    fn scores(&self) -> String {
        self.field(4)
    }

    fn kings(&self) -> String {
        self.field(5)
    }

    fn is_over(&self) -> bool {
        self.state.is_over(&self.rules)
    }

    /// Returns the pieces on the board, such as `rKa4`, sorted by square.
    fn pieces(&self) -> String {
        let piece = |square: Square| self.state.at(square).map(|piece| format!("{piece}{square}"));
        Square::all().filter_map(piece).collect::<Vec<_>>().join(" ")
    }

    /// Returns the target squares of turns of one move from a square, sorted, each with the promotion letter.
    fn targets(&self, from: &str) -> String {
        let turns = self.state.turns(&self.rules).into_iter();
        let mut targets: Vec<String> = turns
            .filter_map(|(turn, _)| match turn {
                Turn::One(mv) if mv.from == square(from) => Some(mv.to_string()[2..].to_owned()),
                _ => None,
            })
            .collect();
        targets.sort();
        targets.join(" ")
    }

    /// Returns all turns, sorted, each with the number of rolls that allow it.
    fn turns(&self) -> Vec<(String, u32)> {
        self.state.turns(&self.rules).into_iter().map(|(turn, weight)| (turn.to_string(), weight)).collect()
    }

    fn turn_names(&self) -> String {
        self.turns().into_iter().map(|(turn, _)| turn).collect::<Vec<_>>().join(" ")
    }
}

mod start {
    use super::*;

    #[test]
    fn each_setup_has_its_squares() {
        assert_eq!(
            Game::start("ar").text(),
            "bB,bN,bE,bK,2,yP,yB/bP,bP,bP,bP,2,yP,yN/6,yP,yE/6,yP,yK/rK,rP,6/rE,rP,6/rN,rP,2,gP,gP,gP,gP/\
             rB,rP,2,gK,gE,gN,gB r - - 0,0,0,0 -"
        );
        assert_eq!(
            Game::start("ar+setup=left-handed").text(),
            "rB,rP,2,bK,bE,bN,bB/rN,rP,2,bP,bP,bP,bP/rE,rP,6/rK,rP,6/6,yP,yK/6,yP,yE/gP,gP,gP,gP,2,yP,yN/\
             gB,gN,gE,gK,2,yP,yB r - - 0,0,0,0 -"
        );
    }

    #[test]
    fn the_seats_play_around_the_board() {
        let seats = |text| {
            let mut game = Game::start(text);
            let mut seats = String::new();
            for _ in 0..5 {
                seats.push(game.state.seat.letter());
                game = game.play("pass");
            }
            seats
        };
        assert_eq!(seats("ar"), "rbygr");
        assert_eq!(seats("ar+turn-order=counter-clockwise"), "rgybr");
    }

    #[test]
    fn the_first_boat_can_take_a_king_at_once() {
        let red = game("ar", "rBa1 gKe1 bKd8", "r 22").play("a1c3+c3e1");
        assert_eq!((red.scores(), red.kings()), ("5,0,0,0".to_owned(), "rg".to_owned()));
    }
}

mod moves {
    use super::*;

    fn targets(pieces: &str, seat: &str, from: &str) -> String {
        game("ar-diceless", pieces, seat).targets(from)
    }

    #[test]
    fn the_king_steps_one_square() {
        assert_eq!(targets("rKd4 yPg8", "r", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
        assert_eq!(targets("rKa1 rPb1 yPg8", "r", "a1"), "a2 b2");
        // There is no check: it may move next to another king, and stay attacked.
        assert_eq!(targets("rKa1 yEa8 yKc1", "r", "a1"), "a2 b1 b2");
    }

    #[test]
    fn the_horse_leaps() {
        assert_eq!(targets("rNd4 yPg8 rPd5 yPe4 yPe6", "r", "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
        assert_eq!(targets("bNa8 yPg8 bPb6", "b", "a8"), "c7");
    }

    #[test]
    fn the_elephant_goes_straight_as_far_as_it_can() {
        assert_eq!(targets("rEd4 rPd6 yPf4 yPg8", "r", "d4"), "a4 b4 c4 d1 d2 d3 d5 e4 f4");
    }

    #[test]
    fn the_boat_leaps_two_squares_diagonally() {
        assert_eq!(targets("rBd4 yPg8", "r", "d4"), "b2 b6 f2 f6");
        // Over pieces, to an enemy, not to its own.
        assert_eq!(targets("rBd4 yPe5 rPc3 yPf6 rPb6 yPg8", "r", "d4"), "b2 f2 f6");
        assert_eq!(targets("gBh1 yPg8", "g", "h1"), "f3");
    }

    #[test]
    fn the_boat_can_go_straight_as_far_as_it_can() {
        let targets = |pieces| game("ar-diceless+boat-move=rook", pieces, "r").targets("d4");
        assert_eq!(targets("rBd4 rPd6 yPf4 yPg8"), "a4 b4 c4 d1 d2 d3 d5 e4 f4");
    }

    #[test]
    fn the_elephant_can_go_diagonally_as_far_as_it_can() {
        let targets = |pieces| game("ar-diceless+elephant-move=bishop", pieces, "r").targets("d4");
        assert_eq!(targets("rEd4 rPf6 yPb2 yPg8"), "a7 b2 b6 c3 c5 e3 e5 f2 g1");
    }

    #[test]
    fn the_boat_has_the_orbit_of_its_corner() {
        let orbit = |corner: &str| {
            let mut found = vec![corner.to_owned()];
            let mut index = 0;
            while index < found.len() {
                let from = found[index].clone();
                for to in targets(&format!("rB{from} yPa7 yPb8"), "r", &from).split(' ') {
                    if !found.contains(&to.to_owned()) {
                        found.push(to.to_owned());
                    }
                }
                index += 1;
            }
            found.sort();
            found.join(" ")
        };
        assert_eq!(orbit("a1"), "a1 a5 c3 c7 e1 e5 g3 g7");
        assert_eq!(orbit("h1"), "b3 b7 d1 d5 f3 f7 h1 h5");
        assert_eq!(orbit("h8"), "b2 b6 d4 d8 f2 f6 h4 h8");
        assert_eq!(orbit("a8"), "a4 a8 c2 c6 e4 e8 g2 g6");
    }

    #[test]
    fn the_pawn_steps_ahead_and_captures_diagonally() {
        for (seat, step, captures) in
            [("r", "e4", "e3 e5"), ("b", "d3", "c3 e3"), ("y", "c4", "c3 c5"), ("g", "d5", "c5 e5")]
        {
            let other = if seat == "r" { "y" } else { "r" };
            let ahead = |seat: &str| {
                let squares = format!("{step} {captures}");
                squares.split(' ').map(|square| format!("{seat}N{square} ")).collect::<String>()
            };
            let pawn = format!("{seat}Pd4 {other}Kh8");
            assert_eq!(targets(&pawn, seat, "d4"), step, "{seat} alone");
            assert_eq!(
                targets(&format!("{pawn} {}", ahead(other)), seat, "d4"),
                captures,
                "{seat} and enemies"
            );
            assert_eq!(targets(&format!("{pawn} {}", ahead(seat)), seat, "d4"), "", "{seat} and its own");
        }
    }

    #[test]
    fn the_pawn_has_no_double_step() {
        let start = Game::start("ar-diceless");
        assert_eq!(start.targets("b2"), "c2");
        assert_eq!(start.turn_names(), "a1c3 b1c1 a2c1 a2c3 b2c2 b3c3 a4a5 a4b5 b4c4");
    }

    #[test]
    fn a_king_is_captured_like_any_piece_and_its_army_stays() {
        let taken = game("ar-diceless", "rNd4 yKe6 yPg5 bKa8 gKe1", "r").play("d4e6");
        assert_eq!(taken.pieces(), "gKe1 yPg5 rNe6 bKa8");
    }
}

mod promotion {
    use super::*;

    /// Returns the target squares of a lone pawn of a seat from each lane, one step before its last row.
    fn arrivals(text: &str, seat: &str) -> String {
        let lanes = 1..=8;
        let from = |lane: u8| match seat {
            "r" => format!("g{lane}"),
            "y" => format!("b{lane}"),
            _ => format!("{}{}", char::from(b'a' + lane - 1), if seat == "b" { 2 } else { 7 }),
        };
        let other = if seat == "r" || seat == "y" { "gKd3" } else { "rKc4" };
        let one = |lane: u8| game(text, &format!("{seat}P{} {other}", from(lane)), seat).targets(&from(lane));
        lanes.map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn by_edge_both_halves_promote() {
        for setup in ["right-handed", "left-handed"] {
            let text = format!("ar-diceless+setup={setup}");
            assert_eq!(arrivals(&text, "r"), "h1b h2n h3e h4k h5k h6e h7n h8b");
            assert_eq!(arrivals(&text, "b"), "a1b b1n c1e d1k e1k f1e g1n h1b");
            assert_eq!(arrivals(&text, "y"), "a1b a2n a3e a4k a5k a6e a7n a8b");
            assert_eq!(arrivals(&text, "g"), "a8b b8n c8e d8k e8k f8e g8n h8b");
        }
    }

    #[test]
    fn own_half_promotes_opposite_the_back_row() {
        let right = "ar-diceless+promotion-piece=own-half";
        assert_eq!(arrivals(right, "r"), "h1b h2n h3e h4k h5 h6 h7 h8");
        assert_eq!(arrivals(right, "b"), "a1b b1n c1e d1k e1 f1 g1 h1");
        assert_eq!(arrivals(right, "y"), "a1 a2 a3 a4 a5k a6e a7n a8b");
        assert_eq!(arrivals(right, "g"), "a8 b8 c8 d8 e8k f8e g8n h8b");
        let left = "ar-diceless+setup=left-handed+promotion-piece=own-half";
        assert_eq!(arrivals(left, "r"), "h1 h2 h3 h4 h5k h6e h7n h8b");
        assert_eq!(arrivals(left, "b"), "a1 b1 c1 d1 e1k f1e g1n h1b");
        assert_eq!(arrivals(left, "y"), "a1b a2n a3e a4k a5 a6 a7 a8");
        assert_eq!(arrivals(left, "g"), "a8b b8n c8e d8k e8 f8 g8 h8");
    }

    #[test]
    fn every_pawn_can_become_a_boat() {
        let text = "ar-diceless+promotion-piece=boat";
        assert_eq!(arrivals(text, "r"), "h1b h2b h3b h4b h5b h6b h7b h8b");
        assert_eq!(arrivals(text, "b"), "a1b b1b c1b d1b e1b f1b g1b h1b");
        let pieces = "rPg2 rBa1 yKd8";
        assert_eq!(game(text, pieces, "r").targets("g2"), "h2");
        assert_eq!(game(text, pieces, "r - rB").targets("g2"), "h2b");
    }

    #[test]
    fn unmarked_squares_are_those_of_horse_and_elephant() {
        let text = "ar-diceless+promotion-piece=unmarked";
        assert_eq!(arrivals(text, "r"), "h1 h2n h3e h4 h5 h6e h7n h8");
        assert_eq!(arrivals(text, "b"), "a1 b1n c1e d1 e1 f1e g1n h1");
        assert_eq!(arrivals(text, "y"), "a1 a2n a3e a4 a5 a6e a7n a8");
        assert_eq!(arrivals(text, "g"), "a8 b8n c8e d8 e8 f8e g8n h8");
        let barred = arrivals(&format!("{text}+promotion-denied=barred"), "r");
        assert_eq!(barred.split_whitespace().collect::<Vec<_>>(), ["h2n", "h3e", "h6e", "h7n"]);
    }

    #[test]
    fn what_no_pawn_becomes_is_remembered_as_lost_too() {
        for piece in ["boat", "unmarked"] {
            let text = format!("ar+promotion-piece={piece}");
            assert_eq!(game(&text, "rKa4 rNb2 yKh5", "r - rN,rK").lost(), "rN,rK", "{piece}");
        }
    }

    #[test]
    fn the_half_that_promotes_to_nothing_can_be_barred() {
        let barred = "ar-diceless+promotion-piece=own-half+promotion-denied=barred";
        assert_eq!(arrivals(barred, "r").trim(), "h1b h2n h3e h4k");
        assert_eq!(game(barred, "rPg6 yKh5", "r").turn_names(), "pass");
    }

    #[test]
    fn only_what_was_lost_or_is_missing_comes_back() {
        let pieces = "rPg2 rNa1 yKd8";
        assert_eq!(game("ar-diceless", pieces, "r").targets("g2"), "h2");
        assert_eq!(game("ar-diceless", pieces, "r - rN").targets("g2"), "h2n");
        assert_eq!(game("ar-diceless", pieces, "r - yN").targets("g2"), "h2");
        let missing = "ar-diceless+promotion-requires=missing";
        assert_eq!(game(missing, pieces, "r - rN").targets("g2"), "h2");
        assert_eq!(game(missing, "rPg2 rBa1 yKd8", "r").targets("g2"), "h2n");
        let nothing = "ar-diceless+promotion-requires=nothing";
        assert_eq!(game(nothing, pieces, "r").targets("g2"), "h2n");
        assert_eq!(game(nothing, pieces, "r - rN").lost(), "-");
        let none = format!("{nothing}+promotion-piece=own-half+promotion-denied=barred");
        assert_eq!(game(&none, "rPg6 yKd8", "r").targets("g6"), "");
    }

    #[test]
    fn choice_and_denial() {
        // The horse is lost, the elephant is not.
        let pieces = "rPg2 rEa1 yKd8 yBh3";
        assert_eq!(game("ar-diceless", pieces, "r").targets("g2"), "h2n h3");
        let optional = "ar-diceless+promotion-choice=optional";
        assert_eq!(game(optional, pieces, "r").targets("g2"), "h2 h2n h3");
        assert_eq!(game("ar-diceless+promotion-denied=barred", pieces, "r").targets("g2"), "h2n");
        let both = "ar-diceless+promotion-choice=optional+promotion-denied=barred";
        assert_eq!(game(both, pieces, "r").targets("g2"), "h2 h2n");
        // Not even a king may be captured there.
        assert_eq!(game(both, "rPg2 rEa1 rNa2 yKh3", "r").targets("g2"), "");
    }

    #[test]
    fn a_capture_promotes_too() {
        let taken = game("ar-diceless", "gPf7 yNg8 rKa4", "g").play("f7g8n");
        assert_eq!((taken.pieces(), taken.scores()), ("rKa4 gNg8".to_owned(), "0,0,0,3".to_owned()));
    }

    #[test]
    fn a_seat_can_have_two_kings() {
        let pieces = "gPd7 gKe1 rKa4";
        assert_eq!(game("ar-diceless", pieces, "g").targets("d7"), "d8");
        let two = game("ar-diceless", pieces, "g - gK").play("d7d8k");
        assert_eq!((two.pieces(), two.lost()), ("gKe1 rKa4 gKd8".to_owned(), "gK".to_owned()));
    }

    #[test]
    fn a_pawn_that_stays_on_its_last_row_stays_for_good() {
        assert_eq!(game("ar-diceless", "yPa3 rKh1", "y - yE").turn_names(), "pass");
        assert_eq!(game("ar-diceless", "bPc1 rKh8 rPb2 rPd2", "b").turn_names(), "pass");
    }

    #[test]
    fn what_is_captured_is_lost_at_once_as_what_it_is_now() {
        let pieces = "rNh2 rNa2 rKa4 rBa1 rEa3 yEh8 yKg5";
        let taken = game("ar-diceless", pieces, "y").play("h8h2");
        assert_eq!((taken.lost(), taken.scores()), ("rN".to_owned(), "0,0,3,0".to_owned()));
        let missing = game("ar-diceless+promotion-requires=missing", pieces, "y").play("h8h2");
        assert_eq!(missing.lost(), "-");
        // A loss that the board shows is not written, but known: the elephant that comes back is the second.
        let bare = game("ar-diceless", "rEa3 rPg3 yEa8 yKd8", "y").play("a8a3");
        assert_eq!((bare.lost(), bare.targets("g3")), ("-".to_owned(), "h3e".to_owned()));
        let back = bare.play("g3h3e");
        assert_eq!(back.lost(), "rE");
    }

    #[test]
    fn a_pawn_is_not_among_what_is_lost() {
        let taken = game("ar-diceless", "rKa4 rPb4 yEb8 yKh5", "y").play("b8b4");
        assert_eq!((taken.lost(), taken.scores()), ("-".to_owned(), "0,0,1,0".to_owned()));
    }
}

mod triumph {
    use super::*;

    const OTHERS: &str = "yBd4 gBd5 rBe5 rKa4 bKd8 yKh5 gKe1";

    fn after(text: &str, pieces: &str, seat: &str, turn: &str) -> (String, String) {
        let after = game(text, pieces, seat).play(turn);
        (after.pieces(), after.scores())
    }

    fn pair(pieces: &str, scores: &str) -> (String, String) {
        (pieces.to_owned(), scores.to_owned())
    }

    /// ar § the triumph of the boat: the black boat on c6 moves to e4.
    #[test]
    fn the_example_of_the_source() {
        let pieces = format!("bBc6 {OTHERS}");
        let won = pair("gKe1 rKa4 bBe4 yKh5 bKd8", "0,6,0,0");
        assert_eq!(after("ar-diceless", &pieces, "b", "c6e4"), won);
        assert_eq!(after("ar", &pieces, "b", "c6e4"), won);
        assert_eq!(after("ar-diceless+boat-triumph=empty-square", &pieces, "b", "c6e4"), won);
        let none = pair("gKe1 rKa4 yBd4 bBe4 gBd5 rBe5 yKh5 bKd8", "0,0,0,0");
        assert_eq!(after("ar-diceless+boat-triumph=none", &pieces, "b", "c6e4"), none);
        let lost = |text| game(text, &format!("{pieces} rBa1 gBh1"), "b").play("c6e4").lost();
        assert_eq!(
            (lost("ar-diceless"), lost("ar-diceless+boat-triumph=none")),
            ("rB,gB".into(), "-".into())
        );
    }

    #[test]
    fn by_a_capture() {
        let pieces = format!("bBc6 gPe4 {OTHERS}");
        let won = pair("gKe1 rKa4 bBe4 yKh5 bKd8", "0,7,0,0");
        assert_eq!(after("ar-diceless", &pieces, "b", "c6e4"), won);
        let only = pair("gKe1 rKa4 yBd4 bBe4 gBd5 rBe5 yKh5 bKd8", "0,1,0,0");
        assert_eq!(after("ar-diceless+boat-triumph=empty-square", &pieces, "b", "c6e4"), only);
        assert_eq!(after("ar-diceless+boat-triumph=none", &pieces, "b", "c6e4"), only);
        let boat = game("ar-diceless", &format!("bBc6 gBe4 {OTHERS}"), "b").play("c6e4");
        assert_eq!(boat.scores(), "0,8,0,0");
        let king = game("ar-diceless", &format!("bBc6 gKe4 {OTHERS}"), "b").play("c6e4");
        assert_eq!((king.scores(), king.kings()), ("0,11,0,0".into(), "bg".into()));
    }

    /// Each of the five blocks that the boats of the start can fill, completed on each square from each side.
    #[test]
    fn the_five_blocks() {
        let mut completed = 0;
        for lowest in ["b2", "f2", "b6", "f6", "d4"] {
            let block = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(files, ranks)| square(lowest).offset(files, ranks).expect("on the board"));
            for arrival in block {
                let others: Vec<Square> = block.into_iter().filter(|&other| other != arrival).collect();
                let [one, two, three] = others[..] else { panic!("three other squares") };
                for from in DIAGONAL.map(|(files, ranks)| arrival.offset(2 * files, 2 * ranks)) {
                    let Some(from) = from else { continue };
                    let pieces = format!("rB{from} bB{one} yB{two} gB{three}");
                    let won = after("ar-diceless", &pieces, "r", &format!("{from}{arrival}"));
                    assert_eq!(won, (format!("rB{arrival}"), "6,0,0,0".to_owned()), "{pieces}");
                    completed += 1;
                }
            }
        }
        // The squares of the four blocks near the corners can be reached by 1, 2, 2 and 4 leaps.
        assert_eq!(completed, 4 * 9 + 4 * 4);
    }

    #[test]
    fn it_does_not_matter_whose_the_others_are() {
        let won = pair("gKe1 bBe4 yKh5", "0,6,0,0");
        assert_eq!(after("ar-diceless", "bBc6 yBd4 yBd5 yBe5 yKh5 gKe1", "b", "c6e4"), won);
        assert_eq!(after("ar-diceless", "bBc6 yBd4 gBd5 yBe5 yKh5 gKe1", "b", "c6e4"), won);
    }

    #[test]
    fn boats_that_were_pawns_can_meet_in_the_corner() {
        let won = after("ar-diceless", "rBc3 bBa2 yBb1 gBb2 yKh5", "r", "c3a1");
        assert_eq!(won, pair("rBa1 yKh5", "6,0,0,0"));
    }

    #[test]
    fn a_boat_that_slides_triumphs_at_any_block() {
        let text = "ar-diceless+boat-move=rook";
        let won = pair("rBc1 yKh5", "6,0,0,0");
        assert_eq!(after(text, "rBh1 bBb1 yBb2 gBc2 yKh5", "r", "h1c1"), won);
        // By the capture of a fourth boat.
        let won = pair("rBc1 yKh5", "8,0,0,0");
        assert_eq!(after(text, "rBh1 yBc1 bBb1 yBb2 gBc2 yKh5", "r", "h1c1"), won);
        // Two blocks at once, with the boat on d5 in both.
        let won = pair("rBd4 yKh5", "10,0,0,0");
        assert_eq!(after(text, "rBd1 bBc4 yBc5 gBd5 bBe4 yBe5 yKh5", "r", "d1d4"), won);
        // Only the square of arrival counts, not those on the way.
        let passed = pair("rBe1 bBd2 gBe2 yKh5", "2,0,0,0");
        assert_eq!(after(text, "rBa1 yBe1 bBd2 gBe2 yKh5", "r", "a1e1"), passed);
    }

    #[test]
    fn a_pawn_that_becomes_a_boat_does_not_triumph() {
        let text = "ar-diceless+promotion-piece=boat";
        let pieces = "rPg4 yNh5 yBh6 bBg5 gBg6 rKa4";
        let left = pair("rKa4 bBg5 rBh5 gBg6 yBh6", "3,0,0,0");
        assert_eq!(after(text, pieces, "r", "g4h5b"), left);
    }

    #[test]
    fn near_misses() {
        for (why, pieces) in [
            ("one of its own", "bBd4 gBd5 rBe5"),
            ("a horse", "yNd4 gBd5 rBe5"),
            ("only two", "gBd5 rBe5"),
            ("not in one block", "yBd4 gBf5 rBe5"),
            ("in a row", "yBd4 gBf4 rBe5"),
            ("around the block that it comes from", "yBd7 gBc7 rBd6"),
        ] {
            let after = game("ar-diceless", &format!("bBc6 {pieces} yKh5 gKe1"), "b").play("c6e4");
            assert_eq!(after.scores(), "0,0,0,0", "{why}");
        }
        // Only the arrival of a boat counts: another move does not capture boats in a block.
        let by_another = game("ar-diceless", &format!("bBe4 bPa7 {OTHERS}"), "b").play("a7a6");
        assert_eq!(by_another.scores(), "0,0,0,0");
        // A boat that leaves a full block captures nothing.
        let leaving = game("ar-diceless", &format!("bBe4 {OTHERS}"), "b").play("e4c6");
        assert_eq!(leaving.scores(), "0,0,0,0");
    }

    #[test]
    fn several_blocks_at_once() {
        let all = "bBc6 yBd3 yBe3 yBf3 gBd4 gBf4 gBd5 rBe5 rBf5 rKa4 yKh5 gKg8";
        assert_eq!(after("ar-diceless", all, "b", "c6e4"), pair("rKa4 bBe4 yKh5 gKg8", "0,16,0,0"));
        // Two blocks that share e5, which counts once.
        let two = "bBc6 gBd4 gBd5 rBe5 yBf5 yBf4 rKa4 yKh5";
        assert_eq!(after("ar-diceless", two, "b", "c6e4"), pair("rKa4 bBe4 yKh5", "0,10,0,0"));
        // Its own boat on f4 spoils the second block, so f4 and f5 stay.
        let spoilt = "bBc6 gBd4 gBd5 rBe5 yBf5 bBf4 rKa4 yKh5";
        let left = pair("rKa4 bBe4 bBf4 yBf5 yKh5", "0,6,0,0");
        assert_eq!(after("ar-diceless", spoilt, "b", "c6e4"), left);
    }

    #[test]
    fn a_pawn_that_the_first_die_made_a_boat_triumphs_by_the_second() {
        let pieces = "rPg1 rKa4 bBf2 bBg2 yBg3 yKh5 bKd8";
        let won = game("ar", pieces, "r 25").play("g1h1b+h1f3");
        assert_eq!(won.pieces(), "rBf3 rKa4 yKh5 bKd8");
        assert_eq!(won.scores(), "6,0,0,0");
    }

    #[test]
    fn the_last_army_can_be_taken_by_it() {
        let won = game("ar-diceless", "bBc6 yBd4 yBd5 gBe5", "b").play("c6e4");
        assert!(won.is_over());
        assert_eq!((won.field(1), won.pieces()), ("b".to_owned(), "bBe4".to_owned()));
    }
}

mod points {
    use super::*;

    #[test]
    fn every_piece_has_its_points() {
        for (piece, points) in [("P", 1), ("B", 2), ("N", 3), ("E", 4), ("K", 5)] {
            let pieces = format!("yEh1 r{piece}c1 rKa4 bKd8 gKg7");
            let taken = game("ar-diceless", &pieces, "y - - 7,8,9,10").play("h1c1");
            assert_eq!(taken.scores(), format!("7,8,{},10", 9 + points), "{piece}");
        }
    }

    #[test]
    fn every_piece_has_other_points_on_chess_com() {
        for (piece, points) in [("P", 1), ("B", 5), ("N", 3), ("E", 5), ("K", 3)] {
            let pieces = format!("yEh1 r{piece}c1 rKa4 bKd8 gKg7");
            let taken = game("ar-diceless+points=chesscom", &pieces, "y - - 7,8,9,10").play("h1c1");
            assert_eq!(taken.scores(), format!("7,8,{},10", 9 + points), "{piece}");
        }
    }

    #[test]
    fn the_pieces_of_a_frozen_seat_count_by_the_knob() {
        let taken = |points, kingless| {
            let text = format!("ar-diceless+points={points}+kingless={kingless}");
            game(&text, "yEh1 yKh5 rNc1 bKd8 gKg7", "y").play("h1c1").scores()
        };
        assert_eq!(taken("ar", "frozen"), "0,0,3,0");
        assert_eq!(taken("chesscom", "frozen"), "0,0,0,0");
        assert_eq!(taken("chesscom", "plays-on"), "0,0,3,0");
    }

    #[test]
    fn a_seat_is_frozen_from_the_capture_of_its_last_king_on() {
        let text = "ar+points=chesscom+kingless=frozen";
        let taken = |pieces| game(text, pieces, "y 44").play("h1c1+c1c8").scores();
        // The king first, then the horse of the same seat, and the other way round.
        assert_eq!(taken("yEh1 yKh5 rKc1 rNc8 bKe8 gKg7"), "0,0,3,0");
        assert_eq!(taken("yEh1 yKh5 rNc1 rKc8 bKe8 gKg7"), "0,0,6,0");
        // A second king keeps the seat from being frozen.
        assert_eq!(taken("yEh1 yKh5 rKc1 rNc8 rKa4 bKe8 gKg7"), "0,0,6,0");
    }

    #[test]
    fn a_triumph_after_the_capture_of_a_king_scores_no_frozen_boat() {
        let taken = |kingless, pieces| {
            let text = format!("ar-diceless+points=chesscom+kingless={kingless}");
            let pieces = format!("bBc6 gKe4 yBd4 gBd5 rBe5 rKa4 bKd8 yKh5 {pieces}");
            game(&text, &pieces, "b").play("c6e4").scores()
        };
        assert_eq!(taken("plays-on", ""), "0,18,0,0");
        assert_eq!(taken("frozen", ""), "0,13,0,0");
        assert_eq!(taken("frozen", "gKe1"), "0,18,0,0");
    }

    #[test]
    fn both_moves_of_a_turn_score() {
        let taken = game("ar", "yEh1 rNc1 rBc8 bKd8 gKg7", "y 44").play("h1c1+c1c8");
        assert_eq!(taken.scores(), "0,0,5,0");
    }

    #[test]
    fn scores_stay_below_what_a_text_can_say() {
        let taken = game("ar-diceless", "yEh1 rNc1 bKd8 gKg7", "y - - 0,0,65534,0").play("h1c1");
        assert_eq!(taken.scores(), "0,0,65535,0");
    }

    #[test]
    fn equal_scores_share_a_place() {
        let places = |scores| ranking(&Tally { scores, ..Tally::default() });
        assert_eq!(places([7, 7, 7, 7]), [1, 1, 1, 1]);
        assert_eq!(places([9, 5, 5, 1]), [1, 2, 2, 4]);
        assert_eq!(places([1, 9, 9, 5]), [4, 1, 1, 3]);
        assert_eq!(places([0, 65535, 3, 2]), [4, 1, 2, 3]);
    }
}

mod bonus {
    use super::*;

    /// Returns scores and kings after the red elephant captures the green king.
    fn taken(bonus: &str, pieces: &str, fields: &str) -> (String, String) {
        let text = format!("ar-diceless+king-bonus={bonus}");
        let after = game(&text, &format!("rEa1 gKe1 yPg5 bPd7 {pieces}"), fields).play("a1e1");
        (after.scores(), after.kings())
    }

    fn pair(scores: &str, kings: &str) -> (String, String) {
        (scores.to_owned(), kings.to_owned())
    }

    #[test]
    fn the_third_king_earns_it_under_each_value() {
        let fields = "r - - 10,0,0,0 rb,ry";
        assert_eq!(taken("added", "rKa4", fields), pair("69,0,0,0", "rb,ry,rg,r+"));
        assert_eq!(taken("replaces", "rKa4", fields), pair("54,0,0,0", "rb,ry,rg,r+"));
        assert_eq!(taken("none", "rKa4", fields), pair("15,0,0,0", "rb,ry,rg"));
        // The three kings gave nine points by the other table.
        let fields = "r - - 6,0,0,0 rb,ry";
        assert_eq!(taken("added+points=chesscom", "rKa4", fields), pair("63,0,0,0", "rb,ry,rg,r+"));
        assert_eq!(taken("replaces+points=chesscom", "rKa4", fields), pair("54,0,0,0", "rb,ry,rg,r+"));
        assert_eq!(taken("none+points=chesscom", "rKa4", fields), pair("9,0,0,0", "rb,ry,rg"));
    }

    #[test]
    fn the_second_king_does_not_nor_a_second_of_the_same_seat() {
        assert_eq!(taken("added", "rKa4", "r - - 0,0,0,0 rb"), pair("5,0,0,0", "rb,rg"));
        assert_eq!(taken("added", "rKa4", "r - - 0,0,0,0 rb,rg"), pair("5,0,0,0", "rb,rg"));
        // What other seats captured does not count for red.
        assert_eq!(taken("added", "rKa4", "r - - 0,0,0,0 rb,gy,by"), pair("5,0,0,0", "rb,rg,by,gy"));
    }

    #[test]
    fn a_king_of_ones_own_must_stand() {
        let fields = "r - - 0,0,0,0 rb,ry";
        assert_eq!(taken("added", "", fields), pair("5,0,0,0", "rb,ry,rg"));
        assert_eq!(taken("replaces", "", fields), pair("5,0,0,0", "rb,ry,rg"));
        // A regained king is enough.
        assert_eq!(taken("added", "rKh4", "r - rK 0,0,0,0 rb,ry"), pair("59,0,0,0", "rb,ry,rg,r+"));
    }

    #[test]
    fn a_king_regained_later_earns_nothing() {
        let later = game("ar-diceless", "rPg4 yPg5 bPd7", "r - - 15,0,0,0 rb,ry,rg").play("g4h4k");
        assert_eq!((later.scores(), later.kings()), pair("15,0,0,0", "rb,ry,rg"));
        // Neither does another king captured after that.
        assert_eq!(taken("added", "rKa4", "r - - 0,0,0,0 rb,ry,rg"), pair("5,0,0,0", "rb,ry,rg"));
    }

    #[test]
    fn it_is_paid_once() {
        assert_eq!(taken("added", "rKa4", "r - - 69,0,0,0 rb,ry,rg,r+"), pair("74,0,0,0", "rb,ry,rg,r+"));
    }

    #[test]
    fn the_king_itself_can_earn_it() {
        let pieces = "rKd1 gKe1 yPg5 bPd7";
        let after = game("ar-diceless", pieces, "r - - 0,0,0,0 rb,ry").play("d1e1");
        assert_eq!((after.scores(), after.kings()), pair("59,0,0,0", "rb,ry,rg,r+"));
    }

    /// The capture and the promotion are one move, after which the king is on the board.
    #[test]
    fn a_pawn_that_captures_and_becomes_a_king_earns_it() {
        let after = game("ar-diceless", "rPg3 yKh4 bPd7", "r - - 0,0,0,0 rb,rg").play("g3h4k");
        assert_eq!((after.scores(), after.kings()), pair("59,0,0,0", "rb,ry,rg,r+"));
    }

    #[test]
    fn each_move_of_a_turn_is_looked_at() {
        // The first move captures the third king; the own king returns only by the second.
        let pieces = "rEa1 gKe1 rPg4 yPg5 bPd7";
        let fields = "r 45 - 0,0,0,0 rb,ry";
        let late = game("ar", pieces, fields).play("a1e1+g4h4k");
        assert_eq!((late.scores(), late.kings()), pair("5,0,0,0", "rb,ry,rg"));
        let early = game("ar", pieces, fields).play("g4h4k+a1e1");
        assert_eq!((early.scores(), early.kings()), pair("59,0,0,0", "rb,ry,rg,r+"));
    }

    #[test]
    fn each_seat_can_earn_it() {
        let fields = "y - - 59,0,0,0 rb,ry,rg,r+,yr,yb";
        let after = game("ar-diceless", "yEh1 gKe1 rKa4 yKh5", fields).play("h1e1");
        assert_eq!((after.scores(), after.kings()), pair("59,0,59,0", "rb,ry,rg,r+,yr,yb,yg,y+"));
    }
}

mod order_of_play {
    use super::*;

    /// Every set of seats that can play, every mover among them, both orders of play, both ways to drop out.
    #[test]
    fn seats_that_cannot_play_are_passed_over() {
        for (order, seats) in [("clockwise", "rbyg"), ("counter-clockwise", "rgyb")] {
            for live in 0..16_usize {
                for mover in 0..4 {
                    let is_live = |index: usize| live >> (index % 4) & 1 != 0;
                    if !is_live(mover) {
                        continue;
                    }
                    let letter = |index: usize| &seats[index % 4..=index % 4];
                    let home = |index: usize| ["c3", "c6", "f6", "f3"][index % 4];
                    let pieces = |without: &str| -> String {
                        (0..4)
                            .map(|index| (index, if is_live(index) { "K" } else { without }))
                            .filter(|(_, role)| !role.is_empty())
                            .map(|(index, role)| format!("{}{role}{} ", letter(index), home(index)))
                            .collect()
                    };
                    let next = (mover + 1..mover + 4).find(|&index| is_live(index));
                    for (kingless, without) in [("plays-on", ""), ("frozen", ""), ("frozen", "N")] {
                        let text = format!("ar+turn-order={order}+kingless={kingless}");
                        let before = game(&text, &pieces(without), letter(mover));
                        assert_eq!(before.is_over(), next.is_none(), "{text} {live:04b}");
                        if let Some(next) = next {
                            let after = before.play("pass");
                            assert_eq!(after.field(1), letter(next), "{text} {live:04b} {mover}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_seat_without_a_king_plays_on_or_is_frozen() {
        let pieces = "rEa3 bNc7 bPb6 yKh5";
        assert_eq!(game("ar-diceless", pieces, "r").play("a3a4").field(1), "b");
        let frozen = game("ar-diceless+kingless=frozen", &format!("rKa1 {pieces}"), "r");
        assert_eq!(frozen.play("a3a4").field(1), "y");
        // Frozen pieces stay, can be captured and score.
        let taken = frozen.play("a3a4").play("h5g5").play("a4b4").play("g5f5").play("b4b6");
        assert_eq!((taken.scores(), taken.targets("c7")), ("1,0,0,0".to_owned(), String::new()));
    }

    #[test]
    fn the_loss_of_one_king_of_two_freezes_nobody() {
        let text = "ar-diceless+kingless=frozen";
        assert_eq!(game(text, "gEe8 gKe1 rKe5 rKa4 bKh8", "g").play("e8e5").field(1), "r");
        assert_eq!(game(text, "gEe8 gKe1 rKe5 rNa4 bKh8", "g").play("e8e5").field(1), "b");
    }

    #[test]
    fn a_seat_can_be_out_before_its_turn_comes() {
        let after = game("ar-diceless", "rEa1 bPa6 yKh5 gKe1", "r").play("a1a6");
        assert_eq!(after.field(1), "y");
    }
}

mod end {
    use super::*;

    #[test]
    fn the_last_army_ends_it() {
        let before = game("ar-diceless", "rEa1 rPb2 yKa8", "r");
        assert!(!before.is_over());
        let after = before.play("a1a8");
        assert!(after.is_over());
        assert_eq!(after.field(1), "r");
        assert_eq!(after.turns(), []);
        assert_eq!((after.state.perft(&after.rules, 0), after.state.perft(&after.rules, 1)), (1, 0));
        assert_eq!(after.state.play(&after.rules, Turn::Pass), None);
        assert!(game("ar", "", "r").is_over());
    }

    #[test]
    fn the_last_king_can_end_it() {
        let pieces = "rEa1 rKb4 yKa8 yPg5 gPe2";
        assert!(!game("ar-diceless", pieces, "r").play("a1a8").is_over());
        let text = "ar-diceless+game-end=last-king";
        let after = game(text, pieces, "r").play("a1a8");
        assert!(after.is_over());
        assert_eq!((after.field(1), after.turn_names()), ("r".to_owned(), String::new()));
        // Two kings of one seat count as one seat with a king. Without any king the game is over, too.
        assert!(game(text, "rKa1 rKa4 yPg5", "y").is_over());
        assert!(game(text, "rPb1 yPg5", "y").is_over());
        assert!(!game(text, "rKa1 bKa4 yPg5", "y").is_over());
        assert!(game(text, "rKa1", "y").is_over());
    }

    #[test]
    fn frozen_armies_do_not_count() {
        let pieces = "rEa1 rKb4 yKa8 yPg5 gPe2";
        let after = game("ar-diceless+kingless=frozen", pieces, "r").play("a1a8");
        assert!(after.is_over());
        assert_eq!(after.field(1), "r");
    }

    /// The game can end only between turns, so the second die can still be played.
    #[test]
    fn not_between_the_moves_of_a_turn() {
        let before = game("ar", "rEa1 rNb2 yKa8", "r 34");
        assert!(before.is_legal("a1a8+b2d3") && before.is_legal("a1a8+b2c4"));
        let half = before.step("a1a8").expect("a legal move");
        assert_eq!((half.is_over(), half.field(2)), (false, "3".to_owned()));
        assert_eq!(half.turn_names(), "pass b2d1 b2d3 b2a4 b2c4");
        for last in ["pass", "b2d3"] {
            let after = half.play(last);
            assert!(after.is_over());
            assert_eq!((after.field(1), after.field(2)), ("r".to_owned(), "-".to_owned()));
        }
        // With both dice left, it is between turns.
        let rolled = game("ar", "rEa1 rNb2", "r 34");
        assert_eq!((rolled.is_over(), rolled.turn_names()), (true, String::new()));
        assert_eq!(rolled.step("a1a8").map(|_| ()), None);
    }
}

mod dice {
    use super::*;

    const MEN: &str = "rNa2 rPb4 yKh5";

    #[test]
    fn each_face_has_its_pieces() {
        let pieces = "rBa1 rNa2 rEa3 rKa4 rPb4 yKh5";
        for (die, from) in [("2", "a1"), ("3", "a2"), ("4", "a3"), ("5", "a4 b4")] {
            let turns = game("ar", pieces, &format!("r {die}")).state.turns(&rules("ar"));
            let mut movers: Vec<String> =
                turns.iter().flat_map(|(turn, _)| turn.moves()).map(|mv| mv.from.to_string()).collect();
            movers.dedup();
            assert_eq!(movers.join(" "), from, "{die}");
        }
    }

    #[test]
    fn a_turn_is_nothing_one_move_or_two_in_either_order() {
        assert_eq!(
            game("ar", "rNa1 rPb4 yKh5", "r 35").turn_names(),
            "pass a1c2 a1b3 b4c4 a1c2+b4c4 a1b3+b4c4 b4c4+a1c2 b4c4+a1b3"
        );
    }

    #[test]
    fn like_dice_allow_a_single_move_once() {
        assert_eq!(
            game("ar", "rPb4 yKh5", "r 55").turns(),
            [("pass".to_owned(), 1), ("b4c4".to_owned(), 1), ("b4c4+c4d4".to_owned(), 1)]
        );
    }

    #[test]
    fn the_rolls_that_allow_a_turn_are_counted() {
        let weights = |text: &str| game(text, "rNa1 rPb4 yKh5", "r").turns();
        let find = |text: &str, turn: &str| {
            weights(text).into_iter().find(|(name, _)| name == turn).map(|(_, weight)| weight)
        };
        // 7 of 16 rolls show a given face; 35 and 53 allow both orders of two faces; 33 is one roll.
        assert_eq!(find("ar", "pass"), Some(16));
        assert_eq!(find("ar", "b4c4"), Some(7));
        assert_eq!(find("ar", "b4c4+a1b3"), Some(2));
        assert_eq!(find("ar", "a1b3+b3d4"), Some(1));
        assert_eq!(find("ar+dice-order=fixed", "b4c4"), Some(7));
        assert_eq!(find("ar+dice-order=fixed", "b4c4+a1b3"), Some(1));
        assert_eq!(find("ar+dice-order=fixed", "a1b3+b3d4"), Some(1));
    }

    #[test]
    fn each_rule_has_its_number_of_ordered_rolls() {
        for (text, number) in [("ar", 16), ("ar+dice=two-six", 36), ("ar+dice=one", 4), ("ar-diceless", 1)] {
            assert_eq!(rolls(&rules(text)).len(), number, "{text}");
        }
    }

    /// Returns the number of rolls that allow a turn of a boat, horse, elephant and pawn without enemies in
    /// reach.
    fn weight(text: &str, turn: &str) -> u32 {
        let turns = game(text, "rBa1 rNb1 rEg1 rPd4 yKh8", "r").turns();
        turns.into_iter().find(|(name, _)| name == turn).map_or(0, |(_, weight)| weight)
    }

    /// al-Biruni's dice show a pawn or king (d4) and an elephant (g1) in two ways of six, a boat (a1) and a
    /// horse (b1) in one.
    #[test]
    fn six_sided_dice_show_some_faces_twice() {
        for (turn, free, fixed) in [
            ("pass", 36, 36),
            ("d4e4", 20, 20),
            ("g1g2", 20, 20),
            ("a1c3", 11, 11),
            ("b1c3", 11, 11),
            ("d4e4+g1g2", 8, 4),
            ("g1g2+d4e4", 8, 4),
            ("d4e4+b1c3", 4, 2),
            ("a1c3+g1g2", 4, 2),
            ("b1a3+a1c3", 2, 1),
            ("d4e4+e4f4", 4, 4),
            ("g1g2+g2g3", 4, 4),
            ("a1c3+c3e5", 1, 1),
            ("b1c3+c3d5", 1, 1),
        ] {
            assert_eq!(weight("ar+dice=two-six", turn), free, "{turn}");
            assert_eq!(weight("ar+dice=two-six+dice-order=fixed", turn), fixed, "{turn}");
        }
    }

    #[test]
    fn one_die_is_the_whole_roll() {
        let text = "ar+dice=one";
        assert_eq!(
            game(text, "rNa1 rPb4 yKh5", "r").turns(),
            [("pass", 4), ("a1c2", 1), ("a1b3", 1), ("b4c4", 1)]
                .map(|(turn, weight)| (turn.to_owned(), weight))
        );
        let rolled = game(text, MEN, "r 5");
        assert_eq!(rolled.turn_names(), "pass b4c4");
        assert_eq!((rolled.play("b4c4").field(1), rolled.play("b4c4").field(2)), ("y".into(), "-".into()));
        // A turn has no half.
        assert!(rolled.step("b4c4").is_none());
        // The end is tested between turns, and this is between turns.
        let over = game(text, "rKa4", "r 5");
        assert_eq!((over.is_over(), over.turn_names()), (true, String::new()));
        assert!(!game("ar", "rKa4", "r 5").is_over());
    }

    const MUST: &str = "ar+dice-use=must";
    const MUST_FIXED: &str = "ar+dice-use=must+dice-order=fixed";

    #[test]
    fn dice_that_can_be_used_must_be() {
        let names = |text, pieces, dice: &str| game(text, pieces, &format!("r {dice}")).turn_names();
        let pieces = "rNa1 rPb4 yKh5";
        assert_eq!(names(MUST, pieces, "35"), "a1c2+b4c4 a1b3+b4c4 b4c4+a1c2 b4c4+a1b3");
        assert_eq!(names(MUST_FIXED, pieces, "35"), "a1c2+b4c4 a1b3+b4c4");
        assert_eq!(names(MUST_FIXED, pieces, "53"), "b4c4+a1c2 b4c4+a1b3");
        for text in [MUST, MUST_FIXED] {
            // No boat and no elephant can move.
            assert_eq!(names(text, pieces, "25"), "b4c4");
            assert_eq!(names(text, pieces, "52"), "b4c4");
            assert_eq!(names(text, pieces, "24"), "pass");
            assert_eq!(names(text, "rPb4 yKh5", "55"), "b4c4+c4d4");
            // The rest of a turn.
            assert_eq!(names(text, pieces, "5"), "b4c4");
            assert_eq!(names(text, pieces, "3"), "a1c2 a1b3");
            assert_eq!(names(text, pieces, "2"), "pass");
        }
        assert_eq!(names("ar+dice=one+dice-use=must", pieces, "5"), "b4c4");
        assert_eq!(names("ar+dice=one+dice-use=must", pieces, "2"), "pass");
    }

    #[test]
    fn a_move_that_makes_the_other_die_usable_must_come_first() {
        // The elephant on c4 is in the way of the pawn.
        let opens = |text, dice: &str| game(text, "rEc4 rPb4 yKh8", &format!("r {dice}")).turn_names();
        let moves = "c4c1 c4c2 c4c3 c4d4 c4e4 c4f4 c4g4 c4h4 c4c5 c4c6 c4c7 c4c8";
        let pairs = moves.split(' ').map(|mv| format!("{mv}+b4c4")).collect::<Vec<_>>().join(" ");
        assert_eq!(opens(MUST, "45"), pairs);
        assert_eq!(opens(MUST_FIXED, "45"), pairs);
        // The pawn cannot move when its die is due; then the elephant does, and the turn is over.
        assert_eq!(opens(MUST_FIXED, "54"), moves);
    }

    #[test]
    fn a_move_that_makes_the_other_die_useless_is_legal_only_in_the_order_of_the_dice() {
        let rolled = |text, dice: &str| game(text, "rEc1 rPb4 yKh8", &format!("r {dice}"));
        let (free, fixed) = (rolled(MUST, "45"), rolled(MUST_FIXED, "45"));
        assert!(free.is_legal("c1c3+b4c4") && free.is_legal("b4c4+c1c3") && !free.is_legal("c1c4"));
        assert!(fixed.is_legal("c1c3+b4c4") && fixed.is_legal("c1c4") && !fixed.is_legal("c1c3"));
        // 14 moves of the elephant, one of them to c4; 9 when the pawn is on c4.
        assert_eq!((free.turns().len(), fixed.turns().len()), (13 + 9, 13 + 1));
        assert_eq!(rolled(MUST_FIXED, "54").turns().len(), 9);
    }

    #[test]
    fn a_first_move_is_legal_if_a_legal_turn_begins_with_it() {
        let rolled = |text, dice: &str| game(text, "rEc1 rPb4 yKh8", &format!("r {dice}"));
        assert!(rolled(MUST, "45").step("c1c4").is_none());
        let half = rolled(MUST, "45").step("c1c3").expect("a legal move");
        assert_eq!((half.field(2), half.turn_names()), ("5".to_owned(), "b4c4".to_owned()));
        let half = rolled(MUST_FIXED, "45").step("c1c4").expect("a legal move");
        assert_eq!((half.field(2), half.turn_names()), ("5".to_owned(), "pass".to_owned()));
        // The first die can move, so the second cannot come first.
        assert!(rolled(MUST_FIXED, "54").step("c1c3").is_none());
        let ended = game(MUST_FIXED, "rEc4 rPb4 yKh8", "r 54").step("c4d4").expect("a legal move");
        assert_eq!((ended.field(1), ended.field(2)), ("y".to_owned(), "-".to_owned()));
    }

    #[test]
    fn the_rolls_that_must_be_used_are_counted() {
        // Rolls without a five, with one, and with two.
        for (dice, expected) in [("two", [9, 6, 1]), ("two-six", [16, 16, 4])] {
            let turns = game(&format!("{MUST}+dice={dice}"), "rPb4 yKh5", "r").turns();
            let names = ["pass", "b4c4", "b4c4+c4d4"].map(str::to_owned);
            assert_eq!(turns, names.into_iter().zip(expected).collect::<Vec<_>>(), "{dice}");
        }
        let one = game("ar+dice=one+dice-use=must", "rNa1 rPb4 yKh5", "r").turns();
        let expected = [("pass", 2), ("a1c2", 1), ("a1b3", 1), ("b4c4", 1)];
        assert_eq!(one, expected.map(|(turn, weight)| (turn.to_owned(), weight)));
    }

    #[test]
    fn the_order_of_the_dice_is_kept_or_not() {
        assert_eq!(game("ar", MEN, "r 53").field(2), "35");
        assert_eq!(game("ar+dice-order=fixed", MEN, "r 53").field(2), "53");
        let fixed = game("ar+dice-order=fixed", MEN, "r 53");
        assert!(fixed.is_legal("b4c4+a2c3") && !fixed.is_legal("a2c3+b4c4"));
        assert!(fixed.is_legal("a2c3") && fixed.is_legal("b4c4") && fixed.is_legal("pass"));
    }

    #[test]
    fn half_a_turn_leaves_the_other_die() {
        let half = game("ar", MEN, "r 35").step("a2c3").expect("a legal move");
        assert_eq!((half.field(1), half.field(2)), ("r".to_owned(), "5".to_owned()));
        assert_eq!(half.turn_names(), "pass b4c4");
        let after = half.step("b4c4").expect("a legal move");
        assert_eq!((after.field(1), after.field(2)), ("y".to_owned(), "-".to_owned()));
        let passed = half.play("pass");
        assert_eq!((passed.field(1), passed.field(2)), ("y".to_owned(), "-".to_owned()));
        let like = game("ar", MEN, "r 33").step("a2c3").expect("a legal move");
        assert_eq!(like.field(2), "3");
    }

    #[test]
    fn the_second_die_first_ends_a_turn_where_dice_have_an_order() {
        let fixed = game("ar+dice-order=fixed", MEN, "r 53");
        assert_eq!(fixed.step("b4c4").map(|half| half.field(2)), Some("3".to_owned()));
        let ended = fixed.step("a2c3").expect("a legal move");
        assert_eq!((ended.field(1), ended.field(2)), ("y".to_owned(), "-".to_owned()));
        assert_eq!(game("ar", MEN, "r 53").step("a2c3").map(|half| half.field(2)), Some("5".to_owned()));
    }

    #[test]
    fn no_step_without_its_die() {
        let none = |fields: &str, mv: &str| game("ar", MEN, fields).step(mv).is_none();
        assert!(none("r", "a2c3"));
        assert!(none("r 5", "a2c3"));
        assert!(none("r 24", "a2c3"));
        assert!(none("r 33", "a2a4"));
        assert!(none("r 55", "h5h6"));
        assert!(none("r 55", "d4d5"));
        assert!(game("ar-diceless", MEN, "r").step("a2c3").is_none());
    }

    #[test]
    fn what_the_first_die_made_moves_by_its_own_die() {
        let rolled = game("ar", "rPg2 yKd8", "r 35");
        assert_eq!(rolled.turn_names(), "pass g2h2n g2h2n+h2f1 g2h2n+h2f3 g2h2n+h2g4");
        // The die of its old type does not move it.
        assert_eq!(game("ar", "rPg2 yKd8", "r 55").turn_names(), "pass g2h2n");
        // A pawn that becomes a king moves by the same die.
        let king = game("ar", "rPg4 yKd8", "r 55");
        assert_eq!(king.turn_names(), "pass g4h4k g4h4k+h4g3 g4h4k+h4h3 g4h4k+h4g4 g4h4k+h4g5 g4h4k+h4h5");
    }

    #[test]
    fn what_the_first_move_takes_is_gone_for_the_second() {
        let rolled = game("ar", "rEa1 rPb4 yPc4 yKc1", "r 45");
        assert!(!rolled.is_legal("b4c4"));
        assert!(rolled.is_legal("a1c1") && !rolled.is_legal("a1c1+b4c4"));
        assert!(game("ar", "rEc1 rPb4 yPc4 yKh8", "r 45").is_legal("c1c4"));
        assert!(!game("ar", "rEc1 rPb4 yPc4 yKh8", "r 45").is_legal("c1c4+b4c4"));
        assert!(game("ar", "rEc1 rPb4 rPd4 yPc4 yKh8", "r 44").is_legal("c1c4+c4c8"));
    }

    #[test]
    fn without_dice_a_pass_is_forced_or_forbidden() {
        let stuck = game("ar-diceless", "rPh3 yKd8 gKd1", "r");
        assert_eq!(stuck.turns(), [("pass".to_owned(), 1)]);
        assert_eq!(stuck.play("pass").field(1), "y");
        let free = game("ar-diceless", MEN, "r");
        assert!(!free.is_legal("pass"));
        assert_eq!(free.state.play(&free.rules, Turn::Pass), None);
        assert!(!free.is_legal("a2c3+b4c4"));
        // Seats that can only pass do so forever.
        let all = game("ar-diceless", "rPh3 bPd1 yPa5 gPe8", "r");
        assert_eq!(all.state.perft(&all.rules, 9), 1);
    }

    #[test]
    fn a_pass_is_always_allowed_where_dice_may_be_skipped() {
        for dice in ["-", "3", "35"] {
            assert_eq!(game("ar", MEN, &format!("r {dice}")).play("pass").field(1), "y");
        }
    }
}

mod reading {
    use super::*;

    fn kinds(text: &str, pieces: &str, fields: &str) -> Vec<&'static str> {
        State::from_setup(&rules(text), &placement(pieces, fields)).err().unwrap_or_default()
    }

    #[test]
    fn each_reason_by_itself() {
        assert_eq!(kinds("ar-diceless", "rKa4 yKh5", "r 3"), ["dice-not-used"]);
        assert_eq!(kinds("ar-diceless", "rKa4 yKh5", "r 35"), ["dice-not-used"]);
        assert_eq!(kinds("ar+dice=one", "rKa4 yKh5", "r 35"), ["dice-count"]);
        assert_eq!(kinds("ar+dice=one", "rKa4 yKh5", "r 3"), [""; 0]);
        assert_eq!(kinds("ar+dice=two-six", "rKa4 yKh5", "r 35"), [""; 0]);
        let eight = "rNa1 rNa2 rNa3 rNa4 rNb1 rNb2 rNb3 rNb4 yKh5";
        assert_eq!(kinds("ar", eight, "r"), [""; 0]);
        assert_eq!(kinds("ar", &format!("{eight} rKc1"), "r"), ["pieces"]);
        assert_eq!(kinds("ar", "yKa1 rPb1 rPb2 rPb3 rPb4", "r"), [""; 0]);
        assert_eq!(kinds("ar", "yKa1 rPb1 rPb2 rPb3 rPb4 rPb5", "r"), ["pawns"]);
        for (pawn, others) in [("rPa8", "rPb8"), ("bPh8", "bPh7"), ("yPh1", "yPg1"), ("gPa1", "gPa2")] {
            assert_eq!(kinds("ar", &format!("{pawn} rKd4 yKe5"), "r"), ["pawn-on-back-row"], "{pawn}");
            assert_eq!(kinds("ar", &format!("{others} rKd4 yKe5"), "r"), [""; 0], "{others}");
        }
        assert_eq!(kinds("ar", "rKd4 yKe5", "b"), ["cannot-play"]);
        assert_eq!(kinds("ar+kingless=frozen", "rNd4 yKe5 bKa8", "r"), ["cannot-play"]);
        assert_eq!(kinds("ar", "rNd4 yKe5 bKa8", "r"), [""; 0]);
        assert_eq!(kinds("ar", "rKd4 yKe5", "r - - 0,0,0,0 rb,ry,r+"), ["undefined-bonus"]);
        assert_eq!(kinds("ar", "rKd4 yKe5", "r - - 0,0,0,0 rb,ry,rg,r+"), [""; 0]);
        let none = "ar+king-bonus=none";
        assert_eq!(kinds(none, "rKd4 yKe5", "r - - 0,0,0,0 rb,ry,rg,r+"), ["undefined-bonus"]);
    }

    #[test]
    fn any_seat_may_stand_in_a_game_that_is_over() {
        assert_eq!(kinds("ar", "rKd4", "b"), [""; 0]);
        assert_eq!(kinds("ar+game-end=last-king", "rKd4 yPe5", "b"), [""; 0]);
        assert_eq!(kinds("ar+kingless=frozen", "rKd4 yPe5", "y"), [""; 0]);
        assert_eq!(kinds("ar", "rKd4", "b 35"), [""; 0]);
        // With one die left it is not over.
        assert_eq!(kinds("ar", "rKd4", "b 3"), ["cannot-play"]);
        assert_eq!(kinds("ar+dice=two-six", "rKd4", "b 3"), ["cannot-play"]);
        // The only die is the whole roll.
        assert_eq!(kinds("ar+dice=one", "rKd4", "b 3"), [""; 0]);
    }

    #[test]
    fn all_reasons_together() {
        let pieces = "gPa1 rPb1 rPb2 rPb3 rPb4 rPb5 rNc1 rNc2 rNc3 rNc4 yKh5";
        assert_eq!(
            kinds("ar-diceless", pieces, "b 3 - 0,0,0,0 r+,g+"),
            ["cannot-play", "dice-not-used", "pawn-on-back-row", "pawns", "pieces", "undefined-bonus"]
        );
    }

    #[test]
    fn what_is_missing_is_lost() {
        let read = game("ar", "rKa4 rNa2 yKh5", "r - rN,rB,yK");
        assert_eq!(read.lost(), "rN,yK");
        let names = |seat: Seat| format!("{:?}", read.state.lost[seat as usize]);
        assert_eq!(names(Seat::Red), "{Boat, Horse, Elephant}");
        assert_eq!(names(Seat::Yellow), "{Boat, Horse, Elephant, King}");
        assert_eq!(names(Seat::Green), "{Boat, Horse, Elephant, King}");
        // Naming a missing type, or not, gives the same position.
        assert_eq!(read.state, game("ar", "rKa4 rNa2 yKh5", "r - rN,yK").state);
        assert_ne!(read.state, game("ar", "rKa4 rNa2 yKh5", "r - rN").state);
    }

    #[test]
    fn losses_are_not_kept_where_nothing_depends_on_them() {
        let text = "ar+promotion-requires=missing";
        let read = game(text, "rKa4 rNa2 yKh5", "r - rN,yK");
        assert_eq!(read.lost(), "-");
        assert_eq!(read.state, game(text, "rKa4 rNa2 yKh5", "r").state);
    }

    #[test]
    fn points_are_no_part_of_the_position() {
        let fields = "r - - 1,2,3,4 rb,ry,rg,r+";
        let read = game("ar", "rKa4 yKh5", fields);
        assert_eq!(read.state, game("ar", "rKa4 yKh5", "r").state);
        assert!(read.text().ends_with(fields));
    }
}

/// Laws that hold for any position.
mod laws {
    use super::*;
    use crate::random::chaturaji as random;
    use fastrand::Rng;

    const POSITIONS: u64 = 150;

    fn cases() -> impl Iterator<Item = Game> {
        (0..POSITIONS).map(|seed| {
            let mut rng = Rng::with_seed(seed);
            let rules = random::rules(&mut rng);
            let setup = random::setup(&mut rng, &rules);
            let read = State::from_setup(&rules, &setup);
            let (state, tally) = read.unwrap_or_else(|kinds| panic!("{rules} {setup}: {kinds:?}"));
            Game { rules, state, tally }
        })
    }

    #[test]
    fn what_is_written_is_read_back() {
        for game in cases() {
            let setup: Setup = game.text().parse().expect("a text that was written");
            let read = State::from_setup(&game.rules, &setup);
            assert_eq!(read, Ok((game.state.clone(), game.tally)), "{} {}", game.rules, game.text());
        }
    }

    /// The turns of rolled dice are those that single steps make up.
    #[test]
    fn turns_are_made_of_steps() {
        let has_two = |game: &Game| matches!(game.rules.dice, DiceRule::Two | DiceRule::TwoSix);
        let pass = |game: &Game| game.is_legal("pass").then(|| game.play("pass"));
        for mut game in cases().filter(has_two) {
            if game.state.dice == Dice::Unrolled {
                game.state.dice = Dice::Two(Face::Two, Face::Five);
            }
            if game.is_over() {
                continue;
            }
            let mut made: Vec<(Turn, Game)> = Vec::new();
            made.extend(pass(&game).map(|end| (Turn::Pass, end)));
            for first in game.state.moves(&game.rules) {
                let Some(half) = game.step(&first.to_string()) else { continue };
                if half.state.dice == Dice::Unrolled {
                    made.push((Turn::One(first), half));
                    continue;
                }
                made.extend(pass(&half).map(|end| (Turn::One(first), end)));
                for second in half.state.moves(&half.rules) {
                    made.extend(half.step(&second.to_string()).map(|end| (Turn::Two(first, second), end)));
                }
            }
            made.sort_by_key(|(turn, _)| *turn);
            let turns: Vec<(Turn, u32)> = made.iter().map(|(turn, _)| (*turn, 1)).collect();
            assert_eq!(game.state.turns(&game.rules), turns, "{} {}", game.rules, game.text());
            for (turn, end) in made {
                assert_eq!(game.play(&turn.to_string()).text(), end.text(), "{} {turn}", game.text());
            }
        }
    }

    /// A pass is legal where dice may be skipped, or where no die can move.
    #[test]
    fn a_pass_is_free_or_forced() {
        for game in cases().filter(|game| !game.is_over()) {
            let passes = game.is_legal("pass");
            let moves = game.turns().len() > usize::from(passes);
            let is_free = game.rules.dice != DiceRule::None && game.rules.dice_use == DiceUse::May;
            let is_roll = game.rules.dice == DiceRule::None || game.state.dice != Dice::Unrolled;
            assert!(passes || moves, "{} {}", game.rules, game.text());
            assert!(passes || !is_free, "{} {}", game.rules, game.text());
            assert!(!(passes && moves && is_roll) || is_free, "{} {}", game.rules, game.text());
        }
    }

    /// A symmetry of the game: how it maps squares, seats and rules.
    struct View {
        square: fn(Square) -> Square,
        seat: fn(Seat) -> Seat,
        rules: fn(Rules) -> Rules,
    }

    impl View {
        fn setup(&self, setup: &Setup) -> Setup {
            let mut seen = Setup { seat: (self.seat)(setup.seat), dice: setup.dice, ..Setup::EMPTY };
            for square in Square::all() {
                seen.board[(self.square)(square).index()] =
                    setup.board[square.index()].map(|piece| Piece { seat: (self.seat)(piece.seat), ..piece });
            }
            for seat in Seat::ALL {
                let (from, to) = (seat as usize, (self.seat)(seat) as usize);
                seen.lost[to] = setup.lost[from];
                seen.tally.scores[to] = setup.tally.scores[from];
                seen.tally.paid[to] = setup.tally.paid[from];
                for victim in Seat::ALL {
                    let taken = setup.tally.kings[from][victim as usize];
                    seen.tally.kings[to][(self.seat)(victim) as usize] = taken;
                }
            }
            seen
        }

        fn turn(&self, turn: Turn) -> Turn {
            let see = |mv: Move| Move { from: (self.square)(mv.from), to: (self.square)(mv.to), ..mv };
            match turn {
                Turn::Pass => Turn::Pass,
                Turn::One(first) => Turn::One(see(first)),
                Turn::Two(first, second) => Turn::Two(see(first), see(second)),
            }
        }

        fn game(&self, game: &Game) -> Game {
            let rules = (self.rules)(game.rules);
            let setup = self.setup(&game.state.to_setup(&game.rules, &game.tally));
            let (state, tally) =
                State::from_setup(&rules, &setup).expect("accepted from here, so from there");
            Game { rules, state, tally }
        }

        fn holds(&self, game: &Game) {
            let seen = self.game(game);
            let turns = game.state.turns(&game.rules);
            let mut expected: Vec<(Turn, u32)> =
                turns.iter().map(|&(turn, weight)| (self.turn(turn), weight)).collect();
            expected.sort();
            assert_eq!(seen.state.turns(&seen.rules), expected, "{} {}", game.rules, game.text());
            for &(turn, _) in turns.iter().step_by(1 + turns.len() / 20) {
                let after = self.game(&game.play(&turn.to_string())).text();
                let seen_after = seen.play(&self.turn(turn).to_string()).text();
                assert_eq!(seen_after, after, "{} {} {turn}", game.rules, game.text());
            }
        }
    }

    /// A quarter turn clockwise: red takes the place of black, and so on. It changes no rule.
    #[test]
    fn the_seats_are_alike() {
        let view = View {
            square: |square| Square::new(square.rank(), 7 - square.file()).expect("on the board"),
            seat: |seat| match seat {
                Seat::Red => Seat::Black,
                Seat::Black => Seat::Yellow,
                Seat::Yellow => Seat::Green,
                Seat::Green => Seat::Red,
            },
            rules: |rules| rules,
        };
        cases().for_each(|game| view.holds(&game));
    }

    /// A mirror image exchanges black and green, the hand of the setup, and the order of play.
    #[test]
    fn the_mirror_image_is_the_game_of_the_other_hand() {
        let view = View {
            square: |square| Square::new(square.file(), 7 - square.rank()).expect("on the board"),
            seat: |seat| match seat {
                Seat::Black => Seat::Green,
                Seat::Green => Seat::Black,
                other => other,
            },
            rules: |rules| {
                let mut mirrored = rules;
                for name in ["setup", "turn-order"] {
                    let knob = Rules::KNOBS.iter().find(|knob| knob.id == name).expect("a knob");
                    (knob.set)(&mut mirrored, 1 - (knob.get)(&rules));
                }
                mirrored
            },
        };
        cases().for_each(|game| view.holds(&game));
        for text in ["ar", "ar+setup=left-handed"] {
            view.holds(&Game::start(text));
            let start = view.game(&Game::start(text));
            assert_eq!(start.state, State::start(&start.rules));
        }
    }
}
