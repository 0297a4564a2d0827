//! The rules of chaturanga in sentences.

use super::{Manual, Section, list, matters, section, sentences};
use rules_core::chaturanga::{
    BareRaja, Color, ElephantMove, HorseMove, PromotionChoice, PromotionDenied, PromotionPiece,
    PromotionRequires, RajaJump, RajaJumpCapture, RajaSafety, Role, Rules, Setup, Stalemate, StalemateTest,
};
use rules_core::{Knobs, Square};

impl Manual for Rules {
    fn basics(&self) -> Vec<Section> {
        vec![
            section(
                "board",
                [
                    "The board has 8 files, a to h, and 8 ranks, 1 to 8. White sits at rank 1 and \
                        has a1 at its left; Black sits at rank 8.",
                    "Forward is towards rank 8 for White and towards rank 1 for Black. The last row \
                        is rank 8 for White and rank 1 for Black.",
                ],
            ),
            section("pieces", pieces()),
            section("start", start(self)),
            section("moves", moves(self)),
            section("attack", attack()),
            section("promotion", promotion(self)),
            section("end", end(self)),
            section("position text", position_text(self)),
            section(
                "move text",
                ["A move is written as its two squares, such as e2e3, and a promotion with the \
                        lower-case letter of the new piece after them, such as c7c8b. The jump of \
                        the raja is written as a plain move."],
            ),
            section(
                "counting",
                ["A ply is one legal move. perft(0) is 1, and perft(n) is the number of sequences \
                        of n legal moves; a game that is over earlier adds nothing."],
            ),
        ]
    }

    fn in_full(&self, knob: &str) -> Vec<String> {
        match knob {
            "setup" => setup(self),
            "horse-move" => vec![format!("The ashva {}.", horse(self))],
            "elephant-move" => vec![format!("The gaja {}.", elephant(self))],
            "raja-jump" => raja_jump(self),
            "raja-jump-capture" => vec![match (self.raja_jump, self.raja_jump_capture) {
                (RajaJump::None, _) => "It has no effect, because there is no jump.".to_owned(),
                (_, RajaJumpCapture::Any) => "The jump may capture any enemy piece but the raja.".to_owned(),
                (_, RajaJumpCapture::None) => "The jump may not capture.".to_owned(),
            }],
            "promotion-piece" => promotion_piece(self),
            "promotion-barred-files" => vec![if self.promotion_barred_files.bits() == 0 {
                "No file is barred.".to_owned()
            } else {
                let files =
                    ('a'..='h').zip(0..).filter(|&(_, file)| self.promotion_barred_files.contains(file));
                format!(
                    "No padati of either side promotes by arriving on a square of these files: {}. \
                        promotion-denied says what happens there.",
                    list(files.map(|(letter, _)| letter))
                )
            }],
            "promotion-requires" => promotion_requires(self),
            "promotion-choice" => promotion_choice(self),
            "promotion-denied" => promotion_denied(self),
            "raja-safety" => raja_safety(self),
            "stalemate" => vec![stalemate_result(self)],
            "stalemate-test" => stalemate_test(self),
            "bare-raja" => bare_raja(self),
            _ => Vec::new(),
        }
    }
}

fn pieces() -> [String; 2] {
    let letters = Role::ALL.map(|role| format!("{} {role}", role.letter().to_ascii_uppercase()));
    let counts = Role::ALL.map(|role| format!("{} {role}", role.start_count()));
    [
        format!("The letters are {}; upper case for White, lower case for Black.", list(letters)),
        format!("Each side begins with {}.", list(counts)),
    ]
}

fn start(rules: &Rules) -> [String; 3] {
    [
        format!("The game begins with {}.", Setup::start(rules)),
        setup(rules)[0].clone(),
        "White moves first. The players alternate, one move each, and may not pass.".to_owned(),
    ]
}

/// Returns the square of a side's raja at the start.
fn initial_raja(rules: &Rules, color: Color) -> String {
    initial_squares(rules, color, Role::Raja)
}

