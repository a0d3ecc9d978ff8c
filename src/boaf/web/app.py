"""The calls of the API and the files of the page, put together.

The OpenAPI description is at `/openapi.json`, and in words at `/docs`. FastAPI's own pages about it are left out, since
they load scripts from other sites.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from datetime import UTC, datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from boaf import __version__
from boaf.players.registry import PLAYERS
from boaf.plugins.names import PLAYER_GROUP, installed
from boaf.support.errors import BoafError, ParseError, PluginError, UndecidedError
from boaf.support.files import digest_of, json_text
from boaf.support.schema import shown
from boaf.web import answers, models
from boaf.web.middleware import SecurityMiddleware
from boaf.web.page import index_page, shared_files
from boaf.web.parsing import deal_numbered, play, read_date, read_text, require_size, shown_board
from boaf.web.workers import BusyError, Workers

_STATIC = Path(__file__).parent / "static"
_MANIFEST = _STATIC / "manifest.webmanifest"
_NOT_JSON = "the body is not JSON"
_RETRY = {"Retry-After": "1"}
_CLIENT_CLOSED_REQUEST = 499
"""The status that servers log for a client that closed the connection."""
_REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Problem, "description": "The request names another host than this server's."},
    413: {"model": models.Problem, "description": "The body is too long."},
    422: {"model": models.Problem, "description": "The request is not valid; the error says why and, if known, where."},
    500: {"model": models.Problem, "description": "The server failed; its terminal says why."},
    503: {
        "model": models.Problem,
        "description": "The server is busy, found nothing in time, or a plug-in failed; Retry-After says when to ask.",
        "headers": {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}},
    },
}
_DESCRIPTION = """Birds of a Feather solitaire: deal, solve, analyse and explain boards, exactly.

