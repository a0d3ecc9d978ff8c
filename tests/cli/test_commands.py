"""Commands are loaded by name, and a command that computes nothing loads little."""

import subprocess
import sys

import click
import pytest

from boaf.cli import _MODULES, SUMMARIES, app, main
from boaf.cli.options import summary_of

COMMANDS = {name: summary for names in SUMMARIES.values() for name, summary in names.items()}
MODULES = {_MODULES.get(name, name) for name in COMMANDS}
HEAVY = ("pydantic", "numpy", "numba", "polars", "rich", "boaf.solvers", "boaf_papers", "boaf.learn", "boaf.prove")
"""What takes long to load."""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_module_of_a_command_says(name: str) -> None:
    command = app.get_command(click.Context(app), name)
    assert command
    assert (command.name, summary_of(command)) == (name, COMMANDS[name])


def loaded(*arguments: str) -> set[str]:
    """The modules that a process has loaded when the command has answered."""
    code = f"import sys; from boaf.cli import main; main({list(arguments)}); print('', *sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (["--version"], set()),
        (["--help"], set()),
        (["deal", "1"], {"game"}),
        (["check", "7H 6C / -- 6H", "7H-6C"], {"game"}),
        (["check", "1", "--rows", "x"], {"game"}),
        (["nonsense"], set()),
    ],
)
def test_what_computes_nothing_loads_nothing_heavy(arguments: list[str], own: set[str]) -> None:
    modules = loaded(*arguments)
    assert {name for name in MODULES if f"boaf.cli.{name}" in modules} == own
    assert not modules.intersection(HEAVY)


def test_an_easy_board_is_solved_without_a_compiler_or_a_parser_of_types() -> None:
    assert not {"numba", "pydantic", "polars", "rich"} & loaded("solve", "1", "--max-nodes", "99")


def test_a_misspelt_command_is_told_from_the_names_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["slove", "1"]) == 2
    assert "Did you mean 'solve'?" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["7", " 7 ", "+7", "0_7", "-7", "99999999999999999999"])
def test_integers_are_read_as_python_reads_them(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    from boaf.deals import deal

    assert main(["deal", text]) == 0
    assert capsys.readouterr().out == f"{deal(int(text))}\n"


@pytest.mark.parametrize("text", ["7.0", "1e3", "0x7", "", "seven"])
def test_what_is_no_integer_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", text]) == 2
    assert capsys.readouterr().err == f"boaf: Invalid value for 'SEED...': {text!r} is not an integer\n"
