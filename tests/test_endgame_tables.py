"""Whoever has docs/endgame-tables.md can read the tables without boaf."""

from pathlib import Path
from typing import Any

import boaf
from tests.following import BLOCK

PAGE = Path(__file__).parent.parent / "docs" / "endgame-tables.md"


def test_the_page_alone_tells_how_to_read_the_tables() -> None:
    ((language, program),) = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert language == "python"
    assert "import boaf" not in program
    assert "from boaf" not in program
    reader: dict[str, Any] = {}
    exec(compile(program, PAGE.name, "exec"), reader)
    tables, judge = reader["tables"], reader["can_be_collapsed"]
    verdicts = []
    for seed in range(400):
        board = boaf.random_board(seed, *[(2, 3), (3, 3), (4, 4), (3, 6), (7, 7)][seed % 5])
        stacks = [place for place, top in enumerate(board.tops) if top]
        kept = [top if place in stacks[: 1 + seed % 6] else None for place, top in enumerate(board.tops)]
        small = boaf.Board.from_cells(kept, board.cols)
        found = boaf.solve(small, solver="oracle").verdict == "solvable"
        assert judge(tables, str(small).replace("\n", " / ")) == found
        verdicts.append(found)
    assert 50 < sum(verdicts) < 350
