"""Train a small agent for a minute and draw its learning curve.

    python examples/train_agent.py --seconds 60 --out curve.png
    python examples/train_agent.py --updates 600 --seed 1 --save examples/agents/1.safetensors

With `--updates` alone, nothing depends on the clock: the same seed gives the same agent on the same machine.
`--player train_agent:Trained -o agent=1` plays a saved one (`PYTHONPATH=examples boaf match …`).

The agent describes each legal move by 23 numbers: how many stacks match the two that would meet, how many are in line
with them, how many others depend on them for a move, and what the moved stack could do in its new cell. They are
products of the match and position matrices, so they do not depend on the order of rows, columns or cards. Two small
networks learn the value of a move and of a board by proximal policy optimisation (Schulman et al. 2017) on the vector
environment. Illegal moves are masked. The reward is the gain in score, because random moves win only one game in
thousands. At the end the agent plays numbered deals, always with its most likely move, and so does a random player.
Needs the extras `learn`, `neural` and `research`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

import boaf
from boaf.deals import SplitMix64
from boaf.envs import observe
from boaf.support.intervals import wilson

ID = "boaf.envs:BirdsOfAFeather-v0"
ROWS, COLS = 4, 4
CELLS = ROWS * COLS
GAMES, STEPS = 512, 16
"""Parallel games, and steps of each game between two updates."""
EPOCHS, BATCH = 4, 2
"""Passes over all steps per update, and steps per batch."""
RATE, CLIP, DECAY, ENTROPY = 3e-3, 0.2, 0.95, 0.003
WIDTH = 32
AGENTS = Path(__file__).parent / "agents"
"""Where saved agents are, one for each seed of a training."""
_CELL = np.arange(CELLS)
_IN_LINE = (_CELL[:, None] // COLS == _CELL // COLS) | (_CELL[:, None] % COLS == _CELL % COLS)
LINE = torch.from_numpy(_IN_LINE & ~np.eye(CELLS, dtype=np.bool_)).float()


class Look(NamedTuple):
    """The features of many games."""

    game: Tensor
    """The game of each legal move. Shape (moves,)."""
    action: Tensor
    """Shape (moves,)."""
    moves: Tensor
    """Shape (moves, 23)."""
    boards: Tensor
    """Shape (games, 7)."""


def look(observation: NDArray[np.int8]) -> Look:
    """The features of boards, given as observations of shape (games, planes, rows, cols)."""
    planes = torch.from_numpy(observation).float().flatten(2)
    match, heights = planes[:, :-1], planes[:, -1]
    occupied = (heights > 0).float()
    line = LINE * occupied[:, :, None] * occupied[:, None, :]
    legal = match * line
    matches, lines, moves = match.sum(2), line.sum(2), legal.sum(2)
    lonely = (matches == 1).float()
    stuck, nearly_stuck = occupied * (moves == 0), (moves == 1).float()

    def around(graph: Tensor, stacks: Tensor) -> Tensor:
        return (graph @ stacks[:, :, None]).squeeze(2)

    of_stack = [
        heights / 4,
        matches / 4,
        lines / 4,
        moves / 2,
        around(match, lonely),
        around(legal, nearly_stuck),
        around(match, stuck),
    ]
    of_pair = [
        match @ match / 4,
        match @ line / 2,
        legal @ legal / 2,
        (match * stuck[:, None, :]) @ line,
        (match * nearly_stuck[:, None, :]) @ line,
    ]
    of_board = [
        occupied.sum(1) / 8,
        matches.sum(1) / 32,
        lines.sum(1) / 32,
        moves.sum(1) / 16,
        stuck.sum(1) / 2,
        nearly_stuck.sum(1) / 2,
        (occupied * (matches == 0)).sum(1),
    ]
    boards = torch.stack(of_board, 1)
    game, source, target = legal.nonzero(as_tuple=True)
    stacks = torch.stack(of_stack, 2)
    pairs = torch.stack([pair[game, source, target] for pair in of_pair], 1)
    seen = torch.cat([stacks[game, source], stacks[game, target], pairs, boards[game, :4]], 1)
    return Look(game, source * CELLS + target, seen, boards)


def join(looks: list[Look]) -> Look:
    """The features of several steps in one batch."""
    firsts = np.cumsum([0, *(len(seen.boards) for seen in looks[:-1])]).tolist()
    games = [seen.game + first for seen, first in zip(looks, firsts, strict=True)]
    action, moves, boards = (torch.cat(parts) for parts in list(zip(*looks, strict=True))[1:])
    return Look(torch.cat(games), action, moves, boards)


def network(inputs: int) -> nn.Sequential:
    """A multilayer perceptron with one output."""
    return nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))


class Agent(nn.Module):
    """Two networks: one for moves, one for boards."""

    def __init__(self) -> None:
        super().__init__()
        self.moves, self.boards = network(23), network(7)

    def forward(self, seen: Look) -> tuple[Tensor, Tensor]:
        """The log-probability of each legal move, and the expected return. Shapes (moves,) and (games,)."""
        scores = self.moves(seen.moves).squeeze(1).clamp(-30, 30)
        totals = torch.zeros(len(seen.boards)).index_add(0, seen.game, scores.exp())
        return scores - totals.log()[seen.game], self.boards(seen.boards).squeeze(1)


def spread(seen: Look, values: Tensor) -> Tensor:
    """Values of legal moves, as a table with −∞ for the illegal ones. Shapes (moves,), (games, actions)."""
    return torch.full((len(seen.boards), CELLS**2), -torch.inf).index_put((seen.game, seen.action), values)


def make_games(games: int, autoreset_mode: str) -> Any:
    """A vector environment."""
    return gymnasium.make_vec(ID, num_envs=games, rows=ROWS, cols=COLS, reward="score", autoreset_mode=autoreset_mode)


@dataclass
class Curve:
    """After each update: seconds spent, games played, and the share of games won since the last one."""

    seconds: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    won: list[float] = field(default_factory=list)


class Step(NamedTuple):
    """One step of all games; all but the first of shape (games,)."""

    seen: Look
    action: Tensor
    chance: Tensor
    """The log-probability of the action."""
    value: Tensor
    reward: Tensor
    ended: Tensor


def train(
    agent: Agent, curve: Curve, seconds: float, updates: int | None, seed: int, tell: Callable[[float, float], None]
) -> None:
    """Play and learn for some seconds or updates, whichever ends first, and record the progress in `curve`.

    `tell` is called with the share of the work that is done and the share of recent games won.
    """
    envs = make_games(GAMES, "SameStep")
    optimiser = torch.optim.Adam(agent.parameters(), RATE)
    observation, _ = envs.reset(seed=seed)
    played = 0
    began = monotonic()
    while not curve.seconds or (curve.seconds[-1] < seconds and len(curve.seconds) != updates):
        steps: list[Step] = []
        outcomes: list[NDArray[np.bool_]] = []
        for _ in range(STEPS):
            seen = look(observation)
            with torch.no_grad():
                chances, value = agent(seen)
            noise = -torch.empty_like(chances).exponential_().log()
            action = spread(seen, chances + noise).argmax(1)
            observation, reward, ended, _, infos = envs.step(action.numpy())
            if ended.any():
                outcomes.append(infos["final_info"]["is_success"][ended])
            chance = spread(seen, chances).gather(1, action[:, None]).squeeze(1)
            told = torch.from_numpy(reward).float(), torch.from_numpy(ended)
            steps.append(Step(seen, action, chance, value, *told))
        with torch.no_grad():
            last_value = agent(look(observation))[1]
        done = (monotonic() - began) / seconds if updates is None else len(curve.seconds) / updates
        optimiser.param_groups[0]["lr"] = RATE * max(0.1, 1 - done)
        learn(agent, optimiser, steps, estimate_advantages(steps, last_value))
        won = np.concatenate(outcomes)
        played += len(won)
        curve.seconds.append(monotonic() - began)
        curve.games.append(played)
        curve.won.append(float(won.mean()))
        tell(done, curve.won[-1])
    envs.close()


def estimate_advantages(steps: list[Step], last_value: Tensor) -> Tensor:
    """The advantage of each step, by generalised advantage estimation. Shape (steps, games)."""
    found: list[Tensor] = []
    later = torch.zeros_like(last_value)
    value_after = last_value
    for step in reversed(steps):
        goes_on = (~step.ended).float()
        later = step.reward + goes_on * (value_after + DECAY * later) - step.value
        value_after = step.value
        found.append(later)
    return torch.stack(found[::-1])


def learn(agent: Agent, optimiser: torch.optim.Optimizer, steps: list[Step], advantages: Tensor) -> None:
    """An update by proximal policy optimisation; advantages of shape (steps, games)."""
    aims = torch.stack([step.value for step in steps]) + advantages
    weights = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(steps)).view(-1, BATCH):
            taken = [steps[k] for k in part.tolist()]
            seen = join([step.seen for step in taken])
            chances, value = agent(seen)
            action, before = torch.cat([step.action for step in taken]), torch.cat([step.chance for step in taken])
            weight, aim = weights[part].flatten(), aims[part].flatten()
            ratio = (spread(seen, chances).gather(1, action[:, None]).squeeze(1) - before).exp()
            gain = torch.minimum(ratio * weight, ratio.clamp(1 - CLIP, 1 + CLIP) * weight).mean()
            entropy = -(chances.exp() * chances).sum() / len(action)
            loss = functional.mse_loss(value, aim) - gain - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


Player = Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]
"""Chooses an action for each game, given observations and masks."""


def play(player: Player, deals: int) -> int:
    """How many of the numbered deals 0 … deals − 1 a player wins."""
    envs = make_games(deals, "NextStep")
    observation, infos = envs.reset(options={"deal": range(deals)})
    over, won = np.zeros(deals, np.bool_), np.zeros(deals, np.bool_)
    while not over.all():
        observation, _, ended, _, infos = envs.step(player(observation, infos["action_mask"]))
        won |= infos["is_success"] & ~over
        over |= ended
    envs.close()
    return int(won.sum())


def favourite(agent: Agent) -> Player:
    """A player that makes the agent's most likely move."""

    def choose(observation: NDArray[np.int8], _: NDArray[np.int8]) -> NDArray[np.int64]:
        with torch.no_grad():
            seen = look(observation)
            return spread(seen, agent(seen)[0]).argmax(1).numpy()

    return choose


