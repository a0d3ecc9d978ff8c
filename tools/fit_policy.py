"""Train the network of the player `policy`: `python tools/fit_policy.py --minutes 60`.

The network looks at a board once and gives every legal move a score; the player takes the best one and never looks
ahead. It starts from the first rounds of the shipped network `stacks`, which judges boards, and a new layer judges
pairs of stacks. Deals are played on the fly from seeds above 10^9, far from all test deals: half of the moves are the
network's favourite among the winning ones, so it learns on the boards that it reaches itself, the others any winning
move. `boaf.analyze_many` gives the verdict on every legal move. Only boards with winning and losing moves teach
anything. The loss is the cross entropy of each move's verdict minus the log-likelihood of choosing a winning move.
The training writes its state every few minutes and resumes from it.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

import boaf
from boaf import analyze_many, solve_many
from boaf.kernel.dealing import EMPTY, Cards, draw_deals
from boaf.learn.neural.graph_inputs import PAIR_INPUTS, graph_inputs, stacks_of
from boaf.learn.neural.network_files import read_tensors, write_tensors
from boaf.learn.neural.networks import StackNetwork
from boaf.learn.neural.stack_inference import MOVES_KIND
from boaf.models.model_file import Description

MODELS = Path(__file__).parents[1] / "src" / "boaf" / "models"
FIRST_SEED = 1_000_000_000
DEALS = 1000
"""Deals per round of playing."""
BATCH, RATE, HIDDEN, ROUNDS = 128, 4e-4, 64, 5
_LEGAL = PAIR_INPUTS.index("legal move")


class PolicyNetwork(nn.Module):
    """The rounds of a `StackNetwork`, and a layer that scores each legal move."""

    def __init__(self, rounds: int = ROUNDS) -> None:
        super().__init__()
        trunk = StackNetwork(rounds=rounds)
        width = trunk.options["width"]
        self.options = trunk.options
        self.entry, self.rounds = trunk.entry, trunk.rounds
        self.norm = nn.LayerNorm(width)
        self.move = nn.Linear(2 * width + len(PAIR_INPUTS), HIDDEN)
        self.score = nn.Linear(HIDDEN, 1)

    def forward(self, of_stacks: Tensor, of_pairs: Tensor) -> tuple[Tensor, ...]:
        """The board, source and target of each legal move, as numbers of stacks, and its score; each (moves,)."""
        stacks = self.entry(of_stacks)
        for one_round in self.rounds:
            stacks = one_round(stacks, of_pairs)
        stacks = self.norm(stacks)
        board, source, target = of_pairs[:, _LEGAL].nonzero(as_tuple=True)
        pairs = of_pairs.permute(0, 2, 3, 1)[board, source, target]
        seen = self.move(torch.cat([stacks[board, source], stacks[board, target], pairs], 1))
        return board, source, target, self.score(functional.gelu(seen, approximate="tanh"))[:, 0]


def scores_of(network: PolicyNetwork, cards: Cards) -> NDArray[np.float32]:
    """The score of every move of 4 × 4 boards; −∞ where it is illegal. Shape (boards, cells, cells)."""
    found = np.full((len(cards), 16, 16), -np.inf, np.float32)
    stacks = stacks_of(cards)
    for count in np.unique(stacks[stacks > 1]):
        group = np.flatnonzero(stacks == count)
        for first in range(0, len(group), 512):
            part = group[first : first + 512]
            cells = np.nonzero(cards[part] != EMPTY)[1].reshape(len(part), -1)
            with torch.no_grad():
                board, source, target, score = network(*map(torch.from_numpy, graph_inputs(cards[part], 4, 4)))
            found[part[board], cells[board, source], cells[board, target]] = score
    return found


def play(network: PolicyNetwork, seeds: range, random: np.random.Generator) -> tuple[Cards, NDArray[np.bool_]]:
    """Boards with winning and losing moves on lines of play, and which moves win. Shapes (boards, 16), (…, 16, 16)."""
    cards = draw_deals(np.arange(seeds.start, seeds.stop, dtype=np.int64), 16)
    cards = cards[solve_many(seeds).solvable]
    boards, wins = [], []
    for _ in range(14):
        moves = analyze_many(cards)
        good = np.zeros((len(cards), 16, 16), np.bool_)
        good[moves.boards, moves.sources, moves.targets] = moves.solvable
        losing = np.bincount(moves.boards[~moves.solvable], minlength=len(cards)) > 0
        boards.append(cards[losing].copy())
        wins.append(good[losing])
        favourite = random.random(len(cards)) < 0.5
        score = random.random(good.shape, np.float32)
        score[favourite] = scores_of(network, cards[favourite])
        step = np.where(good, score, -np.inf).reshape(len(cards), -1).argmax(1)
        rows = np.arange(len(cards))
        cards[rows, step % 16] = cards[rows, step // 16]
        cards[rows, step // 16] = EMPTY
    return np.concatenate(boards), np.concatenate(wins)


def loss_of(network: PolicyNetwork, cards: Cards, wins: NDArray[np.bool_]) -> Tensor:
    """The loss on boards with equally many stacks."""
    board, source, target, score = network(*map(torch.from_numpy, graph_inputs(cards, 4, 4)))
    cells = np.nonzero(cards != EMPTY)[1].reshape(len(cards), -1)
    good = torch.from_numpy(wins[board, cells[board, source], cells[board, target]])
    table = torch.full((len(cards), int(board.bincount().max())), -torch.inf)
    place = (
        torch.arange(len(board))
        - torch.cumsum(torch.cat([torch.zeros(1, dtype=torch.long), board.bincount()]), 0)[board]
    )
    every = table.index_put((board, place), score).logsumexp(1)
    winning = table.index_put((board[good], place[good]), score[good]).logsumexp(1)
    verdicts = functional.binary_cross_entropy_with_logits(score, good.float())
    return (every - winning).mean() + verdicts


def win_rate(network: PolicyNetwork, seeds: range) -> float:
    """The share of the solvable deals that the network wins without looking ahead."""
    cards = draw_deals(np.arange(seeds.start, seeds.stop, dtype=np.int64), 16)
    cards = cards[solve_many(seeds).solvable]
    for _ in range(15):
        score = scores_of(network, cards).reshape(len(cards), -1)
        rows, step = np.arange(len(cards)), score.argmax(1)
        going = np.isfinite(score.max(1))
        cards[rows[going], step[going] % 16] = cards[rows[going], step[going] // 16]
        cards[rows[going], step[going] // 16] = EMPTY
    return float((stacks_of(cards) == 1).mean())


def main() -> None:
    """Train for some minutes; the rate falls to zero at the end."""
    parser = argparse.ArgumentParser(description="Train the network of the player `policy`.")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--state", type=Path, default=Path("policy-training.pt"))
    parser.add_argument("--out", type=Path, default=MODELS / "policy.safetensors")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    network = PolicyNetwork()
    trained, _ = read_tensors(MODELS / "stacks.safetensors")
    own = network.state_dict()
    network.load_state_dict(own | {name: value for name, value in trained.items() if name in own})
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=0.01)
    average = {name: value.clone() for name, value in network.state_dict().items()}
    spent, rounds = 0.0, 0
    if chosen.state.exists():
        state = torch.load(chosen.state)
        network.load_state_dict(state["network"])
        optimiser.load_state_dict(state["optimiser"])
        average, spent, rounds = state["average"], state["spent"], state["rounds"]
    while spent < 60 * chosen.minutes:
        began = time.process_time()
        random = np.random.default_rng(rounds)
        first = FIRST_SEED + rounds * DEALS
        cards, wins = play(network, range(first, first + DEALS), random)
        losses = []
        stacks = stacks_of(cards)
        order = random.permutation(len(cards))
        order = order[np.argsort(stacks[order], kind="stable")]
        parts = [
            part[k : k + BATCH]
            for part in np.split(order, np.flatnonzero(np.diff(stacks[order])) + 1)
            for k in range(0, len(part), BATCH)
        ]
        for k in random.permutation(len(parts)):
            done = (spent + time.process_time() - began) / (60 * chosen.minutes)
            optimiser.param_groups[0]["lr"] = RATE * min(1.0, (rounds + 1) / 3, max(0.0, (1 - done) * 2))
            loss = loss_of(network, cards[parts[k]], wins[parts[k]])
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            losses.append(loss.item())
            with torch.no_grad():
                for name, value in network.state_dict().items():
                    average[name].lerp_(value, 0.003 if rounds > 5 else 0.05)
        rounds += 1
        spent += time.process_time() - began
        print(f"{spent / 60:.1f} min, {rounds} rounds, {len(cards)} boards, loss {np.mean(losses):.4f}", flush=True)
        if rounds % 10 == 0:
            torch.save(
                {
                    "network": network.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "average": average,
                    "spent": spent,
                    "rounds": rounds,
                },
                chosen.state,
            )
            shadow = PolicyNetwork()
            shadow.load_state_dict(average)
            print(f"wins {win_rate(shadow, range(FIRST_SEED - 1000, FIRST_SEED)):.4f}", flush=True)
    network.load_state_dict(average)
    held_out = range(FIRST_SEED - 10_000, FIRST_SEED)
    description = Description(
        name="policy",
        kind=MOVES_KIND,
        parameters=network.options,
        recipe={"deals": [FIRST_SEED, FIRST_SEED + rounds * DEALS], "minutes": chosen.minutes, "batch": BATCH},
        metrics={"win_rate": win_rate(network, held_out), "deals": [held_out.start, held_out.stop]},
        versions={"boaf": boaf.__version__, "torch": str(torch.__version__)},
    )
    write_tensors(chosen.out, network.state_dict(), description.to_header())


if __name__ == "__main__":
    main()
