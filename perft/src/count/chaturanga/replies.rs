//! What the opponent can reply in a position as it stands, split into parts, few of which any one move
//! changes.

use crate::count::pawns::PawnMoves;
use crate::count::size;
use rules_core::attacks::{between, lame_alfil, lines, rook};
use rules_core::chaturanga::{Game, Mover, Position, RajaJumpCapture, RajaSafety, Role};
use rules_core::{Bitboard, PawnTargets, Square};
use std::marker::PhantomData;

pub(super) const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The board from the side to move's point of view.
struct Board {
    ours: Bitboard,
    theirs: Bitboard,
    occupied: Bitboard,
    /// The square of our raja; no square when it was captured.
    our_raja: Bitboard,
    /// The square of the enemy raja.
    raja: Square,
}

impl Board {
    #[inline(always)]
    fn new<M: Mover>(position: &Position, raja: Square) -> Self {
        let (ours, theirs) = (position.pieces(M::COLOR), position.pieces(M::Opponent::COLOR));
        let our_raja = position.of(M::COLOR, Role::Raja);
        Self { ours, theirs, occupied: ours | theirs, our_raja, raja }
    }
}

/// The replies of the opponent, as far as a move of the side `M` leaves them alone. The fields are those of
/// the parts below: nested structs would cost one more copy per position.
pub(super) struct Replies<'a, M> {
    pub(super) game: &'a Game,
    pub(super) position: &'a Position,
    pub(super) ours: Bitboard,
    pub(super) theirs: Bitboard,
    pub(super) occupied: Bitboard,
    pub(super) raja: Square,
    // OurAttacks
    pub(super) once: Bitboard,
    pub(super) twice: Bitboard,
    pub(super) sliding: Bitboard,
    // Pins
    pub(super) locked: Bitboard,
    // Mobility
    pub(super) free: Bitboard,
    pub(super) attacked: Bitboard,
    pub(super) constant: i64,
    pub(super) base: i64,
    pub(super) sensitive: Bitboard,
    pub(super) reach: Bitboard,
    pub(super) slides: i64,
    pub(super) near: bool,
    pub(super) targets: PawnTargets,
    pub(super) padatis: PawnMoves,
    pub(super) promotions: PawnMoves,
    pub(super) passed: [Bitboard; 4],
    // RajaZone
    pub(super) leaps: Bitboard,
    pub(super) cared: Bitboard,
    pub(super) lone: Bitboard,
    pub(super) screens: Bitboard,
    /// By `Role as usize`: the squares from which a piece of ours attacks the raja, or a square that it could
    /// go to and that nothing attacks.
    pub(super) approaches: [Bitboard; 6],
    /// The squares on which no additive move begins or ends.
    pub(super) still: Bitboard,
    /// The replies of the raja to a move that does not concern it.
    pub(super) raja_replies: RajaReplies,
    mover: PhantomData<M>,
}

impl<'a, M: Mover> Replies<'a, M> {
    /// Whether pieces can be pinned, and checks have to be answered.
    pub(super) const PINS: bool = matches!(M::SAFETY, RajaSafety::AllMoves);

