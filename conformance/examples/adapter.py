#!/usr/bin/env python3
"""An example adapter: a plain move generator behind the line protocol of PROTOCOL.md.

    conformance against chesscom 'python3 conformance/examples/adapter.py'

The part below `# The library` stands for an existing library: it plays chaturanga without the raja's jump, and promotes
to a mantri. The part above it is the adapter: it answers `read` and `moves` for that ruleset, and `cannot` to everything
else.
"""
import json
import sys

PLAYED = {
    "setup": "facing", "horse-move": "knight", "elephant-move": "alfil", "raja-jump": "none",
    "promotion-piece": "mantri", "promotion-barred-files": "none", "promotion-requires": "nothing",
    "promotion-choice": "forced", "raja-safety": "all-moves", "bare-raja": "plays-on",
}


def answer(question):
    if question["ask"] == "hello":
        return {"answer": {"protocol": 1, "name": "adapter.py", "version": "1"}}
    if question["game"] != "chaturanga":
        return {"cannot": "this program plays only chaturanga"}
    for knob, value in PLAYED.items():
        if question["rules"][knob] != value:
            return {"cannot": f"this program plays only {knob}={value}"}
    if question["ask"] != "moves":
        return {"cannot": "this program only lists moves"}
    pieces, side = read(question["position"])
    for move in question["line"]:
        if move not in legal(pieces, side):
            return {"illegal": move}
        pieces, side = play(pieces, side, move), "b" if side == "w" else "w"
    return {"answer": legal(pieces, side)}


# The library: `pieces` maps squares (file, rank) to letters, in upper case for White.

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
FORWARD = {"w": 1, "b": -1}
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
LEAPS = {
    "K": DIAGONAL + STRAIGHT,
    "Q": DIAGONAL,
    "B": [(2 * x, 2 * y) for x, y in DIAGONAL],
    "N": [(x * a, y * b) for x, y in DIAGONAL for a, b in ((1, 2), (2, 1))],
}


def read(text):
    ranks, side = (START if text == "startpos" else text).split()[:2]
    pieces = {}
    for row, rank in zip(range(7, -1, -1), ranks.split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
            else:
                pieces[file, row] = letter
                file += 1
    return pieces, side


def owner(piece):
    return "w" if piece.isupper() else "b"


def targets(pieces, start, attacks_only=False):
    """Returns the pseudo-legal target squares of the piece on a square, or the squares that it attacks."""
    piece = pieces[start]
    side, role, (x, y) = owner(piece), piece.upper(), start
    if role == "P":
        ahead = (x, y + FORWARD[side])
        sideways = [(x + 1, ahead[1]), (x - 1, ahead[1])]
        reached = [square for square in sideways if attacks_only or square in pieces]
        reached += [ahead] if not attacks_only and ahead not in pieces else []
    elif role == "R":
        reached = []
        for a, b in STRAIGHT:
            square = (x + a, y + b)
            while 0 <= min(square) and max(square) < 8:
                reached.append(square)
                if square in pieces:
                    break
                square = (square[0] + a, square[1] + b)
    else:
        reached = [(x + a, y + b) for a, b in LEAPS[role]]
    inside = [square for square in reached if 0 <= min(square) and max(square) < 8]
    return [square for square in inside if square not in pieces or owner(pieces[square]) != side]


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def play(pieces, side, move):
    start, end = (("abcdefgh".index(move[i]), int(move[i + 1]) - 1) for i in (0, 2))
    after = {square: piece for square, piece in pieces.items() if square != start}
    after[end] = pieces[start] if len(move) == 4 else ("Q" if side == "w" else "q")
    return after


def is_attacked(pieces, side):
    raja = next(square for square, piece in pieces.items() if piece == ("K" if side == "w" else "k"))
    return any(
        raja in targets(pieces, square, attacks_only=True) for square, piece in pieces.items() if owner(piece) != side
    )


def legal(pieces, side):
    moves = []
    for start, piece in pieces.items():
        if owner(piece) == side:
            for end in targets(pieces, start):
                promotes = piece.upper() == "P" and end[1] in (0, 7)
                moves.append(name(start) + name(end) + ("q" if promotes else ""))
    return [move for move in moves if not is_attacked(play(pieces, side, move), side)]


if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
