"""The pictures of docs/reduction.md are what the code draws."""

from pathlib import Path

import pytest

from boaf.reduction.formula import Formula, example_formula
from boaf.reduction.printed import Printed
from boaf.reduction.repaired import Repaired
from boaf.render.reduction import close_up, picture, to_svg, write_png

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = {
    "reduction-printed.svg": lambda: picture(Printed(example_formula())),
    "reduction-block.svg": lambda: close_up(Printed(example_formula()), range(12)),
    "reduction-repaired.svg": lambda: picture(Repaired(example_formula())),
    "reduction-small.svg": lambda: close_up(Repaired(Formula(3, ((1, -2, 3),))), range(19)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_in_the_docs_is_up_to_date(name):
    assert (DOCS / name).read_text(encoding="utf-8") == to_svg(PICTURES[name]())


def test_a_deal_is_drawn_as_png(tmp_path):
    pytest.importorskip("matplotlib")
    write_png(picture(Repaired(Formula(3, ((1, 2, 3),)))), tmp_path / "deal.png")
    assert (tmp_path / "deal.png").read_bytes().startswith(b"\x89PNG")
