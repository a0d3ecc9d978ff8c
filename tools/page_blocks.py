"""The blocks of a page that a tool fills.

A block begins with `<!-- made: NAME -->`, ends with `<!-- end -->`, and holds the text of that name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_BLOCK = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str, texts: Mapping[str, str]) -> str:
    """The page with the texts in their blocks."""
    return _BLOCK.sub(lambda block: f"{block[1]}{texts[block[2]]}\n{block[3]}", page)
