"""The types of `entries.txt` as Numba knows them; `boaf.kernel.native` says how they are written."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba.core import types

_TOKEN = re.compile(r"[\w.]+|[()\[\]{},;:]")


def argument_types(kinds: list[str]) -> tuple[Any, ...]:
    """The Numba types of arguments."""
    return tuple(_Reader(kind).read() for kind in kinds)


class _Reader:
    """Reads one type, token by token."""

    def __init__(self, text: str) -> None:
        self._tokens = [*_TOKEN.findall(text), ""]

    def read(self) -> Any:
        token = self._tokens.pop(0)
        if token == "(":
            return self._read_tuple(None)
        if token == "{":
            return self._read_array(self._read_record())
        if self._tokens[0] == "(":
            self._tokens.pop(0)
            module, _, name = token.rpartition(".")
            return self._read_tuple(getattr(import_module(module), name))
        if token == "none":
            return types.none
        scalar = numba.from_dtype(np.dtype(token))
        return self._read_array(scalar) if self._tokens[0] == "[" else scalar

    def _read_tuple(self, pyclass: type | None) -> Any:
        fields = []
        while self._tokens[0] != ")":
            fields.append(self.read())
            if self._tokens[0] == ",":
                self._tokens.pop(0)
        self._tokens.pop(0)
        return types.BaseTuple.from_types(fields, pyclass)

    def _read_record(self) -> Any:
        fields = []
        while (token := self._tokens.pop(0)) != "}":
            if token != ";":
                self._tokens.pop(0)
                fields.append((token, self._tokens.pop(0)))
        return numba.from_dtype(np.dtype(fields))

    def _read_array(self, scalar: Any) -> Any:
        self._tokens.pop(0)
        axes = self._tokens.pop(0)
        self._tokens.pop(0)
        return types.Array(scalar, int(axes.rstrip("s")), "A" if axes.endswith("s") else "C")
