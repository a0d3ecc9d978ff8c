"""The studies of Sang & Yoon (2019)."""

from typing import Any

import support_vector_machine
from boaf_papers.framework.quantity import CLAIM
from boaf_papers.sang_yoon import BOAF, INIT
from study_runner import plans_of


def test_a_support_vector_machine_is_less_accurate_only_outside_the_interval() -> None:
    values: dict[str, Any] = {
        f"support vector machine on {name}": {"boards": boards, "trained": 10, "machine": right, "rule": right}
        for name, boards, right in ((INIT, 744, 665), (BOAF, 10_000, 7_000))
    }
    (plan,) = plans_of(support_vector_machine, "paper")
    within, outside = (row for row in plan.table(values).quantities if row.unit == CLAIM)
    assert within.computed == 0
    assert within.note.endswith("within the interval, so not shown")
    assert outside.computed == 1
