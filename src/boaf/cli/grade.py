"""`boaf grade`: a student's solver, player or prover on held-out boards, in a process with limits, and what failed.

The process may use so much memory, processor time and disk, on Windows only so much time. That is no protection against
a program that means harm.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from click import argument, option

from boaf.board import Board, parse_moves
from boaf.cli import options
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, progress_bar, show
from boaf.deals import SEEDS, SplitMix64, deal
from boaf.plugins.engine import Engine
from boaf.support.errors import BoafError, IllegalMoveError, PluginError
from boaf.support.files import MOST_TEXT, json_text, read_text

KINDS = {"solver": "solve", "player": "choose", "prover": "prove"}
"""What can be graded, and the function that a student writes."""
_NEED = {"solver": 0.8, "player": 0.3, "prover": 0.2}
"""The share of boards that must be right if nothing else is asked for."""
_SIZES = ((2, 3), (3, 3), (3, 4), (4, 4))
_MOST_BOARDS = 10_000
_RANGES = {"boards": (1, _MOST_BOARDS), "need": (0, 1), "memory": (64, 1 << 20), "board_seconds": (0.1, 3600)}
_NEED_HELP = "The share of boards that must be right, 0 to 1 (default: 0.8, players 0.3, provers 0.2)."
_ALLOW_HELP = "Let the program use boaf's own solvers, provers, players and models."
_SECONDS_HELP = "Seconds for each board, or for each move of a player."
_START = """
import importlib.machinery, importlib.util, os, re, runpy, sys
file, function, megabytes, seconds, allow = sys.argv[1:]
if os.name == "posix":
    import resource
    for what, limit in (("AS", int(megabytes) << 20), ("CPU", int(seconds)), ("FSIZE", 1 << 20)):
        kind = getattr(resource, "RLIMIT_" + what)
        most = resource.getrlimit(kind)[1]
        limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
        resource.setrlimit(kind, (limit, limit))
class Student:
    def find_spec(name, path, target=None):
        if name == "student":
            loader = importlib.machinery.SourceFileLoader(name, file)
            return importlib.util.spec_from_loader(name, loader)
        if not name.startswith("boaf.") or "student" not in sys.modules or allow or name.split(".")[1] in RULES:
            return None
        if importlib.machinery.PathFinder.find_spec(name, path):
            raise ImportError(f"{name} may not be used here: write it yourself")
RULES = "board", "board_text", "cards", "deals", "graphs", "render", "rules", "support"
import boaf.solvers.plugin_host
del sys.modules["boaf.solvers.plugin_host"]
if not allow:  # for `from boaf import *`
    homes = re.findall(r"from boaf\\.(\\w+)\\S* import (\\w+) as", open(boaf.__file__ + "i", encoding="utf-8").read())
    boaf.__all__ = [name for home, name in homes if home in RULES]
