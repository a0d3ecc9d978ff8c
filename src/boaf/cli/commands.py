"""The commands by name: a command's module is loaded when the command is run or its help is shown.

The list that `boaf --help` shows stands here, so that showing it, or the version, loads none of them. The command
`NAME` is the function `NAME` of the module `boaf.cli.NAME`, with `_` for `-`; a group of commands is the `NAME_app`
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer

from boaf.cli.help import Command, Group

SUMMARIES = {
    "The game": {
        "deal": "Show numbered deals, as the Microsoft FreeCell shuffler deals them.",
        "solve": "Say whether boards can be collapsed to one stack, and how.",
        "analyze": "Say for every legal move whether it keeps the board solvable.",
        "explain": "Say why boards cannot be solved.",
        "check": "Replay moves by the rules and say which one is illegal, and why.",
        "play": "Play and analyse in the browser.",
        "page": "Write the page as a folder of files that any web host serves.",
    },
    "Puzzles and players": {
        "rate": "Say how hard boards are to win, from 1 to 5, and why.",
        "generate": "Make solvable boards of given difficulties, with their attributes and a solution.",
        "match": "Let a player play numbered deals, and count its wins.",
    },
    "Learning": {
        "features": "Show what the learners see of boards: features of their graphs, cards and moves, with their "
        "definitions.",
        "predict": "Say how likely boards are to be solvable, by a model that does not search.",
        "dataset": "Make data sets: boards labelled by the exact solver.",
        "train": "Fit a model to labelled boards, cross-validate it, and write it to a file for `boaf predict`; "
        "linear and logistic regression and LightGBM, without relaxations, also for "
        "`boaf solve --solver ordered -o model=FILE`.",
    },
    "Research": {
        "compare": "Compare solvers on the same boards, by number of stacks.",
        "census": "Solve a range of numbered deals into Parquet files; verify and report them.",
        "sat": "Turn a formula into a board (Hoshino & Notarangelo 2019), and a board into a formula.",
        "reproduce": "Compute a paper's figures and show them beside the printed ones, each table as soon as it is "
        "finished.",
        "bench": "Measure the search against the ordering of Hoshino & Notarangelo (2019).",
    },
}
"""The commands under the titles of their groups, with the first sentence of their help."""


class Commands(Mapping[str, Any]):
    """All commands, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._panels = {name: panel for panel, names in SUMMARIES.items() for name in names}
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """The command of this name."""
        if name not in self._loaded:
            self._loaded[name] = _load(name, self._panels[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._panels)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._panels)

    def __contains__(self, name: object) -> bool:
        """Whether there is a command of this name."""
        return name in self._panels


def _load(name: str, panel: str) -> Any:
    own_name = name.replace("-", "_")
    module = import_module(f"boaf.cli.{own_name}")
    app = typer.Typer(rich_markup_mode=None)
    group = getattr(module, f"{own_name}_app", None)
    if group is None:
        app.command(cls=Command, rich_help_panel=panel)(getattr(module, own_name))
    else:
        app.add_typer(group, rich_help_panel=panel)
    return typer.main.get_group(app).commands[name]


_ALL: Any = Commands()


class Main(Group):
    """The command `boaf` itself."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _ALL

    def summaries(self) -> Iterator[tuple[str, str, str]]:
        """The title, the name and the summary of each command."""
        for panel, names in SUMMARIES.items():
            for name, summary in names.items():
                yield panel, name, summary
