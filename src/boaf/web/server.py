"""One process that serves the page: it opens a port, prints the address of the page, and stops on Ctrl-C.

The page is served before the kernel is loaded; the first question loads it.

Idle connections, and those that never finish sending a request or reading an answer, must not accumulate. So every
connection is checked periodically, and closed if no new request has begun since the last check: no honest client takes
that long, because every answer is bounded in time.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Thread

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from boaf.support.errors import BoafError
from boaf.web.app import create_app
from boaf.web.hosts import hosts_of
from boaf.web.workers import Workers

_GRACE = 1
"""How many seconds running requests have when the server is stopped."""
_PATIENCE = 20.0
"""Seconds between two checks of a connection; twice as long as an answer takes."""
_LONGEST_HEAD = 1 << 14
"""How many bytes of headers a request may have."""
_UNGUARDED = "boaf: warning: the server has no password; anyone who can reach this machine over the network can use it"
_SWITCH_SECONDS = 0.0005
"""How long one thread may hold the interpreter, so that searches do not delay the event loop."""


class _Server(uvicorn.Server):
    """Reports when it is listening, and cancels all searches when it is stopped."""

    def __init__(self, config: uvicorn.Config, workers: Workers, when_listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._workers = workers
        self._when_listening = when_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._workers.stop()
        await super().shutdown(sockets)


class _Connection(H11Protocol):
    """A connection that is closed when it is idle."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._check_later()

    def _check_later(self) -> None:
        self._next_check = self.loop.call_later(_PATIENCE, self._check, self.cycle)

    def _check(self, last: object) -> None:
        if self.cycle is not last:
            self._check_later()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_check.cancel()
        super().connection_lost(exc)


def serve(
    host: str, port: int, *, fragment: str = "", open_browser: bool = True, allowed_hosts: Collection[str] = ()
) -> None:
    """Serve the page until interrupted.

    Parameters
    ----------
    host
        The name or address to listen on.
    port
        The port to listen on; 0 finds a free one.
    fragment
        The part of the page's address that names a deal or a board.
    open_browser
        Whether to open the page in a browser.
    allowed_hosts
        More host names that requests may use, in addition to those of this machine.

    Raises
    ------
    BoafError
        If the host is not known, the port cannot be used, or an allowed host is not a host name.

    """
    with _listen(host, port) as listening:
        hosts = hosts_of(listening, host, allowed_hosts)
        addresses = [f"http://{_in_address(name)}:{listening.getsockname()[1]}/{fragment}" for name in hosts.shown]

        def announce() -> None:
            if hosts.is_open:
                print(_UNGUARDED, file=sys.stderr, flush=True)
            print(f"boaf: the page is at {' or '.join(addresses)} (Ctrl-C stops it)", flush=True)
            if open_browser:
                Thread(target=_open, args=(addresses[-1],), daemon=True).start()

        sys.setswitchinterval(_SWITCH_SECONDS)
        with suppress(KeyboardInterrupt):
            make_server(hosts.names, announce).run(sockets=[listening])
    print("boaf: stopped", flush=True)


def make_server(hosts: Collection[str] | None, when_listening: Callable[[], None]) -> uvicorn.Server:
    """A server that answers for these hosts, None for any, and calls `when_listening` when it does."""
    workers = Workers()
    config = uvicorn.Config(
        create_app(hosts=hosts, workers=workers),
        http=_Connection,
        ws="none",
        h11_max_incomplete_event_size=_LONGEST_HEAD,
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    return _Server(config, workers, when_listening)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise BoafError(f"host {host!r} is not known: use a name or an address of this machine") from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen()
    except OSError as error:
        listening.close()
        raise BoafError(_why_not(error, host, port)) from None
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is taken: choose another one, or 0 for any that is free"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} may not be used by you: choose one from 1024 on"
    return f"cannot listen on port {port} of {host}: {error.strerror}"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _open(address: str) -> None:
    """Show the page in a browser, but not in one that would take over the terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if "BROWSER" in os.environ or type(browser) is not webbrowser.GenericBrowser:
        browser.open(address)
