"""Measuring one solver, player or predictor on a named set, and the file of results.

A file of results is a record (`boaf.support.store`): the set and its digest, what was measured with which options and
limits, the versions and the machine, the names of the columns, and one row per board, a JSON list in a text (`error` is
left out where no row has one):

| kind        | a row                                                                                          |
| ----------- | ---------------------------------------------------------------------------------------------- |
| `solver`    | stacks, verdict, nodes, seconds (of processor time), error (`failed` or `wrong` for a plug-in) |
| `player`    | stacks, left (stacks at the end of the game; 1 is a win), score, solvable, error               |
| `predictor` | stacks, probability, solvable                                                                  |

`solvable` is the exact verdict, so wins can be counted on the boards that can be won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from boaf.bench.sets import BoardSet, board_set, digest_and_size
from boaf.board import Board
from boaf.kernel.dealing import EMPTY, Cards, cards_of
from boaf.kernel.position import MAX_CELLS
from boaf.learn.prediction import load as load_model
from boaf.players.contract import Player
from boaf.players.matches import game_seeds
from boaf.players.plugin_player import PluginPlayer
from boaf.players.registry import maker_of
from boaf.plugins.names import load as load_plugin
from boaf.plugins.names import name_of
from boaf.solvers.contract import Solver, Verdict
from boaf.solvers.single import find_solver, solve
from boaf.support.errors import BoafError, PluginError
from boaf.support.files import json_text, parse_json
from boaf.support.progress import Progress, no_progress
from boaf.support.schema import Shape, flag, listing, mapping, optional, real, record, text, whole
from boaf.support.store import read_record, write_record

_STACKS, _COUNT, _ERROR = whole(1, MAX_CELLS), whole(0, 1 << 62), optional(text("failed", "wrong"))
_COLUMNS: dict[str, dict[str, Shape]] = {
    "solver": {
        "stacks": _STACKS, "verdict": text(*Verdict), "nodes": _COUNT, "seconds": real(0),
        "error": _ERROR,
    },
    "player": {"stacks": _STACKS, "left": _STACKS, "score": _COUNT, "solvable": flag(), "error": _ERROR},
    "predictor": {"stacks": _STACKS, "probability": real(0, 1), "solvable": flag()},
}  # fmt: skip
KINDS = tuple(_COLUMNS)
_GAMES_AT_ONCE = 50
_SHAPE = {
    "set": text(), "boards": text(), "kind": text(*KINDS), "name": text(), "options": mapping(), "limits": mapping(),
    "columns": listing(text()), "rows": listing(text(), least=1),
}  # fmt: skip


@dataclass(frozen=True)
class BenchResult:
    """What one solver, player or predictor did on the boards of a set, one row each."""

    set: str
    boards: str
    """The digest of the boards."""
    kind: str
    name: str
    rows: list[dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)
    limits: dict[str, Any] = field(default_factory=dict)
    made_by: dict[str, Any] = field(default_factory=dict)
    """The versions and the machine; known of a result that was read from a file."""

    @property
    def label(self) -> str:
        """The name with its options."""
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])

    def write(self, path: Path | str) -> None:
        """Write the file of results."""
        values = {name: getattr(self, name) for name in ("set", "boards", "kind", "name", "options", "limits")}
        columns = [name for name in _COLUMNS[self.kind] if name != "error" or any("error" in row for row in self.rows)]
        rows = [json_text([row.get(column) for column in columns]) for row in self.rows]
        write_record(Path(path), values | {"columns": columns, "rows": rows})


def read_result(path: Path | str) -> BenchResult:
    """Read a file of results.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    BenchResult
        What `measure` gave, and the versions and the machine that it ran on.

    Raises
    ------
    BoafError
        If the file cannot be read, is not as it was written, or is of a set with other boards.

    Examples
    --------
    >>> measure("easy", player="random").write("random.json")
    >>> read_result("random.json").label
    'random'

    """
    values = read_record(Path(path), _SHAPE)
    if (values["boards"], len(values["rows"])) != digest_and_size(values["set"]):
        raise BoafError(f"{path} has results on other boards than those of the set {values['set']!r}")
    columns = _COLUMNS[values["kind"]]
    names = values.pop("columns")
    if names not in (list(columns), [name for name in columns if name != "error"]):
        raise BoafError(f"{path} has other columns than {', '.join(columns)}")
    shape, rows = record({}, **columns), []
    for line in values.pop("rows"):
        row = dict.fromkeys(columns) | dict(zip(names, parse_json(line, f"a row of {path}"), strict=False))
        shape(row, f"a row of {path}")
        rows.append({name: value for name, value in row.items() if value is not None})
    return BenchResult(**values, rows=rows)


def measure(
    boards: str | BoardSet,
    *,
    solver: str | Solver | None = None,
    player: str | Player | type[Player] | None = None,
    predictor: Any = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    options: dict[str, Any] | None = None,
    progress: Progress = no_progress,
) -> BenchResult:
    """Measure a solver, a player or a predictor on every board of a set.

    Parameters
    ----------
    boards
        The name of a set (`set_names`), or the set.
    solver, player
        One of these: a name or a plug-in, as for `boaf.solve` and `boaf.match`.
    predictor
        Or a model: a name or file as for `boaf.predict`, an object with the method `probability(cards, rows, cols)`,
        or a function from a board to a probability, which may be named as `module:function`.
    max_nodes, max_seconds
        Limits of a solver, for each board.
    options
        Options of the solver or player.
    progress
        Called with the number of boards finished since the last call.

    Returns
    -------
    BenchResult
        One row per board.

    Raises
    ------
    BoafError
        If the set, the solver, the player, the model or an option is unknown.

    Examples
    --------
    >>> found = measure("easy", player="random")
    >>> found.name, len(found.rows)
    ('random', 200)

    """
    chosen = board_set(boards) if isinstance(boards, str) else boards
    given = {kind: value for kind, value in zip(KINDS, (solver, player, predictor), strict=True) if value is not None}
    if len(given) != 1:
        raise BoafError("name one thing to measure: a solver, a player or a predictor")
    ((kind, subject),) = given.items()
    options, limits = options or {}, {"max_nodes": max_nodes, "max_seconds": max_seconds} if solver else {}
    if kind == "solver":
        find_solver(subject)
        rows = _solver_rows(chosen, subject, limits, options)
    elif kind == "player":
        rows = _player_rows(chosen, maker_of(subject, options)())
    else:
        rows = _predictor_rows(chosen, subject)
    found = []
    for row in rows:
        found.append(row)
        progress(1)
    return BenchResult(chosen.name, chosen.digest, kind, name_of(subject), found, options, limits)


def _solver_rows(
    chosen: BoardSet, solver: str | Solver, limits: dict[str, Any], options: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    for board in chosen.boards:
        begun = process_time()
        row: dict[str, Any] = {"stacks": board.stack_count, "verdict": str(Verdict.UNKNOWN), "nodes": 0}
        try:
            result = solve(board, solver, **limits, **options)
            row |= {"verdict": str(result.verdict), "nodes": result.nodes}
        except PluginError as error:
            row |= _named(error)
        yield row | {"seconds": round(process_time() - begun, 6)}


def _named(error: PluginError) -> dict[str, str]:
    return {"error": "wrong" if error.is_wrong else "failed"}


def _player_rows(chosen: BoardSet, player: Player) -> Iterator[dict[str, Any]]:
    first, errors = 0, player.errors if isinstance(player, PluginPlayer) else []
    for (rows, cols), cards in _groups(chosen, 1 if isinstance(player, PluginPlayer) else _GAMES_AT_ONCE):
        seeds = game_seeds(np.uint64(0), np.arange(first, first + len(cards)), 1)[:, 0]
        found = player.play_many(cards, rows, cols, seeds)
        stacks = np.sum(cards != EMPTY, axis=1)
        for k in range(len(cards)):
            row = {"stacks": int(stacks[k]), "left": int(found.stacks[k]), "score": int(found.scores[k])}
            yield row | {"solvable": chosen.solvable[first + k]} | (_named(errors.pop()) if errors else {})
        first += len(cards)


def _predictor_rows(chosen: BoardSet, predictor: Any) -> Iterator[dict[str, Any]]:
    if isinstance(predictor, str | Path):
        predictor = load_plugin(str(predictor)) if ":" in str(predictor) else load_model(predictor)
    if hasattr(predictor, "probability"):
        found = (float(p) for size, cards in _groups(chosen) for p in predictor.probability(cards, *size))
    elif callable(predictor):
        found = (_probability(predictor, board) for board in chosen.boards)
    else:
        raise BoafError(f"a predictor is a model, a file, a name or a function, not {predictor!r}")
    for board, probability, truth in zip(chosen.boards, found, chosen.solvable, strict=True):
        yield {"stacks": board.stack_count, "probability": probability, "solvable": truth}


def _probability(predictor: Callable[[Board], Any], board: Board) -> float:
    try:
        found = float(predictor(board.copy()))
    except Exception as error:
        raise PluginError(name_of(predictor), f"failed: {type(error).__name__}: {error}") from error
    if not 0 <= found <= 1:
        raise PluginError(name_of(predictor), f"gave {found}, which is not a probability", is_wrong=True)
    return found


def _groups(chosen: BoardSet, most: int = _GAMES_AT_ONCE) -> Iterator[tuple[tuple[int, int], Cards]]:
    """The cards of consecutive boards of one size, at most `most` at once. Shape (boards, cells)."""
    for size, boards in groupby(chosen.boards, lambda board: (board.rows, board.cols)):
        cards = np.stack([cards_of(board) for board in boards])
        for first in range(0, len(cards), most):
            yield size, cards[first : first + most]
