"""Where the page can be opened, and for which names the server answers."""

import socket

import pytest

from boaf.support.errors import BoafError
from boaf.web.middleware import LOOPBACK
from boaf.web.server import host_name, hosts_of, machine_addresses


def test_on_the_loopback_only_its_names_and_the_allowed_ones_are_answered() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        hosts = hosts_of(listening, "Localhost", ["Box.example", "[::2]"])
    assert hosts.shown == ["Localhost"]
    assert hosts.names == LOOPBACK | {"box.example", "::2"}
    assert not hosts.is_open


def test_a_server_on_all_addresses_shows_those_that_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.web.server.machine_addresses", lambda _families: ["192.0.2.7"])
    with socket.create_server(("0.0.0.0", 0)) as listening:
        hosts = hosts_of(listening, "0.0.0.0")
    assert hosts.shown == ["192.0.2.7", "127.0.0.1"]
    assert {"192.0.2.7", "127.0.0.1", "localhost", socket.gethostname().lower()} <= hosts.names
    assert hosts.is_open


def test_the_addresses_of_this_machine_can_be_opened() -> None:
    addresses = machine_addresses([socket.AF_INET])
    assert not {"0.0.0.0", "127.0.0.1"} & set(addresses)
    for address in addresses:
        with socket.create_server((address, 0)) as listening, socket.create_connection(listening.getsockname()[:2]):
            pass


@pytest.mark.parametrize(
    "text", ["", "a b", "a/b", "http://a", "a:80", "[::1]:80", "*.example", "-a", "é", "a..b", "x" * 254]
)
def test_what_is_not_a_host_name_is_refused(text: str) -> None:
    with pytest.raises(BoafError, match="is not a host name"):
        host_name(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [("A.example", "a.example"), ("my_box", "my_box"), ("[FE80::0:1]", "fe80::1"), ("10.0.0.1", "10.0.0.1")],
)
def test_names_are_compared_in_one_form(text: str, name: str) -> None:
    assert host_name(text) == name
