"""Samples of what people write themselves: boards, moves, formulas, proofs."""

import json
from functools import cache, partial
from itertools import product
from pathlib import Path

import boaf as library
from boaf.board import Board, parse_moves
from boaf.cli.boards import split_boards
from boaf.deals import read_board
from boaf.prove.checker import check_proof
from boaf.prove.conditions import CONDITIONS
from boaf.prove.proof import Proof
from boaf.puzzles.calibration import calibrate, read_results
from boaf.reduction.drat import check_drat
from boaf.reduction.formula import parse_dimacs, require_clauses
from boaf.support.errors import BoafError
from boaf.support.files import read_json
from tests.fuzz.harness import Answer, Reader, Sample, boaf
from tests.fuzz.mutations import spoil_bytes, spoil_json, spoil_numbers, spoil_words

NODES = 2000
TEXT = (spoil_bytes, spoil_words, spoil_numbers)


def samples() -> list[Sample]:
    """All of them."""
    return [*_boards(), _moves(), *_proofs(), *_formulas(), _drat(), _results()]


def _boards() -> list[Sample]:
    deal = library.deal(1264).text()
    texts = {
        "small": "7H 6C / -- 6H\n",
        "several": f"{deal}\n7H 6C / -- 6H\n\n7H | 6C\n-- | 6H\n",
        "seeds": "1264\n-5\n",
        "rows of a data set": f'"{deal.replace(" / ", "").replace(" ", "")}",0\n',
    }
    readers: dict[str, Reader] = {
        "solve -": _from_stdin("solve", "-", "--max-nodes", NODES, "--json"),
        "check -": _from_stdin("check", "-", "--json"),
        "check --board": lambda path: boaf("check", "--board", path, "--json"),
        "explain -": _from_stdin("explain", "-", "--max-nodes", NODES, "--json"),
        "compare --states": lambda path: boaf(
            "compare", "--states", path, "--solver", "endgame", "--max-nodes", NODES, "--json"
        ),
        "read_board": lambda path: [read_board(text) for _, text in split_boards(_text(path).splitlines())],
    }
    alone = {name: reader for name, reader in readers.items() if name not in ("check -", "check --board", "explain -")}
    found = []
    for name, text in texts.items():
        chosen = alone if name in ("several", "seeds") else readers
        found.append(Sample(f"boards, {name}", {"b.txt": text.encode()}, "b.txt", TEXT, chosen, _judge_solved))
    return found


def _from_stdin(*words: object) -> Reader:
    return lambda path: boaf(*words, stdin=path.read_bytes())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BoafError("not text") from None


def _judge_solved(answer: object, _content: bytes) -> str | None:
    """Whether verdicts are those of brute force, as far as it gets, and solutions are solutions."""
    if not isinstance(answer, Answer):
        return None
    for line in answer.out.splitlines():
        found = json.loads(line)
        if "verdict" in found:
            board = Board(found["board"])
            true = _verdict(found["board"])
            if found["verdict"] != "unknown" and true not in ("unknown", found["verdict"]):
                return f"{found['board']} is {true}, not {found['verdict']}"
            if found["verdict"] == "solvable":
                for move in parse_moves(" ".join(found["moves"])):
                    board.push(move)
                if not board.is_solved:
                    return f"the moves do not solve {found['board']}"
    return None


@cache
def _verdict(text: str) -> str:
    """What brute force says of a board."""
    board = Board(text)
    if board.stack_count < 2:
        return "solvable" if board.stack_count == 1 else "unknown"
    return str(library.solve(board, "oracle", max_nodes=NODES).verdict)


def _moves() -> Sample:
    board = "7H 6C / -- 6H"

    def judge(answer: object, content: bytes) -> str | None:
        if not isinstance(answer, Answer):
            return None
        found = json.loads(answer.out)
        if (
            found["solved"]
            and content.split() not in ([b"7H-6C", b"7H-6H"], [b"7H-6C", b"6H-7H"])
            and (Board(board).score == found["score"])
        ):
            return "the board is not solved"
        return None

    readers: dict[str, Reader] = {
        "check": lambda path: boaf("check", board, "--json", *_text(path).split()),
        "check --moves": lambda path: boaf("check", board, "--json", "--moves", path),
        "parse_moves": lambda path: parse_moves(_text(path)),
    }
    return Sample("moves", {"moves.txt": b"7H-6C\n7H-6H\n"}, "moves.txt", TEXT, readers, judge)


def _results() -> Sample:
    content = (Path(__file__).parent.parent / "data" / "results.json").read_bytes()
    readers: dict[str, Reader] = {
        "rate calibrate": lambda path: boaf("rate", "calibrate", path, "--json"),
        "read_results": lambda path: calibrate(read_results(path)),
    }
    return Sample("results", {"results.json": content}, "results.json", (spoil_bytes, spoil_json), readers)


