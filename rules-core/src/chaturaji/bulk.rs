//! Moves counted from the position above them: the second moves of a turn, and the turns of the next seat where there
//! are no dice. What a move changes is counted anew, and the rest only once.

use super::movegen::{Army, BOAT, HORSE, MoveSet, Origin, Sets, after, counts, generate};
use super::position::Faces;
use super::{BoatTriumph, Face, Game, Move, Position, Role, Seat};
use crate::attacks::{KING, rook, slides_after};
use crate::sink::Sink;
use crate::walkers::Walkers;
use crate::{Bitboard, Square};

/// The men that leap, and where each role of them does.
const LEAPERS: [(Role, &[Bitboard; 64]); 3] =
    [(Role::Boat, &BOAT), (Role::Horse, &HORSE), (Role::King, &KING)];

/// The moves of one seat on the board as it stands.
struct Mobility<'a> {
    game: &'a Game,
    position: &'a Position,
    seat: Seat,
    own: Bitboard,
    occupied: Bitboard,
    /// Its men by role.
    men: [Bitboard; 5],
    /// How many moves the men of each role in [`LEAPERS`] have.
    leaps: [i64; 3],
    /// What the elephants reach, and how many moves they have.
    reach: Bitboard,
    slides: i64,
}

impl<'a> Mobility<'a> {
    #[inline(always)]
    fn new(game: &'a Game, position: &'a Position, seat: Seat) -> Self {
        let own = position.men(seat);
        let occupied = position.occupied();
        let men = Role::ALL.map(|role| position.of(seat, role));
        let mut leaps = [0; 3];
        for (leaps, (role, table)) in leaps.iter_mut().zip(LEAPERS) {
            for square in men[role as usize] {
                *leaps += size(table[square.index()].without(own));
            }
        }
        let (mut reach, mut slides) = (Bitboard::EMPTY, 0);
        for square in men[Role::Elephant as usize] {
            let to = rook(square, occupied);
            reach |= to;
            slides += size(to.without(own));
        }
        Self { game, position, seat, own, occupied, men, leaps, reach, slides }
    }

    /// The moves of the leapers and the elephants, each as often as the weight of its face says.
    #[inline(always)]
    fn of_officers(&self, weights: [i64; 4]) -> i64 {
        let mut total = weights[Face::Four as usize] * self.slides;
        for ((role, _), leaps) in LEAPERS.into_iter().zip(self.leaps) {
            total += weights[Face::of(role) as usize] * leaps;
        }
        total
    }

    /// The moves after a move of the seat itself that promotes nothing and takes no more than what stands where it goes:
    /// `before` are those of the officers before it.
    #[inline(always)]
    fn after(&self, role: Role, from: Square, to: Square, weights: [i64; 4], before: i64) -> i64 {
        let moved = Bitboard::of(from) | Bitboard::of(to);
        let own = self.own ^ moved;
        let others = self.occupied.without(self.own | Bitboard::of(to));
        let occupied = own | others;
        let mut total = before;
        for (each, table) in LEAPERS {
            // The others can go where it stood, and not where it stands.
            let (left, entered) = (table[from.index()], table[to.index()]);
            let men = self.men[each as usize].without(moved);
            let mut gain = size(left & men) - size(entered & men);
            if each == role {
                gain += size(entered.without(own)) - size(left.without(self.own));
            }
            total += weights[Face::of(each) as usize] * gain;
        }
        if role == Role::Elephant || self.reach.meets(moved) {
            let mut elephants = self.men[Role::Elephant as usize];
            if role == Role::Elephant {
                elephants ^= moved;
            }
            let mut slides = 0;
            for square in elephants {
                slides += size(rook(square, occupied).without(own));
            }
            total += weights[Face::Four as usize] * (slides - self.slides);
        }
        let mut pawns = self.men[Role::Pawn as usize];
        if role == Role::Pawn {
            pawns ^= moved;
        }
        let (plain, promoting) = self.game.pawn_targets(self.position, self.seat, pawns);
        let moves = |allowed| Walkers::new(pawns, self.seat.forward(), allowed).moves(others, occupied);
        let steps = moves(plain) + if promoting.is_empty() { 0 } else { moves(promoting) };
        total + weights[Face::Five as usize] * steps
    }
}

