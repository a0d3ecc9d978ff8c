"""Everything that is compiled, piece by piece, so that no command has to wait for it later.

Machine code is made for the types that a function meets, so each piece uses a part of the library on a tiny input, once
on a board of 16 cells and once on a larger one, whose masks are wider. What is in the cache already is only loaded.
A piece says about how many seconds it takes on an empty cache, which only serves to tell how much is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from boaf.board import Board
from boaf.deals import deal
from boaf.errors import BoafError
from boaf.kernel.cache import cache_directory
from boaf.kernel.jit import heat, is_hot

_SIDES = (4, 5)
"""Boards of so many rows and columns have 16 cells, and more."""
_NODES = 100
_UNSOLVABLE = (10, 190, 397, 520)
_MANY_STACKS = (
    "2D AD -- -- 5C -- 9D / -- 8C AC -- -- -- -- / -- -- 5D 4S -- -- -- / -- TH -- QS 2S -- -- / "
    "-- -- -- -- TS 3S -- / -- -- -- -- -- 6H 5H / -- -- -- -- -- 3H 2C"
)
"""A solvable board of 17 stacks of which few sets can be collapsed."""
_FEW_STACKS = "7H 6C -- -- 6H / 5C -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- / 5H -- -- -- 4H"
_TWO_FLOCKS = "AC -- -- -- 7H / -- -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- / -- -- -- -- --"


class Piece(NamedTuple):
    """A part of the library."""

    name: str
    exercise: Callable[[int], object]
    """Uses the part on boards of so many rows and columns."""
    seconds: float
    """About how long it takes to compile, for both sizes together."""
    needs: str | None = None
    """The module of an extra without which the part cannot be used."""


class Watcher(Protocol):
    """Is told what is being done and how far it has come."""

    def begin(self, seconds: float) -> None:
        """Say about how much work is to be done."""

    def show(self, what: str) -> None:
        """Say what is being done."""

    def advance(self, seconds: float) -> None:
        """Count about so much work as done."""


@dataclass(frozen=True)
class WarmUp:
    """What a warm-up did."""

    pieces: dict[str, float]
    """The seconds that each piece took."""
    compiled: int
    """How many functions were compiled; the others were in the cache."""
    seconds: float
    directory: Path

    def to_json(self) -> dict[str, Any]:
        """The warm-up as plain values."""
        pieces = [{"name": name, "seconds": seconds} for name, seconds in self.pieces.items()]
        return asdict(self) | {"pieces": pieces, "directory": str(self.directory)}


def warm_up(watcher: Watcher | None = None) -> WarmUp:
    """Compile all pieces, or load them where they are compiled already.

    Parameters
    ----------
    watcher
        Told which piece is being compiled, and how much is done.

    Returns
    -------
    WarmUp
        The pieces, how long they took, and where the machine code is kept.

    Raises
    ------
    BoafError
        If nothing is compiled, by the setting of Numba, or there is no place to keep it.

    """
    directory = cache_directory()
    if directory is None:
        raise BoafError("compiled code cannot be kept: set BOAF_CACHE_DIR to a directory that can be written")
    heat()
    if not is_hot():
        raise BoafError("nothing is compiled while NUMBA_DISABLE_JIT is set")
    from boaf.kernel.machine import announcer

    compiled, started = announcer.compiled, perf_counter()
    with announcer.silence():
        pieces = dict(_run(watcher))
    return WarmUp(pieces, announcer.compiled - compiled, perf_counter() - started, directory)


def usable_pieces() -> list[Piece]:
    """The pieces that can be used with what is installed."""
    return [piece for piece in PIECES if piece.needs is None or find_spec(piece.needs)]


def _run(watcher: Watcher | None) -> Iterator[tuple[str, float]]:
    """Use each piece on boards of both sizes; its name and how long that took."""
    pieces = usable_pieces()
    if watcher:
        watcher.begin(sum(piece.seconds for piece in pieces))
    for piece in pieces:
        started = perf_counter()
        for side in _SIDES:
            if watcher:
                watcher.show(f"{piece.name}, {side} × {side}")
            piece.exercise(side)
            if watcher:
                watcher.advance(piece.seconds / len(_SIDES))
        yield piece.name, perf_counter() - started


def _unsolvable_board(side: int) -> Board:
    """A board on which every bounded condition is tried before one holds, or none of them."""
    return deal(221602) if side == 4 else Board(_FEW_STACKS)


def _cards(side: int) -> Any:
    """The deals 0 … 7 as card numbers. Shape (8, cells)."""
    import numpy as np

    from boaf.kernel.dealing import draw_deals

    return draw_deals(np.arange(8), side * side)


def _solve(side: int) -> None:
    from boaf.solvers.single import solve

    solve(deal(1, side, side))
    solve(_unsolvable_board(side))


def _collapse_sets(side: int) -> None:
    from boaf.kernel.position import position_of
    from boaf.solvers.analysis import states_of_solutions
    from boaf.solvers.collapse import Collapser
    from boaf.solvers.contract import Limits
    from boaf.solvers.family import grown, new_family

    position = position_of(deal(1) if side == 4 else Board(_MANY_STACKS))
    collapser = Collapser(position)
    collapser.advance_until(1 << 30, Limits(), 0)
    collapser.steps()
    states_of_solutions(collapser.family)
    new_family(position, grown(collapser.family))


def _batch(side: int) -> None:
    from boaf.kernel.tables import build_tables
    from boaf.solvers.batch import solve_many

    build_tables(3)
    solve_many(range(8), side, side, solutions=True, tables=7)


def _analysis(side: int) -> None:
    from boaf.solvers.analysis import analyze

    for board in (deal(1, side, side), _unsolvable_board(side)):
        analyze(board, max_nodes=10_000)


def _explanation(side: int) -> None:
    from boaf.prove.batch import classes_of
    from boaf.prove.explain import explain

    for board in (deal(1, side, side), _unsolvable_board(side)):
        explain(board, max_nodes=_NODES)
    classes_of(_cards(side), side, side)


def _best_score(side: int) -> None:
    from boaf.solvers.best_score import best_score

    for board in (_unsolvable_board(side), deal(1, side, side)):
        best_score(board, max_nodes=10_000)


def _solution_count(side: int) -> None:
    from boaf.solvers.solution_count import count_solutions

    count_solutions(_unsolvable_board(side))


def _algorithms(side: int) -> None:
    from boaf.solvers.depth_first import search_many
    from boaf.solvers.ordered import choices
    from boaf.solvers.registry import SOLVERS
    from boaf.solvers.single import solve

    for name in SOLVERS:
        if name not in ("endgame", "sat", "oracle"):
            solve(deal(1, side, side) if side == 4 else Board(_FEW_STACKS), name, max_nodes=_NODES)
    for name in ("baseline", "constrained", "compatible", "heuristic", "standard"):
        search_many(_cards(side), side, side, import_module(f"boaf.solvers.{name}").CHOICES, _NODES)
    search_many(_cards(side), side, side, choices(), _NODES)


def _ratings(side: int) -> None:
    from boaf.puzzles.difficulty import quick_score, rate

    rate(deal(1, side, side))
    quick_score(deal(1, side, side))


def _players(side: int) -> None:
    from boaf.players.matches import match
    from boaf.players.playout import play_out_many
    from boaf.players.registry import PLAYERS, options_of, think
    from boaf.players.tree_search.move_checker import new_checker
    from boaf.players.tree_search.tree import enlarged, new_search_tree

    for name in PLAYERS:
        fewest: dict[str, Any] = {"iterations": 20} if "iterations" in options_of(name) else {}
        match(name, [1, 2], side, side, **fewest)
        think(deal(1, side, side), name, **fewest)
    think(deal(1, side, side), "flock", 20, ask=_no_preference)
    enlarged(new_search_tree(side, side, new_checker(side, side)))
    play_out_many(_cards(side), side, side)


def _no_preference(cards: Any, _rows: int, _cols: int) -> Any:
    """A prior from outside that likes all boards alike. Shapes (boards, cells) and (boards,)."""
    return (cards[:, 0] >= 0).astype(float)


def _features(side: int) -> None:
    from boaf.learn.board_features import KNOWN_FEATURES, extract
    from boaf.learn.model import predict

    extract(_cards(side), side, side, tuple(KNOWN_FEATURES))
    predict(deal(1, side, side))


def _data_sets(side: int) -> None:
    from boaf.learn.data import interesting_states, random_states
    from boaf.learn.neural.facts import facts_of
    from boaf.learn.neural.lines import lines_of_play
    from boaf.learn.neural.maps import has_odd_bird, maps_of

    random_states(20, rows=side, cols=side)
    if side == 4:
        interesting_states(1)
    lines_of_play(0, 2, side, side)
    maps_of(_cards(side), side, side)
    has_odd_bird(_cards(side))
    facts_of(_cards(side), side, side)


def _networks(side: int) -> None:
    from boaf.learn.neural.judged_search import estimate_judge, heuristic_judge, network_judge, ordered_search

    network_judge("stacks", ahead=True)(_cards(side), side, side)
    for judge in (estimate_judge, heuristic_judge):
        ordered_search(_cards(side)[0], side, side, judge, 5)


def _census(side: int) -> None:
    import numpy as np

    from boaf.census.reasons import reasons_of
    from boaf.census.solutions import encode_solutions, replays
    from boaf.kernel.dealing import cards_of, draw_deals
    from boaf.solvers.batch import solve_many

    lost = draw_deals(np.array(_UNSOLVABLE), 16) if side == 4 else cards_of(Board(_TWO_FLOCKS))[np.newaxis]
    reasons_of(lost, side, side)
    batch = solve_many(range(8), side, side, solutions=True)
    solutions = encode_solutions(batch.steps[batch.solvable], side * side)
    replays(_cards(side)[batch.solvable], solutions, side)


def _environment(side: int) -> None:
    from boaf.envs.env import BirdsOfAFeather
    from boaf.envs.vector_env import BirdsOfAFeatherVector

    for observation in ("match", "cards"):
        games = BirdsOfAFeatherVector(4, side, side, observation=observation, threads=2)
        _, infos = games.reset(seed=1)
        games.step(infos["action_mask"].argmax(axis=1))
        games.close()
        BirdsOfAFeather(side, side, observation=observation).reset(seed=1)


def _proofs_of_formulas(side: int) -> None:
    from boaf.reduction.drat import check_drat

    if side == 4:  # formulas know no boards
        check_drat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", "d 1 2 0", "0"])


PIECES = (
    Piece("solver", _solve, 60),
    Piece("collapse sets", _collapse_sets, 15),
    Piece("batches and endgame tables", _batch, 7),
    Piece("analysis", _analysis, 10),
    Piece("explanation", _explanation, 5),
    Piece("best score", _best_score, 2),
    Piece("number of solutions", _solution_count, 4),
    Piece("algorithms of the papers", _algorithms, 60),
    Piece("ratings", _ratings, 23),
    Piece("players", _players, 78),
    Piece("features", _features, 27),
    Piece("data sets", _data_sets, 18),
    Piece("networks", _networks, 4, "torch"),
    Piece("census", _census, 2),
    Piece("environment", _environment, 10, "gymnasium"),
    Piece("proofs of formulas", _proofs_of_formulas, 5),
)
"""All that commands and the public functions compile, most used first."""
