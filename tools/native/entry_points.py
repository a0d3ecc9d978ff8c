"""Entry points: for each line of `entries.txt`, a function that takes machine words and calls the compiled one.

It returns null, or the address of a message if the compiled function raised an exception. Its first argument is the
address where the results go; the other arguments are the words that `boaf.kernel.native` describes. A constant under
the same name with `.results` behind it says of what kind they are.
"""

from __future__ import annotations

import pickle
import re
from importlib import import_module
from typing import Any

import numba.core.types
from kinds import argument_types
from llvmlite import ir
from numba.core import cgutils
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

from boaf.kernel.native import Compiled, symbol_of

types: Any = numba.core.types  # its classes have attributes that its annotations lack
_WORD, _BYTE = ir.IntType(64), ir.IntType(8)
_RESULTS = 8
"""The bytes that say of what kind the results are, the last of them 0."""


_PICKLE = r'^(?P<head>@\.const\.pickledata\.\S+ = internal constant )\[\d+ x i8\] c"(?P<content>[^"]*)"'
_BUFFER = r"^(?P<head>@\.const\.picklebuf\.\S+ = internal constant {[^}]*}) (?P<pickle>{ \S+ @\S+, i32) \d+.*$"


@register_pass(mutates_CFG=False, analysis_only=True)
class _Declared(LoweringPass):
    """Lets other functions call one that was compiled to LLVM but not to machine code."""

    _name = "declared"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Register the function under a placeholder of its own, which is never called."""
        never_called: Any = [].append
        state.targetctx.insert_user_function(never_called, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=never_called)
        return True


class ToLLVM(CompilerBase):
    """Numba's compiler without its last step, which makes machine code for this machine."""

    def define_pipelines(self) -> list[Any]:
        """The steps."""
        self.state.flags.no_compile = True
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_Declared, NativeLowering)
        steps.finalize()
        return [steps]


def entry_point(line: str) -> tuple[str, list[str]]:
    """The symbol of an entry point, and the LLVM modules that make it: its own, and that of the compiled function."""
    name, *kinds = line.split()
    symbol = symbol_of(name, tuple(kinds))
    module, _, function = name.rpartition(".")
    dispatcher = compiled_function(module, function).dispatcher
    given = argument_types(kinds)
    dispatcher.compile(given)
    compiled = dispatcher.overloads[given]
    return symbol, [_wrapper(symbol, compiled), compiled.library.get_llvm_str()]


def compiled_function(module: str, name: str) -> Compiled:
    """The compiled function of this name."""
    found = getattr(import_module(module), name)
    if not isinstance(found, Compiled):
        raise TypeError(f"{module}.{name} is not a compiled function")
    return found


