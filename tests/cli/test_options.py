"""Every option of every command meets empty names, missing directories and absurd numbers: one line, no traceback."""

import shlex
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import click
import pytest

from boaf.cli import app, main
from boaf.cli.options import PATH, Number
from boaf.learn.classifiers import CLASSIFIERS
from boaf.players.registry import PLAYERS, find_player
from boaf.players.registry import options_of as player_options
from boaf.solvers.single import SOLVERS, find_solver
from boaf.solvers.single import options_of as solver_options

BOARD = "'7H 6C / -- 6H'"
REQUIRED = {
    "deal": "1",
    "solve": BOARD,
    "analyze": BOARD,
    "explain": BOARD,
    "check": BOARD,
    "play": "--no-browser --host 300.0.0.0",
    "rate boards": BOARD,
    "rate calibrate": str(Path(__file__).parent.parent / "data" / "results.json"),
    "generate": "",
    "match": "--player random --seeds 0 1",
    "grade": str(Path(__file__).parents[2] / "examples" / "course" / "6_proofs" / "model.py") + " --boards 1",
    "features": BOARD,
    "predict": BOARD,
    "dataset states": "--count 3 --out {out}.parquet",
    "dataset deals": "--seeds 0 3 --out {out}.parquet",
    "dataset interesting": "--stop 1 --out {out}.parquet",
    "dataset moves": "--seeds 0 3 --out {out}.parquet",
    "dataset balanced": "--seeds 0 12 --out {out}.parquet",
    "train printed-tree": "--out {out}",
    "train neural": "--data states:60 --epochs 1 --out {out}",
    "train": "decision-tree --data states:60 --folds 0",
    "train grid-search": "--data states:60 --folds 2 --estimators 2 --leaves 3 --learning-rates 0.1",
    "compare": "--solver endgame --seeds 0 1",
    "census run": "0 3 --out {out}",
    "census all": "--out {out} --block-size 3 --blocks 0 1",
    "census verify": "{census}",
    "census report": "{census}",
    "census grid": "--seeds 0 1 --max-nodes 1",
    "census exact": "",
    "census list": "0 300",
    "sat encode": "example",
    "sat play": "example",
    "sat cnf": BOARD,
    "sat prove": BOARD,
    "export": BOARD,
    "reproduce": "none",
    "bench run": "easy --solver endgame --out {out}",
    "bench report": "{results}",
}
"""What a command needs for a quick answer; the option under test comes after it."""


STREAMED = {("compare", "--random"), ("train neural", "--epochs")}
"""Where any number is taken, and the answers come one after another."""
COMMANDS = [pytest.param(name, marks=pytest.mark.slow if name.startswith("train") else ()) for name in REQUIRED]


def commands() -> dict[str, click.Command]:
    """All commands by name, `census run` for those of a group; `train` stands for those that fit a classifier."""
    found = {}
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert command
        below = {f"{name} {word}": inner for word, inner in getattr(command, "commands", {}).items()}
        found |= below or {name: command}
    alike = [f"train {name}" for name in CLASSIFIERS]
    return {name: command for name, command in found.items() if name not in alike} | {"train": found[alike[0]]}


def options_of(command: str) -> list[click.Option]:
    return [option for option in commands()[command].params if isinstance(option, click.Option)]


def test_every_command_is_here() -> None:
    assert set(commands()) == {*REQUIRED, "page"}


@pytest.fixture(scope="module")
def places(tmp_path_factory) -> dict[str, Path]:  # type: ignore[no-untyped-def]
    """A small census, and a file of results of the benchmark."""
    directory: Path = tmp_path_factory.mktemp("places")
    assert main(["census", "run", "0", "3", "--out", str(directory / "census")]) == 0
    assert main(["bench", "easy", "--player", "random", "--out", str(directory)]) == 0
    return {"census": directory / "census", "results": directory / "easy-player-random.json"}


@pytest.fixture
def call(capsys, tmp_path, places) -> Callable[..., tuple[int, str]]:  # type: ignore[no-untyped-def]
    """Calls a command with more words, and returns its status and what it says on stderr."""
    capsys.readouterr()

    def run(command: str, *words: str) -> tuple[int, str]:
        needed = shlex.split(REQUIRED[command].format(out=tmp_path / "out", **places))
        signal.signal(signal.SIGALRM, signal.default_int_handler)  # as Ctrl-C would, after a while
        signal.alarm(120)
        try:
            return main([*command.split(), *needed, *words]), capsys.readouterr().err
        finally:
            signal.alarm(0)

    return run