    /// Works out the replies of the opponent, whose raja stands on `raja`.
    #[inline(always)]
    pub(super) fn new(game: &'a Game, position: &'a Position, raja: Square) -> Self {
        let board = Board::new::<M>(position, raja);
        let our_attacks = OurAttacks::new::<M>(game, position, &board);
        let their_padatis = position.of(M::Opponent::COLOR, Role::Padati);
        let targets = game.pawn_targets(position, M::Opponent::COLOR, their_padatis);
        let pins = if Self::PINS { Pins::new::<M>(game, position, &board, targets) } else { Pins::NONE };
        let mobility = Mobility::new::<M>(game, position, &board, &pins, targets);
        let zone = RajaZone::new::<M>(game, position, &board, &our_attacks);

        let Board { ours, theirs, occupied, our_raja, raja } = board;
        let OurAttacks { once, twice, sliding } = our_attacks;
        let Pins { locked, .. } = pins;
        let Mobility { free, attacked, constant, base, sensitive, reach, slides, .. } = mobility;
        let Mobility { near, padatis, promotions, passed, .. } = mobility;
        let RajaZone { leaps, cared, lone, screens, attacked: our_reach } = zone;
        let approaches = approaches::<M>(game, cared.without(our_reach) | Bitboard::of(raja));
        let mut still = locked | screens;
        if game.rules().raja_jump_capture == RajaJumpCapture::None {
            // Any piece closes a square of the jump.
            still |= leaps;
        }
        let raja_replies = RajaReplies::new::<M>(game, raja, leaps, our_reach, (ours, theirs), our_raja);
        Self {
            game,
            position,
            ours,
            theirs,
            occupied,
            raja,
            once,
            twice,
            sliding,
            locked,
            free,
            attacked,
            constant,
            base,
            sensitive,
            reach,
            slides,
            near,
            targets,
            padatis,
            promotions,
            passed,
            leaps,
            cared,
            lone,
            screens,
            approaches,
            still,
            raja_replies,
            mover: PhantomData,
        }
    }
}

/// What the pieces of the side to move attack, on the board without the enemy raja.
struct OurAttacks {
    /// The squares attacked by unblockable leapers.
    once: Bitboard,
    /// The squares that two or more of them attack.
    twice: Bitboard,
    /// The squares that the rathas attack.
    sliding: Bitboard,
}

impl OurAttacks {
    #[inline(always)]
    fn new<M: Mover>(game: &Game, position: &Position, board: &Board) -> Self {
        let us = M::COLOR;
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut add = |attacks: Bitboard| {
            twice |= once & attacks;
            once |= attacks;
        };
        game.each_leap::<M>(position, us, &mut add);
        let padatis = position.of(us, Role::Padati);
        add(padatis.shift(-1, us.forward()));
        add(padatis.shift(1, us.forward()));
        if let Some(raja) = position.raja(us) {
            add(game.pattern(us, Role::Raja, raja));
        }
        let without_raja = board.occupied.without(Bitboard::of(board.raja));
        let mut sliding = Bitboard::EMPTY;
        for square in position.of(us, Role::Ratha) {
            sliding |= rook(square, without_raja);
        }
        Self { once, twice, sliding }
    }
}

/// The lines from pieces of the side to move to the enemy raja, and the enemy pieces that are pinned on them.
struct Pins {
    /// The enemy pieces that are pinned.
    pinned: Bitboard,
    /// The squares on which a move that begins or ends may open or close a line to the raja.
    locked: Bitboard,
    /// How many replies the pinned pieces have, less what [`Mobility`] counts for them as if they were free.
    replies: i64,
    /// The squares that pinned rathas attack on the board without our raja.
    attacked: Bitboard,
}

impl Pins {
    const NONE: Self =
        Self { pinned: Bitboard::EMPTY, locked: Bitboard::EMPTY, replies: 0, attacked: Bitboard::EMPTY };

    #[inline(always)]
    fn new<M: Mover>(game: &Game, position: &Position, board: &Board, targets: PawnTargets) -> Self {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let &Board { ours, theirs, occupied, our_raja, raja } = board;
        let mut aimed = position.of(us, Role::Ratha) & lines(raja);
        if M::LAME {
            aimed |= position.of(us, Role::Gaja) & game.pattern(us, Role::Gaja, raja);
        }
        let mut pins = Self::NONE;
        for pinner in aimed {
            let line = between(raja, pinner);
            let along = line | Bitboard::of(pinner);
            pins.locked |= along;
            let blockers = line & occupied;
            if !blockers.meets(theirs) || blockers.has_many() {
                continue;
            }
            pins.pinned |= blockers;
            for square in blockers & position.all_of(Role::Ratha) {
                pins.attacked |= rook(square, occupied.without(our_raja));
                pins.replies += size(rook(square, occupied) & along);
            }
            // A pinned leaper's other moves are counted with those of the unpinned pieces.
            let mut leaper = |role| {
                for square in blockers & position.all_of(role) {
                    pins.replies -= size(game.pattern(them, role, square).without(theirs | along));
                }
            };
            leaper(Role::Mantri);
            leaper(Role::Ashva);
            if !M::LAME {
                leaper(Role::Gaja);
            }
            let padatis = blockers & position.all_of(Role::Padati);
            for allowed in [targets.plain, targets.promoting] {
                let moves = PawnMoves::new(padatis, (0, them.forward()), along & allowed);
                pins.replies += moves.count(ours, occupied);
            }
        }
        pins
    }
}

