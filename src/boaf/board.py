"""Board and Move: the game as a person meets it.

A board is an r × c grid of cells; a cell is empty or holds a stack. A stack is written top card first, `7H+6C` for 7H
lying on 6C, and where only the top is known, as in every board that the papers print, it is just `7H`. A move names two
top cards, `7H-6C`: the stack under 7H goes onto the stack under 6C, in whose cell it then stands.

    >>> board = Board("7H 6C / -- 6H")
    >>> [str(move) for move in board.legal_moves]
    ['7H-6C', '6C-7H', '6C-6H', '6H-6C']
    >>> board.push("7H-6C")
    >>> board
    Board("-- 7H+6C / -- 6H")
    >>> board.push("6H-7H")
    >>> board.is_solved, board.score
    (True, 9)

Everything here is written to be obviously right; `boaf.kernel` is where it is fast.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from boaf.board_text import EMPTY, Stack, as_stack, parse_cells, range_of, read_fields, require_distinct, shape_of
from boaf.cards import Card
from boaf.rules import STANDARD_RULES, Rules, require_standard
from boaf.support.errors import BoafError, IllegalMoveError, ParameterError, ParseError, whole_number
from boaf.support.schema import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EMPTY = 255  # an empty cell in an array of card numbers
_ARROW = re.compile(r"\s*(?:->|-|→)\s*")
_CARD_TEXT = r"[\w.♣♦♥♠♧♢♡♤]+"
_MOVE_TEXT = re.compile(rf"{_CARD_TEXT}{_ARROW.pattern}{_CARD_TEXT}")


class Move(NamedTuple):
    """The stack topped by `source` goes onto the stack topped by `target`."""

    source: Card
    target: Card

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that `text` names: `7H-6C`, also with the arrows that the papers print."""
        if not isinstance(text, str):
            raise ParseError(f"a move is a text such as 7H-6C, not {type(text).__name__}")
        cards = _ARROW.split(text.strip())
        if len(cards) != 2:
            raise ParseError(f"move {text!r}: write it as two cards, such as 7H-6C")
        return cls(Card.parse(cards[0]), Card.parse(cards[1]))

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"

    def numeric(self) -> str:
        """The move with rank and suit numbers, as in `57.51-57.52`, whatever the deck."""
        return f"{self.source.numeric()}-{self.target.numeric()}"

    def __repr__(self) -> str:
        return f'Move.parse("{self}")'


def parse_moves(text: str) -> list[Move]:
    """All moves of a text.

    Parameters
    ----------
    text
        Moves such as `3D-2D 4S-7S` or `KD→ KC, KD→ 2D`, separated by spaces, commas or semicolons.

    Returns
    -------
    list[Move]
        The moves, in order; whether they are legal is for a board to say.

    Raises
    ------
    ParseError
        If the text holds anything but moves.

    Examples
    --------
    >>> parse_moves("3D-2D, 4S→ 7S")
    [Move.parse("3D-2D"), Move.parse("4S-7S")]

    """
    if not isinstance(text, str):
        raise ParseError(f"moves are a text such as '7H-6C 6H-7H', not {type(text).__name__}")
    moves = [Move.parse(found) for found in _MOVE_TEXT.findall(text)]
    rest = _MOVE_TEXT.sub("", text).replace(",", " ").replace(";", " ").strip()
    if rest:
        raise ParseError(f"move {rest.split()[0]!r}: write it as two cards, such as 7H-6C")
    return moves


