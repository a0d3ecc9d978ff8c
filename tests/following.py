"""A page of the documentation, followed as a reader would: its blocks one after another in one directory."""

import re
import shlex
from pathlib import Path

from boaf.cli import main

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALLS = "-m venv"


def follow(page: Path) -> int:
    """Run the blocks of a page in the current directory; how many there were."""
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    for language, code in blocks:
        if language == "python":
            exec(compile(code, page.name, "exec"), {"__name__": "__main__"})
        elif language == "sh":
            for words in commands_in(code):
                assert words[0] == "boaf", f"only boaf commands can be run: {words}"
                assert main(words[1:]) == 0, words
    return len(blocks)


def commands_in(block: str) -> list[list[str]]:
    words = [shlex.split(line, comments=True) for line in block.splitlines() if INSTALLS not in line]
    return [line for line in words if line]
