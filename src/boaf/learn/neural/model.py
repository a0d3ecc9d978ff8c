"""Networks as models: what `boaf.learn.prediction` opens when a file is a safetensors file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.card_arrays import board_cards
from boaf.kernel.dealing import Cards
from boaf.learn.neural import require_torch
from boaf.models.model_file import Description
from boaf.support.errors import BoafError

if TYPE_CHECKING:
    from boaf.learn.neural.network_files import Network


def load_model(content: bytes, where: str) -> NeuralModel:
    """The network that the bytes of a file hold; `where` names it in messages."""
    require_torch()
    from boaf.learn.neural.network_files import parse_network

    return NeuralModel(*parse_network(content, where))


@dataclass(frozen=True)
class NeuralModel:
    """A trained network."""

    network: Network
    description: Description
    looks_ahead: bool = False

    def ahead(self) -> NeuralModel:
        """The same network, looking one move ahead (`boaf.learn.neural.ahead`)."""
        name = self.description.name
        if "ahead" not in self.description.parameters:
            raise BoafError(f"{name} was not fitted to look ahead: networks of stacks are")
        return replace(self, description=replace(self.description, name=f"{name}-ahead"), looks_ahead=True)

    def probability(self, cards: Cards, rows: int, cols: int) -> NDArray[np.float64]:
        """How likely each board is solvable. Shapes (boards, cells) and (boards,)."""
        cards = board_cards(cards, rows, cols)
        if self.looks_ahead:
            from boaf.learn.neural.ahead import AheadWeights, probabilities_ahead

            weights = AheadWeights(*self.description.parameters["ahead"])
            return probabilities_ahead(self.network, weights, cards, rows, cols)
        from boaf.learn.neural.inference import probabilities

        return probabilities(self.network, cards, rows, cols)
