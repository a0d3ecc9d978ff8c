"""Hoshino & Notarangelo (2019), Tables 1 to 13: the boards that the paper prints, and whether they are what it says.

Every board is given as printed, row by row. The text of the paper has lost where in a row the empty cells are, so
boards with empty cells are compared by the cards of each row in order. It has also lost which literals are negated;
`boaf.reduction.formula` explains how they were recovered. The cards of the reduction are written rank.suit, the rank L
as L. What the paper says of Tables 10 to 13 must follow from proofs that the checker accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boaf.board import Board, parse_moves
from boaf.cards import Card
from boaf.deals import deal
from boaf.prove.checker import check_proof
from boaf.prove.explain import explain
from boaf.reduction.construction import column_of
from boaf.reduction.formula import example_formula
from boaf.reduction.lemmas import place_runners, walk
from boaf.reduction.printed import ROWS, Printed, block_table
from boaf.solvers.contract import Verdict
from boaf.solvers.single import solve
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.hoshino_notarangelo import Scale

TABLE_1 = "JD 2D 9H JC / 5D 7H 6C 5H / KD KC 9S 5S / AD QC KH 3H"
TABLE_2 = "JD 2D 9H JC / 5D 7H 5H / KD KC 9S 5S / AD QC KH 3H"
TABLE_3 = "JD 2D QC / 5D / KD KC / AD"
SOLUTION = (
    "7H→6C, 9H → 9S, 5H→ 5S, 7H→ 9H, KH→ 7H, KH→ 5H, KH→ 3H, QC → KH, QC→ JC, "
    "KD→ KC, KD→ 2D, KD→ QC, KD→ JD, KD→ 5D, KD→ AD"
)
"""The fifteen moves of the text; the first leads to Table 2, nine to Table 3."""
TABLE_4 = "2C 4S 6H 8D / 6D 8H 2S 4C / 8S 6C 4D 2H / 4H 2D 8C 6S"
TABLE_5 = """
2.1 4.4 1.71 5.71
2.5 4.2 1.72 5.72
2.3 4.6 1.74 5.74
7.1 L.2
7.2 3.5
7.3 3.8
8.1 3.6
8.2 L.3
8.3 3.9
3.4 9.1
3.7 9.2
L.1 9.3
"""
TABLE_6 = """
52.54 54.51 51.71 55.71
52.52 54.55 51.73 55.73
52.56 54.53 51.74 55.74
57.51 L.52
57.52 53.55
57.53 53.58
58.51 53.56
58.52 L.53
58.53 53.59
53.54 59.51
53.57 59.52
L.51 59.53
"""
BLOCKS = {0: TABLE_5, 5: TABLE_6}
"""By block, counted from 0: its twelve rows without fillers."""
LEMMA_1 = """
57.51-57.52 57.51-57.53 53.54-53.57 53.55-53.58 58.52-L.52 58.52-58.53 58.51-58.52 53.56-53.59 59.53-L.53 59.53-59.52
59.51-59.53 54.51-57.51 54.51-53.55 54.51-58.51 54.51-53.56 54.51-59.51 54.51-53.54 L.51-54.51
"""
"""The moves that lead from Table 6 to Table 7."""
TABLE_7 = "52.54 51.71 55.71 / 52.52 54.55 51.73 55.73 / 52.56 54.53 51.74 55.74 / L.51"
TABLE_8 = "51.71 / 55.73 / 51.74"
TABLE_9 = {(0, 1): "X.c", (0, -1): "X.d", (1, 1): "X.b", (1, -1): "X.a", (None, 1): "L.a", (None, -1): "L.b"}
"""For each variable, by row of its two (None: the last row of all) and column of u or ¬u; in column f is X.10m+k."""
NUMBERED = {
    "Table 10": (1264, "2H 3D KD 3H / 4D AH TS 6D / 3C 4H KC 9S / KH AC 6C 2C"),
    "Table 11": (221_602, "QD 4C 4H JS / TS 9D 3C 2C / QH KS 9S JD / AC 6D QS 7D"),
    "Table 13": (360_528, "5S 7D QS 2C / 4C AD 8D 5C / QH 7C TC 3C / 8C 2D 9C 3D"),
}
"""Deals of the testbed, with the numbers that the paper gives them."""
TABLE_12 = "* 4C 4H * / * * 3C 2C / * * * / AC * * *"
"""The side of 4H in deal #221,602, and where QH may end up."""
NOT_SAID = "the paper does not say so"
UNSOLVABLE = "is unsolvable"
ACTIVATOR = (5, 0)
"""The block of C6 and the literal, counted from 0, by whose activator the text clears it."""


