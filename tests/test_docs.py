"""Every command and every code block in the README and the docs is run, except those that install."""

import doctest
import json
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

import boaf
from tests.following import follow

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FOLLOWED = ("*.md", "guide/*.md", "cards/*.md")
ONLY_TESTS_HAVE = ("httpx", "fastapi.testclient")
PAGES = [ROOT / "README.md", *(page for place in FOLLOWED for page in sorted(DOCS.glob(place)))]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_can_be_followed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands and its programs work one after another in one directory, without what only the tests need."""
    monkeypatch.chdir(tmp_path)
    for module in ONLY_TESTS_HAVE:
        monkeypatch.setitem(sys.modules, module, None)
    follow(page)


def test_every_page_is_in_the_contents() -> None:
    """Sphinx warns of a page that is not; this names it without building the site."""
    contents = (DOCS / "index.md").read_text()
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).with_suffix("").as_posix()
        if not name.startswith(("reference/", "results/", "index")):
            assert re.search(rf"^{name}$", contents, re.MULTILINE), f"{name} is missing in docs/index.md"


WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "src" / "boaf").rglob("*.py"))
    if "    >>> " in path.read_text()
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_a_module_are_true(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(import_module(module))
    assert result.attempted
    assert not result.failed


def test_the_picture_in_the_readme_is_what_boaf_draws() -> None:
    assert (ROOT / "docs" / "deal-1.svg").read_text() == boaf.deal(1)._repr_svg_()


def test_the_two_commands_are_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert re.search(r"<!-- main -->\n```sh\n.*boaf solve 1\n```", readme)
    assert re.search(r"<!-- tests -->\n```sh\n.*pytest -n auto\n```", readme)


def test_the_version_is_the_same_everywhere() -> None:
    """Packages take it from `boaf.__version__`; these say it in words of their own."""
    assert re.search(rf"^## {re.escape(boaf.__version__)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert f"\nversion: {boaf.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert json.loads((ROOT / "codemeta.json").read_text())["version"] == boaf.__version__


def test_the_claims_of_the_artifact_page_are_those_that_are_run() -> None:
    sys.path.append(str(ROOT / "tools"))
    from check_claims import table

    assert table() in (DOCS / "artifact.md").read_text()


def test_the_paper_cites_only_what_its_bibliography_has() -> None:
    cited = set(re.findall(r"@(\w+)", (ROOT / "paper.md").read_text()))
    assert cited <= set(re.findall(r"^@\w+\{(\w+),", (ROOT / "paper.bib").read_text(), re.MULTILINE))
