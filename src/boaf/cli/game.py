"""`boaf deal`, `boaf check`, `boaf play` and `boaf page`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from click import argument, option

from boaf.board import Board, Move, parse_moves
from boaf.cards import STANDARD
from boaf.cli import options
from boaf.cli.boards import BOARD_HELP, read_board_file, read_one_board
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, count, require_directory, require_figure, show, watchdog_off
from boaf.deals import deal as numbered_deal
from boaf.deals import read_board, seed_in
from boaf.players.registry import maker_of
from boaf.render.board import draw
from boaf.rules import Rules
from boaf.support.errors import BoafError, IllegalMoveError, ParseError, ProofError
from boaf.support.files import MOST_TEXT, json_text, read_json, read_text, write_text


@command()
@argument("seed", nargs=-1, required=True, type=options.SEED, help="Any integers, including negative ones.")
@options.board_size
@options.rules
@options.json
@options.file("--svg", help="Draw the deal to an SVG file.")
def deal(
    seed: tuple[int, ...], rows: int | None, cols: int | None, rules: Rules, as_json: bool, svg: Path | None
) -> None:
    """Show numbered deals, as the Microsoft FreeCell shuffler deals them.

    JSON: {seed, rows, cols, board}.

    Example: boaf deal 1264
    """
    if svg is not None and len(seed) > 1:
        raise click.UsageError("--svg takes one seed")
    require_figure(svg, (".svg",))
    for position, number in enumerate(seed):
        board = numbered_deal(number, 4 if rows is None else rows, 4 if cols is None else cols, rules=rules)
        if as_json:
            show(json_text({"seed": number, "rows": board.rows, "cols": board.cols} | board.to_json()))
        else:
            show(("\n" if position else "") + str(board))
        if svg is not None:
            write_text(svg, draw(board))


@command()
@argument("board", required=False, help=BOARD_HELP)
@argument("move", nargs=-1, help="Moves such as 7H-6C.")
@options.file("--board", "board_file", help="Read the board from a file; every argument is a move then.")
@options.file("--moves", "moves_file", help="Read the moves from a file, one per line.")
@options.file("--proof", help="Check the proof that `boaf explain --json` wrote.")
@options.flag("--strict", help="Exit status 1 unless the moves are legal and solve the board, or the proof holds.")
@options.board_size
@options.rules
@options.json
def check(
    board: str | None, move: tuple[str, ...], moves_file: Path | None, strict: bool, as_json: bool, **settings: Any
) -> int:
    """Replay moves by the rules; name the first illegal one and the reason.

    A board with more cells than the deck has cards is not shown. With --proof, check a proof that the board is
    unsolvable instead. JSON: {board, legal, solved, score, error}; the score is counted after the legal moves.
    With --proof: {board, holds, reason, error}.

    Example: boaf check "7H 6C / -- 6H" 7H-6C 6H-7H
    """
    arguments = [*([board] if board is not None else []), *move]
    board_file, proof = settings.pop("board_file"), settings.pop("proof")
    read = partial(read_board, **settings)
    if board_file is not None:
        play = read_board_file(board_file, read)
    elif arguments:
        play = read_one_board(arguments.pop(0), read)
    else:
        raise BoafError("give a BOARD, or --board FILE")
    if sum((bool(arguments), moves_file is not None, proof is not None)) > 1:
        raise BoafError("give moves, --moves FILE or --proof FILE: one of the three")
    if proof is not None:
        judged = _judge(play, proof)
        holds = f"the proof holds: {judged['reason']}"
        fails = f"the proof does not hold: {judged['error']}"
        show(json_text(judged) if as_json else fails if judged["error"] else holds)
        return ExitStatus.FAILED if strict and judged["error"] else ExitStatus.ANSWERED
    start = play.to_json()
    named = _moves_of(moves_file) if moves_file is not None else enumerate(parse_moves(" ".join(arguments)), 1)
    error = None
    for number, one in list(named):
        try:
            play.push(one)
        except IllegalMoveError as illegal:
            error = f"{'move' if moves_file is None else 'line'} {number}, {illegal}"
            break
    status = ExitStatus.FAILED if strict and (error or not play.is_solved) else ExitStatus.ANSWERED
    if as_json:
        answer = start | {"legal": not error, "solved": play.is_solved, "score": play.score, "error": error}
        show(json_text(answer))
        return status
    if len(play.stacks) <= len(STANDARD):
        show(str(play))
    show(f"illegal: {error}" if error else f"legal: {count(len(play.moves), 'move')}")
    left = "solved" if play.is_solved else f"{count(play.stack_count, 'stack')} left"
    show(f"{left}, score {play.score}")
    return status


def _moves_of(path: Path) -> Iterator[tuple[int, Move]]:
    """The moves of a file, each with the number of its line."""
    for number, line in enumerate(read_text(path, MOST_TEXT).splitlines(), 1):
        try:
            yield from ((number, move) for move in parse_moves(line))
        except ParseError as error:
            raise BoafError(f"{path}, line {number}: {error}") from None


def _judge(board: Board, path: Path) -> dict[str, Any]:
    """Whether the proof in a file holds for a board: {board, holds, reason, error}."""
    from boaf.prove.checker import check_proof
    from boaf.prove.proof import Proof

    reason = error = None
    try:
        proof = Proof.from_json(read_json(path))
        reason = proof.reason
        check_proof(board, proof)
    except ProofError as wrong:
        error = str(wrong)
    return board.to_json() | {"holds": error is None, "reason": reason, "error": error}


_LARGEST_PORT = 65535
_MOST_WORKERS = 64
_ORIGIN_HELP = "Let pages of this origin (https://example.org, or *) call the API; may be repeated."
_FRAMING_HELP = "Let pages of this origin show the page in a frame; may be repeated."
_PLAYER_HELP = "A plug-in that the page can show, module:Class or 'command PROGRAM'; may be repeated."
_HOST_HELP = "The address to listen on; by default only this machine can connect."
_ALLOW_HELP = "Another host name that the server answers to, for example behind a proxy; may be repeated."


@command()
@argument(
    "board",
    required=False,
    help="The board to start with, as for boaf solve (default: the deal of today, or an unfinished game).",
)
@options.board_size
@option("--host", metavar="HOST", default="127.0.0.1", help=_HOST_HELP)
@option("--allow-host", "allowed_hosts", metavar="NAME", multiple=True, help=_ALLOW_HELP)
@option("--allow-origin", "origins", metavar="ORIGIN", multiple=True, help=_ORIGIN_HELP)
@option("--allow-framing", "framing", metavar="ORIGIN", multiple=True, help=_FRAMING_HELP)
@option("--player", "-p", "players", metavar="NAME", multiple=True, help=_PLAYER_HELP)
@options.number("--workers", "processes", default=1, help="How many processes share the work.")
@options.number("--port", metavar="PORT", default=8416, help="The port; 0 for any free one.")
@options.flag("--no-browser", help="Do not open the browser.")
def play(
    board: str | None, rows: int | None, cols: int | None, port: int, processes: int, no_browser: bool, **settings: Any
) -> int:
    """Play and analyse in the browser.

    Serves the page and its API until you press Ctrl-C (exit status 0). If the port is taken, the exit status is 2. With
    --host 0.0.0.0 others on the network can connect; there is no password.

    Example: boaf play 1264
    """
    if not 0 <= port <= _LARGEST_PORT:
        raise BoafError(f"--port must be from 0 to {_LARGEST_PORT}, not {port}")
    if not 1 <= processes <= _MOST_WORKERS:
        raise BoafError(f"--workers must be from 1 to {_MOST_WORKERS}, not {processes}")
    fragment = "" if board is None else _fragment(board, rows, cols)
    for name in settings["players"]:
        maker_of(name, {})
    from boaf.web.server import serve

    with watchdog_off():
        serve(port=port, processes=processes, fragment=fragment, open_browser=not no_browser, **settings)
    return 0


def _fragment(text: str, rows: int | None, cols: int | None) -> str:
    """The part of the page's address that names a board: by its number if it is a numbered deal."""
    from boaf.web.parsing import require_size

    board = read_one_board(text, partial(read_board, rows=rows, cols=cols))
    require_size(board.rows, board.cols)
    seed = seed_in(text)
    if seed is None:
        return f"#board={quote(board.text(), safe='')}"
    size = "" if (board.rows, board.cols) == (4, 4) else f"&rows={board.rows}&cols={board.cols}"
    return f"#deal={seed}{size}"


@command()
@argument(
    "directory", metavar="DIR", type=options.PATH, help="A new or empty directory, or one with a page that boaf wrote."
)
@options.json
def page(directory: Path, as_json: bool) -> None:
    """Write the page as a folder of files that any web host can serve.

    It is the page of boaf play and needs no boaf server: hints, analysis and proofs come from the same kernel, compiled
    for the browser. Parts that need Python, such as the networks, are left out. Serve it with any web server; browsers
    do not run it from a file. A host that sends a Content-Security-Policy must allow 'wasm-unsafe-eval', as the file
    _headers does. JSON: {directory, files, bytes}.

    Example: boaf page site
    """
    from boaf.web.page import write_page

    require_directory(directory)
    written = write_page(directory)
    if as_json:
        show(json_text({"directory": str(directory), "files": written.files, "bytes": written.bytes}))
    else:
        show(f"wrote {written.files} files, {written.bytes / 1000:,.0f} kB, to {directory}")
