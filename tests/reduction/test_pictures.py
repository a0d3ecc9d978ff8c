"""The pictures of docs/reduction.md are what the code draws."""

from pathlib import Path

import pytest

from boaf.reduction.formula import Formula, example_formula
from boaf.reduction.printed import Printed
from boaf.reduction.repaired import Repaired
from boaf.render.reduction import picture, to_svg, write_png
from tests.reduction.close_up import close_up
from tests.reduction.test_random_play import Game

DOCS = Path(__file__).parents[2] / "docs"
SMALL = Formula(3, ((1, -2, 3),))


def regions():
    """Γ of the clause and Δ of the first variable, as docs/intractability.md defines them."""
    game = Game(Repaired(SMALL))
    return {"#ffd21f": game.regions[0], "#ff7ab8": game.variable_regions[0]}


PICTURES = {
    "reduction-printed.svg": lambda: picture(Printed(example_formula())),
    "reduction-block.svg": lambda: close_up(Printed(example_formula()), range(12)),
    "reduction-repaired.svg": lambda: picture(Repaired(example_formula())),
    "reduction-small.svg": lambda: close_up(Repaired(SMALL), range(18)),
    "reduction-regions.svg": lambda: close_up(Repaired(SMALL), range(18), regions()),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_in_the_docs_is_up_to_date(name):
    assert (DOCS / name).read_text(encoding="utf-8") == to_svg(PICTURES[name]())


def test_a_deal_is_drawn_as_png(tmp_path):
    pytest.importorskip("matplotlib")
    write_png(picture(Repaired(Formula(3, ((1, 2, 3),)))), tmp_path / "deal.png")
    assert (tmp_path / "deal.png").read_bytes().startswith(b"\x89PNG")