/// Returns the squares of the first row on which this role begins.
fn initial_squares(rules: &Rules, color: Color, role: Role) -> String {
    let files = (0..8).filter(|&file| rules.start_role(color, file) == role);
    let squares: Vec<String> = files
        .filter_map(|file| Square::new(file, color.first_rank()))
        .map(|square| square.to_string())
        .collect();
    squares.join(" and ")
}

fn setup(rules: &Rules) -> Vec<String> {
    let side = |color: Color| {
        let roles = [Role::Raja, Role::Mantri, Role::Ratha, Role::Gaja, Role::Ashva];
        let squares = roles.map(|role| format!("{role} {}", initial_squares(rules, color, role)));
        format!(
            "{color}: {}, padatis on all of rank {}",
            list(squares),
            1 + (i16::from(color.first_rank()) + i16::from(color.forward()))
        )
    };
    vec![format!("{}.", Color::ALL.map(side).join("; "))]
}

fn horse(rules: &Rules) -> &'static str {
    match rules.horse_move {
        HorseMove::Knight => {
            "leaps two squares along a rank or file and one square to the side, whatever stands \
                between"
        }
        HorseMove::Camel => {
            "leaps three squares along a rank or file and one square to the side, whatever stands \
                between"
        }
    }
}

fn elephant(rules: &Rules) -> &'static str {
    match rules.elephant_move {
        ElephantMove::Alfil => "leaps exactly two squares along a diagonal, whatever stands between",
        ElephantMove::LameAlfil => {
            "moves exactly two squares along a diagonal, and only when the square between is empty; \
                it does not stop there"
        }
        ElephantMove::Dabbaba => {
            "leaps exactly two squares along a rank or file, whatever stands \
            between"
        }
        ElephantMove::Silver => {
            "moves one square diagonally in any direction, or one square \
            straight forward"
        }
    }
}

fn moves(rules: &Rules) -> Vec<String> {
    let can_capture_raja = rules.raja_safety != RajaSafety::AllMoves;
    let jumps = rules.raja_jump != RajaJump::None;
    sentences([
        (true, "The raja moves one square in any of the eight directions.".to_owned()),
        (jumps, "Once in the game the raja may also jump, under the conditions of raja-jump.".to_owned()),
        (true, "The mantri moves one square diagonally.".to_owned()),
        (
            true,
            "The ratha moves any number of squares along a rank or file, up to the first piece, \
                which it may capture."
                .to_owned(),
        ),
        (true, format!("The gaja {}.", elephant(rules))),
        (true, format!("The ashva {}.", horse(rules))),
        (
            true,
            "The padati moves one square straight forward, onto an empty square only, and captures \
                one square diagonally forward, where it moves only to capture."
                .to_owned(),
        ),
        (true, "There is no double step, no capture en passant and no castling.".to_owned()),
        (
            true,
            "Every piece but the padati captures as it moves. A captured piece leaves the board and \
                the captor takes its square. No piece moves to a square that holds a piece of its \
                own side."
                .to_owned(),
        ),
        (
            can_capture_raja,
            "A raja may be captured like any piece, though not by a jump. The captor wins.".to_owned(),
        ),
        (true, raja_safety(rules)[0].clone()),
    ])
}

fn attack() -> [&'static str; 4] {
    [
        "A square is attacked by a side when the way in which one of its pieces captures reaches the \
            square. A piece attacks squares of its own side as well: it guards them.",
        "An attack does not depend on whether the capture would be legal: the safety of the \
            attacker's own raja and the bans of promotion are ignored.",
        "A padati always attacks both squares diagonally ahead of it, and not the square straight \
            ahead. The jump of the raja attacks nothing.",
        "A raja is attacked when its square is attacked by the other side. Whether a move leaves a \
            raja attacked is tested in the position after the move, with the moved piece on its new \
            square and the captured piece gone.",
    ]
}

/// Returns what padatis of a side promote to, square by square.
fn promotion_squares(rules: &Rules, color: Color) -> String {
    let square = |file| {
        let role = rules.promotion_role(color, file).map_or("nothing".to_owned(), |role| role.to_string());
        Square::new(file, color.last_rank()).map(|square| format!("{square} {role}"))
    };
    format!("{color}: {}.", list((0..8).filter_map(square)))
}

