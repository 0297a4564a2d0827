//! The rules of chaturaji in sentences.

use super::{Manual, Section, list, matters, section, sentences};
use rules_core::Square;
use rules_core::chaturaji::{
    BoatMove, BoatTriumph, DiceOrder, DiceRule, DiceUse, ElephantMove, Face, GameEnd, KingBonus, Kingless,
    Points, PromotionChoice, PromotionDenied, PromotionPiece, PromotionRequires, Role, Rules, Seat, Setup,
    TurnOrder,
};

impl Manual for Rules {
    fn basics(&self) -> Vec<Section> {
        vec![
            section(
                "board",
                ["The board has 8 files, a to h from west to east, and 8 ranks, 1 to 8 from south to \
                    north."],
            ),
            section("seats", seats()),
            section("pieces", pieces()),
            section("start", start(self)),
            section("moves", moves(self)),
            section("promotion", promotion(self)),
            section("turn", turn(self)),
            section("points", points(self)),
            section("end", end(self)),
            section("position text", position_text(self)),
            section("turn text", turn_text(self)),
            section("counting", counting(self)),
        ]
    }

    fn in_full(&self, knob: &str) -> Vec<String> {
        match knob {
            "setup" => setup(self),
            "boat-move" => vec![format!("The boat {}.", boat(self))],
            "elephant-move" => vec![format!("The elephant {}.", elephant(self))],
            "turn-order" => vec![turn_order(self)],
            "dice" => dice(self),
            "dice-use" => dice_use(self),
            "dice-order" => vec![dice_order(self)],
            "promotion-piece" => promotion_piece(self),
            "promotion-requires" => promotion_requires(self),
            "promotion-choice" => vec![promotion_choice(self)],
            "promotion-denied" => promotion_denied(self),
            "points" => points_of_pieces(self),
            "boat-triumph" => boat_triumph(self),
            "king-bonus" => king_bonus(self),
            "kingless" => kingless(self),
            "game-end" => game_end(self),
            _ => Vec::new(),
        }
    }
}

/// Returns the squares of a seat's last row, from its own boat's corner on.
fn last_row(rules: &Rules, seat: Seat) -> impl Iterator<Item = Square> {
    (0..8).map(move |place| rules.back_row(seat.opposite(), 7 - place))
}

/// Returns the name of the edge to which a seat's pawns move.
fn last_edge(seat: Seat) -> &'static str {
    match seat.forward() {
        (1, _) => "east to file h",
        (-1, _) => "west to file a",
        (_, 1) => "north to rank 8",
        _ => "south to rank 1",
    }
}

fn seats() -> Vec<String> {
    let pawns = Seat::ALL.map(|seat| format!("those of {seat} move {}", last_edge(seat)));
    vec![
        "Four seats play, each for itself: red at the west edge (file a), black at the north edge \
            (rank 8), yellow at the east edge (file h), green at the south edge (rank 1)."
            .to_owned(),
        format!(
            "Pawns move away from their own edge to the opposite one, which is their last row: \
            {}.",
            list(pawns)
        ),
    ]
}

fn pieces() -> Vec<String> {
    let roles = Role::ALL.map(|role| format!("{} {role}", role.letter().to_ascii_uppercase()));
    let seats = Seat::ALL.map(|seat| format!("{} {seat}", seat.letter()));
    vec![format!(
        "A piece is written as the letter of its seat ({}) and the letter of its role ({}), such as \
            rK.",
        list(seats),
        list(roles)
    )]
}

fn start(rules: &Rules) -> Vec<String> {
    let mut told = vec![format!("The game begins with {}.", Setup::start(rules))];
    told.extend(setup(rules));
    told
}

fn setup(rules: &Rules) -> Vec<String> {
    let start = Setup::start(rules);
    let squares = |seat: Seat, role: Role| {
        let holds = |square: &Square| {
            start.board[square.index()].is_some_and(|piece| piece.seat == seat && piece.role == role)
        };
        let squares: Vec<String> = Square::all().filter(holds).map(|square| square.to_string()).collect();
        squares.join(" ")
    };
    let side = |seat: Seat| {
        let roles = Role::ALL.map(|role| format!("{role} {}", squares(seat, role)));
        format!("{seat}: {}", list(roles))
    };
    vec![format!("The pieces begin on these squares. {}.", Seat::ALL.map(side).join("; "))]
}

fn boat(rules: &Rules) -> &'static str {
    match rules.boat_move {
        BoatMove::Alfil => "leaps exactly two squares along a diagonal, whatever stands between",
        BoatMove::Rook => "moves any number of squares along a rank or file, up to the first piece",
    }
}

