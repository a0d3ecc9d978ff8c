"""Make the tables and pictures of docs/hall-of-fame.md from results: python tools/make_hall_of_fame.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boaf.deals import deal
from boaf.render.board import draw
from boaf.support.files import write_text
from hall_of_fame import Entry, Fame, Lost, read_fame
from page_blocks import filled

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "hall-of-fame.md"


def main() -> None:
    """Fill the page, and draw."""
    fame = read_fame(ROOT / "results" / "hall-of-fame.json")
    write_text(PAGE, filled(PAGE.read_text(), texts_of(fame)))
    for place, seed in pictured(fame).items():
        write_text(PAGE.with_name(f"hall-of-fame-{place}.svg"), draw(deal(seed)))


def pictured(fame: Fame) -> dict[str, int]:
    """The first deal of each list, and the hardest for each search, by the name of its picture."""
    lists: dict[str, Sequence[Entry | Lost]] = {
        "fewest": fame.fewest_solutions,
        "lost": fame.most_lost,
        "longest": fame.longest_search,
        "family": fame.largest_family,
    }
    first = {name: entries[0].seed for name, entries in lists.items() if entries}
    return first | {name: found.hardest.seed for name, found in fame.searches.items() if found.hardest}


def texts_of(fame: Fame) -> dict[str, str]:
    """All blocks of the page."""
    few = ", ".join(f"{number:,} with {solutions}" for solutions, number in fame.solutions.items())
    lost = [f"{entry.seed} ({100 * entry.value:.1f} %, {entry.solutions:,})" for entry in fame.most_lost]
    return {
        "scope": f"Deals {fame.start:,} … {fame.stop - 1:,}, of which {fame.resisting:,} solvable ones resist.",
        "fewest": f"{_listed('solutions', fame.fewest_solutions)}\n\nBy the number of solutions: {few}.",
        "lost": f"Deals (games lost, solutions): {', '.join(lost)}.",
        "longest": _listed("nodes", fame.longest_search),
        "family": _listed("collapse sets", fame.largest_family),
        "searches": _searches(fame),
    }


def _listed(value: str, entries: Sequence[Entry]) -> str:
    """The deals of a list, each with its value."""
    return f"Deals ({value}): {', '.join(f'{entry.seed} ({entry.value:,})' for entry in entries)}."


def _searches(fame: Fame) -> str:
    lines = [
        f"Deals {fame.start:,} … {fame.start + fame.searched - 1:,}, at most {fame.max_nodes:,} nodes each.",
        "",
        "| search | hardest deal decided | nodes | left open |",
        "| --- | --- | ---: | ---: |",
    ]
    for name, found in fame.searches.items():
        if found.hardest:
            seed = found.hardest.seed
            picture = f"![deal {seed}](hall-of-fame-{name}.svg)"
            lines.append(f"| `{name}` | {seed} {picture} | {found.hardest.value:,} | {found.open:,} |")
        else:
            lines.append(f"| `{name}` | none | | {found.open:,} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