class Board:
    """A board that can be played on: `push` a move, `pop` it again.

    Two boards are equal when the same stacks stand in the same cells and the same rules apply. The hash follows the
    cells, so a board that serves as a key must not be played on; use a `copy`.
    """

    def __init__(
        self, text: str, rows: int | None = None, cols: int | None = None, *, rules: str | Rules = STANDARD_RULES
    ) -> None:
        """Read a board: rows separated by `/` or newlines, cells by spaces or `|`, `--` for an empty cell.

        A single run of two-character cells (`TH5HKSTC…`) is read row by row; `rows` and `cols` give its shape, which
        is a square otherwise. Where `rows` or `cols` is given, the text must have that shape. `rules` are those of a
        variant, such as `"wrap"` (`boaf.Rules`).
        """
        if not isinstance(text, str):
            raise BoafError(f"boaf.Board takes a board text, not {text!r}: boaf.deal makes numbered deals")
        for name, size in (("rows", rows), ("cols", cols)):
            if size is not None:
                whole_number(name, size)
        fields = read_fields(text, rows, cols)
        try:
            self._start(parse_cells(fields), Rules.parse(rules))
        except ParseError as error:
            error.start, error.end = range_of(fields, error)
            raise
        for asked, found, what in ((rows, self.rows, "row"), (cols, self.cols, "column")):
            if asked is not None and asked != found:
                raise ParseError(f"the board has {found} {what}{'' if found == 1 else 's'}, not {asked}")

    @classmethod
    def from_grid(
        cls, grid: Sequence[Sequence[Card | Sequence[Card] | None]], *, rules: str | Rules = STANDARD_RULES
    ) -> Board:
        """A board from rows of cells, each a card, the cards of a stack (top first), or None."""
        if not isinstance(grid, Sequence) or not all(isinstance(row, Sequence) for row in grid):
            raise BoafError(f"a board is made of rows of cells, not of {shown(grid)}")
        board = cls.__new__(cls)
        board._start([[as_stack(cell) for cell in row] for row in grid], Rules.parse(rules))
        return board

    @classmethod
    def from_cells(
        cls, cells: Sequence[Card | Sequence[Card] | None], cols: int, *, rules: str | Rules = STANDARD_RULES
    ) -> Board:
        """A board from its cells row by row, `cols` to a row: each a card, the cards of a stack (top first), or None.

        >>> board = Board("7H 6C / -- 6H")
        >>> Board.from_cells(board.tops, board.cols) == board
        True
        """
        if whole_number("cols", cols) < 1:
            raise ParameterError(f"cols must be at least 1, not {cols}", "cols")
        if not isinstance(cells, Sequence):
            raise BoafError(f"a board is made of a sequence of cells, not of {shown(cells)}")
        return cls.from_grid([cells[start : start + cols] for start in range(0, len(cells), cols)], rules=rules)

    @classmethod
    def from_cards(cls, cards: Sequence[int] | NDArray[np.integer], cols: int) -> Board:
        """A board from card numbers row by row (`Card.number`; 255 is an empty cell), `cols` to a row.

        >>> Board.from_cards([25, 20, 255, 22], 2)
        Board("7D 6C / -- 6H")
        """
        return cls.from_cells([None if number == _EMPTY else Card.from_number(number) for number in cards], cols)

    def _start(self, grid: list[list[Stack]], rules: Rules) -> None:
        self.rows, self.cols = shape_of(grid)
        self.rules = rules
        self._stacks: list[Stack] = [stack for row in grid for stack in row]
        self._cells = {stack[0]: cell for cell, stack in enumerate(self._stacks) if stack}
        self._played: list[tuple[Move, int, int, int]] = []
        require_distinct(self._stacks, self.cols)
        if not self._cells:
            raise ParseError("the board is empty: at least one cell must hold a card")
        others = [card for stack in self._stacks for card in stack if card not in rules.deck]
        if others and not rules.is_standard:  # by the standard rules a card of any larger deck may be played
            raise ParseError(f"card {others[0]}: the deck of the rules {rules} has no such card")
        if not others and len(self._stacks) > len(rules.deck):
            shape = f"{sized(self.rows, self.cols)} has {len(self._stacks)} cells"
            raise ParseError(f"{shape}; the deck fills at most {len(rules.deck)}")

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The stack of every cell, row by row; an empty cell gives the empty tuple."""
        return tuple(self._stacks)

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of every cell, row by row; None for an empty cell."""
        return tuple([stack[0] if stack else None for stack in self._stacks])

    @property
    def stack_count(self) -> int:
        """How many cells hold a stack."""
        return len(self._cells)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, first to last."""
        return tuple(move for move, _, _, _ in self._played)

    def cell_of(self, card: Card | str) -> int:
        """The cell (row · cols + column, from 0) of the stack that `card` tops."""
        card = Card.parse(card) if isinstance(card, str) else card
        if card not in self._cells:
            raise IllegalMoveError(f"{card} is not the top card of a stack")
        return self._cells[card]

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, row by row, each pair of cells from left to right in both directions, then the columns."""
        return [
            move
            for first, second in self._pairs_in_line()
            if self.rules.matches(first, second)
            for move in (Move(first, second), Move(second, first))
        ]

    def _pairs_in_line(self) -> Iterator[tuple[Card, Card]]:
        tops = self.tops
        rows = [tops[row * self.cols : (row + 1) * self.cols] for row in range(self.rows)]
        columns = [tops[column :: self.cols] for column in range(self.cols)]
        for line in rows + columns:
            pairs = pairwise(line) if self.rules.adjacent else combinations(line, 2)
            yield from ((first, second) for first, second in pairs if first is not None and second is not None)

    def is_legal(self, move: Move | str) -> bool:
        """Whether `move` may be played here."""
        return self._objection(_as_move(move)) is None

    def push(self, move: Move | str) -> None:
        """Play a move, or raise `IllegalMoveError` with the reason why it is not legal."""
        move = _as_move(move)
        if objection := self._objection(move):
            raise IllegalMoveError(f"{move}: {objection}")
        source, target = self._cells[move.source], self._cells.pop(move.target)
        self._played.append((move, source, target, len(self._stacks[source])))
        self._stacks[target] = self._stacks[source] + self._stacks[target]
        self._stacks[source] = ()
        self._cells[move.source] = target

    def pop(self) -> Move:
        """Take the last move back and return it."""
        if not self._played:
            raise BoafError("no move to take back")
        move, source, target, moved = self._played.pop()
        both = self._stacks[target]
        self._stacks[source], self._stacks[target] = both[:moved], both[moved:]
        self._cells[move.source], self._cells[move.target] = source, target
        return move

    def peek(self) -> Move:
        """The last move played."""
        if not self._played:
            raise BoafError("no move has been played")
        return self._played[-1][0]

    def _objection(self, move: Move) -> str | None:
        source, target = move
        here, there, cols = self._cells.get(source), self._cells.get(target), self.cols
        if here is None or there is None:
            return f"{source if here is None else target} is not the top card of a stack"
        if here == there:
            return "a stack cannot move onto itself"
        if not self.rules.in_line(here, there, cols):
            apart = "are not in neighbouring cells" if self.rules.adjacent else "share neither a row nor a column"
            return f"{source} and {target} {apart}"
        if not self.rules.matches(source, target):
            return f"{source} and {target} share no suit and their ranks are not neighbours"
        return None

    @property
    def score(self) -> int:
        """The sum of the squares of the stack sizes, as far as the cards of the stacks are known."""
        return sum(len(stack) ** 2 for stack in self._stacks)

    @property
    def is_solved(self) -> bool:
        """Whether a single stack is left."""
        return self.stack_count == 1

    @property
    def is_over(self) -> bool:
        """Whether no legal move is left."""
        return not any(self.rules.matches(first, second) for first, second in self._pairs_in_line())

    def is_solved_by(self, moves: Iterable[Move]) -> bool:
        """Whether these moves are legal, one after the other, and leave a single stack.

        >>> Board("7H 6C / -- 6H").is_solved_by(parse_moves("7H-6C 7H-6H"))
        True
        """
        cells, cols, in_line, matches = self._cells.copy(), self.cols, self.rules.in_line, self.rules.matches
        for source, target in moves:
            here, there = cells.get(source), cells.pop(target, None)
            if here is None or there is None or not in_line(here, there, cols) or not matches(source, target):
                return False
            cells[source] = there
        return len(cells) == 1

    def copy(self) -> Board:
        """An independent board with the same stacks and the same moves to take back."""
        board = Board.__new__(Board)
        board.rows, board.cols, board.rules = self.rows, self.cols, self.rules
        board._stacks, board._cells, board._played = self._stacks.copy(), self._cells.copy(), self._played.copy()
        return board

    def text(self, *, tops_only: bool = False) -> str:
        """The board on one line, as `Board` reads it; `tops_only` leaves out what lies under the top cards."""
        shown = [stack[:1] for stack in self._stacks] if tops_only else self._stacks
        standard = all(card.is_standard for stack in shown for card in stack)
        name = str if standard else Card.numeric
        cells = ["+".join(map(name, stack)) or EMPTY for stack in shown]
        return " / ".join(" ".join(cells[row * self.cols : (row + 1) * self.cols]) for row in range(self.rows))

    def cards(self) -> NDArray[np.uint8]:
        """The numbers of the top cards row by row (`Card.number`), 255 for an empty cell. Shape (cells,).

        >>> Board("7D 6C / -- 6H").cards().tolist()
        [25, 20, 255, 22]
        """
        import numpy as np

        return np.array([_EMPTY if card is None else card.number for card in self.tops], np.uint8)

    def link(self, page: str = "") -> str:
        """A link to the game on boaf's page, with the moves played; `page` is the page's address.

        >>> game = Board("7H 6C / -- 6H")
        >>> game.push("7H-6C")
        >>> game.link("http://localhost:8000/")
        'http://localhost:8000/#board=7H+6C+/+--+6H&moves=7H-6C'
        """
        require_standard(self.rules, "the page knows")
        start = self.copy()
        while start._played:
            start.pop()
        fragment = f"#board={quote(start.text(), safe='/ ').replace(' ', '+')}"
        return page + fragment + (f"&moves={'.'.join(map(str, self.moves))}" if self._played else "")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.cols == other.cols and self._stacks == other._stacks and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.cols, tuple(self._stacks)))

    def __str__(self) -> str:
        from boaf.render.board import grid

        return grid(self)

    def __repr__(self) -> str:
        rules = "" if self.rules.is_standard else f', rules="{self.rules}"'
        return f'Board("{self.text()}"{rules})'

    def to_json(self) -> dict[str, str]:
        """The board as plain values: its text as `board` and, unless they are the standard ones, its `rules`."""
        return {"board": self.text()} | ({} if self.rules.is_standard else {"rules": str(self.rules)})

    def svg(self) -> str:
        """The board as a picture: an SVG document, which is also what a notebook shows."""
        from boaf.render.board import draw

        return draw(self)

    _repr_svg_ = svg


def sized(rows: int, cols: int) -> str:
    """A board of that size in words: `a 4 × 4 board`, `an 8 × 7 board`."""
    article = "an" if rows in (11, 18) or str(rows).startswith("8") else "a"
    return f"{article} {rows} × {cols} board"


def _as_move(move: Move | str) -> Move:
    if isinstance(move, str):
        return Move.parse(move)
    if not isinstance(move, Move):
        raise BoafError(f"a move is a Move or a text such as '7H-6C', not {shown(move)}")
    return move