fn elephant(rules: &Rules) -> &'static str {
    match rules.elephant_move {
        ElephantMove::Rook => {
            "moves any number of squares along a rank or file, up to the first \
            piece"
        }
        ElephantMove::Bishop => {
            "moves any number of squares along a diagonal, up to the first \
            piece"
        }
    }
}

fn moves(rules: &Rules) -> Vec<String> {
    vec![
        "The king moves one square in any of the eight directions.".to_owned(),
        format!("The elephant {}.", elephant(rules)),
        "The horse leaps two squares along a rank or file and one square to the side, whatever \
            stands between."
            .to_owned(),
        format!("The boat {}.", boat(rules)),
        "The pawn moves one square straight forward, onto an empty square only, and captures one \
            square diagonally forward, where it moves only to capture. There is no double step and \
            no capture en passant."
            .to_owned(),
        "Every piece but the pawn captures as it moves. A captured piece leaves the board and the \
            captor takes its square. Pieces of all other seats can be captured; no piece moves to a \
            square that holds a piece of its own seat."
            .to_owned(),
        "There is no check and no mate: a king may stay or move where it can be captured, and is \
            captured like any piece."
            .to_owned(),
    ]
}

/// Returns what pawns of a seat promote to, square by square.
fn promotion_squares(rules: &Rules, seat: Seat) -> String {
    let square = |square: Square| {
        let role = rules.promotion_role(seat, square).map_or("nothing".to_owned(), |role| role.to_string());
        format!("{square} {role}")
    };
    format!("{seat}: {}.", list(last_row(rules, seat).map(square)))
}

fn promotion(rules: &Rules) -> Vec<String> {
    let mut told = vec![
        "A pawn promotes only by the move that brings it to its last row, and becomes the piece of \
            the square on which it arrives."
            .to_owned(),
    ];
    told.extend(Seat::ALL.map(|seat| promotion_squares(rules, seat)));
    told.extend(promotion_requires(rules));
    told.push(promotion_choice(rules));
    if matters(rules, "promotion-denied") {
        told.extend(promotion_denied(rules));
    }
    told.push("A promoted piece is a piece of its new role in every respect.".to_owned());
    told
}

fn turn(rules: &Rules) -> Vec<String> {
    let mut told = vec![
        turn_order(rules),
        "A seat that cannot play is passed over, which is no turn of its own. A seat can play while \
            it has pieces, unless it is frozen."
            .to_owned(),
    ];
    told.extend(dice(rules));
    if rules.dice != DiceRule::None {
        told.extend(dice_use(rules));
    }
    if rules.dice.has_two() {
        told.push(dice_order(rules));
    }
    told
}

fn turn_order(rules: &Rules) -> String {
    let step = match rules.turn_order {
        TurnOrder::Clockwise => 1,
        TurnOrder::CounterClockwise => 3,
    };
    let seats = (0..4).map(|turn| Seat::ALL[turn * step % 4]);
    format!("Red begins. The seats play in the order {}, and so on around.", list(seats))
}

/// Returns which roles each face moves.
fn faces() -> String {
    let face = |face: Face| {
        let roles = Role::ALL.into_iter().filter(|&role| Face::of(role) == face).map(|role| role.to_string());
        format!("{} moves {}", face.digit(), roles.collect::<Vec<_>>().join(" or "))
    };
    list(Face::ALL.map(face))
}

fn dice(rules: &Rules) -> Vec<String> {
    let rolls = rules.dice.rolls().unwrap_or_default();
    let two = rules.dice.has_two();
    let throw = match rules.dice {
        DiceRule::None => {
            return vec![
                "There are no dice. A turn is one move by any piece of the seat.".to_owned(),
                "A seat that can play but has no move passes, which is a turn. A seat that has a \
                    move may not pass."
                    .to_owned(),
            ];
        }
        DiceRule::Two => "A turn begins with a throw of two dice with four sides, 2, 3, 4 and 5.",
        DiceRule::TwoSix => {
            "A turn begins with a throw of two dice with six sides, 1 to 6. A 1 or a 5 moves what a \
                5 moves, and a 6 what a 4 moves; positions and rolls name dice by the faces 2, 3, 4 \
                and 5 alone."
        }
        DiceRule::One => "A turn begins with a throw of one die with four sides, 2, 3, 4 and 5.",
    };
    let ways = list(Face::ALL.map(|face| format!("{} in {}", face.digit(), rules.dice.ways(face))));
    sentences([
        (true, throw.to_owned()),
        (true, format!("The face says what may move: {}.", faces())),
        (
            true,
            format!(
                "There are {rolls} ordered rolls. The ways in which one die shows each face: \
            {ways}."
            ),
        ),
        (
            two,
            "Each die is used for at most one move, by the same piece or by different pieces. The \
                second move is made on the board after the first: captured pieces are gone, and a \
                piece that the first move promoted moves as its new role."
                .to_owned(),
        ),
        (
            two,
            "So a turn is the empty turn, one move by one of the dice, or two moves, one by each \
                die, in the order in which they are made; dice-use and dice-order say which of these \
                a roll allows. Two moves made in the other order are another turn."
                .to_owned(),
        ),
        (!two, "So a turn is the empty turn or one move by the die.".to_owned()),
    ])
}

