//! Chaturanga as its sources describe it.

use rules_core::Square;
use rules_core::chaturanga::{
    BareRaja, Color, ElephantMove, HorseMove, Move, Outcome, Piece, PromotionChoice, PromotionDenied,
    PromotionPiece, PromotionRequires, RajaJump, RajaJumpCapture, RajaSafety, Reason, Role, RoleSet, Rules,
    Setup, Stalemate, StalemateTest, StartSetup,
};

#[cfg(test)]
mod tests;

/// A step or leap: the number of files to the right and of ranks up.
type Offset = (i8, i8);

const STRAIGHT: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A position: everything that decides the moves, and nothing else.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The piece on each square.
    board: [Option<Piece>; 64],
    /// The side to move.
    side: Color,
    /// Whether each side still holds the right to the raja's jump.
    jump: [bool; 2],
    /// The types of which each side has lost a piece.
    lost: [RoleSet; 2],
}

/// Returns the pieces on the first rank of a side, from the a file to the h file.
///
/// tr § Taşlar ve dizilişi: both sides from the a file. nl, the paragraph on the array: the only difference
/// from the western array is that Black's raja is on d8, and so its mantri on e8. The mirrored setups exchange
/// the raja and the mantri of both sides.
fn first_row(rules: &Rules, color: Color) -> [Role; 8] {
    use Role::{Ashva, Gaja, Mantri, Raja, Ratha};
    let (d_file, e_file) = match (rules.setup, color) {
        (StartSetup::Crosswise, Color::White) => (Mantri, Raja),
        (StartSetup::Crosswise, Color::Black) => (Raja, Mantri),
        (StartSetup::Facing, _) => (Mantri, Raja),
        (StartSetup::FacingMirrored, _) => (Raja, Mantri),
        (StartSetup::CrosswiseMirrored, Color::White) => (Raja, Mantri),
        (StartSetup::CrosswiseMirrored, Color::Black) => (Mantri, Raja),
    };
    [Ratha, Ashva, Gaja, d_file, e_file, Gaja, Ashva, Ratha]
}

