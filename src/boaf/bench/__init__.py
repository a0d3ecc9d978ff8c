"""The benchmark: named sets of boards, results of solvers, players and predictors on them, and reports.

>>> from boaf.bench import board_set, measure, report
>>> report([measure("easy", player="perfect")]).lines[0].rate.share
1.0
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