fn dice_use(rules: &Rules) -> Vec<String> {
    let (may, free) = (rules.dice_use == DiceUse::May, rules.dice_order == DiceOrder::Free);
    match rules.dice {
        DiceRule::None => vec!["It has no effect, because there are no dice.".to_owned()],
        DiceRule::One if may => {
            vec!["The die may be left unused: the empty turn is always legal.".to_owned()]
        }
        DiceRule::One => vec![
            "The die must be used when some piece can use it. Otherwise the only \
            turn is the empty one."
                .to_owned(),
        ],
        _ if may => vec![
            "Either die, or both, may be left unused, whatever the pieces can do: the empty turn and \
                every single move by one of the dice are always legal."
                .to_owned(),
            "When a position text shows one die, half of a turn is played: the rest is one move by \
                this die, or the empty turn."
                .to_owned(),
        ],
        _ if free => vec![
            "As many dice as possible must be used: when some turn uses both, in either order, only \
                such turns are legal; otherwise, when some turn uses one, only such turns; otherwise \
                only the empty turn."
                .to_owned(),
            one_die_left(),
        ],
        _ => vec![
            "The first die must be used when some piece can use it. Then the second must be used \
                when some piece can use it on the board after that. A first move after which no \
                piece can use the second die is legal, and ends the turn."
                .to_owned(),
            "When no piece can use the first die, the turn is a move by the second die when some \
                piece can use it, and otherwise the empty turn."
                .to_owned(),
            one_die_left(),
        ],
    }
}

fn one_die_left() -> String {
    "When a position text shows one die, half of a turn is played: the rest is a move by this die \
        when some piece can use it, and otherwise the empty turn."
        .to_owned()
}

fn dice_order(rules: &Rules) -> String {
    match (rules.dice.has_two(), rules.dice_order, rules.dice_use) {
        (false, ..) => "It has no effect, because there are no two dice.",
        (true, DiceOrder::Free, _) => "Either die may be used first.",
        (true, DiceOrder::Fixed, DiceUse::May) => {
            "The die that was thrown first is used first. It may be left unused, and then the second \
                die may still be used; after a move by the second die the first is lost."
        }
        (true, DiceOrder::Fixed, DiceUse::Must) => "The die that was thrown first is used first.",
    }
    .to_owned()
}

fn promotion_piece(rules: &Rules) -> Vec<String> {
    let rule = match rules.promotion_piece {
        PromotionPiece::ByEdge => {
            "The place of the square on the last row, counted from its nearer corner, decides: the \
                corner gives a boat, then come horse, elephant and king."
        }
        PromotionPiece::OwnHalf => {
            "On the half of the last row that faces the back row of the pawn's own seat at the \
                start, the place of the square decides: the corner gives a boat, then come horse, \
                elephant and king. On the other half it does not promote."
        }
        PromotionPiece::Boat => "Every square of the last row gives a boat.",
        PromotionPiece::Unmarked => {
            "The squares next to the corners of the last row give a horse, the next ones an \
                elephant. On the corners and on the two squares in the middle it does not promote."
        }
    };
    std::iter::once(rule.to_owned()).chain(Seat::ALL.map(|seat| promotion_squares(rules, seat))).collect()
}

