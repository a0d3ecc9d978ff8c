"""The gadgets of the repaired deal as definitions of Coq: `python -m tests.reduction.coq_data > coq/Data.v`."""

from boaf.reduction.formula import smallest_unsatisfiable
from boaf.reduction.repaired import Repaired
from tests.reduction.gadgets import AWAY, Core, Gadget, clause_gadget, literal_gadget, variable_gadget

HEAD = """(** The gadgets, taken from the repaired deal by `python -m tests.reduction.coq_data`; do not edit. *)

Require Import List.
Require Import Gadget.
Import ListNotations.
"""


def text() -> str:
    """All of the file."""
    core = Core.of(Repaired(smallest_unsatisfiable()))
    gadgets = {
        "literal": literal_gadget(core, 0, 0),
        "clause": clause_gadget(core, 0),
        "variable": variable_gadget(core, 1),
    }
    return "\n".join([HEAD, *(_definition(name, found) for name, found in gadgets.items())])


def _definition(name: str, found: Gadget) -> str:
    places = sorted({place for pair in found.lines for place in pair} | set(found.homes))
    numbers = {place: number for number, place in enumerate(places, 1)}
    names = [f"Definition {name}_{_identifier(place)} := {number}." for place, number in numbers.items()]
    fields = [
        [numbers[place] for place in found.homes],
        [sorted(k for i, k in found.matches if i == card) for card in range(len(found.homes))],
        [[], *(sorted(numbers[q] for p, q in found.lines if p == place) for place in places)],
        [sorted(numbers[place] for place in where) for where in found.outsiders],
        sorted(numbers[place] for place in places if place.startswith(AWAY)),
    ]
    values = "\n".join(f"  {_listed(field)}" for field in fields)
    return "\n".join([*names, f"Definition {name} : gadget := Gadget\n{values}\n  {found.alike}.\n"])


def _identifier(place: str) -> str:
    return place.replace("¬", "not_").replace(" ", "_")


def _listed(values: object) -> str:
    if isinstance(values, list):
        return f"[{'; '.join(map(_listed, values))}]"
    return str(values)


if __name__ == "__main__":
    print(text(), end="")
