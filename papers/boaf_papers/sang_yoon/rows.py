"""Rows of the tables of Sang & Yoon (2019): what networks and the odd-bird rule get right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from boaf.learn.data.data_set import PARTS
from boaf.learn.neural.image_inputs import has_odd_bird
from boaf.support.intervals import wilson
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import UNEXPLAINED, Mark, Quantity
from boaf_papers.framework.study import Cell
from boaf_papers.sang_yoon import ALL, BOAF, INIT, LOGGED_EPOCHS, Scale, Sets
from boaf_papers.sang_yoon.data_sets import PRINTED_SIZES
from boaf_papers.sang_yoon.training import EVALUATED, data_set

PRINTED_RULE = {INIT: 0.89, BOAF: 0.56}
LOGGED_LOSSES = {
    (INIT, "movability"): (48.401, 19), (INIT, "odd bird"): (16.303, 19), (INIT, "rank, suit"): (47.925, 19),
    (INIT, "movability, odd bird"): (10.776, 19), (INIT, "all maps"): (7.559, 19), (BOAF, "all maps"): (3126.137, 69),
}  # fmt: skip
"""The mean loss of a batch in the last epoch, and the number of batches, of the logs in Neural_Network/data of
github.com/yoonsejong/BirdsOfAFeatherNN."""
LOSS_ROUNDING = 0.0005
"""How far outside our trials a logged loss counts as among them."""
RATES = {
    "accuracy": ("solvable", "unsolvable"), "TPR (solvable)": ("solvable",), "TNR (unsolvable)": ("unsolvable",),
}  # fmt: skip
"""The rates of Table 5, and the kinds of boards that each is a share of."""
SAME = "answering the same for every board"


class Judged(NamedTuple):
    """What a network answers on a part of a data set."""

    boards: int
    right: int
    called_solvable: int

    @property
    def share(self) -> float:
        """The share of its answers that are right."""
        return self.right / self.boards

    @property
    def is_dead(self) -> bool:
        """Whether it answers the same for every board."""
        return self.called_solvable in (0, self.boards)


class Score(NamedTuple):
    """What claims are about: the mean accuracy of some networks on the test part, and whether one of them is dead."""

    share: float
    is_dead: bool


def judged(value: dict[str, Any], judged_on: str, part: str) -> Judged:
    """What a network answers on a part of InitSet, BOAF or All."""
    answers = [value["judged"][one][part] for one in ((INIT, BOAF) if judged_on == ALL else (judged_on,))]
    return Judged(*(sum(one[what] for one in answers) for what in Judged._fields))


def accuracies(
    name: str,
    found: Sequence[dict[str, Any]],
    judged_on: str,
    printed: Sequence[float | None] = (None, None),
    trained_on: str | None = None,
    tolerance: float = 0.0,
    why: str = "",
) -> list[Quantity]:
    """The mean accuracy of some networks on the validation and the test part of the data set, or of another.

    `tolerance` is how much it may differ on another CPU, and `why` the reason if it differs from what is printed.
    """
    quantities = []
    for part, figure in zip(EVALUATED, printed, strict=True):
        answers = [judged(value, judged_on, part) for value in found]
        dead = sum(judged(value, trained_on or judged_on, part).is_dead for value in found)
        shares, boards = [one.share for one in answers], answers[0].boards
        row = _mean_row(f"{name}, {part}", figure, shares, boards, tolerance).placed(name, part=part)
        same = sum(one.is_dead for one in answers) - dead
        known = f"printed: a network {SAME}, by Table 1" if _is_printed_dead(judged_on, part, figure) else why
        trained = _Trained(shares, boards, dead, same)
        quantities.append(replace(row, note=_remarks(row, trained, known)))
    return quantities


def score(found: Sequence[dict[str, Any]], judged_on: str, trained_on: str | None = None) -> Score:
    """What some networks score on the test part of the data set that they were trained on, or of another."""
    share = float(np.mean([judged(value, judged_on, "test").share for value in found]))
    return Score(share, any(judged(value, trained_on or judged_on, "test").is_dead for value in found))


def _mean_row(
    name: str, printed: float | None, shares: Sequence[float], boards: int, tolerance: float = 0.0
) -> Quantity:
    """The mean of the shares of some networks, with the interval of the boards they are judged on.

    If another CPU may train other networks, the mean may differ at least by as much as the shares do.
    """
    mean = float(np.mean(shares))
    interval = wilson(round(mean * boards), boards)
    tolerance = max(tolerance, max(shares) - min(shares)) if tolerance else 0.0
    return Quantity(name, printed, mean, "%", "", (interval.low, interval.high), tolerance, decimals=3)


class _Trained(NamedTuple):
    """The networks of a row."""

    shares: Sequence[float]
    boards: int
    """The boards that they are judged on."""
    dead: int
    """How many of them have died: they answer the same for every board, also of those that they were trained on."""
    same: int = 0
    """How many others answer the same for every board that they are judged on."""


def _remarks(row: Quantity, trained: _Trained, known: str = "") -> str:
    """What there is to say of the networks of a row; `known` is why it differs, if that is known."""
    shares, boards, dead, same = trained
    remarks = [f"trials {' '.join(f'{100 * share:.1f}' for share in shares)}"] if len(shares) > 1 else []
    remarks += [f"{dead} of {len(shares)} {SAME}, from each seed that was tried"] if dead else []
    remarks += [f"{same} of {len(shares)} {SAME} here, but not where trained"] if same else []
    if row.printed is not None and row.mark is not Mark.HOLDS:
        trials = [replace(row, interval=wilson(round(share * boards), boards)[1:]) for share in shares]
        if known:
            remarks.append(known)
        elif any(one.mark is Mark.HOLDS for one in trials):
            remarks.append("within the interval of a trial")
        else:
            remarks.append(f"{UNEXPLAINED} why here and not there" if dead else UNEXPLAINED)
    return "; ".join(remarks)


def _epochs(found: Sequence[dict[str, Any]]) -> int:
    """For how many epochs some networks were trained."""
    return int(found[0]["losses"][-1][0])


def _is_printed_dead(name: str, part: str, printed: float | None) -> bool:
    """Whether a printed accuracy is the share of the unsolvable boards by the printed Table 1: more than half."""
    if printed is None or name == INIT:
        return False
    number = PARTS.index(part)
    sizes = [PRINTED_SIZES[one] for one in ((INIT, BOAF) if name == ALL else (name,))]
    unsolvable = sum(one[kind][number] for one in sizes for kind in ("unsolvable, odd bird", "unsolvable, no odd bird"))
    return abs(printed - unsolvable / sum(one["all"][number] for one in sizes)) < 0.0006


def reference_cells(scale: Scale) -> dict[str, Cell]:
    """The cells of what the odd-bird rule scores, by data set."""
    return {
        name: Cell(f"references on {name}", _judge_references, {"data": name, "sets": scale.sets._asdict()}, 1, 1.0)
        for name in (INIT, BOAF)
    }


def _judge_references(_progress: Progress, data: str, sets: dict[str, int]) -> dict[str, int]:
    """How often the odd-bird rule is right on the test part."""
    test = data_set(data, Sets(**sets)).part("test")
    return {"boards": len(test), "rule": int(np.sum(~has_odd_bird(test.cards) == test.solvable))}


def rule_of(name: str, found: Mapping[Any, Any]) -> list[Quantity]:
    """What the odd-bird rule scores on the test part of InitSet or BOAF; nothing if that is not known yet."""
    if name not in found:
        return []
    by_part = (f"{100 * share:.1f} % in {part}" for part, share in zip(PARTS, printed_rule(name), strict=True))
    note = f"unsolvable iff there is an odd bird; by the printed Table 1 {', '.join(by_part)}"
    share = found[name]["rule"] / found[name]["boards"]
    rule = Quantity(f"{name}, odd-bird rule, test", PRINTED_RULE[name], share, "%", note)
    return [rule.placed(f"{name}, odd-bird rule", part="test")]


def printed_rule(name: str) -> list[float]:
    """The share of the boards of each part that the odd-bird rule is right about by the printed Table 1."""
    sizes = PRINTED_SIZES[name]
    rows = zip(sizes["unsolvable, odd bird"], sizes["solvable"], sizes["all"], strict=True)
    return [(birds + solvable) / boards for birds, solvable, boards in rows]


def rates(
    name: str, found: Sequence[Mapping[str, int]], printed: Sequence[float | None], tolerance: float = 0.0
) -> list[Quantity]:
    """Accuracy, and the shares of the solvable and of the unsolvable boards that are recognised; means of networks."""
    quantities = []
    for (what, kinds), figure in zip(RATES.items(), printed, strict=True):
        boards = sum(found[0][kind] for kind in kinds)
        shares = [sum(one[f"{kind}_right"] for kind in kinds) / boards for one in found]
        row = _mean_row(f"{name}, {what}", figure, shares, boards, tolerance).placed(name, part=what)
        quantities.append(row if what == "accuracy" else replace(row, decimals=2))
    return quantities


def network_rates(
    name: str, found: Sequence[dict[str, Any]], printed: Sequence[float | None], why: str = "", tolerance: float = 0.0
) -> list[Quantity]:
    """The rates of some networks on the deals of Table 5, with remarks on their training; `why` accuracy differs."""
    counts = [one["everything"] for one in found]
    dead = sum(map(_is_dead, counts))
    quantities = []
    for number, (row, kinds) in enumerate(zip(rates(name, counts, printed, tolerance), RATES.values(), strict=True)):
        shares = [rates(name, [one], printed)[number].computed for one in counts]
        trained = _Trained(shares, sum(counts[0][kind] for kind in kinds), dead)
        quantities.append(replace(row, note=_remarks(row, trained, "" if number else why)))
    return quantities


def has_dead(counts: Sequence[Mapping[str, int]]) -> bool:
    """Whether one of some networks answers the same for every deal of Table 5."""
    return any(map(_is_dead, counts))


def _is_dead(one: Mapping[str, int]) -> bool:
    called_solvable = one["solvable_right"] + one["unsolvable"] - one["unsolvable_right"]
    return called_solvable in (0, one["solvable"] + one["unsolvable"])


def final_losses(
    networks: Mapping[tuple[str, str], Sequence[dict[str, Any]]], tolerance: float = 0.0
) -> list[Quantity]:
    """The loss of a board in the last epoch, by data set and maps, with the authors' logs."""
    quantities = []
    for (name, feature), (loss, batches) in LOGGED_LOSSES.items():
        if found := networks.get((name, feature)):
            logged = loss * batches / PRINTED_SIZES[name]["all"][0]
            losses = [float(one["losses"][-1][1]) for one in found]
            is_among = min(losses) - LOSS_ROUNDING <= logged <= max(losses) + LOSS_ROUNDING
            epochs = _epochs(found)
            note = "among our trials" if is_among else ""
            if epochs != LOGGED_EPOCHS:
                note += f"; {epochs:,} epochs here, {LOGGED_EPOCHS} in the log"
            if len(losses) > 1:
                note += f"; trials {' '.join(f'{one:.3f}' for one in losses)}"
            note += "" if is_among else f"; {UNEXPLAINED}"
            source = "Figure 6" if (name, feature) == (INIT, "all maps") else "authors' log"
            title = f"{source}: training loss, {name}, {feature}"
            quantities.append(
                Quantity(
                    title,
                    logged,
                    float(np.mean(losses)),
                    note=note.removeprefix("; "),
                    tolerance=tolerance,
                    decimals=4,
                )
            )
    return quantities