fn promotion_requires(rules: &Rules) -> Vec<String> {
    match rules.promotion_requires {
        PromotionRequires::Lost => vec![
            "It may promote to a role only if its seat has at some time lost a piece of that role by \
                capture, however often it was regained; so a seat may come to have two kings."
                .to_owned(),
            "The position remembers, for each seat, which of boat, horse, elephant and king were \
                ever captured. A promoted piece that is captured counts as what it was then."
                .to_owned(),
        ],
        PromotionRequires::Missing => {
            vec![
                "It may promote to a role only while its seat has no piece of that role on the \
                board."
                    .to_owned(),
            ]
        }
        PromotionRequires::Nothing => {
            vec!["It may promote whether or not its seat has lost anything.".to_owned()]
        }
    }
}

fn promotion_choice(rules: &Rules) -> String {
    match rules.promotion_choice {
        PromotionChoice::Forced => {
            "Where it may promote, it must: the plain move to that square is \
            not legal."
        }
        PromotionChoice::Optional => {
            "Where it may promote, both moves are legal: the promotion, and the plain move, after \
                which it stays a pawn on the last row for good."
        }
    }
    .to_owned()
}

fn promotion_denied(rules: &Rules) -> Vec<String> {
    if !matters(rules, "promotion-denied") {
        return vec![
            "It has no effect, because every pawn may promote on every square of its last row.".to_owned(),
        ];
    }
    let where_denied = "Where it may not promote, because the square gives nothing or what \
        promotion-requires asks for does not hold,";
    match rules.promotion_denied {
        PromotionDenied::Stays => vec![format!(
            "{where_denied} it may still move there or capture there. It stays a pawn on the last \
                row for good, and has no moves."
        )],
        PromotionDenied::Barred => vec![
            format!("{where_denied} it may not move there, not even by a capture."),
            "A pawn that stands on its last row in a position text is accepted, and has no moves.".to_owned(),
        ],
    }
}

fn points_of_pieces(rules: &Rules) -> Vec<String> {
    let of = list(Role::ALL.map(|role| format!("{role} {}", rules.points.of(role))));
    let frozen = match (rules.kingless, rules.points) {
        (Kingless::PlaysOn, _) => None,
        (Kingless::Frozen, Points::Ar) => Some("The pieces of a frozen seat count as any."),
        (Kingless::Frozen, Points::Chesscom) => Some(
            "The pieces of a seat that is frozen when they are captured count nothing. The last king \
                itself still counts, and so does what is captured before it in the same turn.",
        ),
    };
    std::iter::once(format!("The captor gains for a captured piece: {of}."))
        .chain(frozen.map(str::to_owned))
        .collect()
}

fn points(rules: &Rules) -> Vec<String> {
    let mut told = vec![
        "Every seat begins with 0 points. The seat that captures a piece gains points at once; a \
            promoted piece counts as what it is now. No move depends on points."
            .to_owned(),
    ];
    told.extend(points_of_pieces(rules));
    told.extend(boat_triumph(rules));
    told.extend(king_bonus(rules));
    told
}

fn boat_triumph(rules: &Rules) -> Vec<String> {
    if rules.boat_triumph == BoatTriumph::None {
        return vec![
            "No boat captures other pieces than the one on the square to which it moves.".to_owned(),
        ];
    }
    let empty = rules.boat_triumph == BoatTriumph::EmptySquare;
    sentences([
        (
            true,
            "A boat triumphs when the square to which it moves is one of a block of two by two \
                squares whose other three squares hold boats of other seats, whichever seats, frozen \
                ones too. It captures these three boats, each for its points."
                .to_owned(),
        ),
        (
            true,
            "When the move completes several such blocks, the boats of all of them are captured.".to_owned(),
        ),
        (
            !empty,
            "The square may be empty or hold a piece, which the move captures first, for its own \
                points."
                .to_owned(),
        ),
        (empty, "There is no triumph when the move itself captures a piece.".to_owned()),
        (true, "Only a move by a boat triumphs; a pawn that becomes a boat by its move does not.".to_owned()),
    ])
}

fn king_bonus(rules: &Rules) -> Vec<String> {
    let condition = "at the capture by which it has captured at least one king of each of the three \
        other seats, if it has a king of its own, first or regained, on the board after that move. A \
        king that it regains later earns nothing";
    match rules.king_bonus {
        KingBonus::None => vec!["There is no bonus.".to_owned()],
        KingBonus::Added => vec![format!("A seat gains 54 points more, once, {condition}.")],
        KingBonus::Replaces => vec![format!(
            "A seat gains {} points more, once, {condition}: 54 points take the place of three times \
                the points of a king.",
            54 - 3 * rules.points.of(Role::King)
        )],
    }
}

