"""One process that serves the page: it takes a port, says where the page is, loads the kernel, and stops on Ctrl-C.

The page is served before the kernel is loaded, which happens in a thread of its own; a question that comes earlier
waits for it.

Connections that ask nothing, or never come to the end of their question or of reading the answer, cost little, but
there must not be more and more of them. So every connection is looked at now and then, and closed if no new request has
begun on it since the last look: no honest one takes that long, because every answer is bounded in time.
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
from boaf.web.workers import Work

_GRACE = 1
"""How many seconds answers under way are given when the server is stopped."""
_PATIENCE = 20.0
"""How many seconds pass between two looks at a connection; twice as long as an answer takes."""
_LONGEST_HEAD = 1 << 14
"""How many bytes of headers a request may have."""
_UNGUARDED = "boaf: warning: the server has no password; anyone who can reach this machine over the network can use it"
_SWITCH_SECONDS = 0.0005
"""How long one thread may hold the interpreter, so that the event loop is not kept waiting by the searches."""


class _Server(uvicorn.Server):
    """Says when it is listening, and lets nobody wait for a search when it is stopped."""

    def __init__(self, config: uvicorn.Config, work: Work, when_listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._work = work
        self._when_listening = when_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._work.stop()
        await super().shutdown(sockets)


class _Connection(H11Protocol):
    """A connection that is closed when nothing new comes of it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_later()

    def _look_later(self) -> None:
        self._next_look = self.loop.call_later(_PATIENCE, self._look, self.cycle)

    def _look(self, last: object) -> None:
        if self.cycle is not last:
            self._look_later()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_look.cancel()
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
        Names of the server that requests may use, besides those of this machine.

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
    work = Work()
    config = uvicorn.Config(
        create_app(hosts=hosts, work=work),
        http=_Connection,
        ws="none",
        h11_max_incomplete_event_size=_LONGEST_HEAD,
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    return _Server(config, work, when_listening)


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
