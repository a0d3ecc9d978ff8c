"""`boaf warm-up`."""

from __future__ import annotations

import typer

from boaf.cli.boards import Json
from boaf.cli.progress import study_bar
from boaf.cli.words import count
from boaf.files import json_text


def warm_up(as_json: Json = False) -> None:
    """Compile everything ahead of time, so that no command waits for it later.

    What is compiled already is only loaded; after Ctrl-C the same command resumes. JSON: {pieces: [{name, seconds}],
    compiled, seconds, directory}, where compiled is the number of functions that were not in the directory before.

    Example: boaf warm-up
    """
    from boaf.warm_up import warm_up as compile_all

    with study_bar() as bar:
        done = compile_all(bar)
    if as_json:
        typer.echo(json_text(done.to_json()))
        return
    found = f"{count(done.compiled, 'function')} compiled" if done.compiled else "everything is compiled already"
    typer.echo(f"{found} ({done.seconds:.1f} s); the code is kept in {done.directory}")
