//! The rules with everything that does not depend on the position worked out.

use super::movegen::generate;
use super::position::{NO_RAJA, plane};
use super::{
    Color, ElephantMove, HorseMove, Move, MoveSet, Mover, Operation, Outcome, Piece, Position,
    PromotionRequires, RajaJump, RajaSafety, Reason, Refusal, Refusals, Role, Rules, Setup, Stalemate,
};
use crate::attacks::{diagonal, leaps, oblique, straight};
use crate::{Bitboard, Square};
use core::fmt;
use core::ops::Deref;

/// The rules of one game and the tables that follow from them. Everything about a position is asked here.
///
/// ```
/// use rules_core::chaturanga::{Game, Rules};
/// let game = Game::new(Rules::TR);
/// let setup = game.read("k7/2P5/8/8/8/8/8/4K3 w - B 0 1")?;
/// let position = game.position(&setup)?;
/// // The side has lost a gaja, so its padati becomes one on the gaja's file.
/// let mv = "c7c8b".parse().unwrap();
/// assert!(game.is_legal(&position, mv));
/// let next = game.play(&position, mv).unwrap();
/// assert_eq!(game.setup(&next).to_string(), "k1B5/8/8/8/8/8/8/4K3 b - - 0 1");
/// # Ok::<(), rules_core::chaturanga::Refusals>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: Rules,
    /// The leaps of the ashva, and of the raja's jump.
    pub(super) horse: [Bitboard; 64],
    /// The moves of the gaja of each side on an empty board.
    pub(super) elephant: [[Bitboard; 64]; 2],
    /// What each side promotes to on each file.
    pub(super) promotion_roles: [[Option<Role>; 8]; 2],
    /// The squares of the last row on which each side promotes to a type, by [`plane`].
    pub(super) promotion_squares: [[Bitboard; 4]; 2],
    /// Whether a position remembers what was lost: the canonical rules ask for it.
    pub(super) keeps_lost: bool,
}

impl Game {
    /// Works out what follows from the rules.
    pub fn new(rules: Rules) -> Self {
        let horse = match rules.horse_move {
            HorseMove::Knight => leaps(&oblique(2, 1)),
            HorseMove::Camel => leaps(&oblique(3, 1)),
        };
        let elephant = Color::ALL.map(|color| match rules.elephant_move {
            ElephantMove::Alfil | ElephantMove::LameAlfil => leaps(&diagonal(2)),
            ElephantMove::Dabbaba => leaps(&straight(2)),
            ElephantMove::Silver => {
                let [a, b, c, d] = diagonal(1);
                leaps(&[a, b, c, d, (0, color.forward())])
            }
        });
        let promotion_roles =
            Color::ALL.map(|color| core::array::from_fn(|file| rules.promotion_role(color, file as u8)));
        let mut promotion_squares = [[Bitboard::EMPTY; 4]; 2];
        for color in Color::ALL {
            for (file, role) in (0..).zip(promotion_roles[color as usize]) {
                if let Some(role) = role {
                    promotion_squares[color as usize][plane(role)] |=
                        Bitboard::file(file) & Bitboard::rank(color.last_rank());
                }
            }
        }
        let keeps_lost = rules.canonical().promotion_requires == PromotionRequires::Lost;
        Self { rules, horse, elephant, promotion_roles, promotion_squares, keeps_lost }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position with which a game begins.
    pub fn start(&self) -> Position {
        self.accept(&Setup::start(&self.rules))
    }

    /// Judges a placement under these rules; rights that cannot be held are dropped, and the lost types are
    /// joined with those that are missing, or dropped where the rules do not remember them.
    ///
    /// # Errors
    /// All reasons why the placement is refused.
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::none();
        self.judge_men(setup, &mut refusals);
        // With two rajas a side it is not clear whose attack to test.
        let position = refusals.or(self.accept(setup))?;
        self.judge_rajas(&position)?;
        Ok(position)
    }

    /// Reads a position text, or `startpos`, and normalises it under these rules.
    ///
    /// # Errors
    /// All reasons why the text, or the placement that it describes, is refused.
    pub fn read(&self, text: &str) -> Result<Setup, Refusals> {
        let setup = if text == "startpos" { Setup::start(&self.rules) } else { text.parse()? };
        let Setup { halfmove, fullmove, .. } = setup;
        Ok(Setup { halfmove, fullmove, ..self.setup(&self.position(&setup)?) })
    }

    /// The placement that a position stands for, with fresh clocks; reading it gives the same position.
    pub fn setup(&self, position: &Position) -> Setup {
        let mut setup = Setup {
            side: position.side,
            jump: Color::ALL.map(|color| position.has_jump(color)),
            lost: Color::ALL.map(|color| position.lost(color).without(position.missing(color))),
            ..Setup::EMPTY
        };
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup
    }

