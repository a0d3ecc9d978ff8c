"""The memory of the browser's kernel: every array has its place in one block behind the module's own data.

The compiled functions take their workspaces as arrays. Python's heap is not there to make them, so each is laid out
here once and for all, and a function `view` hands it out: in machine code, an address and a shape that are constants.
Places are given in the order in which they are asked for; what only large boards need comes last, and the page asks the
browser for that much memory when there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj
from numpy.typing import DTypeLike

HEAP = "__heap_base"
"""The linker's name for the first byte behind the module's data."""
_ALIGNMENT = 64


class Arena:
    """A block of memory that is filled from its beginning."""

    def __init__(self) -> None:
        self.size = 0
        self.offsets: dict[str, int] = {}
        """Where the arrays are that the page reads or writes, in bytes from the beginning."""

    def array(self, shape: tuple[int, ...], dtype: DTypeLike, name: str | None = None) -> Callable[[], Any]:
        """Reserve room for an array; return the function that hands it out in compiled code."""
        kind = np.dtype(dtype)
        offset = -(-self.size // _ALIGNMENT) * _ALIGNMENT
        self.size = offset + prod(shape) * kind.itemsize
        if name is not None:
            self.offsets[name] = offset
        array = types.Array(numba.from_dtype(kind), len(shape), "C")

        def view(_context: Any) -> Any:
            return array(), lambda context, builder, *_: _laid_out(context, builder, array, shape, offset)

        handed_out: Any = intrinsic(view)
        return cast(Callable[[], Any], handed_out)

    @staticmethod
    def anywhere(dtype: DTypeLike) -> Callable[[int, int], Any]:
        """A function that hands out arrays without a fixed place, by their offset in bytes and their length."""
        kind = np.dtype(dtype)
        array = types.Array(numba.from_dtype(kind), 1, "C")

        def view(_context: Any, _offset: Any, _length: Any) -> Any:
            def laid_out(context: Any, builder: Any, signature: Any, given: Any) -> Any:
                pairs = zip(given, signature.args, strict=True)
                offset, length = (context.cast(builder, value, kind, types.int64) for value, kind in pairs)
                return _placed(context, builder, array, offset, [length])

            return array(_offset, _length), laid_out

        handed_out: Any = intrinsic(view)
        return cast(Callable[[int, int], Any], handed_out)


def _laid_out(context: Any, builder: Any, array: Any, shape: tuple[int, ...], offset: int) -> Any:
    """An array of a fixed shape at an offset in bytes from the start of the block."""
    word = ir.IntType(64)
    return _placed(context, builder, array, ir.Constant(word, offset), [ir.Constant(word, length) for length in shape])


def _placed(context: Any, builder: Any, array: Any, offset: Any, shape: list[Any]) -> Any:
    """An array at an offset, of lengths that only the last of several must be a constant."""
    word, byte = ir.IntType(64), ir.IntType(8)
    heap = builder.module.globals.get(HEAP) or ir.GlobalVariable(builder.module, byte, HEAP)
    size = numba.np.numpy_support.as_dtype(array.dtype).itemsize
    strides = [size * prod(length.constant for length in shape[axis + 1 :]) for axis in range(len(shape))]
    found = context.make_array(array)(context, builder)
    arrayobj.populate_array(
        found,
        data=builder.bitcast(builder.gep(heap, [offset]), found.data.type),
        shape=shape,
        strides=[ir.Constant(word, stride) for stride in strides],
        itemsize=ir.Constant(word, size),
        meminfo=None,
    )
    return found._getvalue()
