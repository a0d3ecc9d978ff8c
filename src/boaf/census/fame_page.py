"""The tables of docs/hall-of-fame.md, made of what `fame` found; `tables` says how they get there."""

from __future__ import annotations

from collections.abc import Sequence

from boaf.census.fame import Entry, Fame


def pictured(fame: Fame) -> dict[str, Entry]:
    """The first of each list, by the name of its picture."""
    lists = {"fewest": fame.fewest_solutions, "longest": fame.longest_search, "family": fame.largest_family}
    return {name: entries[0] for name, entries in lists.items() if entries}


def texts_of(fame: Fame) -> dict[str, str]:
    """All blocks of the page."""
    few = ", ".join(f"{number} with {solutions}" for solutions, number in fame.solutions.items())
    levels = ", ".join(f"{number} of level {level}" for level, number in fame.levels.items())
    return {
        "scope": f"Deals {fame.start:,} … {fame.stop - 1:,}, of which {fame.resisting:,} solvable ones resist.",
        "fewest": f"{_table(fame.fewest_solutions, 'solutions', 'boaf solve {} --count')}\n\n"
        f"By the number of solutions: {few}. By difficulty: {levels}.",
        "longest": _table(fame.longest_search, "nodes", "boaf solve {} --option tables=7"),
        "family": _table(fame.largest_family, "collapse sets", "boaf solve {} --solver collapse"),
        "searches": _searches(fame),
    }


def _table(entries: Sequence[Entry], value: str, command: str) -> str:
    lines = [f"| deal | {value} | command |", "| ---: | ---: | --- |"]
    lines += [f"| {entry.seed} | {entry.value:,} | `{command.format(entry.seed)}` |" for entry in entries]
    return "\n".join(lines)


def _searches(fame: Fame) -> str:
    lines = ["| search | hardest that it decides | nodes | left open |", "| --- | ---: | ---: | ---: |"]
    for name, found in fame.searches.items():
        hardest = f"{found.hardest.seed} | {found.hardest.value:,}" if found.hardest else "none |"
        lines.append(f"| `{name}` | {hardest} | {found.open} of {found.tried} |")
    return "\n".join(lines)
