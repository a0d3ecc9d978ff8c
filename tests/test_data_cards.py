"""The data cards name every data set and every model, with checksums that hold."""

import hashlib
import re
from pathlib import Path

import pytest

from boaf.learn.data import interesting_states, numbered_deals
from boaf.learn.data.files import digest_of
from boaf.learn.data.recipes import Balanced, Interesting, NumberedDeals, RandomStates

ROOT = Path(__file__).parent.parent
CARDS = ROOT / "docs" / "cards"
MODELS, DATA_SETS = ((CARDS / f"{name}.md").read_text() for name in ("models", "data-sets"))
PACKAGE = ROOT / "src" / "boaf"
FITTED = [*PACKAGE.glob("models/*.boaf"), *PACKAGE.glob("models/*.safetensors"), *PACKAGE.glob("kernel/*.bin")]
FITTED += [*PACKAGE.glob("solvers/*.json"), *PACKAGE.glob("puzzles/*.json"), PACKAGE / "web/static/graded.json"]


@pytest.mark.parametrize("path", FITTED, ids=lambda path: path.name)
def test_a_file_of_the_package_has_a_card(path: Path) -> None:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert f"| `{path.relative_to(PACKAGE).as_posix()}` | {path.stat().st_size:,} | `{digest}` |" in MODELS
    assert re.search(rf"^##.*\b{path.stem}\b", MODELS, re.MULTILINE)


def test_every_kind_of_data_set_has_a_card() -> None:
    for kind in (Balanced, Interesting, NumberedDeals, RandomStates):
        assert f"`boaf dataset {kind.kind}" in DATA_SETS


def test_the_rows_of_a_data_set_have_the_checksum_on_its_card() -> None:
    assert digest_of(numbered_deals(1, 100_001)) in DATA_SETS
    assert digest_of(interesting_states(100)) in DATA_SETS
