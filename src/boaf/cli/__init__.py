"""The command line: parse arguments, call the library, show the answer.

Each command is a file of its own here. Answers go to stdout, messages and progress to stderr. Exit status: 0 answered,
whatever the verdict; 2 bad input, with one clear line; 3 a limit was reached; 130 interrupted; 141 nobody reads the
answer any more.
"""

from __future__ import annotations

import re
import sys
from typing import cast

import typer

from boaf import __version__
from boaf.cli import (
    analyze,
    bench,
    census,
    check,
    compare,
    dataset,
    deal,
    explain,
    features,
    generate,
    interruption,
    match,
    play,
    predict,
    rate,
    reproduce,
    sat,
    solve,
    train,
)
from boaf.cli.help import Command, Group
from boaf.cli.status import Status
from boaf.cli.streams import OutputError, ReaderGoneError, discard_output, guarded_streams
from boaf.errors import BoafError, ParameterError, UndecidedError

_NUMBERS = {
    "int_parsing": "is not an integer",
    "int_parsing_size": "has too many digits",
    "float_parsing": "is not a number",
    "greater_than_equal": "is below {ge}",
    "less_than_equal": "is above {le}",
}
"""What the parser of arguments calls a number that it cannot take, and what is wrong with it."""
_LONGEST_SHOWN = 40
_UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])
"""What typer raises for arguments it cannot read; it has no public name of its own."""
_NAMES = {"start": "START", "stop": "STOP"}
"""What the parameters are called that are not simply options of their name."""

app = typer.Typer(
    name="boaf",
    cls=Group,
    help="Birds of a Feather solitaire: deal, solve, prove, learn, play, generate, count.",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
_COMMANDS = {
    "The game": (deal.deal, solve.solve, analyze.analyze, explain.explain, check.check, play.play),
    "Puzzles and players": (rate.rate, generate.generate, match.match),
    "Learning": (features.features, predict.predict, dataset.dataset_app, train.train_app),
    "Research": (compare.compare, census.census_app, sat.sat_app, reproduce.reproduce, bench.bench),
}
for panel, commands in _COMMANDS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            app.add_typer(command, rich_help_panel=panel)
        else:
            app.command(cls=Command, rich_help_panel=panel)(command)


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"boaf {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", "-V", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    if arguments is not None:
        return _run(arguments)
    interruption.watch_for_interrupts()
    status = _run(sys.argv[1:])
    if status == Status.INTERRUPTED:
        interruption.leave()
    return status


def _run(arguments: list[str]) -> int:
    given = arguments or ["--help"]
    with guarded_streams():
        try:
            words = _protect_negative(census.with_default_command(given))
            status = typer.main.get_command(app).main(words, "boaf", standalone_mode=False)
            sys.stdout.flush()
            if status == Status.INTERRUPTED:
                raise KeyboardInterrupt
            return status if isinstance(status, int) else 0
        except _UsageError as error:
            return _complain(_in_words(error))
        except ParameterError as error:
            return _complain(_with_options(error))
        except OutputError as error:
            discard_output()
            return _complain(str(error))
        except BoafError as error:
            return _complain(str(error))
        except UndecidedError as limit:
            _complain(str(limit))
            return Status.LIMIT_REACHED
        except ReaderGoneError:
            discard_output()
            return Status.READER_GONE
        except (KeyboardInterrupt, typer.Abort):
            interruption.report()
            return Status.INTERRUPTED


def _in_words(error: typer.BadParameter) -> str:
    """The message of a usage error; where a number cannot be read, it says so in a few words."""
    if isinstance(error.__cause__, ValueError) and hasattr(error.__cause__, "errors"):
        found = error.__cause__.errors()[0]
        if found["type"] in _NUMBERS:
            given = str(found["input"])
            shown = given if len(given) <= _LONGEST_SHOWN else f"{given[:_LONGEST_SHOWN]}…"
            error.message = f"{shown!r} {_NUMBERS[found['type']].format(**found.get('ctx', {}))}"
    return error.format_message()


def _complain(message: str) -> int:
    print(f"boaf: {' '.join(message.split())}", file=sys.stderr)
    return Status.BAD_INPUT


def _with_options(error: ParameterError) -> str:
    """The message with the options in place of the parameters that it names."""
    names = "|".join(error.parameters)
    return re.sub(rf"\b({names})\b", lambda name: _NAMES.get(name[1]) or f"--{name[1].replace('_', '-')}", str(error))


def _protect_negative(arguments: list[str]) -> list[str]:
    """A negative number or a board whose first cell is empty is no option: a blank before it says so to the parser."""
    return [f" {argument}" if re.match(r"-\d+$|--[\s|]", argument) else argument for argument in arguments]
