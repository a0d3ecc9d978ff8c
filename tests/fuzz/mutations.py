"""Ways to spoil a file: its bytes, its words, the values of its JSON.

A mutation takes what a file holds and a random number generator, and gives what it holds then. Equal seeds give equal
files.
"""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random], bytes]


class Resigned(bytes):
    """What a file holds that was spoiled and then signed again: it may say something else than the valid file."""


HUGE = ("18446744073709551616", "-9223372036854775809", "9" * 400, "1e400", "NaN", "Infinity", "-Infinity")
NUMBERS = ("0", "-1", "1", "2", "255", "65536", "1000000", "2147483648", "999999999", "1e9", "0.5", "-0.0", "1e-320")
DEEP = ("[" * 100_000, "[" * 40 + "]" * 40, '{"a":' * 100_000, '{"a":' * 40 + "1" + "}" * 40)
TEXTS = (
    '""',
    '"x"',
    '"\\ud800"',
    '"\\u0000"',
    '"a\\nb"',
    f'"{"y" * 5000}"',
    '"../../etc/passwd"',
    '"\\u001b[2J"',
    '"7H"',
)
RAW = (*HUGE, *NUMBERS, *DEEP, *TEXTS, "null", "true", "false", "[]", "{}", "[[]]", "{", "'a'", "")
"""What may stand in place of a value, as it stands in a file."""
WORDS = (
    *HUGE,
    *NUMBERS,
    "-",
    "--",
    "0x10",
    "１２",
    "7H",
    "AS",
    "10H",
    "p",
    "cnf",
    "c",
    "d",
    "%",
    "/",
    "|",
    "\0",
    "\ufeff",
    "é",
    "1e5",
)


def spoil_bytes(content: bytes, random: Random) -> bytes:
    """A few changes that know nothing of the format."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        content = random.choice(_BYTES)(content, random)
    return content


def _flip(content: bytes, random: Random) -> bytes:
    if not content:
        return b"\1"
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 8))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content) + 1)]


def _drop(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content) + 1)
    return content[:start] + content[start + random.randrange(1, 40) :]


def _insert(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content) + 1)
    return content[:at] + random.randbytes(random.choice((1, 2, 8, 300))) + content[at:]


def _repeat(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content) + 1)
    piece = content[start : start + random.randrange(1, 100)]
    at = random.randrange(len(content) + 1)
    return content[:at] + piece + content[at:]


def _number(content: bytes, random: Random) -> bytes:
    """A number of two, four or eight bytes in place of what stands there."""
    width = random.choice((2, 4, 8))
    value = random.choice((0, 1, -1, 1 << (8 * width - 1), (1 << (8 * width - 1)) - 1, 1 << 20)) % (1 << 8 * width)
    at = random.randrange(len(content) + 1)
    return content[:at] + value.to_bytes(width, "little") + content[at + width :]


def _replace_all(_content: bytes, random: Random) -> bytes:
    return random.choice((b"", b"\n", b"\0" * 100, b"\xff\xfe", b"PK\x03\x04", b"\x80\x04.", b"{}", b"[]", b"null"))


def _not_utf8(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content) + 1)
    return content[:at] + random.choice((b"\xff", b"\xc3", b"\xed\xa0\x80", b"\0")) + content[at:]


_BYTES: tuple[Mutation, ...] = (
    _flip, _flip, _flip, _flip, _cut, _drop, _insert, _repeat, _number, _number, _replace_all, _not_utf8,
)  # fmt: skip


def spoil_words(content: bytes, random: Random) -> bytes:
    """Words and lines exchanged, repeated, left out, or replaced by strange ones."""
    pieces = re.split(rb"(\s+)", content)
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(pieces))
        change = random.randrange(6)
        if change == 0:
            pieces[at] = random.choice(WORDS).encode()
        elif change == 1:
            pieces[at] = pieces[random.randrange(len(pieces))]
        elif change == 2:
            pieces[at] = b""
        elif change == 3:
            pieces.insert(at, b" " + pieces[random.randrange(len(pieces))] + b" ")
        elif change == 4:
            pieces[at] = random.choice((b"\n", b"\r\n", b"\n\n", b" ", b"\t", b"\x0b", b" / "))
        else:
            pieces[at] *= random.choice((2, 50))
    return b"".join(pieces)


def spoil_numbers(content: bytes, random: Random) -> bytes:
    """A number of a text replaced by another."""
    found = list(re.finditer(rb"-?\d+(\.\d+)?(e[+-]?\d+)?", content))
    if not found:
        return spoil_words(content, random)
    chosen = random.choice(found)
    return content[: chosen.start()] + random.choice((*HUGE, *NUMBERS)).encode() + content[chosen.end() :]


def spoil_json(content: bytes, random: Random) -> bytes:
    """One to three values of a JSON text replaced, left out, doubled or exchanged."""
    value = json.loads(content)
    raw: dict[str, str] = {}
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        value = _spoil_value(value, random, raw)
    return written(value, raw)


def written(value: Any, raw: dict[str, str]) -> bytes:
    """A value as JSON, with texts in place of the markers that stand for them."""
    text = json.dumps(value)
    for marker, replacement in raw.items():
        text = text.replace(f'"{marker}"', replacement)
    return text.encode()


def _spoil_value(value: Any, random: Random, raw: dict[str, str]) -> Any:
    places = list(_places(value))
    if not places:
        return _marked(random.choice(RAW), raw)
    parent, key = random.choice(places)
    change = random.randrange(10)
    if change < 5:
        parent[key] = _marked(random.choice(RAW), raw)
    elif change == 5:
        del parent[key]
    elif change == 6:
        other, name = random.choice(places)
        parent[key], other[name] = deepcopy(other[name]), deepcopy(parent[key])  # one may hold the other
    elif change == 7:
        parent[key] = random.choice(([parent[key]], str(parent[key]), {"a": parent[key]}))
    elif change == 8:
        parent[key] = _nearby(parent[key], random)
    elif isinstance(parent, dict):
        again = _marked(f'"{key}": {json.dumps(parent[key])}', raw, is_entry=True)
        parent[random.choice(("unknown", again))] = parent[key]
    else:
        parent.append(parent[key])
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value, as what it is in and its key."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in list(entries):
        yield value, key
        yield from _places(entry)


def _marked(text: str, raw: dict[str, str], *, is_entry: bool = False) -> str:
    """A marker that `written` replaces by the text; as an entry, by a text before the value that follows."""
    marker = f"marker {len(raw)}"
    raw[marker] = f'{text}, "after"' if is_entry else text
    return marker


def _nearby(value: Any, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1, 256))
    if isinstance(value, float):
        return value * random.choice((-1, 1 + 1e-9, 1e9))
    if isinstance(value, str):
        return value[::-1] if random.random() < 0.5 else value[:-1]
    if isinstance(value, list):
        return random.sample(value, len(value))
    return value
