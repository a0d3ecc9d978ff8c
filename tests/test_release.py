"""A release that is not ready is refused, with the reasons."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from boaf_papers import PAPERS
from boaf_papers.framework.pages import best_tables, page_of

SCRIPT = Path(__file__).parent.parent / "tools" / "release.py"


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, on a checkout that is ready as far as its files say."""
    spec = importlib.util.spec_from_file_location("release", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (2026-11-16)\n\n- New.\n\n## 1.2.2 (2026-01-01)\n")
    (tmp_path / "CITATION.cff").write_text("title: boaf\nversion: 1.2.3\n")
    return module


def test_what_agrees_is_ready(release: ModuleType) -> None:
    assert list(release.said("1.2.3")) == []


def test_what_does_not_agree_is_named(release: ModuleType, tmp_path: Path) -> None:
    assert [line.split()[0] for line in release.said("1.2.4")] == ["CHANGELOG.md", "CITATION.cff"]
    assert next(release.said("1.2.4.dev0")).startswith("the version is 1.2.4.dev0")
    (tmp_path / "CHANGELOG.md").write_text("## 1.2.3\n")
    (line,) = release.said("1.2.3")
    assert line == "CHANGELOG.md must begin with '## 1.2.3 (YYYY-MM-DD)', not with '## 1.2.3'"


def test_a_table_that_was_never_computed_is_named(release: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "docs" / "results" / "neural.md"
    page.parent.mkdir(parents=True)
    page.write_text("`boaf reproduce neural --table one`: 2 cells. The other rows are not computed yet.\n")
    assert list(release.missing_tables()) == []
    page.write_text(page_of("neural", PAPERS["neural"], best_tables("neural", tmp_path))[0])
    first, *others = release.missing_tables()
    command = "boaf reproduce neural --table table-1 --scale paper"
    assert first == f"docs/results/neural.md lacks a table, which `{command}` computes"
    assert others
