#!/usr/bin/env python3
"""How a library is put to the suite: a plain move generator behind the line protocol of PROTOCOL.md.

    conformance against chesscom 'python3 conformance/examples/adapter.py'

Below `# The library` is what there would be already: it plays chaturanga without the raja's jump, and promotes to a
mantri. Above it is the adapter: it answers `read` and `moves` for that ruleset and `cannot` for all else.
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
        return {"cannot": "only chaturanga is played here"}
    for knob, value in PLAYED.items():
        if question["rules"][knob] != value:
            return {"cannot": f"only {knob}={value} is played here"}
    if question["ask"] != "moves":
        return {"cannot": "only moves are told here"}
    men, side = read(question["position"])
    for move in question["line"]:
        if move not in legal(men, side):
            return {"illegal": move}
        men, side = play(men, side, move), "b" if side == "w" else "w"
    return {"answer": legal(men, side)}


# The library: men are a dictionary from squares (file, row) to letters, upper case White.

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
    men = {}
    for row, rank in zip(range(7, -1, -1), ranks.split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
            else:
                men[file, row] = letter
                file += 1
    return men, side


def owner(man):
    return "w" if man.isupper() else "b"


def targets(men, start, attacks_only=False):
    """Where the man on a square may go, or what it attacks, whatever becomes of its raja."""
    man = men[start]
    side, role, (x, y) = owner(man), man.upper(), start
    if role == "P":
        ahead = (x, y + FORWARD[side])
        sideways = [(x + 1, ahead[1]), (x - 1, ahead[1])]
        reached = [square for square in sideways if attacks_only or square in men]
        reached += [ahead] if not attacks_only and ahead not in men else []
    elif role == "R":
        reached = []
        for a, b in STRAIGHT:
            square = (x + a, y + b)
            while 0 <= min(square) and max(square) < 8:
                reached.append(square)
                if square in men:
                    break
                square = (square[0] + a, square[1] + b)
    else:
        reached = [(x + a, y + b) for a, b in LEAPS[role]]
    inside = [square for square in reached if 0 <= min(square) and max(square) < 8]
    return [square for square in inside if square not in men or owner(men[square]) != side]


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def play(men, side, move):
    start, end = (("abcdefgh".index(move[i]), int(move[i + 1]) - 1) for i in (0, 2))
    after = {square: man for square, man in men.items() if square != start}
    after[end] = men[start] if len(move) == 4 else ("Q" if side == "w" else "q")
    return after


def is_attacked(men, side):
    raja = next(square for square, man in men.items() if man == ("K" if side == "w" else "k"))
    return any(
        raja in targets(men, square, attacks_only=True) for square, man in men.items() if owner(man) != side
    )


def legal(men, side):
    moves = []
    for start, man in men.items():
        if owner(man) == side:
            for end in targets(men, start):
                promotes = man.upper() == "P" and end[1] in (0, 7)
                moves.append(name(start) + name(end) + ("q" if promotes else ""))
    return [move for move in moves if not is_attacked(play(men, side, move), side)]


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
