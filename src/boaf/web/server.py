"""One process that serves the page: it opens a port, prints the address of the page, and stops on Ctrl-C.

The page is served before the kernel is loaded; the first question loads it.

Idle connections, and those that never finish sending a request or reading an answer, must not accumulate. So every
connection is checked periodically, and closed if no new request has begun since the last check: no honest client takes
that long, because every answer is bounded in time.

A page of another site can make a reader's browser send requests to this server under that site's name (DNS rebinding).
So requests are answered only for an address of this machine, its name, or a name that the user allows: behind a proxy
or in a container the name is another one, hence `--allow-host`.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from ipaddress import ip_address
from multiprocessing import get_context
from threading import Thread
from typing import Any, NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from boaf.support.errors import BoafError
from boaf.web.app import create_app
from boaf.web.middleware import LOOPBACK
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
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*\.?", re.IGNORECASE)
_ORIGIN = re.compile(r"\*|https?://[a-z0-9.\-\[\]:]+", re.IGNORECASE)
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation, which no machine has."""


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
    host: str,
    port: int,
    *,
    fragment: str = "",
    open_browser: bool = True,
    allowed_hosts: Collection[str] = (),
    origins: Collection[str] = (),
    framing: Collection[str] = (),
    players: Collection[str] = (),
    processes: int = 1,
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
    origins, framing
        The origins whose pages may call the API, and those that may show the page in a frame, as for `create_app`.
    players
        Plug-ins that the page can show, next to those of installed packages, as for `create_app`.
    processes
        How many processes share the port.

    Raises
    ------
    BoafError
        If the host is not known, the port cannot be used, or an allowed host is not a host name.

    """
    for origin in (*origins, *framing):
        if not _ORIGIN.fullmatch(origin):
            raise BoafError(f"{origin!r} is not an origin: write https://example.org, without a path, or *")
    with _listen(host, port) as listening:
        hosts = hosts_of(listening, host, allowed_hosts)
        names = [f"[{name}]" if ":" in name else name for name in hosts.shown]
        addresses = [f"http://{name}:{listening.getsockname()[1]}/{fragment}" for name in names]

        def announce() -> None:
            if hosts.is_open:
                print(_UNGUARDED, file=sys.stderr, flush=True)
            print(f"boaf: the page is at {' or '.join(addresses)} (Ctrl-C stops it)", flush=True)
            if open_browser:
                Thread(target=_open, args=(addresses[-1],), daemon=True).start()

        sys.setswitchinterval(_SWITCH_SECONDS)
        settings = {"origins": tuple(origins), "framing": tuple(framing), "players": tuple(players)}
        others = [
            get_context("spawn").Process(target=_serve_too, args=(hosts.names, settings, listening), daemon=True)
            for _ in range(processes - 1)
        ]
        for process in others:
            process.start()
        with suppress(KeyboardInterrupt):
            make_server(hosts.names, announce, **settings).run(sockets=[listening])
        for process in others:
            process.terminate()
            process.join()
    print("boaf: stopped", flush=True)


def _serve_too(hosts: Collection[str], settings: dict[str, Any], listening: socket.socket) -> None:
    """What another process does: serve the same port."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    with suppress(KeyboardInterrupt):
        make_server(hosts, lambda: None, **settings).run(sockets=[listening])


def make_server(hosts: Collection[str] | None, when_listening: Callable[[], None], **settings: Any) -> uvicorn.Server:
    """A server that answers for these hosts, None for any, and calls `when_listening` when it does."""
    workers = Workers()
    config = uvicorn.Config(
        create_app(hosts=hosts, workers=workers, **settings),
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


class Hosts(NamedTuple):
    """The hosts of a server."""

    shown: list[str]
    """Where to open the page, the best first."""
    names: frozenset[str]
    """What requests may call it."""
    is_open: bool
    """Whether others than this machine can connect."""


def hosts_of(listening: socket.socket, host: str, allowed: Iterable[str] = ()) -> Hosts:
    """The hosts of a server that listens on `host`, with the names that are also allowed."""
    names = LOOPBACK | {host.lower(), *map(host_name, allowed)}
    bound = ip_address(listening.getsockname()[0].partition("%")[0])
    if bound.is_loopback:
        return Hosts([host], names, is_open=False)
    own = socket.gethostname().lower()
    names |= {own, f"{own}.local", bound.compressed}
    if not bound.is_unspecified:
        return Hosts([host], names, is_open=True)
    addresses = machine_addresses([socket.AF_INET, socket.AF_INET6] if bound.version == 6 else [socket.AF_INET])
    return Hosts([*addresses, "127.0.0.1" if bound.version == 4 else "::1"], names | set(addresses), is_open=True)


def host_name(text: str) -> str:
    """A host name or address in the form that requests are compared with."""
    name = text.removeprefix("[").removesuffix("]") if text.startswith("[") else text
    with suppress(ValueError):
        return ip_address(name).compressed
    if not _NAME.fullmatch(text):
        raise BoafError(f"{text!r} is not a host name: write it as in an address, without http:// and without a port")
    return text.lower()


def machine_addresses(families: Iterable[socket.AddressFamily]) -> list[str]:
    """The addresses at which others can reach this machine, that of the default route first."""
    found: dict[str, None] = {}
    for family in families:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_ELSEWHERE[family], 9))  # sends nothing, but chooses the address that it would send from
            found[probe.getsockname()[0]] = None
        with suppress(OSError):
            for *_, place in socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM):
                found[str(place[0])] = None
    return [address for address in found if _is_reachable(address)]


def _is_reachable(address: str) -> bool:
    known = ip_address(address.partition("%")[0])
    return not (known.is_loopback or known.is_unspecified or known.is_link_local)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise BoafError(f"host {host!r} is not known: use a name or an address of this machine") from None
    is_dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server(place, family=family, dualstack_ipv6=is_dual)
    except OSError as error:
        raise BoafError(_why_not(error.errno or 0, host, port)) from None


def _why_not(error: int, host: str, port: int) -> str:
    if error == errno.EADDRINUSE:
        return f"port {port} of {host} is taken: choose another one, or 0 for any that is free"
    if error in (errno.EACCES, errno.EPERM):
        return f"port {port} may not be used by you: choose one from 1024 on"
    return f"cannot listen on port {port} of {host}: {os.strerror(error)}"


def _open(address: str) -> None:
    """Show the page in a browser, but not in one that would take over the terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if "BROWSER" in os.environ or type(browser) is not webbrowser.GenericBrowser:
        browser.open(address)
