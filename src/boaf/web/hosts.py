"""Where the page can be opened, and for which names the server answers.

A page of another site can make a reader's browser send requests to this server under that site's name (DNS rebinding).
So requests are answered only for an address of this machine, its name, or a name that the user allows: behind a proxy
or in a container the name is another one, hence `--allow-host`.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple

from boaf.support.errors import BoafError
from boaf.web.middleware import LOOPBACK

_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*\.?", re.IGNORECASE)
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation, which no machine has."""


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