@pytest.mark.parametrize("kind", [int, float])
def test_what_is_no_number_is_refused(call, kind: type) -> None:  # type: ignore[no-untyped-def]
    """One option for each type of number; every option with a number has one of these types, as the next test says."""
    absurd = ["nan", "0x10", ""]
    if kind is int:
        absurd += ["99999999999999999999", "-99999999999999999999", "inf", "1e400"]
    of_each_type = {(option.type, option.nargs): (name, option) for name in commands() for option in options_of(name)}
    chosen = [row for (shown, _), row in of_each_type.items() if isinstance(shown, Number) and shown.kind is kind]
    assert chosen
    for command, option in chosen:
        for value in absurd:
            status, message = call(command, option.opts[0], *[value] * option.nargs)
            assert status == 2, value
            assert message.startswith(f"boaf: Invalid value for '{option.opts[0]}'"), value
            assert len(message.splitlines()) == 1


def test_every_option_with_a_number_or_a_file_is_read_by_our_types() -> None:
    for name in commands():
        for option in commands()[name].params:
            assert not isinstance(option.type, click.types.IntParamType | click.types.FloatParamType | click.Path)
            assert (option.metavar in ("FILE", "DIR")) <= (option.type is PATH), (name, option.name)


@pytest.mark.parametrize("command", COMMANDS)
def test_numbers_out_of_bounds_get_one_line(call, command: str) -> None:  # type: ignore[no-untyped-def]
    for option in options_of(command):
        name = option.opts[0]
        if isinstance(option.type, Number):
            large = ["4611686018427387904"] if option.type.kind is int else ["inf", "1e308"]
            for value in ["-1", *([] if (command, name) in STREAMED else large)]:
                status, message = call(command, name, *[value] * option.nargs)
                assert status in (0, 2, 3), (name, value)
                assert len(message.splitlines()) == (status == 2), (name, value, message)


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("match --player mcts --iterations 4611686018427387904", "iterations must be from 1 to 10,000,000"),
        ("match --player random --games 4611686018427387904", "--games must be from 1 to 1,000,000"),
        ("match --seeds 0 999999999999999", "there are only 2^31 = 2,147,483,648 numbered deals"),
        ("census grid --seeds 0 999999999999999", "there are only 2^31 = 2,147,483,648 numbered deals"),
        ("census 0 999999999999999 --out {out}", "there are only 2^31 = 2,147,483,648 numbered deals"),
        ("census 0 2147483648 --chunk-size 1 --out {out}", "a census has at most 1,000,000 chunks"),
        ("census 0 10 --shard 1/{digits} --out {out}", "write it as i/n"),
        ("generate --count 99999999999999999", "--count must be from 1 to 1,000,000"),
        ("dataset deals --seeds 0 2147483648 --out {out}.csv", "a data set holds at most 100,000,000 deals"),
        ("dataset states --count 999999999999999 --out {out}.csv", "--count must be from 1 to 100,000,000"),
        ("dataset interesting --stop 999999999999999 --out {out}.csv", "--stop must be from 1 to 1,000,000"),
        ("train decision-tree --data states:999999999999999", "999: count must be from 1 to 100,000,000"),
        ("train decision-tree --data deals:0:999999999999999", "there are only 2^31 = 2,147,483,648 numbered deals"),
        ("solve 1 --rows 4 --cols 999999999999999", "the deck fills at most 52"),
        ("deal {digits}", "Invalid value for 'SEED...'"),
        ("solve {digits}", "a seed has at most 1000 digits"),
    ],
)
def test_no_command_begins_what_cannot_end(capsys, tmp_path, words: str, limit: str) -> None:  # type: ignore[no-untyped-def]
    status = main(shlex.split(words.format(out=tmp_path / "out", digits="9" * 5000)))
    message = capsys.readouterr().err
    assert (status, len(message.splitlines())) == (2, 1)
    assert limit in message