@global_compiler_lock  # type: ignore[untyped-decorator]
def _wrapper(symbol: str, compiled: Any) -> str:
    context, form = compiled.target_context, compiled.fndesc
    library = compiled.library.codegen.create_library(symbol)
    library.add_linking_library(compiled.library)  # which completes it with all that it calls
    module = library.create_ir_module(symbol)
    counts = [1 if _is_workspace(kind) else _words_in(kind) for kind in form.argtypes]
    pointer = _BYTE.as_pointer()
    function = ir.Function(module, ir.FunctionType(pointer, [_WORD.as_pointer(), *[_WORD] * sum(counts)]), symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    words = list(function.args[1:])
    given = []
    for kind in form.argtypes:
        if _is_workspace(kind):
            block = builder.inttoptr(words.pop(0), _WORD.as_pointer())
            inside = [builder.load(cgutils.gep(builder, block, k)) for k in range(_words_in(kind))]
            given.append(_value(context, builder, kind, inside))
        else:
            given.append(_value(context, builder, kind, words))
    callee = context.declare_function(module, form)
    status, result = context.call_conv.call_function(builder, callee, form.restype, form.argtypes, given)
    with builder.if_then(status.is_error, likely=False):
        builder.ret(builder.load(cgutils.gep_inbounds(builder, status.excinfoptr, 0, 0)))
    kinds = _store(builder, form.restype, result, function.args[0])
    builder.ret(ir.Constant(pointer, None))
    _add_constant(module, f"{symbol}.results", kinds.encode().ljust(_RESULTS, b"\0"))
    return str(module)


def _is_workspace(kind: Any) -> bool:
    return isinstance(kind, types.BaseNamedTuple) and hasattr(kind.instance_class, "packed")


def _words_in(kind: Any) -> int:
    """How many words an argument takes where it is not a workspace."""
    if isinstance(kind, types.BaseTuple):
        return sum(map(_words_in, kind.types))
    if isinstance(kind, types.Array):
        axes: int = kind.ndim
        return 1 + (axes if kind.layout == "C" else 2 * axes)
    return 0 if kind is types.none else 1


def _value(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """An argument made of the next words, which are taken from the list."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_value(context, builder, part, words) for part in kind.types])
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, words)
    if kind is types.none:
        return context.get_dummy_value()
    word = words.pop(0)
    if isinstance(kind, types.Float):
        return builder.bitcast(word, context.get_value_type(kind))
    if isinstance(kind, types.Boolean):
        return builder.icmp_unsigned("!=", word, ir.Constant(_WORD, 0))
    value = context.get_value_type(kind)
    return word if value == _WORD else builder.trunc(word, value)


def _array(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    found = context.make_array(kind)(context, builder)
    data = builder.inttoptr(words.pop(0), found.data.type)
    shape = [words.pop(0) for _ in range(kind.ndim)]
    item = ir.Constant(_WORD, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    if kind.layout == "C":
        strides = [item]
        for length in shape[:0:-1]:
            strides.insert(0, builder.mul(strides[0], length))
    else:
        strides = [words.pop(0) for _ in range(kind.ndim)]
    arrayobj.populate_array(found, data=data, shape=shape, strides=strides, itemsize=item, meminfo=None)
    return found._getvalue()


def _store(builder: Any, kind: Any, result: Any, place: Any) -> str:
    """Write a result as words; say of what kinds they are."""
    if kind is types.none:
        return ""
    if isinstance(kind, types.BaseTuple):
        parts = zip(kind.types, cgutils.unpack_tuple(builder, result), strict=True)
    else:
        parts = zip([kind], [result], strict=True)
    kinds = ""
    for number, (part, value) in enumerate(parts):
        builder.store(_word(builder, part, value), cgutils.gep(builder, place, number))
        kinds += _result_kind(part)
    if len(kinds) >= _RESULTS:
        raise TypeError(f"too many results: {kind}")
    return kinds


def _result_kind(kind: Any) -> str:
    if isinstance(kind, types.Float):
        return "f"
    if isinstance(kind, types.Boolean):
        return "b"
    return "i" if _integer(kind).signed else "u"


def _integer(kind: Any) -> Any:
    found = kind.dtype if isinstance(kind, types.IntEnumMember) else kind
    if not isinstance(found, types.Integer):
        raise TypeError(f"a compiled function that Python calls must not return {kind}")
    return found


def _word(builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Float):
        return builder.bitcast(value, _WORD)
    if isinstance(kind, types.Boolean):
        return builder.zext(value, _WORD)
    if value.type == _WORD:
        return value
    return (builder.sext if _integer(kind).signed else builder.zext)(value, _WORD)


def _add_constant(module: Any, name: str, content: bytes) -> None:
    kind = ir.ArrayType(_BYTE, len(content))
    constant = ir.GlobalVariable(module, kind, name)
    constant.initializer = ir.Constant(kind, bytearray(content))
    constant.global_constant = True


def with_messages(text: str) -> str:
    """A module in which an exception is a message, `ZeroDivisionError: division by zero`, instead of a pickle.

    The length of a pickle goes too: it depends on the path of the source file.
    """
    text = re.sub(_PICKLE, _as_message, text, flags=re.MULTILINE)
    return re.sub(_BUFFER, r"\g<head> \g<pickle> 0, ptr null, ptr null, i32 0 }", text, flags=re.MULTILINE)


def without_messages(text: str) -> str:
    """A module without error messages, for the page, which does not show them."""
    text = re.sub(_PICKLE, r"\g<head>[1 x i8] zeroinitializer", text, flags=re.MULTILINE)
    return re.sub(_BUFFER, r"\g<head> zeroinitializer", text, flags=re.MULTILINE)


def _as_message(found: re.Match[str]) -> str:
    content = re.sub(rb"\\([0-9A-Fa-f]{2})", lambda byte: bytes([int(byte[1], 16)]), found["content"].encode())
    pickled = pickle.loads(content) if content[:1] == b"\x80" else None
    if not isinstance(pickled, tuple):  # the digest of a pickle, or a class that only Python would ask for
        return f"{found['head']}[1 x i8] zeroinitializer"
    kind, arguments = pickled[:2]
    message = f"{kind.__name__}: {' '.join(map(str, arguments or ()))}\0".encode()
    escaped = "".join([f"\\{byte:02X}" for byte in message])
    return f'{found["head"]}[{len(message)} x i8] c"{escaped}"'
