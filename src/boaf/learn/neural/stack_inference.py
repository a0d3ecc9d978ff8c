"""Our networks in NumPy: predictions without PyTorch, which takes 200 MB and seconds to import.

`StackEvaluator` computes what `networks.StackNetwork` does, from the same file. PyTorch is twice as fast on thousands
of boards, and is used where a search or a training asks for that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.neural.graph_inputs import PAIR_INPUTS, STACK_INPUTS, Numbers, graph_inputs, stacks_of
from boaf.learn.neural.tensor_file import LOOKAHEAD, arrays_of
from boaf.models.model_file import Description
from boaf.support.errors import BoafError
from boaf.support.schema import record, whole

KIND = "stacks"
MOVES_KIND = "moves"
HIDDEN = 64
SOLVED = 20.0
"""The logit of a solved board."""
OPTIONS = record({"width": whole(1, 1024), "heads": whole(1, 64), "rounds": whole(1, 64), "expansion": whole(1, 8)})
_BATCH = 256
"""How many boards are evaluated at a time; their numbers fit into the cache of a processor."""
_LEGAL = PAIR_INPUTS.index("legal move")
_NORM_EPSILON = np.float32(1e-5)


class _Network:
    """What the networks of stacks share: the tensors of a file, and the rounds of attention."""

    def __init__(self, content: bytes, description: Description, where: str) -> None:
        self._tensors = arrays_of(content, where)
        options = {name: value for name, value in description.parameters.items() if name != LOOKAHEAD}
        try:
            OPTIONS(options, f"the options of {description.kind}")
            check_heads(options["width"], options["heads"])
            self._require_shapes(**options)
        except BoafError as error:
            raise BoafError(f"{where} does not fit its description: {error}") from None
        self._heads, self._rounds = options["heads"], options["rounds"]

    def _answer_shapes(self, width: int) -> dict[str, tuple[int, ...]]:
        """The shapes of the layers after the last round."""
        raise NotImplementedError

    def _require_shapes(self, width: int, heads: int, rounds: int, expansion: int) -> None:
        """Refuse tensors of another network."""
        layers = {"entry": (width, len(STACK_INPUTS)), **self._answer_shapes(width)}
        for number in range(rounds):
            of_round = {"look_norm": (width,), "think_norm": (width,), "look": (3 * width, width)}
            of_round |= {"relations": (heads, len(PAIR_INPUTS), 1, 1), "seen": (width, width)}
            of_round |= {"think": (expansion * width, width), "thought": (width, expansion * width)}
            layers |= {f"rounds.{number}.{name}": shape for name, shape in of_round.items()}
        wanted = {f"{name}.weight": shape for name, shape in layers.items()}
        wanted |= {f"{name}.bias": shape[:1] for name, shape in layers.items()}
        for name in sorted(wanted.keys() | self._tensors.keys()):
            if name not in wanted or name not in self._tensors:
                raise BoafError(f"the tensor {name!r} {'is unexpected' if name in self._tensors else 'is missing'}")
            if wanted[name] != self._tensors[name].shape:
                raise BoafError(f"the tensor {name!r} is of another size or type")

    def _vectors(self, of_stacks: Numbers, of_pairs: Numbers) -> Numbers:
        """Graph inputs (boards, stacks, 8) and (boards, 8, stacks, stacks) to vectors (boards, stacks, width)."""
        stacks = self._linear(of_stacks, "entry")
        for number in range(self._rounds):
            stacks = self._round(stacks, of_pairs, f"rounds.{number}.")
        return stacks

    def _round(self, stacks: Numbers, of_pairs: Numbers, name: str) -> Numbers:
        """One transformer layer; `networks._Round` explains its parts."""
        boards, count, width = stacks.shape
        size = width // self._heads
        parts = self._linear(self._norm(stacks, f"{name}look_norm"), f"{name}look")
        query, key, value = parts.reshape(boards, count, 3, self._heads, size).transpose(2, 0, 3, 1, 4)
        weights, bias = self._tensors[f"{name}relations.weight"], self._tensors[f"{name}relations.bias"]
        relations = weights[:, :, 0, 0] @ of_pairs.reshape(boards, len(PAIR_INPUTS), count * count)
        scores = query @ key.swapaxes(-1, -2) * np.float32(1 / math.sqrt(size)) + bias[:, None, None]
        scores += relations.reshape(scores.shape)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        seen = (scores @ value).swapaxes(1, 2).reshape(boards, count, width)
        stacks = stacks + self._linear(seen, f"{name}seen")
        thought = _gelu(self._linear(self._norm(stacks, f"{name}think_norm"), f"{name}think"))
        return stacks + self._linear(thought, f"{name}thought")

    def _linear(self, values: Numbers, name: str) -> Numbers:
        rows: Numbers = values.reshape(-1, values.shape[-1]) @ self._tensors[f"{name}.weight"].T
        rows += self._tensors[f"{name}.bias"]
        return rows.reshape(*values.shape[:-1], rows.shape[-1])

    def _norm(self, values: Numbers, name: str) -> Numbers:
        centred: Numbers = values - values.mean(-1, keepdims=True)
        centred /= np.sqrt(np.square(centred).mean(-1, keepdims=True) + _NORM_EPSILON)
        return centred * self._tensors[f"{name}.weight"] + self._tensors[f"{name}.bias"]


class StackEvaluator(_Network):
    """The network in a file of the kind `stacks`, which judges boards."""

    def __call__(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """The probability that each board is solvable. Shapes (boards, cells) and (boards,)."""
        logits = np.full(len(cards), SOLVED)
        for part in _batches(cards):
            stacks = self._vectors(*graph_inputs(cards[part], rows, cols))
            answer = self._norm(np.concatenate([stacks.mean(1), stacks.max(1)], -1), "answer.0")
            logits[part] = self._linear(_gelu(self._linear(answer, "answer.1")), "answer.3")[:, 0]
        with np.errstate(over="ignore"):
            return 1 / (1 + np.exp(-logits))

    def _answer_shapes(self, width: int) -> dict[str, tuple[int, ...]]:
        return {"answer.0": (2 * width,), "answer.1": (HIDDEN, 2 * width), "answer.3": (1, HIDDEN)}


class MoveEvaluator(_Network):
    """The network in a file of the kind `moves`, which scores every legal move of a board at once."""

    def __call__(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """The score of each move from cell to cell, −∞ where it is illegal. Shape (boards, cells, cells)."""
        found = np.full((*cards.shape, cards.shape[1]), -np.inf)
        for part in _batches(cards):
            of_stacks, of_pairs = graph_inputs(cards[part], rows, cols)
            stacks = self._norm(self._vectors(of_stacks, of_pairs), "norm")
            board, source, target = np.nonzero(of_pairs[:, _LEGAL])
            pairs = of_pairs.transpose(0, 2, 3, 1)[board, source, target]
            seen = np.concatenate([stacks[board, source], stacks[board, target], pairs], -1)
            scores = self._linear(_gelu(self._linear(seen, "move")), "score")[:, 0]
            cells = np.nonzero(cards[part] != EMPTY)[1].reshape(len(part), -1)
            found[part[board], cells[board, source], cells[board, target]] = scores
        return found

    def _answer_shapes(self, width: int) -> dict[str, tuple[int, ...]]:
        return {"norm": (width,), "move": (HIDDEN, 2 * width + len(PAIR_INPUTS)), "score": (1, HIDDEN)}


def _batches(cards: Cards) -> Iterator[NDArray[np.int64]]:
    """The indices of boards with equally many stacks, at least two, some hundreds at a time."""
    stacks = stacks_of(cards)
    for count in np.unique(stacks[stacks > 1]):
        group = np.flatnonzero(stacks == count)
        for first in range(0, len(group), _BATCH):
            yield group[first : first + _BATCH]


def check_heads(width: int, heads: int) -> None:
    """Refuse a width that the heads cannot share."""
    if width < heads or width % heads:
        raise BoafError(f"the width must be a multiple of the number of heads, {heads}, and it is {width}")


def _gelu(values: Numbers) -> Numbers:
    """The activation function GELU, by its approximation with tanh."""
    inner = np.float32(math.sqrt(2 / math.pi)) * (values + np.float32(0.044715) * values * values * values)
    found: Numbers = np.float32(0.5) * values * (1 + np.tanh(inner))
    return found
