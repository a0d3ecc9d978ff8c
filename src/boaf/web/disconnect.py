"""A call that is cancelled when its client disconnects.

Nobody would read the answer, but a search would go on for seconds and keep others waiting. So each call runs next to a
task that waits for the end of the connection; whichever is finished first cancels the other. Cancelling a call that
waits for a worker also stops the work (`boaf.web.workers`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect

_CLIENT_CLOSED_REQUEST = 499
"""The status that servers log for a client that closed the connection."""


class CancelOnDisconnectRoute(APIRoute):
    """A route whose calls are cancelled when their client disconnects."""

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