/// Returns whether a padati promotes anywhere.
fn can_promote(rules: &Rules) -> bool {
    Color::ALL.into_iter().any(|color| (0..8).any(|file| rules.promotion_role(color, file).is_some()))
}

fn promotion(rules: &Rules) -> Vec<String> {
    if !can_promote(rules) {
        let mut told = vec!["No padati ever promotes.".to_owned()];
        told.extend(promotion_denied(rules));
        return told;
    }
    let mut told = vec![
        "A padati promotes only by the move that brings it to its last row, and becomes the piece of \
            the square on which it arrives, as promotion-piece and promotion-barred-files decide:"
            .to_owned()
            + " "
            + &Color::ALL.map(|color| promotion_squares(rules, color)).join(" "),
    ];
    told.extend(promotion_requires(rules));
    told.extend(promotion_choice(rules));
    if matters(rules, "promotion-denied") {
        told.extend(promotion_denied(rules));
    }
    told.push("A promoted piece is a piece of its new type in every respect.".to_owned());
    told
}

fn end(rules: &Rules) -> Vec<String> {
    let captured = rules.raja_safety != RajaSafety::AllMoves;
    let mut told = sentences([
        (
            true,
            "The tests are made after every move, in this order, and the first that holds decides. A \
                position in which the game is over has no legal move."
                .to_owned(),
        ),
        (captured, "Raja captured. A side without a raja has lost.".to_owned()),
    ]);
    if rules.bare_raja != BareRaja::PlaysOn {
        told.extend(bare_raja(rules).into_iter().map(|sentence| format!("Bare raja. {sentence}")));
    }
    if rules.raja_safety != RajaSafety::None {
        told.push(
            "Mate. The side to move has lost when its raja is attacked and it has no legal move.".to_owned(),
        );
    }
    told.extend(stalemate_test(rules).into_iter().map(|sentence| format!("Stalemate. {sentence}")));
    told.push(stalemate_result(rules));
    told.push("No repetition of positions and no number of moves ends the game.".to_owned());
    told
}

/// Returns whether positions remember lost pieces.
fn keeps_lost(rules: &Rules) -> bool {
    Knobs::canonical(rules).promotion_requires == PromotionRequires::Lost
}

fn position_text(rules: &Rules) -> Vec<String> {
    let jumps = rules.raja_jump != RajaJump::None;
    let lost = keeps_lost(rules);
    sentences([
        (
            true,
            "A position is written as `ranks side jump lost halfmove fullmove`, as in FEN. The \
                fields after the side may be left out when a text is read: they are `- - 0 1` then."
                .to_owned(),
        ),
        (
            true,
            "Ranks: from rank 8 to rank 1, joined by `/`, each from file a to file h; a digit is a \
                number of empty squares. Side: `w` or `b`, the side to move."
                .to_owned(),
        ),
        (
            jumps,
            "Jump: `K` when White holds the right to the jump, `k` when Black does, `-` when neither \
                does."
                .to_owned(),
        ),
        (!jumps, "Jump: always `-`, because there is no jump.".to_owned()),
        (
            lost,
            "Lost: the types that a side has lost although the board shows as many as at the start, \
                White's in the order `RNBQ`, then Black's in the order `rnbq`; `-` for none. A type \
                of which the board shows fewer is lost in any case and is not written."
                .to_owned(),
        ),
        (!lost, "Lost: always `-`, because no rule asks what was lost earlier.".to_owned()),
        (
            true,
            "Halfmove: the moves since the last capture or padati move. Fullmove: the number of the \
                move, 1 at the start. No rule depends on them."
                .to_owned(),
        ),
    ])
}