/// The replies of all enemy pieces but the raja, on the board as it stands.
struct Mobility {
    /// The enemy pieces that are not pinned.
    free: Bitboard,
    /// The squares that the enemy attacks on the board without our raja.
    attacked: Bitboard,
    /// The replies of pieces that no quiet move changes.
    constant: i64,
    /// All replies.
    base: i64,
    /// The squares on which a piece of ours that comes or goes changes the replies.
    sensitive: Bitboard,
    /// The squares that unpinned rathas can reach.
    reach: Bitboard,
    /// The number of moves of these rathas.
    slides: i64,
    /// Whether a padati is one step from its last row.
    near: bool,
    padatis: PawnMoves,
    /// The promotions of padatis.
    promotions: PawnMoves,
    /// For each direction, the squares that lame gajas pass over.
    passed: [Bitboard; 4],
}

impl Mobility {
    #[inline(always)]
    fn new<M: Mover>(
        game: &Game,
        position: &Position,
        board: &Board,
        pins: &Pins,
        targets: PawnTargets,
    ) -> Self {
        let them = M::Opponent::COLOR;
        let &Board { ours, theirs, occupied, our_raja, raja } = board;
        let without_our_raja = occupied.without(our_raja);
        let free = theirs.without(pins.pinned);

        let mut attacked = game.padati_attacks(position, them);
        attacked |= game.pattern(them, Role::Raja, raja) | pins.attacked;
        let mut constant = pins.replies;
        game.each_leap::<M>(position, them, |leaps| {
            attacked |= leaps;
            constant += size(leaps.without(theirs));
        });
        let (mut reach, mut slides) = (Bitboard::EMPTY, 0);
        for square in free & position.all_of(Role::Ratha) {
            let attacks = rook(square, occupied);
            let crosses = attacks.meets(our_raja);
            attacked |= if crosses { rook(square, without_our_raja) } else { attacks };
            reach |= attacks;
            slides += size(attacks.without(theirs));
        }
        let mut base = constant + slides;
        let mut sensitive = reach;

        let forward = (0, them.forward());
        let pawns = free & position.all_of(Role::Padati);
        let padatis = PawnMoves::new(pawns, forward, targets.plain);
        base += padatis.count(ours, occupied);
        sensitive |= padatis.squares();
        let last_row = Bitboard::rank(them.last_rank());
        let near = position.of(them, Role::Padati).meets(last_row.shift(0, -them.forward()));
        let mut promotions = PawnMoves::NONE;
        if near {
            promotions = PawnMoves::new(pawns, forward, targets.promoting);
            base += promotions.count(ours, occupied);
            sensitive |= promotions.squares();
        }

        let mut passed = [Bitboard::EMPTY; 4];
        if M::LAME {
            let gajas = free & position.all_of(Role::Gaja);
            for ((files, ranks), passed) in DIAGONALS.into_iter().zip(&mut passed) {
                *passed = gajas.shift(files, ranks) & (!theirs).shift(-files, -ranks);
                base += size(passed.without(occupied));
                sensitive |= *passed;
            }
            attacked |= lame_alfil(position.of(them, Role::Gaja), without_our_raja);
        }
        Self { free, attacked, constant, base, sensitive, reach, slides, near, padatis, promotions, passed }
    }
}

