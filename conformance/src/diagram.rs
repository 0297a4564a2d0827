//! Boards drawn as text.

/// Draws the board of a position text of either game, one rank per line, indented by this many spaces.
/// Returns nothing if the text does not have eight ranks.
pub fn indented(text: &str, spaces: usize) -> String {
    board(text).lines().map(|line| format!("{:spaces$}{line}\n", "")).collect()
}

fn board(text: &str) -> String {
    let ranks = text.split(' ').next().unwrap_or_default();
    let rows: Vec<&str> = ranks.split('/').collect();
    if rows.len() != 8 {
        return String::new();
    }
    // The pieces of chaturaji have two letters.
    let width =
        if ranks.chars().any(|letter| matches!(letter, 'y' | 'g')) || ranks.contains(',') { 3 } else { 2 };
    let cell = |text: &str| format!("{text:>width$}");
    let mut board = String::new();
    for (number, row) in (1..=8).rev().zip(rows) {
        board += &number.to_string();
        let mut piece = String::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => board += &cell(".").repeat(empty as usize),
                None if letter == ',' => {}
                None => {
                    piece.push(letter);
                    if piece.len() == width - 1 {
                        board += &cell(&std::mem::take(&mut piece));
                    }
                }
            }
        }
        board += "\n";
    }
    let files: String = ('a'..='h').map(|file| cell(&file.to_string())).collect();
    format!("{board} {files}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_line_for_each_rank() {
        let board = board("7k/8/8/8/8/3p4/2B5/R3K3 w - - 0 1");
        assert_eq!(board.lines().next(), Some("8 . . . . . . . k"));
        assert_eq!(board.lines().nth(7), Some("1 R . . . K . . ."));
        assert_eq!(board.lines().last(), Some("  a b c d e f g h"));
        let four = super::board("8/8/2,bB,5/3,gB,rB,3/3,yB,4/rK,6,yK/8/gK,6,bK b 23");
        assert_eq!(four.lines().nth(2), Some("6  .  . bB  .  .  .  .  ."));
        assert_eq!(four.lines().last(), Some("   a  b  c  d  e  f  g  h"));
    }
}
