"""What the commands of `boaf census` print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.cli.words import count

if TYPE_CHECKING:
    from boaf.census.blocks.file import BlockSummary
    from boaf.census.counts import Counts
    from boaf.census.report import CensusReport
    from boaf.census.run import Summary
    from boaf.census.second_opinion import VerdictCheck
    from boaf.census.verify import Verification


def describe_run(summary: Summary) -> str:
    """What a run has left, in words."""
    parameters, counts = summary.parameters, summary.counts
    rate = f", {summary.solved / summary.seconds:,.0f} deals/s" if summary.solved else ""
    there = f" ({counts.deals - summary.solved:,} were there)" if counts.deals > summary.solved else ""
    heading = f"{parameters.rows} × {parameters.cols}, deals {parameters.start} … {parameters.stop - 1}: "
    return f"{heading}{counts.deals:,} deals{there} in {summary.seconds:.1f} s{rate}\n{describe_counts(counts)}"


def describe_counts(counts: Counts, are_all: bool = False) -> str:
    """Counts as a table, with the share and its interval, or the share alone where these are all deals."""
    lines = [("solvable", counts.solvable), ("unsolvable", counts.unsolvable)]
    lines += [(f"  {reason}", number) for reason, number in (counts.reasons or {}).items()]
    lines.append(("unknown", counts.unknown))
    table = "\n".join(f"{name:18}{number:>13,}" for name, number in lines)
    both = ", unknown ones counted both ways" if counts.unknown else ""
    share = f"{counts.unsolvable_share().share:.7%}, exactly" if are_all else f"{counts.unsolvable_share()}{both}"
    return f"{table}\nunsolvable share  {share}"


def describe_verification(found: Verification, of_blocks: bool) -> str:
    """What was checked, in words."""
    read = f"{count(found.chunks, 'chunk')} read, {count(found.solutions, 'solution')} replayed"
    lines = [f"{count(found.chunks, 'block')} decided anew" if of_blocks else read]
    lines += [_describe_check(check) for check in found.checks.values() if check.deals]
    if found.missing:
        lines.append(f"{count(found.missing, 'unfinished chunk')}: the census command computes what is missing")
    lines += [f"damaged: {problem}" for problem in found.problems]
    lines += [f"repaired: {name}" for name in found.repaired]
    if not found.is_sound:
        remedy = "delete the line of a wrong block" if of_blocks else "--repair computes damaged chunks again"
        lines.append(f"the census is damaged: {remedy}")
    elif any(check.miss_chance for check in found.checks.values()):
        lines.append("no fault was found; --all checks every deal")
    else:
        lines.append("all is well")
    return "\n".join(lines)


def _describe_check(check: VerdictCheck) -> str:
    wrong = {"solvable": "is unsolvable", "unsolvable": "is solvable", "unknown": "can be decided within --max-nodes"}
    line = f"recorded as {check.verdict}: {check.checked:,} of {check.deals:,} checked again"
    if check.undecided:
        line += f", {check.undecided:,} left undecided"
    if check.miss_chance:
        return f"{line}; if one of these deals {wrong[check.verdict]}, it was missed with a chance of {_chance(check)}"
    return f"{line}, so none {wrong[check.verdict]}"


def _chance(check: VerdictCheck) -> str:
    """A chance as a percentage, with as many decimals as tell it from certainty and from nothing."""
    chance = 100 * check.miss_chance
    decimals = next((digits for digits in range(1, 12) if 0 < float(f"{chance:.{digits}f}") < 100), 12)
    return f"{chance:.{decimals}f} %" if check.checked else "100 %"


def describe_report(report: CensusReport) -> str:
    """What a census holds, in words."""
    parameters = report.parameters
    missing = f", {report.missing:,} still missing" if report.missing else ""
    heading = f"{parameters.rows} × {parameters.cols}, deals {parameters.start} … {parameters.stop - 1}{missing}"
    return f"{heading}\n{describe_counts(report.counts)}{_describe_best_scores(report)}"


def _describe_best_scores(report: CensusReport) -> str:
    if report.best_scores is None:
        return ""
    known = sum(report.best_scores.values())
    lines = [f"{'best score':10}{'unsolvable deals':>21}{'share':>10}"]
    lines += [f"{score:10,}{number:21,}{100 * number / known:8.2f} %" for score, number in report.best_scores.items()]
    if open_ones := report.counts.unsolvable - known:
        lines.append(f"{'unknown':10}{open_ones:21,}")
    return "\n" + "\n".join(lines)


def by_size(reports: list[CensusReport]) -> str:
    """Censuses as the lines of a table."""
    lines = [f"{'size':8}{'deals':>13}{'unsolvable':>13}  share"]
    for one in sorted(reports, key=lambda report: (report.parameters.rows, report.parameters.cols)):
        size = f"{one.parameters.rows} × {one.parameters.cols}"
        counts = one.counts
        lines.append(f"{size:8}{counts.deals:13,}{counts.unsolvable:13,}  {counts.unsolvable_share()}")
    return "\n".join(lines)


def describe_blocks(found: BlockSummary) -> str:
    """What a file of blocks holds, in words."""
    size = f"{found.blocks.rows} × {found.blocks.cols}"
    left = f"{found.missing:,} still missing" if found.missing else "all there are"
    heading = f"{size}, {count(found.finished, 'block')} of {found.blocks.size:,} deals, {left}"
    return f"{heading}\n{describe_counts(found.counts, are_all=not found.missing)}"
