"""The block census: every numbered deal of a size, decided block by block, with counts only (`file` has the format).

>>> from boaf.census.blocks import Blocks, run_blocks
>>> run_blocks("census.jsonl", Blocks(size=500), chosen=range(2)).counts.unsolvable
4
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
