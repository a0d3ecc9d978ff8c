"""Players, ratings and features of the page (`players.wasm`), which is fetched when one of them is first asked for.

Entries hand the arrays of the arena to the compiled functions of `boaf.players`, `boaf.puzzles` and `boaf.learn`.
`page_module` says how positions get there; here the numbers are always cells, with the height of each stack in
`heights` and its card in `cards`. Numbers with a fraction come back by `values`.

The endgame tables of seven stacks, ten megabytes, are not in the module: the page unpacks them into `table`. The nodes
of a search tree lie behind all other arrays, as many as the page has made room for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from page_module import (
    ENTRIES,
    NARROW,
    WIDE,
    NarrowSearch,
    WideSearch,
    add_entry,
    arena,
    code,
    compiled,
    found,
    given,
    kind_of,
    name_of,
    new_gear,
    new_lookup,
    occupied,
)

from boaf.kernel.dealing import next_random
from boaf.kernel.lanes import load, store
from boaf.kernel.tables import tables_of
from boaf.learn.relaxation_features import NAMES as RELAXATIONS
from boaf.learn.relaxation_features import fewest_left, fill_relaxations
from boaf.models.position_features import NAMES, fill, groups_of
from boaf.players.frames import Frames
from boaf.players.playout import Policy, choose, value_change
from boaf.players.tree_player import FlockPlayer, MctsPlayer
from boaf.players.tree_search.iterations import begin_move, conclude, search
from boaf.players.tree_search.move_checker import CONDITIONS, KNOWN, SLOT, Checker
from boaf.players.tree_search.simulation import SearchRules
from boaf.players.tree_search.tree import EDGE, NO_NODE, NODE, STATE, WAY, SearchTree, begin_game
from boaf.players.tree_search.tree import SLOT as NODE_SLOT
from boaf.puzzles.attributes import _count_still_solvable
from boaf.solvers.best_first import WEIGHT

__all__ = ["ENTRIES", "FACTS", "NARROW_SIZE", "STACK", "arena", "code"]
STACK = 1 << 19
_MOST_MOVES = {NARROW: 16 * 15, WIDE: 64 * 63}
_CONDITIONS = sum(CONDITIONS.values())
_GROUPS = groups_of(NAMES)
_PLAYERS = {"mcts": MctsPlayer(), "flock": FlockPlayer()}
_RULES = np.array([player._rules for player in _PLAYERS.values()], np.float64)

values = arena.array((len(NAMES) + len(RELAXATIONS),), np.float64, "values")
heights = arena.array((WIDE,), np.uint8, "heights")
cards = arena.array((WIDE,), np.uint8, "cards")
random = arena.array((1,), np.uint64)
room = arena.array((2,), np.int64, "room")
"""Where the nodes of a tree begin, in bytes from the start of the arena, and how many there may be."""


@compiled
def _rules(player: int) -> SearchRules:
    """The rules of a player by its number in `_PLAYERS`."""
    rules = _RULES[player]
    return SearchRules(
        lookahead=int(rules[0]),
        explore_first=rules[1] != 0,
        take_solvable=rules[2] != 0,
        prune=rules[3] != 0,
        expand_all=rules[4] != 0,
        simulation=int(rules[5]),
        weight=rules[6],
        noise=int(rules[7]),
        reward=int(rules[8]),
        exploration=rules[9],
        choice=int(rules[10]),
        ties=int(rules[11]),
        prior=int(rules[12]),
        decided=int(rules[13]),
        commit=rules[14] != 0,
        prove=rules[15] != 0,
        transpositions=rules[16] != 0,
        keep=rules[17] != 0,
    )


def _add_games(lanes: int, match: Any, line: Any, searching: Any) -> None:
    """Games by a policy from the board that is in place."""
    name, kind = name_of(lanes), kind_of(lanes)
    rows, where = arena.array((2, lanes), kind), arena.array((2,), np.uint64)
    high = arena.array((2, lanes), np.uint8)

    @compiled
    def frames() -> Frames:
        return Frames(line()[0], rows(), where(), high())

    @compiled
    def place() -> Frames:
        store(rows(), 0, load(match(), 0))
        where()[0] = occupied()[0]
        for cell in range(lanes):
            high()[0, cell] = heights()[cell]
        return frames()

    @add_entry(f"{name}_games")
    def count_games(policy: Policy, first: int, last: int, moves: int) -> int:
        """How many of some games are won after these moves, or can still be won; a search must have been started."""
        return _count_still_solvable(searching(), place(), policy, first, last, moves)

    @add_entry(f"{name}_choose")
    def choose_step(policy: Policy) -> np.int64:
        """The step that a policy takes, drawn with the number that is given."""
        random()[0] = given()[0]
        return choose(place(), np.int64(0), policy, WEIGHT, random())

    @add_entry(f"{name}_change")
    def change(source: int, target: int) -> int:
        """By how much a move changes what the greedy player looks at, in `values`."""
        values()[0] = value_change(place(), np.int64(0), np.uint64(source), np.uint64(target), WEIGHT)
        return 0


def _new_tree(lanes: int, match: Any, line: Any, lookup: Any) -> tuple[Any, Any]:
    """A search tree for boards of a width, and what puts the board that is in place into it."""
    kind, frames, moves = kind_of(lanes), lanes + 1, _MOST_MOVES[lanes]
    rows, where = arena.array((frames, lanes), kind), arena.array((frames,), np.uint64)
    high, cut = arena.array((frames, lanes), np.uint8), arena.array((2, lanes), np.uint64)
    slots, words = arena.array((1 << 16,), SLOT), arena.array((lanes, lanes, 2), np.uint64)
    tops, keys = arena.array((frames, lanes), np.uint8), arena.array((frames, 2), np.uint64)
    way, gear = arena.array((frames,), WAY), new_gear(lanes, frames)
    steps, statuses = arena.array((frames, moves), np.uint16), arena.array((frames, moves), np.int8)
    chance, state = arena.array((1,), np.uint64), arena.array((1,), STATE)
    nodes, edges, boards = arena.anywhere(NODE), arena.anywhere(EDGE), arena.anywhere(NODE_SLOT)
    edges_at, boards_at = NODE.itemsize, NODE.itemsize + EDGE.itemsize

    @compiled
    def tree(cols: int) -> SearchTree:
        first, most = room()[0], room()[1]
        checker = Checker(line()[0], _CONDITIONS, KNOWN, lookup(cols), slots(), cut())
        return SearchTree(
            frames=Frames(line()[0], rows(), where(), high()),
            checker=checker,
            nodes=nodes(first, most),
            edges=edges(first + edges_at * most, most),
            slots=boards(first + boards_at * most, 2 * most),
            words=words(),
            tops=tops(),
            keys=keys(),
            way=way(),
            moves=gear().moves,
            steps=steps(),
            statuses=statuses(),
            random=chance(),
            state=state(),
        )

    @compiled
    def place(cols: int) -> SearchTree:
        # What the caches hold is about another board.
        found = tree(cols)
        found.checker.lookup.known[:] = 0
        for cell in range(WIDE):
            found.checker.lookup.cells[cell] = cell
        for slot in range(len(found.checker.slots)):
            found.checker.slots[slot]["occupied"] = 0
        for slot in range(len(found.slots)):
            found.slots[slot]["stamp"] = 0
        random()[0] = np.uint64(lanes)
        for card in range(lanes):
            for cell in range(lanes):
                found.words[card, cell, 0], found.words[card, cell, 1] = next_random(random()), next_random(random())
        store(found.moves.line, 0, load(line(), 0))
        store(found.frames.match, 0, load(match(), 0))
        found.frames.occupied[0] = occupied()[0]
        for cell in range(lanes):
            found.frames.heights[0, cell] = heights()[cell]
        begin_game(found)
        return found

    return tree, place


def _add_tree(lanes: int, match: Any, line: Any, lookup: Any) -> None:
    """What a Monte Carlo player does on the board that is in place."""
    name = name_of(lanes)
    tree, place = _new_tree(lanes, match, line, lookup)

    @add_entry(f"{name}_think")
    def begin(player: int, cols: int) -> np.int64:
        """Begin with a number that is given; return the step, if it is known without a search, else −1."""
        start = place(cols)
        start.random[0] = given()[0]
        step = begin_move(start, _rules(player))
        found()[0] = start.state[0]["planned"]
        return step

    @add_entry(f"{name}_iterate")
    def iterate(player: int, cols: int, iterations: int) -> int:
        """Search up to this many iterations in all; return a `Halt`."""
        return search(tree(cols), _rules(player), iterations)

    @add_entry(f"{name}_conclude")
    def end(player: int, cols: int) -> np.int64:
        """The step to play after a search; in `found` the moves of the solution, if there is one."""
        now = tree(cols)
        found()[0] = now.state[0]["planned"]
        return conclude(now, _rules(player))

    @add_entry(f"{name}_candidates")
    def count_candidates(cols: int) -> Any:
        """How many moves the root of the tree has."""
        now = tree(cols)
        root = now.state[0]["root"]
        return now.nodes[root]["edges"] if root != NO_NODE else 0

    @add_entry(f"{name}_candidate")
    def candidate(cols: int, number: int) -> Any:
        """A move of the root: its step; in `found` its visits and what is known, in `values` its total reward."""
        now = tree(cols)
        edge = now.edges[now.nodes[now.state[0]["root"]]["first"] + number]
        child = now.nodes[edge["child"]]
        found()[0], found()[1], values()[0] = child["visits"], child["status"], child["total"]
        return edge["step"]


def _add_features(lanes: int, match: Any, line: Any) -> None:
    """The features of the board that is in place."""
    gear = new_gear(lanes, lanes + 2)

    @add_entry(f"{name_of(lanes)}_features")
    def features() -> int:
        moves = gear().moves
        store(moves.line, 0, load(line(), 0))
        row, here, there = values(), match()[0], line()[0]
        fill(here, there, occupied()[0], cards()[:lanes], _GROUPS, row)
        fill_relaxations(here, there, occupied()[0], row, len(NAMES))
        row[-1] = fewest_left(moves, here, occupied()[0])
        return 0


_lookup = new_lookup("cells", tables_of(7), is_fetched=True)
_checker_lookup = new_lookup("checker_cells", tables_of(KNOWN))
_narrow = NarrowSearch(_lookup)
_add_games(NARROW, _narrow.match, _narrow.line, _narrow.search)
_add_tree(NARROW, _narrow.match, _narrow.line, _checker_lookup)
_add_features(NARROW, _narrow.match, _narrow.line)
_wide = WideSearch(_lookup, _narrow)
_add_games(WIDE, _wide.match, _wide.line, _wide.search)
_add_tree(WIDE, _wide.match, _wide.line, _checker_lookup)
_add_features(WIDE, _wide.match, _wide.line)
NARROW_SIZE = arena.size
"""Everything: the nodes of a tree lie behind the arrays of large boards."""
FACTS = {
    "features": [*NAMES, *RELAXATIONS],
    "node": NODE.itemsize + EDGE.itemsize + 2 * NODE_SLOT.itemsize,
    "players": {name: player.iterations for name, player in _PLAYERS.items()},
}
"""The features in the order of their places, the bytes that a node takes, and the players by number."""