    /// Counts and places, judged man by man.
    fn judge_men(&self, setup: &Setup, refusals: &mut Refusals) {
        let men = || Square::all().filter_map(|square| Some((square, setup.board[square.index()]?)));
        for color in Color::ALL {
            let count = |role| men().filter(|&(_, piece)| piece == Piece { color, role }).count() as u32;
            let rajas = count(Role::Raja);
            if rajas > 1 {
                refusals.push(Refusal::Rajas { color, found: rajas });
            }
            let padatis = count(Role::Padati);
            if padatis > Role::Padati.start_count() {
                refusals.push(Refusal::Padatis { color, found: padatis });
            }
            let pieces = men().filter(|(_, piece)| piece.color == color).count() as u32;
            if pieces > 16 {
                refusals.push(Refusal::Pieces { color, found: pieces });
            }
            for role in Role::OFFICERS {
                let found = count(role);
                let promoted = Role::Padati.start_count().saturating_sub(padatis);
                let allowed = role.start_count() + promoted;
                if found > allowed {
                    refusals.push(Refusal::TooMany { color, role, found, allowed });
                }
            }
        }
        for (square, piece) in men() {
            if piece.role == Role::Padati && square.rank() == piece.color.first_rank() {
                refusals.push(Refusal::PadatiOnFirstRow { color: piece.color, square });
            }
        }
    }

    /// What must hold of the rajas, judged on the board as a whole.
    fn judge_rajas(&self, position: &Position) -> Result<(), Refusals> {
        let mut refusals = Refusals::none();
        let all_moves = self.rules.raja_safety == RajaSafety::AllMoves;
        let opponent = !position.side;
        match Color::ALL.map(|color| position.raja(color)) {
            [None, None] => refusals.push(Refusal::NoRajas),
            _ => {
                for color in Color::ALL {
                    if position.raja(color).is_none() && (all_moves || color == opponent) {
                        refusals.push(Refusal::RajaMissing { color });
                    }
                }
            }
        }
        if let Some(raja) = position.raja(opponent).filter(|_| all_moves)
            && self.is_attacked(position, opponent)
        {
            refusals.push(Refusal::OpponentAttacked { raja });
        }
        refusals.or(())
    }

    /// The position of a placement whose men are in order.
    fn accept(&self, setup: &Setup) -> Position {
        let mut position = Position { side: setup.side, ..Position::EMPTY };
        for square in Square::all() {
            let Some(piece) = setup.board[square.index()] else { continue };
            position.colors[piece.color as usize] |= Bitboard::of(square);
            match piece.role {
                Role::Raja => position.rajas[piece.color as usize] = square.index() as u8,
                role => position.roles[plane(role)] |= Bitboard::of(square),
            }
        }
        for color in Color::ALL {
            if setup.jump[color as usize] && self.can_hold_jump(&position, color) {
                position.jump |= color.bit();
            }
            if self.keeps_lost {
                let lost = setup.lost[color as usize].union(position.missing(color));
                for role in Role::OFFICERS.into_iter().filter(|&role| lost.contains(role)) {
                    position.lost |= 1 << plane(role) << color.lost_shift();
                }
            }
        }
        position
    }

    fn can_hold_jump(&self, position: &Position, color: Color) -> bool {
        let Some(raja) = position.raja(color) else { return false };
        match self.rules.raja_jump {
            RajaJump::UntilUsed => true,
            RajaJump::UntilChecked => !self.is_attacked(position, color),
            RajaJump::UntilMoved => {
                raja.rank() == color.first_rank() && self.rules.start_role(color, raja.file()) == Role::Raja
            }
            RajaJump::None => false,
        }
    }

