"""How long work tells those who wait for it how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

Progress = Callable[[int], None]
"""Takes the number of units finished since its last call."""
Watch = Callable[[int], AbstractContextManager[Progress | None]]
"""Given the number of units to do, shows how they get done; None where nobody watches."""
