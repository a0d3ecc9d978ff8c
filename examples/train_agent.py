"""Train a small agent for a minute and draw its learning curve.

    python examples/train_agent.py --seconds 60 --out curve.png

The agent is a graph network. It sees which stacks match and which stand in line, and for three rounds every stack
gathers what its partners know; a move is then scored from what its two stacks know. Such a network has the symmetries
of the game built in: it does not matter which row, column or card is which. It learns by proximal policy optimisation
(Schulman et al. 2017) on the vector environment, with illegal moves masked and 1 for a win as the only reward. In the
end it plays numbered deals, always its favourite move, beside a player that moves at random. Needs the extras `gym`,
`neural` and `plots`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from torch import Tensor, nn
from torch.nn import functional

from boaf.census.counts import wilson

ID = "boaf.play.env:BirdsOfAFeather-v0"
GAMES, STEPS = 512, 16
"""How many games are played side by side, and how many steps of each between two updates."""
EPOCHS, BATCH = 3, 2048
RATE, CLIP, DECAY, ENTROPY = 2e-3, 0.2, 0.95, 0.01
WIDTH = 32


class Agent(nn.Module):
    """Scores for all moves, and what is expected from here."""

    def __init__(self, rows: int, cols: int) -> None:
        super().__init__()
        cells = torch.arange(rows * cols)
        row, column = cells // cols, cells % cols
        line = (row[:, None] == row) | (column[:, None] == column)
        self.line = nn.Parameter(line.fill_diagonal_(False).float(), requires_grad=False)
        self.moves = nn.Sequential(
            nn.Linear(23, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1)
        )
        self.value = nn.Sequential(
            nn.Linear(7, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1)
        )

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Observations of shape (games, planes, rows, cols) to shapes (games, actions) and (games,)."""
        planes = observations.float().flatten(2)
        match, heights = planes[:, :-1], planes[:, -1]
        occupied = (heights > 0).float()
        line = self.line * occupied[:, :, None] * occupied[:, None, :]
        legal = match * line
        matches, lines, moves = match.sum(2), line.sum(2), legal.sum(2)
        stuck, nearly = occupied * (moves == 0), (moves == 1).float()
        lonely = (matches == 1).float()
        stacks = occupied.sum(1)

        of_stack = torch.stack(
            [
                heights / 4,
                matches / 4,
                lines / 4,
                moves / 2,
                torch.einsum("gij,gj->gi", match, lonely),
                torch.einsum("gij,gj->gi", legal, nearly),
                torch.einsum("gij,gj->gi", match, stuck),
            ],
            2,
        )
        of_pair = torch.stack(
            [
                match @ match / 4,
                match @ line / 2,
                legal @ legal / 2,
                (match * stuck[:, None, :]) @ line,
                (match * nearly[:, None, :]) @ line,
            ],
            3,
        )
        of_board = torch.stack(
            [
                stacks / 8,
                matches.sum(1) / 32,
                lines.sum(1) / 32,
                moves.sum(1) / 16,
                stuck.sum(1) / 2,
                nearly.sum(1) / 2,
                (occupied * (matches == 0)).sum(1),
            ],
            1,
        )
        game, source, target = legal.nonzero(as_tuple=True)
        known = [of_stack[game, source], of_stack[game, target], of_pair[game, source, target], of_board[game, :4]]
        scores = torch.full_like(legal, -1e9)
        scores[game, source, target] = self.moves(torch.cat(known, 1)).squeeze(1)
        return scores.flatten(1), self.value(of_board).squeeze(1)


def make_games(games: int, autoreset_mode: str = "SameStep") -> Any:
    """A vector environment."""
    return gymnasium.make_vec(ID, num_envs=games, reward="score", autoreset_mode=autoreset_mode)


@dataclass
class Curve:
    """The share of games won between two updates, and when."""

    seconds: list[float]
    games: list[int]
    won: list[float]