/// Returns the rank, from 0, of the officers of a side at the start. The padatis of the other side promote on
/// it.
fn first_rank(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// Returns the rank, from 0, of the padatis of a side at the start.
fn second_rank(color: Color) -> u8 {
    match color {
        Color::White => 1,
        Color::Black => 6,
    }
}

/// Returns the number of ranks up the board that a padati steps.
fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Returns the number of pieces of a type that a side has at the start (nl, the list of pieces; tr §
/// Çaturanga taşları).
fn start_count(role: Role) -> usize {
    match role {
        Role::Raja | Role::Mantri => 1,
        Role::Ratha | Role::Gaja | Role::Ashva => 2,
        Role::Padati => 8,
    }
}

/// Returns whether a position can record the loss of this type: one that a padati may become.
fn is_officer(role: Role) -> bool {
    !matches!(role, Role::Raja | Role::Padati)
}

/// Returns the type that a padati of this side becomes on the last square of a file, if any.
///
/// nl, the last paragraph: the type that stood on the promotion square at the start, so none on the squares
/// of the rajas. tr § Terfi: the officer of the file, never a raja, and none on e and f. `by-file-or-mantri`:
/// the officer of the file, and a mantri on the file of the own raja.
fn promotes_to(rules: &Rules, color: Color, file: u8) -> Option<Role> {
    if rules.promotion_barred_files.contains(file) {
        return None;
    }
    let on_square = first_row(rules, !color)[usize::from(file)];
    let on_file = first_row(rules, color)[usize::from(file)];
    let role = match rules.promotion_piece {
        PromotionPiece::BySquare => on_square,
        PromotionPiece::ByFile => on_file,
        PromotionPiece::ByFileOrMantri if on_file == Role::Raja => Role::Mantri,
        PromotionPiece::ByFileOrMantri => on_file,
        PromotionPiece::Mantri => Role::Mantri,
    };
    (role != Role::Raja).then_some(role)
}

/// Returns whether a position records losses: only if a promotion can depend on them.
fn records_losses(rules: &Rules) -> bool {
    let promotes = |color| (0..8).any(|file| promotes_to(rules, color, file).is_some());
    rules.promotion_requires == PromotionRequires::Lost && (promotes(Color::White) || promotes(Color::Black))
}

/// Returns the eight leaps of the ashva, which are also those of the raja's jump (nl; tr § Raja).
///
/// nl: one square straight, then one diagonally. tr § Aşva: three squares one way and one the other.
fn horse_leaps(rules: &Rules) -> Vec<Offset> {
    let long: i8 = match rules.horse_move {
        HorseMove::Knight => 2,
        HorseMove::Camel => 3,
    };
    let mut leaps = Vec::new();
    for files in [-long, -1, 1, long] {
        for ranks in [-long, -1, 1, long] {
            if files.abs() != ranks.abs() {
                leaps.push((files, ranks));
            }
        }
    }
    leaps
}

/// Returns the squares at these offsets that are on the board.
fn around(from: Square, offsets: &[Offset]) -> Vec<Square> {
    offsets.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
}

/// Returns whether a move of the raja is its jump: it goes further than one step.
fn is_jump(mv: Move) -> bool {
    mv.from.file().abs_diff(mv.to.file()) > 1 || mv.from.rank().abs_diff(mv.to.rank()) > 1
}

impl State {
    /// Returns the position at the start of a game.
    pub fn start(rules: &Rules) -> Self {
        let mut state =
            Self { board: [None; 64], side: Color::White, jump: [true; 2], lost: [RoleSet::EMPTY; 2] };
        for color in Color::ALL {
            for file in 0..8 {
                let officer = Piece { color, role: first_row(rules, color)[usize::from(file)] };
                let padati = Piece { color, role: Role::Padati };
                state.board[usize::from(first_rank(color) * 8 + file)] = Some(officer);
                state.board[usize::from(second_rank(color) * 8 + file)] = Some(padati);
            }
        }
        state.settle(rules);
        state
    }

    /// Returns the position of a placement, with the rights and losses that these rules allow.
    ///
    /// # Errors
    /// All refusal kinds (those of `Refusal::kind`), sorted, without duplicates. The rajas are checked only
    /// if every piece by itself may be where it is.
    pub fn from_setup(rules: &Rules, setup: &Setup) -> Result<Self, Vec<&'static str>> {
        let mut state = Self { board: setup.board, side: setup.side, jump: setup.jump, lost: setup.lost };
        let mut reasons = state.faults_of_pieces();
        if reasons.is_empty() {
            reasons = state.faults_of_rajas(rules);
        }
        if !reasons.is_empty() {
            reasons.sort_unstable();
            reasons.dedup();
            return Err(reasons);
        }
        state.settle(rules);
        Ok(state)
    }

    /// Returns why the pieces of a side cannot all be on the board.
    fn faults_of_pieces(&self) -> Vec<&'static str> {
        let mut faults = Vec::new();
        for color in Color::ALL {
            let padatis = self.count(color, Role::Padati);
            if self.count(color, Role::Raja) > 1 {
                faults.push("rajas");
            }
            if padatis > 8 {
                faults.push("padatis");
            }
            if Role::ALL.iter().map(|&role| self.count(color, role)).sum::<usize>() > 16 {
                faults.push("pieces");
            }
            // Each missing padati may have become one more of the type.
            let missing_padatis = 8_usize.saturating_sub(padatis);
            for role in Role::ALL.into_iter().filter(|&role| is_officer(role)) {
                if self.count(color, role) > start_count(role) + missing_padatis {
                    faults.push("too-many");
                }
            }
            // Padatis never go back (tr § Padati) and start one rank further on.
            let padati = Some(Piece { color, role: Role::Padati });
            let on_first_row = |square: Square| square.rank() == first_rank(color);
            if Square::all().any(|square| on_first_row(square) && self.at(square) == padati) {
                faults.push("padati-on-first-row");
            }
        }
        faults
    }

    /// Returns why the rajas cannot be where they are, or be missing.
    fn faults_of_rajas(&self, rules: &Rules) -> Vec<&'static str> {
        let to_move = self.raja(self.side).is_some();
        let opponent = self.raja(!self.side).is_some();
        let mut faults = Vec::new();
        if !to_move && !opponent {
            faults.push("no-rajas");
        } else if !opponent || (!to_move && rules.raja_safety == RajaSafety::AllMoves) {
            // Only the side to move can have lost its raja, and only if rajas can be captured.
            faults.push("raja-missing");
        }
        if rules.raja_safety == RajaSafety::AllMoves && self.is_attacked(rules, !self.side) {
            faults.push("opponent-attacked");
        }
        faults
    }

    /// Returns a placement of this position, with clocks at 0 and 1.
    ///
    /// It names only those lost types that the board does not show.
    pub fn to_setup(&self) -> Setup {
        let hidden = |color: Color| {
            let lost = self.lost[color as usize];
            Role::ALL
                .into_iter()
                .filter(|&role| lost.contains(role) && !self.is_short_of(color, role))
                .collect()
        };
        Setup {
            board: self.board,
            side: self.side,
            jump: self.jump,
            lost: [hidden(Color::White), hidden(Color::Black)],
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// Returns the piece on a square.
    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Returns the squares of the pieces of a side.
    fn squares_of(&self, color: Color) -> Vec<Square> {
        Square::all().filter(|&square| self.at(square).is_some_and(|piece| piece.color == color)).collect()
    }

    /// Returns the number of pieces of a type that a side has.
    fn count(&self, color: Color, role: Role) -> usize {
        self.board.iter().filter(|&&piece| piece == Some(Piece { color, role })).count()
    }

    /// Returns whether a side has fewer pieces of a type than at the start.
    fn is_short_of(&self, color: Color, role: Role) -> bool {
        self.count(color, role) < start_count(role)
    }

    /// Returns the square of the raja of a side.
    fn raja(&self, color: Color) -> Option<Square> {
        Square::all().find(|&square| self.at(square) == Some(Piece { color, role: Role::Raja }))
    }

    /// Drops the rights that no side can hold, and records missing types as lost.
    fn settle(&mut self, rules: &Rules) {
        for color in Color::ALL {
            self.jump[color as usize] &= self.can_hold_the_jump(rules, color);
            let lost = self.lost[color as usize];
            let is_lost =
                |role: Role| is_officer(role) && (lost.contains(role) || self.is_short_of(color, role));
            self.lost[color as usize] = if records_losses(rules) {
                Role::ALL.into_iter().filter(|&role| is_lost(role)).collect()
            } else {
                RoleSet::EMPTY
            };
        }
    }

    /// Returns whether a side can hold the right to the jump in this position.
    ///
    /// nl: once a game, and not after the raja has been in check. tr § Raja: once a game.
    fn can_hold_the_jump(&self, rules: &Rules, color: Color) -> bool {
        let Some(raja) = self.raja(color) else {
            return false;
        };
        let is_home = raja.rank() == first_rank(color)
            && first_row(rules, color)[usize::from(raja.file())] == Role::Raja;
        match rules.raja_jump {
            RajaJump::UntilUsed => true,
            RajaJump::UntilChecked => !self.is_attacked(rules, color),
            RajaJump::UntilMoved => is_home,
            RajaJump::UntilCheckedOrMoved => is_home && !self.is_attacked(rules, color),
            RajaJump::None => false,
        }
    }

    /// Returns the squares on which the piece on `from` could capture an enemy.
    ///
    /// All but the padati capture as they move (nl, after the list of moves). The jump is not included,
    /// because it attacks nothing.
    fn captures_of(&self, rules: &Rules, from: Square) -> Vec<Square> {
        let Some(piece) = self.at(from) else {
            return Vec::new();
        };
        let ahead = forward(piece.color);
        match piece.role {
            // nl: as the western king. tr § Raja: one square in every direction.
            Role::Raja => around(from, &[STRAIGHT, DIAGONAL].concat()),
            // nl; tr § Mantri: one square diagonally.
            Role::Mantri => around(from, &DIAGONAL),
            // nl; tr § Ratha: any distance along ranks and files.
            Role::Ratha => STRAIGHT.into_iter().flat_map(|way| self.line(from, way)).collect(),
            Role::Gaja => match rules.elephant_move {
                // nl: two squares diagonally, over any piece between.
                ElephantMove::Alfil => around(from, &DIAGONAL.map(|(files, ranks)| (2 * files, 2 * ranks))),
                // tr § Gaja: two squares diagonally; leaping is not mentioned.
                ElephantMove::LameAlfil => DIAGONAL
                    .into_iter()
                    .filter(|&(files, ranks)| {
                        from.offset(files, ranks).is_some_and(|between| self.at(between).is_none())
                    })
                    .filter_map(|(files, ranks)| from.offset(2 * files, 2 * ranks))
                    .collect(),
                ElephantMove::Dabbaba => around(from, &STRAIGHT.map(|(files, ranks)| (2 * files, 2 * ranks))),
                ElephantMove::Silver => around(from, &[&DIAGONAL[..], &[(0, ahead)]].concat()),
            },
            Role::Ashva => around(from, &horse_leaps(rules)),
            // nl: as the western pawn. tr § Padati: one square diagonally ahead, only to capture.
            Role::Padati => around(from, &[(-1, ahead), (1, ahead)]),
        }
    }

    /// Returns the squares from `from` in one direction, up to and including the first occupied one.
    fn line(&self, from: Square, (files, ranks): Offset) -> Vec<Square> {
        let mut squares = Vec::new();
        let mut last = from;
        while let Some(next) = last.offset(files, ranks) {
            squares.push(next);
            if self.at(next).is_some() {
                break;
            }
            last = next;
        }
        squares
    }

    /// Returns the squares of the pieces of `by` that attack a square, regardless of what is on it.
    pub fn attackers(&self, rules: &Rules, square: Square, by: Color) -> Vec<Square> {
        let mut squares = self.squares_of(by);
        squares.retain(|&from| self.captures_of(rules, from).contains(&square));
        squares
    }

    /// Returns whether the raja of a side is attacked; `false` if it has none.
    pub fn is_attacked(&self, rules: &Rules, color: Color) -> bool {
        self.raja(color).is_some_and(|raja| !self.attackers(rules, raja, !color).is_empty())
    }

    /// Returns the pseudo-legal moves: those that ignore the safety of the raja.
    fn pseudo_legal(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.squares_of(self.side) {
            match self.at(from).map(|piece| piece.role) {
                Some(Role::Padati) => moves.extend(self.padati_moves(rules, from)),
                Some(Role::Raja) => {
                    moves.extend(self.piece_moves(rules, from));
                    moves.extend(self.jumps(rules, from));
                }
                _ => moves.extend(self.piece_moves(rules, from)),
            }
        }
        moves
    }

    /// Returns the moves of any piece but a padati, without the jump. No piece captures its own side (tr §
    /// Taş/meteryal alma).
    fn piece_moves(&self, rules: &Rules, from: Square) -> Vec<Move> {
        let mut targets = self.captures_of(rules, from);
        targets.retain(|&to| self.at(to).is_none_or(|piece| piece.color != self.side));
        targets.into_iter().map(|to| Move { from, to, promotion: None }).collect()
    }

    /// Returns the jumps of the raja on `from`.
    ///
    /// tr § Raja: once, as the ashva moves, when it is not attacked. nl: once, as the horse moves. It attacks
    /// nothing, so it cannot capture a raja.
    fn jumps(&self, rules: &Rules, from: Square) -> Vec<Move> {
        if !self.jump[self.side as usize] || self.is_attacked(rules, self.side) {
            return Vec::new();
        }
        let mut targets = around(from, &horse_leaps(rules));
        targets.retain(|&to| match self.at(to) {
            None => true,
            Some(piece) => {
                rules.raja_jump_capture == RajaJumpCapture::Any
                    && piece.color != self.side
                    && piece.role != Role::Raja
            }
        });
        targets.into_iter().map(|to| Move { from, to, promotion: None }).collect()
    }

    /// Returns the moves of the padati on `from`: ahead to an empty square, diagonally ahead to an enemy (tr
    /// § Padati; nl, the list of moves).
    fn padati_moves(&self, rules: &Rules, from: Square) -> Vec<Move> {
        let mut targets = around(from, &[(0, forward(self.side))]);
        targets.retain(|&to| self.at(to).is_none());
        let mut captures = self.captures_of(rules, from);
        captures.retain(|&to| self.at(to).is_some_and(|piece| piece.color != self.side));
        targets.append(&mut captures);
        targets.into_iter().flat_map(|to| self.padati_arrivals(rules, from, to)).collect()
    }

    /// Returns the moves of a padati from one square to another: plain, promoting, both or neither.
    fn padati_arrivals(&self, rules: &Rules, from: Square, to: Square) -> Vec<Move> {
        let plain = Move { from, to, promotion: None };
        if to.rank() != first_rank(!self.side) {
            return vec![plain];
        }
        match (self.promotion_on(rules, to), rules.promotion_choice, rules.promotion_denied) {
            (Some(role), PromotionChoice::Forced, _) => vec![Move { promotion: Some(role), ..plain }],
            (Some(role), PromotionChoice::Optional, _) => {
                vec![plain, Move { promotion: Some(role), ..plain }]
            }
            (None, _, PromotionDenied::Stays) => vec![plain],
            (None, _, PromotionDenied::Barred) => Vec::new(),
        }
    }

    /// Returns the type that a padati of the side to move may become on this square.
    ///
    /// nl, the last paragraph, and tr § Terfi: only a type of which one was lost before.
    fn promotion_on(&self, rules: &Rules, to: Square) -> Option<Role> {
        let role = promotes_to(rules, self.side, to.file())?;
        let may = match rules.promotion_requires {
            PromotionRequires::Lost => self.lost[self.side as usize].contains(role),
            PromotionRequires::Missing => self.is_short_of(self.side, role),
            PromotionRequires::Nothing => true,
        };
        may.then_some(role)
    }

    /// Returns the position after a move, legal or not.
    fn after(&self, rules: &Rules, mv: Move) -> Self {
        let mut next = self.clone();
        if let Some(captured) = self.at(mv.to) {
            let lost = &mut next.lost[captured.color as usize];
            *lost = lost.with(captured.role);
        }
        next.board[mv.from.index()] = None;
        next.board[mv.to.index()] =
            self.at(mv.from).map(|piece| Piece { role: mv.promotion.unwrap_or(piece.role), ..piece });
        let any_move_ends_it =
            matches!(rules.raja_jump, RajaJump::UntilMoved | RajaJump::UntilCheckedOrMoved);
        if self.is_raja(mv.from) && (is_jump(mv) || any_move_ends_it) {
            next.jump[self.side as usize] = false;
        }
        next.side = !self.side;
        next.settle(rules);
        next
    }

    /// Returns whether a raja is on a square.
    fn is_raja(&self, square: Square) -> bool {
        self.at(square).is_some_and(|piece| piece.role == Role::Raja)
    }

    /// Returns the moves that the safety of the raja allows, with the positions after them, even if the game
    /// is over.
    fn safe_moves(&self, rules: &Rules) -> Vec<(Move, Self)> {
        let mut safe = Vec::new();
        for mv in self.pseudo_legal(rules) {
            let next = self.after(rules, mv);
            let must_be_safe = match rules.raja_safety {
                // nl, second paragraph: a raja in check must be freed from it.
                RajaSafety::AllMoves => true,
                // tr § Raja: it may not move to an attacked square. Other pieces are not mentioned.
                RajaSafety::OwnMoves => self.is_raja(mv.from),
                RajaSafety::None => false,
            };
            if !must_be_safe || !next.is_attacked(rules, self.side) {
                safe.push((mv, next));
            }
        }
        safe
    }

    /// Returns the legal moves with the positions after them.
    fn continuations(&self, rules: &Rules) -> Vec<(Move, Self)> {
        let safe = self.safe_moves(rules);
        if self.ending(rules, &safe).is_some() { Vec::new() } else { safe }
    }

    /// Returns how the game ended, or `None` if it is ongoing.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.ending(rules, &self.safe_moves(rules))
    }

    /// Returns how the game ended, given the safe moves.
    fn ending(&self, rules: &Rules, safe: &[(Move, Self)]) -> Option<Outcome> {
        let won = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        // tr § Taş/meteryal alma: whoever captures the raja wins.
        if self.raja(self.side).is_none() {
            return won(!self.side, Reason::RajaCaptured);
        }
        if let Some(winner) = self.winner_over_bare_raja(rules) {
            return won(winner, Reason::BareRaja);
        }
        // nl, second paragraph: attacked without a defence.
        let attacked = self.is_attacked(rules, self.side);
        if attacked && safe.is_empty() && rules.raja_safety != RajaSafety::None {
            return won(!self.side, Reason::Mate);
        }
        if !self.is_stalemated(rules, attacked, safe) {
            return None;
        }
        // nl, second paragraph, and tr § Pat: the stalemated side wins.
        let winner = match rules.stalemate {
            Stalemate::Wins => Some(self.side),
            Stalemate::Loses => Some(!self.side),
            Stalemate::Draws => None,
        };
        Some(Outcome { winner, reason: Reason::Stalemate })
    }

    /// Returns the side that has won because the other has nothing but its raja. Both sides have a raja.
    fn winner_over_bare_raja(&self, rules: &Rules) -> Option<Color> {
        // How many pieces a side has besides its raja.
        let others = |color| self.squares_of(color).len() - 1;
        let (own, opposing) = (others(self.side), others(!self.side));
        let opponent_is_bare = opposing == 0 && own > 0;
        let mover_is_bare = own == 0 && opposing > 0;
        let (mover_wins, opponent_wins) = match rules.bare_raja {
            BareRaja::PlaysOn => (false, false),
            BareRaja::Loses => (opponent_is_bare, false),
            // One capture cannot bare an opponent that has two pieces.
            BareRaja::LosesWhenCertain => (opponent_is_bare, mover_is_bare && opposing >= 2),
            BareRaja::LosesAtOnce => (opponent_is_bare, mover_is_bare),
        };
        if mover_wins {
            Some(self.side)
        } else if opponent_wins {
            Some(!self.side)
        } else {
            None
        }
    }

    /// Returns whether the side to move, which is not mated, is stalemated.
    fn is_stalemated(&self, rules: &Rules, attacked: bool, safe: &[(Move, Self)]) -> bool {
        if safe.is_empty() {
            return true;
        }
        match rules.stalemate_test {
            StalemateTest::NoMove => false,
            // tr § Pat: the raja is not attacked and cannot move; other pieces are not mentioned.
            StalemateTest::RajaImmobile => !attacked && !safe.iter().any(|(mv, _)| self.is_raja(mv.from)),
        }
    }

    /// Returns the legal moves, sorted; none if the game is over.
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves: Vec<Move> = self.continuations(rules).into_iter().map(|(mv, _)| mv).collect();
        moves.sort_unstable();
        moves
    }

    /// Returns the position after a move, or `None` if the move is not legal.
    pub fn play(&self, rules: &Rules, mv: Move) -> Option<Self> {
        self.continuations(rules).into_iter().find(|(legal, _)| *legal == mv).map(|(_, next)| next)
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        self.continuations(rules).iter().map(|(_, next)| next.perft(rules, depth - 1)).sum()
    }
}
