"""docs/intractability.md names tests that there are, and leaves none of its claims by program without one."""

import re
from pathlib import Path

HERE = Path(__file__).parent
NOTE = (HERE.parents[1] / "docs" / "intractability.md").read_text(encoding="utf-8")


def test_every_test_that_the_note_names_exists():
    rows = [row for row in NOTE.partition("## 4.")[2].splitlines() if "test_" in row]
    assert rows
    for row in rows:
        file = ""
        for name in re.findall(r"`(test_\w+(?:\.py)?)`", row):
            if name.endswith(".py"):
                file = (HERE / name).read_text(encoding="utf-8")
            else:
                assert f"\ndef {name}(" in file, name