fn raja_jump(rules: &Rules) -> Vec<String> {
    let checked = matches!(rules.raja_jump, RajaJump::UntilChecked | RajaJump::UntilCheckedOrMoved);
    let moved = matches!(rules.raja_jump, RajaJump::UntilMoved | RajaJump::UntilCheckedOrMoved);
    if rules.raja_jump == RajaJump::None {
        return vec!["The raja never jumps.".to_owned()];
    }
    let target = match rules.raja_jump_capture {
        RajaJumpCapture::Any => "must be empty or hold an enemy piece other than the raja",
        RajaJumpCapture::None => "must be empty",
    };
    let [white, black] = Color::ALL.map(|color| initial_raja(rules, color));
    sentences([
        (
            true,
            "Each side holds the right to one jump from the start. The position records who still \
            holds it."
                .to_owned(),
        ),
        (
            true,
            "A raja may jump only while its side holds the right, and only while it is not \
            attacked."
                .to_owned(),
        ),
        (true, format!("It leaps as the ashva of these rules does: it {}.", horse(rules))),
        (true, format!("The target square {target}.")),
        (
            rules.raja_safety != RajaSafety::None,
            "The raja must not be attacked on the target square, in the position after the jump.".to_owned(),
        ),
        (rules.raja_safety == RajaSafety::None, "The raja may jump to an attacked square.".to_owned()),
        (true, "The jump attacks nothing: it gives no check and guards no square.".to_owned()),
        (true, "The right ends when it is used.".to_owned()),
        (
            checked,
            "It also ends, for good, at any moment at which that side's raja is attacked: this is \
                tested for both sides after every move, and when a position is read."
                .to_owned(),
        ),
        (
            moved,
            format!(
                "It also ends, for good, at any other move of the raja. A text that gives it to a \
                    raja off its initial square ({white} for White, {black} for Black) is read \
                    without it."
            ),
        ),
        (
            !checked,
            "An attack on the raja only prevents the jump while it lasts; the right stays.".to_owned(),
        ),
        (!moved, "Ordinary moves of the raja do not end the right.".to_owned()),
    ])
}

fn promotion_piece(rules: &Rules) -> Vec<String> {
    let rule = match rules.promotion_piece {
        PromotionPiece::BySquare => {
            "A padati becomes the type that stood on its promotion square at the start, in the array \
                of the other side. Where that was the raja, it does not promote."
        }
        PromotionPiece::ByFile => {
            "A padati becomes the type that stood at the start on the file on which it arrives, in \
                the first row of its own side. Where that was the raja, it does not promote."
        }
        PromotionPiece::ByFileOrMantri => {
            "A padati becomes the type that stood at the start on the file on which it arrives, in \
                the first row of its own side, and a mantri where that was the raja."
        }
        PromotionPiece::Mantri => "A padati becomes a mantri on every square of its last row.",
    };
    let barred = (rules.promotion_barred_files.bits() != 0).then_some("Barred files give nothing.");
    let squares = Color::ALL.map(|color| promotion_squares(rules, color));
    [Some(rule), barred].into_iter().flatten().map(str::to_owned).chain(squares).collect()
}

fn promotion_requires(rules: &Rules) -> Vec<String> {
    if !can_promote(rules) {
        return vec!["It has no effect, because no padati ever promotes.".to_owned()];
    }
    match rules.promotion_requires {
        PromotionRequires::Lost => vec![
            "It may promote to a type only if its side has at some time lost a piece of that type by \
                capture."
                .to_owned(),
            "The position remembers, for each side, which of ratha, ashva, gaja and mantri were ever \
                captured. A promoted piece that is captured counts as what it was then. Promoting \
                gives nothing back: one loss allows any number of promotions."
                .to_owned(),
        ],
        PromotionRequires::Missing => {
            let counts = Role::OFFICERS.map(|role| format!("{} {role}", role.start_count()));
            vec![format!(
                "It may promote to a type only while its side has fewer pieces of that type on the \
                    board than at the start ({}).",
                list(counts)
            )]
        }
        PromotionRequires::Nothing => {
            vec!["It may promote whether or not its side has lost anything.".to_owned()]
        }
    }
}

fn promotion_choice(rules: &Rules) -> Vec<String> {
    if !can_promote(rules) {
        return vec!["It has no effect, because no padati ever promotes.".to_owned()];
    }
    vec![match rules.promotion_choice {
        PromotionChoice::Forced => "Where it may promote, it must: the plain move to that square is \
            not legal."
            .to_owned(),
        PromotionChoice::Optional => "Where it may promote, both moves are legal: the promotion, and \
            the plain move, after which it stays a padati on the last row for good."
            .to_owned(),
    }]
}

