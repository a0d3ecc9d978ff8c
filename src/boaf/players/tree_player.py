"""The Monte Carlo players: their options, and how a board, a game or many games go through the tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.bits import count
from boaf.kernel.dealing import EMPTY, Cards, cards_of, next_random
from boaf.kernel.native import compiled
from boaf.kernel.position import Status, has_move, moves_of
from boaf.models.learned import Judge
from boaf.players.contract import Candidate, Player, Thought, require_a_move
from boaf.players.frames import copy_frame, frames_of, put_cards, score_of
from boaf.players.playout import Playouts, new_playouts
from boaf.players.tree_search.iterations import Halt, begin_move, conclude, pending_tops, play_step, search
from boaf.players.tree_search.move_checker import CONDITIONS, KNOWN, new_checker
from boaf.players.tree_search.simulation import FinalChoice, PriorKind, Reward, SearchRules, Simulation, Ties
from boaf.players.tree_search.tree import NO_NODE, Phase, SearchTree, begin_game, enlarged, new_search_tree
from boaf.solvers.best_first import WEIGHT
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.endgame import VERDICTS
from boaf.solvers.ordering import UNIT
from boaf.support.errors import BoafError

MOST_ITERATIONS = 10_000_000
"""The tree stays in memory, and grows with them."""
_SLICE = 100
"""How many iterations are made between two looks at the limits, some milliseconds' worth."""
MOST_NOISE = 16000
"""The most noise that scores of 16 bits have room for."""
_KINDS: dict[str, type[IntEnum]] = {
    "simulation": Simulation,
    "reward": Reward,
    "choice": FinalChoice,
    "ties": Ties,
    "prior": PriorKind,
}
"""The options that are one of a few names."""


