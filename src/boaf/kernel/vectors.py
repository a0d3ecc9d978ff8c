"""How Numba compiles the kernel: for the build, and on demand in a checkout whose kernel was edited.

A row of `lanes` is an LLVM vector with as many lanes as a lane has bits, and each function of `lanes` is an instruction
or a few. Numba learns here which types these functions take and return, and what LLVM is to build for them; likewise
for the shortest functions of `bits` and for arrays on the stack (`scratch`). `NUMBA_BOUNDSCHECK=1` makes the compiled
code check every index. Nothing is kept: each process compiles what it uses.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model
from numba.np import arrayobj

from boaf.kernel import bits, lanes

_WORD = ir.IntType(64)
_INDEX = ir.IntType(32)
_ALIGNMENT = 8
OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False}
"""Other threads run meanwhile, and nothing may be allocated, so no references need to be counted."""


def dispatcher_of(function: Callable[..., Any]) -> Any:
    """What compiles a function for the types it is called with."""
    return numba.njit(**OPTIONS)(function)


class LanesType(types.Type):
    """The type of a row of masks of `bits` bits."""

    def __init__(self, bits: int) -> None:
        super().__init__(name=f"Lanes({bits})")
        self.bits = bits
        self.lane = ir.IntType(bits)
        self.vector = ir.VectorType(self.lane, bits)


@register_model(LanesType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: LanesType) -> None:
        super().__init__(manager, kind, kind.vector)  # type: ignore[no-untyped-call]


def _takes(function: Any, typing: Callable[..., Any]) -> None:
    """Say which type a function gives for which types, None where it does not take them."""

    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, given: Any, _names: Any) -> Any:
            result = typing(*given)
            return None if result is None else signature(result, *given)


def _row_function(function: Any, rows: int, build: Callable[..., Any], result: Any = None) -> None:
    """Say how a function of `rows` rows is built; the second of two may be a number, which is used in every lane."""

    def typing(*given: Any) -> Any:
        if len(given) != rows or not isinstance(given[0], LanesType):
            return None
        fits = all(kind == given[0] for kind in given) or (rows == 2 and isinstance(given[1], types.Integer))
        return (result or given[0]) if fits else None

    def lower(_context: Any, builder: Any, form: Any, given: Any) -> Any:
        kind = form.args[0]
        if isinstance(form.args[-1], types.Integer):
            given = (given[0], _spread(builder, kind, given[1]))
        return build(builder, kind, *given)

    _takes(function, typing)
    lower_builtin(function, *(LanesType,) * rows)(lower)
    if rows == 2:
        lower_builtin(function, LanesType, types.Integer)(lower)


def _word_function(function: Any, build: Callable[..., Any], result: Any) -> None:
    """Say how a function of a number, which is taken as a word without a sign, is built."""

    def lower(_context: Any, builder: Any, _form: Any, given: Any) -> Any:
        number = given[0]
        return build(builder, number if number.type.width == _WORD.width else builder.zext(number, _WORD))

    _takes(function, lambda kind: result if isinstance(kind, types.Integer) else None)
    lower_builtin(function, types.Integer)(lower)


def _spread(builder: Any, kind: LanesType, number: Any) -> Any:
    """A number in every lane."""
    if number.type.width != kind.bits:
        number = (builder.trunc if number.type.width > kind.bits else builder.zext)(number, kind.lane)
    nothing = ir.Constant(kind.vector, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(_INDEX, 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(_INDEX, kind.bits), None))


def _instruction(name: str) -> Callable[..., Any]:
    return lambda builder, _kind, *given: getattr(builder, name)(*given)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda builder, kind, one, other: builder.sext(builder.icmp_signed(sign, one, other), kind.vector)


def _intrinsic(builder: Any, kind: LanesType, name: str, result: Any, row: Any) -> Any:
    name = f"llvm.{name}.v{kind.bits}i{kind.bits}"
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, [kind.vector]), name)
    return builder.call(function, [row])


def _is_set(builder: Any, kind: LanesType, row: Any) -> Any:
    return builder.icmp_unsigned("!=", row, ir.Constant(kind.vector, None))


def _count_each(builder: Any, kind: LanesType, row: Any) -> Any:
    return _intrinsic(builder, kind, "ctpop", kind.vector, row)


def _where(builder: Any, kind: LanesType, condition: Any, one: Any, other: Any) -> Any:
    return builder.select(_is_set(builder, kind, condition), one, other)


def _mask(builder: Any, kind: LanesType, row: Any) -> Any:
    found = builder.bitcast(_is_set(builder, kind, row), kind.lane)
    return found if kind.bits == _WORD.width else builder.zext(found, _WORD)


def _highest(builder: Any, kind: LanesType, row: Any) -> Any:
    return _as_word(builder, _intrinsic(builder, kind, "vector.reduce.smax", kind.lane, row))


def _as_word(builder: Any, number: Any) -> Any:
    return number if number.type.width == _WORD.width else builder.sext(number, _WORD)


for _operator, _name in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.mul, "mul"),
    (operator.rshift, "lshr"),
):
    _row_function(_operator, 2, _instruction(_name))
_row_function(operator.invert, 1, _instruction("not_"))
_row_function(lanes.splat, 2, lambda _builder, _kind, _row, number: number)
_row_function(lanes.count_each, 1, _count_each)
_row_function(lanes.equal, 2, _comparison("=="))
_row_function(lanes.greater, 2, _comparison(">"))
_row_function(lanes.where, 3, _where)
_row_function(lanes.mask, 1, _mask, types.uint64)
_row_function(lanes.highest, 1, _highest, types.int64)

_word_function(bits.bit, lambda builder, number: builder.shl(ir.Constant(_WORD, 1), number), types.uint64)
_word_function(bits.count, lambda builder, word: builder.ctpop(word), types.int64)
_word_function(bits.lowest, lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)), types.uint64)

_takes(lanes.lane, lambda _row, _number: types.int64)
_takes(lanes.load, lambda rows, _row: LanesType(rows.dtype.bitwidth))
_takes(lanes.store, lambda _rows, _row, _lanes: types.void)


@lower_builtin(lanes.lane, LanesType, types.Integer)  # type: ignore[untyped-decorator]
def _lane(_context: Any, builder: Any, _form: Any, given: Any) -> Any:
    return _as_word(builder, builder.extract_element(*given))


@lower_builtin(lanes.load, types.Array, types.Integer)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, form: Any, given: Any) -> Any:
    kind = form.return_type
    return builder.load(_address(context, builder, kind, form.args[0], *given), align=kind.bits // 8)


@lower_builtin(lanes.store, types.Array, types.Integer, LanesType)  # type: ignore[untyped-decorator]
def _store(context: Any, builder: Any, form: Any, given: Any) -> Any:
    kind = form.args[2]
    builder.store(given[2], _address(context, builder, kind, form.args[0], *given[:2]), align=kind.bits // 8)
    return context.get_dummy_value()


def _address(context: Any, builder: Any, kind: LanesType, array: Any, rows: Any, row: Any) -> Any:
    """Where a row begins, as a pointer to a vector."""
    if row.type.width < _WORD.width:
        row = builder.zext(row, _WORD)
    data = context.make_array(array)(context, builder, rows).data
    first = builder.gep(data, [builder.mul(row, ir.Constant(_WORD, kind.bits))])
    return builder.bitcast(first, kind.vector.as_pointer())


@cache
def scratch_type(scratch: Any) -> Any:
    """The type of a function that gives a scratch array."""
    return _scratch_function(scratch, lambda: (scratch.shape, numba.from_dtype(scratch.dtype)), ())


@cache
def scratch_rows_type(scratch: Any) -> Any:
    """The type of a function that gives scratch rows like those of an array."""

    def layout(like: Any) -> Any:
        return (scratch.rows, like.dtype.bitwidth), like.dtype

    return _scratch_function(scratch, layout, (types.Array,))


def _scratch_function(scratch: Any, layout: Callable[..., Any], takes: tuple[Any, ...]) -> Any:
    class Template(AbstractTemplate):
        key = scratch

        def generic(self, given: Any, _names: Any) -> Any:
            shape, dtype = layout(*given)
            return signature(types.Array(dtype, len(shape), "C"), *given)

    @lower_builtin(scratch, *takes)  # type: ignore[untyped-decorator]
    def lower(context: Any, builder: Any, form: Any, _given: Any) -> Any:
        """An array in the frame of the function, aligned as a row of lanes may be."""
        shape, _ = layout(*form.args)
        kind = form.return_type
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        with builder.goto_entry_block():
            block = builder.alloca(ir.ArrayType(ir.IntType(8), size * prod(shape)))
        block.align = _ALIGNMENT
        found = context.make_array(kind)(context, builder)
        arrayobj.populate_array(
            found,
            data=builder.bitcast(block, found.data.type),
            shape=[ir.Constant(_WORD, length) for length in shape],
            strides=[ir.Constant(_WORD, size * prod(shape[axis + 1 :])) for axis in range(len(shape))],
            itemsize=ir.Constant(_WORD, size),
            meminfo=None,
        )
        return found._getvalue()

    return types.Function(Template)
