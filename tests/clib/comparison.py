"""What Python says about a board, in the form in which `c/examples/answers.c` prints it, and boards to compare.

    python -m tests.clib.comparison PROGRAM --boards 10000

compares the answers of a program like the example with Python's; a difference is printed, and the exit status is 1.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import boaf
from boaf import Board, Move, ParseError, Verdict
from boaf.cards import STANDARD, Card
from boaf.deals import SplitMix64

SHAPES = (
    (4, 4),
    (3, 3),
    (2, 5),
    (1, 9),
    (5, 3),
    (4, 4),
    (5, 4),
    (5, 5),
    (3, 7),
    (6, 4),
    (2, 12),
    (6, 6),
    (7, 7),
    (1, 40),
)
CODES = {Verdict.UNSOLVABLE: 0, Verdict.SOLVABLE: 1, Verdict.UNKNOWN: 2}


def boards(count: int, seed: int = 0) -> Iterator[Board]:
    """Deals, mid-game boards, and games of some moves, whose stacks have several cards, of many shapes."""
    random = SplitMix64(seed)
    for number in range(count):
        rows, cols = SHAPES[number % len(SHAPES)]
        if number % 3 == 0 and rows * cols <= 25:
            board = boaf.deal(number + 1000 * seed, rows, cols)
        else:
            most = min(rows * cols, 14 if rows * cols > 16 else 16)
            board = scattered(random, rows, cols, 1 + random.below(most))
        for _ in range(random.below(4) if number % 2 else 0):
            if moves := board.legal_moves:
                board.push(moves[random.below(len(moves))])
        yield Board(board.text())


def scattered(random: SplitMix64, rows: int, cols: int, stacks: int) -> Board:
    """A board with random cards in random cells, of any size."""
    deck, cells = list(STANDARD), list(range(rows * cols))
    tops: list[Card | None] = [None] * len(cells)
    for _ in range(stacks):
        tops[cells.pop(random.below(len(cells)))] = deck.pop(random.below(len(deck)))
    return Board.from_cells(tops, cols)


def answer(board: Board, max_nodes: int | None = None) -> list[str]:
    """The fields of a line of the example."""
    solved = boaf.solve(board, max_nodes=max_nodes)
    analysis = boaf.analyze(board, max_nodes=max_nodes)
    best = boaf.best_score(board, max_nodes=max_nodes)
    explanation = boaf.explain(board, max_nodes=max_nodes)
    judged = "".join(f" {_cells(board, move)}={CODES[verdict]}" for move, verdict in analysis.moves)
    return [
        str(solved.verdict),
        str(solved.nodes),
        _by_cells(board, solved.moves),
        f"{analysis.verdict}:{judged}",
        f"{best.verdict} {best.score} {best.bound} {best.nodes}",
        _by_cells(board, best.moves),
        str(explanation.verdict),
        explanation.proof.reason if explanation.proof else "none",
        explanation.text,
    ]


def _cells(board: Board, move: Move) -> str:
    return f"{board.cell_of(move.source)}-{board.cell_of(move.target)}"


def _by_cells(board: Board, moves: Iterable[Move]) -> str:
    play = board.copy()
    cells = []
    for move in moves:
        cells.append(_cells(play, move))
        play.push(move)
    return " ".join(cells)


def answers_of(command: list[str], texts: list[str]) -> list[list[str]]:
    """What the example says about board texts."""
    result = subprocess.run(
        command, input="".join(f"{text}\n" for text in texts), capture_output=True, encoding="utf-8", check=False
    )
    assert result.returncode == 0, result.stderr
    return [line.split("\t") for line in result.stdout.splitlines()]


def refusal(text: str) -> list[str] | None:
    """What the example says about a text that is not a board, None if it is one."""
    try:
        Board(text)
    except ParseError as error:
        start, end = (-1, -1) if error.start is None else (error.start, error.end)
        return ["bad text", str(start), str(end), str(error)]
    return None


def differences(command: list[str], count: int, seed: int, max_nodes: int | None = None) -> list[str]:
    """The boards on which a program and Python do not agree, with both answers."""
    asked = list(boards(count, seed))
    limit = [] if max_nodes is None else [str(max_nodes)]
    given = answers_of([*command, *limit], [board.text() for board in asked])
    assert len(given) == len(asked)
    found = []
    for board, answers in zip(asked, given, strict=True):
        expected = answer(board, max_nodes)
        if answers != expected:
            pairs = [f"{one!r} {other!r}" for one, other in zip(answers, expected, strict=False) if one != other]
            found.append(f"{board.text()}: {'; '.join(pairs)}")
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compare a program like c/examples/answers.c with Python.")
    parser.add_argument("program", type=Path)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    wrong = differences([str(arguments.program)], arguments.boards, arguments.seed)
    print(*wrong, f"{len(wrong)} of {arguments.boards} boards differ", sep="\n")
    sys.exit(bool(wrong))
