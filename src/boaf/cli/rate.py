"""`boaf rate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.cli.boards import Boards, boards_argument
from boaf.cli.command import Limits, command, json_option, limit_options
from boaf.cli.output import progress_bar, show
from boaf.cli.process import ExitStatus
from boaf.solvers.contract import Verdict
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.puzzles import Rating

_BATCH = 1000
_NOTHING: dict[str, object] = {"difficulty": None, "score": None, "attributes": {}}
_WHY_NOT = {
    Verdict.UNSOLVABLE: "it has no difficulty",
    Verdict.UNKNOWN: "a limit was reached before the board was rated",
}


@command()
@boards_argument
@limit_options()
@json_option
def rate(boards: Boards, limits: Limits, as_json: bool) -> int:
    """Rate how hard boards are to win, from 1 to 5, and show why.

    Level 1 is the easiest 20 % of the solvable deals of a size; the next 30 %, 30 %, 15 % and 5 % are levels 2 to 5.
    The score is the share of games that players are expected to lose.

    The limits apply to each board, --max-nodes to each of its searches. JSON: {board, verdict, difficulty, score,
    attributes}, with null and {} unless the board is solvable. Exit status 3 if a limit was reached.

    Example: boaf rate 1 1264
    """
    from boaf.puzzles import rate_many

    status, separator = ExitStatus.ANSWERED, ""
    for batch in boards.batches(_BATCH):
        with progress_bar("rating", len(batch), "boards") as progress:
            ratings = rate_many(batch, **limits, progress=progress)
        for board, rating in zip(batch, ratings, strict=True):
            if as_json:
                verdict, found = (rating, _NOTHING) if isinstance(rating, Verdict) else ("solvable", rating.to_json())
                show(json_text({"board": board.text(), "verdict": verdict} | found))
            else:
                text = f"{rating}: {_WHY_NOT[rating]}" if isinstance(rating, Verdict) else describe(rating)
                show(f"{separator}{board}\n{text}")
            separator = "\n"
        if Verdict.UNKNOWN in ratings:
            status = ExitStatus.LIMIT_REACHED
    return boards.status(status)


def describe(rating: Rating) -> str:
    """A rating in words, one attribute per line."""
    from boaf.puzzles import ATTRIBUTES

    lines = [f"difficulty {rating.difficulty} of 5, score {rating.score:.3f}"]
    lines += [f"{rating.attributes[name]:9.3f}  {definition}" for name, definition in ATTRIBUTES.items()]
    return "\n".join(lines)