impl Game {
    /// Whether the second moves after a move are counted by [`Mobility::after`].
    #[inline(always)]
    fn is_plain<A: Army>(&self, position: &Position, role: Role, mv: Move) -> bool {
        let triumphs = || {
            let captures = position.occupied().contains(mv.to);
            !self.triumph(position, A::SEAT, mv.to, captures).is_empty()
        };
        mv.promotion.is_none() && !(role == Role::Boat && triumphs())
    }

    /// The number of first moves by these faces, each counted as often as `first` says, and of the second moves after
    /// them, as often as `second` says for their faces.
    #[inline(always)]
    pub(super) fn count_turns<A: Army>(
        &self,
        position: &Position,
        faces: Faces,
        first: u32,
        second: impl Fn(Face) -> [u32; 4],
    ) -> u64 {
        let mobility = Mobility::new(self, position, A::SEAT);
        let mut count = 0;
        for moves in Sets::new::<A>(self, position, faces).iter() {
            let weights = second(moves.face()).map(i64::from);
            let before = mobility.of_officers(weights);
            count += i64::from(first * moves.len());
            for mv in moves.moves(self, A::SEAT) {
                count += if self.is_plain::<A>(position, moves.role, mv) {
                    mobility.after(moves.role, mv.from, mv.to, weights, before)
                } else {
                    let board = after::<A>(self, position, moves.role, mv);
                    let seconds = counts::<A>(self, &board, Faces::ALL).map(i64::from);
                    weights.into_iter().zip(seconds).map(|(weight, moves)| weight * moves).sum()
                };
            }
        }
        count as u64
    }

    /// With dice: the number of sequences of two turns, each as often as ordered rolls allow it. `first` and `second`
    /// are as in [`Game::count_turns`]; `turns` counts the turns of a position.
    #[inline(always)]
    pub(super) fn count_turn_pairs<A: Army>(
        &self,
        position: &Position,
        faces: Faces,
        (pass, first): (u32, u32),
        second: impl Fn(Face) -> [u32; 4],
        turns: impl Fn(&Position) -> u64,
    ) -> u64 {
        let standing = |board: &Position| {
            let next = self.end_turn(board);
            Standing::new(self, &next, turns(&next))
        };
        let before = standing(position);
        let mut count = u64::from(pass) * before.count;
        for moves in Sets::new::<A>(self, position, faces).iter() {
            let weights = second(moves.face());
            let even = before.even::<A>(moves, position);
            for mv in moves.moves(self, A::SEAT) {
                let board = after::<A>(self, position, moves.role, mv);
                let standing = if even.contains(mv.to) { before } else { standing(&board) };
                count += u64::from(first) * standing.count;
                for moves in Sets::new::<A>(self, &board, Faces::ALL).iter() {
                    let weight = u64::from(weights[moves.face() as usize]);
                    if weight == 0 {
                        continue;
                    }
                    let even = standing.even::<A>(moves, &board);
                    count += weight * u64::from(even.len()) * standing.count;
                    for mv in (MoveSet { to: moves.to.without(even), ..*moves }).moves(self, A::SEAT) {
                        let next = after::<A>(self, &board, moves.role, mv);
                        count += weight * turns(&self.end_turn(&next));
                    }
                }
            }
        }
        count
    }

    /// Without dice: the number of sequences of two moves; `turns` counts the moves of a position.
    #[inline(always)]
    pub(super) fn count_move_pairs<A: Army>(
        &self,
        position: &Position,
        turns: impl Fn(&Position) -> u64,
    ) -> u64 {
        let replies = Replies::new(self, position, self.next_seat(position), A::SEAT);
        let mut pairs = MovePairs { replies: &replies, moves: 0, total: 0, single: Sets::NONE };
        generate::<A>(self, position, Faces::ALL, &mut pairs);
        if pairs.moves == 0 {
            return turns(&self.end_turn(position));
        }
        let mut total = pairs.total;
        for moves in pairs.single.iter() {
            for mv in moves.moves(self, A::SEAT) {
                total += if replies.is_quiet(moves, mv.to) {
                    replies.to_quiet(Bitboard::of(mv.from), Bitboard::of(mv.to))
                } else {
                    turns(&self.end_turn(&after::<A>(self, position, moves.role, mv))) as i64
                };
            }
        }
        total as u64
    }
}

