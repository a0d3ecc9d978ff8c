"""`boaf play`."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

import typer

from boaf.cli.boards import Cols, Rows, read_one_board
from boaf.cli.interruption import in_its_own_time
from boaf.deals import seed_in
from boaf.support.errors import BoafError

_PORT = 8416
_LARGEST_PORT = 65535


def play(
    board: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD", help="The board to begin with, as for boaf solve (default: the game last left)."
        ),
    ] = None,
    rows: Rows = None,
    cols: Cols = None,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Where to listen; by default only this machine can connect.")
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="A further name for which the server answers, as behind a proxy; may be repeated.",
        ),
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="The port, 0 for any free one.")] = _PORT,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
) -> int:
    """Play and analyse in the browser.

    Serves the page and its API until Ctrl-C, which is the way to stop it (exit status 0). A port that is taken gives
    exit status 2. With --host 0.0.0.0 others on the network can connect; there is no password.

    Example: boaf play 1264
    """
    if not 0 <= port <= _LARGEST_PORT:
        raise BoafError(f"--port must be from 0 to {_LARGEST_PORT}, not {port}")
    fragment = "" if board is None else _fragment(board, rows, cols)
    from boaf.web.server import serve

    with in_its_own_time():
        serve(host, port, fragment=fragment, open_browser=not no_browser, allowed_hosts=allow_host or [])
    return 0


def _fragment(text: str, rows: int | None, cols: int | None) -> str:
    """The part of the page's address that names a board: by its number if it is a numbered deal."""
    from boaf.web.reading import require_size

    board = read_one_board(text, rows, cols)
    require_size(board.rows, board.cols)
    seed = seed_in(text)
    if seed is None:
        return f"#board={quote(board.text(), safe='')}"
    size = "" if (board.rows, board.cols) == (4, 4) else f"&rows={board.rows}&cols={board.cols}"
    return f"#deal={seed}{size}"