@pytest.mark.parametrize("name", SOLVERS)
def test_options_of_solvers_have_bounds(call, name: str) -> None:  # type: ignore[no-untyped-def]
    types = get_type_hints(find_solver(name))
    for option in solver_options(name):
        for value in absurd_values(types[option]):
            status, message = call("solve", "--solver", name, "--option", f"{option}={value}")
            assert len(message.splitlines()) == (status == 2), (option, value, message)


@pytest.mark.parametrize("name", PLAYERS)
def test_options_of_players_have_bounds(call, name: str) -> None:  # type: ignore[no-untyped-def]
    types = get_type_hints(find_player(name))
    for option in player_options(name):
        for value in absurd_values(types[option]):
            status, message = call("match", "--player", name, "--option", f"{option}={value}")
            assert len(message.splitlines()) == (status == 2), (option, value, message)


def absurd_values(wanted: Any) -> list[str]:
    """Values that an option of some type should refuse, or at least survive."""
    if wanted in (int, int | None):
        return ["-1", "0", "4611686018427387904", "99999999999999999999", "nan", ""]
    if wanted in (float, float | None):
        return ["-1", "0", "1e308", "inf", "-inf", "nan", ""]
    return ["", "nonsense"]


@pytest.mark.parametrize("words", ["deal 1 --svg ''", "page ''", "census report ''", "census 0 3 --out ''"])
def test_a_file_needs_a_name(capsys, monkeypatch, tmp_path, words: str) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(words)) == 2
    message = capsys.readouterr().err
    assert len(message.splitlines()) == 1
    assert "the name is empty" in message
    assert not list(tmp_path.iterdir())


WRITTEN = {
    "deal 1 --svg {out}.svg",
    "features 1 --svg {out}.svg",
    f"explain {BOARD} --svg {{out}}.svg",
    "sat encode example --out {out}",
    "sat encode example --svg {out}.svg",
    "sat encode example --png {out}.png",
    "sat play example --out {out}",
    f"sat cnf {BOARD} --out {{out}}",
    f"sat prove {BOARD} --cnf {{out}}",
    "sat prove '2H 9C / -- 9D' --proof {out}",
    "dataset states --count 3 --out {out}.parquet",
    "train printed-tree --out {out}",
    "census 0 3 --out {out}",
    "compare --solver endgame --seeds 0 2 --plot {out}.svg",
}


@pytest.mark.parametrize("words", sorted(WRITTEN))
def test_missing_directories_are_made(capsys, tmp_path, words: str) -> None:  # type: ignore[no-untyped-def]
    assert main(shlex.split(words.format(out=tmp_path / "a" / "b" / "out"))) == 0, capsys.readouterr().err
    assert [path.name for path in (tmp_path / "a" / "b").glob("out*")]


@pytest.mark.parametrize("words", sorted(WRITTEN))
def test_a_file_in_the_way_is_named_before_the_work(capsys, tmp_path, words: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a").write_text("in the way")
    assert main(shlex.split(words.format(out=tmp_path / "a" / "b" / "out"))) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert answer.err.startswith("boaf: cannot write ")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [f"explain {BOARD} --svg {{out}}.png", "deal 1 --svg {out}.jpg", "sat encode example --png {out}.svg"]
)
def test_a_picture_is_what_its_name_says(capsys, tmp_path, words: str) -> None:  # type: ignore[no-untyped-def]
    assert main(shlex.split(words.format(out=tmp_path / "out"))) == 2
    assert ": its name must end in ." in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("group", ["census", "dataset", "train", "sat"])
def test_a_group_asks_for_one_of_its_commands(capsys, group: str) -> None:  # type: ignore[no-untyped-def]
    assert main([group]) == 2
    names = ", ".join(app.get_command(click.Context(app), group).commands)  # type: ignore[union-attr]
    assert capsys.readouterr().err == f"boaf: Missing command: choose from {names}\n"
    assert main([group, "bogus"]) == 2
    assert capsys.readouterr().err == f"boaf: No such command 'bogus': choose from {names}\n"


def test_a_letter_means_the_same_option_everywhere() -> None:
    meanings: dict[str, set[str]] = {}
    for name in commands():
        for option in options_of(name):
            for letter in option.opts[1:]:
                meanings.setdefault(letter, set()).add(option.opts[0])
    assert {letter: names for letter, names in meanings.items() if len(names) > 1} == {}


