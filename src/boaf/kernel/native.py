"""Compiled functions: Python that runs as machine code, and how that machine code is called.

A function decorated `compiled` is ordinary Python, typed for Numba. When boaf is built, `tools/native` compiles it for
the argument types listed in `entries.txt`, and `kernel.library` loads the result. Nothing is compiled at run time,
except in a checkout whose kernel was edited or on a platform without a library: there Numba compiles on demand if it is
installed, else everything runs as plain Python. `BOAF_KERNEL` chooses one way: `native` (an error instead of a
fallback), `numba` or `python`.

A call passes machine words. A number is one word; an array is its address and shape, followed by its strides if it is
not contiguous; a tuple is its fields, and None is nothing. A `workspace` is the address of a block that holds its
fields in this form. The block is kept with it, so the dozens of arrays of a search are packed once and not on every
call. The types of the arguments name the entry point, which answers with a message if compiled code raised an error.
"""

from __future__ import annotations

import builtins
import ctypes
import hashlib
import os
import struct
import sys
import warnings
from collections.abc import Callable
from functools import cache, update_wrapper
from importlib.util import find_spec
from inspect import get_annotations
from typing import Any, TypeVar, cast

import numpy as np

from boaf.kernel.library import NoLibraryError, load_library
from boaf.support.errors import BoafError
from boaf.support.lazy import interrupts_later

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_Entry = Callable[[list[int], tuple[Any, ...]], Any]
_SETTING = "BOAF_KERNEL"
_SCALARS: dict[type, str] = {int: "i8", bool: "b1", float: "f8", np.bool_: "b1"}
_SCALARS |= {np.dtype(code).type: code for code in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f8")}
_ARRAYS: dict[tuple[np.dtype[Any], int, bool], str] = {}
_INTEGERS = (int, np.integer)
_CONVERTED: dict[object, Callable[[Any], Any]] = {"float": float, "np.uint64": np.uint64}
_SIGN = 1 << 63


def compiled(function: F) -> F:
    """A function that runs as machine code while other threads run too. It must not allocate arrays."""
    return cast(F, Compiled(function))


def workspace(kind: type[T]) -> type[T]:
    """A named tuple of arrays that keeps its packed form."""
    members = {name: member for name, member in vars(kind).items() if name != "__slots__"}
    return cast(
        type[T], type(kind.__name__, kind.__bases__, members | {"__reduce__": _without_addresses, "packed": None})
    )


def _without_addresses(space: tuple[Any, ...]) -> tuple[Any, ...]:
    """How a workspace is copied and pickled."""
    return type(space), tuple(space)


class Compiled:
    """A compiled function."""

    is_plain = False
    """Whether all of them run as plain Python."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.python = function
        self.name = f"{function.__module__}.{function.__name__}"
        self.entries: dict[tuple[str, ...], _Entry] = {}
        """What runs for the types of arguments met so far."""
        annotations = get_annotations(function)
        annotations.pop("return", None)
        self._converted = [(k, kind) for k, note in enumerate(annotations.values()) if (kind := _type_of(note))]
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        if self.is_plain:
            return self.python(*arguments)
        for k, kind in self._converted:
            if isinstance(arguments[k], _INTEGERS) and type(arguments[k]) is not kind:
                arguments = (*arguments[:k], kind(arguments[k]), *arguments[k + 1 :])
        words: list[int] = []
        kinds = tuple([_pack(argument, words) for argument in arguments])
        entry = self.entries.get(kinds)
        if entry is None:
            entry = self.entries[kinds] = _find_entry(self, kinds, len(words))
        return entry(words, arguments)

    @property
    def dispatcher(self) -> Any:
        """What Numba makes of the function."""
        if self._dispatcher is None:
            from boaf.kernel.vectors import dispatcher_of

            self._dispatcher = dispatcher_of(self.python)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks for where one compiled function calls another."""
        return self.dispatcher._numba_type_


def _type_of(annotation: object) -> Callable[[Any], Any] | None:
    """The type that whole numbers are converted to where an argument or a field is declared so, or None."""
    return _CONVERTED.get(getattr(annotation, "__forward_arg__", annotation))


def _pack(argument: Any, words: list[int]) -> str:
    """Append the words of an argument; return its type."""
    kind = type(argument)
    if kind is np.ndarray:
        return _pack_array(argument, words)
    scalar = _SCALARS.get(kind)
    if scalar is not None:
        if scalar == "f8":
            words.append(struct.unpack("q", struct.pack("d", argument))[0])
            return scalar
        words.append(int(argument))
        return "u8" if kind is int and argument >= _SIGN else scalar
    if argument is None:
        return "none"
    if isinstance(argument, tuple):
        if not hasattr(argument, "packed"):
            return _pack_fields(argument, words)
        name, block = argument.packed or _pack_workspace(argument)
        words.append(ctypes.addressof(block))
        return cast(str, name)
    if isinstance(argument, int):
        words.append(int(argument))
        return "i8"
    return _pack_array(argument, words) if isinstance(argument, np.ndarray) else kind.__name__


def _pack_array(array: Any, words: list[int]) -> str:
    is_contiguous = array.flags.c_contiguous
    try:
        words.append(ctypes.addressof(ctypes.c_char.from_buffer(array)))
    except (BufferError, TypeError, ValueError):  # read-only, not contiguous, or empty
        words.append(array.ctypes.data)
    words += array.shape
    if not is_contiguous:
        words += array.strides
    key = array.dtype, array.ndim, is_contiguous
    return _ARRAYS.get(key) or _ARRAYS.setdefault(key, _array_kind(*key))


def _array_kind(dtype: np.dtype[Any], axes: int, is_contiguous: bool) -> str:
    """`u2[2]` is an array of two-byte words with two axes, `u2[2s]` one that is not contiguous."""
    fields = ";".join(f"{name}:{field[0].str[1:]}" for name, field in (dtype.fields or {}).items())
    return f"{f'{{{fields}}}' if fields else dtype.str[1:]}[{axes}{'' if is_contiguous else 's'}]"


def _pack_fields(fields: tuple[Any, ...], words: list[int]) -> str:
    """Append the words of all fields; tuples among them are flattened."""
    annotations = get_annotations(type(fields))
    kinds = []
    for name, field in zip(getattr(fields, "_fields", fields), fields, strict=True):
        convert = _type_of(annotations.get(name))
        value: Any = convert(field) if convert and isinstance(field, _INTEGERS) else field
        kinds.append((_pack_fields if isinstance(value, tuple) else _pack)(value, words))
    prefix = f"{type(fields).__module__}.{type(fields).__name__}" if hasattr(fields, "_fields") else ""
    return f"{prefix}({','.join(kinds)})"


def _pack_workspace(space: Any) -> tuple[str, ctypes.Array[ctypes.c_int64]]:
    words: list[int] = []
    name = _pack_fields(space, words)
    packed = name, (ctypes.c_int64 * len(words))(*[(word ^ _SIGN) - _SIGN if word >= _SIGN else word for word in words])
    space.packed = packed
    return packed


def symbol_of(name: str, kinds: tuple[str, ...]) -> str:
    """The name of an entry point in the library."""
    return f"{name}-{hashlib.sha256(' '.join(kinds).encode()).hexdigest()[:12]}"


def _find_entry(function: Compiled, kinds: tuple[str, ...], words: int) -> _Entry:
    """What runs for these types: machine code from the library, or what takes its place."""
    way = _way()
    if way == "native":
        try:
            return _native_entry(symbol_of(function.name, kinds), words)
        except AttributeError:
            missing = f"the library of machine code lacks {function.name}({', '.join(kinds)})"
            if os.environ.get(_SETTING):
                raise RuntimeError(missing) from None
            way = _fall_back(missing)
    if way == "numba":
        return lambda _words, arguments: function.dispatcher(*arguments)
    return lambda _words, arguments: function.python(*arguments)


@cache
def _way() -> str:
    """How compiled functions run in this process."""
    chosen = os.environ.get(_SETTING) or "native"
    if chosen == "native":
        try:
            with interrupts_later():
                load_library()
        except NoLibraryError as error:
            if os.environ.get(_SETTING):
                raise
            chosen = _fall_back(str(error))
    if chosen == "python":
        Compiled.is_plain = True
        warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # words of 64 bits wrap around
    return chosen


@cache
def _fall_back(why: str) -> str:
    """What takes the place of machine code; say why, once."""
    way = "numba" if find_spec("numba") else "python"
    what = "Numba compiles what is used" if way == "numba" else "plain Python takes its place, which is slow"
    print(f"boaf: {why}: {what}", file=sys.stderr)
    return way


def _native_entry(symbol: str, words: int) -> _Entry:
    """An entry point of the library; raises `AttributeError` if there is none of this name."""
    library = load_library()
    call = library[symbol]
    call.restype = ctypes.c_char_p
    call.argtypes = (ctypes.c_void_p, *[ctypes.c_int64] * words)
    found = (ctypes.c_char * 8).in_dll(library, f"{symbol}.results").value.decode()
    readers = [_READERS[kind] for kind in found]
    block = ctypes.c_int64 * len(found)

    def run(words: list[int], _arguments: tuple[Any, ...]) -> Any:
        results = block()
        message = call(results, *words)
        if message is not None:
            raise _error(message.decode())
        answers = [read(word) for read, word in zip(readers, results, strict=True)]
        return answers[0] if len(answers) == 1 else tuple(answers) or None

    return run


_READERS: dict[str, Callable[[int], Any]] = {
    "i": int,
    "u": lambda word: word & 2 * _SIGN - 1,
    "f": lambda word: struct.unpack("d", struct.pack("q", word))[0],
    "b": bool,
}
"""How a word of an answer is read: a number with or without a sign, a float or a truth value."""


def _error(message: str) -> Exception:
    """The exception that compiled code raised, such as `ZeroDivisionError: division by zero`."""
    name, _, text = message.partition(": ")
    kind = getattr(builtins, name, RuntimeError)
    return cast(Exception, kind(text))


if os.environ.get(_SETTING, "native") not in ("", "native", "numba", "python"):
    raise BoafError(f"{_SETTING} must be native, numba or python, not {os.environ[_SETTING]!r}")
if os.environ.get(_SETTING) == "python":
    _way()
