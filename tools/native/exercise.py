"""Code that calls every compiled function with all types of arguments that boaf passes, on tiny inputs.

Machine code is made for the types that a function is called with, so each part is used on boards of 16 cells and on
larger ones, whose masks are wider. `record_entries.py` runs this and notes the types.
"""

from __future__ import annotations

from typing import Any

from boaf.board import Board
from boaf.deals import deal

_SIDES = (4, 5)
_NODES = 100
_UNSOLVABLE = (10, 1264, 221602, 360528, 687168, 1163)
"""A deal for each condition that deals meet."""
_STRANDED = "7H 8H -- / 6H -- -- / -- -- 9H"
_PINNED = "7H 7S / 2H --"
_MANY_STACKS = (
    "2D AD -- -- 5C -- 9D / -- 8C AC -- -- -- -- / -- -- 5D 4S -- -- -- / -- TH -- QS 2S -- -- / "
    "-- -- -- -- TS 3S -- / -- -- -- -- -- 6H 5H / -- -- -- -- -- 3H 2C"
)
"""A solvable board of 17 stacks of which few sets can be collapsed."""
_FEW_STACKS = "7H 6C -- -- 6H / 5C -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- / 5H -- -- -- 4H"
_TWO_FLOCKS = "AC -- -- -- 7H / -- -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- / -- -- -- -- --"


def exercise() -> None:
    """Use every part of the library on boards of both sizes."""
    for side in _SIDES:
        for part in _PARTS:
            print(f"{part.__name__.strip('_').replace('_', ' ')}, {side} × {side}", flush=True)
            part(side)


def _unsolvable_board(side: int) -> Board:
    """A board on which every bounded condition is tried before one holds, or none of them."""
    return deal(221602) if side == 4 else Board(_FEW_STACKS)


def _widened(board: Board) -> Board:
    """The same board with empty columns, so that it has more than 16 cells."""
    rows = [board.tops[row * board.cols : (row + 1) * board.cols] for row in range(board.rows)]
    wide = 16 // board.rows + 1
    return Board.from_cells([cell for row in rows for cell in (*row, *[None] * (wide - len(row)))], wide)


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
    from boaf.questions.analysis import states_of_solutions
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
    from boaf.solvers.batch import solve_many

    solve_many(range(8), side, side, solutions=True, tables=7)


def _analysis(side: int) -> None:
    from boaf.questions.analysis import analyze

    for board in (deal(1, side, side), _unsolvable_board(side)):
        analyze(board, max_nodes=10_000)


def _explanation(side: int) -> None:
    from boaf.prove.batch import classes_of
    from boaf.prove.explain import explain

    explain(deal(1, side, side), max_nodes=_NODES)
    for board in [*map(deal, _UNSOLVABLE), Board(_STRANDED), Board(_PINNED)]:
        explain(board if side == 4 else _widened(board), max_nodes=10_000)
    classes_of(_cards(side), side, side)


def _best_score(side: int) -> None:
    from boaf.questions.best_score import best_score

    for board in (_unsolvable_board(side), deal(1, side, side)):
        best_score(board, max_nodes=10_000)


def _solution_count(side: int) -> None:
    from boaf.questions.solution_count import count_solutions

    count_solutions(_unsolvable_board(side))


def _algorithms(side: int) -> None:
    from boaf.solvers.depth_first import search_many
    from boaf.solvers.paper_searches import CHOICES, ordered_choices
    from boaf.solvers.single import SOLVERS, solve

    for name in SOLVERS:
        if name not in ("endgame", "sat", "oracle"):
            solve(deal(1, side, side) if side == 4 else Board(_FEW_STACKS), name, max_nodes=_NODES)
    for choices in (*CHOICES.values(), ordered_choices()):
        search_many(_cards(side), side, side, choices, _NODES)


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
    from boaf.learn.prediction import predict

    extract(_cards(side), side, side, tuple(KNOWN_FEATURES))
    predict(deal(1, side, side))


def _data_sets(side: int) -> None:
    from boaf.learn.data import interesting_states, random_states
    from boaf.learn.neural.graph_inputs import graph_inputs
    from boaf.learn.neural.image_inputs import maps_of
    from boaf.learn.neural.training_data import lines_of_play

    random_states(20, rows=side, cols=side)
    if side == 4:
        interesting_states(1)
    lines_of_play(0, 2, side, side)
    maps_of(_cards(side), side, side)
    graph_inputs(_cards(side), side, side)


def _networks(side: int) -> None:
    from boaf.learn.neural.model_guided_search import estimate_judge, heuristic_judge, network_judge, ordered_search

    network_judge("stacks", lookahead=True)(_cards(side), side, side)
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
        games.reset(options={"board": deal(1, side, side)})
        games.close()
        BirdsOfAFeather(side, side, observation=observation).reset(seed=1)


def _proofs_of_formulas(side: int) -> None:
    from boaf.reduction.drat import check_drat

    if side == 4:  # formulas know no boards
        check_drat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", "d 1 2 0", "0"])


_PARTS = (
    _solve,
    _collapse_sets,
    _batch,
    _analysis,
    _explanation,
    _best_score,
    _solution_count,
    _algorithms,
    _ratings,
    _players,
    _features,
    _data_sets,
    _networks,
    _census,
    _environment,
    _proofs_of_formulas,
)
