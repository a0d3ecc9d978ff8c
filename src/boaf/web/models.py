"""What the calls of the API take and give; the OpenAPI description is made from these models.

Cells are numbered row by row from 0. Moves are written `7H-6C`. A request with a field that is not named here, or of
another type than said here, is refused.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from boaf.players.registry import PLAYERS
from boaf.solvers.contract import Verdict

LONGEST_TEXT = 2000
"""How many characters a board text may have; a 7 × 7 board with all 52 cards takes about 200."""
LARGEST_SEED = (1 << 53) - 1
"""The largest whole number that JavaScript holds exactly."""
MOST_MOVES = 51
LARGEST_SIDE = 13
MOST_PUZZLES = 10
MOST_ITERATIONS = 5000
_WHO = "Who thinks: see `boaf match --help`. The plug-ins of the server are players, too."

Seed = Annotated[int, Field(ge=-LARGEST_SEED, le=LARGEST_SEED)]
Side = Annotated[int, Field(ge=1, le=LARGEST_SIDE)]
BoardText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_TEXT,
        description="Rows separated by ` / `, `--` for an empty cell, `7H+6C` for a stack with 7H on top.",
        examples=["7H 6C / -- 6H"],
        json_schema_extra={"format": "boaf-board"},
    ),
]
MoveText = Annotated[
    str,
    Field(
        pattern=r"^[A23456789TJQK][CDHS]-[A23456789TJQK][CDHS]$",
        description="The stack under the first card goes onto the stack under the second.",
        examples=["7H-6C"],
    ),
]
Level = Annotated[int, Field(ge=1, le=5, description="From 1, easy, to 5, hard.")]
CellNumber = Annotated[int, Field(ge=0, description="A cell, counted row by row from 0.")]
Pair = tuple[int, int]


class Question(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AboutBoard(Question):
    """A board to say something about."""

    board: BoardText


class AboutDifficulty(AboutBoard):
    """A board to rate."""

    solution: bool = Field(False, description="Whether to give a solution, too.")


class AnyText(Question):
    """A text to read as a board."""

    text: str = Field(
        min_length=1,
        max_length=LONGEST_TEXT,
        description="A seed, or a board in any of the ways that `boaf` reads.",
        examples=["1264", "7H 6C / -- 6H"],
        json_schema_extra={"format": "boaf-text"},
    )
    rows: Side | None = Field(None, description="Rows of the board; for a seed 4 unless given.", examples=[4])
    cols: Side | None = Field(None, description="Columns of the board; for a seed 4 unless given.", examples=[4])


class Played(Question):
    """A board and the moves made on it."""

    board: BoardText
    moves: list[MoveText] = Field(max_length=MOST_MOVES, examples=[["7H-6C"]])


class Wish(Question):
    """What kind of puzzles to make."""

    difficulty: Level
    rows: Side = 4
    cols: Side = 4
    count: int = Field(1, ge=1, le=MOST_PUZZLES, description="How many.")
    seed: Seed | None = Field(None, description="The same seed gives the same puzzles; null draws one.", examples=[7])
    solution: bool = Field(False, description="Whether to give a solution of each, too.")


class Thinking(Question):
    """A board, and who is to think about it."""

    board: BoardText
    player: str = Field("flock", description=_WHO, json_schema_extra={"enum": list(PLAYERS)})
    iterations: int = Field(300, ge=1, le=MOST_ITERATIONS, description="For the players that search: how long.")
    seed: Seed = Field(0, description="What the player draws at random follows from this.")


class Answer(BaseModel):
    """The body of an answer."""

    def is_final(self) -> bool:
        """Whether asking again would give the same; not so where a limit was reached."""
        return True


class Problem(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="The reason, in one line.", examples=["row 2 has 3 cells, row 1 has 4"])
    start: int | None = Field(None, description="First character of the sent text that it is about.", examples=[12])
    end: int | None = Field(None, description="One past its last character.", examples=[19])


class Dealt(Answer):
    """A numbered deal."""

    seed: int = Field(examples=[1264])
    rows: int = Field(examples=[4])
    cols: int = Field(examples=[4])
    board: str = Field(examples=["JD 2D 9H JC / 5D 7H 7C 5H / KD KC 9S 5S / AD QC KH 3H"])


class BoardRead(Answer):
    """The board of a text."""

    board: str = Field(description="The board as the other calls take it.", examples=["7H 6C / -- 6H"])
    rows: int = Field(examples=[2])
    cols: int = Field(examples=[2])
    seed: int | None = Field(description="The seed, if the text was one.", examples=[None])


class Decided(Answer):
    """An answer with a verdict on the board."""

    verdict: Verdict = Field(description="`unknown` if the time limit was reached first.")

    def is_final(self) -> bool:
        """Whether the board was decided."""
        return self.verdict is not Verdict.UNKNOWN


class Solved(Decided):
    """Whether a board can be collapsed to one stack, and how."""

    moves: list[str] = Field(description="The moves of a solution; empty unless solvable.", examples=[["7H-6C"]])
    nodes: int = Field(description="How many positions were searched.", examples=[11])
    seconds: float = Field(description="How long the search took.", examples=[0.0004])


class MoveFate(BaseModel):
    """A legal move and the verdict on the board after it."""

    move: str = Field(examples=["7H-6C"])
    verdict: Verdict


class Analyzed(Decided):
    """The fate of every legal move."""

    moves: list[MoveFate]

    def is_final(self) -> bool:
        """Whether every move was decided."""
        return all(fate.verdict is not Verdict.UNKNOWN for fate in self.moves)


class Best(Decided):
    """The best score of a board."""

    score: int = Field(description="The highest score found.", examples=[226])
    bound: int = Field(description="No play scores more; equal to the score unless the verdict is unknown.")
    moves: list[str] = Field(description="The moves that reach it.", examples=[["7H-6C"]])


class Count(Answer):
    """The number of solutions."""

    solutions: int | float | None = Field(description="Up to the order of independent moves; null past the limit.")
    exact: bool = Field(description="Whether the number is exact; those from 2^62 on are rounded.")

    def is_final(self) -> bool:
        """Whether the solutions were counted."""
        return self.solutions is not None


class Checked(Answer):
    """The board after some moves."""

    legal: bool
    error: str | None = Field(description="Which move is illegal, and why.", examples=[None])
    solved: bool = Field(description="Whether one stack is left after the legal moves.")
    score: int = Field(description="The score after the legal moves.", examples=[9])


class History(Answer):
    """Whether the board could be solved at the start and after each move."""

    verdicts: list[Verdict] = Field(description="One for each position; the first is the start.")
    lost_at: int | None = Field(
        description="The number of the move, from 1, after which the board was unsolvable; 0 if it was so from the "
        "start; null if it is not known to be lost.",
        examples=[None],
    )


class Reviewed(History):
    """When a game was lost, and what would have saved it."""

    losing_move: str | None = Field(description="The move that lost the game; null if none did.", examples=["7H-6C"])
    instead: list[str] = Field(description="The moves that would have kept the board solvable there.")


class ProofInWords(BaseModel):
    """Why a board is unsolvable."""

    condition: str = Field(description="The name of the condition that holds.", examples=["odd-bird"])
    text: list[str] = Field(description="The argument, sentence by sentence.")
    cells: list[CellNumber] = Field(description="The cells that the argument mentions.", examples=[[2]])
    edges: list[Pair] = Field(description="The matches by card that it mentions, as pairs of cells.", examples=[[]])


class Explained(Decided):
    """The verdict on a board, with a proof if it is unsolvable."""

    proof: ProofInWords | None = Field(description="Null unless unsolvable, or if the time limit was reached first.")

    def is_final(self) -> bool:
        """Whether the board was decided, with a proof if it needs one."""
        return self.verdict is Verdict.SOLVABLE or self.proof is not None


class Edge(BaseModel):
    """Two stacks that match by card."""

    cells: Pair = Field(examples=[(0, 1)])
    legal: bool = Field(description="Whether they also match by position, so that each may move onto the other.")


class Graph(Answer):
    """The compatibility graph of a board and its structure."""

    edges: list[Edge]
    odd_birds: list[CellNumber] = Field(description="Cards that match no other.", examples=[[]])
    flocks: list[list[CellNumber]] = Field(description="The parts of the graph, largest first.", examples=[[[0, 1, 3]]])
    cut_edges: list[Pair] = Field(description="Edges whose removal disconnects a part.", examples=[[]])
    articulation_points: list[CellNumber] = Field(description="Cards whose removal disconnects a part.", examples=[[1]])


class Attribute(BaseModel):
    """A measured property of a board."""

    name: str = Field(examples=["losing_moves"])
    value: float = Field(examples=[0.25])
    text: str = Field(description="What it is.")


class Rated(Decided):
    """How hard a board is to win."""

    difficulty: Level | None = Field(description="Null unless the board is solvable.")
    score: float | None = Field(None, description="The share of games that programs are expected to lose.")
    score_low: float | None = Field(None, description="The lower end of its 95 % interval.")
    score_high: float | None = Field(None, description="The upper end.")
    certainty: float | None = Field(None, description="How likely more games would give the same difficulty.")
    attributes: list[Attribute] = Field(description="What the rating is based on; empty unless the board is solvable.")
    solution: list[str] | None = Field(None, description="The moves of a solution, on request.")


class PuzzleFound(BaseModel):
    """A solvable board."""

    board: str = Field(examples=["7H 6C / -- 6H"])
    rows: int = Field(examples=[4])
    cols: int = Field(examples=[4])
    seed: int | None = Field(description="The number of the deal, if it is a numbered one.", examples=[1])
    difficulty: Level
    score: float = Field(description="The share of games that programs are expected to lose.", examples=[0.65])
    solution: list[str] | None = Field(None, description="The moves of a solution, on request.")


class Generated(Answer):
    """Puzzles of the requested difficulty."""

    puzzles: list[PuzzleFound] = Field(description="Fewer than requested if the time limit was reached first.")


class Daily(Answer):
    """The deal of the day, the same for everyone."""

    date: str = Field(examples=["2026-11-15"], json_schema_extra={"format": "date"})
    board: str = Field(examples=["JD 2D 9H JC / 5D 7H 7C 5H / KD KC 9S 5S / AD QC KH 3H"])
    rows: int = Field(examples=[4])
    cols: int = Field(examples=[4])
    seed: int = Field(description="The number of the deal.", examples=[1])
    difficulty: Level


class Prediction(BaseModel):
    """What a learned model says about a board."""

    model: str = Field(examples=["shipped"])
    text: str = Field(description="What the model is.")
    probability: float = Field(ge=0, le=1, description="How likely the board is solvable.", examples=[0.97])


class Predicted(Decided):
    """What the learned models say, with the exact verdict."""

    predictions: list[Prediction] = Field(description="Of the models that are installed and fit the board.")


class CandidateMove(BaseModel):
    """A move that a player considered."""

    move: str = Field(examples=["7H-6C"])
    visits: int | None = Field(description="How many iterations went into it; null if the player does not search.")
    value: float = Field(description="What the player thinks of it; higher is better.", examples=[0.5])
    verdict: Verdict = Field(description="What the player knows about the board after it.")


class Thought(Answer):
    """What a player would do."""

    move: str | None = Field(description="Null if no legal move is left.", examples=["7H-6C"])
    reason: str | None = Field(description="Why, in a word.", examples=["visits"])
    candidates: list[CandidateMove] = Field(description="Best first.")
