"""What each call computes: plain functions from a board to an answer, each bounded in time.

The solver is imported when it is first needed, so that the page is there before the kernel is loaded.
"""

from __future__ import annotations

import re
from itertools import combinations

from boaf.board import Board
from boaf.graphs import compatibility_graph, compatibility_masks, stackability_masks
from boaf.solvers.result import Verdict
from boaf.web.models import Analyzed, Edge, Explained, Graph, History, MoveFate, ProofInWords, Solved

MOST_SECONDS = 5.0
"""How long one answer may take; past it, verdicts are `unknown`."""
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z0-9])")


def solve(board: Board) -> Solved:
    """The verdict on a board and the moves of a solution."""
    from boaf.solvers.single import solve as solve_board

    result = solve_board(board, max_seconds=MOST_SECONDS)
    moves = [str(move) for move in result.moves]
    return Solved(verdict=result.verdict, moves=moves, nodes=result.nodes, seconds=result.seconds)


def analyze(board: Board) -> Analyzed:
    """The fate of every legal move."""
    from boaf.questions.analysis import analyze as analyze_board

    analysis = analyze_board(board, max_seconds=MOST_SECONDS)
    fates = [MoveFate(move=str(move), verdict=verdict) for move, verdict in analysis.moves]
    return Analyzed(verdict=analysis.verdict, moves=fates)


def history(played: Board) -> History:
    """The verdicts on the board before each of its moves and after the last.

    What is solvable was so before, and what is unsolvable stays so; so only positions between the last known to be
    solvable and the first known to be unsolvable are put to the solver, the end first and then the middle.
    """
    from boaf.solvers.contract import Limits
    from boaf.solvers.single import solve as solve_board

    limits = Limits(max_seconds=MOST_SECONDS)
    positions = [played.copy()]
    while positions[-1].moves:
        positions.append(positions[-1].copy())
        positions[-1].pop()
    positions.reverse()
    verdicts = [Verdict.UNKNOWN] * len(positions)
    open_positions = list(range(len(positions)))
    place = len(positions) - 1
    while open_positions and limits.seconds_left:
        number = open_positions.pop(place)
        verdict = solve_board(positions[number], max_seconds=limits.seconds_left).verdict
        if verdict is Verdict.SOLVABLE:
            verdicts[: number + 1] = [verdict] * (number + 1)
            open_positions = [other for other in open_positions if other > number]
        elif verdict is Verdict.UNSOLVABLE:
            verdicts[number:] = [verdict] * (len(verdicts) - number)
            open_positions = [other for other in open_positions if other < number]
        place = len(open_positions) // 2
    lost = Verdict.UNSOLVABLE in verdicts
    return History(verdicts=verdicts, lost_at=verdicts.index(Verdict.UNSOLVABLE) if lost else None)


def explain(board: Board) -> Explained:
    """The verdict on a board, with a proof if it is unsolvable."""
    from boaf.prove.explain import explain as explain_board
    from boaf.render.graph import marks_of

    explanation = explain_board(board, max_seconds=MOST_SECONDS)
    proof = explanation.proof
    if proof is None:
        return Explained(verdict=explanation.verdict, proof=None)
    marks = marks_of(proof)
    cells = {str(card): cell for cell, card in enumerate(board.tops) if card is not None}
    named = {*marks.keys, *(card for group in marks.groups for card in group)}
    in_words = ProofInWords(
        condition=proof.reason,
        text=_SENTENCE_END.split(proof.text),
        cells=sorted(cells[card] for card in named),
        edges=[(cells[a], cells[b]) for a, b in marks.edges],
    )
    return Explained(verdict=explanation.verdict, proof=in_words)


def graph(board: Board) -> Graph:
    """The compatibility graph of a board and what is remarkable in it."""
    import networkx as nx

    joined, legal = compatibility_masks(board), stackability_masks(board)
    pairs = [(a, b) for a, b in combinations(range(len(joined)), 2) if joined[a] >> b & 1]
    cards = compatibility_graph(board)
    cell = cards.nodes(data="cell")
    flocks = sorted((sorted(cell[card] for card in flock) for flock in nx.connected_components(cards)), key=_largest)
    return Graph(
        edges=[Edge(cells=(a, b), legal=bool(legal[a] >> b & 1)) for a, b in pairs],
        odd_birds=[flock[0] for flock in flocks if len(flock) == 1 < len(cards)],
        flocks=flocks,
        cut_edges=sorted((min(cell[u], cell[v]), max(cell[u], cell[v])) for u, v in nx.bridges(cards)),
        articulation_points=sorted(cell[card] for card in nx.articulation_points(cards)),
    )


def _largest(flock: list[int]) -> tuple[int, int]:
    return -len(flock), flock[0]
