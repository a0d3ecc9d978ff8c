"""Runs a plug-in written in Python: `python -m boaf.solvers.plugin_host MODULE:NAME` speaks the protocol of `engine`.

What the plug-in prints goes to standard error, so it cannot be taken for an answer.
"""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any, TextIO

from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.plugins.names import load
from boaf.solvers.contract import Limits
from boaf.support.errors import BoafError, PluginError


def main(name: str) -> None:
    """Answer questions until standard input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr
    plugin = load(name)
    if not callable(plugin) and not hasattr(plugin, "choose"):
        raise PluginError(name, f"is not a function or a class: {plugin!r:.60}")
    options: dict[str, Any] = {}
    player = None
    for line in sys.stdin:
        request, _, rest = line.strip().partition(" ")
        if request == "boaf":
            _write(answers, "ready")
        elif request == "option":
            key, _, value = rest.partition(" ")
            options[key] = json.loads(value)
        elif request == "solve":
            seconds, nodes, text = rest.split(" ", 2)
            limits = Limits(None if nodes == "-" else int(nodes), None if seconds == "-" else float(seconds))
            answer = plugin(Board(text), limits, **options)
            try:
                verdict, moves, visited = answer
                _write(answers, " ".join([str(verdict), str(visited), *map(str, moves)]))
            except (TypeError, ValueError):  # an answer of another form, which boaf names
                _write(answers, f"{answer!r:.200}")
        elif request == "choose":
            _, seed, text = rest.split(" ", 2)
            player = player or (plugin(**options) if isinstance(plugin, type) else plugin)
            choose = getattr(player, "choose", player)  # a function is a player, too
            _write(answers, f"move {choose(Board(text), SplitMix64(int(seed)))}")
        elif request == "prove":
            _write(answers, f"proof {json.dumps(plugin(Board(rest)))}")


def _write(stream: TextIO, line: str) -> None:
    print(line.replace("\n", " "), file=stream, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Exception as error:
        if not isinstance(error, BoafError):
            traceback.print_exc()
        text = str(error) if isinstance(error, BoafError) else f"{type(error).__name__}: {error}"
        text = text.removeprefix(f"{sys.argv[1]} ")  # boaf names it
        sys.exit(" ".join(text.split()))  # boaf shows the last line