    /// Hands the legal moves to `visit` in sets, some of which may be empty; nothing when the game is over.
    pub fn visit(&self, position: &Position, visit: impl FnMut(MoveSet)) {
        struct Visit<'a, F>(&'a Game, &'a Position, F);
        impl<F: FnMut(MoveSet)> Operation for Visit<'_, F> {
            type Output = ();
            fn run<M: Mover>(mut self) {
                generate::<M>(self.0, self.1, &mut self.2);
            }
        }
        self.dispatch(position.side, Visit(self, position, visit));
    }

    /// The number of legal moves, 0 when the game is over. None of them is listed.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::TR_LITERAL);
    /// assert_eq!(game.count(&game.start()), 14);
    /// ```
    pub fn count(&self, position: &Position) -> u64 {
        let mut count = 0;
        self.visit(position, |moves| count += u64::from(moves.len()));
        count
    }

    /// The legal moves.
    ///
    /// ```
    /// use rules_core::chaturanga::{Game, Rules};
    /// let game = Game::new(Rules::CHESSCOM);
    /// let setup = game.read("4r2k/8/8/8/8/8/4R3/4K3 w").unwrap();
    /// let moves = game.moves(&game.position(&setup).unwrap());
    /// // The ratha is pinned: along its line it may go.
    /// assert!(moves.contains(&"e2e8".parse().unwrap()));
    /// assert!(!moves.contains(&"e2d2".parse().unwrap()));
    /// ```
    pub fn moves(&self, position: &Position) -> Moves {
        let mut list = Moves::new();
        self.visit(position, |moves| moves.moves(self, position.side).for_each(|mv| list.push(mv)));
        list
    }

    /// The legal moves of the man on a square.
    pub fn moves_from(&self, position: &Position, from: Square) -> impl Iterator<Item = Move> {
        self.moves(position).filter(move |mv| mv.from == from)
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.moves(position).contains(&mv)
    }

    /// The position after a move. Clocks are not part of a position: whoever keeps them counts them on.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&self, position: &Position, mv: Move) -> Result<Position, IllegalMove> {
        struct Play<'a>(&'a Game, &'a Position, Move);
        impl Operation for Play<'_> {
            type Output = Option<Position>;
            fn run<M: Mover>(self) -> Option<Position> {
                let mut next = None;
                M::children(self.0, self.1, |mv, child| {
                    if mv == self.2 {
                        next = Some(child);
                    }
                });
                next
            }
        }
        self.dispatch(position.side, Play(self, position, mv)).ok_or(IllegalMove)
    }

    /// The men of `by` whose capture pattern reaches a square; the jump attacks nothing.
    pub fn attackers(&self, position: &Position, square: Square, by: Color) -> Bitboard {
        self.attackers_given(position, square, by, self.is_lame(), position.occupied())
    }

    /// The men that attack the raja of the side to move.
    pub fn checkers(&self, position: &Position) -> Bitboard {
        let raja = position.raja(position.side);
        raja.map_or(Bitboard::EMPTY, |raja| self.attackers(position, raja, !position.side))
    }

    /// Whether the raja of a side is attacked.
    pub fn is_attacked(&self, position: &Position, color: Color) -> bool {
        position.raja(color).is_some_and(|raja| !self.attackers(position, raja, !color).is_empty())
    }

    /// How the game ended; `None` while it goes on.
    ///
    /// ```
    /// use rules_core::chaturanga::{Color, Game, Outcome, Reason, Rules};
    /// let game = Game::new(Rules::NL);
    /// let stalemate = game.read("7k/5K2/6Q1/8/8/8/8/8 b").unwrap();
    /// // The one who is stalemated wins.
    /// let outcome = Outcome { winner: Some(Color::Black), reason: Reason::Stalemate };
    /// assert_eq!(game.outcome(&game.position(&stalemate).unwrap()), Some(outcome));
    /// ```
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.side;
        let won = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        if let Some(loser) = Color::ALL.into_iter().find(|&color| position.raja(color).is_none()) {
            return won(!loser, Reason::RajaCaptured);
        }
        if self.count(position) > 0 {
            return None;
        }
        if self.is_bare_win(position) {
            return won(mover, Reason::BareRaja);
        }
        if self.rules.raja_safety != RajaSafety::None && self.is_attacked(position, mover) {
            return won(!mover, Reason::Mate);
        }
        let winner = match self.rules.stalemate {
            Stalemate::Wins => Some(mover),
            Stalemate::Loses => Some(!mover),
            Stalemate::Draws => None,
        };
        Some(Outcome { winner, reason: Reason::Stalemate })
    }
}

/// A move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl core::error::Error for IllegalMove {}

/// A list of moves that is held in place, without allocation.
#[derive(Clone, Debug)]
pub struct Moves {
    list: [Move; Self::CAPACITY],
    len: usize,
    next: usize,
}

impl Moves {
    /// More than any accepted position has: no man but 10 rathas has more than 14 moves, 5 more than 8, and a raja
    /// more than 16, which makes 196.
    const CAPACITY: usize = 256;

    const fn new() -> Self {
        let none = Move { from: Square::A1, to: Square::A1, promotion: None };
        Self { list: [none; Self::CAPACITY], len: 0, next: 0 }
    }

    fn push(&mut self, mv: Move) {
        self.list[self.len] = mv;
        self.len += 1;
    }
}

impl Deref for Moves {
    type Target = [Move];
    fn deref(&self) -> &[Move] {
        &self.list[self.next..self.len]
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let mv = *self.first()?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}

const _: () = assert!(NO_RAJA as usize == Square::NUM);
