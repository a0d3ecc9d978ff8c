"""Write trees.json: search trees of the Monte Carlo players for fixed boards, options and seeds, two moves deep."""

import json
from pathlib import Path
from typing import Any

import boaf
from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.position import Status
from boaf.players.registry import player
from boaf.players.tree_player import TreePlayer

SEARCHES: list[tuple[str, dict[str, Any], Board, int]] = [
    ("mcts", {"iterations": 120}, boaf.deal(2), 0),
    ("mcts", {"iterations": 120}, boaf.random_board(8, stacks=10), 1),
    ("mcts", {"iterations": 60, "simulation": "proportional", "reward": "score"}, boaf.deal(5, 3, 3), 2),
    ("mcts", {"iterations": 60, "expand_all": False, "explore_first": False}, boaf.deal(7, 3, 6), 3),
    ("flock", {"iterations": 80, "commit": False}, boaf.deal(10), 4),
    ("flock", {"iterations": 80}, boaf.random_board(16, stacks=10), 5),
]
"""Players, options, boards and seeds."""
DEPTH = 2
CODES = {Status.PAUSED: 0, Status.SOLVED: 1, Status.EXHAUSTED: 2}
"""What the golden trees have for unknown, solvable and unsolvable."""
DIGITS = 9


def tree_of(name: str, options: dict[str, Any], board: Board, seed: int) -> dict[str, Any]:
    """The move that a player chooses and the tree that it leaves."""
    one = player(name, **options | {"keep": True})
    assert isinstance(one, TreePlayer)
    thought = one.think(board, SplitMix64(seed))
    tree = one._tree
    assert tree is not None
    used = tree.nodes[: tree.state[0]["nodes"]]
    root = int(used["visits"].argmax())
    return {
        "player": name,
        "board": board.text(),
        "seed": seed,
        "move": str(thought.move),
        "reason": thought.reason,
        "nodes": len(used),
        "root": _node(tree, root, DEPTH),
    }


def _node(tree: Any, number: int, depth: int) -> list[Any]:
    """[visits, sum of rewards, status, {step: node}]."""
    node = tree.nodes[number]
    found = [int(node["visits"]), round(float(node["total"]), DIGITS), CODES[Status(node["status"])]]
    below = tree.edges[node["first"] : node["first"] + node["edges"]] if depth else []
    return [*found, {str(edge["step"]): _node(tree, int(edge["child"]), depth - 1) for edge in below}]


if __name__ == "__main__":
    golden = [tree_of(*search) for search in SEARCHES]
    Path(__file__).with_name("trees.json").write_text(
        "[\n" + ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in golden) + "\n]\n"
    )
