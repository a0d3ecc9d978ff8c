"""What each call computes: plain functions from a board to an answer, each bounded in time.

First the exact answers (solve, analyze, history, explain, graph), then difficulty and puzzles, the players, and the
learned models. Solvers, players and models are imported when they are first needed, so that the page is there before
the kernel is loaded.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from datetime import date as Date  # noqa: N812
from functools import cache
from itertools import combinations
from threading import local
from typing import TYPE_CHECKING, Any, cast

from boaf.board import Board
from boaf.graphs import compatibility_graph, compatibility_masks, stackability_masks
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError, IllegalMoveError, UndecidedError, UnsolvableError
from boaf.web import models
from boaf.web.parsing import play

if TYPE_CHECKING:
    from boaf.learn.prediction import Model
    from boaf.players.contract import Player
    from boaf.puzzles.candidates import Puzzle

MOST_SECONDS = 5.0
"""How long one answer may take; after that, verdicts are `unknown`."""
MODELS = {
    "shipped": "decision trees on features of the board, boosted: the model of boaf predict",
    "printed-tree": "Hoshino & Kahn (2019): a decision tree of six lines on the compatibility graph; says yes or no",
    "stacks": "a neural network that sees every stack and both graphs",
}
"""The models that come with boaf, and what they are."""
_SCORES = ("difficulty", "score", "score_low", "score_high", "certainty")
_MOST_SETS = 20_000
"""The most sets that a count of solutions may look at, which bounds its memory to about 100 MB."""
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z0-9])")


def solve(board: Board) -> models.Solved:
    """The verdict on a board and the moves of a solution."""
    from boaf.solvers.single import solve as solve_board

    result = solve_board(board, max_seconds=MOST_SECONDS)
    moves = [str(move) for move in result.moves]
    return models.Solved(verdict=result.verdict, moves=moves, nodes=result.nodes, seconds=result.seconds)


def analyze(board: Board) -> models.Analyzed:
    """The fate of every legal move."""
    from boaf.questions.analysis import analyze as analyze_board

    analysis = analyze_board(board, max_seconds=MOST_SECONDS)
    fates = [models.MoveFate(move=str(move), verdict=verdict) for move, verdict in analysis.moves]
    return models.Analyzed(verdict=analysis.verdict, moves=fates)


def history(played: Board) -> models.History:
    """The verdicts on the board before each of its moves and after the last."""
    from boaf.questions.review import review

    verdicts = list(review(played, max_seconds=MOST_SECONDS).verdicts)
    lost = Verdict.UNSOLVABLE in verdicts
    return models.History(verdicts=verdicts, lost_at=verdicts.index(Verdict.UNSOLVABLE) if lost else None)


def review(played: Board) -> models.Reviewed:
    """The same, with the moves that would have kept the board solvable."""
    from boaf.questions.analysis import analyze as analyze_board
    from boaf.questions.review import review as review_game

    found = review_game(played, max_seconds=MOST_SECONDS / 2)
    lost, saving = found.losing_move, []
    if found.lost_at and lost:
        before = played.copy()
        while len(before.moves) >= found.lost_at:
            before.pop()
        fates = analyze_board(before, max_seconds=MOST_SECONDS / 2).moves
        saving = [str(move) for move, verdict in fates if verdict is Verdict.SOLVABLE]
    move = str(lost) if lost else None
    return models.Reviewed(verdicts=list(found.verdicts), lost_at=found.lost_at, losing_move=move, instead=saving)


def best_score(board: Board) -> models.Best:
    """The best score and the moves that reach it."""
    from boaf.questions.best_score import best_score as best_score_of

    found = best_score_of(board, max_seconds=MOST_SECONDS).to_json()
    return models.Best(**{name: found[name] for name in ("verdict", "score", "bound", "moves")})


def count(board: Board) -> models.Count:
    """The number of solutions, if few enough sets of stacks can be collapsed."""
    from boaf.questions.solution_count import count_solutions

    try:
        found = count_solutions(board, max_nodes=_MOST_SETS, max_seconds=MOST_SECONDS)
    except UndecidedError:
        return models.Count(solutions=None, exact=False)
    return models.Count.model_validate(found.to_json())


def check(board: Board, moves: list[str]) -> models.Checked:
    """Replay moves up to the first illegal one."""
    error = None
    try:
        play(board, moves)
    except IllegalMoveError as illegal:
        error = str(illegal)
    return models.Checked(legal=error is None, error=error, solved=board.is_solved, score=board.score)


def explain(board: Board) -> models.Explained:
    """The verdict on a board, with a proof if it is unsolvable."""
    from boaf.prove.explain import explain as explain_board
    from boaf.render.graph import marks_of

    explanation = explain_board(board, max_seconds=MOST_SECONDS)
    proof = explanation.proof
    if proof is None:
        return models.Explained(verdict=explanation.verdict, proof=None)
    marks = marks_of(proof)
    cells = {str(card): cell for cell, card in enumerate(board.tops) if card is not None}
    named = {*marks.keys, *(card for group in marks.groups for card in group)}
    in_words = models.ProofInWords(
        condition=proof.reason,
        text=_SENTENCE_END.split(proof.text),
        cells=sorted(cells[card] for card in named),
        edges=[(cells[a], cells[b]) for a, b in marks.edges],
    )
    return models.Explained(verdict=explanation.verdict, proof=in_words)


def graph(board: Board) -> models.Graph:
    """The compatibility graph of a board, with its flocks, odd birds, cut edges and articulation points."""
    import networkx as nx

    joined, legal = compatibility_masks(board), stackability_masks(board)
    pairs = [(a, b) for a, b in combinations(range(len(joined)), 2) if joined[a] >> b & 1]
    cards = compatibility_graph(board)
    cell = cards.nodes(data="cell")
    flocks = [sorted(cell[card] for card in flock) for flock in nx.connected_components(cards)]
    flocks.sort(key=lambda flock: (-len(flock), flock[0]))
    return models.Graph(
        edges=[models.Edge(cells=(a, b), legal=bool(legal[a] >> b & 1)) for a, b in pairs],
        odd_birds=[flock[0] for flock in flocks if len(flock) == 1 < len(cards)],
        flocks=flocks,
        cut_edges=sorted((min(cell[u], cell[v]), max(cell[u], cell[v])) for u, v in nx.bridges(cards)),
        articulation_points=sorted(cell[card] for card in nx.articulation_points(cards)),
    )


def rate(board: Board) -> models.Rated:
    """How hard a board is to win, with a solution."""
    from boaf.puzzles.difficulty import ATTRIBUTES
    from boaf.puzzles.difficulty import rate as rate_board

    try:
        rating = rate_board(board, max_seconds=MOST_SECONDS)
    except (UnsolvableError, UndecidedError) as error:
        verdict = Verdict.UNSOLVABLE if isinstance(error, UnsolvableError) else Verdict.UNKNOWN
        return models.Rated(verdict=verdict, **dict.fromkeys(_SCORES), attributes=[], solution=None)
    found = rating.attributes.items()
    attributes = [models.Attribute(name=name, value=value, text=ATTRIBUTES[name]) for name, value in found]
    scores: dict[str, Any] = {name: getattr(rating, name) for name in _SCORES}
    return models.Rated(verdict=Verdict.SOLVABLE, **scores, attributes=attributes, solution=solve(board).moves)


def generate(wish: models.Wish) -> models.Generated:
    """Solvable boards of a given difficulty: those that are found in time, perhaps none."""
    from boaf.puzzles.generation import generate as generate_puzzles

    seed = secrets.randbits(53) if wish.seed is None else wish.seed
    try:
        puzzles = generate_puzzles(wish.difficulty, wish.count, wish.rows, wish.cols, seed, max_seconds=MOST_SECONDS)
    except UndecidedError:
        puzzles = []
    return models.Generated(puzzles=[_found(puzzle, with_solution=wish.solution) for puzzle in puzzles])


def daily(date: Date) -> models.Daily:
    """The deal of the day; `UndecidedError` if it was not found in time."""
    from boaf.puzzles.generation import daily as deal_of

    puzzle = deal_of(date, max_seconds=MOST_SECONDS)
    return models.Daily(date=date.isoformat(), **_found(puzzle).model_dump())


def _found(puzzle: Puzzle, *, with_solution: bool = False) -> models.PuzzleFound:
    board, rating = puzzle.board, puzzle.rating
    size: dict[str, Any] = {
        "rows": board.rows,
        "cols": board.cols,
        "difficulty": rating.difficulty,
        "score": rating.score,
    }
    solution = [str(move) for move in puzzle.solution] if with_solution else None
    return models.PuzzleFound(board=board.text(), seed=puzzle.seed, **size, solution=solution)


def think(board: Board, thinking: models.Thinking) -> models.Thought:
    """What a player would do on a board."""
    from boaf.players.registry import options_of
    from boaf.players.registry import think as think_about

    if board.is_over:
        return models.Thought(move=None, reason=None, candidates=[])
    known = options_of(thinking.player)
    searches = "iterations" in known
    limits: dict[str, Any] = {"iterations": thinking.iterations, "max_seconds": MOST_SECONDS}
    options = {name: value for name, value in limits.items() if name in known}
    found = think_about(board, load_player(thinking.player), seed=thinking.seed, **options)
    candidates = [
        models.CandidateMove(
            move=str(candidate.move),
            visits=candidate.visits if searches else None,
            value=candidate.value,
            verdict=candidate.verdict,
        )
        for candidate in found.candidates
    ]
    return models.Thought(move=str(found.move), reason=found.reason, candidates=candidates)


_kept = local()
"""The plug-ins of this thread by name: their processes stay for the next move."""


def load_player(name: str) -> str | Player:
    """The player to ask: a name of boaf's own, or a plug-in whose process is running, which may take a while."""
    from boaf.players.registry import PLAYERS, player

    if name in PLAYERS:
        return name
    if name not in vars(_kept):
        vars(_kept)[name] = player(name)
    found = vars(_kept)[name]
    found.plugin.seconds = MOST_SECONDS
    found.plugin.start()
    return cast("Player", found)


def predict(board: Board) -> models.Predicted:
    """What the learned models say about a board, with the exact verdict."""
    from boaf.learn.prediction import predict as probability_of

    predictions = [
        models.Prediction(model=name, text=MODELS[name], probability=probability_of(board, model))
        for name, model in load_models().items()
    ]
    return models.Predicted(verdict=solve(board).verdict, predictions=predictions)


@cache
def load_models() -> dict[str, Model]:
    """The models that come with boaf, except those whose libraries are not installed; the first call takes seconds."""
    from boaf.learn.feature_models import PrintedTree
    from boaf.learn.prediction import load, shipped

    found: dict[str, Model] = {"shipped": shipped(), "printed-tree": PrintedTree()}
    with suppress(BoafError):
        found["stacks"] = load("stacks")
    return found