def train(agent: Agent, seconds: float, seed: int, tell: Callable[[float, float], None]) -> Curve:
    """Play and learn for so long; `tell` is called with the seconds spent and the share of games won lately."""
    envs = make_games(GAMES)
    optimiser = torch.optim.Adam(agent.parameters(), RATE)
    curve = Curve([], [], [])
    played = 0
    began = monotonic()
    observation, _ = envs.reset(seed=seed)
    while (spent := monotonic() - began) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.05, 1 - spent / seconds)
        shown, actions, chances, values, rewards, ended = ([] for _ in range(6))
        outcomes: list[NDArray[np.bool_]] = []
        for _ in range(STEPS):
            with torch.no_grad():
                scores, value = agent(torch.from_numpy(observation))
                chance = torch.log_softmax(scores, 1)
                action = torch.multinomial(chance.exp(), 1).squeeze(1)
            shown.append(torch.from_numpy(observation))
            observation, reward, terminated, _, infos = envs.step(action.numpy())
            actions.append(action)
            chances.append(chance.gather(1, action[:, None]).squeeze(1))
            values.append(value)
            rewards.append(torch.from_numpy(reward).float())
            ended.append(torch.from_numpy(terminated))
            if "final_info" in infos:
                outcomes.append(infos["final_info"]["is_success"][terminated])
        with torch.no_grad():
            values.append(agent(torch.from_numpy(observation))[1])
        advantages = estimate_advantages(rewards, values, ended)
        learn(
            agent,
            optimiser,
            torch.cat(shown),
            torch.cat(actions),
            torch.cat(chances),
            torch.cat(values[:-1]),
            advantages,
        )
        won = np.concatenate(outcomes)
        played += len(won)
        curve.seconds.append(monotonic() - began)
        curve.games.append(played)
        curve.won.append(float(won.mean()))
        tell(curve.seconds[-1], curve.won[-1])
    envs.close()
    return curve


def estimate_advantages(rewards: list[Tensor], values: list[Tensor], ended: list[Tensor]) -> Tensor:
    """How much better each step turned out than expected (generalised advantage estimation). Shape (steps · games,)."""
    found: list[Tensor] = []
    later = torch.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        goes_on = (~ended[step]).float()
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        later = surprise + DECAY * goes_on * later
        found.append(later)
    return torch.cat(found[::-1])


def learn(
    agent: Agent,
    optimiser: torch.optim.Optimizer,
    shown: Tensor,
    actions: Tensor,
    chances: Tensor,
    values: Tensor,
    advantages: Tensor,
) -> None:
    """Some epochs of proximal policy optimisation. Shapes (steps · games, …)."""
    aims = values + advantages
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).split(BATCH):
            scores, value = agent(shown[part])
            logs = torch.log_softmax(scores, 1)
            ratio = (logs.gather(1, actions[part][:, None]).squeeze(1) - chances[part]).exp()
            gain = torch.minimum(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part]).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            loss = functional.mse_loss(value, aims[part]) - gain - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def play(choose: Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]], deals: int) -> int:
    """How many of the numbered deals 0 … deals − 1 a player wins, given observations and masks."""
    envs = make_games(deals, "NextStep")
    observation, infos = envs.reset(options={"deal": range(deals)})
    over = np.zeros(deals, np.bool_)
    won = np.zeros(deals, np.bool_)
    while not over.all():
        observation, _, terminated, _, infos = envs.step(choose(observation, infos["action_mask"]))
        won |= infos["is_success"] & ~over
        over |= terminated
    envs.close()
    return int(won.sum())


def favourite(agent: Agent) -> Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]:
    """A player that makes the agent's favourite move."""

    @torch.no_grad()
    def choose(observation: NDArray[np.int8], _: NDArray[np.int8]) -> NDArray[np.int64]:
        return agent(torch.from_numpy(observation))[0].argmax(1).numpy()

    return choose


def anything(seed: int) -> Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]:
    """A player that makes any legal move with the same chance."""
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
    parser.add_argument("--seconds", type=float, default=60, help="how long to train")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deals", type=int, default=5000, help="test on the numbered deals 0 … DEALS − 1")
    parser.add_argument("--out", type=Path, default=Path("curve.png"), help="the picture of the learning curve")
    chosen = parser.parse_args()

    torch.manual_seed(chosen.seed)
    agent = Agent(4, 4)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("learning", total=chosen.seconds)
        curve = train(
            agent,
            chosen.seconds,
            chosen.seed,
            lambda spent, won: progress.update(task, completed=spent, description=f"learning, {won:.0%} won"),
        )
    players = {"agent": favourite(agent), "random": anything(chosen.seed)}
    shares = {name: wilson(play(choose, chosen.deals), chosen.deals) for name, choose in players.items()}
    draw(curve, shares["random"].share, chosen.out)
    answer = {
        "seconds": curve.seconds[-1],
        "games": curve.games[-1],
        "deals": chosen.deals,
        "won": {name: {"share": s.share, "low": s.low, "high": s.high} for name, s in shares.items()},
        "curve": str(chosen.out),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
