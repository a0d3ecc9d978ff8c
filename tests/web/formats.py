"""Texts for schemathesis to ask about: boards, damaged boards and seeds; `schemathesis.toml` names this file."""

import schemathesis
from hypothesis import strategies as st

import boaf

sizes = st.tuples(st.integers(1, 4), st.integers(1, 4))
boards = st.builds(lambda seed, size: boaf.random_board(seed, *size).text(), st.integers(0, 10**6), sizes)
damaged = st.builds(lambda text, at, by: text[:at] + by + text[at:], boards, st.integers(0, 40), st.text(max_size=2))
seeds = st.integers(-(2**54), 2**54).map(str)

schemathesis.openapi.format("boaf-board", st.one_of(boards, boards, damaged))
schemathesis.openapi.format("boaf-text", st.one_of(boards, damaged, seeds))
