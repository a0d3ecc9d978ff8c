"""The calls of the API give right answers."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf import web
from boaf.board import Board

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

    client: TestClient

UNSOLVABLE = [1264, 221602, 360528]
"""The deals that Hoshino & Notarangelo (2019) print."""
sides = st.integers(1, 3)
small_boards = st.builds(boaf.random_board, st.integers(0, 10**9), sides, sides)


def setup_module() -> None:
    """Import the web framework when a test runs, not when tests are collected."""
    global TestClient, client
    from fastapi.testclient import TestClient

    client = TestClient(web.create_app())


def ask(call: str, **question: object) -> dict[str, object]:
    answer = client.post(f"/api/{call}", json=question)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def after(board: Board, move: object) -> Board:
    child = board.copy()
    child.push(str(move))
    return child


def oracle(board: Board) -> str:
    return str(boaf.solve(board, "oracle").verdict)


def test_deal_gives_the_numbered_deal() -> None:
    assert client.get("/api/deal?seed=1264").json() == {
        "seed": 1264, "rows": 4, "cols": 4, "board": boaf.deal(1264).text(),
    }  # fmt: skip
    assert client.get("/api/deal?seed=-5&rows=4&cols=13").json()["board"] == boaf.deal(-5, 4, 13).text()


@pytest.mark.parametrize(
    ("question", "board", "seed"),
    [
        ({"text": "1264"}, boaf.deal(1264), 1264),
        ({"text": " -3\n", "rows": 5, "cols": 5}, boaf.deal(-3, 5, 5), -3),
        ({"text": "7h | 6♣\n| | 6H"}, Board("7H 6C / -- 6H"), None),
        ({"text": "7H6C--6H"}, Board("7H 6C / -- 6H"), None),
        ({"text": "7H6C--6H", "rows": 1, "cols": 4}, Board("7H 6C -- 6H"), None),
        ({"text": "-- 7H+6C / -- 6H"}, Board("-- 7H+6C / -- 6H"), None),
    ],
)
def test_board_reads_a_seed_or_any_board_text(question: dict[str, object], board: Board, seed: int | None) -> None:
    assert ask("board", **question) == {
        "board": board.text(), "rows": board.rows, "cols": board.cols, "seed": seed,
    }  # fmt: skip


@settings(max_examples=60)
@given(small_boards)
def test_solve_and_analyze_agree_with_brute_force(board: Board) -> None:
    solved = ask("solve", board=board.text())
    assert solved["verdict"] == oracle(board)
    replay = board.copy()
    for move in solved["moves"]:  # type: ignore[attr-defined]
        replay.push(move)
    assert replay.is_solved == (solved["verdict"] == "solvable")
    analyzed = ask("analyze", board=board.text())
    assert analyzed["verdict"] == solved["verdict"]
    assert analyzed["moves"] == [
        {"move": str(move), "verdict": oracle(after(board, move))} for move in board.legal_moves
    ]


@pytest.mark.slow
@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_analyze_agrees_with_solve_on_deals(seed: int) -> None:
    board = boaf.deal(seed)
    fates = {fate["move"]: fate["verdict"] for fate in ask("analyze", board=board.text())["moves"]}  # type: ignore[attr-defined]
    for move in board.legal_moves:
        assert fates[str(move)] == ask("solve", board=after(board, move).text())["verdict"]


@settings(max_examples=40)
@given(small_boards, st.data())
def test_history_finds_the_move_that_lost(board: Board, data: st.DataObject) -> None:
    play = board.copy()
    verdicts = [oracle(play)]
    while play.legal_moves and data.draw(st.integers(0, 9)):
        play.push(data.draw(st.sampled_from(play.legal_moves)))
        verdicts.append(oracle(play))
    lost_at = verdicts.index("unsolvable") if "unsolvable" in verdicts else None
    moves = [str(move) for move in play.moves]
    assert ask("history", board=board.text(), moves=moves) == {"verdicts": verdicts, "lost_at": lost_at}


@pytest.mark.parametrize("seed", UNSOLVABLE)
def test_explain_says_why_the_papers_deals_are_unsolvable(seed: int) -> None:
    board = boaf.deal(seed)
    answer = ask("explain", board=board.text())
    proof = boaf.explain(board).proof
    assert proof is not None
    assert answer["verdict"] == "unsolvable"
    found = answer["proof"]
    assert found["condition"] == proof.reason  # type: ignore[index]
    assert " ".join(found["text"]) == proof.text  # type: ignore[index]
    named = {str(board.tops[cell]) for cell in found["cells"]}  # type: ignore[index]
    assert named
    assert all(card in proof.text for card in named)


def test_explain_has_no_proof_for_a_solvable_board() -> None:
    assert ask("explain", board=boaf.deal(1).text()) == {"verdict": "solvable", "proof": None}


@settings(max_examples=60)
@given(small_boards)
def test_graph_is_what_the_rules_say(board: Board) -> None:
    answer = ask("graph", board=board.text())
    tops = board.tops
    pairs = [
        (a, b)
        for a in range(len(tops))
        for b in range(a + 1, len(tops))
        if (one := tops[a]) and (other := tops[b]) and one.matches(other)
    ]
    legal = {frozenset(map(board.cell_of, move)) for move in board.legal_moves}
    assert answer["edges"] == [{"cells": [a, b], "legal": frozenset((a, b)) in legal} for a, b in pairs]
    cells = [cell for cell, card in enumerate(tops) if card]
    flocks = parts(cells, pairs)
    assert sorted(answer["flocks"]) == sorted(flocks)  # type: ignore[call-overload]
    lonely = [cell for cell in cells if len(cells) > 1 and not any(cell in pair for pair in pairs)]
    assert answer["odd_birds"] == lonely
    assert answer["cut_edges"] == [
        list(pair) for pair in pairs if len(parts(cells, [p for p in pairs if p != pair])) > len(flocks)
    ]
    assert answer["articulation_points"] == [
        cell
        for cell in cells
        if len(parts([c for c in cells if c != cell], [p for p in pairs if cell not in p])) > len(flocks)
    ]


@pytest.mark.parametrize("player", ["random", "greedy", "mcts", "flock", "perfect"])
def test_think_says_what_a_player_would_do(player: str) -> None:
    board = boaf.deal(1)
    question = {"board": board.text(), "player": player, "iterations": 50, "seed": 3}
    answer = ask("think", **question)
    candidates = answer["candidates"]
    assert board.is_legal(str(answer["move"]))
    assert candidates[0]["move"] == answer["move"]  # type: ignore[index]
    assert {board.is_legal(candidate["move"]) for candidate in candidates} == {True}  # type: ignore[attr-defined]
    searches = player in ("mcts", "flock")
    assert all((candidate["visits"] is not None) == searches for candidate in candidates)  # type: ignore[attr-defined]
    assert ask("think", **question) == answer
    assert ask("think", board="2H --", player=player) == {"move": None, "reason": None, "candidates": []}


def test_past_its_time_the_perfect_player_goes_on_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"board": boaf.deal(77).text(), "player": "perfect"}
    assert ask("think", **question)["reason"] == "solution"
    monkeypatch.setattr("boaf.web.answers.MOST_SECONDS", 0.0)
    answer = ask("think", **question)
    assert answer["reason"] == "undecided"
    assert boaf.deal(77).is_legal(str(answer["move"]))


def test_every_player_can_be_asked() -> None:
    from boaf.players.registry import PLAYERS
    from boaf.web.models import Thinking

    assert Thinking.model_json_schema()["properties"]["player"]["enum"] == list(PLAYERS)


SCORES = ("difficulty", "score", "score_low", "score_high", "certainty")


def test_rate_says_how_hard_a_board_is() -> None:
    from boaf.puzzles.difficulty import ATTRIBUTES, rate

    board = boaf.deal(1)
    rating = rate(board)
    assert ask("rate", board=board.text()) == {
        "verdict": "solvable",
        **{name: getattr(rating, name) for name in SCORES},
        "solution": None,
        "attributes": [
            {"name": name, "value": value, "text": ATTRIBUTES[name]} for name, value in rating.attributes.items()
        ],
    }
    nothing = {**dict.fromkeys(SCORES), "attributes": [], "solution": None}
    assert ask("rate", board=boaf.deal(1264).text()) == {"verdict": "unsolvable", **nothing}
    solution = ask("rate", board=board.text(), solution=True)["solution"]
    assert board.is_solved_by(boaf.parse_moves(" ".join(solution)))  # type: ignore[arg-type]


def test_past_its_time_a_rating_is_unknown_and_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    board = boaf.deal(77).text()
    with monkeypatch.context() as hurry:
        hurry.setattr("boaf.web.answers.MOST_SECONDS", 0.0)
        assert ask("rate", board=board)["verdict"] == "unknown"
    assert ask("rate", board=board)["verdict"] == "solvable"


def test_generate_makes_winnable_boards_of_the_difficulty() -> None:
    wish = {"difficulty": 2, "count": 3, "seed": 7}
    puzzles = ask("generate", **wish)["puzzles"]
    assert len(puzzles) == 3  # type: ignore[arg-type]
    for puzzle in puzzles:  # type: ignore[attr-defined]
        board = boaf.deal(puzzle["seed"])
        assert puzzle["board"] == board.text()
        assert (puzzle["rows"], puzzle["cols"], puzzle["difficulty"]) == (4, 4, 2)
        rated = ask("rate", board=board.text())
        assert (rated["difficulty"], rated["score"], puzzle["solution"]) == (2, puzzle["score"], None)
    assert ask("generate", **wish)["puzzles"] == puzzles
    for puzzle in ask("generate", **wish, solution=True)["puzzles"]:  # type: ignore[attr-defined]
        assert boaf.deal(puzzle["seed"]).is_solved_by(boaf.parse_moves(" ".join(puzzle["solution"])))
    drawn = [ask("generate", difficulty=1)["puzzles"] for _ in range(2)]
    assert drawn[0] != drawn[1]


def test_the_puzzle_of_the_day_is_the_same_for_everyone() -> None:
    from datetime import UTC, datetime

    first = client.get("/api/daily?date=2026-11-15").json()
    assert first == TestClient(web.create_app()).get("/api/daily?date=2026-11-15").json()
    assert first["date"] == "2026-11-15"
    assert first["board"] == boaf.deal(first["seed"]).text()
    assert first != client.get("/api/daily?date=2026-11-16").json()
    days = {datetime.now(UTC).date().isoformat() for _ in range(2)}
    assert client.get("/api/daily").json()["date"] in days | {datetime.now(UTC).date().isoformat()}


@pytest.mark.parametrize("date", ["2026-02-30", "20261115", "today", "", "0000-01-01", "2026-11-15T00:00"])
def test_a_day_that_is_none_is_refused(date: str) -> None:
    assert client.get("/api/daily", params={"date": date}).status_code == 422


def test_predict_shows_the_models_beside_the_truth() -> None:
    solvable, unsolvable = (ask("predict", board=boaf.deal(seed).text()) for seed in (1, 1264))
    assert (solvable["verdict"], unsolvable["verdict"]) == ("solvable", "unsolvable")
    for likely, unlikely in zip(solvable["predictions"], unsolvable["predictions"], strict=True):  # type: ignore[call-overload]
        assert likely["model"] == unlikely["model"]
        assert likely["text"]
        assert 0 <= unlikely["probability"] < 0.5 < likely["probability"] <= 1
    assert {"shipped", "printed-tree"} <= {found["model"] for found in solvable["predictions"]}  # type: ignore[attr-defined]


def parts(cells: list[int], pairs: list[tuple[int, int]]) -> list[list[int]]:
    """The parts of a graph, found by painting."""
    colour = {cell: cell for cell in cells}
    for _ in cells:
        for a, b in pairs:
            colour[a] = colour[b] = min(colour[a], colour[b])
    return [[cell for cell in cells if colour[cell] == c] for c in sorted(set(colour.values()))]


def test_best_score_and_count_are_those_of_boaf() -> None:
    lost = boaf.deal(1264)
    best = boaf.best_score(lost)
    assert ask("best-score", board=lost.text()) == {
        "verdict": "unsolvable",
        "score": best.score,
        "bound": best.score,
        "moves": [str(move) for move in best.moves],
    }
    counted = ask("count", board="7H 6C / -- 6H")
    assert counted == {"solutions": 4, "exact": True}
    assert isinstance(counted["solutions"], int)
    assert ask("count", board=boaf.deal(1, 6, 6).text()) == {"solutions": None, "exact": False}


def test_check_replays_moves() -> None:
    board = "7H 6C / -- 6H"
    assert ask("check", board=board, moves=["7H-6C", "6H-7H"]) == {
        "legal": True, "error": None, "solved": True, "score": 9,
    }  # fmt: skip
    answer = ask("check", board=board, moves=["7H-6C", "6C-6H"])
    assert (answer["legal"], answer["score"]) == (False, 5)
    assert "move 2, 6C-6H" in str(answer["error"])


def test_review_says_what_would_have_saved_the_game() -> None:
    boards = [board for seed in range(1, 40) if boaf.solve(board := boaf.deal(seed, 3, 4)).moves]
    board, losing = next((b, m) for b in boards for m, verdict in boaf.analyze(b).moves if verdict == "unsolvable")
    answer = ask("review", board=board.text(), moves=[str(losing)])
    assert (answer["lost_at"], answer["losing_move"]) == (1, str(losing))
    saving = {str(move) for move, verdict in boaf.analyze(board).moves if verdict == "solvable"}
    assert set(answer["instead"]) == saving  # type: ignore[call-overload]
    assert ask("review", board=board.text(), moves=[])["instead"] == []


def test_other_origins_may_ask_only_if_allowed() -> None:
    headers = {"Origin": "https://shop.example"}
    assert "access-control-allow-origin" not in client.get("/api/deal?seed=1", headers=headers).headers
    open_client = TestClient(web.create_app(origins=["https://shop.example"]))
    answer = open_client.get("/api/deal?seed=1", headers=headers)
    assert answer.headers["access-control-allow-origin"] == "https://shop.example"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["access-control-expose-headers"] == "Retry-After"
    large = open_client.post("/api/solve", content=b" " * (1 << 20), headers=headers)
    assert (large.status_code, large.headers["access-control-allow-origin"]) == (413, "https://shop.example")
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    assert open_client.options("/api/solve", headers=headers | asked).status_code == 200
    other = open_client.get("/api/deal?seed=1", headers={"Origin": "https://other.example"})
    assert "access-control-allow-origin" not in other.headers


def test_other_origins_may_frame_the_page_only_if_allowed() -> None:
    closed = client.get("/").headers
    assert closed["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in closed["content-security-policy"]
    framed = TestClient(web.create_app(framing=["https://school.example"])).get("/").headers
    assert "x-frame-options" not in framed
    assert framed["content-security-policy"].endswith("frame-ancestors https://school.example")
