"""How likely a deal can be solved: exactly where that is possible, and estimated by board size elsewhere.

>>> from boaf.probability import count_every_deal
>>> count_every_deal(2, 2).chance
Fraction(59421, 270725)
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
