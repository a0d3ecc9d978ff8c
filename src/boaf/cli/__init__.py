"""The command line: parse arguments, call the library, show the answer.

A module here has one command or a few related ones, and is loaded when one of them runs or shows its help. Answers go
to standard output, messages and progress to standard error. Exit status: 0 answered, whatever the verdict; 2 bad input,
with one clear line; 3 a limit was reached; 130 interrupted; 141 if the reader closes the pipe.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from boaf import __version__
from boaf.cli import process
from boaf.cli.options import Group
from boaf.cli.process import ExitStatus
from boaf.support.errors import BoafError, UndecidedError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_F = TypeVar("_F", bound=Callable[..., Any])
SUMMARIES = {
    "The game": {
        "deal": "Show numbered deals, as the Microsoft FreeCell shuffler deals them.",
        "solve": "Decide whether boards can be collapsed to one stack, and show how.",
        "analyze": "Show for every legal move whether it keeps the board solvable.",
        "explain": "Explain why boards cannot be solved.",
        "check": "Replay moves by the rules; name the first illegal one and the reason.",
        "play": "Play and analyse in the browser.",
        "page": "Write the page as a folder of files that any web host can serve.",
    },
    "Puzzles and players": {
        "rate": "Rate how hard boards are to win, from 1 to 5, and show why.",
        "generate": "Make solvable boards of given difficulties, with their attributes and a solution.",
        "match": "Run a player on numbered deals and report its win rate.",
        "grade": "Run a student's solver, player or prover on held-out boards and explain what failed.",
    },
    "Learning": {
        "features": "Show the features of boards that models learn from, with their definitions.",
        "predict": "Estimate how likely boards are to be solvable, with a model that does not search.",
        "dataset": "Make data sets: boards labelled by the exact solver.",
        "train": "Fit a model to labelled boards, cross-validate it, and write it to a file for `boaf predict`.",
    },
    "Research": {
        "compare": "Compare solvers on the same boards, by number of stacks.",
        "census": "Solve a range of numbered deals into Parquet files; verify and report them.",
        "sat": "Turn a formula into a board (Hoshino & Notarangelo 2019), and a board into a formula.",
        "export": "Write a board as a planning problem in PDDL: the domain, then the problem.",
        "reproduce": "Compute a paper's figures and show them next to the printed ones.",
        "bench": "Measure solvers, players and predictors on named sets of boards, and compare the results.",
    },
}
"""The first sentence of each command's help, so that `boaf --help` loads none of them."""
_MODULES = {
    "deal": "game", "check": "game", "play": "game", "page": "game", "analyze": "solve", "explain": "solve",
    "rate": "puzzles", "match": "puzzles", "features": "learning", "predict": "learning",
    "dataset": "learning", "export": "sat", "reproduce": "boaf_papers.command",
}  # fmt: skip
"""The module of each command whose module does not have its name; `reproduce` belongs to the papers."""
_NAMES = [name for names in SUMMARIES.values() for name in names]


class Main(Group):
    """The command `boaf`, whose commands are loaded by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the commands."""
        return _NAMES

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        if cmd_name not in _NAMES:
            return None
        module = _MODULES.get(cmd_name, cmd_name)
        found: click.Command = getattr(import_module(module if "." in module else f"boaf.cli.{module}"), cmd_name)
        return found

    def summaries(self) -> dict[str, dict[str, str]]:
        """The summary of each command, by title and name."""
        return SUMMARIES

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """The completions of a command's name, which load no command."""
        from click.shell_completion import CompletionItem

        rows = {name: summary for names in SUMMARIES.values() for name, summary in names.items()}
        found = [CompletionItem(name, help=summary) for name, summary in rows.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _completion_option(action: str, text: str) -> Callable[[_F], _F]:
    """The option `--ACTION-completion`; only its use loads the code."""

    def call(ctx: click.Context, _option: click.Parameter, shell: str | None) -> None:
        if shell is not None and not ctx.resilient_parsing:
            from boaf.cli import completion

            getattr(completion, action)(ctx.command, shell)
            ctx.exit()

    names = {"metavar": "[SHELL]", "is_flag": False, "flag_value": "current", "expose_value": False}
    return click.option(f"--{action}-completion", callback=call, help=text, **names)  # type: ignore[arg-type]


@click.group(
    cls=Main,
    help="Solve, explain, play, generate and count deals of Birds of a Feather solitaire.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
@click.version_option(__version__, "--version", "-V", message="%(prog)s %(version)s", help="Show the version.")
@_completion_option("install", "Install completion for the current shell, or for bash, zsh, fish or powershell.")
@_completion_option("show", "Print the completion script, to copy or change it.")
def app() -> None:
    """The command `boaf`."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    if arguments is not None:
        return _run(arguments)
    if instruction := os.environ.get("_BOAF_COMPLETE"):
        from click.shell_completion import shell_complete

        return shell_complete(app, {}, "boaf", "_BOAF_COMPLETE", instruction)
    process.start_watchdog()
    status = _run(sys.argv[1:])
    if status == ExitStatus.INTERRUPTED:
        process.exit_interrupted()
    return status


def _run(arguments: list[str]) -> int:
    with process.guarded_streams():
        try:
            status = _invoke(arguments or ["--help"])
            sys.stdout.flush()
            if status == ExitStatus.INTERRUPTED:
                raise KeyboardInterrupt
            return status
        except click.ClickException as error:
            return _complain(error.format_message())
        except process.OutputError as error:
            process.discard_output()
            return _complain(str(error))
        except UndecidedError as limit:
            _complain(str(limit))
            return ExitStatus.LIMIT_REACHED
        except BoafError as error:
            return _complain(str(error))
        except process.PipeClosedError:
            process.discard_output()
            return ExitStatus.PIPE_CLOSED
        except (KeyboardInterrupt, click.Abort):
            process.report_interrupt()
            return ExitStatus.INTERRUPTED


def _invoke(arguments: list[str]) -> int:
    """The exit status of a command. Not `app.main`, which prints an empty line after Ctrl-C."""
    try:
        with app.make_context("boaf", arguments) as context:
            return app.invoke(context) or 0
    except click.exceptions.Exit as end:
        return end.exit_code


def _complain(message: str) -> int:
    print(f"boaf: {' '.join(message.split())}", file=sys.stderr)
    return ExitStatus.BAD_INPUT
