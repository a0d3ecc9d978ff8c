"""Calibration: what was simulated is found again, and files are read as the page writes them or refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import boaf
from boaf.cli import main
from boaf.puzzles.calibration import Fitted, PlayedDeal, calibrate, newest, read_results
from boaf.support.errors import BoafError

WON = {"begun": True, "hints": 0, "undos": 0, "seconds": 61.5, "seen": False, "won": "2026-11-15", "by": "you"}
LOST = {"begun": True, "hints": 0, "undos": 3, "seconds": 20, "seen": True, "won": None, "by": None, "difficulty": 4}
RESULTS = {"deal=1264": LOST, "deal=7&rows=5&cols=5": WON, "board=7H+6C+/+--+6H": WON | {"difficulty": 1}}


def write(path: Path, results: object = RESULTS, **more: object) -> Path:
    path.write_text(json.dumps({"kind": "boaf-player", "version": 2, "settings": {}, "results": results} | more))
    return path


def test_simulated_players_and_deals_get_their_values_back() -> None:
    boards = [boaf.deal(seed) for seed in range(80)]
    covered = []
    for seed in range(3):
        random = np.random.default_rng(seed)
        strength, difficulty = random.normal(0.5, 1.2, 40), random.normal(0, 1.2, 80)
        difficulty -= difficulty.mean()
        results = []
        for player in range(len(strength)):
            for k in random.choice(len(boards), 50, replace=False):
                won = random.random() < 1 / (1 + np.exp(difficulty[k] - strength[player]))
                results.append(PlayedDeal(str(player), boards[k], None, bool(won)))
        found = calibrate(results)
        truth = {board.text(): value for board, value in zip(boards, difficulty, strict=True)}
        covered.append(coverage(found.players, {str(k): value for k, value in enumerate(strength)}))
        covered.append(coverage(found.deals, truth))
        pairs = np.array([(row.value, truth[row.name]) for row in found.deals])
        assert np.corrcoef(pairs.T)[0, 1] > 0.75
        assert sum(row.value for row in found.deals) == pytest.approx(0, abs=0.1)
    assert 0.9 <= np.mean(covered) <= 0.99


def coverage(rows: list[Fitted], truth: dict[str, float]) -> float:
    """The share of intervals that contain the true value."""
    assert len(rows) == len(truth)
    return float(np.mean([row.low <= truth[row.name] <= row.high for row in rows]))


def test_more_games_give_narrower_intervals() -> None:
    few = [PlayedDeal("Ann", boaf.deal(k), None, bool(k % 2)) for k in range(4)]
    many = [PlayedDeal(name, result.board, None, result.won) for name in "ABCDEFGH" for result in few]
    widths = [np.mean([row.high - row.low for row in calibrate(results).deals]) for results in (few, many)]
    assert widths[1] < widths[0]


@pytest.mark.parametrize("won", [True, False])
def test_a_player_who_won_or_lost_everything_has_a_finite_strength(won: bool) -> None:
    (player,) = calibrate([PlayedDeal("Ann", boaf.deal(k), None, won) for k in range(5)]).players
    assert (player.value > 0) == won
    assert abs(player.value) < 5


def test_what_the_page_exports_is_read(tmp_path: Path) -> None:
    played = read_results(write(tmp_path / "anna.json"))
    assert [result.won for result in played] == [False, True, True]
    assert {result.player for result in played} == {str(tmp_path / "anna.json")}
    assert [result.board for result in played][1:] == [boaf.deal(7, 5, 5), boaf.Board("7H 6C / -- 6H")]
    assert [result.level for result in played] == [4, None, 1]
    assert read_results(write(tmp_path / "x.json", player="Anna"))[0].player == "Anna"


@pytest.mark.parametrize(
    ("result", "won", "with_undo"),
    [
        (WON | {"hints": 1, "by": "hints"}, False, False),
        (WON | {"analysed": True}, False, False),
        (WON | {"undos": 1}, False, True),
        (WON | {"lost": 2}, False, True),
        (WON, True, True),
    ],
)
def test_only_a_win_without_help_counts(result: object, won: bool, with_undo: bool, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {"deal=1": result})
    assert [found.won for found in read_results(path)] == [won]
    assert [found.won for found in read_results(path, with_undo=True)] == [with_undo]


@pytest.mark.parametrize("result", [WON | {"by": "machine"}, WON | {"by": "link"}, {"begun": False}])
def test_deals_that_the_player_did_not_play_are_left_out(result: object, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {"deal=1": result})
    assert read_results(path) == []
    with pytest.raises(BoafError, match="nothing to calibrate"):
        calibrate(read_results(path))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "is not a file of results"),
        ('{"kind": "boaf-player"}', "'results' in .* must be an object"),
        ('{"kind": "boaf-player", "version": 3, "results": {}}', "'version' in .*json must be a whole number"),
        ('{"kind": "boaf-player", "results": {"deal=1": 3}}', "json, 'deal=1': a result must be an object"),
        (
            '{"kind": "boaf-player", "results": {"deal=1": {"hints": -1}}}',
            "json, 'deal=1': 'hints' must be a whole number",
        ),
        (
            '{"kind": "boaf-player", "results": {"hello": {"begun": true}}}',
            "a deal 'hello' that cannot be read: write it as",
        ),
        ('{"kind": "boaf-player", "results": {"deal=1": {"cheat": 1}}}', "unknown entry 'cheat'"),
        ('{"kind": "boaf-player", "results": {"deal=x": {"begun": true}}}', "a deal 'deal=x' that cannot be read"),
        ('{"kind": "boaf-player", "results": {}, "player": 3}', "'player' in .* must be a text"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(BoafError, match=message):
        read_results(tmp_path / "a.json")
    assert main(["rate", "calibrate", str(tmp_path / "a.json")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_later_export_replaces_an_earlier_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    early = write(tmp_path / "1.json", {"deal=1": LOST | {"last": "2026-11-01"}, "deal=2": WON}, player="Anna")
    late = write(tmp_path / "2.json", {"deal=1": WON | {"last": "2026-11-08"}, "deal=2": WON}, player="Anna")
    for files in ([early, late], [late, early], [late, late]):
        assert main(["rate", "calibrate", *map(str, files), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert [(one["key"], one["games"], one["won"]) for one in answer["deals"]] == [
            ("deal=1", 1, 1),
            ("deal=2", 1, 1),
        ]


def test_a_win_of_the_same_day_counts(tmp_path: Path) -> None:
    lost, won = LOST | {"last": "2026-11-01"}, WON | {"last": "2026-11-01"}
    early, late = (read_results(write(tmp_path / "a.json", {"deal=1": one}, player="A")) for one in (lost, won))
    for played in (early + late, late + early):
        assert [one.won for one in newest(played)] == [True]


def test_players_of_the_page_are_told_apart_by_their_random_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    files = [
        write(tmp_path / "a" / "boaf-2026-11-01.json", {"deal=1": LOST}, player="0123456789ab"),
        write(tmp_path / "a" / "boaf-2026-11-08.json", {"deal=1": WON}, player="0123456789ab"),
        write(tmp_path / "b" / "boaf-2026-11-01.json", {"deal=1": LOST}, player="ba9876543210"),
        write(tmp_path / "b" / "named.json", {"deal=1": WON}, player="Anna"),
        write(tmp_path / "a" / "old.json", {"deal=1": WON}),
        write(tmp_path / "b" / "old.json", {"deal=1": LOST}),
    ]
    assert main(["rate", "calibrate", *map(str, files)]) == 0
    words = capsys.readouterr().out
    for result, name in [("1 of 1", files[1]), ("0 of 1", files[2]), ("1 of 1", "Anna"), ("1 of 1", files[4])]:
        assert f"{result}  {name}\n" in words
    assert "3 of 5  deal=1\n" in words


def test_calibrate_answers_in_words_and_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(write(tmp_path / f"{name}.json")) for name in ("anna", "ben")]
    assert main(["rate", "calibrate", *files]) == 0
    words = capsys.readouterr().out
    assert f"2 of 3  {files[0]}" in words
    assert "level 4: mean difficulty" in words
    assert main(["rate", "calibrate", *files, "--json", "--with-undo", "--out", str(tmp_path / "out.json")]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == json.loads((tmp_path / "out.json").read_text())
    assert [row["name"] for row in answer["players"]] == files
    assert answer["deals"][0] | {"low": 0, "high": 0, "value": 0} == {
        "name": boaf.deal(1264).text(), "games": 2, "won": 0, "value": 0, "low": 0, "high": 0, "level": 4,
        "key": "deal=1264",
    }  # fmt: skip
    assert list(answer["levels"]) == ["1", "4"]
