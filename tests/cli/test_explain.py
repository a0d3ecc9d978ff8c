"""`boaf explain` and `boaf check --proof` as a user meets them."""

import json
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.prove.explain import explain


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    return status, *capsys.readouterr()


def test_explain_gives_the_reason_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "explain", "1264")
    assert status == 0
    assert out == (
        f"{boaf.deal(1264)}\nunsolvable (multiple-flocks)\n"
        "TS and 9S form a flock of their own: none of them matches any other card.\n"
    )


def test_explain_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "explain", "221602", "--json")
    proof = explain(boaf.deal(221602)).proof
    assert proof is not None
    assert json.loads(out) == proof.to_json()


def test_a_solvable_board_has_no_reason(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "explain", "1", "--json")
    answer = json.loads(out)
    assert status == 0
    assert (answer["verdict"], answer["reason"], answer["witness"]) == ("solvable", None, None)
    assert run(capsys, "explain", "1")[1] == f"{boaf.deal(1)}\nsolvable\nThe board can be solved.\n"


def test_a_limit_gives_status_three(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "explain", "1163", "--json", "--max-nodes", "1")
    assert status == 3
    assert json.loads(out)["verdict"] == "unknown"


def test_explain_takes_a_shape(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "explain", "3", "--rows", "2", "--cols", "2", "--json")
    assert status == 0
    assert json.loads(out)["board"] == boaf.deal(3, 2, 2).text()


@pytest.mark.parametrize("command", ["explain", "analyze"])
def test_several_boards_are_answered_one_after_another(capsys: pytest.CaptureFixture[str], command: str) -> None:
    alone = [run(capsys, command, seed)[1] for seed in ("1264", "1")]
    assert run(capsys, command, "1264", "1")[:2] == (0, "\n".join(alone))
    assert run(capsys, command, "1264", "1163", "--max-nodes", "1")[0] == 3


def test_one_board_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, error = run(capsys, "explain", "1264", "1", "--svg", str(tmp_path / "graph.svg"))
    assert (status, out, error) == (2, "", "boaf: --svg takes one board\n")
    assert not list(tmp_path.iterdir())


def test_explain_draws_the_graph(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "graph.svg"
    assert run(capsys, "explain", "360528", "--svg", str(target))[0] == 0
    assert target.read_text().startswith("<svg")
    assert run(capsys, "explain", "360528", "--svg", str(tmp_path / "new" / "graph.svg"))[0] == 0
    assert (tmp_path / "new" / "graph.svg").read_text() == target.read_text()


def test_explain_draws_a_solution(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "explain", "1", "--svg", str(tmp_path / "tree.svg"))[0] == 0
    assert "The solution as a spanning tree; " in (tmp_path / "tree.svg").read_text()


def test_features_draws_the_islands_of_one_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "islands.svg"
    assert run(capsys, "features", "AH 5H 9H / 9C JC KC", "--svg", str(target))[0] == 0
    assert "2 islands, 1 cut edge." in target.read_text()
    status, out, error = run(capsys, "features", "1", "2", "--svg", str(target))
    assert (status, out, error) == (2, "", "boaf: --svg takes one board\n")


def test_check_judges_a_saved_proof(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "proof.json"
    saved.write_text(run(capsys, "explain", "1264", "--json")[1])
    status, out, _ = run(capsys, "check", "1264", "--proof", str(saved))
    assert (status, out) == (0, "the proof holds: multiple-flocks\n")
    _, out, _ = run(capsys, "check", "1", "--proof", str(saved), "--json")
    answer = json.loads(out)
    assert not answer["holds"]
    assert answer["error"].startswith("the proof is about another board")


def test_check_refuses_what_is_no_proof(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "proof.json"
    assert run(capsys, "check", "1264", "--proof", str(saved))[0] == 2
    saved.write_text("{")
    status, _, err = run(capsys, "check", "1264", "--proof", str(saved))
    assert status == 2
    assert "not JSON" in err
    saved.write_text("{}")
    assert run(capsys, "check", "1264", "--proof", str(saved))[1].startswith("the proof does not hold: a proof needs")
