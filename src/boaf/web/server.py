"""One process that serves the page: it takes a port, says where the page is, loads the kernel, and stops on Ctrl-C.

The page is served before the kernel is loaded, which happens in a thread of its own; a question that comes earlier
waits for it.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread

import uvicorn

from boaf.errors import BoafError
from boaf.web import answers, games
from boaf.web.app import create_app
from boaf.web.shield import LOOPBACK
from boaf.web.work import Work

_GRACE = 1
"""How many seconds answers under way are given when the server is stopped."""
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


def serve(host: str, port: int, *, fragment: str = "", open_browser: bool = True) -> None:
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

    Raises
    ------
    BoafError
        If the host is not known, or the port cannot be used.

    """
    listening = _listen(host, port)
    hosts = LOOPBACK | {host.lower()} if _is_loopback(listening) else None
    address = f"http://{_in_address(host)}:{listening.getsockname()[1]}/{fragment}"

    def announce() -> None:
        print(f"boaf: the page is at {address} (Ctrl-C stops it)", flush=True)
        Thread(target=_warm_up, daemon=True).start()
        if open_browser:
            Thread(target=_open, args=(address,), daemon=True).start()

    work = Work()
    config = uvicorn.Config(
        create_app(hosts=hosts, work=work),
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    sys.setswitchinterval(_SWITCH_SECONDS)
    with listening, suppress(KeyboardInterrupt):
        _Server(config, work, announce).run(sockets=[listening])
    print("boaf: stopped", flush=True)


def _warm_up() -> None:
    answers.warm_up()
    games.warm_up()


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


def _is_loopback(listening: socket.socket) -> bool:
    return ip_address(listening.getsockname()[0].partition("%")[0]).is_loopback


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
