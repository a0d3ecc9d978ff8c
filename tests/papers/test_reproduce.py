"""The harness, and small versions of every experiment."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boaf.cli import main
from boaf.support.errors import BoafError
from boaf.support.progress import Progress
from boaf_papers import PAPERS, package_of, reproduce
from boaf_papers.framework import study
from boaf_papers.framework.quantity import UNEXPLAINED, Mark, Quantity, Table
from boaf_papers.sang_yoon import INIT, Sets, training
from tests.papers.tiny import TINY

pytestmark = pytest.mark.slow
LONG = pytest.mark.thorough


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    for package, scale in TINY.items():
        monkeypatch.setitem(package.SCALES, "small", scale)
    monkeypatch.setattr(study, "WORKERS", 1)


def test_a_quantity_knows_its_difference() -> None:
    assert Quantity("nodes", 10, 12).cells() == ("nodes", "10", "12", "", "+2", "")
    assert Quantity("share", 0.57, 0.5676, "%").cells() == ("share", "57.00 %", "56.76 %", "", "-0.24 points", "")
    assert Quantity("own", None, 0.5, note="not printed").cells() == ("own", "", "0.5000", "", "", "not printed")


def test_a_table_is_shown_as_text_and_as_json() -> None:
    table = Table("t", "Title", [Quantity("nodes", 10, 12)])
    assert table.to_text().splitlines()[1].split() == ["quantity", "printed", "computed", "difference", "why"]
    assert table.to_json()["quantities"][0]["difference"] == 2


@pytest.mark.parametrize(
    ("quantity", "mark"),
    [
        (Quantity("own", None, 1.0), None),
        (Quantity("rounded", 117.84, 117.8387), Mark.HOLDS),
        (Quantity("zeros", 0.4, 0.405, decimals=3), Mark.OPEN),
        (Quantity("tiny", 1.6e-07, 3.5e-07, note="another machine"), Mark.EXPLAINED),
        (Quantity.share("sample", 0.65, 70, 100), Mark.HOLDS),
        (Quantity("counts", 10, 12, note=f"some; {UNEXPLAINED}"), Mark.OPEN),
        (Quantity.claim("fails", False, "compiled code"), Mark.EXPLAINED),
        (Quantity.claim("true", True), Mark.HOLDS),
    ],
)
def test_a_printed_figure_holds_is_explained_or_is_open(quantity: Quantity, mark: Mark | None) -> None:
    assert quantity.mark is mark


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG if name == "solvability" else ()) for name in PAPERS])
def test_every_paper_is_computed(name: str) -> None:
    bars: list[str] = []
    left = 0

    @contextmanager
    def bar(work: str, total: int | None, unit: str) -> Iterator[Progress]:
        nonlocal left
        assert total is not None
        assert not unit
        bars.append(work)
        left = total
        yield count
        assert left == 0

    def count(done: int) -> None:
        nonlocal left
        left -= done

    for table in reproduce(name, "small", bar=bar):
        assert table.quantities
        for quantity in table.quantities:
            assert quantity.computed == quantity.computed, quantity.name
    first = next(iter(package_of(name).TABLES))
    assert bars[0].startswith(f"{first} (1 of ")


def test_results_are_written(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert (
        main(
            [
                "reproduce",
                "solvability",
                "--table",
                "algorithms",
                "--table",
                "cutoff",
                "--out",
                str(tmp_path / "new"),
                "--json",
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"]
    assert json.loads((tmp_path / "new" / "solvability-small.json").read_text()) == answer | {"complete": False}
    assert (tmp_path / "new" / "solvability.md").read_text().startswith("# Araki et al. (2019)")
    assert {path.name for path in (tmp_path / "new").glob("*.svg")} == {
        "solvability-algorithms-1.svg", "solvability-algorithms-2.svg", "solvability-cutoff-1.svg",
    }  # fmt: skip


def test_a_page_that_is_missing_is_written_from_the_record(tmp_path) -> None:  # type: ignore[no-untyped-def]
    command = ["reproduce", "prediction", "--table", "latin-square", "--out", str(tmp_path)]
    assert main(command) == 0
    written = {name: (tmp_path / name).read_bytes() for name in ("prediction.md", "prediction-small.json")}
    for name in written:
        (tmp_path / name).unlink()
        assert main(command) == 0
        assert {name: (tmp_path / name).read_bytes() for name in written} == written


def test_a_file_in_the_place_of_the_directory_is_refused_before_the_work(  # type: ignore[no-untyped-def]
    tmp_path, capsys, monkeypatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("boaf_papers.command.run", lambda *_: pytest.fail("figures were computed"))
    for out in (tmp_path / "file", tmp_path / "file" / "new"):
        assert main(["reproduce", "mcts", "--out", str(out)]) == 2
        assert capsys.readouterr().err == f"boaf: cannot write {out}: {tmp_path / 'file'} is not a directory\n"


def test_one_table_can_be_asked_for(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["reproduce", "solvability", "--table", "cutoff"]) == 0
    assert "Figures 4 and 5" not in capsys.readouterr().out
    assert main(["reproduce", "solvability", "--table", "nonsense"]) == 2
    assert "choose from table-1, grid, table-2, table-3, cutoff" in capsys.readouterr().err


def test_an_unknown_paper_is_told_all_that_can_be_named(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["reproduce", "magic"]) == 2
    assert capsys.readouterr().err == f"boaf: unknown paper 'magic': choose from {', '.join(PAPERS)} or all\n"


def test_unknown_papers_and_scales_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown paper 'magic': choose from"):
        reproduce("magic")
    with pytest.raises(BoafError, match="unknown scale 'huge': choose from small, paper"):
        reproduce("mcts", "huge")


def test_a_cached_data_set_that_cannot_be_read_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOAF_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        training.data_set.cache_clear()
        assert len(training.data_set(INIT, Sets(0, 2_000, 1))) == 16
        (path,) = tmp_path.glob("neural/*.parquet")
        path.write_bytes(b"from another version")
    training.data_set.cache_clear()