@dataclass(kw_only=True)
class TreePlayer(Player):
    """A Monte Carlo player; the defaults are those of Roberson & Sperduto (2019), as `MctsPlayer` reads it."""

    iterations: int = 300
    """Per move."""
    max_seconds: float | None = None
    """Per move. With it, a game depends on the machine."""
    lookahead: int = 2
    """How many steps are looked ahead for a board that the checker calls solvable: 0, 1 or 2."""
    explore_first: bool = True
    """A child that was never visited comes before all that were."""
    take_solvable: bool = True
    """A child that the checker calls solvable is selected at once."""
    prune: bool = True
    """Children that the checker calls unsolvable are not added."""
    expand_all: bool = True
    """A node is expanded when it is first reached; otherwise it is simulated first and expanded the next time."""
    simulation: str = "greedy"
    """See `simulation`."""
    weight: float = WEIGHT
    """The weight of legal moves in the heuristic."""
    noise: int = 0
    """Fitted simulations add a random number to each move's score: up to about this, in thousandths of log-likelihood,
    rounded up to a power of two."""
    reward: str = "win"
    """What a simulation is worth: 1 for a win, or its score as a share of the highest."""
    exploration: float = 0.5**0.5
    """Cp."""
    choice: str = "visits"
    """Which move is played: the one with the most visits, or the one with the highest mean reward."""
    ties: str = "any"
    """Which of the moves that are equal by `choice` is played: any, or the one that is higher by the other."""
    conditions: tuple[str, ...] = tuple(CONDITIONS)
    """The conditions of the checker."""
    known: int = KNOWN
    """Up to how many stacks the checker knows every board."""
    prior: str = "none"
    """With a prior the selection is PUCT, otherwise UCT."""
    decided: int = 0
    """With this many stacks or fewer a simulation is decided by the checker: at most one more than it knows, where it
    looks at the boards after the next move."""
    commit: bool = False
    """A won simulation is a solution: it is played."""
    prove: bool = False
    """A node all of whose children are unsolvable is unsolvable."""
    transpositions: bool = False
    """Boards that are reached in several ways are one node."""
    keep: bool = False
    """The tree is kept from move to move."""
    ask: Judge | None = field(default=None, repr=False)
    """A prior from outside, such as a neural network; it takes the place of `prior`."""

    _rules: SearchRules = field(init=False, repr=False)
    _tree: SearchTree | None = field(default=None, init=False, repr=False)
    _shape: tuple[int, int] = field(default=(0, 0), init=False, repr=False)
    _next: Board | None = field(default=None, init=False, repr=False)
    _cards: Cards = field(default_factory=lambda: np.zeros(0, np.uint8), init=False, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= MOST_ITERATIONS:
            raise BoafError(f"iterations must be from 1 to {MOST_ITERATIONS:,}, not {self.iterations:,}")
        if self.lookahead not in (0, 1, 2):
            raise BoafError(f"lookahead must be 0, 1 or 2, not {self.lookahead}")
        for name in ("weight", "exploration"):
            if not isfinite(getattr(self, name)):
                raise BoafError(f"{name} must be a number, not {getattr(self, name)}")
        if not 0 <= self.noise <= MOST_NOISE:
            raise BoafError(f"noise must be 0 to {MOST_NOISE}, not {self.noise}")
        chosen = {"noise": (self.noise * UNIT // 1000).bit_length()}
        for name, kind in _KINDS.items():
            known = {member.name.lower(): int(member) for member in kind if member is not PriorKind.ASKED}
            if getattr(self, name) not in known:
                raise BoafError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)!r}")
            chosen[name] = known[getattr(self, name)]
        new_checker(2, 2, conditions=self.conditions, known=self.known)
        if self.decided < 0:
            raise BoafError(f"decided must be 0 or more, not {self.decided}")
        chosen["decided"] = min(self.decided, self.known + 1)
        if self.ask is not None:
            chosen["prior"] = int(PriorKind.ASKED)
        self._rules = SearchRules(**{name: chosen.get(name, getattr(self, name)) for name in SearchRules._fields})

    def think(self, board: Board, random: SplitMix64) -> Thought:
        """Follow the plan, look ahead, or search."""
        require_a_move(board)
        tree = self._tree_for(board.rows, board.cols)
        if board != self._next:
            copy_frame(frames_of(board), 0, tree.frames, 0)
            begin_game(tree)
            self._cards = cards_of(board) if self.ask else self._cards
        tree.random[0] = random.next()
        step = begin_move(tree, self._rules)
        reason = "solution" if tree.state[0]["planned"] else "lookahead"
        if step < 0:
            tree, halt = self._search(tree)
            reason = "solution" if tree.state[0]["planned"] else "lost" if halt == Halt.LOST else "search"
            step = conclude(tree, self._rules)
        (move,) = moves_of(board, [int(step)])
        thought = Thought(move, reason, self._candidates(board, tree, int(step), reason in ("solution", "lookahead")))
        play_step(tree, self._rules, step)
        self._next = board.copy()
        self._next.push(move)
        return thought

    def _search(self, tree: SearchTree) -> tuple[SearchTree, Halt]:
        """Search for the iterations, or as long as the time allows; the tree, which may have grown."""
        limits = Limits(max_seconds=self.max_seconds)
        while True:
            goal = min(int(tree.state[0]["done"]) + _SLICE, self.iterations)
            halt = search(tree, self._rules, goal)
            if halt == Halt.FULL:
                self._tree = tree = enlarged(tree)
            elif halt == Halt.NEED_PRIOR and self.ask:
                self._fill_priors(tree, self.ask)
            elif halt != Halt.FINISHED or goal == self.iterations:
                return tree, halt
            if not limits.seconds_left:
                return tree, Halt.FINISHED

    def play_many(self, cards: Cards, rows: int, cols: int, seeds: NDArray[np.uint64]) -> Playouts:
        """Play whole games in compiled code, unless a prior is asked for or the time is limited."""
        if self.ask is not None or self.max_seconds is not None:
            return super().play_many(cards, rows, cols, seeds)
        tree, self._next = self._tree_for(rows, cols), None
        found, own = new_playouts(cards.shape[:1], cards.shape[1]), np.zeros(1, np.uint64)
        state = tree.state[0]
        state["game"], state["phase"], state["moves"] = -1, Phase.BEGIN, 0
        while not _play_games(tree, self._rules, self.iterations, cards, seeds, own, found):
            self._tree = tree = enlarged(tree)
        return found

    @property
    def games_at_once(self) -> int:
        """About as many games as take some tenths of a second."""
        return max(2000 // self.iterations, 1) if not self._rules.commit else 100

    def _tree_for(self, rows: int, cols: int) -> SearchTree:
        if self._tree is None or self._shape != (rows, cols):
            checker = new_checker(rows, cols, conditions=self.conditions, known=self.known)
            self._tree, self._shape, self._next = new_search_tree(rows, cols, checker), (rows, cols), None
        return self._tree

    def _fill_priors(self, tree: SearchTree, ask: Judge) -> None:
        """Ask for the priors of the node at the end of the way."""
        tops = pending_tops(tree)
        cards = np.where(tops == EMPTY, np.uint8(EMPTY), self._cards[np.minimum(tops, len(self._cards) - 1)])
        values = np.asarray(ask(cards, *self._shape), np.float64)
        if values.shape != (len(cards),) or not np.all(np.isfinite(values)) or np.any(values < 0):
            raise BoafError(f"a prior must give {len(cards)} numbers that are not negative, one for each board")
        node = tree.nodes[tree.way[tree.state[0]["depth"]]["node"]]
        total = values.sum()
        shares = values / total if total else np.full(len(values), 1 / len(values))
        tree.edges["prior"][node["first"] : node["first"] + node["edges"]] = shares

    def _candidates(self, board: Board, tree: SearchTree, chosen: int, wins: bool) -> tuple[Candidate, ...]:
        """The moves at the root, the chosen one first (it may be known to win), then by visits and value."""
        found: list[tuple[int, int, float, Verdict]] = []
        number = tree.state[0]["root"]
        if number != NO_NODE:
            root = tree.nodes[number]
            for edge in tree.edges[root["first"] : root["first"] + root["edges"]]:
                child = tree.nodes[edge["child"]]
                visits = int(child["visits"])
                value = float(child["total"]) / visits if visits else 0.0
                step, verdict = int(edge["step"]), VERDICTS[Status(child["status"])]
                found.append((step, visits, value, Verdict.SOLVABLE if wins and step == chosen else verdict))
        if chosen not in (step for step, *_ in found):
            found.append((chosen, 0, 0.0, Verdict.SOLVABLE if wins else Verdict.UNKNOWN))
        found.sort(key=lambda row: (row[0] != chosen, -row[1], -row[2]))
        return tuple(Candidate(moves_of(board, [row[0]])[0], *row[1:]) for row in found)


@dataclass(kw_only=True)
class MctsPlayer(TreePlayer):
    """The player of Roberson & Sperduto (2019), and how it fills in what the paper leaves open.

    In the paper: a lookahead of two steps for a board that the checker calls solvable; every child is explored once
    before UCT is used; a solvable child is taken at once; an unsolvable child is never added; all other children of a
    node are added together, and the simulation starts from one of them, drawn at random; the heuristic chooses the
    moves of the simulation.

    Left open:

    - the reward. The paper's background has "the ratio of games won to games played": a win is worth 1, a loss 0;
    - the constant. The paper writes UCT with Cp like the survey it cites, which uses 1/√2 for rewards in 0 … 1;
    - how the heuristic guides simulations: the move of the highest value, drawn among equals;
    - which move is played: the one with the most visits, the usual rule, drawn among equals. With 100 iterations most
      moves are equal: among 15 to 40 of them none gets more than two or three visits. Hence the cliff of Table 3, from
      44 % at 100 iterations to 95 % at 300. With ties broken by the highest mean (`ties=other`) the player wins far
      more games at 100, and the cliff is gone (`python studies/player_readings.py`);
    - the cases of three to five cards that the checker knows: all.

    Each of these is an option. The defaults follow the text to the letter where it says something; with them (reading
    A) the rates of Table 3 are reproduced within some points. `READINGS` has two more, which are nearer from 300
    iterations on. All three were chosen out of some fifty after a look at that table, so their fit is no evidence for
    them; it is evidence that ties are broken arbitrarily. `boaf reproduce mcts --table table-3` plays all three.
    """


READINGS: dict[str, dict[str, Any]] = {
    "A": {},
    "B": {"exploration": 1.0, "expand_all": False},
    "C": {"exploration": 1.0, "decided": 5},
}
"""Readings of `MctsPlayer`. A: the text's. B: Cp = 1, and a new node is simulated, and expanded at its second visit.
C: Cp = 1, and simulations end where the checker knows the answer."""


@dataclass(kw_only=True)
class FlockPlayer(TreePlayer):
    """Our Monte Carlo player, with the solvability checker of Roberson & Sperduto (2019) and no exact solver.

    It differs from `MctsPlayer`:

    - a simulation that ends with one stack is a solution: it is remembered and played (`commit`);
    - simulations follow our fitted move ordering with some noise, and end where the checker knows the answer
      (`simulation`, `noise`, `decided`);
    - the same ordering is the prior of the selection (`prior`), so that likely moves are searched first;
    - a node all of whose children are unsolvable is unsolvable, up to the root (`prove`), boards that are reached in
      several ways are one node (`transpositions`), and the tree is kept from move to move (`keep`).

    A won simulation ends the search, so if only wins counted, all rewards but the last would be 0. The reward is the
    score instead, which prefers near misses.
    """

    explore_first: bool = False
    simulation: str = "fitted"
    noise: int = 2000
    reward: str = "score"
    exploration: float = 1.0
    ties: str = "other"
    prior: str = "fitted"
    decided: int = KNOWN + 1
    commit: bool = True
    prove: bool = True
    transpositions: bool = True
    keep: bool = True


@compiled
def _play_games(
    tree: SearchTree,
    rules: SearchRules,
    iterations: int,
    cards: Cards,
    seeds: NDArray[np.uint64],
    own: NDArray[np.uint64],
    found: Playouts,
) -> bool:
    """Play all games, one after another; false if the tree must grow before this is called again.

    Shapes: cards (games, cells), seeds (games,), and so the arrays of `found`; own (1,).
    """
    state, frames = tree.state[0], tree.frames
    while True:
        game = state["game"]
        # No game yet, or this one is over: keep its result and begin the next.
        if state["phase"] == Phase.BEGIN and (game < 0 or not has_move(frames.match, np.int64(0), frames.line)):
            if game >= 0:
                found.scores[game], found.stacks[game] = score_of(frames, np.int64(0)), count(frames.occupied[0])
            game += 1
            if game == len(cards):
                return True
            put_cards(cards[game], frames, np.int64(0))
            begin_game(tree)
            state["game"] = game
            own[0] = seeds[game]
            continue
        # A move draws one random number when it begins, not again when it goes on after the tree has grown.
        step = np.int64(-1)
        if state["phase"] == Phase.BEGIN:
            tree.random[0] = next_random(own)
            step = begin_move(tree, rules)
        if step < 0:
            if search(tree, rules, iterations) == Halt.FULL:
                return False
            step = conclude(tree, rules)
        found.steps[game, state["moves"]] = step
        play_step(tree, rules, step)