sys.meta_path.insert(0, Student)
sys.path.append(os.path.dirname(file))
sys.argv = ["plugin_host", "student:" + function]
runpy.run_module("boaf.solvers.plugin_host", run_name="__main__")
"""
"""The file may import others beside it, which come last, so that none of them replaces a module of boaf or Python. Of
boaf it may use the rules of the game and pictures, not what solves it."""
_ADVICE = {
    "late": "It took too long. Does it look at the same position again and again, or try moves that cannot win?",
    "memory": "It needed too much memory. Does it keep every position that it has ever seen?",
    "crash": "It stopped with an error. Run it on this board yourself and read the whole message.",
    "form": "It answered in another form than the one that the handout asks for.",
    "illegal": "The rules forbid a move that it made. Check both: the same row or column, and cards that match.",
    "wrong": "It is wrong about this board. Play the moves shown here by hand and see where your idea fails.",
}
_WRONG = ("illegal", "wrong")
"""The failures with which no program passes."""


class Failure(NamedTuple):
    """Why a board was not answered, or answered wrongly."""

    board: str
    kind: str
    """One of `_ADVICE`."""
    text: str


@command()
@argument("file", type=options.PATH, help="A Python file with a function solve, choose or prove.")
@option("--kind", metavar="KIND", help="solver, player or prover (default: by the function that FILE has).")
@options.number("--boards", default=40, help="How many boards.")
@options.number("--seed", metavar="S", default=0, help="Which boards: keep yours secret.")
@options.number("--need", metavar="SHARE", kind=options.REAL, help=_NEED_HELP)
@options.number("--board-seconds", metavar="S", kind=options.REAL, default=5.0, help=_SECONDS_HELP)
@options.number("--memory", metavar="MB", default=1024, help="Megabytes of memory.")
@option("--allow-boaf", is_flag=True, help=_ALLOW_HELP)
@options.json
def grade(file: Path, kind: str | None, boards: int, seed: int, allow_boaf: bool, as_json: bool, **limits: Any) -> int:
    """Run a student's solver, player or prover on held-out boards and explain what failed.

    FILE has a function solve(board, limits) that returns (verdict, moves, nodes), choose(board, random) that returns a
    move, or prove(board) that returns a sentence that explains why the board is unsolvable, or None. A board is right
    if the verdict is right and the moves solve it, the game is won, or the unsolvable board has a proof; for a prover,
    only unsolvable boards count. Any wrong answer fails. A person has to judge whether a sentence is a proof.

    JSON: {kind, boards, right, share, passed, failures: [{board, kind, text}]}. Exit status 1 if it did not pass.

    Example: boaf grade student.py --boards 20
    """
    chosen = _kind_of(file, kind)
    need = _NEED[chosen] if limits["need"] is None else limits["need"]
    for name, value in (limits | {"boards": boards, "need": need}).items():
        low, high = _RANGES[name]
        if not low <= value <= high:
            raise BoafError(f"--{name.replace('_', '-')} must be from {low} to {high:,}, not {value:g}")
    seconds = limits["board_seconds"]
    most = [str(int(limits["memory"])), str(int(seconds * boards * 20) + 60), "yes" if allow_boaf else ""]
    start = [sys.executable, "-P", "-X", "utf8", "-c", _START, str(file.absolute()), KINDS[chosen], *most]
    engine = Engine(file.name, start, chosen)
    engine.ask("")  # a file that cannot be imported cannot be graded
    right, silent, counted, failures = 0, 0, 0, []
    with progress_bar("grading", boards, "boards") as progress:
        for board, counts in _boards(boards, seed, chosen):
            answer = _JUDGES[chosen](engine, board, seconds)
            right += counts and answer is None
            silent += counts and answer is False
            counted += counts
            if isinstance(answer, Failure) and (counts or answer.kind in _WRONG):
                failures.append(answer)
            progress(1)
    passed = right >= need * counted and not any(failure.kind in _WRONG for failure in failures)
    if as_json:
        rows = [failure._asdict() for failure in failures]
        values = {"kind": chosen, "boards": counted, "right": right, "share": right / counted, "passed": passed}
        show(json_text(values | {"failures": rows}))
    else:
        lines = [f"{chosen}: {right} of {counted} boards right; {need:.0%} and no wrong answer are needed"]
        lines += _describe(failures)
        if silent:
            lines.append(f"{silent} × {'game lost' if chosen == 'player' else 'no answer: unknown, or no proof found'}")
        show("\n".join([*lines, "passed" if passed else "not passed"]))
    return ExitStatus.ANSWERED if passed else ExitStatus.FAILED


def _kind_of(file: Path, kind: str | None) -> str:
    """What a file has, by the names at its top level; it must have the function of a kind that is named."""
    if kind and kind not in KINDS:
        raise BoafError(f"--kind must be one of {', '.join(KINDS)}, not {kind!r}")
    try:
        tree = ast.parse(read_text(file, MOST_TEXT).removeprefix("\ufeff"))
    except SyntaxError as error:
        raise BoafError(f"{file}, line {error.lineno or 1}: {error.msg}") from None
    except (MemoryError, RecursionError):
        raise BoafError(f"{file} is nested too deeply") from None
    names = {getattr(part, "name", None) for part in tree.body}
    found = [one for one, function in KINDS.items() if function in names and kind in (None, one)]
    if kind and not found:
        raise BoafError(f"{file} has no function {KINDS[kind]}")
    if len(found) != 1:
        raise BoafError(f"{file} must have one function: solve for a solver, choose for a player, prove for a prover")
    return found[0]


def _boards(number: int, seed: int, kind: str) -> list[tuple[Board, bool]]:
    """Small and large boards in turn, and whether each counts.

    A player gets solvable boards, the others as many solvable as unsolvable ones, of which a prover's solvable ones are
    there to catch wrong proofs.
    """
    from boaf.solvers.single import solve

    random, found = SplitMix64(seed), []
    for (rows, cols), k in zip(cycle(_SIZES), range(number), strict=False):
        wanted = kind == "player" or (k % 2 == k // 4 % 2) != (kind == "prover")
        size = (rows, cols) if (rows, cols) != (4, 4) or wanted else (3, 3)  # 4 × 4 is hardly ever unsolvable
        board = deal(random.below(SEEDS), *size)
        while bool(solve(board).moves) != wanted:
            board = deal(random.below(SEEDS), *size)
        found.append((board, kind != "prover" or not wanted))
    return found


def _ask(engine: Engine, board: Board, question: str, seconds: float) -> str | Failure:
    try:
        return engine.ask(f"{question} {board.text()}", seconds)
    except PluginError as error:
        text = str(error)
        kind = "late" if error.is_late else "memory" if "MemoryError" in text else "crash"
        return Failure(board.text(), kind, text)


def _judge_solver(engine: Engine, board: Board, seconds: float) -> Failure | bool | None:
    """None if the answer is right, False if it is `unknown`."""
    from boaf.solvers.single import solve

    answer = _ask(engine, board, f"solve {seconds:.3f} -", seconds)
    if isinstance(answer, Failure):
        return answer
    verdict, _, *moves = [*answer.split(), ""]
    true, where = solve(board), board.text()
    if verdict == "unknown":
        return False
    if verdict not in ("solvable", "unsolvable"):
        return Failure(where, "form", f"it answered {answer[:80]!r}, not (verdict, moves, nodes)")
    if verdict == "unsolvable":
        solution = " ".join(map(str, true.moves))
        return Failure(where, "wrong", f"it said unsolvable, but {solution} solves it") if true.moves else None
    game = board.copy()
    try:
        for move in parse_moves(" ".join(moves)):
            game.push(move)
    except BoafError as error:
        return _bad_move(where, len(game.moves) + 1, error)
    if game.is_solved:
        return None
    left = f"{' '.join(map(str, game.moves)) or 'no move'} leaves {game.stack_count} stacks"
    solution = f"{' '.join(map(str, true.moves))} solves it" if true.moves else "the board is unsolvable"
    return Failure(where, "wrong", f"it said solvable, but {left}; {solution}")


def _judge_player(engine: Engine, board: Board, seconds: float) -> Failure | bool | None:
    """None if the game is won, False if it is lost."""
    game = board.copy()
    while not game.is_over:
        answer = _ask(engine, game, f"choose {seconds:.3f} {len(game.moves)}", seconds)
        if isinstance(answer, Failure):
            return answer
        try:
            game.push(answer.removeprefix("move "))
        except BoafError as error:
            return _bad_move(game.text(tops_only=True), len(game.moves) + 1, error)
    return None if game.is_solved else False


def _bad_move(board: str, number: int, error: BoafError) -> Failure:
    """A move that the rules forbid, or a text that is no move."""
    return Failure(board, "illegal" if isinstance(error, IllegalMoveError) else "form", f"move {number}, {error}")


def _judge_prover(engine: Engine, board: Board, seconds: float) -> Failure | bool | None:
    """None if it proves what is so and nothing else, False if it finds no proof."""
    from boaf.solvers.single import solve

    answer = _ask(engine, board, "prove", seconds)
    if isinstance(answer, Failure):
        return answer
    claim, solution = json.loads(answer.partition(" ")[2] or "null"), solve(board).moves
    if claim is not None and not (isinstance(claim, str) and claim.strip()):
        return Failure(board.text(), "form", f"it answered {str(claim)[:80]!r}, neither a sentence nor None")
    if claim is not None and solution:
        return Failure(board.text(), "wrong", f"it said {claim!r}, but {' '.join(map(str, solution))} solves it")
    return None if solution or claim is not None else False


_JUDGES: dict[str, Callable[[Engine, Board, float], Failure | bool | None]] = {
    "solver": _judge_solver,
    "player": _judge_player,
    "prover": _judge_prover,
}


def _describe(failures: list[Failure]) -> list[str]:
    """What failed, with one example of each kind."""
    lines = []
    for what, number in Counter(failure.kind for failure in failures).items():
        first = next(failure for failure in failures if failure.kind == what)
        lines += [f"{number} × {what}: {_ADVICE[what]}", f"  board: {first.board}", f"  {first.text}"]
    return lines
