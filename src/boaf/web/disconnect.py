"""A call that notices when its client hangs up, and then stops working for it.

Nobody reads the answer any longer, but a search would go on for seconds and keep others waiting. So each call runs
beside a task that waits for the end of the connection; whichever of the two is over first ends the other. A call that
is cancelled while it waits for a lane cancels the answer that it waits for, and the lane calls off the work
(`boaf.web.workers`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect

_NOBODY_READS_THIS = 499
"""The status that servers log for a client that closed the connection."""


class AttentiveRoute(APIRoute):
    """A route whose calls end when their client hangs up."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of FastAPI, watched."""
        handle = super().get_route_handler()

        async def attentive(request: Request) -> Response:
            try:
                await request.body()  # it is kept for the handler; what comes after it is the end of the connection
            except ClientDisconnect:
                return Response(status_code=_NOBODY_READS_THIS)
            working, leaving = asyncio.create_task(handle(request)), asyncio.create_task(_gone(request))
            try:
                await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
                return working.result() if working.done() else Response(status_code=_NOBODY_READS_THIS)
            finally:
                working.cancel()
                leaving.cancel()

        return attentive


async def _gone(request: Request) -> None:
    """Wait until the client hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