def plan(_scale: Scale) -> Plan:
    """What the paper says of each of its boards."""
    return Plan("Tables 1 to 13: the printed boards", {"": Cell("examples", _judge, {"tables": 13}, 13, 0.2)}, _claims)


def _claims(found: dict[str, Any]) -> list[Quantity]:
    """The claims of the paper; the text of a proof, which `boaf explain` shows, is left out."""
    return [
        Quantity.claim(name, holds, "" if holds and name.endswith(UNSOLVABLE) else note)
        for name, holds, note in found[""]
        if not note.startswith(NOT_SAID)
    ]


def _judge(progress: Progress, tables: int) -> list[tuple[str, bool, str]]:
    """Every claim, whether it holds, and what else there is to say."""
    groups: tuple[Callable[[], list[tuple[str, bool, str]]], ...] = (_rules, _reduction, _last_rows, _conditions)
    found = [claim for group in groups for claim in group()]
    progress(tables)
    return found


def _rules() -> list[tuple[str, bool, str]]:
    """Tables 1 to 4."""
    first, numbered = Board(TABLE_1), deal(1)
    differing = [(ours, theirs) for ours, theirs in zip(numbered.tops, first.tops, strict=True) if ours != theirs]
    is_one_card_off = len(differing) == 1
    note = f"{NOT_SAID}; deal #1 has {differing[0][0]} for {differing[0][1]}" if is_one_card_off else ""
    boards, moves = [TABLE_1], parse_moves(SOLUTION)
    for move in moves:
        first.push(move)
        boards.append(_rows(dict(enumerate(first.tops)), first.cols))
    square = Board(TABLE_4)
    return [
        ("Table 1 is deal #1 but for one card", is_one_card_off, note),
        ("Table 1: the first move leads to Table 2", boards[1] == TABLE_2, str(moves[0])),
        ("Table 2: eight more moves lead to Table 3", boards[9] == TABLE_3, ""),
        ("Table 3: the rest of the moves leave one stack", first.is_solved, f"{len(moves)} moves in all"),
        ("Table 4 has no move", not square.legal_moves, f"{square.stack_count} stacks"),
        (f"Table 4 {UNSOLVABLE}", solve(square).verdict is Verdict.UNSOLVABLE, ""),
    ]


def _reduction() -> list[tuple[str, bool, str]]:
    """Tables 5 to 8: blocks of the reduction."""
    laid = Printed(example_formula())
    block, literal = ACTIVATOR
    claims = []
    for number, printed in BLOCKS.items():
        rows = [row.split() for row in block_table(laid, number).splitlines()[1:]]
        as_printed = rows == [row.split() for row in printed.strip().splitlines()]
        name = f"Table {5 if number == 0 else 6} is the block of C{number + 1}"
        claims.append((name, as_printed, f"one of {len(laid.blocks)} blocks of a board of {laid.size} rows"))
    board = laid.board()
    walk(laid, board, block, literal)
    played = [f"{laid.name(move.source)}-{laid.name(move.target)}" for move in board.moves]
    left = _rows_of_block(laid, left_in_block(laid, board, block))
    claims += [
        ("Lemma 1: its moves on Table 6 are legal", played == LEMMA_1.split(), f"{len(played)} moves, as printed"),
        ("Lemma 1: they lead to Table 7", left == TABLE_7, ""),
    ]
    place_runners(laid, board, block, (False, True, False, True), literal)
    upper = {place: card for place, card in left_in_block(laid, board, block).items() if place[0] < 3}
    is_opposite = (0, column_of(-laid.blocks[block][literal])) in upper
    as_printed = _rows_of_block(laid, upper) == TABLE_8 and is_opposite
    claims.append(("Table 7: Table 8 can be reached", as_printed, "51.71 in the column opposite the activator"))
    return claims


