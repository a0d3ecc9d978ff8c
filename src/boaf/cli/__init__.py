"""The command line: parse arguments, call the library, show the answer.

Each command is a file of its own here, which is loaded when the command is run (`cli.commands`). Answers go to stdout,
messages and progress to stderr. Exit status: 0 answered, whatever the verdict; 2 bad input, with one clear line; 3 a
limit was reached; 130 interrupted; 141 nobody reads the answer any more.
"""

from __future__ import annotations

import sys
from typing import cast

import typer

from boaf import __version__
from boaf.cli import interruption
from boaf.cli.commands import Main
from boaf.cli.reading import protect_negative
from boaf.cli.status import Status
from boaf.cli.streams import OutputError, ReaderGoneError, discard_output, guarded_streams
from boaf.support.errors import BoafError, UndecidedError

_UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])
"""What typer raises for arguments it cannot read; it has no public name of its own."""

app = typer.Typer(
    name="boaf",
    cls=Main,
    help="Birds of a Feather solitaire: deal, solve, prove, learn, play, generate, count.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


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
            words = protect_negative(given)
            status = typer.main.get_command(app).main(words, "boaf", standalone_mode=False)
            sys.stdout.flush()
            if status == Status.INTERRUPTED:
                raise KeyboardInterrupt
            return status if isinstance(status, int) else 0
        except _UsageError as error:
            return _complain(error.format_message())
        except OutputError as error:
            discard_output()
            return _complain(str(error))
        except UndecidedError as limit:
            _complain(str(limit))
            return Status.LIMIT_REACHED
        except BoafError as error:
            return _complain(str(error))
        except ReaderGoneError:
            discard_output()
            return Status.READER_GONE
        except (KeyboardInterrupt, typer.Abort):
            interruption.report()
            return Status.INTERRUPTED


def _complain(message: str) -> int:
    print(f"boaf: {' '.join(message.split())}", file=sys.stderr)
    return Status.BAD_INPUT
