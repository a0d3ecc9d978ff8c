"""`boaf play`."""

from __future__ import annotations

from urllib.parse import quote

from click import argument, option

from boaf.cli.boards import read_one_board
from boaf.cli.command import board_size, command, flag_option, number_option
from boaf.cli.process import watchdog_off
from boaf.deals import seed_in
from boaf.support.errors import BoafError

_LARGEST_PORT = 65535
_HOST_HELP = "The address to listen on; by default only this machine can connect."
_ALLOW_HELP = "Another host name that the server answers to, for example behind a proxy; may be repeated."


@command()
@argument("board", required=False, help="The board to start with, as for boaf solve (default: the last game).")
@board_size
@option("--host", metavar="HOST", default="127.0.0.1", help=_HOST_HELP)
@option("--allow-host", metavar="NAME", multiple=True, help=_ALLOW_HELP)
@number_option("--port", metavar="PORT", default=8416, help="The port; 0 for any free one.")
@flag_option("--no-browser", help="Do not open the browser.")
def play(
    board: str | None,
    rows: int | None,
    cols: int | None,
    host: str,
    allow_host: tuple[str, ...],
    port: int,
    no_browser: bool,
) -> int:
    """Play and analyse in the browser.

    Serves the page and its API until you press Ctrl-C (exit status 0). If the port is taken, the exit status is 2. With
    --host 0.0.0.0 others on the network can connect; there is no password.

    Example: boaf play 1264
    """
    if not 0 <= port <= _LARGEST_PORT:
        raise BoafError(f"--port must be from 0 to {_LARGEST_PORT}, not {port}")
    fragment = "" if board is None else _fragment(board, rows, cols)
    from boaf.web.server import serve

    with watchdog_off():
        serve(host, port, fragment=fragment, open_browser=not no_browser, allowed_hosts=list(allow_host))
    return 0


def _fragment(text: str, rows: int | None, cols: int | None) -> str:
    """The part of the page's address that names a board: by its number if it is a numbered deal."""
    from boaf.web.parsing import require_size

    board = read_one_board(text, rows, cols)
    require_size(board.rows, board.cols)
    seed = seed_in(text)
    if seed is None:
        return f"#board={quote(board.text(), safe='')}"
    size = "" if (board.rows, board.cols) == (4, 4) else f"&rows={board.rows}&cols={board.cols}"
    return f"#deal={seed}{size}"
