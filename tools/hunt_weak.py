"""Hunt among weak hands: python tools/hunt_weak.py --out results/hunt-weak.json.

`tools/hunt.py` takes any cards and looks for a bad layout. Here the cards are bad too, of three kinds:

    weak    the hands of 36 cards in which KS has only two matches: these two, and A to J of the other suits. Up to the
            order of the other suits there are 94; all are tried.
    stick   KS matches QS only, QS matches JC as well and nothing else; the rest is from A to T of the other suits.
    corner  A stick on two rows, with as few matches of JC as possible, all in the row in which JC is not.

Simulated annealing lays the cards so that few pairs in line match. `weak-beam` and `stick-beam` then exchange cards as
long as a narrow beam finds no more boards. What the solver leaves open of all these goes to a SAT solver if
it has a stick, to a beam that widens, and then to a proof. If KS and QS of a stick are not in line, QS can only cover
JC when that lies on all other cards, in a cell in line with both (`final_cells`): the SAT solver decides whether this
can be, and the beam looks for it (`beam_to`). Boards of equal value stand in the beam in the order of their cells, so a
beam that fails is tried again with rows and columns exchanged. The record is written after each board and has the moves
of what was solved. A run goes on where the last one ended, and tries the boards that are still open again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

import boaf
from boaf.kernel.dealing import Cards, board_of
from boaf.reduction.drat import check_drat
from boaf.reduction.encoding import Encoding
from boaf.reduction.sat_solver import decide
from boaf.solvers import beam
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.open_boards import Open, open_board, search_open
from boaf.support.schema import listing, mapping
from boaf.support.store import read_record, write_record
from hunt import COLD, HOT, anneal

WEAK_SIZES = ((2, 18), (3, 12), (6, 6), (4, 9))
STICK_SIZES = ((3, 11), (4, 8), (5, 6), (4, 7), (5, 5), (4, 6), (4, 5), (4, 4), (2, 16), (2, 13))
CORNER_SIZES = ((2, 16), (2, 13))
BEAM_SIZES = ((3, 11), (4, 8), (2, 16), (5, 6), (4, 7), (2, 13))
TRIES = {"weak": 188, "weak-beam": 5, "stick-beam": 5}
"""The boards of each size, if not 60."""
NARROW, EXCHANGES = 64, 300
STEPS, FIRST_NODES, BEAMS = 60_000, 30_000, 20
CONFLICTS_ON_TWO_ROWS, CONFLICTS = 300_000, 20_000
"""Of the SAT solver, for each cell. On three rows and more it rarely answers."""


def card(rank: int, suit: int) -> int:
    """The number of a card, for ranks 0 … 12 and suits 0 … 3."""
    return 4 * rank + suit


KING, QUEEN, JACK = card(12, 3), card(11, 3), card(10, 0)
MATCHES = [other for other in range(52) if other != KING and (other % 4 == 3 or other // 4 >= 11)]
"""The 18 cards that match KS."""
JACK_MATCHES = [card(9, 1), card(9, 2), *(card(rank, 0) for rank in range(10))]
"""The 12 cards from A to T of the other suits that match JC."""


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
    by_sat: dict[str, str]
    """Boards that the SAT solver solved, each with the moves."""
    by_beam: dict[str, str]
    """The same for a beam."""
    most_beam_nodes: int
    unsolvable: list[str]
    """Each with a proof that its checker accepts, from a search or from the SAT solver."""
    unknown: list[str]
    max_nodes: int
    seconds: float
    """Processor time."""


def stick_hand(draw: Random, cells: int, _number: int) -> list[int]:
    """KS, QS, JC and cards from A to T of the other suits."""
    return [KING, QUEEN, JACK, *draw.sample([card(rank, suit) for rank in range(10) for suit in range(3)], cells - 3)]


def weak_hand(_draw: Random, _cells: int, number: int) -> list[int]:
    """KS with two matches, and A to J of the other suits: one kind after another."""
    return [KING, *WEAK[number % len(WEAK)], *(card(rank, suit) for rank in range(11) for suit in range(3))]


def weak_kinds() -> list[tuple[int, int]]:
    """The pairs of matches of KS, one for each class under permutations of the other suits."""
    found = {}
    for pair in combinations(MATCHES, 2):
        images = [
            tuple(sorted(one // 4 * 4 + (*order, 3)[one % 4] for one in pair)) for order in permutations(range(3))
        ]
        found[min(images)] = pair
    return list(found.values())


def corner_hand(draw: Random, cells: int, _number: int) -> list[int]:
    """KS, QS, JC, all 18 cards from A to 9 that do not match JC, and as many that do as are missing."""
    strangers = [card(rank, suit) for rank in range(9) for suit in (1, 2)]
    return [KING, QUEEN, JACK, *strangers, *draw.sample(JACK_MATCHES, cells - 21)]


HANDS: dict[str, tuple[Callable[[Random, int, int], list[int]], tuple[tuple[int, int], ...]]] = {
    "weak": (weak_hand, WEAK_SIZES),
    "stick": (stick_hand, STICK_SIZES),
    "corner": (corner_hand, CORNER_SIZES),
    "weak-beam": (weak_hand, WEAK_SIZES),
    "stick-beam": (stick_hand, BEAM_SIZES),
}
WEAK = weak_kinds()


def lay(hand: str, rows: int, cols: int, tries: int, max_nodes: int) -> Found:
    """Lay boards of one kind and size, and let the solver have them."""
    started, draw = process_time(), Random(7)
    boards = np.zeros((tries, rows * cols), np.uint8)
    for number in range(tries):
        cards = HANDS[hand][0](draw, rows * cols, number)
        draw.shuffle(cards)
        boards[number] = cards
        anneal(boards[number], rows, cols, STEPS, HOT, COLD, np.array([number], np.uint64))
        if hand == "corner":
            put_in_corner(boards[number], cols)
        if hand.endswith("beam"):
            thin_out(boards[number], cols, draw)
    batch = boaf.solve_many(boards, rows, cols, max_nodes=FIRST_NODES, threads=1)
    waiting = [board_of(boards[index], cols).text() for index in np.flatnonzero(~batch.solvable).tolist()]
    seconds = round(process_time() - started, 1)
    return Found(hand, rows, cols, tries, int(batch.solvable.sum()), waiting, {}, {}, 0, [], [], max_nodes, seconds)


def put_in_corner(cards: Cards, cols: int) -> None:
    """Exchange cards so that JC is in line with KS and QS, and in another row than its matches. Shape (2 · cols,)."""
    for one, cell in ((KING, 0), (JACK, 1), (QUEEN, cols + 1)):
        exchange(cards, cards.tolist().index(one), cell)
    below = [cell for cell in range(cols, 2 * cols) if cards[cell] not in (QUEEN, *JACK_MATCHES)]
    for cell in range(2, cols):
        if cards[cell] in JACK_MATCHES:
            exchange(cards, cell, below.pop())


def thin_out(cards: Cards, cols: int, draw: Random) -> None:
    """Exchange cards as long as a narrow beam finds no more boards."""
    least = boards_of_beam(cards, cols)
    for _ in range(EXCHANGES):
        one, other = draw.sample(range(len(cards)), 2)
        exchange(cards, one, other)
        if (number := boards_of_beam(cards, cols)) <= least:
            least = number
        else:
            exchange(cards, one, other)


def boards_of_beam(cards: Cards, cols: int) -> int:
    """How many boards a narrow beam expands until it is empty, or has a solution."""
    board = board_of(cards, cols)
    return search_open(board, open_board(board), Limits(), partial(beam.run, NARROW, True), 1_000).nodes


def exchange(cards: Cards, one: int, other: int) -> None:
    """Exchange the cards of two cells."""
    cards[one], cards[other] = cards[other], cards[one]


def final_cells(board: boaf.Board) -> list[int]:
    """The cells in which JC of a stick can end on all cards but KS and QS; none if these are in line.

    They are in line with KS and QS. The cell of JC itself is left at once.
    """
    king, queen, jack = map(board.cell_of, ("KS", "QS", "JC"))
    corners = ((king // board.cols, queen % board.cols), (queen // board.cols, king % board.cols))
    cells = [row * board.cols + column for row, column in corners]
    return [cell for cell in cells if cell not in (king, queen, jack)]


def by_sat(board: boaf.Board) -> Outcome:
    """Decide a board with a stick by a SAT solver, whose conflicts count as nodes."""
    king, queen = board.cell_of("KS"), board.cell_of("QS")
    rest = [None if cell in (king, queen) else top for cell, top in enumerate(board.tops)]
    refuted, conflicts = [], 0
    for cell in final_cells(board):
        encoding = Encoding(boaf.Board.from_cells(rest, board.cols), last=boaf.Card.parse("JC"), last_cell=cell)
        most = CONFLICTS_ON_TWO_ROWS if board.rows == 2 else CONFLICTS
        answer = decide(encoding.clauses, with_proof=True, conflicts=most)
        conflicts += answer.conflicts
        if answer.satisfiable:
            moves = (*encoding.moves(answer.model), boaf.Move.parse("QS-JC"), boaf.Move.parse("KS-QS"))
            return Outcome(Verdict.SOLVABLE, moves, conflicts)
        refuted.append(answer.satisfiable is False and check_drat(encoding.clauses, answer.proof).accepted)
    return Outcome(Verdict.UNSOLVABLE if refuted and all(refuted) else Verdict.UNKNOWN, (), conflicts)


def by_beam(board: boaf.Board, has_stick: bool, max_nodes: int) -> Outcome:
    """Look for a solution with beams, first for one that ends where that of a board with a stick must end."""
    for cell in final_cells(board) if has_stick else ():
        outcome = beam_to(board, cell, max_nodes)
        if outcome.verdict is Verdict.SOLVABLE:
            return outcome._replace(moves=(*outcome.moves, boaf.Move.parse("KS-QS")))
    draw = Random(7)
    rows, columns = list(range(board.rows)), list(range(board.cols))
    for _ in range(BEAMS):
        cells = [board.tops[row * board.cols + column] for row in rows for column in columns]
        result = boaf.solve(boaf.Board.from_cells(cells, board.cols), "beam", max_nodes=max_nodes)
        if result.verdict == "solvable":
            return Outcome(Verdict.SOLVABLE, result.moves, result.nodes)
        draw.shuffle(rows)
        draw.shuffle(columns)
    return Outcome(Verdict.UNKNOWN, (), 0)


def beam_to(board: boaf.Board, last: int, max_nodes: int) -> Outcome:
    """Look for moves that collapse all cards but KS to QS in the cell `last`, where JC covers the last of the others.

    The board is searched without KS, with QS in line with the cell `last` alone and matching JC alone. A move that
    empties that cell or covers JC cuts QS off, and the beam drops the board.
    """
    king, queen, jack = map(board.cell_of, ("KS", "QS", "JC"))
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
    """Decide the next board that waits: by a condition or a short search, by SAT, by a beam, or by a long search."""
    started = process_time()
    text = found.waiting[0]
    board, has_stick = boaf.Board(text), not found.hand.startswith("weak")
    if is_refuted(board, FIRST_NODES // 10):
        found.unsolvable.append(text)
    elif has_stick and (outcome := by_sat(board)).verdict is not Verdict.UNKNOWN:
        if outcome.verdict is Verdict.SOLVABLE:
            found.by_sat[text] = solution_text(board, outcome)
        else:
            found.unsolvable.append(text)
    elif (outcome := by_beam(board, has_stick, found.max_nodes)).verdict is Verdict.SOLVABLE:
        found.by_beam[text] = solution_text(board, outcome)
        found.most_beam_nodes = max(found.most_beam_nodes, outcome.nodes)
    else:
        (found.unsolvable if is_refuted(board, found.max_nodes) else found.unknown).append(text)
    found.waiting.pop(0)
    found.seconds = round(found.seconds + process_time() - started, 1)


def is_refuted(board: boaf.Board, max_nodes: int) -> bool:
    """Whether there is a proof that the board is unsolvable; it is checked."""
    proof = boaf.explain(board, max_nodes=max_nodes).proof
    if proof is not None:
        boaf.check_proof(board, proof)
    return proof is not None


def solution_text(board: boaf.Board, outcome: Outcome) -> str:
    """The moves of a solution, which are replayed."""
    if not board.is_solved_by(outcome.moves):
        raise AssertionError("the moves do not solve the board")
    return " ".join(map(str, outcome.moves))


def main() -> None:
    """Hunt on all sizes, after what the record has."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tries", type=int, help=f"boards of each size (default: {TRIES}, otherwise 60)")
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
                last = lay(hand, rows, cols, chosen.tries or TRIES.get(hand, 60), chosen.max_nodes)
                done.append(last)
            last.waiting, last.unknown = last.waiting + last.unknown, []
            while last.waiting:
                write_record(chosen.out, {"sizes": [asdict(one) for one in done]})
                settle(last)
            write_record(chosen.out, {"sizes": [asdict(one) for one in done]})
            print(
                f"{hand}, {rows} × {cols}: {last.solved_at_once} of {last.tries} at once, {len(last.by_sat)} by SAT, "
                f"{len(last.by_beam)} by a beam, {len(last.unsolvable)} unsolvable, {len(last.unknown)} open",
                flush=True,
            )


if __name__ == "__main__":
    main()
