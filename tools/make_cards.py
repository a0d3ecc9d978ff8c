"""Fill the checksums and facts of docs/cards: python tools/make_cards.py, in a minute or two; --check compares instead.

What is fitted or computed describes itself, and what can be made again is made here, so that no figure is typed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boaf.learn.data import DataSet, balanced_deals, interesting_states, numbered_deals, random_states
from boaf.learn.data.files import digest_of
from boaf.learn.neural.tensor_file import description_of, metadata_of
from boaf.learn.prediction import load
from boaf.support.files import write_text
from page_blocks import filled

ROOT = Path(__file__).parent.parent
CARDS = ROOT / "docs" / "cards"
PACKAGE = ROOT / "src" / "boaf"
FILES = (
    "models/shipped.boaf",
    "models/linear-H.boaf",
    "models/lightgbm-F.boaf",
    "models/stacks.safetensors",
    "models/policy.safetensors",
    "solvers/ordering.json",
    "puzzles/difficulty.json",
    "kernel/endgame-7.bin",
    "web/static/graded.json",
)
RESULTS = ROOT / "results"
MANY = 10
"""More features or values than this are left to readers of the file."""
DATA: dict[str, Callable[[], DataSet]] = {
    "boaf dataset states --count 500000": lambda: random_states(500_000),
    "boaf dataset deals --seeds 1 100001": lambda: numbered_deals(1, 100_001),
    "boaf dataset interesting --stop 100": lambda: interesting_states(100),
    "boaf dataset balanced": balanced_deals,
}


def main() -> None:
    """Fill the pages, or say which of them are out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is out of date")
    check = parser.parse_args().check
    stale = []
    for name, texts in {"data-sets": data_texts, "models": model_texts, "results": result_texts}.items():
        page = CARDS / f"{name}.md"
        old = page.read_text(encoding="utf-8")
        new = filled(old, texts())
        if new != old:
            stale.append(str(page.relative_to(ROOT)))
            if not check:
                write_text(page, new)
    if check and stale:
        sys.exit(f"out of date: {', '.join(stale)}; run python tools/make_cards.py")


def data_texts() -> dict[str, str]:
    """The digests of data sets of a fixed size."""
    rows = ["| command | boards | solvable | SHA-256 of the rows |", "| --- | ---: | ---: | --- |"]
    for command, make in DATA.items():
        data = make()
        share = f"{100 * data.solvable.mean():.2f} %"
        rows.append(f"| `{command}` | {len(data):,} | {share} | `{digest_of(data)}` |")
    return {"digests": "\n".join(rows)}


def model_texts() -> dict[str, str]:
    """The checksums of the files in the package, and what the models say of themselves."""
    rows = ["| file in `src/boaf` | bytes | SHA-256 |", "| --- | ---: | --- |"]
    for name in FILES:
        content = (PACKAGE / name).read_bytes()
        rows.append(f"| `{name}` | {len(content):,} | `{hashlib.sha256(content).hexdigest()}` |")
    texts = {"files": "\n".join(rows)}
    for name in FILES[:5]:
        model, content = Path(name).stem, (PACKAGE / name).read_bytes()
        is_network = name.endswith(".safetensors")
        found = description_of(metadata_of(content, name), name) if is_network else load(model).description
        texts[model.lower()] = _described(model, found.to_header())
    return texts


def _described(model: str, header: dict[str, Any]) -> str:
    """The entries of a description that a reader may look for, as a list."""
    lines = [f"- **{model}**: kind {header['kind']}"]
    for entry in ("features", "recipe", "metrics"):
        value = header[entry]
        if entry == "features" and len(value) > MANY:
            value = f"{len(value)}, listed in the file"
        elif entry == "features":
            value = ", ".join(f"`{feature}`" for feature in value)
        elif isinstance(value, dict):
            value = _plain(value)
        if value:
            lines.append(f"- {entry}: {value}")
    return "\n".join(lines)


def _plain(values: dict[str, Any]) -> str:
    """The numbers and texts of nested values by their names, without those that are null."""
    texts = []
    for name, value in values.items():
        if isinstance(value, dict):
            texts += [f"{name} ({_plain(value)})"] if len(value) <= MANY else []
        elif isinstance(value, float):
            texts.append(f"{name} {value:.4g}")
        elif value is not None and not (isinstance(value, list) and any(isinstance(part, dict) for part in value)):
            texts.append(f"{name} `{json.dumps(value, ensure_ascii=False)}`")
    return ", ".join(texts)


def result_texts() -> dict[str, str]:
    """The checksums of what is in `results`."""
    rows = ["| in `results` | SHA-256 |", "| --- | --- |"]
    kept = ["census-4x4.jsonl", "census-4x4.recipe.json"]
    kept += [f"{name}.json" for name in ("claims", "hall-of-fame", "hunt", "hunt-weak", "variants")]
    places = [path for path in sorted(RESULTS.iterdir()) if path.is_dir() or path.name in kept]
    for place in places:
        name = f"{place.name}/" if place.is_dir() else place.name
        digest = _folder_digest(place) if place.is_dir() else hashlib.sha256(place.read_bytes()).hexdigest()
        rows.append(f"| `{name}` | `{digest}` |")
    return {"results": "\n".join(rows)}


def _folder_digest(folder: Path) -> str:
    """The digest of the digests of the files in a folder."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json"))
    sums = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    return hashlib.sha256("".join(sums).encode()).hexdigest()


if __name__ == "__main__":
    main()
