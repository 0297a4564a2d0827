#!/usr/bin/env python3
"""An example engine: the library of adapter.py as a UCI engine that only counts.

    perft against chesscom 'python3 conformance/examples/engine.py' --depth 3
    conformance against chesscom 'python3 conformance/examples/engine.py' --protocol uci

This is all that the dialect `uci` of perft/engines.yaml needs: `uci` and `isready` are answered, `position` sets up a
text and plays moves, `d` writes the position, and `go perft N` counts below each move.
"""
import sys

from adapter import START, legal, play, read


def other(side):
    return "b" if side == "w" else "w"


def count(pieces, side, depth):
    if depth == 0:
        return 1
    return sum(count(play(pieces, side, move), other(side), depth - 1) for move in legal(pieces, side))


def written(pieces, side):
    """Returns the position as text; this game has neither jump rights nor lost pieces."""
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(pieces.get((file, rank), "1") for file in range(8))
        for empty in range(8, 1, -1):
            row = row.replace("1" * empty, str(empty))
        ranks.append(row)
    return f"{'/'.join(ranks)} {side} - - 0 1"


def position(words):
    """Reads `startpos` or `fen TEXT`, then plays `moves`."""
    before, _, moves = " ".join(words).partition(" moves ")
    pieces, side = read(START if before == "startpos" else before.removeprefix("fen "))
    for move in moves.split():
        pieces, side = play(pieces, side, move), other(side)
    return pieces, side


held = read(START)
for line in sys.stdin:
    match line.split():
        case ["uci"]:
            print("id name engine.py 1")
            print("uciok")
        case ["isready"]:
            print("readyok")
        case ["position", *words]:
            held = position(words)
        case ["d"]:
            print("Fen:", written(*held))
        case ["go", "perft", depth]:
            pieces, side = held
            total = 0
            for move in legal(pieces, side):
                below = count(play(pieces, side, move), other(side), int(depth) - 1)
                total += below
                print(f"{move}: {below}")
            print(f"\nNodes searched: {total}")
        case ["quit"]:
            break
    sys.stdout.flush()
