"""Applied to every request: the check of the host name, the limit of the body, and security headers.

A page of another site must not use a reader's own server. Requests for other host names are refused, which prevents DNS
rebinding (`hosts` has the names). The browser runs no inline scripts or styles and none from other sites, lets no site
frame the page, does not guess content types and sends no referrer. Only the worker with the kernel may compile
WebAssembly.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG = logging.getLogger("uvicorn.error")
LONGEST_BODY = 1 << 15
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
WORKER = "/static/kernel/worker.js"
WORKER_HEADERS = HEADERS | {"Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"}
_STORED = b"no-cache"
"""For files: cache them, but revalidate."""
_COMPUTED = b"no-store"


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^:\[\]]+))(?::\d+)?")


class SecurityMiddleware:
    """Wraps the application; `hosts` are the host names that requests may use, None for any.

    `is_shared` says that pages of other origins may use the answers, and `framing` has the origins that may frame the
    page.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str] | None = None,
        is_shared: bool = False,
        framing: Collection[str] = (),
    ) -> None:
        self._app = app
        self._hosts = hosts
        own = dict(HEADERS)
        if is_shared or framing:
            own["Cross-Origin-Resource-Policy"] = "cross-origin"
        if framing:
            del own["X-Frame-Options"]  # it can only name this origin or none
            policy = own["Content-Security-Policy"]
            own["Content-Security-Policy"] = policy.replace(
                "frame-ancestors 'none'", f"frame-ancestors {' '.join(framing)}"
            )
        worker = own | {"Content-Security-Policy": WORKER_HEADERS["Content-Security-Policy"]}
        self._headers, self._worker_headers = _raw(own), _raw(worker)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        path = scope["path"].removeprefix(scope.get("root_path", ""))  # the rest, where another application mounts this
        caching = _COMPUTED if path.startswith("/api/") else _STORED
        guarded = _with_headers(send, self._worker_headers if path == WORKER else self._headers, caching)
        if not self._allows(headers.get(b"host", b"").decode("latin-1")):
            error = "this server answers for its own names only: start it with --allow-host NAME to add one"
            await JSONResponse({"error": error}, 400)(scope, receive, guarded)
        elif _length(headers) > LONGEST_BODY:
            await JSONResponse({"error": _too_long()}, 413, {"Connection": "close"})(scope, receive, guarded)
        else:
            await self._serve(scope, _bounded(receive), guarded)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; an unexpected error is logged, and the server goes on."""
        begun = False

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noticed)
        except Exception:
            _LOG.exception("%s %s failed", scope["method"], scope["path"])
            if not begun:
                answer = JSONResponse({"error": "the server made a mistake; its terminal says which"}, 500)
                await answer(scope, receive, send)

    def _allows(self, host: str) -> bool:
        if self._hosts is None:
            return True
        name = _HOST.fullmatch(host)
        return name is not None and (name[1] or name[2]).lower() in self._hosts


def _length(headers: dict[bytes, bytes]) -> int:
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _too_long() -> str:
    return f"the body is longer than {LONGEST_BODY} bytes"


def _bounded(receive: Receive) -> Receive:
    """`receive`, as long as the body is within the limit, whatever its Content-Length."""
    received = 0

    async def bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LONGEST_BODY:
            raise HTTPException(413, _too_long())
        return message

    return bounded


def _with_headers(send: Send, headers: list[tuple[bytes, bytes]], caching: bytes) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *headers, (b"cache-control", caching)]
        await send(message)

    return guarded
