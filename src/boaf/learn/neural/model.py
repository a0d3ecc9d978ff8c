"""Networks as models: what `boaf.learn.model` opens when a file is a safetensors file."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boaf.errors import BoafError
from boaf.kernel.dealing import Cards
from boaf.learn.neural import require_torch
from boaf.models.model_file import Description

if TYPE_CHECKING:
    from boaf.learn.neural.files import Network


def load_model(content: bytes, where: str) -> NeuralModel:
    """The network that the bytes of a file hold; `where` names it in messages."""
    require_torch()
    from boaf.learn.neural.files import parse_network

    return NeuralModel(*parse_network(content, where))


class NeuralModel:
    """A trained network."""

    def __init__(self, network: Network, facts: dict[str, Any], looks_ahead: bool = False) -> None:
        self.network = network
        self.facts = facts
        self.looks_ahead = looks_ahead

    def ahead(self) -> NeuralModel:
        """The same network, looking one move ahead (`boaf.learn.neural.ahead`)."""
        if not self.facts["ahead"]:
            raise BoafError(f"{self.description.name} was not fitted to look ahead: networks of stacks are")
        return NeuralModel(self.network, self.facts, looks_ahead=True)

    @cached_property
    def description(self) -> Description:
        """What the network is, and how it was trained."""
        facts = self.facts
        return Description(
            name=f"neural-{facts['kind']}" + ("-ahead" if self.looks_ahead else ""),
            kind="network",
            features=tuple(facts["options"].get("maps", ())),
            parameters=facts["options"],
            recipe=facts["recipe"],
            metrics=facts["reached"],
            versions={"boaf": facts["boaf"], "torch": facts["torch"]},
        )

    def probability(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """How likely each board is solvable. Shapes (boards, cells) and (boards,)."""
        if self.looks_ahead:
            from boaf.learn.neural.ahead import Weights, probabilities_ahead

            return probabilities_ahead(self.network, Weights(*self.facts["ahead"]), cards, rows, cols)
        from boaf.learn.neural.judging import probabilities

        return probabilities(self.network, cards, rows, cols)