Cells are numbered row by row from 0, moves are written `7H-6C`, and a verdict is `solvable`, `unsolvable` or, if the
time limit was reached first, `unknown`."""


class CancelOnDisconnectRoute(APIRoute):
    """A route whose calls are cancelled when their client disconnects.

    Nobody would read the answer, but a search would go on for seconds and keep others waiting. So each call runs next
    to a task that waits for the end of the connection; whichever is finished first cancels the other. Cancelling a call
    that waits for a worker also stops the work (`boaf.web.workers`).
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of FastAPI, next to a task that waits for the client to disconnect."""
        handle = super().get_route_handler()

        async def cancellable(request: Request) -> Response:
            try:
                await request.body()  # it is kept for the handler; what comes after it is the end of the connection
            except ClientDisconnect:
                return Response(status_code=_CLIENT_CLOSED_REQUEST)
            working, leaving = asyncio.create_task(handle(request)), asyncio.create_task(_disconnected(request))
            try:
                await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
                return working.result() if working.done() else Response(status_code=_CLIENT_CLOSED_REQUEST)
            finally:
                working.cancel()
                leaving.cancel()

        return cancellable


async def _disconnected(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


api = APIRouter(prefix="/api", responses=_REFUSED, route_class=CancelOnDisconnectRoute)


def create_app(
    *,
    hosts: Collection[str] | None = None,
    workers: Workers | None = None,
    origins: Collection[str] = (),
    framing: Collection[str] = (),
    players: Collection[str] = (),
) -> FastAPI:
    """The page and its API as an ASGI application.

    Parameters
    ----------
    hosts
        The host names that it answers to, by default any.
    workers
        The threads that compute the answers, by default new ones.
    origins
        The origins, such as `https://example.org`, whose pages may call the API; `*` for all.
    framing
        The origins whose pages may show this page in a frame; `*` for all.
    players
        More plug-ins that may be asked for moves, as for `boaf.players.player`, next to those of installed packages.

    Returns
    -------
    FastAPI
        The application, for any ASGI server.

    """
    app = FastAPI(
        title="boaf",
        version=__version__,
        summary="Birds of a Feather solitaire",
        description=_DESCRIPTION,
        license_info={"name": "MIT", "identifier": "MIT"},
        docs_url=None,
        redoc_url=None,
    )
    app.state.workers = workers or Workers()
    app.state.plugins = [name for name in dict.fromkeys([*installed(PLAYER_GROUP), *players]) if name not in PLAYERS]
    app.include_router(api)
    for name, path in shared_files().items():
        app.router.add_route(f"/{name}", partial(_file, path), methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_api_route("/", _page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route(f"/{_MANIFEST.name}", _manifest, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_exception_handler(RequestValidationError, _refuse_fields)
    app.add_exception_handler(BoafError, _refuse)
    app.add_exception_handler(BusyError, _ask_later)
    app.add_exception_handler(UndecidedError, _ask_later)
    app.add_exception_handler(PluginError, _ask_later)
    app.add_exception_handler(HTTPException, _say_status)
    app.add_api_route("/docs", _docs, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_middleware(SecurityMiddleware, hosts=hosts, is_shared=bool(origins), framing=framing)
    if origins:  # outermost, so that a page of another origin can read refusals, too
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type"],
            expose_headers=["Retry-After"],
        )
    return app


@api.get("/deal", summary="A numbered deal", operation_id="deal")
async def deal(
    seed: Annotated[models.Seed, Query(description="The number of the deal; any whole number.", examples=[1264])],
    rows: Annotated[models.Side, Query(examples=[4])] = 4,
    cols: Annotated[models.Side, Query(examples=[4])] = 4,
) -> models.Dealt:
    """The board that the Microsoft FreeCell shuffler deals for this seed, the same everywhere and always."""
    return deal_numbered(seed, rows, cols)


@api.post("/board", summary="Read a board", operation_id="board")
async def board(question: models.AnyText) -> models.BoardRead:
    """A seed or a board text, in any of the ways that `boaf` reads, as the board that the other calls take.

    A text that is not a board is refused with the range of characters that is wrong.
    """
    return read_text(question.text, question.rows, question.cols)


@api.post("/solve", summary="Solve a board", operation_id="solve")
async def solve(question: models.AboutBoard, request: Request) -> models.Solved:
    """Whether the board can be collapsed to one stack, and the moves that do it."""
    return await _workers(request).answer(answers.solve, shown_board(question.board))


@api.post("/analyze", summary="The fate of every legal move", operation_id="analyze")
async def analyze(question: models.AboutBoard, request: Request) -> models.Analyzed:
    """For every legal move, whether the board can be solved after it."""
    return await _workers(request).answer(answers.analyze, shown_board(question.board))


@api.post("/history", summary="When a game was lost", operation_id="history")
async def history(question: models.Played, request: Request) -> models.History:
    """Whether the board could be solved at the start and after each move, and which move lost the game."""
    played = shown_board(question.board)
    pool = _workers(request).pool_for(played.stack_count)
    play(played, question.moves)
    return await pool.run(lambda: answers.history(played))


@api.post("/review", summary="Which move lost, and what would have saved the game", operation_id="review")
async def review(question: models.Played, request: Request) -> models.Reviewed:
    """As history, with the losing move and the moves that would have kept the board solvable."""
    played = shown_board(question.board)
    pool = _workers(request).pool_for(played.stack_count, takes_long=True)
    play(played, question.moves)
    return await pool.run(lambda: answers.review(played))


@api.post("/check", summary="Replay moves", operation_id="check")
async def check(question: models.Played) -> models.Checked:
    """Whether the moves are legal one after the other, which is not and why, and what they lead to."""
    return answers.check(shown_board(question.board), question.moves)


@api.post("/best-score", summary="The best score", operation_id="best_score")
async def best_score(question: models.AboutBoard, request: Request) -> models.Best:
    """The highest score that play can reach, and the moves that reach it."""
    return await _workers(request).answer(answers.best_score, shown_board(question.board))


@api.post("/count", summary="The number of solutions", operation_id="count")
async def count(question: models.AboutBoard, request: Request) -> models.Count:
    """How many solutions a board has, up to the order of independent moves."""
    return await _workers(request).answer(answers.count, shown_board(question.board))


@api.post("/explain", summary="Why a board is unsolvable", operation_id="explain")
async def explain(question: models.AboutBoard, request: Request) -> models.Explained:
    """A proof in words, with the cells that it mentions, if the board cannot be solved."""
    return await _workers(request).answer(answers.explain, shown_board(question.board))


@api.post("/graph", summary="The compatibility graph", operation_id="graph")
async def graph(question: models.AboutBoard, request: Request) -> models.Graph:
    """Which stacks match by card, with odd birds, flocks, cut edges and articulation points."""
    return await _workers(request).answer(answers.graph, shown_board(question.board))


@api.post("/rate", summary="How hard a board is", operation_id="rate")
async def rate(question: models.AboutDifficulty, request: Request) -> models.Rated:
    """A difficulty from 1 to 5 and what it is based on, if the board can be solved."""
    rated = await _workers(request).answer(answers.rate, shown_board(question.board))
    return rated if question.solution else rated.model_copy(update={"solution": None})


@api.post("/generate", summary="Make puzzles", operation_id="generate")
async def generate(wish: models.Wish, request: Request) -> models.Generated:
    """Solvable numbered deals of the requested difficulty; fewer or none if the time limit was reached first."""
    require_size(wish.rows, wish.cols)
    pool = _workers(request).pool_for(wish.rows * wish.cols, takes_long=True)
    return await pool.run(lambda: answers.generate(wish))


@api.get("/daily", summary="The deal of the day", operation_id="daily")
async def daily(
    request: Request,
    date: Annotated[
        str | None,
        Query(
            pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            json_schema_extra={"format": "date"},
            description="The day; without it, today in UTC.",
            examples=["2026-11-15"],
        ),
    ] = None,
) -> models.Daily:
    """A numbered deal that follows from the date, easy on Monday and hard on Sunday, the same for everyone."""
    day = datetime.now(UTC).date() if date is None else read_date(date)
    workers = _workers(request)
    return await workers.answer_once((answers.daily, day), workers.slow, lambda: answers.daily(day))


@api.post("/predict", summary="What the learned models say", operation_id="predict")
async def predict(question: models.AboutBoard, request: Request) -> models.Predicted:
    """The probability, by each installed model, that the board is solvable, with the exact verdict."""
    return await _workers(request).answer(answers.predict, shown_board(question.board), answers.load_models)


@api.post("/think", summary="What a player would do", operation_id="think")
async def think(question: models.Thinking, request: Request) -> models.Thought:
    """The move that a player chooses, and the moves that it considered with its visit counts."""
    thinking = shown_board(question.board)
    known = (*PLAYERS, *request.app.state.plugins)
    if question.player not in known:
        raise BoafError(f"player: {shown(question.player)} is none of {', '.join(known)}")
    pool = _workers(request).pool_for(thinking.stack_count, takes_long=True)
    return await pool.run(lambda: answers.think(thinking, question), lambda: answers.load_player(question.player))


def _workers(request: Request) -> Workers:
    return cast(Workers, request.app.state.workers)


async def _page(request: Request) -> Response:
    """The page, marked as one for which a server answers, with its plug-ins; a web host serves it unmarked."""
    plugins = request.app.state.plugins
    mark = "data-server" + (f' data-players="{escape(json_text(plugins))}"' if plugins else "")
    page = index_page().replace("<html ", f"<html {mark} ", 1).encode()
    headers = {"ETag": f'"{digest_of(page)}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(page, headers=headers)


async def _file(path: Path, _request: Request) -> Response:
    """A file of another package that the page reads."""
    return FileResponse(path)


async def _docs(request: Request) -> HTMLResponse:
    """The calls in words, with their fields, from the OpenAPI description; plain HTML."""
    described = request.app.openapi()

    def fields(content: dict[str, Any]) -> str:
        name = content["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        rows = described["components"]["schemas"][name].get("properties", {})
        return f"{escape(name)}: " + ", ".join(f"<code>{escape(field)}</code>" for field in rows)

    parts = [f"<h1>boaf {__version__}</h1><p>{escape(_DESCRIPTION)}</p><p><a href='openapi.json'>openapi.json</a></p>"]
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            question = f"<p>takes {fields(call['requestBody'])}</p>" if "requestBody" in call else ""
            query = ", ".join(f"<code>{escape(found['name'])}</code>" for found in call.get("parameters", []))
            head = f"<h2>{method.upper()} {escape(path)}</h2><p><b>{escape(call['summary'])}.</b> "
            body = f"{escape(call['description'])}</p>{question}" + (f"<p>takes {query}</p>" if query else "")
            parts.append(f"{head}{body}<p>gives {fields(call['responses']['200'])}</p>")
    return HTMLResponse(f"<!doctype html><html lang='en'><title>boaf: the API</title>{''.join(parts)}</html>")


async def _manifest() -> FileResponse:
    return FileResponse(_MANIFEST, media_type="application/manifest+json")


async def _refuse_fields(_request: Request, error: Exception) -> JSONResponse:
    """The first thing wrong with the fields of a request, in one line."""
    first = cast(RequestValidationError, error).errors()[0]
    if first["type"] == "json_invalid":
        return _problem(422, _NOT_JSON)
    where = ".".join(str(part) for part in first["loc"][1:])
    return _problem(422, f"{where}: {first['msg']}" if where else f"the body: {first['msg']}")


async def _refuse(_request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, ParseError):
        return _problem(422, str(error), error.start, error.end)
    return _problem(422, str(error))


async def _ask_later(_request: Request, error: Exception) -> JSONResponse:
    return _problem(503, str(error), headers=_RETRY)


async def _say_status(_request: Request, error: Exception) -> JSONResponse:
    known = cast(HTTPException, error)
    if known.status_code == 400:
        return _problem(422, _NOT_JSON)
    return _problem(known.status_code, str(known.detail), headers=known.headers)


def _problem(
    status: int, error: str, start: int | None = None, end: int | None = None, headers: Any = None
) -> JSONResponse:
    return JSONResponse(models.Problem(error=error, start=start, end=end).model_dump(), status, headers)
