"""Hunt among weak hands: python tools/hunt_weak.py --out results/hunt-weak.json.

`tools/hunt.py` takes any cards and looks for a bad layout. Here the cards are bad too, of two kinds:

    weak    the hands of 36 cards in which KS has only two matches: these two, and A to J of the other suits;
    stick   KS matches QS only, QS matches JC as well and nothing else; the rest is from A to T of the other suits.

Simulated annealing lays the cards so that few pairs in line match. What the solver leaves open goes to a beam that
widens, and then to a proof. Boards of equal value stand in the beam in the order of their cells, so a beam that fails
is tried again with rows and columns exchanged; on boards with a stick it is also told in which cell a solution ends
(`beam_to`). The record is written after each board. A run goes on where the last one ended, and tries the boards that
are still open again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

import boaf
from boaf.kernel.dealing import board_of
from boaf.solvers import beam
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.open_boards import Open, open_board, search_open
from boaf.support.schema import listing, mapping
from boaf.support.store import read_record, write_record
from hunt import COLD, HOT, anneal

STICK_SIZES = ((3, 11), (4, 8), (5, 6), (4, 7), (5, 5), (4, 6), (4, 5), (4, 4))
WEAK_SIZES = ((2, 18), (3, 12), (6, 6), (4, 9))
STEPS, FIRST_NODES, BEAMS = 60_000, 30_000, 20


def card(rank: int, suit: int) -> int:
    """The number of a card, for ranks 0 … 12 and suits 0 … 3."""
    return 4 * rank + suit


KING, QUEEN, JACK = card(12, 3), card(11, 3), card(10, 0)
MATCHES = [other for other in range(52) if other != KING and (other % 4 == 3 or other // 4 >= 11)]
"""The 18 cards that match KS."""


@dataclass
class Found:
    """What became of the boards of one kind and size."""

    hand: str
    rows: int
    cols: int
    tries: int
    solved_at_once: int
    """By the default solver within `FIRST_NODES` nodes."""
    waiting: list[str]
    """Boards that the solver left open and that are not settled yet."""
    by_beam: list[str]
    most_beam_nodes: int
    unsolvable: list[str]
    """Each with a proof that the checker accepts."""
    unknown: list[str]
    max_nodes: int
    seconds: float
    """Processor time."""


def stick_hand(draw: Random, cells: int) -> list[int]:
    """KS, QS, JC and cards from A to T of the other suits."""
    return [KING, QUEEN, JACK, *draw.sample([card(rank, suit) for rank in range(10) for suit in range(3)], cells - 3)]


def weak_hand(draw: Random, _cells: int) -> list[int]:
    """KS with two matches, and A to J of the other suits."""
    return [KING, *draw.sample(MATCHES, 2), *(card(rank, suit) for rank in range(11) for suit in range(3))]


HANDS: dict[str, tuple[Callable[[Random, int], list[int]], tuple[tuple[int, int], ...]]] = {
    "weak": (weak_hand, WEAK_SIZES),
    "stick": (stick_hand, STICK_SIZES),
}


def lay(hand: str, rows: int, cols: int, tries: int, max_nodes: int) -> Found:
    """Lay boards of one kind and size, and let the solver have them."""
    started, draw = process_time(), Random(7)
    boards = np.zeros((tries, rows * cols), np.uint8)
    for number in range(tries):
        cards = HANDS[hand][0](draw, rows * cols)
        draw.shuffle(cards)
        boards[number] = cards
        anneal(boards[number], rows, cols, STEPS, HOT, COLD, np.array([number], np.uint64))
    batch = boaf.solve_many(boards, rows, cols, max_nodes=FIRST_NODES, threads=1)
    waiting = [board_of(boards[index], cols).text() for index in np.flatnonzero(~batch.solvable).tolist()]
    seconds = round(process_time() - started, 1)
    return Found(hand, rows, cols, tries, int(batch.solvable.sum()), waiting, [], 0, [], [], max_nodes, seconds)


def beam_nodes(board: boaf.Board, max_nodes: int) -> int:
    """The nodes of a beam that solves the board in some order of its rows and columns; 0 if none does."""
    draw = Random(7)
    rows, columns = list(range(board.rows)), list(range(board.cols))
    for _ in range(BEAMS):
        cells = [board.tops[row * board.cols + column] for row in rows for column in columns]
        result = boaf.solve(boaf.Board.from_cells(cells, board.cols), "beam", max_nodes=max_nodes)
        if result.verdict == "solvable":
            return result.nodes
        draw.shuffle(rows)
        draw.shuffle(columns)
    return 0


def stick_nodes(board: boaf.Board, max_nodes: int) -> int:
    """The nodes of a beam that solves a board with a stick and knows where the solution ends; 0 if there is none.

    If KS and QS are not in line, QS can only cover JC, which then lies on all other cards, in a cell in line with both.
    """
    king, queen, jack = (board.cell_of(boaf.Card.parse(name)) for name in ("KS", "QS", "JC"))
    for row, column in ((king // board.cols, queen % board.cols), (queen // board.cols, king % board.cols)):
        last = row * board.cols + column
        if last in (king, queen):
            continue
        outcome = beam_to(board, king, queen, jack, last, max_nodes)
        if outcome.verdict is Verdict.SOLVABLE:
            if not board.is_solved_by([*outcome.moves, boaf.Move.parse("KS-QS")]):
                raise AssertionError("the moves do not solve the board")
            return outcome.nodes
    return 0


def beam_to(board: boaf.Board, king: int, queen: int, jack: int, last: int, max_nodes: int) -> Outcome:
    """Look for moves that collapse all cards but KS to QS in the cell `last`, where JC covers the last of the others.

    The board is searched without KS, with QS in line with the cell `last` alone and matching JC alone. A move that
    empties that cell or covers JC cuts QS off, and the beam drops the board.
    """
    nodes, width = 0, beam.WIDTH
    while True:
        found = _with_queen_at(open_board(board), king, queen, jack, last)
        found.state["expanded"] = nodes
        outcome = search_open(board, found, Limits(max_nodes), partial(beam.run, width, True), 1_000)
        if outcome.verdict is not Verdict.UNSOLVABLE or not found.state[0]["dropped"]:
            return outcome
        nodes, width = outcome.nodes, 4 * width


def _with_queen_at(found: Open, king: int, queen: int, jack: int, last: int) -> Open:
    """An open list whose board is changed as `beam_to` says."""
    away, at_queen = ~np.uint64(1 << king | 1 << queen), np.uint64(1 << queen)
    line, match = found.line & away, found.match[0] & away
    line[king] = match[king] = 0
    line[queen], match[queen] = np.uint64(1 << last), np.uint64(1 << jack)
    line[last] |= at_queen
    match[jack] |= at_queen
    found.match[0] = match
    found.occupied[0] &= ~np.uint64(1 << king)
    pairs = [step for step in found.pairs.tolist() if not {king, queen} & {step >> 8, step & 255}]
    return found._replace(line=line, pairs=np.array([*pairs, queen << 8 | last], np.uint16))


def settle(found: Found) -> None:
    """Decide the next board that waits: by a condition or a short search, by a beam, or by a long search."""
    started = process_time()
    board = boaf.Board(found.waiting[0])
    proof = boaf.explain(board, max_nodes=FIRST_NODES // 10).proof
    nodes = 0
    if not proof and found.hand == "stick":
        nodes = stick_nodes(board, found.max_nodes)
    if not proof and not nodes:
        nodes = beam_nodes(board, found.max_nodes)
    if nodes:
        found.most_beam_nodes = max(found.most_beam_nodes, nodes)
        kind = found.by_beam
    else:
        proof = proof or boaf.explain(board, max_nodes=found.max_nodes).proof
        if proof is not None:
            boaf.check_proof(board, proof)
        kind = found.unknown if proof is None else found.unsolvable
    kind.append(found.waiting.pop(0))
    found.seconds = round(found.seconds + process_time() - started, 1)


def main() -> None:
    """Hunt on all sizes, after what the record has."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tries", type=int, default=60)
    parser.add_argument("--max-nodes", type=int, default=1_000_000)
    parser.add_argument("--hands", nargs="*", choices=HANDS, default=list(HANDS))
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    record = read_record(chosen.out, {"sizes": listing(mapping())}) if chosen.out.exists() else {"sizes": []}
    done = [Found(**one) for one in record["sizes"]]
    for hand in chosen.hands:
        for rows, cols in HANDS[hand][1]:
            last = next((one for one in done if (one.hand, one.rows, one.cols) == (hand, rows, cols)), None)
            if last is None:
                last = lay(hand, rows, cols, chosen.tries, chosen.max_nodes)
                done.append(last)
            last.waiting, last.unknown = last.waiting + last.unknown, []
            while last.waiting:
                write_record(chosen.out, {"sizes": [asdict(one) for one in done]})
                settle(last)
            write_record(chosen.out, {"sizes": [asdict(one) for one in done]})
            print(
                f"{hand}, {rows} × {cols}: {last.solved_at_once} of {last.tries} at once, {len(last.by_beam)} by a "
                f"beam, {len(last.unsolvable)} unsolvable, {len(last.unknown)} open",
                flush=True,
            )


if __name__ == "__main__":
    main()