def test_an_option_takes_the_same_kind_of_value_everywhere() -> None:
    kinds: dict[str, set[Any]] = {}
    for name in commands():
        for option in options_of(name):
            if not option.is_flag:
                kinds.setdefault(option.opts[0], set()).add(getattr(option.type, "kind", type(option.type)))
    assert {option: found for option, found in kinds.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "match -o iterations=5 --iterations 6",
            "the iterations are given twice: leave out --iterations or -o iterations",
        ),
        ("census verify x --all --sample 10", "--all checks every deal: leave out --sample and --seed"),
        ("census verify x --all --seed 0", "--all checks every deal: leave out --sample and --seed"),
        (
            "match --player tests.plugins.badly_behaved:Seeded -o seed=3",
            "-o seed: this is an option of the match; the player must call its own by another name",
        ),
        (
            "train neural --out {out} --width 10",
            "--width is not an option of maps networks, which have --maps, --layers, --convolution, --shrinking",
        ),
        (
            "train neural --out {out} --network stacks --no-shrinking",
            "--shrinking is not an option of stacks networks, which have --width, --rounds",
        ),
        (
            "train neural --out {out} --from x --layers 1",
            "--from x: this network has its own options; leave out --layers",
        ),
    ],
)
def test_no_option_is_dropped_in_silence(capsys, tmp_path, words: str, message: str) -> None:  # type: ignore[no-untyped-def]
    assert main(words.format(out=tmp_path / "out").split()) == 2
    assert capsys.readouterr().err == f"boaf: {message}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("match --threads 0", "Invalid value for '--threads': '0' is below 1"),
        ("match --threads -3", "Invalid value for '--threads': '-3' is below 1"),
        ("census verify -3", "-3 holds no census: there is no census.json"),
        ("train lightgbm --seed 4294967296", "Invalid value for '--seed': '4294967296' is above 4294967295"),
        ("deal {digits}", "Invalid value for 'SEED...': '" + 40 * "9" + "…' has too many digits"),
    ],
)
def test_what_is_wrong_with_a_number_is_said_in_a_few_words(capsys, words: str, message: str) -> None:  # type: ignore[no-untyped-def]
    assert main(words.format(digits="9" * 5000).split()) == 2
    assert capsys.readouterr().err == f"boaf: {message}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("match --player mcts --option max_seconds=-5 --seeds 0 1", "max_seconds must be 0 or more, not -5.0"),
        ("solve 1 --max-seconds -5", "--max-seconds must be 0 or more, not -5.0"),
        ("train lightgbm --data states:0", "states:0: count must be from 1 to 100,000,000, not 0"),
        ("census list --unsolvable 3 2", "START must be below STOP, but START is 3 and STOP is 2"),
        ("census list -1 2", "START and STOP must lie between 0 and 2,147,483,648"),
        ("census run 3 2 --out x", "START must be below STOP, but START is 3 and STOP is 2"),
    ],
)
def test_a_message_names_no_option_that_the_command_does_not_have(capsys, words: str, message: str) -> None:  # type: ignore[no-untyped-def]
    assert main(words.split()) == 2
    assert capsys.readouterr().err == f"boaf: {message}\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("play", "Usage: boaf play [OPTIONS] [BOARD]"),
        ("train lightgbm", "all ({features})"),
        ("sat encode", "clauses of three literals (with --repaired, of one to three)"),
    ],
)
def test_the_help_is_exact(capsys, words: str, text: str) -> None:  # type: ignore[no-untyped-def]
    from boaf.learn.board_features import FEATURES

    assert main([*words.split(), "--help"]) == 0
    assert text.format(features=len(FEATURES)) in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["num_leaves=abc", "num_leaves=-5", "n_estimators=many", "max_bin=1e400"])
def test_a_library_prints_nothing_of_its_own(capfd, setting: str) -> None:  # type: ignore[no-untyped-def]
    assert main(["train", "lightgbm", "--data", "states:100", "--folds", "0", "--set", setting]) == 2
    assert len(capfd.readouterr().err.splitlines()) == 1


@pytest.mark.slow
def test_a_network_needs_boards_enough_to_be_judged(capsys, tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert main(["train", "neural", "--data", "states:2", "--out", str(tmp_path / "net")]) == 2
    assert "at least 10 of each are needed" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