/// The moves of a seat without dice, and the replies to those that are even.
struct MovePairs<'a> {
    replies: &'a Replies<'a>,
    moves: u32,
    total: i64,
    /// The moves that are looked at one by one.
    single: Sets,
}

impl Sink<MoveSet> for MovePairs<'_> {
    #[inline(always)]
    fn take(&mut self, moves: MoveSet) {
        let even = self.replies.even(&moves);
        self.moves += moves.len();
        self.total += self.replies.to_even(&moves, even);
        self.single.take(MoveSet { to: moves.to.without(even), ..moves });
    }
}

/// What the next seat can reply, as far as a move leaves it alone: no man of it and no king is taken, and only what its
/// pawns and its elephants can do is changed.
struct Replies<'a> {
    mobility: Mobility<'a>,
    walkers: [Walkers; 2],
    /// Where a man that comes or goes changes what they can do.
    sensitive: Bitboard,
    /// Squares on which no quiet move ends: the men of the next seat, all kings, and all squares where the next seat may
    /// have no move left.
    closed: Bitboard,
    /// Whether boats are looked at on the board, because others might stand for a triumph.
    triumphs: bool,
    base: i64,
    forward: (i8, i8),
}

impl<'a> Replies<'a> {
    #[inline(always)]
    fn new(game: &'a Game, position: &'a Position, seat: Seat, mover: Seat) -> Self {
        let mobility = Mobility::new(game, position, seat);
        let pawns = position.of(seat, Role::Pawn);
        let (plain, promoting) = game.pawn_targets(position, seat, pawns);
        let forward = seat.forward();
        let walkers = [Walkers::new(pawns, forward, plain), Walkers::new(pawns, forward, promoting)];
        let others = mobility.occupied.without(mobility.own);
        let leaps: i64 = mobility.leaps.into_iter().sum();
        let mut base = leaps + mobility.slides;
        let mut sensitive = mobility.reach;
        for walkers in &walkers {
            base += walkers.moves(others, mobility.occupied);
            sensitive |= walkers.all();
        }
        let boats = position.all_of(Role::Boat).without(position.men(mover));
        // Whoever else loses a man that is no king: the mover and the next seat play on.
        let closed = mobility.own | position.all_of(Role::King);
        Self {
            sensitive,
            // Where a leaper has a move, no quiet move takes it.
            closed: if leaps > 0 { closed } else { Bitboard::FULL },
            mobility,
            walkers,
            triumphs: game.rules().boat_triumph != BoatTriumph::None && may_be_completed(boats),
            base,
            forward: mover.forward(),
        }
    }

    #[inline(always)]
    fn is_quiet(&self, moves: &MoveSet, to: Square) -> bool {
        let promotes = matches!(moves.origin, Origin::Back(_, true));
        let may_triumph = self.triumphs && moves.role == Role::Boat;
        !(promotes || may_triumph || self.closed.contains(to))
    }

    /// The quiet moves of a set whose replies are counted together.
    #[inline(always)]
    fn even(&self, moves: &MoveSet) -> Bitboard {
        match moves.origin {
            _ if self.triumphs && moves.role == Role::Boat => Bitboard::EMPTY,
            Origin::Square(_) => moves.to.without(self.closed),
            Origin::Back(_, true) => Bitboard::EMPTY,
            Origin::Back(..) => {
                // Steps: captures, which come from elsewhere, are few.
                let (files, ranks) = self.forward;
                let to = moves.to.without(self.closed | self.mobility.occupied);
                to.without(self.sensitive | self.sensitive.shift(files, ranks))
            }
        }
    }

    #[inline(always)]
    fn to_even(&self, moves: &MoveSet, to: Bitboard) -> i64 {
        match moves.origin {
            Origin::Square(from) => self.to_quiet(Bitboard::of(from), to),
            Origin::Back(..) => size(to) * self.base,
        }
    }

    /// The replies to quiet moves of one man.
    #[inline(always)]
    fn to_quiet(&self, from: Bitboard, to: Bitboard) -> i64 {
        let mut each = self.base;
        if !self.sensitive.meets(from | to) {
            return size(to) * each;
        }
        let mut total = 0;
        let Mobility { position, seat, own, occupied, reach, slides, .. } = self.mobility;
        for walkers in &self.walkers {
            each -= walkers.gain(from);
            // To the next seat a man that is taken and the one that takes it are the same.
            total += walkers.gain(to.without(occupied));
        }
        if reach.meets(from | to) {
            each -= slides;
            total += slides_after(position.of(seat, Role::Elephant), own, occupied, from, to);
        }
        total + size(to) * each
    }
}