/// The squares that matter to the enemy raja.
struct RajaZone {
    /// The targets of the raja's jump on an empty board; no squares without the right to it.
    leaps: Bitboard,
    /// The raja's own square and the squares it could move to if they were not attacked.
    cared: Bitboard,
    /// What we attack on the board without the raja.
    attacked: Bitboard,
    /// The relevant squares attacked by exactly one of our leapers, so that moving it matters.
    lone: Bitboard,
    /// The squares where a change opens or blocks a line of one of our blockable pieces.
    screens: Bitboard,
}

impl RajaZone {
    #[inline(always)]
    fn new<M: Mover>(game: &Game, position: &Position, board: &Board, attacks: &OurAttacks) -> Self {
        let (us, them) = (M::COLOR, M::Opponent::COLOR);
        let &Board { theirs, occupied, raja, .. } = board;
        let &OurAttacks { once, twice, sliding } = attacks;
        let without_raja = occupied.without(Bitboard::of(raja));
        let leaps =
            if position.has_jump(them) { game.pattern(them, Role::Ashva, raja) } else { Bitboard::EMPTY };
        let mut cared = Bitboard::of(raja);
        if forbids::<M>() {
            cared |= (game.pattern(them, Role::Raja, raja) | leaps).without(theirs);
        }

        let mut screens = Bitboard::EMPTY;
        for square in position.of(us, Role::Ratha) {
            for target in lines(square) & cared {
                screens |= between(square, target);
            }
        }
        screens &= sliding;
        let mut attacked = once | sliding;
        if M::LAME {
            let gajas = position.of(us, Role::Gaja);
            for (files, ranks) in DIAGONALS {
                screens |= gajas.shift(files, ranks) & cared.shift(-files, -ranks);
            }
            attacked |= lame_alfil(gajas, without_raja);
        }

        Self { leaps, cared, attacked, lone: once.without(twice) & cared, screens }
    }
}

/// Returns, by `Role as usize`, the squares from which a piece of the side `M` attacks one of these squares
/// on an empty board.
#[inline(always)]
fn approaches<M: Mover>(game: &Game, squares: Bitboard) -> [Bitboard; 6] {
    let mut approaches = [Bitboard::EMPTY; 6];
    for square in squares {
        for role in [Role::Raja, Role::Mantri, Role::Gaja, Role::Ashva, Role::Padati] {
            // The reverse of a pattern is the other side's pattern.
            approaches[role as usize] |= game.pattern(M::Opponent::COLOR, role, square);
        }
        approaches[Role::Ratha as usize] |= lines(square);
    }
    approaches
}

/// The replies of the enemy raja.
pub(super) struct RajaReplies {
    /// How many there are.
    pub(super) count: i64,
    /// Whether the raja is attacked.
    pub(super) attacked: bool,
}

impl RajaReplies {
    /// Returns the replies of the raja on `raja`, which jumps to `leaps` on an empty board, when our pieces
    /// attack `attacked` and the pieces of both sides, and our raja, stand on these squares.
    #[inline(always)]
    pub(super) fn new<M: Mover>(
        game: &Game,
        raja: Square,
        leaps: Bitboard,
        attacked: Bitboard,
        (ours, theirs): (Bitboard, Bitboard),
        our_raja: Bitboard,
    ) -> Self {
        let forbidden = if forbids::<M>() { attacked | theirs } else { theirs };
        let mut count = size(game.pattern(M::Opponent::COLOR, Role::Raja, raja).without(forbidden));
        let attacked = attacked.contains(raja);
        if !attacked {
            let closed = game.closed_to_jump(theirs, ours, our_raja);
            count += size(leaps.without(forbidden | closed));
        }
        Self { count, attacked }
    }
}

/// Returns whether a raja may not go where it is attacked.
const fn forbids<M: Mover>() -> bool {
    !matches!(M::SAFETY, RajaSafety::None)
}
