"""Every command and every code block in the README and the docs is run, but for those that install."""

import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

import boaf
from boaf.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALLS = "-m venv"


def blocks(language: str) -> list[tuple[str, str]]:
    return [(page.name, code) for page in PAGES for kind, code in BLOCK.findall(page.read_text()) if kind == language]


COMMANDS = [
    (page, line.strip())
    for page, code in blocks("sh")
    for line in code.splitlines()
    if line.strip() and INSTALLS not in line
]


@pytest.mark.parametrize(("page", "line"), COMMANDS, ids=lambda part: part)
def test_a_command_of_the_docs_works(page: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line, comments=True)
    assert words[0] == "boaf", f"{page}: only boaf commands can be run: {line}"
    assert main(words[1:]) == 0


@pytest.mark.parametrize(("page", "code"), blocks("python"), ids=lambda part: part[:40])
def test_python_in_the_docs_works(page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, page, "exec"), {})


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
    assert f'version = "{boaf.__version__}"' in (ROOT / "pyproject.toml").read_text()
    assert f"## {boaf.__version__}" in (ROOT / "CHANGELOG.md").read_text()