fn promotion_denied(rules: &Rules) -> Vec<String> {
    if !matters(rules, "promotion-denied") {
        return vec![
            "It has no effect, because every padati may promote on every square of its last row.".to_owned(),
        ];
    }
    let where_denied = "Where it may not promote, because the square gives nothing or what \
        promotion-requires asks for does not hold,";
    match rules.promotion_denied {
        PromotionDenied::Stays => vec![format!(
            "{where_denied} it may still move there or capture there. It stays a padati on \
                the last row for good, and has no moves."
        )],
        PromotionDenied::Barred => vec![
            format!(
                "{where_denied} it may not move there, not even by a capture, and not even to \
                capture a raja. It attacks the square all the same."
            ),
            "A padati that stands on its last row in a position text is accepted, and has no moves."
                .to_owned(),
        ],
    }
}

fn raja_safety(rules: &Rules) -> Vec<String> {
    match rules.raja_safety {
        RajaSafety::AllMoves => vec![
            "A move is legal only if the mover's own raja is not attacked in the position after the \
                move. So an attack on the raja must be answered, and no raja is ever captured."
                .to_owned(),
            "A position text in which the raja of the side not to move is attacked, or in which a \
                raja is missing, is refused."
                .to_owned(),
        ],
        RajaSafety::OwnMoves => vec![
            "A move of the raja, by a step or a jump, is legal only if it is not attacked in the \
                position after the move, even where it captures the other raja. Moves of other \
                pieces are legal whether or not they leave their own raja attacked, and an attack on \
                the raja need not be answered."
                .to_owned(),
            "A raja that is left attacked may be captured. The captor wins at once.".to_owned(),
        ],
        RajaSafety::None => vec![
            "No move is illegal because it leaves the mover's own raja attacked. The raja may move \
                to an attacked square, and an attack on it need not be answered."
                .to_owned(),
            "A raja that is attacked may be captured. The captor wins at once.".to_owned(),
        ],
    }
}

fn stalemate_result(rules: &Rules) -> String {
    match rules.stalemate {
        Stalemate::Wins => "A side that is stalemated has won.",
        Stalemate::Loses => "A side that is stalemated has lost.",
        Stalemate::Draws => "When a side is stalemated, the game is drawn.",
    }
    .to_owned()
}

fn stalemate_test(rules: &Rules) -> Vec<String> {
    let is_safe = rules.raja_safety != RajaSafety::None;
    let immobile = rules.stalemate_test == StalemateTest::RajaImmobile;
    sentences([
        (
            immobile,
            "The side to move is stalemated when its raja is not attacked and has no legal move, \
                neither a step nor a jump, whatever its other pieces could do."
                .to_owned(),
        ),
        (
            !immobile && is_safe,
            "The side to move is stalemated when its raja is not attacked and it has no legal move."
                .to_owned(),
        ),
        (
            !is_safe,
            "The side to move is stalemated when it has no legal move at all, whether or not its \
                raja is attacked, because there is no mate."
                .to_owned(),
        ),
    ])
}

fn bare_raja(rules: &Rules) -> Vec<String> {
    let rule = match rules.bare_raja {
        BareRaja::PlaysOn => return vec!["A side that has nothing but its raja plays on.".to_owned()],
        BareRaja::Loses => {
            "The side to move has won when the other side has nothing but its raja and the side to \
                move has more. A side to move that has nothing but its raja plays on: it may still \
                capture the last other piece of its opponent."
        }
        BareRaja::LosesWhenCertain => {
            "The side to move has won when the other side has nothing but its raja and the side to \
                move has more. A side to move that has nothing but its raja has lost when the other \
                side has at least two pieces besides its raja, and plays on when it has one."
        }
        BareRaja::LosesAtOnce => {
            "A side that has nothing but its raja has lost as soon as the other side has more, \
                whoever is to move."
        }
    };
    vec![
        rule.to_owned(),
        "A padati counts as a piece, also one that is stuck on its last row. Where both sides have \
            only their rajas, the game goes on."
            .to_owned(),
    ]
}