fn kingless(rules: &Rules) -> Vec<String> {
    match rules.kingless {
        Kingless::PlaysOn => vec!["A seat without a king plays on while it has pieces.".to_owned()],
        Kingless::Frozen => vec![
            "A seat is frozen from the moment its last king leaves the board. It is passed over, and \
                its pieces stay where they are: they block lines and can be captured."
                .to_owned(),
        ],
    }
}

fn game_end(rules: &Rules) -> Vec<String> {
    let last_king = rules.game_end == GameEnd::LastKing && rules.kingless == Kingless::PlaysOn;
    sentences([
        (
            true,
            "The game is over when at most one seat can still play, that is, has pieces and is not \
                frozen."
                .to_owned(),
        ),
        (last_king, "It is also over when at most one seat has a king on the board.".to_owned()),
    ])
}

fn end(rules: &Rules) -> Vec<String> {
    let mut told = game_end(rules);
    told.extend([
        "The end is tested after each turn and never between the two moves of one. A position in \
            which the game is over has no legal turn; the seat in it stays the one that moved last."
            .to_owned(),
        "The seats are ranked by their points; equal points share a place.".to_owned(),
        "No repetition of positions and no number of turns ends the game.".to_owned(),
    ]);
    told
}

fn position_text(rules: &Rules) -> Vec<String> {
    let lost = rules.promotion_requires == PromotionRequires::Lost;
    let dice = match rules.dice {
        DiceRule::None => "Dice: always `-`, because there are none.",
        DiceRule::One => "Dice: `-` before the throw, or the face thrown, such as `3`.",
        DiceRule::Two | DiceRule::TwoSix if rules.dice_order == DiceOrder::Free => {
            "Dice: `-` before the throw, the two faces thrown in ascending order, such as `35`, or \
                one face when half of the turn is played."
        }
        DiceRule::Two | DiceRule::TwoSix => {
            "Dice: `-` before the throw, the two faces in the order of the throw, such as `53`, or \
                one face when half of the turn is played."
        }
    };
    sentences([
        (
            true,
            "A position is written as `ranks seat dice lost scores kings`. The fields after the seat \
                may be left out when a text is read: they are `- - 0,0,0,0 -` then."
                .to_owned(),
        ),
        (
            true,
            "Ranks: from rank 8 to rank 1, joined by `/`, each from file a to file h with its \
                entries joined by `,`; an entry is a piece or a number of empty squares. Seat: the \
                letter of the seat to move."
                .to_owned(),
        ),
        (true, dice.to_owned()),
        (
            lost,
            "Lost: the roles that a seat has lost although it has such a piece on the board, such as \
                `rB,yK`; seats in the order r b y g, roles in the order B N E K; `-` for none. A \
                role of which a seat has no piece is lost in any case and is not written."
                .to_owned(),
        ),
        (!lost, "Lost: always `-`, because no rule asks what was lost earlier.".to_owned()),
        (
            true,
            "Scores: the points in the order r b y g, joined by `,`. Kings: who captured whose king, \
                such as `rb,ry` where red captured those of black and yellow, then `r+` where red's \
                bonus is paid; `-` for none."
                .to_owned(),
        ),
    ])
}

fn turn_text(rules: &Rules) -> Vec<String> {
    sentences([
        (
            true,
            "A move is written as its two squares, such as a1c3, and a promotion with the lower-case \
                letter of the new piece after them, such as g4h4k."
                .to_owned(),
        ),
        (
            rules.dice.has_two(),
            "A turn of two moves is written with `+` between them, in the order in which they are \
                made, such as a2c3+b2b3."
                .to_owned(),
        ),
        (true, "The empty turn is written `pass`.".to_owned()),
    ])
}

fn counting(rules: &Rules) -> Vec<String> {
    let Some(rolls) = rules.dice.rolls() else {
        return vec![
            "A ply is one turn, also a pass. perft(0) is 1, and perft(n) is the number of sequences \
                of n legal plies; a game that is over earlier adds nothing."
                .to_owned(),
        ];
    };
    vec![
        format!(
            "A ply is a turn under an ordered roll. A position without dice allows, for each of \
            its {rolls} ordered rolls, the turns that this roll allows: a turn counts once for every \
            ordered roll that allows it, and once, not twice, where both dice show its face."
        ),
        "perft(0) is 1, and perft(n) is the number of sequences of n such plies; a game that is over \
            earlier adds nothing. Where the position shows dice, the first ply is a turn under these \
            dice alone."
            .to_owned(),
        format!(
            "The expected number of sequences is perft(n) divided by {rolls} once for each ply \
            that begins with a throw."
        ),
    ]
}