/// Where a man of the seat to move can go.
#[inline(always)]
fn moves_of(game: &Game, position: &Position, man: Square) -> Bitboard {
    let seat = position.seat();
    let own = position.men(seat);
    match position.role_at(Bitboard::of(man)) {
        Role::Boat => BOAT[man.index()].without(own),
        Role::Horse => HORSE[man.index()].without(own),
        Role::Elephant => rook(man, position.occupied()).without(own),
        Role::King => KING[man.index()].without(own),
        Role::Pawn => {
            let (plain, promoting) = game.pawn_targets(position, seat, Bitboard::of(man));
            let walker = Walkers::new(Bitboard::of(man), seat.forward(), plain | promoting);
            walker.targets(position.occupied().without(own), position.occupied())
        }
    }
}

/// Whether some of these boats may stand on three squares of a block of four; never missed, seldom claimed wrongly.
#[inline(always)]
fn may_be_completed(boats: Bitboard) -> bool {
    boats.meets(boats.shift(1, 0)) && boats.meets(boats.shift(0, 1))
}

/// How many turns the next seat has, and what they depend on besides its own men.
#[derive(Clone, Copy)]
struct Standing {
    count: u64,
    /// The squares on which a man of another seat that comes or goes may change the number.
    squares: Bitboard,
    /// The squares on which a boat of another seat that comes may.
    boats: Bitboard,
}

impl Standing {
    #[inline(always)]
    fn new(game: &Game, position: &Position, count: u64) -> Self {
        let everything = Self { count, squares: Bitboard::FULL, boats: Bitboard::FULL };
        if game.is_over(position) {
            return everything;
        }
        let seat = position.seat();
        let own = position.men(seat);
        let occupied = position.occupied();

        // A triumph opens lines, and a pawn that is promoted moves on as what it is then. One of another seat takes the
        // boats of the next seat, too.
        let mut near = Bitboard::EMPTY;
        if game.rules().boat_triumph != BoatTriumph::None {
            let boats = position.all_of(Role::Boat);
            if may_be_completed(boats.without(own)) {
                return everything;
            }
            near = boats.into_iter().fold(Bitboard::EMPTY, |near, boat| near | KING[boat.index()]);
        }
        let pawns = position.of(seat, Role::Pawn);
        let (plain, promoting) = game.pawn_targets(position, seat, pawns);
        if !promoting.is_empty() || plain != Bitboard::FULL {
            return everything;
        }

        // Two steps of the pawns, and of an elephant the squares to its first obstacles: as it stands, after it has
        // moved, and after one of its own men has left.
        let step = |men| Walkers::new(men, seat.forward(), Bitboard::FULL).all();
        let mut squares = step(pawns);
        squares |= step(squares);
        for elephant in position.of(seat, Role::Elephant) {
            let reach = rook(elephant, occupied);
            squares |= reach;
            for man in reach & own {
                let left = occupied.without(Bitboard::of(man));
                for to in moves_of(game, position, man) {
                    squares |= rook(elephant, left | Bitboard::of(to));
                }
            }
            for to in reach.without(own) {
                squares |= rook(to, occupied.without(Bitboard::of(elephant)));
            }
        }
        Self { count, squares, boats: near }
    }

    /// Those moves of another seat after which the number is the same: nothing is taken or promoted, and no square that
    /// matters is touched.
    #[inline(always)]
    fn even<A: Army>(&self, moves: &MoveSet, board: &Position) -> Bitboard {
        let mut closed = self.squares | board.occupied();
        if moves.role == Role::Boat {
            closed |= self.boats;
        }
        match moves.origin {
            Origin::Square(from) if self.squares.contains(from) => Bitboard::EMPTY,
            Origin::Square(_) => moves.to.without(closed),
            Origin::Back(_, true) => Bitboard::EMPTY,
            Origin::Back(..) => {
                // A pawn's capture is not even, so this is a step.
                let (files, ranks) = A::SEAT.forward();
                moves.to.without(closed | self.squares.shift(files, ranks))
            }
        }
    }
}

#[inline(always)]
fn size(set: Bitboard) -> i64 {
    i64::from(set.len())
}