class Trained:
    """A player for boaf that makes the favourite move of a saved agent. 4 × 4 boards only."""

    def __init__(self, agent: int = 0) -> None:
        torch.set_num_threads(1)  # one board at a time: more threads would wait for each other
        self.agent = Agent()
        self.agent.load_state_dict(load_file(AGENTS / f"{agent}.safetensors"))

    def choose(self, board: boaf.Board, random: SplitMix64) -> boaf.Move:  # noqa: ARG002
        """The favourite move."""
        if (board.rows, board.cols) != (ROWS, COLS):
            raise ValueError(f"the agent plays {ROWS} × {COLS} boards, not {board.rows} × {board.cols}")
        heights = np.array([[len(stack) for stack in board.stacks]])
        observation = observe(board.cards()[None], ROWS, COLS, heights=heights)
        (action,) = favourite(self.agent)(observation, np.empty(0, np.int8)).tolist()
        source, target = (board.tops[cell] for cell in divmod(action, CELLS))
        return next(move for move in board.legal_moves if (move.source, move.target) == (source, target))


def anything(seed: int) -> Player:
    """A player that chooses a legal move uniformly at random."""
    random = np.random.default_rng(seed)
    return lambda _, masks: (random.random(masks.shape) * masks).argmax(1)


def draw(curve: Curve, by_chance: float, path: Path) -> None:
    """Draw the learning curve to a file."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    picture, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    axes.plot(curve.games, [100 * share for share in curve.won], linewidth=0.8, label="agent, while it learns")
    axes.axhline(100 * by_chance, color="red", label="random moves")
    axes.set(xlabel=f"games played in {curve.seconds[-1]:.0f} seconds", ylabel="games won (%)", ylim=(0, 100))
    axes.grid(alpha=0.3)
    axes.legend()
    picture.savefig(path, dpi=150)


def main() -> None:
    """Train, test, draw; print one JSON object."""
    parser = argparse.ArgumentParser(description="Train a small agent and draw its learning curve.")
    parser.add_argument("--seconds", type=float, help="how long to train (default: 60, or as long as --updates takes)")
    parser.add_argument("--updates", type=int, help="stop after this number of updates")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deals", type=int, default=5000, help="test on the numbered deals 0 … DEALS − 1")
    parser.add_argument("--out", type=Path, default=Path("curve.png"), help="the picture of the learning curve")
    parser.add_argument("--save", type=Path, help="a file for the agent, such as agent.safetensors")
    chosen = parser.parse_args()
    seconds = chosen.seconds if chosen.seconds is not None else 60 if chosen.updates is None else inf
    if min(seconds, chosen.deals, 1 if chosen.updates is None else chosen.updates) <= 0:
        parser.error("--seconds, --deals and --updates must be above 0")

    torch.manual_seed(chosen.seed)
    agent = Agent()
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("learning", total=1.0)
        curve = Curve()
        with suppress(KeyboardInterrupt):  # test and draw what was learned so far
            train(
                agent,
                curve,
                seconds,
                chosen.updates,
                chosen.seed,
                lambda done, won: progress.update(task, completed=done, description=f"learning, {won:.0%} won"),
            )
    if not curve.seconds:
        sys.exit(130)
    if chosen.save:
        save_file(agent.state_dict(), chosen.save)
    players = {"agent": favourite(agent), "random": anything(chosen.seed)}
    shares = {name: wilson(play(choose, chosen.deals), chosen.deals) for name, choose in players.items()}
    draw(curve, shares["random"].share, chosen.out)
    answer = {
        "seconds": curve.seconds[-1],
        "updates": len(curve.seconds),
        "games": curve.games[-1],
        "deals": chosen.deals,
        "won": {name: {"share": s.share, "low": s.low, "high": s.high} for name, s in shares.items()},
        "curve": str(chosen.out),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