UNSOLVABLE = {
    "odd-bird": library.deal(10),
    "multiple-flocks": library.deal(1264),
    "cut-edge": library.deal(221602),
    "lollipop-stick": library.deal(360528),
    "stranded": Board("7H 8H -- / 6H -- -- / -- -- 9H"),
    "lynchpin": Board("7H 7S / 2H --"),
    "cut-vertex": library.deal(687168),
    "collapse": library.deal(1163),
    "search": Board("9C JS / 5C TS"),
}
"""For each condition, a board that meets it."""
_SLOW = ("collapse", "cut-vertex")
"""Conditions whose check takes a while."""


def _proofs() -> list[Sample]:
    """Proofs of unsolvable boards, and the same forged to be about a solvable one."""
    found = []
    for name in CONDITIONS:
        proof = library.explain(UNSOLVABLE[name]).proof
        if proof is None or proof.reason != name:
            raise AssertionError(f"{name} does not prove its board")
        found.append(_proof_sample(name, proof, library.deal(2).text()))
    return found


def _proof_sample(name: str, proof: Proof, solvable: str) -> Sample:
    unsolvable = proof.board

    def by_shell(board: str) -> Reader:
        return lambda path: (board, boaf("check", board, "--proof", path, "--json"))

    def forged(path: Path) -> object:
        """Give the checker the mutated witness as a proof about a solvable board."""
        values = read_json(path)
        changed = Proof.from_json(values | {"board": solvable} if isinstance(values, dict) else values)
        try:
            check_proof(Board(solvable), changed)
        except BoafError as error:
            return error
        return solvable, Answer(0, json.dumps({"holds": True}))

    def judge(answer: object, _content: bytes) -> str | None:
        if isinstance(answer, tuple) and json.loads(answer[1].out)["holds"] and answer[0] != unsolvable:
            return "a proof that a solvable board is unsolvable"
        return None

    readers: dict[str, Reader] = {
        "check --proof": by_shell(unsolvable),
        "check --proof, another board": by_shell(solvable),
        "check_proof, forged": forged,
    }
    content = json.dumps(proof.to_json()).encode()
    mutations = (spoil_bytes, spoil_json, spoil_json)
    weight = 0.1 if name in _SLOW else 0.4
    return Sample(f"proof, {name}", {"p.json": content}, "p.json", mutations, readers, judge, weight)


def _formulas() -> list[Sample]:
    texts = {
        "satisfiable": "c small\np cnf 3 2\n1 -2 3 0\n-1 2 3 0\n",
        "unsatisfiable": "p cnf 3 8\n" + "".join(f"{a} {b} {c} 0\n" for a, b, c in product((1, -1), (2, -2), (3, -3))),
    }
    readers: dict[str, Reader] = {
        "sat encode": lambda path: boaf("sat", "encode", path, "--json"),
        "sat encode --repaired": lambda path: boaf("sat", "encode", path, "--repaired", "--json"),
        "sat play": lambda path: boaf("sat", "play", path, "--json"),
        "sat play -": lambda path: boaf("sat", "play", "-", "--json", stdin=path.read_bytes()),
        "parse_dimacs": lambda path: require_clauses(parse_dimacs(_text(path)), 1, 3),
    }
    few = {name: readers[name] for name in ("sat play", "parse_dimacs")}
    return [
        Sample(f"formula, {name}", {"f.cnf": text.encode()}, "f.cnf", TEXT, chosen, _judge_formula, weight)
        for (name, text), chosen, weight in zip(texts.items(), (readers, few), (1.0, 0.2), strict=True)
    ]


def _judge_formula(answer: object, _content: bytes) -> str | None:
    if not isinstance(answer, Answer):
        return None
    found = json.loads(answer.out)
    formula = parse_dimacs(found["formula"])
    if "satisfiable" in found and formula.variables <= 8:
        true = any(formula.is_satisfied_by(values) for values in product((False, True), repeat=formula.variables))
        if found["satisfiable"] != true:
            return f"{formula} is satisfiable: {true}"
    return None


def _drat() -> Sample:
    clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2, 3), (-3, 4), (-3, -4)]
    proof = "1 0\n2 0\n3 0\nd 1 2 0\n0\n"

    def read(number: int, path: Path) -> object:
        """With one clause left out, the formula has a model, and no proof may be accepted."""
        return number, check_drat(clauses[:number] + clauses[number + 1 :], _text(path).splitlines())

    def judge(answer: object, _content: bytes) -> str | None:
        number, check = answer  # type: ignore[misc]
        return "a formula with a model is refuted" if number < len(clauses) and check.accepted else None

    readers = {f"check_drat without clause {k}": partial(read, k) for k in (0, 3, 5)}
    readers["check_drat"] = partial(read, len(clauses))
    return Sample("DRAT", {"proof.drat": proof.encode()}, "proof.drat", TEXT, readers, judge)