def left_in_block(laid: Printed, board: Board, block: int) -> dict[tuple[int, int], Card]:
    """The cards of a block that are not fillers, by row in the block and column."""
    filler = laid.filler(block).suit
    return {
        (row - ROWS * block, column): card
        for cell, card in enumerate(board.tops)
        for row, column in [divmod(cell, laid.size)]
        if card and row // ROWS == block and card.suit != filler
    }


def _rows_of_block(laid: Printed, cards: dict[tuple[int, int], Card]) -> str:
    return _rows({row * laid.size + column: laid.name(card) for (row, column), card in cards.items()}, laid.size)


def _rows(cells: Mapping[int, object], cols: int) -> str:
    """What is in the cells, row by row, without empty cells and rows."""
    rows: dict[int, list[str]] = {}
    for cell in sorted(cells):
        if cells[cell] is not None:
            rows.setdefault(cell // cols, []).append(str(cells[cell]))
    return " / ".join(map(" ".join, rows.values()))


def _last_rows() -> list[tuple[str, bool, str]]:
    """Table 9: the rows below the blocks."""
    laid = Printed(example_formula())
    start = ROWS * len(laid.blocks)
    found = {place: card for place, card in laid.cards.items() if place[0] >= start}
    expected = {}
    for variable in range(1, laid.formula.variables + 1):
        above = start + 2 * (variable - 1)
        for (row, sign), name in TABLE_9.items():
            place = laid.size - 1 if row is None else above + row, column_of(sign * variable)
            rank, letter = name.split(".")
            expected[place] = laid.gate(letter, variable, laid.high if rank == "L" else laid.x)
        expected[above, laid.size - 1] = Card(laid.x, 10 * len(laid.blocks) + variable)
    as_printed = all(found[place] == card for place, card in expected.items())
    blank = {card.rank for place, card in found.items() if place not in expected} == {laid.high}
    note = f"{laid.size - start} rows for {laid.formula.variables} variables; all other cards there have rank L"
    return [("Table 9 is the end of the board", as_printed and blank, note)]


def _conditions() -> list[tuple[str, bool, str]]:
    """Tables 10 to 13: deals of the testbed."""
    claims, proofs = [], {}
    for name, (seed, text) in NUMBERED.items():
        board = deal(seed)
        claims.append((f"{name} is deal #{seed:,}", board.text() == text, ""))
        proof = explain(board).proof
        if proof is not None:
            check_proof(board, proof)
        proofs[name] = proof
        claims.append((f"{name} {UNSOLVABLE}", proof is not None, proof.text if proof else ""))
    flocks, edge, stick = ({} if proof is None else proof.witness for proof in proofs.values())
    side = edge.get("side", [])
    boards = [Board(text) for text in edge.get("mini_boards", [])]
    places = {cell: "*" for board in boards for cell, top in enumerate(board.tops) if str(top) == "QH"}
    cards = {cell: top for cell, top in enumerate(deal(NUMBERED["Table 11"][0]).tops) if str(top) in side}
    fail = all(solve(board).verdict is Verdict.UNSOLVABLE for board in boards)
    claims += [
        ("Table 10: 9S and TS are a flock", set(flocks.get("flock", [])) == {"9S", "TS"}, ""),
        (
            "Table 11: 4H and QH are a cut edge",
            edge.get("edge") == ["4H", "QH"],
            f"{len(side)} cards on the side of 4H",
        ),
        ("Table 12 has the side of 4H, and QH in turn", _rows({**cards, **places}, 4) == TABLE_12, ""),
        ("Table 12: none of these mini-boards is solvable", bool(boards) and fail, f"{len(boards)} mini-boards"),
        ("Table 13: QH, QS, 5S are a lollipop stick", stick.get("stick") == ["QH", "QS", "5S"], _of_stick(stick)),
    ]
    return sorted(claims, key=lambda claim: claim[0][: len("Table 10")])


def _of_stick(witness: dict[str, Any]) -> str:
    return f"5S must move {witness.get('moves')} times and matches {witness.get('matches')} other cards"
